// The state of Namima (rules, 5.1): a plain value without history, pointers or padding.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

#include "uneri/games/namima/cards.hpp"

namespace uneri::namima {

enum Phase : std::uint8_t { kSeatDraw, kDeal, kDraw, kAct, kWon, kMe, kOver };
inline constexpr int kPhases = kOver + 1;

template <class T>
using PerSeat = std::array<T, kMaxSeats>;  // seats that do not play keep the values of a new state

inline constexpr int kMostExposed = kMaxDeal - 1;  // 5.1: each exposure takes a concealed card, and one must remain

// The exposed melds of a seat, in order of exposure.
class Exposed {
public:
    constexpr bool operator==(const Exposed&) const = default;
    constexpr int size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    std::span<const std::uint16_t> ids() const noexcept { return {ids_.data(), size_}; }
    constexpr void add(int meld) noexcept { ids_[size_++] = static_cast<std::uint16_t>(meld); }
    // Replaces the first `meld`, which must be there, by `larger`.
    constexpr void replace(int meld, int larger) noexcept {
        std::size_t i = 0;
        while (ids_[i] != meld) ++i;
        ids_[i] = static_cast<std::uint16_t>(larger);
    }
    constexpr bool has(int meld) const noexcept {
        for (std::size_t i = 0; i < size_; ++i) {
            if (ids_[i] == meld) return true;
        }
        return false;
    }

private:
    std::array<std::uint16_t, kMostExposed> ids_{};
    std::uint16_t size_ = 0;
};

struct State {
    PerSeat<Cards> hand{};
    PerSeat<Cards> thrown{};
    Cards lying;
    Cards wall;
    PerSeat<std::int32_t> score{};
    std::int32_t pot = 0;
    PerSeat<Exposed> exposed{};
    std::uint8_t game = 0;
    std::uint8_t declared = 0;  // bit seat
    Phase phase = kSeatDraw;
    std::int8_t dealer = -1;
    std::int8_t turn = -1;
    std::int8_t to_act = -1;
    std::int8_t drawn = -1;
    std::int8_t claim = -1;
    std::int8_t dora = -1;
    std::array<std::uint8_t, 7> zero{};  // fills the padding, so that states can be compared and hashed as bytes

    constexpr bool operator==(const State&) const = default;
    constexpr Cards& hand_of(int seat) noexcept { return hand[static_cast<std::size_t>(seat)]; }
    constexpr const Cards& hand_of(int seat) const noexcept { return hand[static_cast<std::size_t>(seat)]; }
    constexpr Exposed& exposed_of(int seat) noexcept { return exposed[static_cast<std::size_t>(seat)]; }
    constexpr const Exposed& exposed_of(int seat) const noexcept { return exposed[static_cast<std::size_t>(seat)]; }
    constexpr const Cards& thrown_of(int seat) const noexcept { return thrown[static_cast<std::size_t>(seat)]; }
    constexpr bool has_declared(int seat) const noexcept { return (declared >> seat & 1) != 0; }
};

static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);
static_assert(sizeof(State) <= 512);

}  // namespace uneri::namima
