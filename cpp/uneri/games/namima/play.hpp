// Random play (rollouts): what seats can do is noted beside the state and written anew only for the seat whose cards
// have changed, and a random action is picked without a list. The same actions as by legal_actions and apply.
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/namima/neighbours.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

struct Notes {
    struct OfSeat {
        Touch touch;             // of the cards at rest
        std::uint64_t laid = 0;  // kinds that lay-offs may add to the exposed melds
        bool operator==(const OfSeat&) const = default;
    };
    PerSeat<OfSeat> seats{};
    bool apart = false;  // in ACT: the drawn card is not in the notes of its seat yet

    const OfSeat& of(int seat) const noexcept { return seats[static_cast<std::size_t>(seat)]; }
    bool operator==(const Notes&) const = default;
};

Notes make_notes(const Options& o, const State& s) noexcept;

// legal_actions(s)[rng.below(its size)] at a decision, and its notes are those of `s`.
Action pick_action(const Options& o, const State& s, const Notes& notes, SplitMix64& rng) noexcept;

// As apply(); the notes remain those of the state.
void apply(const Options& o, State& s, Action a, Notes& notes) noexcept;

}  // namespace uneri::namima
