// The state of TACTA (rules, section 3): a plain value without history, pointers or padding.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "uneri/games/tacta/tables.hpp"

namespace uneri::tacta {

enum Phase : std::uint8_t { kChooseSuit, kReveal, kMover, kPlay, kOver };

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // seats that do not play keep the values of a new state

template <class T>
using PerEnd = std::array<T, kEnds>;

// A card on the table. Its translation t is (ax + bx*sqrt(2), ay + by*sqrt(2)).
struct Placed {
    std::int16_t ax = 0, bx = 0, ay = 0, by = 0;
    std::int8_t colour = kNone;
    std::int8_t seat = kNone;
    std::int8_t card = kStart;
    std::uint8_t orientation = 0;  // 8 * face + k
    std::int8_t parent = kNone;
    std::int8_t parent_shape = kNone;
    std::int8_t own_shape = kNone;  // the locked shape
    std::uint8_t covered = 0;       // derived: bits of shapes. For the start card see State::start_covered

    constexpr bool operator==(const Placed&) const = default;
    constexpr int face() const noexcept { return orientation / kTurns; }
    constexpr int k() const noexcept { return orientation % kTurns; }
    constexpr Pose pose() const noexcept { return {face(), k(), {{ax, bx}, {ay, by}}}; }
};

inline constexpr std::size_t kRoom = kMaxLaid + 1;
inline constexpr std::size_t kRoomPadded = 112;  // rounded up to whole vectors
inline constexpr std::size_t kSpotWords = (kSpots + 63) / 64;

struct State {
    // Derived from `placed`, for the lists of legal actions. `live` has a bit for each spot that some card can still
    // cover; `cell` holds its slot and free footprints (Tables::cover), 0 for other spots. With a wide deck `live`
    // holds the open spots and all cells are 0.
    std::array<std::uint64_t, kSpotWords> live{};
    std::array<Fixed, kRoomPadded> x{};  // derived: centres of the cards; 0 after the last
    std::array<Fixed, kRoomPadded> y{};
    std::array<Placed, kRoom> placed{};
    std::array<std::uint16_t, kSpots> cell{};  // derived
    std::array<CardSet, kMaxColours> pool{};   // unrevealed cards by colour, in all decks
    PerSeat<PerEnd<CardSet>> barred{};
    std::uint32_t start_covered = 0;  // derived
    PerSeat<std::uint16_t> scores{};  // of the finished rounds, at most 100 * 63
    std::uint16_t passed = 0;         // bits of seats
    PerSeat<PerEnd<std::int8_t>> ends = [] {
        PerSeat<PerEnd<std::int8_t>> none{};
        for (auto& pair : none) pair = {kNone, kNone};
        return none;
    }();
    PerSeat<PerEnd<std::uint8_t>> first{};  // 0 or 1
    PerSeat<std::uint8_t> hidden{};
    PerSeat<std::int8_t> finish_order = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    PerSeat<std::int8_t> handed = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    std::array<std::uint8_t, kMaxColours> dots{};  // derived: visible dots by colour
    std::uint8_t count = 1;                        // cards on the table
    Phase phase = kReveal;
    std::uint8_t round = 0;  // finished rounds
    std::int8_t turn = kNone;
    std::int8_t starter = kNone;
    std::int8_t pending_seat = kNone;  // of the next reveal; in the setup all later ends follow
    std::int8_t pending_end = kNone;
    std::uint8_t unused = 0;  // pads the size

    bool operator==(const State&) const = default;
};

static_assert(sizeof(Placed) == 16);
static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 4096);

}  // namespace uneri::tacta
