// The least number of plays that shed a hand (rules, section 9).
#pragma once

#include "uneri/games/onda/cards.hpp"

namespace uneri::onda {

// The tables behind min_plays: about 60 KB, built on the first call, read-only afterwards. In a loop, keep the
// reference.
class MinPlays {
public:
    static const MinPlays& get();

    // The least number of natural plays.
    int operator()(Cards hand) const noexcept;
    // The least number of plays, of which at most one uses a joker.
    int with_joker(Cards hand) const noexcept;
    // The least number of plays, of which at most `jokers` use a joker. The cost grows with every joker; above
    // kMostCards cards at most kFewJokers are considered.
    int operator()(Cards hand, int jokers) const noexcept;

    static constexpr int kBlock = 5;
    static constexpr int kMostCards = 15;
    static constexpr int kFewJokers = 2;

private:
    MinPlays() noexcept;
    int with_holes(Cards hand, int jokers, int first) const noexcept;

    // A *block* is a stretch of numbers linked by neighbours of the same suit. No play crosses its ends, so each block
    // is counted on its own. A block of up to 5 numbers is an index in base 9, with a digit 3 * blue + green per
    // number.
    static constexpr int kEntries = 9 * 9 * 9 * 9 * 9;
    std::uint8_t table_[kEntries];
};

}  // namespace uneri::onda
