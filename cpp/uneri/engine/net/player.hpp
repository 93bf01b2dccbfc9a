// The player of a network. It evaluates what its seat sees after each action, and takes the best action.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "uneri/engine/loops.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/network.hpp"
#include "uneri/engine/position.hpp"

namespace uneri {

inline constexpr int kWorldsOfChoice = 12;  // drawn where an action reveals something, or seats choose in secret

template <FeatureGame G>
class NetPlayer {
public:
    using State = typename G::State;
    using List = typename G::Actions;
    // The longest list of legal actions.
    static constexpr std::size_t most_actions() noexcept {
        if constexpr (requires { List::kCapacity; }) return List::kCapacity;
        return kMostListBytes;
    }
    static constexpr std::size_t kMost = most_actions();
    using Judgements = std::array<std::int32_t, kMost>;

    NetPlayer(const G& game, const Network& net, int worlds = kWorldsOfChoice) noexcept
        : game_(game), net_(net), players_(game.players()), worlds_(worlds), margin_(net.margin) {}

    // By how much an action must beat the greedy player's. Replaces the margin in the network's file.
    void set_margin(std::int32_t margin) noexcept { margin_ = margin; }

    // The value of a state to a seat that sees it: the network's output. At a match's end the outcome of the match, as
    // in searches; at a round's end that of the points earned since `from`.
    std::int32_t value(const State& s, int seat, const Episode<G>& from) const noexcept {
        const int player = game_.player(s);
        if (!from.is_past(game_, s, player)) {
            FeatureRow row;
            write_row(game_, s, seat, row);
            return net_.value(row);
        }
        std::array<float, static_cast<std::size_t>(G::kMaxSeats)> shares{};
        const Episode<G> whole{};
        (player == kTerminal ? whole : from).shares(game_, s, players_, Goal{}, shares);
        const float share = shares[static_cast<std::size_t>(seat)];
        return static_cast<std::int32_t>((share - 0.5F) * static_cast<float>(2 * Network::kMostValue));
    }

    // A value for each legal action of the seat to act.
    void judge(const State& s, const List& list, SplitMix64& rng, Judgements& out) const noexcept {
        const int seat = game_.player(s);
        const Episode<G> from(game_, s, players_);
        if constexpr (SecretChoiceGame<G>) {
            if (game_.is_secret_choice(s)) return judge_secret(s, list, from, rng, out);
        }
        for (std::size_t i = 0; const Action a : list) out[i++] = judge_one(s, a, seat, from, rng);
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
    std::int32_t judge_one(const State& s, Action a, int seat, const Episode<G>& from, SplitMix64& rng) const noexcept {
        if constexpr (RevealingGame<G>) {
            if (game_.reveals(s, a)) {
                std::int64_t sum = 0;
                for (int w = 0; w < worlds_; ++w) {
                    State after = game_.resample(s, seat, rng);
                    game_.apply(after, a);
                    sum += share_of_value(value(after, seat, from));
                }
                return value_of_share(sum / worlds_);
            }
        }
        State after = s;
        game_.apply(after, a);
        return value(after, seat, from);
    }

    // Evaluates every action against the same choices of the others, in worlds drawn for the seat. The others are in
    // turn greedy and random. The value is the mean over the results.
    void judge_secret(const State& s, const List& list, const Episode<G>& from, SplitMix64& rng,
                      Judgements& out) const noexcept {
        const int seat = game_.player(s);
        std::array<std::int64_t, kMost> sums{};
        std::array<Action, static_cast<std::size_t>(G::kMaxSeats)> replies{};
        for (int w = 0; w < worlds_; ++w) {
            State open = game_.resample(s, seat, rng);
            if constexpr (SecretChoiceGame<G>) game_.take_back_choices(open);
            State walk = open;
            while (game_.player(walk) >= 0 && is_secret(walk)) {  // the seats that choose, in order
                const int chooser = game_.player(walk);
                List theirs;
                game_.legal_actions(walk, theirs);
                const bool by_greedy = chooser != seat && w % 2 == 0;
                const Action reply = by_greedy ? loops<G>().greedy(game_, walk) : theirs[rng.below(theirs.size())];
                replies[static_cast<std::size_t>(chooser)] = reply;
                game_.apply(walk, reply);
                if (game_.player(walk) == game_.player(open)) break;
            }
            for (std::size_t i = 0; i < list.size(); ++i) {
                State after = open;
                bool has_chosen = false;
                for (int turns = 0; turns < players_ && game_.player(after) >= 0 && is_secret(after); ++turns) {
                    const int chooser = game_.player(after);
                    if (has_chosen && chooser == game_.player(open)) break;  // the next choice
                    has_chosen = true;
                    game_.apply(after, chooser == seat ? list[i] : replies[static_cast<std::size_t>(chooser)]);
                }
                SplitMix64 luck(rng.state());
                while (game_.player(after) == kChance && !from.is_past(game_, after, kChance))
                    game_.apply(after, draw_chance(game_, after, luck));
                sums[i] += share_of_value(value(after, seat, from));
            }
        }
        for (std::size_t i = 0; i < list.size(); ++i) out[i] = value_of_share(sums[i] / worlds_);
    }
    bool is_secret(const State& s) const noexcept {
        if constexpr (SecretChoiceGame<G>) return game_.is_secret_choice(s);
        return false;
    }

    const G& game_;
    const Network& net_;
    int players_;
    int worlds_;
    std::int32_t margin_;
};

}  // namespace uneri
