// What a network adds to a search: its opinion of actions, and playouts in which it chooses for all seats.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "uneri/engine/net/player.hpp"
#include "uneri/engine/search/judge.hpp"

namespace uneri {

// Settings for a game without features have no network.
class Guide {
public:
    Guide(const AnyGame& game, const SearchSettings& settings) noexcept
        : game_(game), net_(settings.net), plays_out_(settings.rollout == Rollout::kNetwork) {}

    bool has_opinion() const noexcept { return net_ != nullptr; }
    bool plays_out() const noexcept { return net_ != nullptr && plays_out_; }

    // For each action of the seat to act: the share of the other seats that the network expects it to leave behind.
    void judge(const std::byte* s, std::span<const Action> legal, SplitMix64& rng, std::vector<float>& shares) const {
        NetPlayer::Judgements values;
        NetPlayer(game_, *net_).judge(s, legal, rng, values);
        shares.resize(legal.size());
        for (std::size_t i = 0; i < legal.size(); ++i)
            shares[i] = static_cast<float>(share_of_value(values[i])) / 65536.0F;
    }
    // Plays to the end or the horizon.
    void play_out(const Judge& judge, std::byte* s, SplitMix64& luck, SplitMix64& choices) const noexcept {
        const NetPlayer player(game_, *net_, kWorldsInPlayouts);
        for (int seat = game_.player(s); seat != kTerminal; seat = game_.player(s)) {
            if (seat != kChance) {
                game_.apply(s, player.choose(s, choices));
                continue;
            }
            if (judge.is_past(s)) return;
            game_.apply(s, game_.draw_chance(s, luck));
        }
    }

private:
    static constexpr int kWorldsInPlayouts = 2;  // drawn for a choice that needs some

    const AnyGame& game_;
    const Network* net_;
    bool plays_out_;
};

// The opinion of the actions at the root, in order of the actions: the same for the same view and seed.
inline std::vector<float> root_opinion(const Guide& guide, const AnyGame& game, const std::byte* root,
                                       std::uint64_t seed) {
    std::vector<float> shares;
    if (!guide.has_opinion()) return shares;
    AnyActions list;
    game.legal_actions(root, list);
    SplitMix64 rng = stream(~seed, 0);
    guide.judge(root, list.span(), rng, shares);
    return shares;
}

// The weight of the opinion of an action beside the mean of its playouts. Few playouts are noise: the mean of n has
// n / (n + 100) of its weight. So small budgets lose nothing to the network alone. Why 100: docs/lab/searching.md.
inline double opinion_weight(double prior, double playouts) noexcept {
    constexpr double kNoise = 100;
    return prior <= 0 ? 0 : prior * (playouts + kNoise) / (playouts + prior * kNoise);
}

// The indices of the `top` best actions (0: all), ascending. Ties go to the lower action.
inline std::vector<std::size_t> best_of_opinion(const std::vector<float>& shares, int top) {
    std::vector<std::size_t> kept(shares.size());
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = i;
    if (top > 0 && kept.size() > static_cast<std::size_t>(top)) {
        std::sort(kept.begin(), kept.end(),
                  [&](std::size_t a, std::size_t b) { return shares[a] != shares[b] ? shares[a] > shares[b] : a < b; });
        kept.resize(static_cast<std::size_t>(top));
        std::sort(kept.begin(), kept.end());
    }
    return kept;
}

// Plays `s` on by the network or by the rollouts' player; true if a limit of decisions ended it.
inline bool play_on(const AnyGame& game, const Guide& guide, const Judge& judge, const Policy& policy, std::byte* s,
                    SplitMix64& luck, SplitMix64& choices) noexcept {
    if (guide.plays_out()) {
        guide.play_out(judge, s, luck, choices);
        return false;
    }
    return roll_out(game, judge, policy, s, luck, choices);
}

}  // namespace uneri
