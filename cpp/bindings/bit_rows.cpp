// Observations and masks of data sets: rows of numbers as planes of bits, and back (python/uneri/data).
#include "uneri/base/bit_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>

#include "bindings/arrays.hpp"
#include "bindings/gil.hpp"
#include "bindings/pybind.hpp"

namespace uneri {
namespace {

using binding::Array;
using binding::Rows;

constexpr binding::Arguments kArguments{""};
constexpr py::ssize_t kMostColumns = 1 << 24;

template <class T>
Rows<T> table_of(const Array<T>& array, const char* what) {
    return kArguments.rows(array, what, 0, kMostColumns);
}

template <class T>
py::array_t<T> new_table(std::size_t rows, std::size_t columns) {
    return py::array_t<T>({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns)});
}

// Columns whose numbers are beside the planes, and their form: 16 bits first, then 32, little-endian.
struct Beside {
    Beside(const Array<std::int64_t>& half_columns, const Array<std::int64_t>& single_columns, std::size_t columns)
        : halves(kArguments.vector(half_columns, "halves")), singles(kArguments.vector(single_columns, "singles")) {
        for (const auto list : {halves, singles}) {
            for (const std::int64_t column : list) {
                if (column < 0 || static_cast<std::size_t>(column) >= columns)
                    throw py::index_error("halves or singles has a column that isn't there");
            }
        }
    }
    std::size_t bytes() const noexcept { return 2 * halves.size() + 4 * singles.size(); }

    std::span<const std::int64_t> halves;
    std::span<const std::int64_t> singles;
};

template <class Word>
std::uint8_t* put(Word word, std::uint8_t* out) noexcept {
    for (std::size_t k = 0; k < sizeof(Word); ++k) *out++ = static_cast<std::uint8_t>(word >> (8 * k));
    return out;
}
template <class Word>
Word taken(const std::uint8_t*& from) noexcept {
    Word word = 0;
    for (std::size_t k = 0; k < sizeof(Word); ++k)
        word = static_cast<Word>(word | static_cast<Word>(*from++) << (8 * k));
    return word;
}

void pack_whole_row(const float* row, std::size_t columns, const Beside& beside, std::uint8_t* out,
                    std::uint8_t* others, std::uint8_t* inexact) noexcept {
    pack_row(row, columns, out, others);
    out += 2 * ((columns + 7) / 8);
    for (const std::int64_t column : beside.halves) {
        bool exact = true;
        out = put(half_of(row[column], exact), out);
        if (!exact) inexact[column / 8] |= static_cast<std::uint8_t>(1U << (column % 8));
    }
    for (const std::int64_t column : beside.singles) out = put(std::bit_cast<std::uint32_t>(row[column]), out);
}

// Packs rows chosen[0], chosen[1] ... into out[at], out[at + 1] ... Returns the bits of columns that have numbers which
// two bits can't hold, and of those of `halves` that 16 bits can't.
py::tuple pack_rows(const Array<float>& numbers, const Array<std::int64_t>& chosen,
                    const Array<std::int64_t>& half_columns, const Array<std::int64_t>& single_columns,
                    Array<std::uint8_t>& out, std::size_t at) {
    const Rows<float> rows = table_of(numbers, "rows");
    const auto wanted = kArguments.vector(chosen, "chosen");
    const Beside beside(half_columns, single_columns, rows.columns);
    const std::size_t across = (rows.columns + 7) / 8, width = 2 * across + beside.bytes();
    const Rows<std::uint8_t> room = table_of(out, "out");
    if (room.columns != width || at > room.size || wanted.size() > room.size - at)
        kArguments.refuse_shape("out", out, "n, " + std::to_string(width));
    for (const std::int64_t row : wanted) {
        if (row < 0 || static_cast<std::size_t>(row) >= rows.size)
            throw py::index_error("chosen has a row that isn't there");
    }
    py::array_t<std::uint8_t> others(static_cast<py::ssize_t>(across)), inexact(static_cast<py::ssize_t>(across));
    std::uint8_t *there = out.mutable_data() + at * width, *other = others.mutable_data(), *no = inexact.mutable_data();
    std::fill_n(other, across, std::uint8_t{0});
    std::fill_n(no, across, std::uint8_t{0});
    {
        const binding::GilRelease free;
        for (const std::int64_t row : wanted) {
            pack_whole_row(rows.row(static_cast<std::size_t>(row)), rows.columns, beside, there, other, no);
            there += width;
        }
    }
    return py::make_tuple(others, inexact);
}

void unpack_whole_row(const std::uint8_t* from, std::size_t size, const Beside& beside, float* out) noexcept {
    unpack_row(from, size, out);
    from += 2 * ((size + 7) / 8);
    for (const std::int64_t column : beside.halves) out[column] = number_of_half(taken<std::uint16_t>(from));
    for (const std::int64_t column : beside.singles) out[column] = std::bit_cast<float>(taken<std::uint32_t>(from));
}

// Row i of the answer is row chosen[i].
py::array_t<float> unpack_rows(const Array<std::uint8_t>& packed, const Array<std::int64_t>& chosen, std::size_t size,
                               const Array<std::int64_t>& half_columns, const Array<std::int64_t>& single_columns) {
    const Rows<std::uint8_t> rows = table_of(packed, "packed");
    const auto wanted = kArguments.vector(chosen, "chosen");
    const Beside beside(half_columns, single_columns, size);
    const std::size_t width = 2 * ((size + 7) / 8) + beside.bytes();
    if (rows.columns != width) kArguments.refuse_shape("packed", packed, "n, " + std::to_string(width));
    auto numbers = new_table<float>(wanted.size(), size);
    float* out = numbers.mutable_data();
    bool there = true;
    {
        const binding::GilRelease free;
        for (std::size_t i = 0; i < wanted.size() && there; ++i) {
            const auto row = static_cast<std::uint64_t>(wanted[i]);
            there = row < rows.size;
            if (there) unpack_whole_row(rows.row(row), size, beside, out + i * size);
        }
    }
    if (!there) throw py::index_error("chosen has a row that isn't there");
    return numbers;
}

// How many bits are set in rows chosen[0], chosen[1] ..., and which, row after row.
py::tuple list_rows(const Array<std::uint8_t>& bits, const Array<std::int64_t>& chosen) {
    const Rows<std::uint8_t> rows = table_of(bits, "bits");
    const auto wanted = kArguments.vector(chosen, "chosen");
    py::array_t<std::int64_t> counts(static_cast<py::ssize_t>(wanted.size()));
    std::int64_t* count = counts.mutable_data();
    std::int64_t total = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto row = static_cast<std::uint64_t>(wanted[i]);
        if (row >= rows.size) throw py::index_error("chosen has a row that isn't there");
        count[i] = static_cast<std::int64_t>(count_bits_of(rows.row(row), rows.columns));
        total += count[i];
    }
    py::array_t<std::int32_t> ids(static_cast<py::ssize_t>(total));
    std::int32_t* out = ids.mutable_data();
    for (const std::int64_t row : wanted) out = list_bits(rows.row(static_cast<std::size_t>(row)), rows.columns, out);
    return py::make_tuple(counts, ids);
}

// Row i of the answer is true at ids[ends[row]..ends[row + 1]] of row chosen[i].
template <class Id>
py::array_t<bool> mark_rows(const Array<std::int32_t>& ends, const Array<Id>& ids, const Array<std::int64_t>& chosen,
                            std::size_t columns) {
    const auto limits = kArguments.vector(ends, "ends");
    const auto all = kArguments.vector(ids, "ids");
    const auto wanted = kArguments.vector(chosen, "chosen");
    auto marked = new_table<bool>(wanted.size(), columns);
    bool* out = marked.mutable_data();
    bool there = true;
    {
        const binding::GilRelease free;
        std::fill_n(out, wanted.size() * columns, false);
        for (std::size_t i = 0; i < wanted.size() && there; ++i) {
            const auto row = static_cast<std::uint64_t>(wanted[i]);
            there = row < limits.size() && row + 1 < limits.size() && limits[row] >= 0 &&
                    limits[row] <= limits[row + 1] && static_cast<std::size_t>(limits[row + 1]) <= all.size();
            if (!there) break;
            for (auto at = static_cast<std::size_t>(limits[row]); at < static_cast<std::size_t>(limits[row + 1]);
                 ++at) {
                const auto id = static_cast<std::uint64_t>(static_cast<std::int64_t>(all[at]));
                there = there && id < columns;
                if (id < columns) out[i * columns + id] = true;
            }
        }
    }
    if (!there) throw py::index_error("chosen has a row, or ids has a column, that isn't there");
    return marked;
}

}  // namespace

void bind_bit_rows(py::module_& m) {
    binding::define(m, "pack_rows", "rows chosen halves singles out! at", &pack_rows);
    binding::define(m, "unpack_rows", "packed chosen size halves singles", &unpack_rows);
    binding::define(m, "list_rows", "bits chosen", &list_rows);
    binding::define(m, "mark_rows", "ends! ids! chosen columns", &mark_rows<std::int16_t>);
    binding::define(m, "mark_rows", "ends! ids! chosen columns", &mark_rows<std::int32_t>);
}

}  // namespace uneri
