// Places in one table for the counts of a part with one or two exposed melds or none. A meld moves a place by so much
// whatever the counts, and two melds by the sum of their moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "uneri/games/namima/hands/part_counts.hpp"

namespace uneri::namima {

class OpenPlaces {
public:
    // Without melds: those in the order of each_counts(caps).
    explicit OpenPlaces(const Counts& caps);

    // The move of one more meld such that no place of other counts or other melds is one with it; `pairs`: also with
    // each of the melds before it, or twice. 0 if there is none that is not too large.
    std::uint32_t add(const Counts& meld, bool pairs);

    std::uint32_t place(const Counts& hand) const noexcept;  // without melds
    // All places, also those that hands of more cards than there are would have.
    std::size_t size() const noexcept { return 2 * (closed_ + most_moved_); }

private:
    using Places = std::vector<std::uint32_t>;
    void want(const Counts& melds, std::uint32_t move, Places& places) const;
    void take(const Places& places, std::uint32_t move);
    std::uint64_t free_at(std::size_t place) const noexcept;
    bool all_free(const Places& places, std::uint32_t move) const noexcept;

    struct Moved {
        Counts meld;
        std::uint32_t move;
    };
    Counts caps_;
    std::size_t closed_ = 1;  // places without melds
    std::uint32_t most_moved_ = 0;
    std::vector<Moved> moved_;
    std::vector<std::uint64_t> taken_;  // by place, as bits
};

}  // namespace uneri::namima
