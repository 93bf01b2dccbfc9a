// What local melds make of a part if there are any number of spare cards.
#include <algorithm>

#include "uneri/games/namima/hands/distance/pairs.hpp"
#include "uneri/games/namima/hands/distance/sweep_tables.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

using Pattern = SweepTables::Pattern;

// A row of lanes while it is made.
struct Row {
    std::array<int, kLanes> least{};
    std::array<Counts, kLanes> most{};  // cards of each kind that some of the least targets lack
    SweepTables::Patterns found{};
};

class Maker {
public:
    Maker(const std::vector<Counts>& melds, const std::vector<Counts>& swappable, const std::vector<Pattern>& patterns)
        : melds_(melds), swappable_(swappable), patterns_(patterns), rows_(Parts::kIndices) {}

    // The best targets hold some meld and the best targets of the rest, or nothing. A meld that takes nothing leaves
    // the hand as it is, with more lacking cards: a higher lane.
    const Row& make(const Counts& hand) {
        Row& row = rows_[Parts::index_of(hand)];
        row.least.fill(kFar);
        if (sum(hand) <= kLevel) row.least[static_cast<std::size_t>(kLevel - sum(hand))] = 0;
        takings_.clear();
        for (const Counts& meld : melds_) takings_.emplace_back(meld, hand);
        find_lasts(hand);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            for (const Taking& taking : takings_) {
                if (lane >= taking.lacking) row.least[lane] = std::min(row.least[lane], lacking(taking, lane));
            }
            if (row.least[lane] >= kFar) continue;
            for (const Taking& taking : takings_) {
                if (lane >= taking.lacking && lacking(taking, lane) == row.least[lane]) join(taking, row, lane);
            }
            for (const Last& last : lasts_) {
                if (last.lane == lane && last.lacking == row.least[lane]) row.found[lane] |= last.patterns;
            }
        }
        return row;
    }

private:
    // Melds that a hand's targets may have alone.
    struct Last {
        std::size_t lane;
        int lacking;
        std::uint32_t patterns;
    };
    void find_lasts(const Counts& hand) {
        lasts_.clear();
        for (const Counts& meld : swappable_) {
            const Taking taking(meld, hand);
            const int left = sum(taking.rest);
            const int lane = kLevel + taking.lacking - left;
            if (left > kLevel || lane >= kLanes) continue;
            const Counts cards = minus(meld, taking.lack);
            Last last{static_cast<std::size_t>(lane), taking.lacking, 0};
            for (std::size_t i = 0; i < patterns_.size(); ++i) {
                const Counts& kept = patterns_[i].kept;
                if (patterns_[i].size == sum(meld) && within(kept, meld) && within(cards, kept))
                    last.patterns |= 1u << i;
            }
            if (last.patterns != 0) lasts_.push_back(last);
        }
    }
    const Row& rest(const Taking& taking) const { return rows_[Parts::index_of(taking.rest)]; }
    int lacking(const Taking& taking, std::size_t lane) const {
        return rest(taking).least[lane - taking.lacking] + taking.lacking;
    }
    void join(const Taking& taking, Row& row, std::size_t lane) const {
        const Row& from = rest(taking);
        for (std::size_t i = 0; i < kPartKinds; ++i)
            row.most[lane][i] = std::max(row.most[lane][i], from.most[lane - taking.lacking][i] + taking.lack[i]);
        row.found[lane] |= from.found[lane - taking.lacking];
    }

    const std::vector<Counts>& melds_;
    const std::vector<Counts>& swappable_;
    const std::vector<Pattern>& patterns_;
    std::vector<Row> rows_;
    std::vector<Taking> takings_;
    std::vector<Last> lasts_;
};

}  // namespace

void SweepTables::make_unlimited(const Tables& tables) {
    indices.resize(Parts::kIndices);
    for (std::uint32_t i = 0; i < Parts::kIndices; ++i) indices[i].start = i;
    for (int t = 0; t < tables.parts.types(); ++t) {
        const Parts::Type& type = tables.parts.type(t);
        Unlimited& out = unlimited.emplace_back();
        out.parts.resize(Parts::kIndices);
        out.found.resize(Parts::kIndices);
        out.most.resize(Parts::kIndices);
        const std::vector<Counts> changeable = swappable(type);
        Maker maker(type.melds, changeable, patterns[static_cast<std::size_t>(t)]);
        each_counts(type.caps, [&](const Counts& hand) {
            const unsigned at = Parts::index_of(hand);
            const Row& row = maker.make(hand);
            Part& part = out.parts[at];
            int weight = kFar;
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                part.least[lane] = static_cast<std::uint8_t>(row.least[lane]);
                for (std::size_t i = 0; i < kPartKinds; ++i) {
                    const auto most = static_cast<unsigned>(row.most[lane][i]);
                    if (most > 0) part.lacked |= std::uint64_t{1} << (kPartKinds * lane + i);
                    out.most[at][lane] = static_cast<std::uint16_t>(out.most[at][lane] | most << (4 * i));
                }
                weight = std::min(weight, 2 * row.least[lane] - (static_cast<int>(lane) - kLevel));
            }
            part.weight = static_cast<std::uint8_t>(weight);
            out.found[at] = row.found;
        });
    }
}

}  // namespace uneri::namima
