// Searches by name, from states and settings to plain data, and the class FollowingSearch. Settings arrive checked.
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/batch_object.hpp"
#include "bindings/convert.hpp"
#include "bindings/docs.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "bindings/search_data.hpp"
#include "uneri/base/bytes.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/gate.hpp"
#include "uneri/engine/search/searches.hpp"

namespace uneri {
namespace {

using namespace binding;

const Searcher& searcher_of(const std::string& name) {
    const Searcher* found = find_searcher(name);
    if (found == nullptr) throw py::value_error("no search " + name);
    return *found;
}

py::dict search(const std::string& name, const StateObject& state, const py::dict& settings, const py::object& tick) {
    const Searcher& searcher = searcher_of(name);
    const ChosenSettings chosen = to_settings(settings);
    check_asked(chosen, state);
    const Tick polled = to_tick(tick);
    const StateObject root = state;
    SearchReport report;
    {
        const GilRelease free;
        searcher.run(root.game(), root.state(), chosen.of_game(root.game()), polled, report);
    }
    return report_data(root.game(), report);
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

std::vector<SearchReport> search_all(const std::string& name, const AnyGame& game, const Roots& roots,
                                     const ChosenSettings& settings, const Tick& tick) {
    std::vector<SearchReport> reports;
    const Searcher& searcher = searcher_of(name);
    const GilRelease free;
    run_searches(searcher, game, roots, settings.of_game(game), tick, reports);
    return reports;
}

py::list search_states(const std::string& name, const py::list& states, const py::dict& settings,
                       const py::object& tick) {
    const ChosenSettings chosen = to_settings(settings);
    const Tick polled = to_tick(tick);
    py::list out;
    if (states.empty()) return out;
    const auto owner = py::cast<const StateObject&>(states[0]).owner;
    const Roots roots = roots_of(states, chosen);
    for (const SearchReport& report : search_all(name, owner->game, roots, chosen, polled))
        out.append(report_data(owner->game, report));
    return out;
}

py::dict search_lanes(const std::string& name, BatchObject& batch, const py::array_t<std::int64_t>& lanes,
                      const py::dict& settings, const py::object& tick) {
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
    return arrays_of(search_all(name, batch.owner->game, roots, chosen, polled));
}

// A search that keeps its trees between decisions. It continues from them only if it was shown every action since,
// including those of chance unless seeded. So the next position must be the one it expects.
class FollowingSearch : public MadeByInit {
public:
    explicit FollowingSearch(const py::dict& settings) : settings_(to_settings(settings)) {}
    ~FollowingSearch() {
        if (!gate_.is_whole()) static_cast<void>(search_.release());
    }
    FollowingSearch(const FollowingSearch&) = delete;
    FollowingSearch& operator=(const FollowingSearch&) = delete;

    void see(const StateObject& state, Action a) {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        if (!search_) return;
        if (!is_expected(state) || !state.game().is_legal(state.state(), a)) return forget();
        if (const int player = state.player(); player >= 0) {
            const bool all = settings_.cheats;
            search_->follow(player, a, all ? kSeesAction : state.game().sight(state.state(), a, search_->seat()));
        }
        expected_ = state.position;
        expected_.apply(state.game(), a);
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
    py::dict run(const StateObject& state, const py::object& tick) {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        check_asked(settings_, state);
        const Tick polled = to_tick(tick);
        SearchReport report;
        if (search_ != nullptr && is_expected(state)) {
            search_->resume(state.state());
        } else {
            search_.reset();  // before the game that it refers to
            owner_ = state.owner;
            search_ = std::make_unique<FollowedGame>(owner_->game, state.state(), settings_.of_game(owner_->game));
        }
        expected_ = state.position;
        is_told_ = false;
        {
            const GilRelease free;
            search_->run(polled, report);
        }
        if (has_callback_error()) forget();  // what it has seen since is nothing
        return report_data(owner_->game, report);
    }

    // The game and the bytes for load(); None if no trees are kept.
    py::object save() {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        if (!search_) return py::none();
        ByteWriter out;
        out.u8(kKeptVersion);
        out.u8(static_cast<std::uint8_t>(owner_->game.codec_version()));
        out.u8(is_told_ ? 1 : 0);
        owner_->game.pack(expected_.state, out);
        search_->save(out);
        Fnv1a checksum;
        checksum.add(out.bytes());
        out.u64(checksum.value());
        return py::make_tuple(to_object(owner_), bytes_of(out));
    }
    void load(const std::shared_ptr<GameObject>& owner, const py::bytes& data) {
        const Passage passage(gate_, Passage::Use::kAll, refuse_to_wait);
        const std::span<const std::uint8_t> bytes = span_of(data);
        constexpr std::size_t kTail = 8;
        const std::string bad = owner->name() + ": bytes are not a search that follows a game: ";
        if (bytes.size() < kTail) throw py::value_error(bad + "their length is " + std::to_string(bytes.size()));
        Fnv1a checksum;
        checksum.add(bytes.first(bytes.size() - kTail));
        if (ByteReader(bytes.last(kTail)).u64() != checksum.value())
            throw py::value_error(bad + "the checksum is wrong, so they are damaged or cut short");
        ByteReader in(bytes.first(bytes.size() - kTail));
        if (in.u8() != kKeptVersion || in.u8() != static_cast<std::uint8_t>(owner->game.codec_version()))
            throw py::value_error(bad + "they are from another version");
        const std::uint8_t told = in.u8();
        const Result<KeptState> expected = owner->game.unpack(in);
        auto search =
            expected && told <= 1 ? FollowedGame::load(owner->game, settings_.of_game(owner->game), in) : nullptr;
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
    bool is_expected(const StateObject& state) const {
        return owner_->game == state.game() && (is_told_ || expected_.state == state.state());
    }

    ChosenSettings settings_;
    std::shared_ptr<const GameObject> owner_;
    std::unique_ptr<FollowedGame> search_;
    AnyPosition expected_;
    bool is_told_ = false;  // by watch(), since the last run: any position may be next
    Gate gate_{"search that follows a game", "another search"};
};

}  // namespace

void bind_search(py::module_& m) {
    define_guarded(m, "search", "name state settings tick", &search);
    define_guarded(m, "search_states", "name states settings tick", &search_states);
    define_guarded(m, "search_lanes", "name batch lanes settings tick", &search_lanes);
}

void bind_following_search(py::module_& m) {
    using Self = FollowingSearch;
    DocumentedClass<Self, std::shared_ptr<Self>>(m, "FollowingSearch")
        .def(py::init([](const py::dict& settings) { return std::make_shared<Self>(settings); }), Names("settings"))
        .def("see", "state action", &Self::see)
        .def("watch", "player action sight", &Self::watch)
        .def("run", "state tick", &Self::run)
        .def("save", &Self::save)
        .def("load", "game data", &Self::load);
}

}  // namespace uneri
