// The Game concept: what a game gives, and all that the engine and the bindings know of it.
//
// A game is a small immutable object (checked options and tables) with const functions over a State that is a plain
// value: copied by memcpy, compared and hashed as bytes. Nothing in the functions marked "hot" allocates, throws or
// draws random numbers; chance is explicit. Input to hot functions is checked by the caller.
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
#include "uneri/base/result.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/base/value.hpp"

namespace uneri {

// A list of actions lies on the stack wherever one is needed, and a thread may have 128 KiB (musl).
inline constexpr std::size_t kMostListBytes = 4096;

template <class G>
concept Game =
    std::is_trivially_copyable_v<typename G::State> && std::has_unique_object_representations_v<typename G::State> &&
    std::equality_comparable<typename G::State> && sizeof(typename G::Actions) <= kMostListBytes &&
    requires(const G& g, const typename G::State& s, typename G::State& changed, typename G::Actions& list, Action a,
             Weight u, int seat, SplitMix64& rng, std::span<float> tensor, const Value& data, ByteWriter& writer,
             ByteReader& reader, std::string_view text) {
        { G::kName } -> std::convertible_to<std::string_view>;
        { G::kMaxSeats } -> std::convertible_to<int>;
        { G::kCodecVersion } -> std::convertible_to<int>;     // of pack()
        { G::make(data) } -> std::same_as<Result<G>>;         // options -> game, or what is wrong with them
        { G::option_descriptions() } -> std::same_as<Value>;  // of the option table (base/options.hpp)
        { g.options() } -> std::same_as<Value>;               // every option with its value
        { g.defaults() } -> std::same_as<Value>;              // the values of options not given (a board may set some)
        { g.utility() } -> std::same_as<Utility>;
        { g.limits() } -> std::same_as<Limits>;

        // Hot. A node belongs to a seat, to kChance or is kTerminal.
        { g.initial() } -> std::same_as<typename G::State>;
        { g.player(s) } -> std::same_as<int>;
        { g.legal_actions(s, list) } -> std::same_as<void>;  // ascending, unique; outcomes at a chance node
        { g.is_legal(s, a) } -> std::same_as<bool>;          // any integer; written independently of legal_actions
        { g.apply(changed, a) } -> std::same_as<void>;       // `a` is legal
        { g.chance_weight(s, a) } -> std::same_as<Weight>;   // 0 for what cannot happen
        { g.chance_total(s) } -> std::same_as<Weight>;
        { g.chance_pick(s, u) } -> std::same_as<Action>;  // the outcome at cumulative weight u < chance_total
        { g.points(s, seat) } -> std::same_as<int>;       // so far
        { g.winners(s) } -> std::same_as<unsigned>;       // bits of seats; at the end
        { g.observe(s, seat, tensor) } -> std::same_as<void>;
        { g.resample(s, seat, rng) } -> std::same_as<typename G::State>;

        // Not hot: description and exchange.
        { g.layout() } -> std::same_as<std::vector<Segment>>;  // of observe()
        { g.to_value(s, seat) } -> std::same_as<Value>;        // seat -1: everything
        { g.from_value(data) } -> std::same_as<Result<typename G::State>>;
        { g.pack(s, writer) } -> std::same_as<void>;
        { g.unpack(reader) } -> std::same_as<Result<typename G::State>>;
        { g.validate(s) } -> std::same_as<std::optional<Error>>;  // recomputes every derived field
        { g.action_text(seat, a) } -> std::same_as<std::string>;  // by player: a seat or kChance
        { g.action_text(s, a) } -> std::same_as<std::string>;
        { g.parse_action(text) } -> std::same_as<Result<Action>>;
        { g.parse_action(s, text) } -> std::same_as<Result<Action>>;
    };

// Games that come with a heuristic player; it reads only what the seat to act may know.
template <class G>
concept GreedyGame = Game<G> && requires(const G& g, const typename G::State& s) {
    { g.greedy(s) } -> std::same_as<Action>;
};

// Games whose heuristic player is too slow for rollouts come with a faster one.
template <class G>
concept QuickGame = GreedyGame<G> && requires(const G& g, const typename G::State& s) {
    { g.quick(s) } -> std::same_as<Action>;
};

// What searches are set to where they are asked for nothing else (SearchSettings says what each is). Games in which
// single rollouts tell little come with their own: `static constexpr SearchDefaults kSearch`.
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

// Games in which a seat does not see all that others do. `sight` says what `seat` learns when the seat to act at `s`
// takes `a`: nothing, the action itself, or what a number stands for. Searches keep together what looks alike.
inline constexpr std::uint64_t kSeesNothing = 0;
inline constexpr std::uint64_t kSeesAction = 1;
constexpr std::uint64_t sight_of(std::uint64_t number) noexcept {
    return SplitMix64(number).next() | std::uint64_t{1} << 63;  // neither of the two above
}
template <class G>
concept HidingGame = Game<G> && requires(const G& g, const typename G::State& s, Action a, int seat) {
    { g.sight(s, a, seat) } -> std::same_as<std::uint64_t>;
};

template <Game G>
std::uint64_t sight_in(const G& g, const typename G::State& s, Action a, int seat) noexcept {
    if constexpr (HidingGame<G>) {
        return g.sight(s, a, seat);
    } else {
        return kSeesAction;
    }
}

// Games whose seats choose at once: searches keep their choices apart unless told otherwise.
template <class G>
concept SimultaneousGame = HidingGame<G> && requires { requires G::kSimultaneous; };

// Games made of rounds that share nothing but points (and who starts). A round begins with a chance node.
template <class G>
concept RoundGame = Game<G> && requires(const G& g, const typename G::State& s) {
    { g.round(s) } -> std::same_as<int>;
};

// Games in which what a seat holds counts when a round ends: what it would bring now, for rollouts that are cut short.
template <class G>
concept HoldingGame = Game<G> && requires(const G& g, const typename G::State& s, int seat) {
    { g.held(s, seat) } -> std::same_as<int>;
};

// Games that play on at random in a way of their own, faster: with notes beside the state of what is asked again and
// again, and without what seats come to know. pick() gives the action at place below(size) of the legal ones, and
// apply() with notes keeps all that legal actions and returns depend on, so play is the same either way.
template <class G>
concept NotingGame =
    Game<G> && requires(const G& g, const typename G::State& s, typename G::State& changed,
                        const typename G::Notes& notes, typename G::Notes& noted, Action a, SplitMix64& rng) {
        { g.notes(s) } -> std::same_as<typename G::Notes>;
        { g.pick(s, notes, rng) } -> std::same_as<Action>;     // at a seat's node
        { g.apply(changed, a, noted) } -> std::same_as<void>;  // the notes go with the state
    };

// Draws an outcome of a chance node.
template <Game G>
Action draw_chance(const G& g, const typename G::State& s, SplitMix64& rng) noexcept {
    return g.chance_pick(s, rng.below(g.chance_total(s)));
}

}  // namespace uneri
