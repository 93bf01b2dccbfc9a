// What the parts of a hand can be made into: tables that are made when somebody first asks for a distance.
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

// A *board* is a set of pairs (lacking, left): bit 8 * lacking + left says that there are melds that lack so many
// cards and leave so many cards of the hand over. Joining two sets of cards joins their boards, pair by pair. Pairs
// beyond 7 are left out; who needs them uses wide boards (Wide in part_boards.hpp). Of pairs with the same difference,
// hence the same number of cards in melds, only the least is of interest.
using Board = std::uint64_t;
inline constexpr int kBoardSide = 8;

namespace board {

// Columns 0 to 7 - g of all rows: what stays within the board when g columns are added.
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
// All places that lie one row and one column or more behind one of the board's, on the same diagonal.
constexpr Board behind(Board from) noexcept {
    from = move(from, 9);
    from |= move(from, 9);
    from |= move(from, 18);
    return from | move(from, 36);
}
// The weight: the least sum of a pair.
constexpr int weight(Board from) noexcept {
    int least = 2 * kBoardSide;
    for (; from != 0; from &= from - 1) {
        const int place = low_bit(from);
        least = std::min(least, (place & 7) + place / kBoardSide);
    }
    return least;
}
constexpr Board lean(Board from) noexcept { return from & ~behind(from); }

}  // namespace board

// Melds that take so many of the cards left over, and lack the others.
class Covers {
public:
    struct Cover {
        std::uint8_t taken = 0;
        std::uint8_t lacking = 0;  // 7 at most, and more than none
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
    // A superset of what such melds, as many as there is room for, make of a board.
    Board of(Board from) const noexcept {
        for (Board before = 0; before != from;) {
            before = from;
            for (const auto& [taken, lacking] : covers_)
                from |= (from >> taken & board::kKeep[taken]) << (kBoardSide * lacking);
        }
        return from;
    }
    // Such melds that lack so many cards together take no more than that.
    int most_taken(int lacking) const noexcept { return most_taken_[std::min(lacking, kBoardSide - 1)]; }

private:
    std::vector<Cover> covers_;
    int most_taken_[kBoardSide] = {};
};

class NeedTables {
public:
    explicit NeedTables(const Tables& tables);

    // Boards of the counts of one part. `few` leaves out what `all` has by melds of spare cards alone besides: melds of
    // `filling` cards in another part do the same.
    struct Entry {
        Board few = 0;
        Board all = 0;
    };
    struct Type {
        std::array<std::uint8_t, kPartKinds> caps{};
        std::vector<Entry> whole;  // nothing of the part is missing from the deck; by Parts::index of the hand
        std::vector<Entry> pairs;  // by place(); empty if they would be too many
        std::vector<std::uint8_t> whole_weight;  // of the entries, see weight()
        std::vector<std::uint8_t> pairs_weight;
        struct Place {
            std::uint32_t start = 0;
            std::array<std::uint16_t, kPartKinds> stride{};  // a spare card of a kind

            std::uint32_t of(unsigned spare) const noexcept {
                const auto at = [&](int i) {
                    return static_cast<std::uint32_t>(Parts::count_at(spare, i) * stride[static_cast<std::size_t>(i)]);
                };
                return start + at(0) + at(1) + at(2) + at(3);
            }
        };
        std::vector<Place> places;                                  // by Parts::index of the hand
        std::vector<std::array<std::uint8_t, kPartKinds>> targets;  // counts that are made of melds
        bool robust = false;  // as long as r + other lacking cards <= 7, it has melds of r of `filling` spare cards

        std::uint32_t place(unsigned hand, unsigned spare) const noexcept { return places[hand].of(spare); }
        Entry entry(unsigned hand, unsigned spare) const noexcept;
    };
    std::vector<Type> types;
    std::array<const Type*, kMaxParts> type_of{};

    // Bit r: melds of r spare cards in some part.
    unsigned filling = 0;
    Board fill(Board from) const noexcept {  // once
        Board out = from;
        for (int r = 1; r < kBoardSide; ++r) {
            if ((filling >> r & 1) != 0) out |= from << (kBoardSide * r);
        }
        return out;
    }
    Board fill_all(Board from) const noexcept {  // as often as there is room for
        for (int r = 1; r < kBoardSide; ++r) {
            if ((filling >> r & 1) == 0) continue;
            for (int row = r; row < kBoardSide; row += r) from |= from << (kBoardSide * r);
        }
        return from;
    }

    // Melds that cross.
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;  // parts
        int size = 0;
        std::uint32_t others = 0;  // from where in `others`
        std::uint32_t others_end = 0;
    };
    std::vector<Crossing> crossing;
    // Melds of the same size that can stand in for a crossing meld, if that takes no cards of the hand but those in
    // `kept`, and if the cards that the other meld lacks can still be got. Local melds, or with no kind twice for one
    // that has.
    struct Other {
        Cards kept;
        std::uint64_t once = 0;   // kinds of the other meld that are not kept
        std::uint64_t twice = 0;  // twice or more
    };
    std::vector<Other> others;
    // By the size of a crossing meld: if it takes at most that many cards of the hand, local melds most often do as
    // well. -1: always look.
    std::array<std::int8_t, kMaxMeldSize + 1> covered{};
    Covers covers;  // such melds
    // Bit n: p melds or more, and p melds or fewer, have n cards together.
    static constexpr std::size_t kMostNew = 8;
    std::array<std::uint64_t, kMostNew> sums_from{};
    std::array<std::uint64_t, kMostNew> sums_to{};

private:
    void make_pairs(Type& type, const Parts::Type& source) const;
    void make_few(Type& type) const;
    void make_covers(const Tables& tables);
    void make_crossing(const Tables& tables);
};

// The counts of a part, hand and spare cards, one pair after the other: tables over them are made in one walk.
// What one meld leaves of a pair.
struct Case {
    std::uint32_t place = 0;  // NeedTables::Type::place of the rest
    std::uint8_t lacking = 0;
    std::uint8_t kinds = 0;  // that are lacking, as bits
};

// What cards take of a hand: as many as it has of them.
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

// Calls visit(hand, spare, place, cases) for all pairs in order of their places, so each comes after those that melds
// leave of it. `places` of the type are made.
template <class Visit>
void each_pair(const NeedTables::Type& type, const Parts::Type& source, Visit&& visit) {
    struct Step {
        Taking taking;
        std::uint32_t start;  // place of the rest, if no spare card is lacking
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

// What a sweep over the parts of a hand looks up (sweep.hpp).
//
// Of a part, or of several, that have h cards of the hand, a target takes t cards of which m are lacking; t - h, from
// -7 to 8, is its *rise*. Who lacks no more than 8 cards and leaves no more than 7 over has no other rises, part by
// part. A row of *lanes* has for each rise the least m.
inline constexpr int kLanes = 16;
inline constexpr int kNoRise = 7;                          // the lane of rise 0
inline constexpr int kMostLacking = kLanes - 1 - kNoRise;  // cards
inline constexpr std::uint8_t kFar = 64;

class SweepTables {
public:
    SweepTables(const Tables& tables, const NeedTables& needs);

    // What local melds make of the counts of a part, hand and spare.
    struct alignas(32) Part {
        std::array<std::uint8_t, kLanes> least{};  // kFar: nothing
        std::uint64_t lacked = 0;                  // by lane 4 bits: the kinds that some of the least targets lack
        std::uint8_t weight = 0;                   // the least 2 * lacking - rise, i.e. lacking + left over
    };
    // By type of part and NeedTables::Type::place. None if there are types without such pairs.
    std::vector<std::vector<Part>> parts;
    bool ready() const noexcept { return !parts.empty(); }
    // By part, into these tables.
    struct Source {
        const std::uint8_t* weights;
        const Part* entries;
        const NeedTables::Type::Place* places;
    };
    std::array<Source, kMaxParts> sources{};
    // By type of part and Parts::index: the least that the cards weigh if there are any number of spare ones.
    std::vector<std::vector<std::uint8_t>> weights;

    // The parts, those that melds couple together, and with each the crossing melds that touch no part before it.
    struct Layer {
        int part = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::uint64_t later = 0;  // the kinds of the layers behind
    };
    std::vector<Layer> layers;
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;
        int size = 0;
        std::uint32_t kept = 0;  // from where in `kept`
        std::uint32_t kept_end = 0;
    };
    std::vector<Crossing> crossing;
    // What a crossing meld shares with a local one of its size: as long as it takes no other cards of the hand, the
    // local one does the same with spare cards.
    std::vector<Cards> kept;
    // The kinds of which there are melds that have no other kind.
    std::uint64_t some_alike = 0;

    // By bit of a kind: the kinds that melds with it hold besides, and by number of cards of the kind the least number
    // of other cards that melds with so many of it have together, or more; kFar if there are none.
    struct Around {
        using Others = std::array<std::uint8_t, 2 * kMaxCopies>;
        std::uint64_t kinds = 0;
        Others others{};
        Others others_crossing{};  // if one of them is a crossing meld
    };
    std::array<Around, 64> around{};

private:
    void look_around(const Tables& tables);
    void order(const Tables& tables);
    void share(const Tables& tables);
    void make_parts(const Tables& tables, const NeedTables& needs);
};

}  // namespace uneri::namima
