// The greedy player's faster kin for rollouts: the same aims, with the first good discard in place of the best and no
// look at self-calls and lay-offs while the hand can still win.
#pragma once

#include <array>
#include <cstdint>

#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

// How much a card has to do with the others: the smallest melds that hold both of two kinds.
class Links {
public:
    explicit Links(const Melds& melds);

    // Of a kind in a hand: over the other cards of the hand, the smallest melds that hold it and them.
    int of(const Cards& hand, int kind) const noexcept {
        const auto& shared = shared_[static_cast<std::size_t>(kind)];
        int sum = -shared[static_cast<std::size_t>(kind)];  // not with itself
        hand.each([&](int other, int count) { sum += shared[static_cast<std::size_t>(other)] * count; });
        return sum;
    }

private:
    std::array<std::array<std::uint8_t, kMaxKinds>, kMaxKinds> shared_{};
};

// A legal action of the seat to act. It reads the own hand and what lies open, nothing else.
Action quick_action(const Options& o, const State& s) noexcept;

}  // namespace uneri::namima
