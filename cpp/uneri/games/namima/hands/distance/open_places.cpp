#include "uneri/games/namima/hands/distance/open_places.hpp"

#include <algorithm>
#include <bit>

namespace uneri::namima {
namespace {

constexpr std::uint32_t kMostMoved = std::uint32_t{1} << 15;
constexpr std::uint32_t kWord = 64;

}  // namespace

OpenPlaces::OpenPlaces(const Counts& caps) : caps_(caps) {
    for (const int cap : caps) closed_ *= static_cast<std::size_t>(cap + 1);
    taken_.resize((closed_ + 2 * kMostMoved) / kWord + 2);
    Places closed;
    want({}, 0, closed);
    take(closed, 0);
}

// Places of two melds lie within those of one of them, moved by the other. So those with the new meld don't meet each
// other, if they meet none before.
std::uint32_t OpenPlaces::add(const Counts& meld, bool pairs) {
    Places once;  // less the move to be found
    Places twice;
    want(meld, 0, once);
    if (pairs) {
        for (const Moved& other : moved_) want(plus(other.meld, meld), other.move, once);
        want(plus(meld, meld), 0, twice);
    }
    for (std::uint32_t first = 0; first < kMostMoved; first += kWord) {
        std::uint64_t free = ~std::uint64_t{0};
        for (std::size_t i = 0; i < once.size() && free != 0; ++i) free &= free_at(once[i] + first);
        for (; free != 0; free &= free - 1) {
            const std::uint32_t move = first + static_cast<std::uint32_t>(std::countr_zero(free));
            if (!all_free(twice, 2 * move)) continue;
            take(once, move);
            take(twice, 2 * move);
            moved_.push_back({meld, move});
            most_moved_ = std::max(most_moved_, move);
            return move;
        }
    }
    return 0;
}

std::uint32_t OpenPlaces::place(const Counts& hand) const noexcept {
    int place = 0;
    for (std::size_t i = kPartKinds; i-- > 0;) place = place * (caps_[i] + 1) + hand[i];
    return static_cast<std::uint32_t>(place);
}

void OpenPlaces::want(const Counts& melds, std::uint32_t move, Places& places) const {
    if (!within(melds, caps_)) return;
    each_counts(minus(caps_, melds), [&](const Counts& hand) { places.push_back(place(hand) + move); });
}

void OpenPlaces::take(const Places& places, std::uint32_t move) {
    for (const std::uint32_t place : places)
        taken_[(place + move) / kWord] |= std::uint64_t{1} << (place + move) % kWord;
}

// Bit i: is the place + i free?
std::uint64_t OpenPlaces::free_at(std::size_t place) const noexcept {
    const std::uint64_t low = taken_[place / kWord] >> place % kWord;
    return ~(low | taken_[place / kWord + 1] << 1 << (kWord - 1 - place % kWord));
}

bool OpenPlaces::all_free(const Places& places, std::uint32_t move) const noexcept {
    for (const std::uint32_t place : places) {
        if ((free_at(place + move) & 1) == 0) return false;
    }
    return true;
}

}  // namespace uneri::namima
