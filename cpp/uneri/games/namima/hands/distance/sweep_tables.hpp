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
