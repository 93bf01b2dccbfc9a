// The player of a network. It evaluates what its seat sees after each action, and takes the best action.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "uneri/engine/loops.hpp"
#include "uneri/engine/net/judge.hpp"
#include "uneri/engine/net/network.hpp"

namespace uneri {

inline constexpr int kWorldsOfChoice = 12;  // drawn where an action reveals something, or seats choose in secret

template <FeatureGame G>
class NetPlayer {
public:
    using State = typename G::State;
    using List = typename G::Actions;
    using Judgements = std::array<std::int32_t, kMostActions<G>>;

    NetPlayer(const G& game, const Network& net, int worlds = kWorldsOfChoice) noexcept
        : game_(game), net_(net), worlds_(worlds), margin_(net.margin) {}

    // By how much an action must beat the greedy player's. Replaces the margin in the network's file.
    void set_margin(std::int32_t margin) noexcept { margin_ = margin; }

    // The value of a state to a seat that sees it: the network's output. At a match's end the outcome of the match, as
    // in searches; at a round's end that of the points earned since `from`.
    std::int32_t value(const State& s, int seat, const Episode<G>& from) const noexcept {
        return ActionJudge<G>(game_, net_, worlds_).value(s, seat, from);
    }

    // A value for each legal action of the seat to act.
    void judge(const State& s, const List& list, SplitMix64& rng, Judgements& out) const noexcept {
        loops<G>().judge_actions(game_, net_, worlds_, s, list, rng, out.data());
    }

    Action choose(const State& s, SplitMix64& rng) const noexcept {
        List list;
        game_.legal_actions(s, list);
        if (list.size() == 1) return list[0];
        Judgements values;
        judge(s, list, rng, values);
        return list[best(s, list, values)];
    }

    // The best action; the greedy player's unless another beats it by the margin.
    std::size_t best(const State& s, const List& list, const Judgements& values) const noexcept {
        std::size_t top = 0;
        for (std::size_t i = 1; i < list.size(); ++i) {
            if (values[i] > values[top]) top = i;
        }
        if (margin_ == 0) return top;
        const Action usual = loops<G>().greedy(game_, s);
        for (std::size_t i = 0; const Action a : list) {
            if (a == usual) return values[top] > values[i] + margin_ ? top : i;
            ++i;
        }
        return top;
    }

private:
    const G& game_;
    const Network& net_;
    int worlds_;
    std::int32_t margin_;
};

}  // namespace uneri
