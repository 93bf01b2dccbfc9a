#include "uneri/games/namima/action_features.hpp"

#include "uneri/games/namima/actions.hpp"

namespace uneri::namima {
namespace {

constexpr int kSorts = 6;  // PASS, WIN, a discard, a meld, a lay-off, a riichi
constexpr int kSizes = kMaxMeldSize + 1;

std::vector<Segment> ones(std::vector<Segment> layout) {
    for (Segment& block : layout) block.step = 1.0F;
    return layout;
}

}  // namespace

std::vector<Segment> action_layout(const Options& o) {
    return ones({{"sort", {kSorts}},
                 {"card", {o.melds->kinds()}},
                 {"meld", {3, o.melds->kinds()}},
                 {"meld_kind", {kMeldKinds}},
                 {"meld_size", {kSizes}}});
}

void write_action(const Options& o, Action a, FeatureWriter& w) noexcept {
    const Melds& melds = *o.melds;
    const int kinds = melds.kinds();
    const int sort = a < kDiscard ? a : a < o.ids.meld ? 2 : a < o.ids.layoff ? 3 : a < o.ids.riichi ? 4 : 5;
    const Layoff layoff = sort == 4 ? melds.layoffs()[static_cast<std::size_t>(a - o.ids.layoff)] : Layoff{};
    const int card = sort == 2 ? a - kDiscard : sort == 4 ? layoff.kind : sort == 5 ? a - o.ids.riichi : -1;
    w.one_hot(sort, kSorts);
    w.one_hot(card, kinds);
    if (sort != 3 && sort != 4) return;
    const Meld& meld = melds[sort == 3 ? a - o.ids.meld : layoff.target];  // what is exposed afterwards
    w.bits(meld.cards.some(), kinds);
    w.bits(meld.cards.twice(), kinds);
    w.bits(meld.cards.thrice(), kinds);
    w.one_hot(meld.kind == kOwn ? -1 : meld.kind, kMeldKinds);
    w.one_hot(meld.size, kSizes);
}

}  // namespace uneri::namima
