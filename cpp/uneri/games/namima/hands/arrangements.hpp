// All arrangements of a hand (text, N-3.16; 11.1).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "uneri/games/namima/hands/splits.hpp"

namespace uneri::namima {

// The order of lists of ids. std::vector's own < is wrong for them with libstdc++ 12 where the high byte comes first
// (s390x): in C++20 it compares them as bytes.
struct IdsBefore {
    bool operator()(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b) const noexcept {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }
};

struct Arrangement {
    std::vector<std::uint16_t> new_melds;  // P, ascending
    std::vector<std::uint16_t> exposed;    // F, ascending
    bool operator==(const Arrangement&) const = default;
    bool operator<(const Arrangement& other) const noexcept {
        return new_melds == other.new_melds ? IdsBefore{}(exposed, other.exposed)
                                            : IdsBefore{}(new_melds, other.new_melds);
    }
};

// Hands of the built-in sets rarely have more than 100; a rule set can be made that has millions for one hand. So the
// list has an end: with more than `most` the search stops and nothing is returned.
inline constexpr std::size_t kMostArrangements = 100'000;
std::optional<std::vector<Arrangement>> arrangements(const Tables& tables, const Cards& hand, MeldIds exposed,
                                                     std::size_t most = kMostArrangements);

}  // namespace uneri::namima
