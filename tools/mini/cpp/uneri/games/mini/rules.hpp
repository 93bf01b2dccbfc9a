// The state and the rules of MINI (docs/games/mini.md).
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "uneri/base/fixed_list.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/mini/options.hpp"

namespace uneri::mini {

enum Phase : std::uint8_t { kDeal, kPlay, kOver };

using Counts = std::array<std::uint8_t, kKinds>;
using ActionList = FixedList<Action, kKinds>;

constexpr int total(const Counts& counts) noexcept {
    int sum = 0;
    for (const std::uint8_t count : counts) sum += count;
    return sum;
}

struct State {
    Counts deck{};
    std::array<Counts, kMaxSeats> hand{};
    Counts played{};
    std::array<std::int8_t, kMaxSeats> table = {-1, -1, -1, -1};  // the card of each seat in this trick
    std::array<std::uint8_t, kMaxSeats> scores{};
    std::int8_t leader = 0;
    std::int8_t to_act = -1;  // a seat; -1 for chance and at the end
    Phase phase = kDeal;

    bool operator==(const State&) const = default;
};
static_assert(std::is_trivially_copyable_v<State> && std::has_unique_object_representations_v<State>);

inline State initial_state() noexcept {
    State s;
    s.deck.fill(kCopies);
    return s;
}

// The seat that gets the next card; `players` if all hands are dealt.
inline int deal_seat(const Options& o, const State& s) noexcept {
    int seat = 0;
    while (seat < o.players && total(s.hand[static_cast<std::size_t>(seat)]) == o.hand) ++seat;
    return seat;
}

inline void legal_actions(const State& s, ActionList& out) noexcept {
    out.clear();
    if (s.phase == kOver) return;
    const Counts& from = s.phase == kDeal ? s.deck : s.hand[static_cast<std::size_t>(s.to_act)];
    for (int k = 0; k < kKinds; ++k) {
        if (from[static_cast<std::size_t>(k)] > 0) out.push_back(k);
    }
}

inline bool is_legal(const State& s, Action a) noexcept {
    if (a < 0 || a >= kKinds) return false;
    const auto k = static_cast<std::size_t>(a);
    if (s.phase == kDeal) return s.deck[k] != 0;
    return s.phase == kPlay && s.hand[static_cast<std::size_t>(s.to_act)][k] != 0;  // M-3
}

inline Weight chance_weight(const State& s, Action a) noexcept {
    return a >= 0 && a < kKinds ? s.deck[static_cast<std::size_t>(a)] : 0;
}
inline Weight chance_total(const State& s) noexcept { return static_cast<Weight>(total(s.deck)); }
inline Action chance_pick(const State& s, Weight u) noexcept {
    Action a = 0;
    while (u >= s.deck[static_cast<std::size_t>(a)]) u -= s.deck[static_cast<std::size_t>(a++)];
    return a;
}

// M-4: the highest card; of equal ones the one played first.
inline int trick_winner(const Options& o, const State& s) noexcept {
    int best = s.leader;
    for (int step = 1; step < o.players; ++step) {
        const int seat = (s.leader + step) % o.players;
        if (s.table[static_cast<std::size_t>(seat)] > s.table[static_cast<std::size_t>(best)]) best = seat;
    }
    return best;
}

inline void apply(const Options& o, State& s, Action a) noexcept {
    const auto k = static_cast<std::size_t>(a);
    if (s.phase == kDeal) {
        --s.deck[k];
        ++s.hand[static_cast<std::size_t>(deal_seat(o, s))][k];
        if (deal_seat(o, s) < o.players) return;
        s.phase = kPlay;
        s.to_act = s.leader;
        return;
    }
    const auto seat = static_cast<std::size_t>(s.to_act);
    --s.hand[seat][k];
    ++s.played[k];
    s.table[seat] = static_cast<std::int8_t>(a);
    s.to_act = static_cast<std::int8_t>((s.to_act + 1) % o.players);
    if (s.to_act != s.leader) return;
    const int winner = trick_winner(o, s);
    ++s.scores[static_cast<std::size_t>(winner)];
    s.leader = s.to_act = static_cast<std::int8_t>(winner);
    if (total(s.hand[0]) == 0) {
        s.phase = kOver;  // M-5: the last trick stays on the table
        s.to_act = -1;
        return;
    }
    s.table.fill(-1);
}

inline unsigned winners(const Options& o, const State& s) noexcept {
    unsigned best = 0;
    unsigned seats = 0;
    for (int p = 0; p < o.players; ++p) {
        const unsigned score = s.scores[static_cast<std::size_t>(p)];
        if (score > best) seats = 0;
        if (score >= best) {
            best = score;
            seats |= 1u << p;
        }
    }
    return seats;
}

}  // namespace uneri::mini
