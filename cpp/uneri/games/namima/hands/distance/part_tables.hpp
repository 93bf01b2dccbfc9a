// Tables of what the parts of a hand can be made into. They are made on the first question about a distance.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "uneri/base/bits.hpp"
#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

struct Tables;

// A *board* is a set of pairs (lacking, left). Bit 8 * lacking + left is set if some melds lack that many cards and
// leave that many cards of the hand over. To combine two sets of cards, their boards are added pair by pair. Pairs
// beyond 7 are dropped; wide boards keep them (Wide in part_boards.hpp). Pairs with the same difference have the same
// number of cards in melds, so only the least of them matters.
using Board = std::uint64_t;
inline constexpr int kBoardSide = 8;

namespace board {

// Columns 0 to 7 - g of all rows: the pairs that stay on the board when g columns are added.
inline constexpr std::array<Board, kBoardSide> kKeep = [] {
    std::array<Board, kBoardSide> keep{};
    for (std::size_t g = 0; g < kBoardSide; ++g) keep[g] = Board{0x0101'0101'0101'0101} * (0xFFu >> g);
    return keep;
}();

constexpr Board move(Board from, int place) noexcept { return (from & kKeep[place & 7]) << place; }
constexpr Board join(Board a, Board few) noexcept {
    Board out = 0;
    for (; few != 0; few &= few - 1) out |= move(a, low_bit(few));
    return out;
}
// All entries that lie at least one row and one column after an entry of the board, on the same diagonal.
constexpr Board behind(Board from) noexcept {
    from = move(from, 9);
    from |= move(from, 9);
    from |= move(from, 18);
    return from | move(from, 36);
}
// The weight: the least sum lacking + left, but not more than that of the pairs that were dropped may be.
constexpr int weight(Board from) noexcept {
    int least = kBoardSide;
    for (; from != 0; from &= from - 1) {
        const int place = low_bit(from);
        least = std::min(least, (place & 7) + place / kBoardSide);
    }
    return least;
}
constexpr Board lean(Board from) noexcept { return from & ~behind(from); }

}  // namespace board

// Melds that take a number of the cards left over, and lack their other cards.
class Covers {
public:
    struct Cover {
        std::uint8_t taken = 0;
        std::uint8_t lacking = 0;  // 1 to 7
    };
    void add(int taken, int lacking) {
        covers_.push_back({static_cast<std::uint8_t>(taken), static_cast<std::uint8_t>(lacking)});
        for (int all = lacking; all < kBoardSide; ++all) {
            for (const Cover& by : covers_) {
                if (by.lacking <= all)
                    most_taken_[all] = std::max(most_taken_[all], by.taken + most_taken_[all - by.lacking]);
            }
        }
    }
    const std::vector<Cover>& all() const noexcept { return covers_; }
    // A superset of what any number of such melds makes of a board.
    Board of(Board from) const noexcept {
        for (Board before = 0; before != from;) {
            before = from;
            for (const auto& [taken, lacking] : covers_)
                from |= (from >> taken & board::kKeep[taken]) << (kBoardSide * lacking);
        }
        return from;
    }
    // The most cards that such melds can take if they lack `lacking` cards together.
    int most_taken(int lacking) const noexcept { return most_taken_[std::min(lacking, kBoardSide - 1)]; }

private:
    std::vector<Cover> covers_;
    int most_taken_[kBoardSide] = {};
};

class NeedTables {
public:
    explicit NeedTables(const Tables& tables);

    // Boards for the counts of one part. `few` omits what `all` has only by additional melds of spare cards alone:
    // melds of `filling` cards in another part do the same.
    struct Entry {
        Board few = 0;
        Board all = 0;
    };
    struct Type {
        std::array<std::uint8_t, kPartKinds> caps{};
        std::vector<Entry> whole;                // for parts with all cards available; by Parts::index of the hand
        std::vector<Entry> pairs;                // by place(); empty if there would be too many
        std::vector<std::uint8_t> whole_weight;  // of the entries, see weight()
        std::vector<std::uint8_t> pairs_weight;
        struct Place {
            std::uint32_t start = 0;
            std::array<std::uint16_t, kPartKinds> stride{};  // of one spare card of each kind

            std::uint32_t of(unsigned spare) const noexcept {
                const auto at = [&](int i) {
                    return static_cast<std::uint32_t>(Parts::count_at(spare, i) * stride[static_cast<std::size_t>(i)]);
                };
                return start + at(0) + at(1) + at(2) + at(3);
            }
        };
        std::vector<Place> places;                                  // by Parts::index of the hand
        std::vector<std::array<std::uint8_t, kPartKinds>> targets;  // counts that melds use up
        bool robust = false;  // has melds of r of `filling` spare cards while r + other lacking cards <= 7

        std::uint32_t place(unsigned hand, unsigned spare) const noexcept { return places[hand].of(spare); }
        Entry entry(unsigned hand, unsigned spare) const noexcept;
        // Calls visit(lacking, left) for the targets that the cards can be made into.
        template <class Visit>
        void each_target(unsigned hand, unsigned spare, Visit&& visit) const noexcept {
            for (const auto& target : targets) {
                int lacking = 0, left = 0;
                bool fits = true;
                for (int i = 0; i < kPartKinds; ++i) {
                    const int more = target[static_cast<std::size_t>(i)] - Parts::count_at(hand, i);
                    fits &= more <= Parts::count_at(spare, i);
                    lacking += more > 0 ? more : 0;
                    left += more < 0 ? -more : 0;
                }
                if (fits) visit(lacking, left);
            }
        }
    };
    std::vector<Type> types;
    std::array<const Type*, kMaxParts> type_of{};

    // Bit r: some part has melds of r spare cards.
    unsigned filling = 0;
    Board fill(Board from) const noexcept {  // once
        Board out = from;
        for (int r = 1; r < kBoardSide; ++r) {
            if ((filling >> r & 1) != 0) out |= from << (kBoardSide * r);
        }
        return out;
    }
    Board fill_all(Board from) const noexcept {  // as often as there is room
        for (int r = 1; r < kBoardSide; ++r) {
            if ((filling >> r & 1) == 0) continue;
            for (int row = r; row < kBoardSide; row += r) from |= from << (kBoardSide * r);
        }
        return from;
    }

    // A crossing meld.
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;  // parts
        int size = 0;
        std::uint32_t others = 0;  // its first entry in `others`
        std::uint32_t others_end = 0;
    };
    std::vector<Crossing> crossing;
    // By kind and number of copies, 1 or 2: the crossing melds with at least that many of the kind, as bits.
    std::vector<std::uint64_t> holding;
    static constexpr std::size_t holding_at(int bit, int copies) noexcept {
        return static_cast<std::size_t>(2 * bit + copies - 1);
    }
    // A meld of the same size that can replace a crossing meld. Condition: the crossing meld takes only cards of the
    // hand in `kept`, and the other meld's missing cards can still be got. The other meld is local, or has no kind
    // twice while this one does.
    struct Other {
        Cards kept;
        std::uint64_t once = 0;   // kinds of the other meld outside `kept`
        std::uint64_t twice = 0;  // those that it needs twice or more
    };
    std::vector<Other> others;
    // By size of a crossing meld: with at most this many cards of the hand, local melds mostly do as well. -1: never.
    std::array<std::int8_t, kMaxMeldSize + 1> covered{};
    bool shares_two = true;                  // no crossing meld is tried with fewer than two cards of the hand
    std::vector<std::uint64_t> wants_three;  // those that are tried only with three or more, as bits
    Covers covers;                           // the melds left out by `covered`
    // Bit n: some p melds or more (sums_from), or p melds or fewer (sums_to), have n cards together.
    static constexpr std::size_t kMostNew = 8;
    std::array<std::uint64_t, kMostNew> sums_from{};
    std::array<std::uint64_t, kMostNew> sums_to{};

private:
    void make_pairs(Type& type, const Parts::Type& source) const;
    void make_few(Type& type) const;
    void make_covers(const Tables& tables);
    void make_crossing(const Tables& tables);
};

// The pairs of hand and spare counts of a part, in order, so that one walk fills tables over them.
// A case is what remains of a pair after one meld.
struct Case {
    std::uint32_t place = 0;  // NeedTables::Type::place of the remaining pair
    std::uint8_t lacking = 0;
    std::uint8_t kinds = 0;  // lacking kinds, as bits
};

// The cards that a meld takes from a hand: as many of its cards as are there.
struct Taking {
    explicit Taking(const Counts& cards, const Counts& hand) {
        for (std::size_t i = 0; i < kPartKinds; ++i) {
            rest[i] = std::max(0, hand[i] - cards[i]);
            lack[i] = std::max(0, cards[i] - hand[i]);
            kinds = static_cast<std::uint8_t>(kinds | (lack[i] > 0 ? 1u << i : 0u));
        }
        lacking = static_cast<std::uint8_t>(sum(lack));
    }
    Counts rest{};  // of the hand
    Counts lack{};
    std::uint8_t lacking = 0;
    std::uint8_t kinds = 0;
};

// Calls visit(hand, spare, place, cases) for all pairs in the order of their places. So each pair comes after all that
// remain of it. The type must already have its `places`.
template <class Visit>
void each_pair(const NeedTables::Type& type, const Parts::Type& source, Visit&& visit) {
    struct Step {
        Taking taking;
        std::uint32_t start;  // place of the remaining pair, if no spare card is lacking
        Counts stride;
    };
    std::vector<Step> steps;
    std::vector<Case> cases;
    each_counts(source.caps, [&](const Counts& hand) {
        steps.clear();
        for (const Counts& meld : source.melds) {
            const Taking taking(meld, hand);
            const auto& to = type.places[Parts::index_of(taking.rest)];
            steps.push_back({taking, to.start, {to.stride[0], to.stride[1], to.stride[2], to.stride[3]}});
        }
        std::uint32_t place = type.places[Parts::index_of(hand)].start;
        each_counts(minus(source.caps, hand), [&](const Counts& spare) {
            cases.clear();
            for (const Step& step : steps) {
                if (!within(step.taking.lack, spare)) continue;
                std::uint32_t at = step.start;
                for (std::size_t i = 0; i < kPartKinds; ++i)
                    at += static_cast<std::uint32_t>((spare[i] - step.taking.lack[i]) * step.stride[i]);
                cases.push_back({at, step.taking.lacking, step.taking.kinds});
            }
            visit(hand, spare, place++, std::span<const Case>(cases));
        });
    });
}

// The tables of a sweep over the parts of a hand (sweep.hpp).
//
// From parts with h cards of the hand a target takes t cards, of which m are lacking. Its *rise* there is t - h, from
// -7 to 8. Targets that lack at most 8 cards and leave at most 7 over have no other rises in any part. A row of *lanes*
// holds the least m for each rise.
inline constexpr int kLanes = 16;
inline constexpr int kNoRise = 7;                          // the lane of rise 0
inline constexpr int kMostLacking = kLanes - 1 - kNoRise;  // cards
inline constexpr std::uint8_t kFar = 64;

class SweepTables {
public:
    SweepTables(const Tables& tables, const NeedTables& needs);

    // What local melds make of one pair of hand and spare counts of a part.
    struct alignas(32) Part {
        std::array<std::uint8_t, kLanes> least{};  // kFar: out of reach
        std::uint64_t lacked = 0;                  // 4 bits per lane: the kinds that some of the least targets lack
        std::uint8_t weight = 0;                   // the least 2 * lacking - rise, which is lacking + left over
    };
    // By type of part and NeedTables::Type::place. Empty if some type has no table of pairs.
    std::vector<std::vector<Part>> parts;
    bool ready() const noexcept { return !parts.empty(); }
    // By part: pointers into these tables.
    struct Source {
        const std::uint8_t* weights;
        const Part* entries;
        const NeedTables::Type::Place* places;
    };
    std::array<Source, kMaxParts> sources{};
    // By type of part and Parts::index: the least weight with any number of spare cards.
    std::vector<std::vector<std::uint8_t>> weights;

    // The parts; those linked by crossing melds are adjacent. Each has the crossing melds that touch no earlier part.
    struct Layer {
        int part = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::uint64_t later = 0;  // the kinds of later layers
    };
    std::vector<Layer> layers;
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;
        int size = 0;
        std::uint32_t kept = 0;  // its first entry in `kept`
        std::uint32_t kept_end = 0;
    };
    std::vector<Crossing> crossing;
    // The cards that a crossing meld shares with a local one of its size. If it takes no other cards of the hand, the
    // local meld does the same with spare cards.
    std::vector<Cards> kept;
    // The kinds that have melds without other kinds.
    std::uint64_t some_alike = 0;

    // By bit of a kind. `kinds`: the other kinds of melds with it. `others`, by number of cards of the kind: the least
    // number of other cards in melds that have at least that many of the kind; kFar if there are none.
    struct Around {
        using Others = std::array<std::uint8_t, 2 * kMaxCopies>;
        std::uint64_t kinds = 0;
        Others others{};
        Others others_crossing{};  // if one of the melds crosses
    };
    std::array<Around, 64> around{};

private:
    void look_around(const Tables& tables);
    void order(const Tables& tables);
    void share(const Tables& tables);
    void make_parts(const Tables& tables, const NeedTables& needs);
};

}  // namespace uneri::namima
