// What a network thinks of the actions of a seat. It evaluates what the seat sees after each of them.
#pragma once

#include <array>
#include <cstdint>

#include "uneri/engine/draw.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/network.hpp"

namespace uneri {

// The longest list of legal actions.
template <FeatureGame G>
inline constexpr std::size_t kMostActions = [] {
    if constexpr (requires { G::Actions::kCapacity; }) return G::Actions::kCapacity;
    return kMostListBytes;
}();

template <FeatureGame G>
class ActionJudge {
public:
    using State = typename G::State;
    using List = typename G::Actions;

    // `worlds`: how many are drawn where an action reveals something, or seats choose in secret.
    ActionJudge(const G& game, const Network& net, int worlds) noexcept
        : game_(game), net_(net), players_(game.players()), worlds_(worlds) {}

    // The value of a state to a seat that sees it: the network's output. At a match's end the outcome of the match, as
    // in searches; at a round's end that of the points earned since `from`.
    std::int32_t value(const State& s, int seat, const Episode<G>& from) const noexcept {
        FirstSums none;
        return value(s, seat, from, none);
    }

    // A value for each legal action of the seat to act.
    void judge(const State& s, const List& list, SplitMix64& rng, std::int32_t* out) const noexcept {
        const int seat = game_.player(s);
        const Episode<G> from(game_, s, players_);
        if constexpr (SecretChoiceGame<G>) {
            if (game_.is_secret_choice(s)) return judge_secret(s, list, from, rng, out);
        }
        const SharedWork<G> shared(game_, s);
        FirstSums last;
        for (const Action a : list) *out++ = judge_one(s, a, seat, from, shared, last, rng);
    }

private:
    std::int32_t value(const State& s, int seat, const Episode<G>& from, FirstSums& last) const noexcept {
        const int player = game_.player(s);
        if (from.is_past(game_, s, player)) return outcome(s, player, seat, from);
        FeatureRow row;
        write_row(game_, s, seat, net_.features, row);
        return net_.value(row, last);
    }
    std::int32_t outcome(const State& s, int player, int seat, const Episode<G>& from) const noexcept {
        std::array<float, static_cast<std::size_t>(G::kMaxSeats)> shares{};
        const Episode<G> whole{};
        (player == kTerminal ? whole : from).shares(game_, s, players_, Goal{}, shares);
        const float share = shares[static_cast<std::size_t>(seat)];
        return static_cast<std::int32_t>((share - 0.5F) * static_cast<float>(2 * Network::kMostValue));
    }
    std::int32_t judge_one(const State& s, Action a, int seat, const Episode<G>& from, const SharedWork<G>& shared,
                           FirstSums& last, SplitMix64& rng) const noexcept {
        if constexpr (RevealingGame<G>) {
            if (game_.reveals(s, a)) {
                std::int64_t sum = 0;
                for (int w = 0; w < worlds_; ++w)
                    sum += share_of_value(value_after(game_.resample(s, seat, rng), a, seat, from, nullptr, last));
                return value_of_share(sum / worlds_);
            }
        }
        return value_after(s, a, seat, from, &shared, last);
    }
    std::int32_t value_after(State s, Action a, int seat, const Episode<G>& from, const SharedWork<G>* shared,
                             FirstSums& last) const noexcept {
        game_.apply(s, a);
        const int player = game_.player(s);
        if (from.is_past(game_, s, player)) return outcome(s, player, seat, from);
        FeatureRow row;
        write_row_after(game_, s, seat, a, shared, net_.features, row);
        return net_.value(row, last);
    }

    // Evaluates every action against the same choices of the others, in worlds drawn for the seat. The others are in
    // turn greedy and random. The value is the mean over the results.
    void judge_secret(const State& s, const List& list, const Episode<G>& from, SplitMix64& rng,
                      std::int32_t* out) const noexcept {
        const int seat = game_.player(s);
        std::array<std::int64_t, kMostActions<G>> sums{};
        std::array<Action, static_cast<std::size_t>(G::kMaxSeats)> replies{};
        FirstSums last;
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
                sums[i] += share_of_value(value(after, seat, from, last));
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
};

}  // namespace uneri
