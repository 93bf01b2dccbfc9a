// The points of a set of melds (rules, N-7.2 and N-7.3), from tables made once per rule set.
#pragma once

#include <span>
#include <vector>

#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

// How often each combination applies, indexed by Combo, then own ones.
using ComboTimes = std::array<std::int16_t, kCombos + kMostOwnCombos>;

class Points {
public:
    explicit Points(const Melds& melds);

    struct OfMeld {
        std::int16_t open = 0;
        std::int16_t closed = 0;
        std::uint8_t classes = 0;      // Class bits, for combinations with a condition on all melds
        std::uint8_t colours = 0;      // of SAME and RUN, as a bit
        std::uint8_t big_colours = 0;  // the same, for size 3 or more
        bool twins = false;            // counts for TWIN
        std::uint8_t word = 0;         // the word with its bit
        std::uint64_t bit = 0;         // in the pattern of a hand; 0: no combination uses it
    };
    const OfMeld& of(int id) const noexcept { return of_[static_cast<std::size_t>(id)]; }

    // Combination points of all melds of a hand.
    int combination_points(std::span<const std::uint16_t> melds) const noexcept;
    // The same for each combination; 0 for those not in the rule set.
    ComboTimes times(std::span<const std::uint16_t> melds) const noexcept;
    // An upper bound of the combination points of these melds and any others, without the bonus() of the others.
    int bound(std::span<const std::uint16_t> melds) const noexcept;
    // The most points that a meld can add to combinations without a condition on all melds.
    int bonus(int id) const noexcept;
    int value(int combo) const noexcept { return value_[static_cast<std::size_t>(combo)]; }
    bool listed(int combo) const noexcept { return (listed_ >> combo & 1) != 0; }

private:
    enum Class : std::uint8_t { kColoured = 1, kBigSame = 2, kRunOnly = 4, kSaiOnly = 8, kBig = 16 };
    // A pattern has a bit for each RUN by colour, low and size; for each SAME of 3 cards or more by colour and rank;
    // and for each AYA by direction, low and size. Bits of equal low and size are adjacent in one word.
    static constexpr std::size_t kWords = 8;
    using Pattern = std::array<std::uint64_t, kWords>;
    struct Group {
        std::uint64_t mask = 0;
        std::uint8_t word = 0;
        std::uint8_t combo = 0;
        std::uint8_t free = 0;  // the number of its bits that score nothing
    };

    // Properties that all of the melds have, or some of them.
    struct Union {
        unsigned classes = kColoured | kBigSame | kRunOnly | kSaiOnly | kBig;
        unsigned colours = 0;
        unsigned big_colours = 0;
        Pattern pattern{};
    };
    Union unite(std::span<const std::uint16_t> melds) const noexcept;
    template <class Found>
    void each_combo(std::span<const std::uint16_t> melds, Found&& found) const noexcept;
    template <class Found>
    void each_counted(std::span<const std::uint16_t> melds, const Pattern& pattern, Found&& found) const noexcept;
    void make_groups(const Melds& melds);

    std::vector<OfMeld> of_;
    std::vector<Group> groups_;      // SANJUN, SANDOU, CROSS
    std::vector<Pattern> throughs_;  // THROUGH: the runs of a colour
    std::size_t words_ = 0;
    std::uint16_t listed_ = 0;
    std::uint8_t all_colours_ = 0;
    std::uint8_t honour_ = 0;  // as a bit; 0: none
    ComboTimes value_{};
    OwnCombos own_;
};

}  // namespace uneri::namima
