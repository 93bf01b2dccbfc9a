// The player of a network. It evaluates what its seat sees after each action, and takes the best action.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/network.hpp"

namespace uneri {

inline constexpr int kWorldsOfChoice = 12;  // drawn where an action reveals something, or seats choose in secret

// Of a game with features.
class NetPlayer {
public:
    using Judgements = std::array<std::int32_t, static_cast<std::size_t>(kMostListed)>;

    NetPlayer(const AnyGame& game, const Network& net, int worlds = kWorldsOfChoice) noexcept
        : game_(game), net_(net), worlds_(worlds), margin_(net.margin) {}

    // By how much an action must beat the greedy player's. Replaces the margin in the network's file.
    void set_margin(std::int32_t margin) noexcept { margin_ = margin; }

    // The value of a state to a seat that sees it: the network's output. At a match's end the outcome of the match, as
    // in searches; at a round's end that of the points earned since `from`.
    std::int32_t value(const std::byte* s, int seat, const Episode& from) const noexcept {
        return game_.judge_state(net_, worlds_, s, seat, from);
    }

    // A value for each legal action of the seat to act.
    void judge(const std::byte* s, std::span<const Action> legal, SplitMix64& rng, Judgements& out) const noexcept {
        game_.judge_actions(net_, worlds_, s, legal, rng, out.data());
    }

    Action choose(const std::byte* s, SplitMix64& rng) const noexcept {
        AnyActions list;
        game_.legal_actions(s, list);
        if (list.size() == 1) return list[0];
        Judgements values;
        judge(s, list.span(), rng, values);
        return list[best(s, list, values)];
    }

    // The best action; the greedy player's unless another beats it by the margin.
    std::size_t best(const std::byte* s, const AnyActions& list, const Judgements& values) const noexcept {
        std::size_t top = 0;
        for (std::size_t i = 1; i < list.size(); ++i) {
            if (values[i] > values[top]) top = i;
        }
        if (margin_ == 0) return top;
        const Action usual = game_.greedy(s);
        for (std::size_t i = 0; const Action a : list) {
            if (a == usual) return values[top] > values[i] + margin_ ? top : i;
            ++i;
        }
        return top;
    }

private:
    const AnyGame& game_;
    const Network& net_;
    int worlds_;
    std::int32_t margin_;
};

}  // namespace uneri
