// The self-calls of a hand in ACT (rules, N-5.3), and what they leave.
#pragma once

#include <cstdint>
#include <vector>

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

struct SelfCall {
    std::uint16_t meld = 0;
    int deficiency = 0;            // afterwards
    std::uint64_t acceptance = 0;  // then, the kinds as bits
};

// Those that leave a deficiency of at most `most`, melds ascending. `growth` is the growth before the call.
std::vector<SelfCall> self_calls(const Tables& tables, const Cards& hand, MeldIds exposed, int most, int growth,
                                 const Cards& visible);

}  // namespace uneri::namima
