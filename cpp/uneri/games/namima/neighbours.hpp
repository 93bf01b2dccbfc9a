// Finds the kinds with which a hand could make melds, and the cards that are in no meld. It handles all kinds at once
// by shifting sets of kinds. Melds of the same shape (such as RUN of three) form one pattern, whatever kind they begin
// with.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

// The result for one hand, as bits of kinds.
struct Touch {
    std::uint64_t callable = 0;  // with one more card of the kind, the hand holds a meld with that card
    std::uint64_t bare = 0;      // kinds of the hand that are in no meld within it
    bool operator==(const Touch&) const = default;
};

class Neighbours {
public:
    explicit Neighbours(const Melds& melds);

    Touch touch(const Cards& hand) const noexcept;

    // Could one card of `kind` bring all kinds of `bare` into melds? They would all be in one meld, since only one meld
    // can use that card. False is certain, true is not.
    bool may_join(std::uint64_t bare, int kind) const noexcept {
        return (bare & ~near_[static_cast<std::size_t>(kind)]) == 0 && std::popcount(bare) <= widest_;
    }
    // Is there a kind that could do so after some card has left the hand? (N-9.1)
    bool may_wait(std::uint64_t bare) const noexcept {
        if (std::popcount(bare) > widest_ + 1) return false;
        for (const std::uint64_t near : near_) {
            const std::uint64_t far = bare & ~near;
            if ((far & (far - 1)) == 0) return true;
        }
        return false;
    }
    // With this many cards in hand, every callable meld leaves a card over (N-5.8).
    int enough() const noexcept { return enough_; }

    // Patterns with the same counts, stored side by side for the largest registers. Entry i requires counts[i] cards of
    // the kind at offset[i] above a meld's first kind. `valid` holds the kinds with which a meld may begin.
    static constexpr std::size_t kLanes = 4;
    struct Block {
        std::uint64_t size = 0;
        std::uint8_t counts[kMaxMeldSize] = {};
        alignas(32) std::uint64_t offset[kMaxMeldSize][kLanes] = {};
        alignas(32) std::uint64_t valid[kLanes] = {};
    };

private:
    std::vector<Block> blocks_;
    std::vector<std::uint64_t> near_;  // by kind: the kinds that share a meld with it, and the kind itself
    int widest_ = 0;                   // the most kinds in a meld
    int enough_ = 0;
};

// The functions that are built twice (cpu_dispatch.hpp).
struct NeighboursKernel {
    Touch (*touch)(const Neighbours::Block* blocks, std::size_t count, const Cards& hand) noexcept;
};
extern const NeighboursKernel kNeighboursPortable;
extern const NeighboursKernel kNeighboursAvx2;

}  // namespace uneri::namima
