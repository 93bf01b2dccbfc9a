// Makes the tables of game_table.hpp from a game's own type; for define_loops.hpp alone.
#pragma once

#include <memory>
#include <new>
#include <utility>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/net/judge.hpp"
#include "uneri/engine/random_play.hpp"
#include "uneri/engine/search/rollout.hpp"

namespace uneri {

// A game and its states behind the pointers of a table.
template <Game G>
struct Behind {
    using State = typename G::State;
    static_assert(sizeof(State) <= kMostStateBytes && alignof(State) <= alignof(std::max_align_t));
    static_assert(G::kMaxSeats <= kMostSeats);

    static const G& game(const void* pointer) noexcept { return *static_cast<const G*>(pointer); }
    static const State& state(const void* s) noexcept { return *static_cast<const State*>(s); }
    static State& state(void* s) noexcept { return *static_cast<State*>(s); }
    static void put(void* s, const State& state) noexcept { ::new (s) State(state); }
    static Result<KeptState> kept(const Result<State>& read) {
        if (!read) return Error{read.error()};
        return KeptState(reinterpret_cast<const std::byte*>(&*read), sizeof(State));
    }
};

template <Game G>
constexpr void set_rules(HotTable& table) noexcept {
    using B = Behind<G>;
    table.player = [](const void* g, const void* s) noexcept { return B::game(g).player(B::state(s)); };
    table.legal_actions = [](const void* g, const void* s, Action* out) noexcept {
        typename G::Actions list;
        list.clear();
        B::game(g).legal_actions(B::state(s), list);
        list.copy_to(out);
        return static_cast<std::size_t>(list.size());
    };
    table.num_legal_actions = [](const void* g, const void* s) noexcept {
        typename G::Actions list;
        list.clear();
        B::game(g).legal_actions(B::state(s), list);
        return static_cast<std::size_t>(list.size());
    };
    table.is_legal = [](const void* g, const void* s, Action a) noexcept {
        return B::game(g).is_legal(B::state(s), a);
    };
    table.apply = [](const void* g, void* s, Action a) noexcept { B::game(g).apply(B::state(s), a); };
    table.step = [](const void* g, void* s, std::int64_t* before, std::uint64_t* generator, Action a) noexcept {
        points_by_seat(B::game(g), B::state(s), before);
        B::game(g).apply(B::state(s), a);
        if (generator == nullptr) return;
        SplitMix64 rng(*generator);
        while (B::game(g).player(B::state(s)) == kChance)
            B::game(g).apply(B::state(s), draw_chance(B::game(g), B::state(s), rng));
        *generator = rng.state();
    };
    table.draw_chance = [](const void* g, const void* s, SplitMix64& rng) noexcept {
        return draw_chance(B::game(g), B::state(s), rng);
    };
    table.resolve_chance = [](const void* g, void* s, SplitMix64& rng) noexcept {
        while (B::game(g).player(B::state(s)) == kChance)
            B::game(g).apply(B::state(s), draw_chance(B::game(g), B::state(s), rng));
    };
    table.chance_weight = [](const void* g, const void* s, Action a) noexcept {
        return B::game(g).chance_weight(B::state(s), a);
    };
    table.chance_total = [](const void* g, const void* s) noexcept { return B::game(g).chance_total(B::state(s)); };
    table.points = [](const void* g, const void* s, std::int64_t* by_seat) noexcept {
        points_by_seat(B::game(g), B::state(s), by_seat);
    };
    table.winners = [](const void* g, const void* s) noexcept { return B::game(g).winners(B::state(s)); };
    table.returns = [](const void* g, const void* s, double* by_seat) noexcept {
        returns_of(B::game(g), B::state(s), by_seat);
    };
    table.observe = [](const void* g, const void* s, int seat, std::span<float> out) noexcept {
        B::game(g).observe(B::state(s), seat, out);
    };
    table.observe_bytes = [](const void* g, const void* s, int seat, std::span<std::uint8_t> out) noexcept {
        B::game(g).observe(B::state(s), seat, out);
    };
    table.resample = [](const void* g, const void* s, int seat, SplitMix64& rng, void* world) noexcept {
        B::put(world, B::game(g).resample(B::state(s), seat, rng));
    };
}

template <Game G>
constexpr void set_rollouts(HotTable& table) noexcept {
    using B = Behind<G>;
    table.play_out_range = [](const void* g, const void* root, std::uint64_t seed, std::uint64_t first,
                              std::uint64_t last, double* returns, std::int32_t* lengths) noexcept {
        play_out_range(B::game(g), B::state(root), seed, first, last, returns, lengths);
    };
    table.roll_out_at_random = [](const void* g, int horizon, const Policy& policy, void* s, SplitMix64& luck,
                                  SplitMix64& choices) noexcept {
        return roll_out<G, false>(B::game(g), horizon, policy, B::state(s), luck, choices);
    };
    table.roll_out_by_policy = [](const void* g, int horizon, const Policy& policy, void* s, SplitMix64& luck,
                                  SplitMix64& choices) noexcept {
        return roll_out<G, true>(B::game(g), horizon, policy, B::state(s), luck, choices);
    };
}

template <Game G>
constexpr void set_options(HotTable& table) noexcept {
    using B = Behind<G>;
    if constexpr (HiddenMoveGame<G>) {
        table.sight = [](const void* g, const void* s, Action a, int seat) noexcept {
            return B::game(g).sight(B::state(s), a, seat);
        };
    }
    if constexpr (RoundGame<G>)
        table.round = [](const void* g, const void* s) noexcept { return B::game(g).round(B::state(s)); };
    if constexpr (CutoffValueGame<G>) {
        table.cutoff_points = [](const void* g, const void* s, int seat) noexcept {
            return B::game(g).cutoff_points(B::state(s), seat);
        };
    }
    if constexpr (GreedyGame<G>) {
        table.greedy = [](const void* g, const void* s) noexcept { return B::game(g).greedy(B::state(s)); };
        table.rollout_action = table.greedy;
        if constexpr (RolloutPlayerGame<G>) {
            table.rollout_action = [](const void* g, const void* s) noexcept {
                return B::game(g).rollout_action(B::state(s));
            };
        }
    }
}

template <Game G>
constexpr void set_features(HotTable& table) noexcept {
    if constexpr (FeatureGame<G>) {
        using B = Behind<G>;
        table.write_features = [](const void* g, const void* s, int seat, FeatureWriter& out) noexcept {
            B::game(g).write_features(B::state(s), seat, out);
        };
        table.write_features_after = [](const void* g, const void* after, int seat, Action a,
                                        FeatureWriter& out) noexcept {
            write_features_after<G>(B::game(g), B::state(after), seat, a, nullptr, out);
        };
        table.judge_actions = [](const void* g, const Network& net, int worlds, const void* s,
                                 std::span<const Action> legal, SplitMix64& rng, std::int32_t* values) noexcept {
            ActionJudge<G>(B::game(g), net, worlds).judge(B::state(s), legal, rng, values);
        };
        table.judge_state = [](const void* g, const Network& net, int worlds, const void* s, int seat,
                               const Episode& from) noexcept {
            return ActionJudge<G>(B::game(g), net, worlds).value(B::state(s), seat, from);
        };
    }
    if constexpr (SecretChoiceGame<G>) {
        using B = Behind<G>;
        table.is_secret_choice = [](const void* g, const void* s) noexcept {
            return B::game(g).is_secret_choice(B::state(s));
        };
        table.is_open = [](const void* g, const void* s) noexcept { return B::game(g).is_open(B::state(s)); };
    }
}

template <Game G>
constexpr HotTable make_hot_table() noexcept {
    HotTable table{};
    set_rules<G>(table);
    set_rollouts<G>(table);
    set_options<G>(table);
    set_features<G>(table);
    return table;
}

template <Game G>
ColdTable make_cold_table() noexcept {
    using B = Behind<G>;
    ColdTable table{};
    table.name = G::kName;
    table.state_bytes = sizeof(typename G::State);
    table.codec_version = G::kCodecVersion;
    table.is_simultaneous = SimultaneousGame<G>;
    table.search_defaults = search_defaults<G>();
    table.batch = &batch_table<G>();
    table.make = [](const ColdTable&, const PlainData& options) -> Result<AnyGame> {
        Result<G> made = G::make(options);
        if (!made) return Error{made.error()};
        return AnyGame(*made);
    };
    table.option_descriptions = [](const ColdTable&) { return G::option_descriptions(); };
    table.options = [](const void* g) { return B::game(g).options(); };
    table.defaults = [](const void* g) { return B::game(g).defaults(); };
    table.utility = [](const void* g) { return B::game(g).utility(); };
    table.limits = [](const void* g) { return B::game(g).limits(); };
    table.initial = [](const void* g, void* s) { B::put(s, B::game(g).initial()); };
    table.layout = [](const void* g) { return B::game(g).layout(); };
    table.to_value = [](const void* g, const void* s, int seat) { return B::game(g).to_value(B::state(s), seat); };
    table.from_value = [](const void* g, const PlainData& data) { return B::kept(B::game(g).from_value(data)); };
    table.pack = [](const void* g, const void* s, ByteWriter& out) { B::game(g).pack(B::state(s), out); };
    table.unpack = [](const void* g, ByteReader& in) { return B::kept(B::game(g).unpack(in)); };
    table.validate = [](const void* g, const void* s) { return B::game(g).validate(B::state(s)); };
    table.action_text = [](const void* g, int player, Action a) { return B::game(g).action_text(player, a); };
    table.action_text_at = [](const void* g, const void* s, Action a) {
        return B::game(g).action_text(B::state(s), a);
    };
    table.parse_action = [](const void* g, std::string_view text) { return B::game(g).parse_action(text); };
    table.parse_action_at = [](const void* g, const void* s, std::string_view text) {
        return B::game(g).parse_action(B::state(s), text);
    };
    if constexpr (LongViewGame<G>) {
        table.fields_by_seat = [](const void* g, const void* s, int seat) {
            return B::game(g).fields_by_seat(B::state(s), seat);
        };
    }
    if constexpr (FeatureGame<G>) {
        table.feature_version = G::kFeatureVersion;
        table.match_options = [] { return G::match_options(); };
        table.feature_layout = [](const void* g) { return B::game(g).feature_layout(); };
    }
    return table;
}

}  // namespace uneri
