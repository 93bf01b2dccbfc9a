// Games that define the input of a small network, and what the engine derives from it.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/any_state.hpp"
#include "uneri/engine/game.hpp"
#include "uneri/engine/utility.hpp"

namespace uneri {

// `write_features` writes what the seat may know, in the order of `feature_layout`.
template <class G>
concept FeatureGame = GreedyGame<G> && requires(const G& g, const typename G::State& s, int seat, FeatureWriter& w) {
    { G::kFeatureVersion } -> std::convertible_to<int>;  // changes with the meaning of the numbers
    { g.feature_layout() } -> std::same_as<std::vector<Segment>>;
    { g.write_features(s, seat, w) } -> std::same_as<void>;  // hot
    // Options that a network need not know, since it plays equally well under all their values: length of the match,
    // scoring.
    { G::match_options() } -> std::same_as<std::vector<std::string_view>>;
};

// Games in which some actions reveal something to the seat that takes them. Their results are judged in worlds drawn
// for the seat.
template <class G>
concept RevealingGame = FeatureGame<G> && requires(const G& g, const typename G::State& s, Action a) {
    { g.reveals(s, a) } -> std::same_as<bool>;
};

// Games that write the row after an action with the action in mind: the seat knows it, and the state may not show it.
// The rows of one decision share costly work, which `share_work` does once. Without it (nullptr) the row is the same.
template <class G>
concept AfterActionGame = FeatureGame<G> && requires(const G& g, const typename G::State& s, int seat, Action a,
                                                     const typename G::SharedWork* work, FeatureWriter& w) {
    { g.share_work(s) } -> std::same_as<typename G::SharedWork>;  // of the seat to act
    { g.write_features_after(s, seat, a, work, w) } -> std::same_as<void>;
};

// Games in which seats choose in secret at the same time. At such a choice `secret_choices` takes back the choices
// already made and returns the seats that choose, in order.
template <class G>
concept SecretChoiceGame = FeatureGame<G> && requires(const G& g, const typename G::State& s, typename G::State& open) {
    { g.is_secret_choice(s) } -> std::same_as<bool>;
    { g.is_open(s) } -> std::same_as<bool>;               // no seat has chosen in secret
    { g.take_back_choices(open) } -> std::same_as<void>;  // then the first of the seats is to act
};

inline int size_of(const std::vector<Segment>& layout) noexcept {
    int size = 0;
    for (const Segment& block : layout) size += block.size();
    return size;
}

// Writes a row as the numbers that its levels stand for.
inline void write_numbers(const FeatureRow& row, const std::vector<Segment>& layout, float* out) noexcept {
    const int size = size_of(layout);
    for (int i = 0; i < size; ++i)
        out[i] = static_cast<float>(row.bits[static_cast<std::size_t>(i / 64)] >> i % 64 & 1);
    for (int k = 0; k < row.num_again; ++k) out[row.again[static_cast<std::size_t>(k)]] += 1;
    for (int k = 0; k < row.num_scaled; ++k) {
        const auto i = static_cast<std::size_t>(k);
        out[row.scaled[i]] += row.level[i];
    }
    int at = 0;
    for (const Segment& block : layout) {
        for (int k = 0; k < block.size(); ++k) out[at++] *= block.step;
    }
}

// `features`: their number.
template <FeatureGame G>
void write_row(const G& game, const typename G::State& s, int seat, int features, FeatureRow& row) noexcept {
    row.clear(features);
    FeatureWriter writer(row);
    game.write_features(s, seat, writer);
}

// The share of other seats that each seat leaves behind (a tie counts half), mixed with its share of the first place.
struct Goal {
    int first_percent = 0;
};
template <std::size_t n>
void shares_of(Goal goal, const std::array<std::int64_t, n>& points, int players,
               std::array<float, n>& shares) noexcept {
    const std::int64_t most = *std::max_element(points.begin(), points.begin() + players);
    int first = 0;
    for (int p = 0; p < players; ++p) first += points[static_cast<std::size_t>(p)] == most;
    const float weight = static_cast<float>(goal.first_percent) / 100.0F;
    for (int p = 0; p < players; ++p) {
        const std::int64_t own = points[static_cast<std::size_t>(p)];
        const float rank =
            static_cast<float>(halves_behind(points, players, p)) / static_cast<float>(2 * (players - 1));
        const float share = own == most ? 1.0F / static_cast<float>(first) : 0.0F;
        shares[static_cast<std::size_t>(p)] = rank + weight * (share - rank);
    }
}

// What the rows after the actions of one decision share; nothing in most games.
template <FeatureGame G>
struct SharedWork {
    explicit SharedWork(const G&, const typename G::State&) noexcept {}
};
template <AfterActionGame G>
struct SharedWork<G> {
    explicit SharedWork(const G& game, const typename G::State& s) noexcept : work(game.share_work(s)) {}
    typename G::SharedWork work;
};

// The state after an action, as the seat that took it sees it.
template <FeatureGame G>
void write_features_after(const G& game, const typename G::State& after, int seat, Action a,
                          const SharedWork<G>* shared, FeatureWriter& out) noexcept {
    if constexpr (AfterActionGame<G>) {
        game.write_features_after(after, seat, a, shared == nullptr ? nullptr : &shared->work, out);
    } else {
        game.write_features(after, seat, out);
    }
}
template <FeatureGame G>
void write_row_after(const G& game, const typename G::State& after, int seat, Action a, const SharedWork<G>* shared,
                     int features, FeatureRow& row) noexcept {
    row.clear(features);
    FeatureWriter writer(row);
    write_features_after(game, after, seat, a, shared, writer);
}

// A stretch of play with a result of its own: a round if the game has rounds, else the game. `G` is a game's own type
// or AnyGame.
struct Episode {
    std::array<std::int64_t, static_cast<std::size_t>(kMostSeats)> before{};
    int round = 0;

    Episode() noexcept = default;
    template <class G, class S>
    Episode(const G& game, const S& s) noexcept : round(round_of(game, s)) {
        points_by_seat(game, s, before.data());
    }
    // Is it over at `s`? A round begins with a chance node.
    template <class G, class S>
    bool is_past(const G& game, const S& s, int player) const noexcept {
        return player == kTerminal || (player == kChance && round_of(game, s) != round);
    }
    template <class G, class S>
    void shares(const G& game, const S& s, int players, Goal goal,
                std::array<float, static_cast<std::size_t>(kMostSeats)>& out) const noexcept {
        std::array<std::int64_t, static_cast<std::size_t>(kMostSeats)> gained{};
        points_by_seat(game, s, gained.data());
        for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) gained[p] -= before[p];
        shares_of(goal, gained, players, out);
    }
};

}  // namespace uneri
