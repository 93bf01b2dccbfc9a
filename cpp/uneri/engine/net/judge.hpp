// What a network thinks of the actions of a seat. It evaluates what the seat sees after each of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "uneri/engine/draw.hpp"
#include "uneri/engine/game.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/net/network.hpp"
#include "uneri/engine/net/secret_choice.hpp"

namespace uneri {

template <FeatureGame G>
class ActionJudge {
public:
    using State = typename G::State;

    // `worlds`: how many are drawn where an action reveals something, or seats choose in secret.
    ActionJudge(const G& game, const Network& net, int worlds) noexcept
        : game_(game), net_(net), players_(game.players()), worlds_(worlds) {}

    // The value of a state to a seat that sees it: the network's output. At a match's end the outcome of the match, as
    // in searches; at a round's end that of the points earned since `from`.
    std::int32_t value(const State& s, int seat, const Episode& from) const noexcept {
        FirstSums none;
        return value(s, seat, from, none);
    }

    // A value for each legal action of the seat to act.
    void judge(const State& s, std::span<const Action> list, SplitMix64& rng, std::int32_t* out) const noexcept {
        const int seat = game_.player(s);
        const Episode from(game_, s);
        if constexpr (SecretChoiceGame<G>) {
            if (game_.is_secret_choice(s)) return judge_secret(s, list, from, rng, out);
        }
        const SharedWork<G> shared(game_, s);
        FirstSums last;
        for (const Action a : list) *out++ = judge_one(s, a, seat, from, shared, last, rng);
    }

private:
    std::int32_t value(const State& s, int seat, const Episode& from, FirstSums& last) const noexcept {
        const int player = game_.player(s);
        if (from.is_past(game_, s, player)) return outcome(s, player, seat, from);
        FeatureRow row;
        write_row(game_, s, seat, net_.features, row);
        return net_.value(row, last);
    }
    std::int32_t outcome(const State& s, int player, int seat, const Episode& from) const noexcept {
        std::array<float, static_cast<std::size_t>(kMostSeats)> shares{};
        const Episode whole{};
        (player == kTerminal ? whole : from).shares(game_, s, players_, Goal{}, shares);
        const float share = shares[static_cast<std::size_t>(seat)];
        return static_cast<std::int32_t>((share - 0.5F) * static_cast<float>(2 * Network::kMostValue));
    }
    std::int32_t judge_one(const State& s, Action a, int seat, const Episode& from, const SharedWork<G>& shared,
                           FirstSums& last, SplitMix64& rng) const noexcept {
        if constexpr (RevealingGame<G>) {
            if (game_.reveals(s, a)) return mean_over_worlds(s, a, seat, from, last, rng);
        }
        State after = s;
        game_.apply(after, a);
        // An end counts the others' cards, too.
        if (from.is_past(game_, after, game_.player(after))) return mean_over_worlds(s, a, seat, from, last, rng);
        FeatureRow row;
        write_row_after(game_, after, seat, a, &shared, net_.features, row);
        return net_.value(row, last);
    }
    std::int32_t mean_over_worlds(const State& s, Action a, int seat, const Episode& from, FirstSums& last,
                                  SplitMix64& rng) const noexcept {
        std::int64_t sum = 0;
        std::int32_t first = 0;
        bool same = true;  // the mean of equal values needs no rounding
        for (int w = 0; w < worlds_; ++w) {
            State after = game_.resample(s, seat, rng);
            game_.apply(after, a);
            const int player = game_.player(after);
            std::int32_t value = 0;
            if (from.is_past(game_, after, player)) {
                value = outcome(after, player, seat, from);
            } else {
                FeatureRow row;
                write_row_after<G>(game_, after, seat, a, nullptr, net_.features, row);
                value = net_.value(row, last);
            }
            if (w == 0) first = value;
            same = same && value == first;
            sum += share_of_value(value);
        }
        return same ? first : value_of_share(sum / worlds_);
    }

    // Evaluates every action against the same choices of the others, in worlds drawn for the seat. The others are in
    // turn greedy and random. The value is the mean over the results.
    void judge_secret(const State& s, std::span<const Action> list, const Episode& from, SplitMix64& rng,
                      std::int32_t* out) const noexcept
        requires SecretChoiceGame<G>
    {
        const int seat = game_.player(s);
        std::array<std::int64_t, static_cast<std::size_t>(kMostListed)> sums{};
        FirstSums last;
        for (int w = 0; w < worlds_; ++w) {
            const SecretChoice<G> choice(game_, s, w % 2 == 0, rng);
            for (std::size_t i = 0; i < list.size(); ++i) {
                const State after = choice.after(list[i], from, SplitMix64(rng.state()));
                sums[i] += share_of_value(value(after, seat, from, last));
            }
        }
        for (std::size_t i = 0; i < list.size(); ++i) out[i] = value_of_share(sums[i] / worlds_);
    }

    const G& game_;
    const Network& net_;
    int players_;
    int worlds_;
};

}  // namespace uneri
