#include "uneri/games/tacta/tacta.hpp"

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "bench/game.hpp"
#include "bench/tacta_samples.hpp"

namespace uneri::bench {

using namespace tacta;

namespace {

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
