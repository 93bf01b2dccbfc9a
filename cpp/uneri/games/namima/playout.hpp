// Random playouts with a cache. The cache says what each seat can do, and is computed again only for a seat whose cards
// change. A random action is picked without a list. The actions are those of legal_actions and apply.
#pragma once

#include "uneri/base/rng.hpp"
#include "uneri/games/namima/neighbours.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/state.hpp"

namespace uneri::namima {

struct PlayoutCache {
    struct OfSeat {
        Touch touch;             // of the seat's hand at rest
        std::uint64_t laid = 0;  // kinds that lay-offs may add to the exposed melds
        bool operator==(const OfSeat&) const = default;
    };
    PerSeat<OfSeat> seats{};
    bool apart = false;  // in ACT: the seat's cache does not count the drawn card yet

    const OfSeat& of(int seat) const noexcept { return seats[static_cast<std::size_t>(seat)]; }
    bool operator==(const PlayoutCache&) const = default;
};

PlayoutCache make_playout_cache(const Options& o, const State& s) noexcept;

// Gives legal_actions(s)[rng.below(size)] at a decision. `cache` must be that of `s`.
Action pick_action(const Options& o, const State& s, const PlayoutCache& cache, SplitMix64& rng) noexcept;

// Applies an action and updates the cache.
void apply(const Options& o, State& s, Action a, PlayoutCache& cache) noexcept;

}  // namespace uneri::namima
