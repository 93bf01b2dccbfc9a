// The action table of O-6.2 and O-6.3: the meaning of each id.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "uneri/base/types.hpp"
#include "uneri/games/onda/cards.hpp"

namespace uneri::onda {

inline constexpr int kActions = 584;      // without mixed runs
inline constexpr int kAllActions = 1224;  // with them (O-6.3)
inline constexpr Action kPass = 0;
inline constexpr Action kTurn = 1;
inline constexpr Action kSlotLow = 2;
inline constexpr Action kSlotHigh = 3;
inline constexpr Action kDialKeep = 4;
inline constexpr Action kDialAdvance = 5;
inline constexpr Action kHide = 6;          // + kind
inline constexpr Action kFirstPlay = 36;    // natural plays 36..233
inline constexpr Action kFirstJoker = 234;  // joker plays 234..583
inline constexpr Action kFirstMixed = 584;  // mixed runs 584..857, with a joker 858..1223

// O-5.1
enum Shape : std::uint8_t { kSingle, kRun2, kRun3, kRun4, kSet2, kSet3, kSet4, kNoShape = 0xFF };
inline constexpr int kShapes = 7;
inline constexpr std::array<std::string_view, kShapes> kShapeNames = {"SINGLE", "RUN2", "RUN3", "RUN4",
                                                                      "SET2",   "SET3", "SET4"};
constexpr bool is_run(int shape) noexcept { return shape >= kRun2 && shape <= kRun4; }
constexpr int size_of(int shape) noexcept {
    return shape == kSingle ? 1 : is_run(shape) ? shape - kRun2 + 2 : shape - kSet2 + 2;
}
constexpr int highest_rank(int shape) noexcept { return is_run(shape) ? kNumbers + 1 - size_of(shape) : kNumbers; }

// First id of a shape's natural and joker plays.
inline constexpr std::array<Action, kShapes> kNaturalBase = {36, 66, 94, 120, 144, 189, 219};
inline constexpr std::array<Action, kShapes> kJokerBase = {234, 249, 305, 383, 479, 509, 554};
// Of mixed runs, by number of cards.
inline constexpr std::array<Action, 5> kMixedBase = {0, 0, 584, 612, 690};
inline constexpr std::array<Action, 5> kMixedJokerBase = {0, 0, 0, 858, 936};

struct Play {
    Cards cards;                    // the natural cards
    std::uint8_t shape = kNoShape;  // kNoShape: the id is not a play
    std::uint8_t rank = 0;          // O-5.4
    std::uint8_t joker = 0;         // the number that the joker stands for, 0 = no joker
    std::uint8_t position = 0;      // of the joker in a run, counted from the low end
    std::uint8_t dots = 0;          // penalty dots of the natural cards
    bool mixed = false;             // natural cards of both suits

    constexpr bool is_mixed_run() const noexcept { return mixed && is_run(shape); }
};
static_assert(sizeof(Play) == 16);

// O-6.3: the ways to choose the suits of `cards` natural cards of a mixed run, and their cards: bit i of `x + 1` from
// the top is the suit of the card at place i from the low end.
constexpr int mixed_ways(int cards) noexcept { return (1 << cards) - 2; }
constexpr Cards mixed_cards(int low, int length, int joker_place, int x) noexcept {
    Cards cards;
    int bit = length - (joker_place >= 0 ? 2 : 1);
    for (int i = 0; i < length; ++i) {
        if (i != joker_place) cards.add(kNumbers * ((x + 1) >> bit-- & 1) + low + i - 1);
    }
    return cards;
}

constexpr Cards set_cards(int number, int blue, int green) noexcept {
    Cards cards;
    for (int i = 0; i < blue; ++i) cards.add(number - 1);
    for (int i = 0; i < green; ++i) cards.add(kNumbers + number - 1);
    return cards;
}

// The number of blue cards in each way to take `size` cards of one number, in id order (bb, bg, gg).
constexpr int most_blue(int size) noexcept { return size < 2 ? size : 2; }
constexpr int set_ways(int size) noexcept { return size == 0 ? 0 : size == 2 ? 3 : size == 4 ? 1 : 2; }

constexpr std::array<Play, kAllActions> make_plays() noexcept {
    std::array<Play, kAllActions> plays{};
    std::size_t id = kFirstPlay;
    const auto put = [&](Cards cards, int shape, int rank, int joker = 0, int position = 0) {
        plays[id++] = {cards,
                       static_cast<std::uint8_t>(shape),
                       static_cast<std::uint8_t>(rank),
                       static_cast<std::uint8_t>(joker),
                       static_cast<std::uint8_t>(position),
                       static_cast<std::uint8_t>(dots(cards)),
                       cards.suit(0) != 0 && cards.suit(1) != 0};
    };
    const auto put_sets = [&](int shape, int naturals, bool joker) {
        for (int v = 1; v <= kNumbers; ++v) {
            for (int way = 0; way < set_ways(naturals); ++way) {
                const int blue = most_blue(naturals) - way;  // O-5.11
                put(set_cards(v, blue, naturals - blue), shape, v, joker ? v : 0);
            }
        }
    };
    for (int k = 0; k < kKinds; ++k) put(Cards{1u << k, 0}, kSingle, number_of(k));
    for (int length = 2; length <= 4; ++length) {
        for (int s = 0; s < 2; ++s) {
            for (int low = 1; low <= kNumbers + 1 - length; ++low) {
                put({((1u << length) - 1) << (kNumbers * s + low - 1), 0}, kRun2 + length - 2, low);
            }
        }
    }
    for (int size = 2; size <= 4; ++size) put_sets(kSet2 + size - 2, size, false);
    for (int v = 1; v <= kNumbers; ++v) put({}, kSingle, v, v);  // O-5.7
    for (int length = 2; length <= 4; ++length) {
        for (int s = 0; s < 2; ++s) {
            for (int low = 1; low <= kNumbers + 1 - length; ++low) {
                for (int j = 0; j < length; ++j) {                                // O-5.6
                    const std::uint32_t run = ((1u << length) - 1) & ~(1u << j);  // O-5.13
                    put({run << (kNumbers * s + low - 1), 0}, kRun2 + length - 2, low, low + j, j);
                }
            }
        }
    }
    for (int size = 2; size <= 4; ++size) put_sets(kSet2 + size - 2, size - 1, true);  // O-5.8
    const auto put_mixed = [&](int length, int low, int joker_place) {
        const bool joker = joker_place >= 0;
        for (int x = 0; x < mixed_ways(length - joker); ++x) {
            put(mixed_cards(low, length, joker_place, x), kRun2 + length - 2, low, joker ? low + joker_place : 0,
                joker ? joker_place : 0);
        }
    };
    for (int length = 2; length <= 4; ++length) {
        for (int low = 1; low <= kNumbers + 1 - length; ++low) put_mixed(length, low, -1);
    }
    for (int length = 3; length <= 4; ++length) {
        for (int low = 1; low <= kNumbers + 1 - length; ++low) {
            for (int j = 0; j < length; ++j) put_mixed(length, low, j);
        }
    }
    return plays;
}

inline constexpr std::array<Play, kAllActions> kPlays = make_plays();
static_assert(kPlays[233].shape == kSet4 && kPlays[234].joker == 1 && kPlays[583].rank == 15 && kPlays[584].mixed &&
              kPlays[857].shape == kRun4 && kPlays[858].joker == 1 && kPlays[1223].rank == 12);

constexpr const Play& play_of(Action a) noexcept { return kPlays[at(a)]; }
constexpr bool is_play(Action a) noexcept { return a >= kFirstPlay && a < kAllActions; }

// The ranks that beat `rank` under `tide` (O-5.9) as bits of rank - 1; all ranks for `rank` 0.
constexpr std::uint32_t beating_ranks(int rank, int tide) noexcept {
    if (rank == 0) return kSuitMask;
    return tide == 0 ? kSuitMask & ~((1u << rank) - 1) : (1u << (rank - 1)) - 1;
}

// The ranks at which a shape uses no number above `highest` (1 or more), as bits of rank - 1.
constexpr std::uint32_t ranks_up_to(int highest, int shape) noexcept {
    return is_run(shape) ? ((2u << highest) - 1) >> size_of(shape) : (1u << highest) - 1;
}
static_assert(ranks_up_to(kNumbers, kRun4) == (1u << highest_rank(kRun4)) - 1 && ranks_up_to(1, kRun2) == 0);

// O-5.9 for two plays.
constexpr bool beats(const Play& a, const Play& b, int tide) noexcept {
    return a.shape == b.shape && (tide == 0 ? a.rank > b.rank : a.rank < b.rank);
}

}  // namespace uneri::onda
