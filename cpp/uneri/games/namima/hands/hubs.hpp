// Where each crossing meld joins a part to the *hub* of its group, as a colour to the white cards of 荒波: what each
// part can take from the hub, as sets of count vectors, answers whether melds can use up a group.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

class Hubs {
public:
    // `local_ok` by type and Parts::index: local melds use the counts up.
    Hubs(const Parts& parts, const Cards& deck, std::span<const Cards> crossing,
         std::span<const std::uint8_t> local_ok);

    struct Group {
        int hub = 0;
        unsigned leaves = 0;       // the other parts, as bits
        std::uint32_t vector = 0;  // where the vectors of the hub start
    };
    // Empty if the crossing melds are not of this sort.
    const std::vector<Group>& groups() const noexcept { return groups_; }

    // visit(number) for each vector of the hub that, taken with the counts of a part (a number, too), melds use up.
    template <class Visit>
    void each_taken(int part, std::size_t counts, Visit&& visit) const {
        each(takes_[takes_start_[static_cast<std::size_t>(part)] + counts], visit);
    }

    // Are there two groups, of five parts each that alternate, the last of them its hub?
    bool alternate() const noexcept;
    // Where the counts of a part start in `singles`.
    alignas(32) std::array<std::uint32_t, kMaxParts> singles_start{};
    // Two sets of sets of kinds of the hub, as bits. The upper half: with just one card each of these kinds melds use a
    // part up, and without them the hub; the lower half: with some of these kinds they may, and the hub they always
    // may.
    std::vector<std::uint32_t> singles;

    // May melds use up the group, of which the parts `broken` are more than local melds can do? By part, `start` and
    // `at` are where its counts start in Tables::dense_ok and where they are.
    bool complete(const Group& group, unsigned broken, const std::uint32_t* start,
                  const std::uint32_t* at) const noexcept {
        const std::uint32_t hub = at[group.hub] - start[group.hub];
        const Vector* const vectors = vectors_.data() + group.vector;
        if (std::popcount(broken & group.leaves) > vectors[hub].cards) return false;  // each takes a card
        const auto takes = [&](unsigned parts) {
            const auto p = static_cast<std::size_t>(std::countr_zero(parts));
            return takes_[takes_start_[p] + at[p] - start[p]] & vectors[hub].within;
        };
        for (unsigned left = broken & group.leaves; left != 0; left &= left - 1) {
            if (takes(left).empty()) return false;
        }
        constexpr Set kNothing{1, 0};  // only the vector of no cards
        Set taken = kNothing;
        for (unsigned left = group.leaves; left != 0; left &= left - 1) {
            const Set more = takes(left);
            if (taken == kNothing) {
                taken = more;
            } else if (more != kNothing) {
                Set sums;
                each(taken, [&](unsigned vector) { sums |= (more & vectors[hub - vector].within) << vector; });
                if (sums.empty()) return false;
                taken = sums;
            }
        }
        return !(taken & vectors[hub].enough).empty();
    }

private:
    // Vectors of counts of a hub are numbered as in Tables::dense_ok, kind 0 fastest; a set of them is 128 bits.
    using Set = TwoWords;
    static constexpr std::size_t kMostVectors = 128;

    struct Vector {
        Set within;  // the vectors within it
        Set enough;  // of those, which leave only what local melds of the hub use up
        int cards = 0;
    };
    class Counted;

    void add_hub(const Counted& counted, int hub);
    void add_leaf(const Counted& counted, int part, int hub);
    void add_singles(const Counted& counted, int part, int hub, std::span<const Set> sets);

    template <class Visit>
    static void each(Set set, Visit&& visit) noexcept {
        for_each_bit(set.low, [&](int vector) { visit(static_cast<unsigned>(vector)); });
        for_each_bit(set.high, [&](int vector) { visit(static_cast<unsigned>(vector) + 64); });
    }

    std::vector<Group> groups_;
    std::vector<Vector> vectors_;
    std::vector<Set> takes_;  // by the counts of a part: what melds with it can take from the hub
    std::array<std::uint32_t, kMaxParts> takes_start_{};
};

}  // namespace uneri::namima
