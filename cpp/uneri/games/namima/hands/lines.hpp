// Where each crossing meld takes one card each of some parts, all at one place of theirs, as SAI of 色波 takes cards of
// one rank: what the parts can spare at those places answers whether melds can use up a hand.
#pragma once

#include <span>
#include <vector>

#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

// Line number 4g + i is place i of the parts g, g + 2, g + 4 ..., and its melds are all sets of its kinds that have one
// of some sizes. Parts of unlike parity have nothing to do with each other.
struct Lines {
    // `local_ok` and `mendable` are Tables::ok and dense_mendable.
    Lines(const Parts& parts, std::span<const Cards> crossing, std::span<const std::uint8_t> local_ok,
          std::span<const std::uint32_t> mendable);

    // Do the crossing melds lie so? If not, there is nothing below.
    bool hold() const noexcept { return sizes != 0; }

    unsigned sizes = 0;  // as bits
    int least = 0;       // of them
    // As Tables::dense_mendable, but the upper half is a set of sets of kinds: without just one card of each of those,
    // local melds use the part up.
    std::vector<std::uint32_t> spare;
};

}  // namespace uneri::namima
