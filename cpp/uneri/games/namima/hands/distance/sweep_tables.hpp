// What a sweep over the parts of a hand looks up (sweep.inl).
//
// Of a part, or of several, that have h cards of the hand, a target takes t cards of which m are lacking; t - h, from
// -7 to 8, is its *rise*. Who lacks no more than 8 cards and leaves no more than 7 over has no other rises, part by
// part. A row of *lanes* has for each rise the least m.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "uneri/games/namima/hands/distance/need_tables.hpp"

namespace uneri::namima {

struct Tables;

inline constexpr int kLanes = 16;
inline constexpr int kLevel = 7;                          // the lane of rise 0
inline constexpr int kMostLacking = kLanes - 1 - kLevel;  // cards
inline constexpr std::uint8_t kFar = 64;
// Counts of a part, and from this bit on of the hub of its group, are *packed*: four bits for each kind.
inline constexpr int kHubBits = 4 * kPartKinds;

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
        const std::array<std::uint32_t, kLanes>* found;  // by place: patterns, see `found_patterns`
    };
    std::array<Source, kMaxParts> sources{};
    // The same as if there were any number of spare cards, by type of part and Parts::index of the hand; and by lane,
    // four bits a kind, how many cards of it the least targets lack at most. Made where it helps (unlimited.inl), none
    // elsewhere.
    using Patterns = std::array<std::uint32_t, kLanes>;  // see `found_patterns`
    using Most = std::array<std::uint16_t, kLanes>;
    struct Unlimited {
        std::vector<Part> parts;
        std::vector<Patterns> found;
        std::vector<Most> most;
    };
    std::vector<Unlimited> unlimited;
    std::vector<NeedTables::Type::Place> indices;  // of a hand its Parts::index, whatever the spare cards
    std::array<Source, kMaxParts> unlimited_sources{};
    std::array<const Most*, kMaxParts> unlimited_most{};
    // By type of part and Parts::index: the least that the cards weigh if there are any number of spare ones.
    std::vector<std::vector<std::uint8_t>> weights;

    static constexpr std::size_t kMostPatterns = 32;  // of a type of part, see below

    // The parts, those that melds couple together, and with each the crossing melds that touch no part before it.
    struct Layer {
        int part = 0;
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::uint64_t later = 0;  // the kinds of the layers behind
        int hub = -1;             // of the part's group, if all groups have one
    };
    std::vector<Layer> layers;
    // Each crossing meld joins a part to the hub of its group (hubs.hpp), and hubs come after the parts they join.
    bool hubbed = false;
    // A card of the hub *stands for* a kind of a part if with that in its place each crossing meld with it is a meld of
    // the part.
    struct HubCards {
        std::array<std::int8_t, kPartKinds> stands_for{-1, -1, -1, -1};  // by kind of the hub: a place; -1: none
        std::uint16_t stand_for_none = 0;  // kinds of the hub, see kHubBits: the lowest bit of each
        // What is left of these crossing melds without the card, as patterns; and by pattern, the kinds of these cards.
        std::uint32_t patterns = 0;
        std::array<std::uint64_t, kMostPatterns> lacked{};
    };
    std::vector<HubCards> hub_cards;  // by layer
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;
        int size = 0;
        std::uint32_t kept = 0;  // from where in `kept`
        std::uint32_t kept_end = 0;
        std::uint32_t stand_ins = 0;  // from where in `stand_ins`
        std::uint32_t stand_ins_end = 0;
        std::uint32_t swaps = 0;  // from where in `swaps`
        std::uint32_t swaps_end = 0;
        std::uint32_t packed = 0;  // if it joins a part to a hub: counts of both, see kHubBits
    };
    std::vector<Crossing> crossing;
    // What a crossing meld shares with a local one of its size: as long as it takes no other cards of the hand, the
    // local one does the same with spare cards.
    std::vector<Cards> kept;
    // One local meld, or two, with as many cards together as a crossing meld that takes no other cards of the hand than
    // those in `kept`. They have more cards of these kinds, by one, or by two or three.
    struct StandIn {
        Cards kept;
        std::uint64_t once = 0;
        std::uint64_t twice = 0;
        std::uint64_t thrice = 0;
    };
    std::vector<StandIn> stand_ins;
    static constexpr std::size_t kMostStandIns = 24;  // of a crossing meld

    // A *pattern* of a part: cards that one local meld of the part, or two, share with a crossing meld of their size.
    struct Pattern {
        std::array<int, kPartKinds> kept{};
        int size = 0;
        bool operator==(const Pattern&) const = default;
    };
    std::vector<std::vector<Pattern>> patterns;  // by type of part
    // By type of part and place, as `parts`, and by lane, as bits: the patterns such that some of the least targets
    // hold such local melds, and these take no other cards of the hand than those of the pattern when they are the last
    // to take any.
    std::vector<std::vector<Patterns>> found_patterns;
    // Local melds of a part in place of a crossing meld, and which they are: by what they share with it, those that
    // share most first.
    struct Swap {
        Cards kept;  // of the pattern
        std::uint8_t part = 0;
        std::uint8_t pattern = 0;
        std::uint32_t first = 0;  // in `swap_melds`
        std::uint32_t last = 0;
    };
    struct SwapMelds {
        std::uint64_t once = 0;  // kinds of which they have more, by one, or by two or three
        std::uint64_t twice = 0;
        std::uint64_t thrice = 0;
        bool shared = false;  // they have more of a kind that the crossing meld has, too
    };
    std::vector<Swap> swaps;
    std::vector<SwapMelds> swap_melds;
    static constexpr std::size_t kMostSwapMelds = 8;  // for one of them

    // By bit of a kind: the sizes, as bits, of the melds that have no other kind. And the kinds that have some.
    std::array<std::uint16_t, 64> alike{};
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
    void find_hubs(const Tables& tables);
    HubCards hub_cards_of(const Tables& tables, const Layer& layer) const;
    std::uint32_t patterns_in_common(const Tables& tables, const Layer& layer, int hub_place, int place) const;
    void share(const Tables& tables);
    void find_stand_ins(const Tables& tables);
    // What may stand in for crossing melds: local cards as many as one of them has.
    std::vector<std::array<int, kPartKinds>> swappable(const Parts::Type& type) const;
    void find_swaps(const Tables& tables);
    void make_parts(const Tables& tables, const NeedTables& needs);
    bool runs_short() const;
    void make_unlimited(const Tables& tables);
};

}  // namespace uneri::namima
