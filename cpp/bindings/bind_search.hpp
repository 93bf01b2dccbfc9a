// The searches for any game: bind_search<G>(module) binds a function per search, from state and settings to plain data.
// uneri/search/searches.py has the names, defaults and checks of the settings; they arrive here checked.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/batch_object.hpp"
#include "bindings/docs.hpp"
#include "bindings/gil.hpp"
#include "bindings/network_object.hpp"
#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/base/bytes.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/gate.hpp"
#include "uneri/engine/search/flat.hpp"
#include "uneri/engine/search/ismcts.hpp"
#include "uneri/engine/search/many.hpp"
#include "uneri/engine/search/pimc.hpp"
#include "uneri/engine/search/puct.hpp"

namespace uneri::binding {

// Reads the settings that are given.
template <Game G>
ChosenSettings<G> to_settings(const py::dict& given) {
    ChosenSettings<G> settings;
    settings.own_trees = SimultaneousGame<G>;
    const auto read = [&](const char* key, auto& field) {
        if (given.contains(key)) field = py::cast<std::remove_reference_t<decltype(field)>>(given[key]);
    };
    const auto read_enum = [&](const char* key, auto& field) {
        using Enum = std::remove_reference_t<decltype(field)>;
        if (given.contains(key)) field = static_cast<Enum>(py::cast<int>(given[key]));
    };
    read("sims", settings.sims);
    read("seconds", settings.seconds);
    read("seed", settings.seed);
    read("threads", settings.threads);
    read("trees", settings.trees);
    read("exploration", settings.exploration);
    read("widening", settings.widening);
    read("bias", settings.bias);
    read("margin", settings.margin);
    read("root_widening", settings.root_widening);
    read("exact", settings.exact);
    read("considered", settings.considered);
    read("epsilon", settings.epsilon);
    read("depth", settings.depth);
    read("round_only", settings.round_only);
    read("paranoid", settings.paranoid);
    read("cheats", settings.cheats);
    read("tree", settings.wants_tree);
    read("own_trees", settings.own_trees);
    read("worlds", settings.worlds);
    read_enum("rollout", settings.rollout);
    read_enum("cutoff", settings.cutoff);
    read_enum("objective", settings.objective);
    read_enum("final_choice", settings.final_choice);
    if constexpr (FeatureGame<G>) {
        if (given.contains("network") && !given["network"].is_none()) {
            settings.network = py::cast<std::shared_ptr<NetworkObject<G>>>(given["network"]);
            settings.net = &settings.network->network;
            read("top", settings.top);
            read("prior", settings.prior);
        }
    }
    return settings;
}

inline py::dict arm_data(const ArmStat& arm) {
    py::dict out;
    out["action"] = arm.action;
    out["visits"] = arm.visits;
    out["available"] = arm.available;
    out["mean"] = arm.visits == 0 ? py::object(py::none()) : py::float_(arm.mean());
    out["prior"] = arm.prior < 0 ? py::object(py::none()) : py::float_(arm.prior);
    out["stderr"] = arm.visits < 2 ? py::object(py::none()) : py::float_(std::sqrt(arm.variance_of_mean()));
    return out;
}

// As nested items, each with its seat, its action with notation, and its children.
template <Game G>
py::list tree_data(const G& game, const std::vector<TreeItem>& tree) {
    py::list top;
    std::vector<py::list> children(tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
        py::dict item = arm_data(tree[i].stat);
        item["player"] = tree[i].player;
        item["notation"] = game.action_text(tree[i].player, tree[i].stat.action);
        item["children"] = children[i];
        (tree[i].parent < 0 ? top : children[static_cast<std::size_t>(tree[i].parent)]).append(item);
    }
    return top;
}

template <Game G>
py::dict report_data(const G& game, const SearchReport& report) {
    py::dict out;
    py::list arms;
    for (const ArmStat& arm : report.arms) {
        py::dict data = arm_data(arm);
        arms.append(data);
    }
    py::list line;
    for (const auto& [player, action] : report.line) line.append(py::make_tuple(player, action));
    out["arms"] = arms;
    out["best"] = report.best;
    out["simulations"] = report.simulations;
    out["worlds"] = report.worlds;
    out["solved"] = report.solved;
    out["reused"] = report.reused;
    out["line"] = line;
    out["tree"] = tree_data(game, report.tree);
    return out;
}

template <template <class> class Search, Game G>
void bind_one_search(py::module_& m, const char* name) {
    using Self = StateObject<G>;
    m.def(
        name,
        [](const Self& state, const py::dict& settings, const py::object& tick) {
            const ChosenSettings<G> chosen = to_settings<G>(settings);
            check_asked(chosen, state);
            const Tick polled = to_tick(tick);
            const Self root = state;
            SearchReport report;
            {
                const GilRelease free;
                Search<G>(root.game(), root.state(), chosen).run(polled, report);
            }
            return report_data(root.game(), report);
        },
        py::arg("state"), py::arg("settings"), py::arg("tick"));
}

// The answers of a search at many positions as arrays. Row i has the legal actions from starts[i] to starts[i + 1].
inline py::dict arrays_of(const std::vector<SearchReport>& reports) {
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

// `name`: the search of many positions at once, given as states or as lanes of a batch.
template <template <class> class Search, Game G>
void bind_many(py::module_& m, const std::string& name) {
    using Roots = std::vector<typename G::State>;
    const auto search = [](const G& game, const Roots& roots, const ChosenSettings<G>& settings, const Tick& tick) {
        std::vector<SearchReport> reports;
        const GilRelease free;
        search_many<Search, G>(game, roots, settings, tick, reports);
        return reports;
    };
    m.def((name + "_states").c_str(),
          [search](const py::list& states, const py::dict& settings, const py::object& tick) {
              const ChosenSettings<G> chosen = to_settings<G>(settings);
              const Tick polled = to_tick(tick);
              py::list out;
              if (states.empty()) return out;
              const auto owner = py::cast<const StateObject<G>&>(states[0]).owner;
              Roots roots;
              for (const py::handle state : states) {
                  const auto& self = py::cast<const StateObject<G>&>(state);
                  check_asked(chosen, self);
                  roots.push_back(self.state());
              }
              for (const SearchReport& report : search(owner->game, roots, chosen, polled))
                  out.append(report_data(owner->game, report));
              return out;
          },
          py::arg("states"), py::arg("settings"), py::arg("tick"));
    m.def((name + "_lanes").c_str(),
          [search](BatchObject<G>& batch, const py::array_t<std::int64_t>& lanes, const py::dict& settings,
                   const py::object& tick) {
              const ChosenSettings<G> chosen = to_settings<G>(settings);
              const Tick polled = to_tick(tick);
              const std::vector<std::int64_t> asked(lanes.data(), lanes.data() + lanes.size());
              const std::vector<StateObject<G>> states = batch.exclusively([&] {
                  std::vector<StateObject<G>> found;
                  for (const std::int64_t lane : asked) found.push_back(batch.state(static_cast<std::size_t>(lane)));
                  return found;
              });
              Roots roots;
              for (const StateObject<G>& state : states) {
                  check_asked(chosen, state);
                  roots.push_back(state.state());
              }
              return arrays_of(search(batch.owner->game, roots, chosen, polled));
          },
          py::arg("batch"), py::arg("lanes"), py::arg("settings"), py::arg("tick"));
}

// A search that keeps its trees between decisions. It continues from them only if it was told every action since,
// including those of chance unless seeded. So the next position must be the one it expects.
template <Game G>
class FollowingSearch : public MadeByInit {
public:
    explicit FollowingSearch(const py::dict& settings) : settings_(to_settings<G>(settings)) {}
    ~FollowingSearch() {
        if (!gate_.is_whole()) static_cast<void>(search_.release());
    }
    FollowingSearch(const FollowingSearch&) = delete;
    FollowingSearch& operator=(const FollowingSearch&) = delete;

    void see(const StateObject<G>& state, Action a) {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        if (!search_) return;
        if (!is_expected(state) || !state.game().is_legal(state.state(), a)) return forget();
        if (const int player = state.game().player(state.state()); player >= 0) {
            const bool all = settings_.cheats;
            search_->follow(player, a, all ? kSeesAction : sight_in(state.game(), state.state(), a, search_->seat()));
        }
        expected_ = state.position;
        expected_.apply(state.game(), state.players(), a);
        is_told_ = false;
    }
    // The same from the seat's observations alone. The positions in between are unknown, so the caller must report
    // every action.
    void watch(int player, Action a, std::uint64_t sight) {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        if (!search_) return;
        search_->follow(player, a, sight);
        is_told_ = true;
    }
    py::dict run(const StateObject<G>& state, const py::object& tick) {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        check_asked(settings_, state);
        const Tick polled = to_tick(tick);
        SearchReport report;
        if (search_ != nullptr && is_expected(state)) {
            search_->resume(state.state());
        } else {
            search_.reset();  // before the game that it refers to
            owner_ = state.owner;
            search_ = std::make_unique<InformationSetSearch<G>>(owner_->game, state.state(), settings_);
        }
        expected_ = state.position;
        is_told_ = false;
        {
            const GilRelease free;
            search_->run(polled, report);
        }
        return report_data(owner_->game, report);
    }

    // The game and the bytes for load(); None if no trees are kept.
    py::object save() {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        if (!search_) return py::none();
        ByteWriter out;
        out.u8(kKeptVersion);
        out.u8(static_cast<std::uint8_t>(G::kCodecVersion));
        out.u8(is_told_ ? 1 : 0);
        owner_->game.pack(expected_.state, out);
        search_->save(out);
        Fnv1a checksum;
        checksum.add(out.bytes());
        out.u64(checksum.value());
        const py::bytes bytes(reinterpret_cast<const char*>(out.bytes().data()), out.bytes().size());
        return py::make_tuple(std::const_pointer_cast<GameObject<G>>(owner_), bytes);
    }
    void load(const std::shared_ptr<GameObject<G>>& owner, const py::bytes& data) {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        const std::string_view view = data;
        const std::span bytes(reinterpret_cast<const std::uint8_t*>(view.data()), view.size());
        constexpr std::size_t kTail = 8;
        const std::string bad = std::string(G::kName) + ": bytes are no search that follows a game: ";
        if (bytes.size() < kTail) throw py::value_error(bad + "their length is " + std::to_string(bytes.size()));
        Fnv1a checksum;
        checksum.add(bytes.first(bytes.size() - kTail));
        if (ByteReader(bytes.last(kTail)).u64() != checksum.value())
            throw py::value_error(bad + "the checksum is wrong, so they are damaged or cut short");
        ByteReader in(bytes.first(bytes.size() - kTail));
        if (in.u8() != kKeptVersion || in.u8() != static_cast<std::uint8_t>(G::kCodecVersion))
            throw py::value_error(bad + "they are of another version");
        const std::uint8_t told = in.u8();
        const Result<typename G::State> expected = owner->game.unpack(in);
        auto search = expected && told <= 1 ? InformationSetSearch<G>::load(owner->game, settings_, in) : nullptr;
        if (!search || in.left() != 0) throw py::value_error(bad + "they belong to another game or other settings");
        search_.reset();  // before the game that it refers to
        owner_ = owner;
        search_ = std::move(search);
        expected_ = {};
        expected_.state = *expected;
        is_told_ = told != 0;
    }

private:
    static constexpr std::uint8_t kKeptVersion = 3;

    // Runs do not hold the GIL. If one thread waited for another, their calls would come in an undefined order.
    [[noreturn]] static void refuse_to_wait() { throw std::runtime_error("this search is running in another thread"); }

    void forget() { search_.reset(); }
    bool is_expected(const StateObject<G>& state) const {
        const bool same_game = state.owner == owner_ || owner_->game.options() == state.game().options();
        return same_game && (is_told_ || expected_.state == state.state());
    }

    ChosenSettings<G> settings_;
    std::shared_ptr<const GameObject<G>> owner_;
    std::unique_ptr<InformationSetSearch<G>> search_;
    Position<G> expected_{};
    bool is_told_ = false;  // by watch(), since the last run: any position may be next
    Gate gate_{"search that follows a game", "another search"};
};

template <Game G>
void bind_following(py::module_& m) {
    using Self = FollowingSearch<G>;
    DocumentedClass<Self, std::shared_ptr<Self>>(m, "FollowingSearch")
        .def(py::init([](const py::dict& settings) { return std::make_shared<Self>(settings); }), py::arg("settings"))
        .def("see", &Self::see, py::arg("state"), py::arg("action"))
        .def("watch", &Self::watch, py::arg("player"), py::arg("action"), py::arg("sight"))
        .def("run", &Self::run, py::arg("state"), py::arg("tick"))
        .def("save", &Self::save)
        .def("load", &Self::load, py::arg("game"), py::arg("data"));
}

template <class T>
py::array_t<T> array_of(const std::vector<T>& items) {
    return py::array_t<T>(static_cast<py::ssize_t>(items.size()), items.data());
}

[[noreturn]] inline void raise_answer(const std::string& what, const py::array& given, const std::string& allowed) {
    throw py::value_error("evaluator: " + what + " have shape " + std::string(py::str(given.attr("shape"))) +
                          "; allowed: " + allowed);
}

// Wraps a Python callable as an Evaluator. The callable gets the leaves' memory as an array, which it may keep: the
// memory is reused only when nobody refers to it any more.
class PythonEvaluator {
public:
    PythonEvaluator(py::object callable, int features, int actions, int players)
        : callable_(std::move(callable)),
          as_array_(py::module_::import("numpy").attr("asarray")),
          can_cast_(py::module_::import("numpy").attr("can_cast")),
          thread_(PyThreadState_Get()),
          features_(features),
          actions_(actions),
          players_(players) {}

    void begin(LeafBatch& batch, std::size_t rows) {
        const GilAcquire gil(thread_);
        most_rows_ = rows;
        memory_.emplace_back(&batch, make());
        batch.observations = memory_.back().second.get_pointer<float>();
    }
    void evaluate(LeafBatch& batch) {
        const GilAcquire gil(thread_);
        const auto start = Clock::now();
        check_signals();
        const auto rows = static_cast<py::ssize_t>(batch.size());
        py::capsule& memory = memory_[memory_[0].first == &batch ? 0 : 1].second;
        {
            const py::array_t<float> observations({rows, py::ssize_t{features_}}, batch.observations, memory);
            const py::tuple legal = py::make_tuple(array_of(batch.starts), array_of(batch.actions));
            const py::tuple question = py::make_tuple(observations, legal, array_of(batch.seats));
            const auto called = Clock::now();
            const py::object answer = call_python(callable_, question);
            const std::chrono::duration<double> inside = Clock::now() - called;
            inside_ += inside.count();
            if (!py::isinstance<py::sequence>(answer) || py::len(answer) != 2)
                throw py::type_error("evaluator: the answer is no pair (logits, values)");
            const py::array_t<float> logits = floats(answer[py::int_(0)], "logits");
            const py::array_t<float> values = floats(answer[py::int_(1)], "values");
            if (values.ndim() != 2 || values.shape(0) != rows || values.shape(1) != players_)
                raise_answer("the values", values, "(batch, seats)");
            take_logits(batch, logits);
            batch.values.assign(values.data(), values.data() + values.size());
        }
        if (!all_finite(batch.logits) || !all_finite(batch.values))
            throw py::value_error("evaluator: an answer is not finite");
        check_range(batch.values);
        if (memory.ref_count() > 1) {
            memory = make();
            batch.observations = memory.get_pointer<float>();
        }
        const std::chrono::duration<double> all = Clock::now() - start;
        all_ += all.count();
        ++batches_;
        rows_ += static_cast<std::uint64_t>(rows);
    }
    // The number of batches and rows, and the time taken: in the callable, and around it for passing arrays.
    py::dict use() const {
        py::dict out;
        out["batches"] = batches_;
        out["rows"] = rows_;
        out["seconds"] = inside_;
        out["exchange_seconds"] = all_ - inside_;
        return out;
    }

private:
    using Clock = std::chrono::steady_clock;

    py::capsule make() const {
        return {new float[most_rows_ * static_cast<std::size_t>(features_)],
                [](void* memory) { delete[] static_cast<float*>(memory); }};
    }
    // Converts to float32; numpy's errors pass through. It refuses types that lose more than digits, such as complex
    // numbers and texts.
    py::array_t<float> floats(const py::object& given, const char* what) const {
        const py::object found = call_python(as_array_, py::make_tuple(given));
        if (!py::isinstance<py::array_t<float>>(found)) {
            const py::object dtype = found.attr("dtype");
            if (!py::cast<bool>(call_python(can_cast_, py::make_tuple(dtype, float_, "same_kind")))) {
                throw py::type_error("evaluator: the " + std::string(what) + " are an array of " +
                                     std::string(py::str(dtype)) + "; allowed: real numbers");
            }
        }
        return py::reinterpret_borrow<py::array_t<float>>(
            call_python(as_array_, py::make_tuple(found, float_, order_)));
    }
    // The rounding error of half floats is below the slack: values that close to an end count as the end.
    void check_range(const std::vector<float>& values) const {
        constexpr float kSlack = 1e-3F;
        bool outside = false;
        for (const float value : values) outside |= value < -kSlack || value > 1 + kSlack;
        if (!outside) return;
        const auto worst =
            std::find_if(values.begin(), values.end(), [](float v) { return v < -kSlack || v > 1 + kSlack; });
        const auto place = static_cast<std::size_t>(worst - values.begin());
        const auto players = static_cast<std::size_t>(players_);
        throw py::value_error("evaluator: values[" + std::to_string(place / players) + ", " +
                              std::to_string(place % players) + "] is " + std::string(py::str(py::float_(*worst))) +
                              "; allowed: 0 to 1");
    }
    void take_logits(LeafBatch& batch, const py::array_t<float>& logits) const {
        const auto count = static_cast<py::ssize_t>(batch.actions.size());
        if (logits.ndim() == 1 && logits.shape(0) == count) {
            batch.logits.assign(logits.data(), logits.data() + count);
            return;
        }
        if (logits.ndim() != 2 || logits.shape(0) != static_cast<py::ssize_t>(batch.size()) ||
            logits.shape(1) != actions_)
            raise_answer("the logits", logits, "(legal actions of all rows,) or (batch, num_distinct_actions)");
        batch.logits.resize(batch.actions.size());
        for (std::size_t row = 0; row < batch.size(); ++row) {
            const float* all = logits.data() + row * static_cast<std::size_t>(actions_);
            const auto end = static_cast<std::size_t>(batch.starts[row + 1]);
            for (auto i = static_cast<std::size_t>(batch.starts[row]); i < end; ++i)
                batch.logits[i] = all[batch.actions[i]];
        }
    }
    // Has no branch per number, so that compilers vectorise it.
    static bool all_finite(const std::vector<float>& numbers) noexcept {
        constexpr std::uint32_t kExponent = 0x7F80'0000;
        std::uint32_t others = 0;
        for (const float number : numbers)
            others |= (std::bit_cast<std::uint32_t>(number) & kExponent) == kExponent ? 1u : 0u;
        return others == 0;
    }

    py::object callable_;
    py::object as_array_;  // numpy.asarray
    py::object can_cast_;  // numpy.can_cast
    py::dtype float_ = py::dtype::of<float>();
    py::str order_ = "C";
    PyThreadState* thread_;
    int features_;
    int actions_;
    int players_;
    std::size_t most_rows_ = 0;
    std::vector<std::pair<const LeafBatch*, py::capsule>> memory_;  // by batch
    std::uint64_t batches_ = 0;
    std::uint64_t rows_ = 0;
    double inside_ = 0;  // seconds in the callable
    double all_ = 0;     // and in evaluate()
};

template <Game G>
void bind_puct(py::module_& m) {
    using Self = StateObject<G>;
    m.def(
        "search_puct",
        [](const py::list& states, const py::dict& settings, const py::object& evaluator) {
            const SearchSettings chosen = to_settings<G>(settings);
            const auto batch = py::cast<std::uint64_t>(settings["batch"]);
            const Tick polled = to_tick(py::none());
            std::vector<typename G::State> roots;
            py::list out;
            if (states.empty()) return out;
            const auto owner = py::cast<const Self&>(states[0]).owner;
            for (const py::handle state : states) {
                const Self& self = py::cast<const Self&>(state);
                if (self.game().player(self.state()) < 0)
                    throw py::value_error(std::string(G::kName) + ": no seat is to act");
                roots.push_back(self.state());
            }
            PythonEvaluator asked(evaluator, owner->tensor_size, owner->limits.actions, owner->limits.players);
            std::vector<SearchReport> reports;
            {
                Progress progress(chosen.sims, polled);
                const GilRelease free;
                search_with_evaluator<G>(owner->game, roots, chosen, batch, owner->tensor_size, asked, progress,
                                         reports);
            }
            const py::dict use = asked.use();
            for (const SearchReport& report : reports) {
                py::dict data = report_data(owner->game, report);
                data["evaluator"] = use;
                out.append(data);
            }
            return out;
        },
        py::arg("states"), py::arg("settings"), py::arg("evaluator"));
}

template <Game G>
void bind_search(py::module_& m) {
    bind_one_search<FlatSearch, G>(m, "search_flat");
    bind_one_search<InformationSetSearch, G>(m, "search_ismcts");
    bind_one_search<PerfectInformationSearch, G>(m, "search_pimc");
    bind_many<FlatSearch, G>(m, "search_flat");
    bind_many<InformationSetSearch, G>(m, "search_ismcts");
    bind_many<PerfectInformationSearch, G>(m, "search_pimc");
    bind_following<G>(m);
    bind_puct<G>(m);
    constexpr SearchDefaults defaults = search_defaults<G>();
    m.attr("SEARCH_DEFAULTS") = py::dict(py::arg("bias") = defaults.bias, py::arg("margin") = defaults.margin,
                                         py::arg("epsilon") = defaults.epsilon);
}

}  // namespace uneri::binding
