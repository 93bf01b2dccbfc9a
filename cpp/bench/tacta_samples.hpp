// Decisions in random TACTA games of six seats, grouped by the number of cards on the table (up to 108).
#pragma once

#include <bit>
#include <vector>

#include "uneri/base/rng.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace uneri::bench {

// The states of a group take 47 KB per game. With this many games they stay in the cache, as in a search.
inline constexpr int kTactaGames = 40;
inline constexpr int kTactaGroup = 12;  // in cards on the table

// A decision with a legal connection.
struct Sample {
    tacta::State state;
    tacta::Placed laid;
    Action action;
};
using Samples = std::vector<Sample>;

inline std::vector<Samples> samples_by_count(const tacta::Tacta& game) {
    using namespace tacta;
    std::vector<Samples> samples(kMaxLaid / kTactaGroup);
    Tacta::Actions list;
    for (int i = 0; i < kTactaGames; ++i) {
        SplitMix64 rng = stream(1, static_cast<std::uint64_t>(i));
        tacta::State s = game.initial();
        while (game.player(s) != kTerminal) {
            game.legal_actions(s, list);
            const Action a = list[rng.below(list.size())];
            const Tables& t = game.rules().t();
            if (s.phase == kPlay && decode(t, a).kind == kConnect) {
                const Move m = decode(t, a);
                const int held = s.ends[at(s.turn)][at(m.end)];
                Placed laid = connected(t, s, m.target, m.shape, card_of(held), m.own, m.face);
                laid.colour = static_cast<std::int8_t>(colour_of(held));
                laid.seat = s.turn;
                samples[at((s.count - 1) / kTactaGroup)].push_back({s, laid, a});
            }
            game.apply(s, a);
        }
    }
    return samples;
}

// Counts the open shapes that some card can still cover.
inline int open_shapes(const tacta::State& s) {
    int open = 0;
    for (const std::uint64_t word : s.live) open += std::popcount(word);
    return open;
}

inline int free_footprints(const tacta::Tables& t, const tacta::State& s) {
    int free = 0;
    for (const std::uint16_t cell : s.cell) free += std::popcount(cell & ((1u << t.feet) - 1));
    return free;
}

}  // namespace uneri::bench
