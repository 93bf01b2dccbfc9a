// A function per search, from state and settings to plain data. The settings arrive checked.
#include <limits>
#include <string>
#include <vector>

#include "bindings/arguments.hpp"
#include "bindings/batch_object.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "bindings/search_data.hpp"
#include "uneri/engine/search/searches.hpp"

namespace uneri {
namespace {

using namespace binding;

void bind_one_search(py::module_& m, const char* name, Searcher searcher) {
    m.def(
        name,
        [searcher](const StateObject& state, const py::dict& settings, const py::object& tick) {
            const ChosenSettings chosen = to_settings(settings);
            check_asked(chosen, state);
            const Tick polled = to_tick(tick);
            const StateObject root = state;
            SearchReport report;
            {
                const GilRelease free;
                run_search(searcher, root.game(), root.state(), chosen.of_game(root.game()), polled, report);
            }
            return report_data(root.game(), report);
        },
        py::arg("state"), py::arg("settings"), py::arg("tick"));
}

// The answers of a search at many positions as arrays. Row i has the legal actions from starts[i] to starts[i + 1].
py::dict arrays_of(const std::vector<SearchReport>& reports) {
    std::size_t arms = 0;
    for (const SearchReport& report : reports) arms += report.arms.size();
    const auto rows = static_cast<py::ssize_t>(reports.size());
    const auto entries = static_cast<py::ssize_t>(arms);
    py::array_t<std::int32_t> best(rows);
    py::array_t<std::int64_t> simulations(rows);
    py::array_t<std::int64_t> starts(rows + 1);
    py::array_t<std::int32_t> actions(entries);
    py::array_t<std::int64_t> visits(entries);
    py::array_t<float> means(entries);
    std::size_t at = 0;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        best.mutable_data()[i] = reports[i].best;
        simulations.mutable_data()[i] = static_cast<std::int64_t>(reports[i].simulations);
        starts.mutable_data()[i] = static_cast<std::int64_t>(at);
        for (const ArmStat& arm : reports[i].arms) {
            actions.mutable_data()[at] = arm.action;
            visits.mutable_data()[at] = static_cast<std::int64_t>(arm.visits);
            means.mutable_data()[at++] =
                arm.visits == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(arm.mean());
        }
    }
    starts.mutable_data()[reports.size()] = static_cast<std::int64_t>(at);
    py::dict out;
    out["action"] = best;
    out["simulations"] = simulations;
    out["starts"] = starts;
    out["legal"] = actions;
    out["visits"] = visits;
    out["mean"] = means;
    return out;
}

using Roots = std::vector<KeptState>;

// `name`: the search of many positions at once, given as states or as lanes of a batch.
void bind_many(py::module_& m, const std::string& name, Searcher searcher) {
    const auto search = [searcher](const AnyGame& game, const Roots& roots, const ChosenSettings& settings,
                                   const Tick& tick) {
        std::vector<SearchReport> reports;
        const GilRelease free;
        run_searches(searcher, game, roots, settings.of_game(game), tick, reports);
        return reports;
    };
    m.def((name + "_states").c_str(),
          [search](const py::list& states, const py::dict& settings, const py::object& tick) {
              const ChosenSettings chosen = to_settings(settings);
              const Tick polled = to_tick(tick);
              py::list out;
              if (states.empty()) return out;
              const auto owner = py::cast<const StateObject&>(states[0]).owner;
              const Roots roots = roots_of(states, chosen);
              for (const SearchReport& report : search(owner->game, roots, chosen, polled))
                  out.append(report_data(owner->game, report));
              return out;
          },
          py::arg("states"), py::arg("settings"), py::arg("tick"));
    m.def((name + "_lanes").c_str(),
          [search](BatchObject& batch, const py::array_t<std::int64_t>& lanes, const py::dict& settings,
                   const py::object& tick) {
              const ChosenSettings chosen = to_settings(settings);
              const Tick polled = to_tick(tick);
              const std::vector<std::int64_t> asked(lanes.data(), lanes.data() + lanes.size());
              const std::vector<StateObject> states = batch.exclusively([&] {
                  std::vector<StateObject> found;
                  for (const std::int64_t lane : asked) found.push_back(batch.state(static_cast<std::size_t>(lane)));
                  return found;
              });
              Roots roots;
              for (const StateObject& state : states) {
                  check_asked(chosen, state);
                  roots.push_back(state.state());
              }
              return arrays_of(search(batch.owner->game, roots, chosen, polled));
          },
          py::arg("batch"), py::arg("lanes"), py::arg("settings"), py::arg("tick"));
}

void bind_each(py::module_& m, const char* name, Searcher searcher) {
    bind_one_search(m, name, searcher);
    bind_many(m, name, searcher);
}

}  // namespace

void bind_search(py::module_& m) {
    bind_each(m, "search_flat", Searcher::kFlat);
    bind_each(m, "search_ismcts", Searcher::kIsmcts);
    bind_each(m, "search_pimc", Searcher::kPimc);
}

}  // namespace uneri
