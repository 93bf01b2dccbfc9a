// Reads hands as users write them. It uses neither numpy nor Python code: for one hand these cost more than a kernel.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bindings/classes.hpp"
#include "bindings/pybind.hpp"

namespace uneri::binding {

inline constexpr int kUint8 = 2;  // numpy's NPY_UBYTE

// Between two tokens of a text.
constexpr bool is_gap(char c) noexcept { return c == ' ' || c == ',' || (c >= '\t' && c <= '\r'); }
constexpr char to_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The characters of a str. "?" for a str that is not ASCII: no token is.
inline std::string_view ascii_of(const py::handle& text) noexcept {
    if (!PyUnicode_IS_COMPACT_ASCII(text.ptr())) return "?";
    return {reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(text.ptr())),
            static_cast<std::size_t>(PyUnicode_GET_LENGTH(text.ptr()))};
}

// Reads one of some lower-case words, upper and lower case being the same, as its place among them.
inline bool read_word(const py::handle& object, std::initializer_list<std::string_view> words, int& place) {
    if (!PyUnicode_CheckExact(object.ptr())) return false;
    const std::string_view text = ascii_of(object);
    place = 0;
    for (const std::string_view word : words) {
        if (std::ranges::equal(text, word, {}, to_lower)) return true;
        ++place;
    }
    return false;
}

// Reads an int of low..high. False for anything else, including bools and numpy's integers.
inline bool read_int(const py::handle& object, long low, long high, int& number) {
    if (!PyLong_CheckExact(object.ptr())) return false;
    int overflow = 0;
    const long value = PyLong_AsLongAndOverflow(object.ptr(), &overflow);
    if (overflow != 0 || value < low || value > high) return false;
    number = static_cast<int>(value);
    return true;
}

// Reads one count per kind from a list or tuple of ints, or from a row uint8[kinds]. False for anything else. It does
// not check the counts of a row.
inline bool read_counts(const py::handle& object, std::span<std::uint8_t> counts) {
    PyObject* raw = object.ptr();
    const auto kinds = static_cast<Py_ssize_t>(counts.size());
    if (PyList_CheckExact(raw) || PyTuple_CheckExact(raw)) {
        if (PySequence_Fast_GET_SIZE(raw) != kinds) return false;
        for (Py_ssize_t k = 0; k < kinds; ++k) {
            int count = 0;
            if (!read_int(PySequence_Fast_GET_ITEM(raw, k), 0, 255, count)) return false;
            counts[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(count);
        }
        return true;
    }
    if (!py::isinstance<py::array>(object)) return false;
    const auto array = py::reinterpret_borrow<py::array>(object);
    if (array.ndim() != 1 || array.shape(0) != kinds || array.strides(0) != 1 || array.dtype().num() != kUint8)
        return false;
    const auto* data = static_cast<const std::uint8_t*>(array.data());
    std::copy_n(data, kinds, counts.begin());
    return true;
}

// Reads hands of a game that has a token for each kind of card, with a largest count per kind.
class HandReader : public MadeByInit {
public:
    static constexpr std::size_t kMostKinds = 64;

    HandReader(const std::vector<std::string>& tokens, const std::vector<int>& most);

    std::size_t kinds() const noexcept { return most_.size(); }
    // Reads a text or counts. False if the hand is wrong or written in an unusual way.
    bool read(const py::handle& hand, std::span<std::uint8_t> counts) const;
    // Reads a kind by its number or token.
    bool read_kind(const py::handle& object, int& kind) const;

private:
    bool read_text(std::string_view text, std::span<std::uint8_t> counts) const;

    std::unordered_map<std::string, std::size_t> kind_of_;
    std::vector<std::uint8_t> most_;
};

}  // namespace uneri::binding
