// A game whose rules are a Python object: the Game concept over its methods (python/uneri/registry/rules_in_python.py,
// which checks what they answer). A state is the text of its plain data, so the engine keeps it as plain bytes.
//
// The tables of all such games are made from one type; the name, the way to make a game, and what a game lacks are set
// for each. Every call takes the GIL, so the engine uses one thread.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/gil.hpp"
#include "bindings/objects.hpp"
#include "bindings/pybind.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/define_loops.hpp"
#include "uneri/engine/exported_game.hpp"

namespace uneri {
namespace binding {
namespace {

thread_local std::optional<py::error_already_set> waiting_error;

void keep_error(py::error_already_set&& error) noexcept {
    if (waiting_error) return;
    waiting_error.emplace(std::move(error));
    ++waiting_errors;
}

}  // namespace

bool has_callback_error() noexcept { return waiting_error.has_value(); }
void throw_callback_error() {
    if (!waiting_error) return;
    const py::error_already_set error = std::move(*waiting_error);
    waiting_error.reset();
    --waiting_errors;
    throw error;
}

}  // namespace binding

namespace {

using namespace binding;

// The GIL, whether or not the engine has released it in this thread.
class WithGil {
public:
    WithGil() {
        stay([this] { state_ = PyGILState_Ensure(); });
    }
    ~WithGil() { PyGILState_Release(state_); }
    WithGil(const WithGil&) = delete;
    WithGil& operator=(const WithGil&) = delete;

private:
    PyGILState_STATE state_{};
};

class PythonGame {
public:
    static constexpr std::string_view kName = "python";
    static constexpr int kMaxSeats = kMostSeats;
    static constexpr int kCodecVersion = 1;

    struct State {
        std::uint32_t size;
        std::array<char, kMostStateBytes - sizeof(std::uint32_t)> text;  // zeros after `size`

        bool operator==(const State& other) const noexcept { return std::memcmp(this, &other, sizeof *this) == 0; }
    };
    using Actions = FixedList<std::int16_t, kMostListed>;

    explicit PythonGame(py::object rules) : own_(new Own{std::move(rules), {}, {}}, &destroy) {
        const auto numbers = py::cast<std::array<std::int64_t, 8>>(own_->rules.attr("limits"));
        Limits& limits = own_->limits;
        limits.players = static_cast<int>(numbers[0]);
        limits.actions = static_cast<int>(numbers[1]);
        limits.chance_outcomes = static_cast<int>(numbers[2]);
        limits.legal_actions = static_cast<int>(numbers[3]);
        limits.decisions = numbers[4];
        limits.chance_nodes = numbers[5];
        limits.min_score = static_cast<int>(numbers[6]);
        limits.max_score = static_cast<int>(numbers[7]);
    }
    // Not used: the tables of each game make it and describe its options.
    static Result<PythonGame> make(const PlainData&) { return Error{"rules in Python are made by their own table"}; }
    static PlainData option_descriptions() { return PlainData(PlainData::List{}); }

    PlainData options() const { return data_of("options"); }
    PlainData defaults() const { return data_of("defaults"); }
    Utility utility() const {
        const WithGil gil;
        return static_cast<Utility>(py::cast<int>(own_->rules.attr("utility")));
    }
    Limits limits() const { return own_->limits; }
    int players() const noexcept { return own_->limits.players; }

    State initial() const {
        const WithGil gil;
        return packed(own_->rules.attr("initial")());
    }
    int player(const State& s) const noexcept { return ask<int>(kTerminal, "player", s); }
    void legal_actions(const State& s, Actions& list) const noexcept {
        list.clear();
        guarded([&] {
            for (const py::handle action : py::list(call("legal", s)))
                list.push_back(static_cast<std::int16_t>(py::cast<int>(action)));
        });
        if (list.empty() && has_callback_error()) list.push_back(0);  // the caller relies on one
    }
    bool is_legal(const State& s, Action a) const noexcept { return ask<bool>(false, "is_legal", s, a); }
    void apply(State& s, Action a) const noexcept {
        guarded([&] { s = packed(call("apply", s, a)); });
    }
    Weight chance_weight(const State& s, Action a) const noexcept {
        return ask<Weight>(Weight{1}, "chance_weight", s, a);
    }
    Weight chance_total(const State& s) const noexcept { return ask<Weight>(Weight{1}, "chance_total", s); }
    Action chance_pick(const State& s, Weight u) const noexcept { return ask<Action>(0, "chance_pick", s, u); }
    int points(const State& s, int seat) const noexcept { return ask<int>(0, "points", s, seat); }
    unsigned winners(const State& s) const noexcept { return ask<unsigned>(1, "winners", s); }
    void observe(const State& s, int seat, std::span<float> out) const noexcept {
        observe_as(s, seat, out, "observation");
    }
    void observe(const State& s, int seat, std::span<std::uint8_t> out) const noexcept {
        observe_as(s, seat, out, "observation_bytes");
    }
    State resample(const State& s, int seat, SplitMix64& rng) const noexcept {
        State world = s;
        guarded([&] {
            const auto [object, number] =
                py::cast<std::pair<py::object, std::uint64_t>>(call("resample", s, seat, rng.state()));
            world = packed(object);
            rng = SplitMix64(number);
        });
        return world;
    }
    std::uint64_t sight(const State& s, Action a, int seat) const noexcept {
        return ask<std::uint64_t>(kSeesAction, "sight", s, a, seat);
    }
    Action greedy(const State& s) const noexcept { return ask<Action>(0, "greedy", s); }

    std::vector<Segment> layout() const {
        const WithGil gil;
        std::vector<Segment> blocks;
        for (const py::handle item : own_->rules.attr("blocks")) {
            auto [name, shape] = py::cast<std::pair<std::string, std::vector<int>>>(item);
            blocks.push_back({std::move(name), std::move(shape)});
        }
        return blocks;
    }
    PlainData to_value(const State& s, int seat) const {
        const WithGil gil;
        return from_python(call("to_dict", s, seat < 0 ? py::object(py::none()) : py::int_(seat)));
    }
    Result<State> from_value(const PlainData& data) const {
        const WithGil gil;
        return packed(own_->rules.attr("from_dict")(to_python(data)));
    }
    void pack(const State& s, ByteWriter& out) const { out.text({s.text.data(), s.size}); }
    // Reads the text as from_value() does, which checks it.
    Result<State> unpack(ByteReader& in) const {
        const std::string text = in.text();
        if (!in.good()) return Error{"the state is cut short"};
        const WithGil gil;
        return packed(own_->rules.attr("read")(py::bytes(text)));
    }
    std::optional<Error> validate(const State&) const { return std::nullopt; }  // each is the rules' own
    std::string action_text(int player, Action a) const { return text_of(py::none(), player, a); }
    std::string action_text(const State& s, Action a) const {
        const int seat = player(s);
        const WithGil gil;
        return text_of(object_of(s), seat, a);
    }
    Result<Action> parse_action(std::string_view text) const { return parsed(py::none(), text); }
    Result<Action> parse_action(const State& s, std::string_view text) const {
        const WithGil gil;
        return parsed(object_of(s), text);
    }

private:
    // The rules' objects of states that were met last, by their text.
    struct Slot {
        std::string text;
        py::object state;
    };
    static constexpr std::size_t kSlots = 1024;
    struct Own {
        py::object rules;
        Limits limits;
        std::vector<Slot> slots;
    };
    static void destroy(Own* own) {
        const WithGil gil;
        delete own;
    }

    Slot& slot_of(std::string_view text) const {
        if (own_->slots.empty()) own_->slots.resize(kSlots);
        const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
        return own_->slots[hash_bytes(bytes, text.size()) % kSlots];
    }
    py::object object_of(const State& s) const {
        const std::string_view text(s.text.data(), s.size);
        if (const Slot& known = slot_of(text); known.state && known.text == text) return known.state;
        py::object state = own_->rules.attr("read")(py::bytes(text.data(), text.size()));
        slot_of(text) = {std::string(text), state};
        return state;
    }
    State packed(const py::object& object) const {
        const py::bytes written = own_->rules.attr("write")(object);
        const std::string_view text = written;
        State s{};
        s.size = static_cast<std::uint32_t>(std::min(text.size(), s.text.size()));  // write() refuses longer ones
        std::copy_n(text.data(), s.size, s.text.data());
        slot_of(text) = {std::string(text), object};
        return s;
    }
    template <class... Arguments>
    py::object call(const char* method, const State& s, const Arguments&... arguments) const {
        return own_->rules.attr(method)(object_of(s), arguments...);
    }
    // Runs `work` with the GIL. Its error waits for the end of the call; until then nothing else runs.
    template <class Work>
    void guarded(const Work& work) const noexcept {
        if (has_callback_error()) return;
        const WithGil gil;
        try {
            work();
        } catch (py::error_already_set& error) {
            keep_error(std::move(error));
        } catch (const std::exception& error) {
            PyErr_SetString(PyExc_TypeError, error.what());
            keep_error(py::error_already_set());
        }
    }
    template <class Answer, class... Arguments>
    Answer ask(Answer otherwise, const char* method, const State& s, const Arguments&... arguments) const noexcept {
        guarded([&] { otherwise = py::cast<Answer>(call(method, s, arguments...)); });
        return otherwise;
    }
    template <class Number>
    void observe_as(const State& s, int seat, std::span<Number> out, const char* method) const noexcept {
        std::fill(out.begin(), out.end(), Number{0});
        guarded([&] {
            const auto numbers = py::cast<py::array_t<Number>>(call(method, s, seat));
            std::copy_n(numbers.data(), std::min(out.size(), static_cast<std::size_t>(numbers.size())), out.data());
        });
    }
    PlainData data_of(const char* name) const {
        const WithGil gil;
        return from_python(own_->rules.attr(name));
    }
    std::string text_of(const py::object& state, int player, Action a) const {
        const WithGil gil;
        return py::cast<std::string>(own_->rules.attr("action_to_string")(state, player, a));
    }
    Result<Action> parsed(const py::object& state, std::string_view text) const {
        const WithGil gil;
        return py::cast<Action>(own_->rules.attr("parse_action")(state, std::string(text)));
    }

    std::shared_ptr<Own> own_;
};

static_assert(Game<PythonGame> && GreedyGame<PythonGame> && HiddenMoveGame<PythonGame>);

}  // namespace

UNERI_DEFINE_GAME_ONCE(PythonGame)

namespace {

// A step that fails leaves the position as it was, even if a later outcome of chance is what fails.
void step_or_stay(const void* game, void* s, std::int64_t* before, std::uint64_t* generator, Action a) noexcept {
    std::array<std::int64_t, kMostSeats> points{};
    const auto* own = static_cast<const PythonGame*>(game);
    const PythonGame::State kept = *static_cast<PythonGame::State*>(s);
    const std::uint64_t rng = generator == nullptr ? 0 : *generator;
    std::copy_n(before, own->players(), points.data());
    hot_table<PythonGame>().step(game, s, before, generator, a);
    if (!has_callback_error()) return;
    *static_cast<PythonGame::State*>(s) = kept;
    if (generator != nullptr) *generator = rng;
    std::copy_n(points.data(), own->players(), before);
}

// The tables of one game. They live as long as the process, as those of compiled games do.
struct PythonTables : ColdTable {
    HotTable hot;
    std::string own_name;
    py::object make_rules;  // options as a dict -> the checked rules
    py::object rows;        // of the options

    static const PythonTables& of(const ColdTable& table) { return static_cast<const PythonTables&>(table); }
};

const PythonTables& make_tables(const std::string& name, const py::object& make_rules, const py::object& rows,
                                bool is_greedy, bool hides_moves) {
    auto* tables = new PythonTables{cold_table<PythonGame>(), hot_table<PythonGame>(), name, make_rules, rows};
    tables->name = tables->own_name;
    tables->one_thread = true;
    tables->make = [](const ColdTable& table, const PlainData& options) -> Result<AnyGame> {
        const auto& own = PythonTables::of(table);
        const PythonGame game(own.make_rules(to_python(options)));
        return AnyGame(std::make_shared<const PythonGame>(game), own.hot, own);
    };
    tables->option_descriptions = [](const ColdTable& table) { return from_python(PythonTables::of(table).rows); };
    tables->hot.step = step_or_stay;
    if (!is_greedy) tables->hot.greedy = tables->hot.rollout_action = nullptr;
    if (!hides_moves) tables->hot.sight = nullptr;
    return *tables;
}

// A game that another module hands over; TypeError for another capsule, ValueError if it was built otherwise.
const ExportedGame& exported_game(const py::object& tables) {
    if (PyCapsule_IsValid(tables.ptr(), kExportedGame) == 0)
        throw py::type_error("the tables must be TABLES of a game's module, not " + std::string(py::repr(tables)));
    const auto* game = static_cast<const ExportedGame*>(PyCapsule_GetPointer(tables.ptr(), kExportedGame));
    if (game->layout != exported_layout())
        throw py::value_error("the game was built with headers or a compiler that do not fit this uneri (" +
                              std::string(game->layout) + "; here " + exported_layout() + "); build it again");
    return *game;
}

}  // namespace

void bind_outside_games(py::module_& m, const SharedModules& modules) {
    define(m, "name_of_tables", "tables", [](const py::object& tables) { return exported_game(tables).cold->name; });
    const auto add = [m, modules](const HotTable& hot, const ColdTable& cold) {
        py::module_ game = py::module_(m).def_submodule(std::string(cold.name).c_str());
        fill_module(game, modules, hot, cold);
    };
    define(m, "add_game", "tables", [add](const py::object& tables) {
        const ExportedGame& game = exported_game(tables);
        add(*game.hot, *game.cold);
    });
    define(m, "add_python_game", "name make_rules rows is_greedy hides_moves",
           [add](const std::string& name, const py::object& make_rules, const py::object& rows, bool is_greedy,
                 bool hides_moves) {
               const PythonTables& tables = make_tables(name, make_rules, rows, is_greedy, hides_moves);
               add(tables.hot, tables);
           });
}

}  // namespace uneri
