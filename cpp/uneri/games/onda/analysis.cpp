#include "uneri/games/onda/analysis.hpp"

namespace uneri::onda {

void all_combos(Cards cards, bool joker, PlayList& out) noexcept {
    std::uint32_t ranks[kShapes];
    for (std::uint32_t& all : ranks) all = kSuitMask;
    out.clear();
    append_plays(out, cards, joker ? kNumbers : 0, ranks);
}

void beaters(Action a, int tide, Cards pool, PlayList& out) noexcept {
    const Play& play = play_of(a);
    out.clear();
    append_natural(out, pool, play.shape, beating_ranks(play.rank, tide));
}

void replies(const Options& o, const State& s, int slot, PlayList& out) noexcept {
    const auto seat = static_cast<std::size_t>(s.to_act);
    const Cards cards = s.hand[seat].with(s.down[seat][slot]);
    out.clear();
    append_replies(o, s, cards, s.tide ^ 1, out);
}

}  // namespace uneri::onda
