// All arrangements of a hand (text, N-3.16; 11.1).
#pragma once

#include <optional>
#include <vector>

#include "uneri/games/namima/hands/splits.hpp"

namespace uneri::namima {

struct Arrangement {
    std::vector<std::uint16_t> new_melds;  // P, ascending
    std::vector<std::uint16_t> exposed;    // F, ascending
    auto operator<=>(const Arrangement&) const = default;
};

// Hands of the built-in sets rarely have more than 100; a rule set can be made that has millions for one hand. So the
// list has an end: with more than `most` the search stops and nothing is returned.
inline constexpr std::size_t kMostArrangements = 100'000;
std::optional<std::vector<Arrangement>> arrangements(const Tables& tables, const Cards& hand, MeldIds exposed,
                                                     std::size_t most = kMostArrangements);

}  // namespace uneri::namima
