// The facts that every game declares about itself.
#pragma once

#include <cstdint>
#include <span>
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

// One named block of an observation tensor; blocks follow one another in the order of the layout.
struct Segment {
    std::string name;
    std::vector<int> shape;
    float low = 0.0F;            // in observations of bytes: the value of 0,
    float step = 1.0F / 255.0F;  // and of each step above it

    int size() const noexcept {
        int product = 1;
        for (const int extent : shape) product *= extent;
        return product;
    }
};

// Writes the blocks of an observation one after the other into a buffer that starts as all zeros.
class TensorWriter {
public:
    explicit TensorWriter(std::span<float> out) noexcept : at_(out.data()) {}

    // The start of the next block of `size` numbers.
    float* block(int size) noexcept {
        float* start = at_;
        at_ += size;
        return start;
    }
    void scalar(float value) noexcept { *block(1) = value; }
    // One-hot of `index` among `size`; all zeros for an index outside.
    void one_hot(int index, int size) noexcept {
        float* start = block(size);
        if (index >= 0 && index < size) start[index] = 1.0F;
    }
    const float* end() const noexcept { return at_; }

private:
    float* at_;
};

}  // namespace uneri
