// The body of complete.cpp, see isa.hpp.

#include "uneri/games/namima/hands/complete_rows.inl"

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    return Search{tables, exposed}.complete(hand);
}
