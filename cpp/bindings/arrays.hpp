// Reads arguments that are arrays: hands as counts[n, kinds], numbers[n]. pybind11 checks types and Python checks
// dtypes; this file checks shapes and values.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/pybind.hpp"

namespace uneri::binding {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

// The rows of an array[n, columns].
template <class T>
struct Rows {
    const T* row(std::size_t i) const noexcept { return data + i * columns; }

    const T* data;
    std::size_t size;
    std::size_t columns;
};

// `hands[3]`
inline std::string item_name(std::string_view what, std::size_t i) {
    return std::string(what) + "[" + std::to_string(i) + "]";
}

// An array of item(0), item(1) ...
template <class T, class Item>
py::array_t<T> array_of(std::size_t size, Item&& item) {
    py::array_t<T> out(static_cast<py::ssize_t>(size));
    T* to = out.mutable_data();
    for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<T>(item(i));
    return out;
}

// Columns of integers with names, filled row by row.
class Columns {
public:
    explicit Columns(std::vector<const char*> names) : names_(std::move(names)), columns_(names_.size()) {}
    void add(std::initializer_list<int> row) {
        std::size_t i = 0;
        for (const int item : row) columns_[i++].push_back(item);
    }
    // As arrays int32[n], or int32[n, width] with `width` items in a line.
    void into(py::dict& out, py::ssize_t width = 0) const {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(columns_[i].size())};
            if (width > 0) shape = {shape[0] / width, width};
            out[names_[i]] = py::array_t<std::int32_t>(std::move(shape), columns_[i].data());
        }
    }

private:
    std::vector<const char*> names_;
    std::vector<std::vector<std::int32_t>> columns_;
};

// Checks the arguments of a game. Errors read `tidal: card is 40; allowed: 0 to 39`; some games leave out the name.
class Arguments {
public:
    explicit constexpr Arguments(std::string_view prefix) : prefix_(prefix) {}

    [[noreturn]] void refuse(std::string_view what, const std::string& is, const std::string& allowed) const {
        throw py::value_error(std::string(prefix_).append(what) + " is " + is + "; allowed: " + allowed);
    }
    [[noreturn]] void refuse_shape(std::string_view what, const py::array& array, const std::string& allowed) const {
        throw py::value_error(std::string(prefix_).append(what) + " must have shape (" + allowed + "), not " +
                              std::string(py::str(array.attr("shape"))));
    }
    int number(std::int64_t number, std::string_view what, int low, int high) const {
        if (number < low || number > high)
            refuse(what, std::to_string(number), std::to_string(low) + " to " + std::to_string(high));
        return static_cast<int>(number);
    }

    // An array[n, fewest..most].
    template <class T>
    Rows<T> rows(const Array<T>& array, std::string_view what, py::ssize_t fewest, py::ssize_t most) const {
        if (array.ndim() != 2 || array.shape(1) < fewest || array.shape(1) > most) {
            const std::string last = fewest < most ? " to " + std::to_string(most) : "";
            refuse_shape(what, array, "n, " + std::to_string(fewest) + last);
        }
        return {array.data(), static_cast<std::size_t>(array.shape(0)), static_cast<std::size_t>(array.shape(1))};
    }
    template <class T>
    Rows<T> rows(const Array<T>& array, std::string_view what, py::ssize_t columns) const {
        return rows(array, what, columns, columns);
    }
    // An array[size, columns].
    template <class T>
    const T* table(const Array<T>& array, std::string_view what, std::size_t size, std::size_t columns) const {
        if (array.ndim() != 2 || static_cast<std::size_t>(array.shape(0)) != size ||
            static_cast<std::size_t>(array.shape(1)) != columns)
            refuse_shape(what, array, std::to_string(size) + ", " + std::to_string(columns));
        return array.data();
    }
    // An array[n]; errors call n by `letter`.
    template <class T>
    std::span<const T> vector(const Array<T>& array, std::string_view what, const char* letter = "n") const {
        if (array.ndim() != 1) refuse_shape(what, array, std::string(letter) + ",");
        return {array.data(), static_cast<std::size_t>(array.shape(0))};
    }
    // An array[size].
    template <class T>
    std::span<const T> vector_of(const Array<T>& array, std::string_view what, std::size_t size) const {
        if (array.ndim() != 1 || static_cast<std::size_t>(array.shape(0)) != size)
            refuse_shape(what, array, std::to_string(size) + ",");
        return {array.data(), size};
    }
    // An array[size] of values in low..high.
    template <class T>
    std::span<const T> numbers(const Array<T>& array, std::string_view what, std::size_t size, int low,
                               int high) const {
        const std::span<const T> items = vector_of(array, what, size);
        for (const T item : items) number(item, what, low, high);
        return items;
    }

private:
    std::string_view prefix_;
};

}  // namespace uneri::binding
