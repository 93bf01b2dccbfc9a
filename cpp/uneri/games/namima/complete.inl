// The body of complete.cpp, see isa.hpp.

#include "uneri/games/namima/waits_rows.inl"

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    return Search{tables, exposed}.complete(hand);
}

std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t bits) noexcept {
    return Search{tables, exposed}.waits(hand, bits);
}
