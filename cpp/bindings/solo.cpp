// SOLO: analysis (rules, section 9).
#include "uneri/games/solo/solo.hpp"

#include "bindings/arrays.hpp"
#include "bindings/convert.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/own_types.hpp"
#include "bindings/shortcut.hpp"
#include "uneri/games/solo/encode.hpp"

namespace uneri::solo_binding {
namespace {

using solo::Cards;
using solo::Solo;
using State = OwnState<Solo>;
using Hands = binding::Array<std::uint8_t>;
using Numbers = binding::Array<std::int32_t>;

constexpr binding::Arguments kArguments("");

// Checks a uint8[n, 55] array and returns its hands.
std::vector<Cards> read_hands(const Hands& hands) {
    const binding::Rows rows = kArguments.rows(hands, "hands", solo::kKinds);
    std::vector<Cards> out(rows.size);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::span<const std::uint8_t, solo::kKinds> row(rows.row(i), solo::kKinds);
        for (int k = 0; k < solo::kKinds; ++k) {
            const int count = row[static_cast<std::size_t>(k)];
            if (count > solo::most_of(k)) {
                throw py::value_error(binding::item_name("hands", i) + " has " + std::to_string(count) + " of " +
                                      solo::kind_text(k) + "; allowed: 0 to " + std::to_string(solo::most_of(k)));
            }
        }
        out[i] = solo::cards_of(row);
    }
    return out;
}

// The pile for each of `size` hands: its top card and the active colour.
struct Piles {
    Piles(const Numbers& top, const Numbers& colour, std::size_t size)
        : tops(kArguments.numbers(top, "top", size, -1, solo::kKinds - 1)),
          colours(kArguments.numbers(colour, "active_colour", size, 0, solo::kAny)) {}
    std::span<const std::int32_t> tops;
    std::span<const std::int32_t> colours;
};

template <class Kinds>
py::array_t<std::uint8_t> kind_masks(const std::vector<Cards>& hands, Kinds&& kinds) {
    py::array_t<std::uint8_t> out({hands.size(), static_cast<std::size_t>(solo::kKinds)});
    std::uint8_t* row = out.mutable_data();
    for (std::size_t i = 0; i < hands.size(); ++i, row += solo::kKinds) {
        const solo::KindSet set = hands[i].kinds() & kinds(i);
        for (int k = 0; k < solo::kKinds; ++k) row[k] = static_cast<std::uint8_t>(set >> k & 1);
    }
    return out;
}

void bind_hands(py::module_& m) {
    binding::define(m, "matches", "k! top! active_colour!",
                    [](const Numbers& kinds, const Numbers& top, const Numbers& active_colour) {
                        const auto size = static_cast<std::size_t>(kinds.size());
                        const auto kind = kArguments.numbers(kinds, "k", size, 0, solo::kKinds - 1);
                        const Piles piles(top, active_colour, size);
                        return binding::array_of<bool>(size, [&](std::size_t i) {
                            return (solo::matching_kinds(piles.tops[i], piles.colours[i]) >> kind[i] & 1) != 0;
                        });
                    });
    binding::define(m, "playable", "hands! top! active_colour!",
                    [](const Hands& hands, const Numbers& top, const Numbers& active_colour) {
                        const std::vector<Cards> cards = read_hands(hands);
                        const Piles piles(top, active_colour, cards.size());
                        return kind_masks(cards, [&](std::size_t i) {
                            return solo::matching_kinds(piles.tops[i], piles.colours[i]);
                        });
                    });
    binding::define(m, "extenders", "hands! top! active_colour! chain! extend_any_wild",
                    [](const Hands& hands, const Numbers& top, const Numbers& active_colour, const Numbers& chain,
                       bool extend_any_wild) {
                        const std::vector<Cards> cards = read_hands(hands);
                        const Piles piles(top, active_colour, cards.size());
                        const auto chains = kArguments.numbers(chain, "chain", cards.size(), 0, 2);
                        return kind_masks(cards, [&](std::size_t i) {
                            return solo::extending_kinds(piles.tops[i], piles.colours[i],
                                                         static_cast<solo::Chain>(chains[i]), extend_any_wild);
                        });
                    });
    binding::define(m, "card_value", "k!", [](const Numbers& kinds) {
        const auto size = static_cast<std::size_t>(kinds.size());
        const auto kind = kArguments.numbers(kinds, "k", size, 0, solo::kKinds - 1);
        return binding::array_of<std::int32_t>(size, [&](std::size_t i) { return solo::card_value(kind[i]); });
    });
    binding::define(m, "hand_penalty", "hands!", [](const Hands& hands) {
        const std::vector<Cards> cards = read_hands(hands);
        return binding::array_of<std::int32_t>(cards.size(), [&](std::size_t i) { return solo::value_of(cards[i]); });
    });
    binding::define(m, "colour_counts", "hands!", [](const Hands& hands) {
        const std::vector<Cards> cards = read_hands(hands);
        py::array_t<std::int32_t> out({cards.size(), static_cast<std::size_t>(solo::kColours + 1)});
        std::int32_t* end = out.mutable_data();
        for (const Cards hand : cards) {
            const auto counts = solo::colour_counts(hand);
            end = std::copy(counts.begin(), counts.end(), end);
        }
        return out;
    });
}

py::array_t<std::uint8_t> counts_array(const std::array<int, solo::kKinds>& counts) {
    return binding::array_of<std::uint8_t>(counts.size(), [&](std::size_t kind) { return counts[kind]; });
}

// Of seats or kinds.
py::list list_of(std::uint64_t bits) {
    py::list out;
    for_each_bit(bits, [&](int bit) { out.append(bit); });
    return out;
}

int to_solo_seat(const State& self, const py::object& p) { return to_seat("solo", p, self.players()); }

void bind_states(py::module_& m) {
    binding::define(m, "jump_matches", "state",
                    [](const State& self) { return list_of(solo::jump_matches(self.game().rules(), self.state())); });
    binding::define(m, "jump_candidates", "state", [](const State& self) {
        solo::SeatList seats;
        solo::jump_candidates(self.game().rules(), self.state(), seats);
        return binding::to_list(seats);
    });
    binding::define(m, "would_declare", "state a", [](const State& self, const py::object& a) {
        const std::int64_t id = to_integer(a, "action");
        return id >= 0 && id < solo::kActions &&
               solo::would_declare(self.game().rules(), self.state(), static_cast<Action>(id));
    });
    binding::define(m, "unseen", "state p", [](const State& self, const py::object& p) {
        return counts_array(solo::unseen(self.game().rules(), self.state(), to_solo_seat(self, p)));
    });
    binding::define(m, "known", "state p q", [](const State& self, const py::object& p, const py::object& q) {
        const Cards cards = self.state().known.hand(to_solo_seat(self, p), to_solo_seat(self, q));
        std::array<int, solo::kKinds> counts{};
        for (int k = 0; k < solo::kKinds; ++k) counts[static_cast<std::size_t>(k)] = cards.count(k);
        return counts_array(counts);
    });
    binding::define(m, "solo_threat", "state p", [](const State& self, const py::object& p) {
        return list_of(solo::solo_threat(self.game().rules(), self.state(), to_solo_seat(self, p)));
    });
}

// The functions for one hand: shortcuts, since a call through numpy takes far longer than a kernel.

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

void bind_one(py::module_& m) {
    def_shortcuts(m, {
                         {"matches", "k top active_colour", matches},
                         {"playable", "hand top active_colour", playable},
                         {"extenders", "hand top active_colour chain extend_any_wild", extenders},
                         {"card_value", "k", card_value},
                         {"hand_penalty", "hand", hand_penalty},
                         {"colour_counts", "hand", colour_counts},
                     });
}

}  // namespace

void bind(py::module_& m) {
    binding::bind_action_features<Solo>(m, solo::action_layout, solo::write_action);
    bind_one(m);
    bind_hands(m);
    bind_states(m);
}

}  // namespace uneri::solo_binding
