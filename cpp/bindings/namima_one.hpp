// Reads one hand of Namima as users write it: text, a list of counts, or a row of them. It uses neither numpy nor
// Python code, since a kernel takes less time than one line of Python.
//
// read() returns false for wrong input, and for valid but unusual input (other integer types, another memory order).
// Then `uneri.namima.query` reads it, and words errors.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "bindings/convert.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/own_types.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/namima.hpp"

namespace uneri::namima_binding {

class OneHand {
public:
    enum class Deck {
        kHand,  // the hand lies within the deck; at most 24 cards
        kAll,   // so do hand, exposed melds and visible cards together; at most 20 cards
    };

    explicit OneHand(const OwnGame<namima::Namima>& game) noexcept
        : tables(*game.game.rules().tables), rules_(tables.melds.rules()) {}

    bool read(const py::handle& hand, const py::handle& exposed, const py::handle& visible, Deck deck) {
        if (!read_counts(hand, cards) || !read_melds(exposed)) return false;
        if (!visible.is_none() && !read_counts(visible, elsewhere)) return false;
        return fits(deck);
    }
    // Reads melds from a text, or from a list of ids and texts.
    bool read_melds(const py::handle& object) {
        PyObject* raw = object.ptr();
        if (PyUnicode_CheckExact(raw)) return read_meld_texts(binding::ascii_of(object));
        if (!PyList_CheckExact(raw) && !PyTuple_CheckExact(raw)) return false;
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(raw); ++i) {
            const py::handle item = PySequence_Fast_GET_ITEM(raw, i);
            int id = -1;
            if (PyUnicode_CheckExact(item.ptr())) {
                if (!add_meld(binding::ascii_of(item))) return false;
            } else if (!binding::read_int(item, 0, static_cast<int>(tables.melds.size()) - 1, id) || !add_id(id)) {
                return false;
            }
        }
        return true;
    }
    // Reads a kind by number or text; -1 for None.
    bool read_kind(const py::handle& object, int& kind) const {
        kind = -1;
        if (object.is_none()) return true;
        if (PyUnicode_Check(object.ptr())) {
            Counts counts{};
            const std::string_view text = binding::ascii_of(object);
            if (std::ranges::any_of(text, is_gap) || !read_cards(text, counts)) return false;
            for (std::size_t k = 0; k < counts.size(); ++k) {
                if (counts[k] == 0) continue;
                if (kind >= 0 || counts[k] > 1) return false;
                kind = static_cast<int>(k);
            }
            return kind >= 0;
        }
        return binding::read_int(object, 0, tables.melds.kinds() - 1, kind);
    }
    // Reads a colour by number or letter; -1 for None.
    bool read_colour(const py::handle& object, int& colour) const {
        colour = -1;
        if (object.is_none()) return true;
        if (PyUnicode_Check(object.ptr())) {
            const std::string_view text = binding::ascii_of(object);
            colour = text.size() == 1 ? colour_of(text[0]) : -1;
            return colour >= 0;
        }
        return binding::read_int(object, 0, rules_.colours - 1, colour);
    }
    // Reads a number; `otherwise` for None.
    static bool read_number(const py::handle& object, int low, int high, int otherwise, int& number) {
        number = otherwise;
        return object.is_none() || binding::read_int(object, low, high, number);
    }

    namima::MeldIds exposed() const noexcept { return {ids_.data(), size_}; }
    // The cards of the deck that are nowhere else, for Deck::kAll.
    const namima::Cards& left() const noexcept { return left_; }

    const namima::Tables& tables;
    namima::Cards cards;
    namima::Cards elsewhere;

private:
    using Counts = std::array<std::uint8_t, namima::kMaxKinds>;
    static constexpr int kMostHand = 24;

    std::span<const std::uint8_t> view(const Counts& counts) const noexcept {
        return {counts.data(), static_cast<std::size_t>(tables.melds.kinds())};
    }

    bool read_counts(const py::handle& object, namima::Cards& into) const {
        Counts counts{};
        const auto kinds = std::span(counts).first(static_cast<std::size_t>(tables.melds.kinds()));
        if (PyUnicode_CheckExact(object.ptr()) ? !read_cards(binding::ascii_of(object), counts)
                                               : !binding::read_counts(object, kinds))
            return false;
        // Cards keep three bits of a count; more is beyond every deck.
        std::uint8_t any = 0;
        for (const std::uint8_t count : counts) any |= count;
        into = namima::Cards::from_counts(counts);
        return any <= 7;
    }

    static bool is_gap(char c) noexcept { return c == ' ' || c == ',' || c == '.' || (c >= '\t' && c <= '\r'); }
    int colour_of(char letter) const noexcept {
        const char upper = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
        for (int c = 0; c < rules_.colours; ++c) {
            if (rules_.letter[static_cast<std::size_t>(c)] == upper) return c;
        }
        return -1;
    }
    int rank_of(int number) const noexcept {
        for (int r = 0; r < rules_.ranks; ++r) {
            if (rules_.rank[static_cast<std::size_t>(r)] == number) return r;
        }
        return -1;
    }
    // Reads `B123 R44`. If the rule set has ranks of two digits, a token is one card: `B1 B10` (N-1.6).
    bool read_cards(std::string_view text, Counts& counts) const noexcept {
        const auto ranks = std::span(rules_.rank).first(static_cast<std::size_t>(rules_.ranks));
        const bool single = std::ranges::all_of(ranks, [](int rank) { return rank < 10; });
        std::size_t i = 0;
        while (i < text.size()) {
            if (is_gap(text[i])) {
                ++i;
                continue;
            }
            const int colour = colour_of(text[i++]);
            if (colour < 0 || i == text.size()) return false;
            const std::size_t first = i;
            int number = 0;
            for (; i < text.size() && !is_gap(text[i]); ++i) {
                if (text[i] < '0' || text[i] > '9') return false;
                number = single ? text[i] - '0' : number * 10 + text[i] - '0';
                if (number > 99 || (!single && text[first] == '0')) return false;
                if (single && !add(colour, number, counts)) return false;
            }
            if (i == first || (!single && !add(colour, number, counts))) return false;
        }
        return true;
    }
    bool add(int colour, int number, Counts& counts) const noexcept {
        const int rank = rank_of(number);
        if (rank < 0) return false;
        return ++counts[static_cast<std::size_t>(rules_.kind(colour, rank))] <= namima::kMaxCopies;
    }

    bool read_meld_texts(std::string_view text) {
        const auto is_end = [](char c) { return is_gap(c) && c != '.'; };
        std::size_t i = 0;
        while (i < text.size()) {
            if (is_end(text[i])) {
                ++i;
                continue;
            }
            const std::size_t first = i;
            while (i < text.size() && !is_end(text[i])) ++i;
            if (!add_meld(text.substr(first, i - first))) return false;
        }
        return true;
    }
    bool add_meld(std::string_view text) {
        Counts counts{};
        return read_cards(text, counts) && add_id(tables.melds.find(namima::Cards::from_counts(view(counts))));
    }
    bool add_id(int id) noexcept {
        if (id < 0 || size_ == ids_.size()) return false;
        ids_[size_++] = static_cast<std::uint16_t>(id);
        return true;
    }

    bool fits(Deck deck) noexcept {
        if (cards.total() > (deck == Deck::kAll ? namima::kMaxConcealed : kMostHand)) return false;
        left_ = tables.melds.deck();
        if (!take(cards)) return false;
        if (deck == Deck::kHand) return true;
        return take(elsewhere) &&
               std::ranges::all_of(exposed(), [this](std::uint16_t id) { return take(tables.melds[id].cards); });
    }
    bool take(const namima::Cards& some) noexcept {
        if (!left_.contains(some)) return false;
        left_ -= some;
        return true;
    }

    const namima::RuleSet& rules_;
    namima::Cards left_;
    std::array<std::uint16_t, namima::kMostExposed> ids_;
    std::size_t size_ = 0;
};

}  // namespace uneri::namima_binding
