// What networks think of every legal action, and what they choose: integers, so the same on every platform.
#pragma once

#include <algorithm>
#include <vector>

#include "digest/walks.hpp"
#include "uneri/engine/net/features.hpp"
#include "uneri/engine/net/float_network.hpp"

namespace uneri::digest {

// A number of choices in games that a network plays; now and then it takes any action. Calls
// judge(state, list, luck, values) for each, which fills `values`, one for each action of the list.
template <class Judge>
void each_choice(const AnyGame& game, long number, Judge&& judge) {
    SplitMix64 rng(21);
    for (long done = 0; done < number;) {
        AnyState s = game.initial();
        for (int player = game.player(s); player != kTerminal && done < number; player = game.player(s)) {
            if (player == kChance) {
                game.apply(s, game.draw_chance(s, rng));
                continue;
            }
            AnyActions list;
            game.legal_actions(s, list);
            std::vector<std::int32_t> values(list.size());
            judge(s, list, stream(4, static_cast<std::uint64_t>(done)), values);
            ++done;
            const auto top = static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
            game.apply(s, list[rng.below(3) == 0 ? rng.below(list.size()) : top]);
        }
    }
}

inline constexpr int kChoiceWorlds = 2;

inline Network random_network(const AnyGame& game) {
    return FloatNetwork(std::vector<float>(static_cast<std::size_t>(num_features(game)), 0.25F), 3).rounded(false);
}

template <FeatureGame G>
Digest choices(const PlainData::Map& rules, long number) {
    const AnyGame game = game_of<G>(rules);
    const Network net = random_network(game);
    Digest digest;
    each_choice(game, number,
                [&](const AnyState& s, const AnyActions& list, SplitMix64 luck, std::vector<std::int32_t>& values) {
                    game.judge_actions(net, kChoiceWorlds, s, list.span(), luck, values.data());
                    digest.add(std::span<const std::int32_t>(values));
                    digest.add(luck.state());
                });
    return digest;
}

}  // namespace uneri::digest
