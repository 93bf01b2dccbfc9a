// The body of waits.cpp, see isa.hpp.

#include "uneri/games/namima/hands/waits_rows.inl"

std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t bits) noexcept {
    return Search{tables, exposed}.waits(hand, bits);
}
