// Which kinds may be put down (rules, 5.1 and 5.3).
#pragma once

#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/state.hpp"

namespace uneri::solo {

// S-5.1. `top` is a kind, or -1 for an empty pile, whose symbol matches nothing.
constexpr KindSet matching_kinds(int top, int active_colour) noexcept {
    if (active_colour == kAny) return kAllKinds;
    const KindSet symbols = top < 0 || is_black(top) ? 0 : kinds_of_symbol(symbol_of(top));  // S-5.3
    return kBlackKinds | kinds_of_colour(active_colour) | symbols;
}

// S-5.7, S-5.8
constexpr KindSet extending_kinds(int top, int active_colour, Chain chain, bool extend_any_wild) noexcept {
    const KindSet draw2 = chain == kChainDraw2 ? kinds_of_symbol(kDraw2) : 0;
    if (!extend_any_wild) return draw2 | (chain == kChainDraw4 ? bit_of(kWildDraw4) : 0);
    return kBlackKinds | (draw2 & matching_kinds(top, active_colour));
}

constexpr KindSet playable(const State& s, Cards hand) noexcept {
    return hand.kinds() & matching_kinds(s.top, s.active_colour);
}
constexpr KindSet extenders(const Options& o, const State& s, Cards hand) noexcept {
    return hand.kinds() & extending_kinds(s.top, s.active_colour, s.chain, o.extend_any_wild);
}

}  // namespace uneri::solo
