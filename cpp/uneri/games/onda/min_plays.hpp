// The least number of plays that shed a hand (text, section 9).
#pragma once

#include "uneri/games/onda/cards.hpp"

namespace uneri::onda {

// The tables behind min_plays: built on the first call, about 60 KB, then only read. Hold the reference in a loop.
class MinPlays {
public:
    static const MinPlays& get();

    // With natural plays only.
    int operator()(Cards hand) const noexcept;
    // With at most `jokers` plays that use a joker. Cost grows with every joker; for more than kMostCards cards at
    // most kFewJokers jokers are taken.
    int operator()(Cards hand, int jokers) const noexcept;

    static constexpr int kMostCards = 15;
    static constexpr int kFewJokers = 2;

private:
    MinPlays() noexcept;
    int with_holes(Cards hand, int jokers, int first) const noexcept;

    // A *block* is a stretch of numbers that same-suit neighbours link. No play reaches over its ends, so blocks are
    // counted one by one. A block of up to 5 numbers is an index in base 9, a digit 3 * blue + green per number.
    static constexpr int kBlock = 5;
    static constexpr int kEntries = 9 * 9 * 9 * 9 * 9;
    std::uint8_t table_[kEntries];
};

}  // namespace uneri::onda
