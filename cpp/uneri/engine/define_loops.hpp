// Defines the loops of a game; for cpp/loops/GAME.cpp alone, which is compiled twice.
#pragma once

#include "uneri/base/cpu.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/define_table.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/net/after.hpp"
#include "uneri/engine/net/judge.hpp"
#include "uneri/engine/opponents.hpp"

namespace uneri {

template <Game G>
constexpr Loops<G> Loops<G>::of_this_build() noexcept {
    Loops table{};
    table.legal_actions = [](const G& game, const State& s, typename G::Actions& list) noexcept {
        game.legal_actions(s, list);
    };
    table.is_legal = [](const G& game, const State& s, Action a) noexcept { return game.is_legal(s, a); };
    table.apply = [](const G& game, int players, Position<G>& position, Action a) noexcept {
        position.apply(game, players, a);
    };
    table.play_opponents = &uneri::play_opponents<G>;
    table.begin = &Batch<G>::begin;
    table.first_illegal = &Batch<G>::first_illegal;
    table.step_lanes = &Batch<G>::step_lanes;
    table.observe_lanes = &Batch<G>::observe_lanes;
    table.show_asked = &Batch<G>::show_asked;
    table.answer_lanes = &Batch<G>::answer_lanes;
    if constexpr (GreedyGame<G>) {
        table.greedy = [](const G& game, const State& s) noexcept { return game.greedy(s); };
        table.rollout_action = [](const G& game, const State& s) noexcept { return heuristic(game, s); };
    }
    if constexpr (FeatureGame<G>) {
        table.judge_actions = [](const G& game, const Network& net, int worlds, const State& s,
                                 const typename G::Actions& list, SplitMix64& rng, std::int32_t* values) noexcept {
            ActionJudge<G>(game, net, worlds).judge(s, list, rng, values);
        };
        table.write_after = &uneri::write_after<G>;
    }
    return table;
}

#ifdef UNERI_V3_BUILD

template <Game G>
const Loops<G>& loops_x86_64_v3() noexcept {
    static constexpr Loops<G> kTable = Loops<G>::of_this_build();
    return kTable;
}
template <Game G>
const HotTable& hot_table_x86_64_v3() noexcept {
    static constexpr HotTable kTable = make_hot_table<G>();
    return kTable;
}
#define UNERI_DEFINE_LOOPS(G)                                   \
    template const Loops<G>& loops_x86_64_v3<G>() noexcept;     \
    template const HotTable& hot_table_x86_64_v3<G>() noexcept;

#else

template <Game G>
const Loops<G>& loops_x86_64_v3() noexcept;  // in the other build
template <Game G>
const HotTable& hot_table_x86_64_v3() noexcept;

template <Game G>
const Loops<G>& loops_for_all() noexcept {
    static constexpr Loops<G> kTable = Loops<G>::of_this_build();
    return kTable;
}
template <Game G>
const Loops<G>& loops() noexcept {
#ifdef UNERI_HAS_V3
    if (has_v3()) return loops_x86_64_v3<G>();
#endif
    return loops_for_all<G>();
}
template <Game G>
const HotTable& hot_table() noexcept {
    static constexpr HotTable kTable = make_hot_table<G>();
#ifdef UNERI_HAS_V3
    if (has_v3()) return hot_table_x86_64_v3<G>();
#endif
    return kTable;
}
template <Game G>
const ColdTable& cold_table() noexcept {
    static const ColdTable kTable = make_cold_table<G>();
    return kTable;
}
#define UNERI_DEFINE_LOOPS(G)                             \
    template const Loops<G>& loops_for_all<G>() noexcept; \
    template const Loops<G>& loops<G>() noexcept;         \
    template const HotTable& hot_table<G>() noexcept;     \
    template const ColdTable& cold_table<G>() noexcept;

#endif

}  // namespace uneri
