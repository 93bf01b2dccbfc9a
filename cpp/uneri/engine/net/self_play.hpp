// One game of self-play and its samples: TD(lambda) over what a seat saw after its choices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "uneri/base/elementary.hpp"
#include "uneri/engine/any_game.hpp"
#include "uneri/engine/net/features.hpp"
#include "uneri/engine/net/float_network.hpp"
#include "uneri/engine/net/player.hpp"
#include "uneri/engine/search/judge.hpp"

namespace uneri {

struct SelfPlaySettings {
    float lambda = 0.8F;
    float random_share = 0.01F;  // of decisions
    float greedy_share = 0.4F;   // of games in which the greedy player has some seats,
    float past_share = 0.1F;     // ... or an earlier network
    bool is_alone = false;       // in these games one seat learns, and the others never act at random
    int guide = -1;              // from 0 on: takes the greedy player's action unless another beats it by this much
    int worlds = 4;
    Goal goal;
    float paired_share = 0;  // of decisions at which actions are compared by playouts
    int playouts = 4;        // ... for each action
};

// A network that plays some seats in a share of the games, and doesn't change.
struct Frozen {
    Network network;
    double share = 0;
};
struct Opponents {
    std::vector<Network> past;  // earlier networks of this training
    std::vector<Frozen> frozen;
};

class SelfPlay {
public:
    SelfPlay(const AnyGame& game, const SelfPlaySettings& settings) noexcept
        : game_(game), settings_(settings), players_(game.players()) {}

    struct Count {
        std::uint64_t decisions = 0;
        double gap = 0;  // between the best and the second action, in logits, summed over decisions
    };

    // Plays a game with `rng`. `temperature`: of the choice of actions, in logits.
    Count play(const Network& current, const Opponents& opponents, double temperature, SplitMix64 rng,
               Samples& out) const {
        std::array<const Network*, kSeats> networks{};  // nullptr: the greedy player
        std::array<bool, kSeats> learns{};
        seat_players(opponents, rng, networks, learns);
        const NetPlayer judge(game_, current, settings_.worlds);
        Count count;
        AnyState s = game_.initial();
        Episode episode(game_, s);
        std::size_t first = out.items.size();
        AnyActions list;
        NetPlayer::Judgements values;
        for (;;) {
            const int player = game_.player(s);
            if (episode.is_past(game_, s, player)) {
                settle(s, episode, out, first);
                if (player == kTerminal) return count;
                episode = Episode(game_, s);
                first = out.items.size();
            }
            if (player == kChance) {
                game_.apply(s, game_.draw_chance(s, rng));
                continue;
            }
            list.clear();
            game_.legal_actions(s, list);
            const auto seat = static_cast<std::size_t>(player);
            if (list.size() == 1) {
                game_.apply(s, list[0]);
            } else if (!learns[seat]) {
                game_.apply(s, opponent_choice(networks[seat], s, list, rng));
            } else {
                ++count.decisions;
                judge.judge(s, list.span(), rng, values);
                if (settings_.paired_share > 0 && uniform(rng.next()) < settings_.paired_share)
                    compare(s, list, values, episode, current.features, rng, out);
                const std::size_t chosen = choose(s, list, values, temperature, rng, count);
                game_.apply(s, list[chosen]);
                if (!game_.has_secret_choices()) {
                    if (!episode.is_past(game_, s, game_.player(s))) {
                        FeatureRow row;
                        FeatureOrder order;
                        write_row_after(game_, s, player, list[chosen], current.features, row, &order);
                        note(row, order, player, values[chosen], out);
                    }
                }
            }
            if (game_.has_secret_choices()) {  // values are learned only from open positions
                if (game_.player(s) >= 0 && game_.is_open(s)) {
                    for (int p = 0; p < players_; ++p) {
                        if (!learns[static_cast<std::size_t>(p)]) continue;
                        FeatureRow row;
                        FeatureOrder order;
                        write_row(game_, s, p, current.features, row, &order);
                        note(row, order, p, judge.value(s, p, episode), out);
                    }
                }
            }
        }
    }

private:
    static constexpr std::size_t kSeats = static_cast<std::size_t>(kMostSeats);
    static constexpr int kCompared = -1;  // instead of the seat: the target is set already

    void seat_players(const Opponents& opponents, SplitMix64& rng, std::array<const Network*, kSeats>& networks,
                      std::array<bool, kSeats>& learns) const noexcept {
        const double kind = uniform(rng.next());
        bool is_learning = true;
        const Network* other = nullptr;
        double reached = settings_.greedy_share;
        if (kind < reached) {
            is_learning = false;
        } else if (reached += settings_.past_share; kind < reached) {
            if (!opponents.past.empty()) {
                is_learning = false;
                other = &opponents.past[rng.below(opponents.past.size())];
            }
        } else {
            for (const Frozen& frozen : opponents.frozen) {
                reached += frozen.share;
                if (!is_learning || kind >= reached) continue;
                is_learning = false;
                other = &frozen.network;
            }
        }
        const auto seats = static_cast<std::size_t>(players_);
        const bool is_alone = settings_.is_alone && !is_learning;
        const std::size_t learner = is_alone ? rng.below(seats) : 0;
        bool any = false;
        for (std::size_t p = 0; p < seats; ++p) {
            learns[p] = is_alone ? p == learner : is_learning || rng.below(2) == 0;
            networks[p] = other;
            any = any || learns[p];
        }
        if (!any) learns[rng.below(seats)] = true;
    }
    Action opponent_choice(const Network* network, const std::byte* s, const AnyActions& list,
                           SplitMix64& rng) const noexcept {
        constexpr double kRandom = 0.03;
        if (!settings_.is_alone && uniform(rng.next()) < kRandom) return list[rng.below(list.size())];
        if (network == nullptr) return game_.greedy(s);
        return NetPlayer(game_, *network, settings_.worlds).choose(s, rng);
    }
    std::size_t choose(const std::byte* s, const AnyActions& list, const NetPlayer::Judgements& values,
                       double temperature, SplitMix64& rng, Count& count) const noexcept {
        if (uniform(rng.next()) < settings_.random_share) return rng.below(list.size());
        std::size_t top = 0;
        std::int32_t second = -2 * Network::kMostValue;
        for (std::size_t i = 1; i < list.size(); ++i) {
            if (values[i] > values[top]) {
                second = values[top];
                top = i;
            } else {
                second = std::max(second, values[i]);
            }
        }
        count.gap += static_cast<double>(values[top] - second) / Network::kUnit;
        if (settings_.guide >= 0) {
            const Action usual = game_.greedy(s);
            for (std::size_t i = 0; const Action a : list) {
                if (a == usual) return values[top] > values[i] + settings_.guide ? top : i;
                ++i;
            }
            return top;
        }
        if (temperature <= 0) return top;
        // Draws each action with a probability proportional to exp(value / temperature), by Gumbel noise.
        std::size_t best = top;
        double most = -1e300;
        const double scale = 1 / (temperature * Network::kUnit);
        for (std::size_t i = 0; i < list.size(); ++i) {
            // Noise is above -3.7 and, except for one draw in 10^8, below 18.
            if ((values[top] - values[i]) * scale > 22) {
                rng.next();
                continue;
            }
            const double x = values[i] * scale - log_of_real(-log_of_real(uniform(rng.next())));
            if (x > most) {
                most = x;
                best = i;
            }
        }
        return best;
    }
    static void note(const FeatureRow& row, const FeatureOrder& order, int seat, std::int32_t value, Samples& out) {
        Samples::Item& item = out.add(row, order);
        item.seat = seat;
        item.share = static_cast<float>(share_of_value(value)) / 65536.0F;
    }
    // Plays out the best actions and the greedy player's, with the same numbers, by the players of searches' rollouts.
    // What is learned is by how much they differ, so their shared luck adds no noise; how good the position is,
    // the play itself teaches.
    void compare(const std::byte* s, const AnyActions& list, const NetPlayer::Judgements& values,
                 const Episode& episode, int features, SplitMix64& rng, Samples& out) const {
        if (game_.has_secret_choices()) return;
        constexpr std::size_t kTried = 4;
        const int seat = game_.player(s);
        const auto own = static_cast<std::size_t>(seat);
        const Action usual = game_.greedy(s);
        struct Tried {
            Action action;
            std::int32_t value;
            float mean = 0;
        };
        std::vector<Tried> tried;
        for (std::size_t i = 0; const Action a : list) tried.push_back({a, values[i++]});
        std::sort(tried.begin(), tried.end(), [&](const Tried& a, const Tried& b) {
            if ((a.action == usual) != (b.action == usual)) return a.action == usual;
            return a.value != b.value ? a.value > b.value : a.action < b.action;
        });
        if (tried.size() > kTried) tried.resize(kTried);
        SearchSettings search;
        search.rollout = Rollout::kEpsilon;
        search.epsilon = 0.1;
        search.round_only = true;
        const Policy policy(search);
        const Judge judge(game_, s, search);
        for (int k = 0; k < settings_.playouts; ++k) {
            const std::uint64_t drawn = rng.next();
            const std::uint64_t chosen = rng.next();
            for (Tried& one : tried) {
                AnyState end = game_.copy(s);
                SplitMix64 luck(drawn);
                SplitMix64 choices(chosen);
                game_.apply(end, one.action);
                game_.roll_out_by_policy(judge.horizon(), policy, end, luck, choices);
                std::array<float, kSeats> shares{};
                episode.shares(game_, end, players_, settings_.goal, shares);
                one.mean += shares[own] / static_cast<float>(settings_.playouts);
            }
        }
        float level = 0;  // the mean of what the network expects less the mean of what came out
        for (const Tried& one : tried)
            level += (static_cast<float>(share_of_value(one.value)) / 65536.0F - one.mean) /
                     static_cast<float>(tried.size());
        for (const Tried& one : tried) {
            AnyState after = game_.copy(s);
            game_.apply(after, one.action);
            if (episode.is_past(game_, after, game_.player(after))) continue;
            FeatureRow row;
            FeatureOrder order;
            write_row_after(game_, after, seat, one.action, features, row, &order);
            note(row, order, kCompared, one.value, out);
            out.items.back().target = one.mean + level;
        }
    }
    // Sets the targets, from the last back to the first.
    void settle(const std::byte* s, const Episode& episode, Samples& out, std::size_t first) const noexcept {
        std::array<float, kSeats> tail{};
        episode.shares(game_, s, players_, settings_.goal, tail);
        for (std::size_t i = out.items.size(); i-- > first;) {
            Samples::Item& item = out.items[i];
            if (item.seat == kCompared) continue;
            float& target = tail[static_cast<std::size_t>(item.seat)];
            item.target = target;
            target = settings_.lambda * target + (1 - settings_.lambda) * item.share;
        }
    }

    const AnyGame& game_;
    SelfPlaySettings settings_;
    int players_;
};

}  // namespace uneri
