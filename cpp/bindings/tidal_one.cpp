// Tidal's analysis of one card, bout or count of points (rules, section 10): shortcuts, since a call through numpy
// takes far longer than the answer.
#include "bindings/arguments.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/own_types.hpp"
#include "bindings/shortcut.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace uneri {
namespace {

using namespace binding;
using tidal::at;
using Given = PyObject* const*;

constexpr int kMostGiven = 9999;

// The rules of a game of the core; nothing for anything else.
const tidal::Options* rules_of(const py::handle& game) {
    const auto* own = own_game<tidal::Tidal>(game);
    return own == nullptr ? nullptr : &own->rules();
}

bool read_card(const py::handle& object, int& card) {
    static const HandReader reader = [] {
        std::vector<std::string> names;
        for (int id = 0; id < tidal::kCards; ++id) names.push_back(tidal::action_text(id));
        return HandReader(names, std::vector<int>(tidal::kCards, 1));
    }();
    return reader.read_kind(object, card);
}
bool read_quadrant(const py::handle& object, int& quadrant) {
    return read_int(object, 0, tidal::kSuits - 1, quadrant) ||
           read_word(object, {tidal::kColours[0], tidal::kColours[1], tidal::kColours[2], tidal::kColours[3]},
                     quadrant);
}

// Reads one item a seat from a list or tuple. False unless there are 2 to 5.
template <class Read>
bool read_by_seat(const py::handle& object, std::size_t& seats, Read&& read) {
    if (!PyList_CheckExact(object.ptr()) && !PyTuple_CheckExact(object.ptr())) return false;
    seats = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(object.ptr()));
    if (seats < 2 || seats > tidal::kMaxSeats) return false;
    for (std::size_t p = 0; p < seats; ++p) {
        if (!read(p, py::handle(PySequence_Fast_GET_ITEM(object.ptr(), static_cast<Py_ssize_t>(p))))) return false;
    }
    return true;
}

py::object strength(Given a, const py::handle&) {
    const tidal::Options* rules = rules_of(a[0]);
    int quadrant = 0;
    int card = 0;
    if (rules == nullptr || !read_quadrant(a[1], quadrant) || !read_card(a[2], card)) return {};
    return py::int_(static_cast<int>(rules->strength[at(quadrant)][at(card)]));
}

py::object rank_bout(Given a, const py::handle&) {
    const tidal::Options* rules = rules_of(a[0]);
    int quadrant = 0;
    tidal::Bout bout{};
    tidal::CardSet seen = 0;
    std::size_t seats = 0;
    const auto read = [&](std::size_t p, const py::handle& item) {
        int card = 0;
        if (!read_card(item, card) || tidal::has(seen, card)) return false;
        seen |= tidal::bit_of(card);
        bout[p] = static_cast<std::int8_t>(card);
        return true;
    };
    if (rules == nullptr || !read_quadrant(a[1], quadrant) || !read_by_seat(a[2], seats, read)) return {};
    const auto ranking = tidal::rank_bout(*rules, quadrant, bout, static_cast<int>(seats));
    return to_list(std::span(ranking).first(seats));
}

template <class Score>
py::object score(const py::handle& object, Score&& score_of) {
    std::array<int, tidal::kMaxSeats> counts{};
    std::array<int, tidal::kMaxSeats> points{};
    std::size_t seats = 0;
    const auto read = [&](std::size_t p, const py::handle& item) { return read_int(item, 0, kMostGiven, counts[p]); };
    if (!read_by_seat(object, seats, read)) return {};
    score_of(std::span<const int>(counts).first(seats), std::span<int>(points));
    return to_list(std::span(points).first(seats));
}

py::object majority_points(Given a, const py::handle&) {
    const tidal::Options* rules = rules_of(a[0]);
    if (rules == nullptr) return {};
    return score(a[1],
                 [&](auto banners, auto points) { tidal::majority_points(rules->board.majority, banners, points); });
}

py::object feast_points(Given a, const py::handle&) {
    return score(a[0], [](auto fruit, auto points) { tidal::feast_points(fruit, points); });
}

}  // namespace

void bind_tidal_one(py::module_& m) {
    def_shortcuts(m, {
                         {"strength", "game q card", strength},
                         {"rank_bout", "game q cards", rank_bout},
                         {"majority_points", "game counts", majority_points},
                         {"feast_points", "fruit", feast_points},
                     });
}

}  // namespace uneri
