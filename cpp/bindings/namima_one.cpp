// The hand functions of Namima for one hand (rules, 11.1 to 11.8). They return nothing for hands that OneHand cannot
// read. Shortcuts give them to Python, since a pybind11 call takes as long as a kernel; those that Python's functions
// need for hands that they have read are bound as functions, too.
#include "bindings/namima_one.hpp"

#include <algorithm>
#include <vector>

#include "bindings/namima_hands.hpp"
#include "bindings/shortcut.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/prospects/prospects.hpp"
#include "uneri/games/namima/self_calls.hpp"

namespace uneri {
namespace {

using namespace namima_binding;
using Deck = OneHand::Deck;

struct RuleSetObjects {
    py::object variant;  // a name, or a game
    int players;         // for a name
    py::object game;
    py::tuple kinds;  // their names
    py::tuple melds;  // their names

    OwnGame<namima::Namima> core() const { return OwnGame<namima::Namima>(binding::self_of<GameObject>(game.ptr())); }
};

// Python remembers a rule set when it is first asked about (python/uneri/namima/query.py). All is done with the GIL
// held.
class RuleSetMemory {
public:
    // One for the process. It is never destroyed, since Python's objects must not be when the interpreter is gone.
    static RuleSetMemory& get() {
        static auto* memory = new RuleSetMemory;
        return *memory;
    }

    void remember(RuleSetObjects set) {
        if (sets_.size() >= kMost) sets_.clear();
        sets_.push_back(std::move(set));
    }
    // Null if it was not met, or if the arguments are of other types. A copy must be made before the GIL is released.
    const RuleSetObjects* find(PyObject* variant, PyObject* players) const {
        int seats = 0;
        const bool named = PyUnicode_CheckExact(variant) != 0;
        if (named && !binding::read_int(players, 2, namima::kMaxSeats, seats)) return nullptr;
        for (const RuleSetObjects& set : sets_) {
            PyObject* known = set.variant.ptr();
            if (named ? set.players == seats && is_text(known, variant) : known == variant) return &set;
        }
        return nullptr;
    }

private:
    static bool is_text(PyObject* known, PyObject* text) noexcept {
        return known == text || (PyUnicode_CheckExact(known) && PyUnicode_Compare(known, text) == 0);
    }

    static constexpr std::size_t kMost = 64;
    std::vector<RuleSetObjects> sets_;
};

// Handles Ctrl-C. `thread`: the one that released the GIL, or null if it is held.
bool is_uninterrupted(void* thread) noexcept {
    int raised = 0;
    const auto check = [&] { raised = PyErr_CheckSignals(); };
    if (thread == nullptr) {
        check();
    } else {
        const binding::GilAcquire gil(static_cast<PyThreadState*>(thread));
        binding::stay(check);
    }
    return raised == 0;
}
template <class Kernel>
auto ask(PyThreadState* thread, Kernel&& kernel) {
    const uneri::WorkLimit limit(namima::kQuestionWork, is_uninterrupted, thread);
    auto answer = [&] {
        if (thread == nullptr) return kernel();
        const binding::GilRelease free;
        return kernel();
    }();
    if (!limit.over()) return answer;
    if (PyErr_Occurred() != nullptr) throw py::error_already_set();
    refuse_work("hand");
}
// Runs a kernel without the GIL, since in some rule sets one hand can take long.
template <class Kernel>
auto run(Kernel&& kernel) {
    return ask(PyThreadState_Get(), kernel);
}
// The same for kernels that only look into tables where no meld crosses: there releasing the GIL would take longer.
template <class Kernel>
auto run_or_look_up(const OneHand& one, Kernel&& kernel) {
    return ask(one.tables.separable() ? nullptr : PyThreadState_Get(), kernel);
}

py::object number(int value) { return py::reinterpret_steal<py::object>(PyLong_FromLong(value)); }
py::object truth(bool value) { return py::reinterpret_borrow<py::object>(value ? Py_True : Py_False); }

// `names` is a tuple of texts for kinds or melds.
py::object name_of(const py::tuple& names, std::size_t i) {
    return py::reinterpret_borrow<py::object>(PyTuple_GET_ITEM(names.ptr(), static_cast<Py_ssize_t>(i)));
}
py::list names_of(const py::tuple& names, std::uint64_t bits) {
    py::list out;
    for_each_bit(bits, [&](int kind) { out.append(name_of(names, static_cast<std::size_t>(kind))); });
    return out;
}
py::tuple melds_of(const py::tuple& names, MeldIds ids) {
    py::tuple out(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) out[i] = name_of(names, ids[i]);
    return out;
}
// A named tuple of the class `made`.
py::object make(const py::handle& made, const py::tuple& fields) {
    const py::tuple arguments = py::make_tuple(fields);
    PyObject* object = PyTuple_Type.tp_new(reinterpret_cast<PyTypeObject*>(made.ptr()), arguments.ptr(), nullptr);
    if (object == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(object);
}

py::object complete(const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                    const py::handle& claimed) {
    OneHand one(game);
    int kind = -1;
    if (!one.read(hand, exposed, py::none(), Deck::kHand) || !one.read_kind(claimed, kind) ||
        (kind >= 0 && one.cards.count(kind) == 0))
        return {};
    return truth(kind < 0 ? namima::is_complete(one.tables, one.cards, one.exposed())
                          : namima::is_complete_claimed(one.tables, one.cards, one.exposed(), kind));
}

// A `made` of (points, melds, exposed, claimed meld, combinations, points of melds, of dora), None if the hand is not
// complete.
py::object best(const NamimaGame& game, const py::tuple& melds, const py::handle& made, const py::handle& hand,
                const py::handle& exposed, const py::handle& claimed, const py::handle& dora) {
    OneHand one(game);
    int kind = -1;
    int colour = -1;
    if (!one.read(hand, exposed, py::none(), Deck::kHand) || !one.read_kind(claimed, kind) ||
        !one.read_colour(dora, colour) || (kind >= 0 && one.cards.count(kind) == 0))
        return {};
    const namima::Best best = run([&] { return namima::best(one.tables, one.cards, one.exposed(), kind, colour); });
    if (best.points < 0) return py::none();
    py::dict combos;
    for (std::size_t combo = 0; combo < best.combos.size(); ++combo) {
        if (best.combos[combo] > 0)
            combos[py::str(std::string(namima::combo_name(one.tables.melds.rules(), combo)))] =
                best.combos[combo] * namima::combo_value(one.tables.melds.rules(), combo);
    }
    const py::object claimed_meld =
        best.claimed_meld < 0 ? py::object(py::none()) : name_of(melds, static_cast<std::size_t>(best.claimed_meld));
    return make(
        made, py::make_tuple(best.points, melds_of(melds, best.new_melds.view()), melds_of(melds, best.exposed.view()),
                             claimed_meld, combos, best.meld_points, best.dora_points));
}

py::object arrangements(const NamimaGame& game, const py::tuple& melds, const py::handle& hand,
                        const py::handle& exposed) {
    OneHand one(game);
    if (!one.read(hand, exposed, py::none(), Deck::kHand)) return {};
    const auto found = run([&] { return namima::arrangements(one.tables, one.cards, one.exposed()); });
    if (!found) {
        throw py::value_error("namima: the hand has more than " + std::to_string(namima::kMostArrangements) +
                              " arrangements, the limit");
    }
    py::list out;
    for (const namima::Arrangement& arrangement : *found)
        out.append(py::make_tuple(melds_of(melds, arrangement.new_melds), melds_of(melds, arrangement.exposed)));
    return out;
}

py::object penalty(const NamimaGame& game, const py::handle& hand, const py::handle& dora) {
    OneHand one(game);
    int colour = -1;
    if (!one.read(hand, py::tuple(), py::none(), Deck::kHand) || !one.read_colour(dora, colour)) return {};
    return number(namima::penalty(one.tables.melds.rules(), one.cards, colour));
}

py::object min_penalty(const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                       const py::handle& exposures, const py::handle& dora) {
    OneHand one(game);
    int most = -1;
    int colour = -1;
    if (!one.read(hand, exposed, py::none(), Deck::kHand) || !one.read_colour(dora, colour) ||
        !OneHand::read_number(exposures, 0, namima::kAnyGrowth, -1, most))
        return {};
    return number(run([&] { return namima::min_penalty(one.tables, one.cards, one.exposed(), most, colour); }));
}

py::object need(const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& visible,
                const py::handle& size, const py::handle& min_new) {
    OneHand one(game);
    int cards = -1;
    int melds = -1;
    if (!one.read(hand, exposed, visible, Deck::kAll) ||
        !OneHand::read_number(size, 0, namima::kMaxNeedSize, -1, cards) ||
        !OneHand::read_number(min_new, 0, namima::kMaxNeedSize, -1, melds) || cards < 0 || melds < 0)
        return {};
    return number(run([&] { return namima::need(one.tables, one.cards, one.exposed(), cards, melds, one.elsewhere); }));
}

// Hand, exposed melds, growth and visible cards, as the functions below take them.
struct Ahead : OneHand {
    using OneHand::OneHand;
    bool read(PyObject* const* given) {
        return OneHand::read(given[0], given[1], given[3], Deck::kAll) &&
               read_number(given[2], 0, namima::kAnyGrowth, namima::kAnyGrowth, growth);
    }
    int growth = 0;
};

template <class Kernel>
py::object distance(const NamimaGame& game, PyObject* const* given, Kernel kernel) {
    Ahead one(game);
    if (!one.read(given)) return {};
    return number(
        run_or_look_up(one, [&] { return kernel(one.tables, one.cards, one.exposed(), one.growth, one.elsewhere); }));
}

// The names of the kinds, or their bits.
py::object waits(const RuleSetObjects& set, const py::handle& hand, const py::handle& exposed,
                 const py::handle& visible, bool as_bits) {
    OneHand one(set.core());
    if (!one.read(hand, exposed, visible, Deck::kAll)) return {};
    std::uint64_t drawn = 0;
    const std::uint64_t claimed = run_or_look_up(one, [&] {
        drawn = namima::waits(one.tables, one.cards, one.exposed(), one.left().some());
        if (drawn == 0 || one.exposed().empty()) return drawn;
        return namima::claimed_waits(one.tables, one.cards, one.exposed(), drawn);
    });
    if (as_bits) return py::make_tuple(drawn, claimed);
    return py::make_tuple(names_of(set.kinds, drawn), names_of(set.kinds, claimed));
}

py::object acceptance(const RuleSetObjects& set, PyObject* const* given) {
    Ahead one(set.core());
    if (!one.read(given)) return {};
    const std::uint64_t bits =
        run([&] { return namima::acceptance(one.tables, one.cards, one.exposed(), one.growth, one.elsewhere); }) &
        one.left().some();
    py::list out;
    for_each_bit(bits, [&](int kind) {
        out.append(py::make_tuple(name_of(set.kinds, static_cast<std::size_t>(kind)), one.left().count(kind)));
    });
    return out;
}

py::object discard_table(const RuleSetObjects& set, PyObject* const* given) {
    Ahead one(set.core());
    if (!one.read(given)) return {};
    const namima::DiscardTable table =
        run([&] { return namima::discard_table(one.tables, one.cards, one.exposed(), one.growth, one.elsewhere); });
    py::list out;
    for (const namima::DiscardRow& row : table)
        out.append(py::make_tuple(name_of(set.kinds, row.kind), int{row.deficiency}, int{row.copies}));
    return out;
}

py::object call_acceptance(const NamimaGame& game, const py::tuple& kinds, const py::tuple& melds,
                           const py::handle& made, PyObject* const* given, bool level) {
    Ahead one(game);
    if (!one.read(given)) return {};
    const auto calls = run([&] {
        return namima::call_acceptance(one.tables, one.cards, one.exposed(), one.growth, one.elsewhere, level);
    });
    py::list out;
    for (const namima::CallAccept& call : calls)
        out.append(make(made, py::make_tuple(name_of(kinds, static_cast<std::size_t>(call.kind)), call.copies,
                                             melds_of(melds, call.melds))));
    return out;
}

// What the calculator's named tuples for moves are made of.
struct MoveNames {
    const py::tuple& kinds;
    const py::tuple& melds;
    const py::handle& move;  // the class of (kind or meld, deficiency, copies, cards)
    const py::handle& card;  // the class of (kind, copies)
};
// A move that leaves this deficiency and acceptance. No move changes how many cards of a kind are left.
py::object move_of(const OneHand& one, const MoveNames& names, const py::object& text, int deficiency,
                   std::uint64_t acceptance) {
    const std::uint64_t bits = acceptance & one.left().some();
    py::tuple cards(std::popcount(bits));
    std::size_t at = 0;
    for_each_bit(bits, [&](int kind) {
        cards[at++] = make(
            names.card, py::make_tuple(name_of(names.kinds, static_cast<std::size_t>(kind)), one.left().count(kind)));
    });
    return make(names.move, py::make_tuple(text, deficiency, one.left().only(bits).total(), cards));
}

// All discards of a hand in ACT, kinds ascending.
py::object discard_moves(const NamimaGame& game, const MoveNames& names, PyObject* const* given) {
    Ahead one(game);
    if (!one.read(given)) return {};
    const namima::DiscardTable table =
        run([&] { return namima::discard_table(one.tables, one.cards, one.exposed(), one.growth, one.elsewhere); });
    py::list out;
    for (const namima::DiscardRow& row : table)
        out.append(move_of(one, names, name_of(names.kinds, row.kind), row.deficiency, row.acceptance));
    return out;
}

// The self-calls (N-5.3) that leave a deficiency of at most `most`, melds ascending.
py::object self_call_moves(const NamimaGame& game, const MoveNames& names, PyObject* const* given, int most) {
    Ahead one(game);
    if (!one.read(given)) return {};
    const auto calls =
        run([&] { return namima::self_calls(one.tables, one.cards, one.exposed(), most, one.growth, one.elsewhere); });
    py::list out;
    for (const namima::SelfCall& call : calls)
        out.append(move_of(one, names, name_of(names.melds, call.meld), call.deficiency, call.acceptance));
    return out;
}

// The moves of a hand, each a `made` of (move, deficiency, copies, chances to win, points), and what the answer took:
// exchanges, hands, whether it is complete.
py::object hand_prospects(const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                          const py::handle& visible, const namima::ProspectModel& model, bool drawn, int claim,
                          const py::tuple& kinds, const py::tuple& melds, const py::handle& made) {
    OneHand one(game);
    if (!one.read(hand, exposed, visible, Deck::kAll)) return {};
    const namima::Prospects found = run(
        [&] { return namima::prospects(one.tables, model, {one.cards, one.exposed(), one.elsewhere, drawn, claim}); });
    const auto turns = static_cast<std::size_t>(model.turns);
    const auto curve = [turns](const auto& values) {
        py::tuple out(turns);
        for (std::size_t t = 0; t < turns; ++t) out[t] = py::float_(values[t]);
        return out;
    };
    py::list rows;
    for (const namima::Prospect& row : found.rows) {
        const auto id = static_cast<std::size_t>(row.id);
        const py::object move = row.move == namima::Prospect::kDeclare ? py::str("win")
                                : row.move == namima::Prospect::kStay  ? py::str(claim < 0 ? "wait" : "pass")
                                : row.move == namima::Prospect::kThrow ? name_of(kinds, id)
                                                                       : name_of(melds, id);
        rows.append(make(made, py::make_tuple(move, row.deficiency, row.copies, curve(row.win), curve(row.points))));
    }
    return py::make_tuple(rows, found.exchanges, found.hands, found.complete);
}

// What is asked about a rule set that Python remembers, with one thread and no progress; else nothing.
template <class Answer>
py::object of_rule_set(PyObject* const* last, Answer&& answer) {
    const RuleSetObjects* found = RuleSetMemory::get().find(last[0], last[1]);
    if (found == nullptr) return {};
    const RuleSetObjects set = *found;
    return answer(set);
}
template <class Answer>
py::object of_one(PyObject* const* last, Answer&& answer) {
    int threads = 0;
    if (!binding::read_int(last[2], 1, 1, threads) || last[3] != Py_None) return {};
    return of_rule_set(last, answer);
}

void bind_shortcuts(py::module_& m) {
    using Given = PyObject* const*;
    using Set = const RuleSetObjects&;
    using Made = const py::handle&;
    binding::def_shortcuts(
        m, {
               {"is_complete", "hand exposed claimed variant players threads progress",
                [](Given a, Made) {
                    return of_one(a + 3, [a](Set set) { return complete(set.core(), a[0], a[1], a[2]); });
                }},
               {"best", "hand exposed claimed dora variant players threads progress",
                [](Given a, Made made) {
                    return of_one(a + 4, [a, &made](Set set) {
                        return best(set.core(), set.melds, made, a[0], a[1], a[2], a[3]);
                    });
                }},
               {"arrangements", "hand exposed variant players",
                [](Given a, Made) {
                    return of_rule_set(a + 2, [a](Set set) { return arrangements(set.core(), set.melds, a[0], a[1]); });
                }},
               {"penalty", "hand dora variant players",
                [](Given a, Made) {
                    return of_rule_set(a + 2, [a](Set set) { return penalty(set.core(), a[0], a[1]); });
                }},
               {"min_penalty", "hand exposed exposures dora variant players threads progress",
                [](Given a, Made) {
                    return of_one(a + 4, [a](Set set) { return min_penalty(set.core(), a[0], a[1], a[2], a[3]); });
                }},
               {"need", "hand size exposed min_new visible variant players threads progress",
                [](Given a, Made) {
                    return of_one(a + 5, [a](Set set) { return need(set.core(), a[0], a[2], a[4], a[1], a[3]); });
                }},
               {"deficiency", "hand exposed growth visible variant players threads progress",
                [](Given a, Made) {
                    return of_one(a + 4, [a](Set set) { return distance(set.core(), a, namima::deficiency); });
                }},
               {"deficiency_drawn", "hand exposed growth visible variant players threads progress",
                [](Given a, Made) {
                    return of_one(a + 4, [a](Set set) { return distance(set.core(), a, namima::deficiency_drawn); });
                }},
               {"waits", "hand exposed visible as_bits variant players threads progress",
                [](Given a, Made) {
                    if (!PyBool_Check(a[3])) return py::object();
                    return of_one(a + 4, [a](Set set) { return waits(set, a[0], a[1], a[2], a[3] == Py_True); });
                }},
               {"acceptance", "hand exposed growth visible variant players threads progress",
                [](Given a, Made) { return of_one(a + 4, [a](Set set) { return acceptance(set, a); }); }},
               {"discard_table", "hand exposed growth visible variant players threads progress",
                [](Given a, Made) { return of_one(a + 4, [a](Set set) { return discard_table(set, a); }); }},
               {"call_acceptance", "hand exposed growth visible level variant players",
                [](Given a, Made made) {
                    if (!PyBool_Check(a[4])) return py::object();
                    return of_rule_set(a + 5, [a, &made](Set set) {
                        return call_acceptance(set.core(), set.kinds, set.melds, made, a, a[4] == Py_True);
                    });
                }},
           });
    binding::define(m, "remember_rule_set", "variant players game kinds melds",
                    [](const py::object& variant, int players, const py::object& game, const py::tuple& kinds,
                       const py::tuple& melds) {
                        if (own_game<Namima>(game) == nullptr) throw py::type_error("the game is not one of Namima");
                        RuleSetMemory::get().remember({variant, players, game, kinds, melds});
                    });
}

// The answer, or NotImplemented for a hand that could not be read.
py::object or_unread(py::object answer) {
    return answer ? answer : py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

void bind_functions(py::module_& m) {
    binding::define(m, "one_complete", "game hand exposed claimed",
                    [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                       const py::handle& claimed) { return or_unread(complete(game, hand, exposed, claimed)); });
    binding::define(
        m, "one_best", "game hand exposed claimed dora melds made",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& claimed,
           const py::handle& dora, const py::tuple& melds,
           const py::handle& made) { return or_unread(best(game, melds, made, hand, exposed, claimed, dora)); });
    binding::define(m, "one_arrangements", "game hand exposed melds",
                    [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                       const py::tuple& melds) { return or_unread(arrangements(game, melds, hand, exposed)); });
    binding::define(m, "one_penalty", "game hand dora",
                    [](const NamimaGame& game, const py::handle& hand, const py::handle& dora) {
                        return or_unread(penalty(game, hand, dora));
                    });
    binding::define(m, "one_call_acceptance", "game hand exposed visible growth level kinds melds made",
                    [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                       const py::handle& visible, const py::handle& growth, bool level, const py::tuple& kinds,
                       const py::tuple& melds, const py::handle& made) {
                        const std::array<PyObject*, 4> given{hand.ptr(), exposed.ptr(), growth.ptr(), visible.ptr()};
                        return or_unread(call_acceptance(game, kinds, melds, made, given.data(), level));
                    });
    binding::define(m, "one_discards", "game hand exposed visible growth kinds melds move card",
                    [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                       const py::handle& visible, const py::handle& growth, const py::tuple& kinds,
                       const py::tuple& melds, const py::handle& move, const py::handle& card) {
                        const std::array<PyObject*, 4> given{hand.ptr(), exposed.ptr(), growth.ptr(), visible.ptr()};
                        return or_unread(discard_moves(game, {kinds, melds, move, card}, given.data()));
                    });
    binding::define(m, "one_self_calls", "game hand exposed visible growth kinds melds move card most",
                    [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                       const py::handle& visible, const py::handle& growth, const py::tuple& kinds,
                       const py::tuple& melds, const py::handle& move, const py::handle& card, int most) {
                        const std::array<PyObject*, 4> given{hand.ptr(), exposed.ptr(), growth.ptr(), visible.ptr()};
                        return or_unread(self_call_moves(game, {kinds, melds, move, card}, given.data(), most));
                    });
    binding::define(m, "one_prospects", "game hand exposed visible model drawn claim kinds melds made",
                    [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed,
                       const py::handle& visible, const py::tuple& model, bool drawn, int claim, const py::tuple& kinds,
                       const py::tuple& melds, const py::handle& made) {
                        return or_unread(hand_prospects(game, hand, exposed, visible, to_model(game, model), drawn,
                                                        claim, kinds, melds, made));
                    });
    // The exposed melds of many hands, a list per hand: ids, and where those of each hand begin.
    binding::define(m, "read_melds", "game lists", [](const NamimaGame& game, const py::list& lists) -> py::object {
        std::vector<std::uint16_t> ids;
        py::array_t<std::uint32_t> starts(static_cast<py::ssize_t>(lists.size() + 1));
        std::uint32_t* start = starts.mutable_data();
        *start = 0;
        for (const py::handle melds : lists) {
            OneHand hand(game);
            if (!hand.read_melds(melds)) return or_unread({});
            ids.insert(ids.end(), hand.exposed().begin(), hand.exposed().end());
            *++start = static_cast<std::uint32_t>(ids.size());
        }
        return py::make_tuple(Ids(static_cast<py::ssize_t>(ids.size()), ids.data()), starts);
    });
}

}  // namespace

void bind_namima_one(py::module_& m) {
    bind_shortcuts(m);
    bind_functions(m);
}

}  // namespace uneri
