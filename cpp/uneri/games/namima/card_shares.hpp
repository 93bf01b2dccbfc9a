// Tables for observations: numbers of cards as shares of all that there are.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include "uneri/base/tensor.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

inline constexpr int kMostInDeck = 200;  // N-2.2

struct CardShares {
    explicit CardShares(const Melds& melds)
        : exposed(melds.deal_size() - 1), hand(melds.deal_size() + 1), wall(melds.deck_size()) {
        int common = 1;  // All kinds use the same step; it is at least 1/60.
        std::array<std::uint8_t, kMaxKinds> copies{};
        for (int kind = 0; kind < melds.kinds(); ++kind) {
            const int count = melds.deck().count(kind);
            copies[static_cast<std::size_t>(kind)] = static_cast<std::uint8_t>(count);
            common = std::lcm(common, std::max(1, count));
        }
        card = share_scale(common);
        of_kind = {std::span(copies), card};
    }

    Scale card;  // of blocks of kinds
    CardWeights<kMaxKinds> of_kind;
    Shares<kMaxDeal + 1> exposed;  // melds of a seat
    Shares<kMostInDeck + 1> hand;  // cards of a seat
    Shares<kMostInDeck + 1> wall;
};

}  // namespace uneri::namima
