#include "uneri/games/tacta/tacta.hpp"

#include <array>
#include <bit>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/game.hpp"
#include "uneri/base/rng.hpp"

namespace uneri::bench {

using namespace tacta;

namespace {

// Decisions in random TACTA games of six seats, grouped by the number of cards on the table (up to 108).

// The states of a group take 47 KB per game. With this many games they stay in the cache, as in a search.
constexpr int kTactaGames = 40;
constexpr int kTactaGroup = 12;  // in cards on the table

// A decision with a legal connection.
struct Sample {
    tacta::State state;
    tacta::Placed laid;
    Action action;
};
using Samples = std::vector<Sample>;

std::vector<Samples> samples_by_count(const tacta::Tacta& game) {
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
int open_shapes(const tacta::State& s) {
    int open = 0;
    for (const std::uint64_t word : s.live) open += std::popcount(word);
    return open;
}

int free_footprints(const tacta::Tables& t, const tacta::State& s) {
    int free = 0;
    for (const std::uint16_t cell : s.cell) free += std::popcount(cell & ((1u << t.feet) - 1));
    return free;
}

// The samples on one table, made when the first case needs them.
struct Table {
    Tacta game;
    std::vector<Samples> groups;

    explicit Table(const char* size)
        : game(*Tacta::make(PlainData(PlainData::Map{{"players", 6}, {"table", size}}))),
          groups(samples_by_count(game)) {}
};

std::string means_of(const Table& table, const Samples& group) {
    double open = 0;
    double feet = 0;
    double legal = 0;
    Tacta::Actions list;
    for (const Sample& sample : group) {
        open += open_shapes(sample.state);
        feet += free_footprints(table.game.rules().t(), sample.state);
        table.game.legal_actions(sample.state, list);
        legal += static_cast<double>(list.size());
    }
    const auto size = static_cast<double>(group.size());
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "open %.1f feet %.1f legal %.1f", open / size, feet / size, legal / size);
    return text.data();
}

// Adds the parts of a decision, by the number of cards on the table. `lay` and `apply` include copying the state, which
// `copy` times.
void add_table(Cases& cases, const std::string& name, const char* size) {
    const auto table = [size] {
        static std::map<std::string, std::shared_ptr<const Table>> made;
        auto& found = made[size];
        if (!found) found = std::make_shared<const Table>(size);
        return found;
    };
    for (std::size_t i = 0; i < kMaxLaid / kTactaGroup; ++i) {
        const std::size_t first = kTactaGroup * i;
        const std::string prefix = name + "/" + std::to_string(first) + ".." + std::to_string(first + kTactaGroup - 1);
        const auto note = [=] { return means_of(*table(), table()->groups[i]); };
        const auto add = [&](const char* what, auto work) {
            const auto start = [=] {
                return Pass([of = table(), i, work]() mutable {
                    for (const Sample& sample : of->groups[i]) work(of->game, sample);
                    return static_cast<std::uint64_t>(of->groups[i].size());
                });
            };
            cases.push_back({prefix + "/" + what, start, "decision", note});
        };
        add("copy", [](const Tacta&, const Sample& sample) {
            const tacta::State copy = sample.state;
            keep(copy);
        });
        add("list", [list = Tacta::Actions()](const Tacta& game, const Sample& sample) mutable {
            game.legal_actions(sample.state, list);
            keep(list);
        });
        add("lay", [](const Tacta& game, const Sample& sample) {
            tacta::State copy = sample.state;
            lay(game.rules(), copy, sample.laid);
            keep(copy);
        });
        add("apply", [](const Tacta& game, const Sample& sample) {
            tacta::State copy = sample.state;
            game.apply(copy, sample.action);
            keep(copy);
        });
    }
}

}  // namespace

void add_tacta(Cases& cases) {
    add_game<Tacta>(cases);
    add_table(cases, "tacta/table", "default");
    add_table(cases, "tacta/wide", "4000x4000");  // the border is out of reach
}

}  // namespace uneri::bench
