// The facts that every game declares about itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uneri {

// Sizes and bounds of a game under its options. Bounds hold for every line of play; each game explains its own.
struct Limits {
    int players = 0;
    int actions = 0;                // ids 0..actions-1
    int chance_outcomes = 0;        // outcomes 0..chance_outcomes-1
    int legal_actions = 0;          // longest list of legal actions
    std::int64_t decisions = 0;     // decisions of seats on the longest path
    std::int64_t chance_nodes = 0;  // chance nodes on the longest path
    int min_score = 0;              // of one seat over the whole match
    int max_score = 0;
};

//
enum class Utility : std::uint8_t { kScore, kMargin, kWin };

// In observations of bytes, a byte of a segment means low + step * byte.
struct Scale {
    float low = 0.0F;
    float step = 1.0F / 255.0F;
};

// One named block of an observation tensor; blocks follow one another in the order of the layout.
struct Segment {
    std::string name;
    std::vector<int> shape;
    float low = 0.0F;  // the scale of its numbers
    float step = 1.0F / 255.0F;

    int size() const noexcept {
        int product = 1;
        for (const int extent : shape) product *= extent;
        return product;
    }
};

}  // namespace uneri
