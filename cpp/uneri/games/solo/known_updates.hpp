// Updates what seats know of each other's hands as cards move (rules, 8.3). Playouts that need only the final score
// skip it.
#pragma once

#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

constexpr SeatSet all_but(const Options& o, int seat) noexcept { return ((1u << o.players) - 1) & ~(1u << seat); }

// 8.3: when the draw pile is empty, a seat that knows all other hands but one knows that one as well.
void deduce_hands(const Options& o, State& s) noexcept;

struct Knowing {
    const Options& o;
    State& s;

    void put_down(int seat, int kind) const noexcept { s.known.forget(seat, kind); }
    void show(int seat, int kind, bool fresh) const noexcept { s.known.show(seat, kind, all_but(o, seat), fresh); }
    // Called before the move.
    void move_hands(const PerSeat<std::uint8_t>& to) const noexcept { s.known.move_hands(to, s.hand); }
    void draw_pile_is_empty() const noexcept { deduce_hands(o, s); }
};

struct Unknowing {
    void put_down(int, int) const noexcept {}
    void show(int, int, bool) const noexcept {}
    void move_hands(const PerSeat<std::uint8_t>&) const noexcept {}
    void draw_pile_is_empty() const noexcept {}
};

}  // namespace uneri::solo
