// The hand functions of ONDA for one hand (rules, section 9): shortcuts, since a call through numpy takes far longer
// than a kernel.
#include "bindings/arguments.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/own_types.hpp"
#include "bindings/shortcut.hpp"
#include "uneri/games/onda/min_plays.hpp"
#include "uneri/games/onda/onda.hpp"

namespace uneri {
namespace {

using namespace binding;
using Given = PyObject* const*;

const HandReader& hand_reader() {
    static const HandReader reader = [] {
        std::vector<std::string> tokens;
        for (int kind = 0; kind < onda::kKinds; ++kind) tokens.push_back(onda::kind_text(kind));
        return HandReader(tokens, std::vector<int>(onda::kKinds, 2));
    }();
    return reader;
}

bool read_hand(const py::handle& object, onda::Cards& cards) {
    std::array<std::uint8_t, onda::kKinds> counts{};
    if (!hand_reader().read(object, counts)) return false;
    cards = onda::cards_of(counts);
    return true;
}

// A play by its id or as text.
bool read_play(const py::handle& object, Action& play) {
    int id = 0;
    if (PyUnicode_CheckExact(object.ptr())) {
        const Result<Action> action = onda::parse_action(ascii_of(object));
        if (!action || *action < onda::kFirstPlay) return false;
        play = *action;
        return true;
    }
    if (!read_int(object, onda::kFirstPlay, onda::kActions - 1, id)) return false;
    play = static_cast<Action>(id);
    return true;
}

bool read_tide(const py::handle& object, int& tide) {
    return read_int(object, 0, 1, tide) || read_word(object, {"high", "low"}, tide);
}

py::object all_combos(Given a, const py::handle&) {
    onda::Cards cards;
    int jokers = 0;
    if (!read_hand(a[0], cards) || !read_int(a[1], 0, onda::kCards, jokers)) return {};
    onda::PlayList plays;
    onda::all_combos(cards, jokers > 0, plays);
    return to_list(plays);
}

// Without jokers or with few: those with more can take long.
py::object min_plays(Given a, const py::handle&) {
    onda::Cards cards;
    int jokers = 0;
    int threads = 0;
    if (!read_hand(a[0], cards) || !read_int(a[1], 0, onda::MinPlays::kFewJokers, jokers) ||
        !read_int(a[2], 1, 1, threads) || a[3] != Py_None)
        return {};
    const onda::MinPlays& tables = onda::MinPlays::get();
    return py::int_(jokers == 0 ? tables(cards) : tables(cards, jokers));
}

py::object hand_points(Given a, const py::handle&) {
    onda::Cards cards;
    int down = 0;
    if (!read_hand(a[0], cards) || !read_int(a[1], 0, 2, down)) return {};
    return py::int_(onda::hand_points(cards, down));
}

py::object beats(Given a, const py::handle&) {
    Action first = 0;
    Action second = 0;
    int tide = 0;
    if (!read_play(a[0], first) || !read_play(a[1], second) || !read_tide(a[2], tide)) return {};
    return py::bool_(onda::beats(onda::play_of(first), onda::play_of(second), tide));
}

py::object beaters(Given a, const py::handle&) {
    Action play = 0;
    int tide = 0;
    onda::Cards pool;
    if (!read_play(a[0], play) || !read_tide(a[1], tide) || !read_hand(a[2], pool)) return {};
    onda::PlayList plays;
    onda::beaters(play, tide, pool, plays);
    return to_list(plays);
}

py::object is_boss(Given a, const py::handle&) {
    Action play = 0;
    int tide = 0;
    onda::Cards pool;
    if (!read_play(a[0], play) || !read_tide(a[1], tide) || !read_hand(a[2], pool)) return {};
    return py::bool_(onda::is_boss(play, tide, pool));
}

}  // namespace

void bind_onda_one(py::module_& m) {
    def_shortcuts(m, {
                         {"all_combos", "hand j", all_combos},
                         {"min_plays", "hand j threads progress", min_plays},
                         {"hand_points", "hand ndown", hand_points},
                         {"beats", "a b tide", beats},
                         {"beaters", "a tide pool", beaters},
                         {"is_boss", "a tide pool", is_boss},
                     });
}

}  // namespace uneri
