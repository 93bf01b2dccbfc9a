// The hand functions of SOLO for one hand or card (rules, section 9): shortcuts, since a call through numpy takes far
// longer than a kernel.
#include "bindings/arguments.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/own_types.hpp"
#include "bindings/shortcut.hpp"
#include "uneri/games/solo/solo.hpp"

namespace uneri {
namespace {

using namespace binding;
using Given = PyObject* const*;

const HandReader& hand_reader() {
    static const HandReader reader = [] {
        std::vector<std::string> tokens;
        std::vector<int> most;
        for (int kind = 0; kind < solo::kKinds; ++kind) {
            tokens.push_back(solo::kind_text(kind));
            most.push_back(solo::most_of(kind));
        }
        return HandReader(tokens, most);
    }();
    return reader;
}

bool read_hand(const py::handle& object, solo::Cards& cards) {
    std::array<std::uint8_t, solo::kKinds> counts{};
    if (!hand_reader().read(object, counts)) return false;
    cards = solo::cards_of(counts);
    return true;
}

// The top card, -1 for None, and the active colour.
bool read_pile(const py::handle& card, const py::handle& colour, int& top, int& active) {
    top = -1;
    if (!card.is_none() && !hand_reader().read_kind(card, top)) return false;
    return read_int(colour, 0, solo::kAny, active) || read_word(colour, {"r", "g", "b", "y"}, active) ||
           read_word(colour, {"red", "green", "blue", "yellow", "any"}, active);
}

py::list list_of(solo::KindSet kinds) {
    py::list out;
    for_each_bit(kinds, [&](int kind) { out.append(kind); });
    return out;
}

py::object matches(Given a, const py::handle&) {
    int kind = 0;
    int top = 0;
    int colour = 0;
    if (!hand_reader().read_kind(a[0], kind) || !read_pile(a[1], a[2], top, colour)) return {};
    return py::bool_((solo::matching_kinds(top, colour) >> kind & 1) != 0);
}

py::object playable(Given a, const py::handle&) {
    solo::Cards cards;
    int top = 0;
    int colour = 0;
    if (!read_hand(a[0], cards) || !read_pile(a[1], a[2], top, colour)) return {};
    return list_of(cards.kinds() & solo::matching_kinds(top, colour));
}

py::object extenders(Given a, const py::handle&) {
    solo::Cards cards;
    int top = 0;
    int colour = 0;
    if (!read_hand(a[0], cards) || !read_pile(a[1], a[2], top, colour) || !PyBool_Check(a[4])) return {};
    solo::Chain chain = solo::kNoChain;
    if (a[3] != Py_None) {
        if (!PyUnicode_CheckExact(a[3])) return {};
        const std::string_view text = ascii_of(a[3]);
        if (text != "D2" && text != "W4") return {};
        chain = text == "D2" ? solo::kChainDraw2 : solo::kChainDraw4;
    }
    return list_of(cards.kinds() & solo::extending_kinds(top, colour, chain, a[4] == Py_True));
}

py::object card_value(Given a, const py::handle&) {
    int kind = 0;
    if (!hand_reader().read_kind(a[0], kind)) return {};
    return py::int_(solo::card_value(kind));
}

py::object hand_penalty(Given a, const py::handle&) {
    solo::Cards cards;
    if (!read_hand(a[0], cards)) return {};
    return py::int_(solo::value_of(cards));
}

py::object colour_counts(Given a, const py::handle&) {
    solo::Cards cards;
    if (!read_hand(a[0], cards)) return {};
    return to_list(solo::colour_counts(cards));
}

}  // namespace

void bind_solo_one(py::module_& m) {
    def_shortcuts(m, {
                         {"matches", "k top active_colour", matches},
                         {"playable", "hand top active_colour", playable},
                         {"extenders", "hand top active_colour chain extend_any_wild", extenders},
                         {"card_value", "k", card_value},
                         {"hand_penalty", "hand", hand_penalty},
                         {"colour_counts", "hand", colour_counts},
                     });
}

}  // namespace uneri
