// The hand functions of Namima for one hand (rules, 11.1 to 11.8). They return NotImplemented for hands that OneHand
// cannot read.
#include "bindings/namima_one.hpp"

#include <optional>

#include "bindings/namima_hands.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"

namespace uneri {
namespace {

using namespace namima_binding;
using Deck = OneHand::Deck;

py::object unread() { return py::reinterpret_borrow<py::object>(Py_NotImplemented); }

// Runs a kernel without the GIL, since in some rule sets one hand can take long.
template <class Kernel>
auto without_gil(Kernel&& kernel) {
    const binding::GilRelease free;
    return kernel();
}

// `names` is a tuple of texts for kinds or melds.
py::object name_of(const py::handle& names, std::size_t i) {
    return py::reinterpret_borrow<py::object>(PyTuple_GET_ITEM(names.ptr(), static_cast<Py_ssize_t>(i)));
}
py::list names_of(const py::handle& names, std::uint64_t bits) {
    py::list out;
    for_each_bit(bits, [&](int kind) { out.append(name_of(names, static_cast<std::size_t>(kind))); });
    return out;
}
py::tuple melds_of(const py::handle& names, MeldIds ids) {
    py::tuple out(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) out[i] = name_of(names, ids[i]);
    return out;
}

void bind_now(py::module_& m) {
    m.def(
        "one_complete",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& claimed) {
            OneHand one(game);
            int kind = -1;
            if (!one.read(hand, exposed, py::none(), Deck::kHand) || !one.read_kind(claimed, kind) ||
                (kind >= 0 && one.cards.count(kind) == 0))
                return unread();
            return py::object(py::bool_(kind < 0
                                            ? namima::is_complete(one.tables, one.cards, one.exposed())
                                            : namima::is_complete_claimed(one.tables, one.cards, one.exposed(), kind)));
        },
        py::arg("game"), py::arg("hand"), py::arg("exposed"), py::arg("claimed"));
    // (points, melds, exposed, claimed meld, combinations, points of melds, of dora), None if the hand is not complete.
    m.def(
        "one_best",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& claimed,
           const py::handle& dora, const py::tuple& melds) -> py::object {
            OneHand one(game);
            int kind = -1;
            int colour = -1;
            if (!one.read(hand, exposed, py::none(), Deck::kHand) || !one.read_kind(claimed, kind) ||
                !one.read_colour(dora, colour) || (kind >= 0 && one.cards.count(kind) == 0))
                return unread();
            const namima::Best best =
                without_gil([&] { return namima::best(one.tables, one.cards, one.exposed(), kind, colour); });
            if (best.points < 0) return py::none();
            py::dict combos;
            for (std::size_t combo = 0; combo < best.combos.size(); ++combo) {
                if (best.combos[combo] > 0)
                    combos[py::str(std::string(namima::kComboNames[combo]))] =
                        best.combos[combo] * one.tables.melds.rules().combos[combo];
            }
            const py::object claimed_meld = best.claimed_meld < 0
                                                ? py::object(py::none())
                                                : name_of(melds, static_cast<std::size_t>(best.claimed_meld));
            return py::make_tuple(best.points, melds_of(melds, best.new_melds.view()),
                                  melds_of(melds, best.exposed.view()), claimed_meld, combos, best.meld_points,
                                  best.dora_points);
        },
        py::arg("game"), py::arg("hand"), py::arg("exposed"), py::arg("claimed"), py::arg("dora"), py::arg("melds"));
    m.def(
        "one_arrangements",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::tuple& melds) {
            OneHand one(game);
            if (!one.read(hand, exposed, py::none(), Deck::kHand)) return unread();
            const auto found = without_gil([&] { return namima::arrangements(one.tables, one.cards, one.exposed()); });
            if (!found) {
                throw py::value_error("namima: the hand has more than " + std::to_string(namima::kMostArrangements) +
                                      " arrangements; allowed: so many at most");
            }
            py::list out;
            for (const namima::Arrangement& arrangement : *found)
                out.append(
                    py::make_tuple(melds_of(melds, arrangement.new_melds), melds_of(melds, arrangement.exposed)));
            return py::object(out);
        },
        py::arg("game"), py::arg("hand"), py::arg("exposed"), py::arg("melds"));
    m.def(
        "one_penalty",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& dora) {
            OneHand one(game);
            int colour = -1;
            if (!one.read(hand, py::tuple(), py::none(), Deck::kHand) || !one.read_colour(dora, colour))
                return unread();
            return py::object(py::int_(namima::penalty(one.tables.melds.rules(), one.cards, colour)));
        },
        py::arg("game"), py::arg("hand"), py::arg("dora"));
    m.def(
        "one_min_penalty",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& exposures,
           const py::handle& dora) {
            OneHand one(game);
            int most = -1;
            int colour = -1;
            if (!one.read(hand, exposed, py::none(), Deck::kHand) || !one.read_colour(dora, colour) ||
                !OneHand::read_number(exposures, 0, namima::kAnyGrowth, -1, most))
                return unread();
            return py::object(py::int_(
                without_gil([&] { return namima::min_penalty(one.tables, one.cards, one.exposed(), most, colour); })));
        },
        py::arg("game"), py::arg("hand"), py::arg("exposed"), py::arg("exposures"), py::arg("dora"));
}

void bind_melds(py::module_& m) {
    // The exposed melds of many hands, a list per hand: ids, and where those of each hand begin.
    m.def(
        "read_melds",
        [](const NamimaGame& game, const py::list& lists) -> py::object {
            std::vector<std::uint16_t> ids;
            py::array_t<std::uint32_t> starts(static_cast<py::ssize_t>(lists.size() + 1));
            std::uint32_t* start = starts.mutable_data();
            *start = 0;
            for (const py::handle melds : lists) {
                OneHand hand(game);
                if (!hand.read_melds(melds)) return unread();
                ids.insert(ids.end(), hand.exposed().begin(), hand.exposed().end());
                *++start = static_cast<std::uint32_t>(ids.size());
            }
            return py::make_tuple(Ids(static_cast<py::ssize_t>(ids.size()), ids.data()), starts);
        },
        py::arg("game"), py::arg("lists"));
}

void bind_ahead(py::module_& m) {
    m.def(
        "one_need",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& visible,
           const py::handle& size, const py::handle& min_new) {
            OneHand one(game);
            int cards = -1;
            int melds = -1;
            if (!one.read(hand, exposed, visible, Deck::kAll) ||
                !OneHand::read_number(size, 0, namima::kMaxNeedSize, -1, cards) ||
                !OneHand::read_number(min_new, 0, namima::kMaxNeedSize, -1, melds) || cards < 0 || melds < 0)
                return unread();
            return py::object(py::int_(without_gil(
                [&] { return namima::need(one.tables, one.cards, one.exposed(), cards, melds, one.elsewhere); })));
        },
        py::arg("game"), py::arg("hand"), py::arg("exposed"), py::arg("visible"), py::arg("size"), py::arg("min_new"));
    m.def(
        "one_deficiency",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& visible,
           const py::handle& growth, bool drawn) {
            OneHand one(game);
            int most = 0;
            if (!one.read(hand, exposed, visible, Deck::kAll) ||
                !OneHand::read_number(growth, 0, namima::kAnyGrowth, namima::kAnyGrowth, most))
                return unread();
            const auto kernel = drawn ? namima::deficiency_drawn : namima::deficiency;
            return py::object(py::int_(
                without_gil([&] { return kernel(one.tables, one.cards, one.exposed(), most, one.elsewhere); })));
        },
        py::arg("game"), py::arg("hand"), py::arg("exposed"), py::arg("visible"), py::arg("growth"), py::arg("drawn"));
    // The names of the kinds; without `kinds` their bits.
    m.def(
        "one_waits",
        [](const NamimaGame& game, const std::optional<py::tuple>& kinds, const py::handle& hand,
           const py::handle& exposed, const py::handle& visible) {
            OneHand one(game);
            if (!one.read(hand, exposed, visible, Deck::kAll)) return unread();
            const std::uint64_t drawn =
                without_gil([&] { return namima::waits(one.tables, one.cards, one.exposed(), one.kinds_left()); });
            const std::uint64_t claimed = drawn == 0 || one.exposed().empty()
                                              ? drawn
                                              : namima::claimed_waits(one.tables, one.cards, one.exposed(), drawn);
            if (!kinds) return py::object(py::make_tuple(drawn, claimed));
            return py::object(py::make_tuple(names_of(*kinds, drawn), names_of(*kinds, claimed)));
        },
        py::arg("game"), py::arg("kinds"), py::arg("hand"), py::arg("exposed"), py::arg("visible"));
    m.def(
        "one_acceptance",
        [](const NamimaGame& game, const py::tuple& kinds, const py::handle& hand, const py::handle& exposed,
           const py::handle& visible, const py::handle& growth) {
            OneHand one(game);
            int most = 0;
            if (!one.read(hand, exposed, visible, Deck::kAll) ||
                !OneHand::read_number(growth, 0, namima::kAnyGrowth, namima::kAnyGrowth, most))
                return unread();
            py::list out;
            const std::uint64_t bits =
                without_gil(
                    [&] { return namima::acceptance(one.tables, one.cards, one.exposed(), most, one.elsewhere); }) &
                one.kinds_left();
            for_each_bit(bits, [&](int kind) {
                out.append(py::make_tuple(name_of(kinds, static_cast<std::size_t>(kind)), one.left(kind)));
            });
            return py::object(out);
        },
        py::arg("game"), py::arg("kinds"), py::arg("hand"), py::arg("exposed"), py::arg("visible"), py::arg("growth"));
    m.def(
        "one_discard_table",
        [](const NamimaGame& game, const py::tuple& kinds, const py::handle& hand, const py::handle& exposed,
           const py::handle& visible, const py::handle& growth) {
            OneHand one(game);
            int most = 0;
            if (!one.read(hand, exposed, visible, Deck::kAll) ||
                !OneHand::read_number(growth, 0, namima::kAnyGrowth, namima::kAnyGrowth, most))
                return unread();
            py::list out;
            const namima::DiscardTable table = without_gil(
                [&] { return namima::discard_table(one.tables, one.cards, one.exposed(), most, one.elsewhere); });
            for (const namima::DiscardRow& row : table)
                out.append(py::make_tuple(name_of(kinds, row.kind), int{row.deficiency}, int{row.copies}));
            return py::object(out);
        },
        py::arg("game"), py::arg("kinds"), py::arg("hand"), py::arg("exposed"), py::arg("visible"), py::arg("growth"));
    m.def(
        "one_call_acceptance",
        [](const NamimaGame& game, const py::handle& hand, const py::handle& exposed, const py::handle& visible,
           const py::handle& growth, const py::tuple& kinds, const py::tuple& melds) {
            OneHand one(game);
            int most = 0;
            if (!one.read(hand, exposed, visible, Deck::kAll) ||
                !OneHand::read_number(growth, 0, namima::kAnyGrowth, namima::kAnyGrowth, most))
                return unread();
            const auto calls = without_gil(
                [&] { return namima::call_acceptance(one.tables, one.cards, one.exposed(), most, one.elsewhere); });
            py::list out;
            for (const namima::CallAccept& call : calls)
                out.append(py::make_tuple(name_of(kinds, static_cast<std::size_t>(call.kind)), call.copies,
                                          melds_of(melds, call.melds)));
            return py::object(out);
        },
        py::arg("game"), py::arg("hand"), py::arg("exposed"), py::arg("visible"), py::arg("growth"), py::arg("kinds"),
        py::arg("melds"));
}

}  // namespace

void bind_namima_one(py::module_& m) {
    bind_melds(m);
    bind_now(m);
    bind_ahead(m);
}

}  // namespace uneri
