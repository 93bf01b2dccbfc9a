// Which kinds a hand could make melds with, and which of its cards are in none: for all kinds at once, by shifting sets
// of kinds over each other. Melds of one shape (RUN of three, say) are one pattern, whatever kind they begin with.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

// Of one hand, as bits of kinds.
struct Touch {
    std::uint64_t callable = 0;  // with one more card of the kind, a meld that holds it lies within the hand
    std::uint64_t bare = 0;      // kinds of the hand that no meld within it holds
    bool operator==(const Touch&) const = default;
};

class Neighbours {
public:
    explicit Neighbours(const Melds& melds);

    Touch touch(const Cards& hand) const noexcept;

    // Could a card of `kind` bring all these kinds, which no meld without that card holds, into melds? All would be in
    // one meld, since one meld alone needs that card. False is sure, true is not.
    bool may_join(std::uint64_t bare, int kind) const noexcept {
        return (bare & ~near_[static_cast<std::size_t>(kind)]) == 0 && std::popcount(bare) <= widest_;
    }
    // Is there a kind that could do so once a card is gone, whichever? (N-9.1)
    bool may_wait(std::uint64_t bare) const noexcept {
        if (std::popcount(bare) > widest_ + 1) return false;
        for (const std::uint64_t near : near_) {
            const std::uint64_t far = bare & ~near;
            if ((far & (far - 1)) == 0) return true;
        }
        return false;
    }
    // With that many cards in hand every meld that is callable leaves one over (N-5.8).
    int enough() const noexcept { return enough_; }

    // Patterns with the same counts, side by side as the largest registers hold them. Entry i asks for counts[i] cards
    // of the kind at offset[i] above the kind that a meld begins with; `valid` are the kinds that one does begin with.
    static constexpr std::size_t kLanes = 4;
    struct Block {
        std::uint64_t size = 0;
        std::uint8_t counts[kMaxMeldSize] = {};
        alignas(32) std::uint64_t offset[kMaxMeldSize][kLanes] = {};
        alignas(32) std::uint64_t valid[kLanes] = {};
    };

private:
    std::vector<Block> blocks_;
    std::vector<std::uint64_t> near_;  // by kind: the kinds that are in a meld with it, itself among them
    int widest_ = 0;                   // the most kinds of a meld
    int enough_ = 0;
};

// What is built twice (cpu_dispatch.hpp).
struct NeighboursKernel {
    Touch (*touch)(const Neighbours::Block* blocks, std::size_t count, const Cards& hand) noexcept;
};
extern const NeighboursKernel kNeighboursPortable;
extern const NeighboursKernel kNeighboursAvx2;

}  // namespace uneri::namima
