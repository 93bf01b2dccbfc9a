// The Game concept: what a game provides. The engine and the bindings know nothing else of a game.
//
// A game is a small immutable object (checked options and tables). Its const functions work on a State, a plain value:
// copied by memcpy, compared and hashed as bytes. Functions marked "hot" never allocate, throw or draw random numbers;
// chance is explicit. The caller checks the input of hot functions.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "uneri/base/bytes.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"

namespace uneri {

// A list of actions lies on the stack wherever one is needed, and a thread may have 128 KiB (musl).
inline constexpr std::size_t kMostListBytes = 5120;

template <class G>
concept Game =
    std::is_trivially_copyable_v<typename G::State> && std::has_unique_object_representations_v<typename G::State> &&
    std::equality_comparable<typename G::State> && sizeof(typename G::Actions) <= kMostListBytes &&
    requires(const G& g, const typename G::State& s, typename G::State& changed, typename G::Actions& list, Action a,
             Weight u, int seat, SplitMix64& rng, std::span<float> tensor, std::span<std::uint8_t> bytes,
             const PlainData& data, ByteWriter& writer, ByteReader& reader, std::string_view text, Action* ids) {
        { G::kName } -> std::convertible_to<std::string_view>;
        { G::kMaxSeats } -> std::convertible_to<int>;
        { G::kCodecVersion } -> std::convertible_to<int>;         // of pack()
        { G::make(data) } -> std::same_as<Result<G>>;             // options -> game, or what is wrong with them
        { G::option_descriptions() } -> std::same_as<PlainData>;  // of the option table (base/options.hpp)
        { g.options() } -> std::same_as<PlainData>;               // every option with its value
        { g.defaults() } -> std::same_as<PlainData>;  // the values of options not given (a board may set some)
        { g.utility() } -> std::same_as<Utility>;
        { g.limits() } -> std::same_as<Limits>;
        { g.players() } -> std::same_as<int>;  // limits().players, for hot paths

        // Hot. A node belongs to a seat, to kChance or is kTerminal.
        { g.initial() } -> std::same_as<typename G::State>;
        { g.player(s) } -> std::same_as<int>;
        { g.legal_actions(s, list) } -> std::same_as<void>;  // ascending, unique; outcomes at a chance node
        { list.copy_to(ids) } -> std::same_as<void>;         // its size() ids
        { g.is_legal(s, a) } -> std::same_as<bool>;          // any integer; written independently of legal_actions
        { g.apply(changed, a) } -> std::same_as<void>;       // `a` is legal
        { g.chance_weight(s, a) } -> std::same_as<Weight>;   // 0 for what cannot happen
        { g.chance_total(s) } -> std::same_as<Weight>;
        { g.chance_pick(s, u) } -> std::same_as<Action>;  // the outcome at cumulative weight u < chance_total
        { g.points(s, seat) } -> std::same_as<int>;       // so far
        { g.winners(s) } -> std::same_as<unsigned>;       // bits of seats; at the end
        // `tensor` has the size of layout(). Seats are relative: entry i of a seat axis is seat (seat + i) mod players.
        { g.observe(s, seat, tensor) } -> std::same_as<void>;
        { g.observe(s, seat, bytes) } -> std::same_as<void>;  // the same, as bytes in the scales of layout()
        // A state drawn uniformly from those that look the same to `seat`. It reads nothing that the seat may not
        // know. The docs specify the order of drawing; the reference uses the same.
        { g.resample(s, seat, rng) } -> std::same_as<typename G::State>;

        // Not hot: description and exchange.
        { g.layout() } -> std::same_as<std::vector<Segment>>;  // of observe()
        // The field names of the rules' state table. All fields if `seat` is -1. Else what that seat may know: the same
        // keys, with null for hidden values.
        { g.to_value(s, seat) } -> std::same_as<PlainData>;
        { g.from_value(data) } -> std::same_as<Result<typename G::State>>;  // of seat -1, checked
        // The fields in a fixed order, little-endian. kCodecVersion changes with them.
        { g.pack(s, writer) } -> std::same_as<void>;
        { g.unpack(reader) } -> std::same_as<Result<typename G::State>>;
        // Can play reach a state? Recomputes every derived field. For data and bytes from outside, and for tests after
        // every move.
        { g.validate(s) } -> std::same_as<std::optional<Error>>;
        { g.action_text(seat, a) } -> std::same_as<std::string>;  // by player: a seat or kChance
        { g.action_text(s, a) } -> std::same_as<std::string>;
        { g.parse_action(text) } -> std::same_as<Result<Action>>;
        { g.parse_action(s, text) } -> std::same_as<Result<Action>>;
    };

// Games with a heuristic player. It reads only what the seat to act may know.
template <class G>
concept GreedyGame = Game<G> && requires(const G& g, const typename G::State& s) {
    { g.greedy(s) } -> std::same_as<Action>;
};

// Games whose heuristic player is too slow for rollouts add a faster one.
template <class G>
concept RolloutPlayerGame = GreedyGame<G> && requires(const G& g, const typename G::State& s) {
    { g.rollout_action(s) } -> std::same_as<Action>;
};

// Default settings of searches (SearchSettings explains each). A game in which a single rollout tells little sets its
// own: `static constexpr SearchDefaults kSearch`.
struct SearchDefaults {
    double bias = 5;
    double margin = 0;
    double epsilon = 0.1;
};
template <class G>
constexpr SearchDefaults search_defaults() noexcept {
    if constexpr (requires { G::kSearch; }) return G::kSearch;
    return {};
}

// Games with moves that other seats do not fully see. `sight` says what `seat` sees when the seat to act at `s` takes
// `a`: nothing, the action itself, or a number. Actions with one number look alike; searches treat them as one.
inline constexpr std::uint64_t kSeesNothing = 0;
inline constexpr std::uint64_t kSeesAction = 1;
constexpr std::uint64_t sight_of(std::uint64_t number) noexcept {
    return SplitMix64(number).next() | std::uint64_t{1} << 63;  // neither of the two above
}
template <class G>
concept HiddenMoveGame = Game<G> && requires(const G& g, const typename G::State& s, Action a, int seat) {
    { g.sight(s, a, seat) } -> std::same_as<std::uint64_t>;
};

template <Game G>
std::uint64_t sight_in(const G& g, const typename G::State& s, Action a, int seat) noexcept {
    if constexpr (HiddenMoveGame<G>) {
        return g.sight(s, a, seat);
    } else {
        return kSeesAction;
    }
}

// Games whose seats choose at the same time. Searches keep the choices apart unless a setting says otherwise.
template <class G>
concept SimultaneousGame = HiddenMoveGame<G> && requires { requires G::kSimultaneous; };

// Games with long views, most of which is the same for all seats. fields_by_seat() has the fields of to_value() that
// are not, in the same order. So to get the views of all seats, one of them is made whole.
template <class G>
concept LongViewGame = Game<G> && requires(const G& g, const typename G::State& s, int seat) {
    { g.fields_by_seat(s, seat) } -> std::same_as<PlainData>;
};

// Games of rounds that share only points and who starts. A round begins with a chance node.
template <class G>
concept RoundGame = Game<G> && requires(const G& g, const typename G::State& s) {
    { g.round(s) } -> std::same_as<int>;
};

// Games in which cards in hand count at the end of a round. Gives their points now, for rollouts that stop early.
template <class G>
concept CutoffValueGame = Game<G> && requires(const G& g, const typename G::State& s, int seat) {
    { g.cutoff_points(s, seat) } -> std::same_as<int>;
};

// Games with a faster random playout. A cache beside the state holds answers that are needed again and again, and what
// seats come to know is not tracked. pick() gives the action at index below(size) of the legal actions; apply() keeps
// the cache up to date. The game played is the same as without the cache.
template <class G>
concept CachedPlayoutGame = Game<G> && requires(const G& g, const typename G::State& s, typename G::State& changed,
                                                const typename G::PlayoutCache& cache,
                                                typename G::PlayoutCache& updated, Action a, SplitMix64& rng) {
    { g.playout_cache(s) } -> std::same_as<typename G::PlayoutCache>;
    { g.pick(s, cache, rng) } -> std::same_as<Action>;       // at a seat's node
    { g.apply(changed, a, updated) } -> std::same_as<void>;  // state and cache
};

// The points of all seats so far; the round, 0 in games without rounds.
template <Game G>
void points_by_seat(const G& g, const typename G::State& s, std::int64_t* by_seat) noexcept {
    for (int p = 0; p < g.players(); ++p) by_seat[p] = g.points(s, p);
}
template <Game G>
int round_of(const G& g, const typename G::State& s) noexcept {
    if constexpr (RoundGame<G>) return g.round(s);
    return 0;
}

// Draws an outcome of a chance node.
template <Game G>
Action draw_chance(const G& g, const typename G::State& s, SplitMix64& rng) noexcept {
    return g.chance_pick(s, rng.below(g.chance_total(s)));
}

}  // namespace uneri
