// The calls and self-calls of a hand that bring it nearer to a win (rules, N-5.3, 11.7).
#pragma once

#include <cstdint>
#include <vector>

#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri::namima {

struct SelfCall {
    std::uint16_t meld = 0;
    int deficiency = 0;            // afterwards
    std::uint64_t acceptance = 0;  // then, the kinds as bits
};

// Those that leave a deficiency of at most `most`, melds ascending. `growth` is the growth before the call.
std::vector<SelfCall> self_calls(const Tables& tables, const Cards& hand, MeldIds exposed, int most, int growth,
                                 const Cards& visible);

// 11.7, for a hand at rest, kinds ascending. `melds` is empty if the call wins. If `level`, also the calls that leave
// the deficiency as it is and the acceptance with more copies.
struct CallAccept {
    int kind = 0;
    int copies = 0;
    std::vector<std::uint16_t> melds;
    bool operator==(const CallAccept&) const = default;
};
std::vector<CallAccept> call_acceptance(const Tables& tables, const Cards& hand, MeldIds exposed,
                                        int growth = kAnyGrowth, const Cards& visible = {}, bool level = false);
// The ids of the melds that reduce the deficiency when `kind` is called (11.7), for a hand at rest of deficiency `now`.
// Writes them to `out` in ascending order and returns their number. `out` must have room for melds.holding(kind).
int helpful_calls(const Tables& tables, const Cards& hand, MeldIds exposed, int kind, int now, int growth,
                  const Cards& visible, std::uint16_t* out) noexcept;

}  // namespace uneri::namima
