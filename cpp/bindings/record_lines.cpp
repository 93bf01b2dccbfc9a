// The lines of game records as plain ASCII JSON, read and written in one pass together with the canonical form that
// their checksums cover (python/uneri/records/lines.py). Whatever is unusual, and whatever is wrong, is left to
// Python's json: then the functions return None.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/pybind.hpp"

namespace uneri {
namespace {

constexpr int kDeepest = 30;  // levels; records have half of that, and Python refuses more than 32

py::object steal(PyObject* object) {
    if (object == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(object);
}

// Stands as itself between double quotes.
bool is_plain(char c) noexcept { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; }

// The canonical form under way. Keys are in order, so entries of an object change places once it is whole.
class Canonical {
public:
    struct Entry {
        std::string_view key;
        std::size_t begin;  // of `"key":value` in the text
        std::size_t end;
    };
    std::string text;

    // From `first` on, `entries_` are those of one object, which begins here.
    std::size_t open() {
        text += '{';
        return entries_.size();
    }
    void key(std::string_view key) {
        if (text.back() != '{') text += ',';
        entries_.push_back({key, text.size(), 0});
        text.append(1, '"').append(key).append("\":");
    }
    void value_ends(std::size_t entry) { entries_[entry].end = text.size(); }
    std::size_t last() const noexcept { return entries_.size() - 1; }
    // An entry that is read but not covered.
    void drop(std::size_t entry) {
        text.resize(entries_[entry].begin);
        if (text.back() == ',') text.pop_back();
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(entry));
    }
    void close(std::size_t first) {
        const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(first);
        const auto by_key = [](const Entry& a, const Entry& b) { return a.key < b.key; };
        if (!std::is_sorted(begin, entries_.end(), by_key)) {
            const std::size_t start = begin->begin;
            std::sort(begin, entries_.end(), by_key);
            moved_.clear();
            for (auto entry = begin; entry != entries_.end(); ++entry) {
                if (entry != begin) moved_ += ',';
                moved_.append(text, entry->begin, entry->end - entry->begin);
            }
            text.replace(start, std::string::npos, moved_);
        }
        entries_.erase(begin, entries_.end());
        text += '}';
    }

private:
    std::vector<Entry> entries_;
    std::string moved_;
};

class LineReader {
public:
    explicit LineReader(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

    // The content, its checksum and its canonical form without that.
    std::optional<py::tuple> read() {
        skip_blanks();
        if (at_ == end_ || *at_ != '{') return {};
        py::object content = read_object(0);
        skip_blanks();
        if (!content || at_ != end_ || !sum_) return {};
        const py::bytes canonical(out_.text);
        return py::make_tuple(content, sum_, canonical);
    }

private:
    void skip_blanks() noexcept {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
    }
    bool take(char c) noexcept {
        skip_blanks();
        if (at_ == end_ || *at_ != c) return false;
        ++at_;
        return true;
    }

    // Each returns null for what it leaves to Python.
    py::object read_value(int depth) {
        skip_blanks();
        if (at_ == end_ || depth > kDeepest) return {};
        switch (*at_) {
            case '{': return read_object(depth);
            case '[': return read_list(depth);
            case '"': {
                const auto text = read_text();
                if (!text) return {};
                out_.text.append(1, '"').append(*text).append(1, '"');
                return to_text(*text);
            }
            case 't': return read_word("true", Py_True);
            case 'f': return read_word("false", Py_False);
            case 'n': return read_word("null", Py_None);
            default: return read_number();
        }
    }
    py::object read_object(int depth) {
        py::object made = steal(PyDict_New());
        const std::size_t first = out_.open();
        ++at_;
        if (take('}')) {
            out_.close(first);
            return made;
        }
        do {
            skip_blanks();
            const auto key = read_text();
            if (!key || !take(':')) return {};
            out_.key(*key);
            const std::size_t entry = out_.last();
            const py::object value = read_value(depth + 1);
            if (!value) return {};
            out_.value_ends(entry);
            if (depth == 0 && *key == "sum") {
                if (sum_ || !PyUnicode_Check(value.ptr())) return {};
                sum_ = value;
                out_.drop(entry);
                continue;
            }
            const Py_ssize_t before = PyDict_GET_SIZE(made.ptr());
            if (PyDict_SetItem(made.ptr(), to_text(*key).ptr(), value.ptr()) != 0) throw py::error_already_set();
            if (PyDict_GET_SIZE(made.ptr()) == before) return {};  // the key stands twice
        } while (take(','));
        if (!take('}')) return {};
        out_.close(first);
        return made;
    }
    py::object read_list(int depth) {
        py::object made = steal(PyList_New(0));
        out_.text += '[';
        ++at_;
        if (!take(']')) {
            do {
                if (PyList_GET_SIZE(made.ptr()) > 0) out_.text += ',';
                const py::object value = read_value(depth + 1);
                if (!value) return {};
                if (PyList_Append(made.ptr(), value.ptr()) != 0) throw py::error_already_set();
            } while (take(','));
            if (!take(']')) return {};
        }
        out_.text += ']';
        return made;
    }
    std::optional<std::string_view> read_text() noexcept {
        if (at_ == end_ || *at_ != '"') return {};
        const char* const first = ++at_;
        while (at_ != end_ && is_plain(*at_)) ++at_;
        if (at_ == end_ || *at_ != '"') return {};
        return std::string_view(first, static_cast<std::size_t>(at_++ - first));
    }
    static py::object to_text(std::string_view text) {
        return steal(
            PyUnicode_FromKindAndData(PyUnicode_1BYTE_KIND, text.data(), static_cast<Py_ssize_t>(text.size())));
    }
    py::object read_word(std::string_view word, PyObject* value) {
        if (std::string_view(at_, static_cast<std::size_t>(end_ - at_)).substr(0, word.size()) != word) return {};
        at_ += word.size();
        out_.text += word;
        return py::reinterpret_borrow<py::object>(value);
    }
    py::object read_number() {
        const char* const first = at_;
        const auto digits = [this] {
            const char* const from = at_;
            while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
            return at_ - from;
        };
        if (*at_ == '-') ++at_;
        const char* const whole = at_;
        const auto count = digits();
        if (count == 0 || (count > 1 && *whole == '0')) return {};
        if (at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E')) {
            std::int64_t number = 0;
            const auto read = std::from_chars(first, at_, number);
            if (read.ec != std::errc() || (number == 0 && *first == '-')) return {};
            out_.text.append(first, at_);
            return steal(PyLong_FromLongLong(number));
        }
        if (*at_ == '.' && (++at_, digits() == 0)) return {};
        if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
            ++at_;
            if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
            if (digits() == 0) return {};
        }
        const double number = PyOS_string_to_double(std::string(first, at_).c_str(), nullptr, nullptr);
        if (number == -1.0 && PyErr_Occurred() != nullptr) throw py::error_already_set();
        if (!std::isfinite(number)) return {};
        out_.text += to_json(PlainData(number));
        return steal(PyFloat_FromDouble(number));
    }

    const char* at_;
    const char* end_;
    Canonical out_;
    py::object sum_;
};

// Writes plain data as it stands, and in canonical form.
class LineWriter {
public:
    // Both; nothing if the data is for Python.
    std::optional<py::tuple> write(const py::handle& content) {
        if (!PyDict_CheckExact(content.ptr()) || !add(content.ptr(), 0)) return {};
        return py::make_tuple(py::str(text_), py::bytes(out_.text));
    }

private:
    void both(std::string_view text) {
        text_ += text;
        out_.text += text;
    }
    static std::optional<std::string_view> plain(PyObject* object) noexcept {
        if (!PyUnicode_CheckExact(object) || !PyUnicode_IS_COMPACT_ASCII(object)) return {};
        const std::string_view text(reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(object)),
                                    static_cast<std::size_t>(PyUnicode_GET_LENGTH(object)));
        if (!std::all_of(text.begin(), text.end(), is_plain)) return {};
        return text;
    }
    bool add(PyObject* value, int depth) {
        if (depth > kDeepest) return false;
        if (value == Py_None) return both("null"), true;
        if (value == Py_True || value == Py_False) return both(value == Py_True ? "true" : "false"), true;
        if (PyLong_CheckExact(value)) {
            int overflow = 0;
            const std::int64_t number = PyLong_AsLongLongAndOverflow(value, &overflow);
            if (overflow != 0) return false;
            char digits[24];
            both({digits, std::to_chars(digits, digits + sizeof digits, number).ptr});
            return true;
        }
        if (PyFloat_CheckExact(value)) {
            const double number = PyFloat_AS_DOUBLE(value);
            if (!std::isfinite(number)) return false;
            both(to_json(PlainData(number)));
            return true;
        }
        if (PyUnicode_CheckExact(value)) {
            const auto text = plain(value);
            if (text) both(std::string(1, '"').append(*text).append(1, '"'));
            return text.has_value();
        }
        if (PyDict_CheckExact(value)) return add_object(value, depth);
        if (PyList_CheckExact(value) || PyTuple_CheckExact(value)) return add_list(value, depth);
        return false;
    }
    bool add_object(PyObject* object, int depth) {
        text_ += '{';
        const std::size_t first = out_.open();
        PyObject* name = nullptr;
        PyObject* value = nullptr;
        Py_ssize_t at = 0;
        while (PyDict_Next(object, &at, &name, &value) != 0) {  // no Python code runs within
            const auto key = plain(name);
            if (!key) return false;
            if (text_.back() != '{') text_ += ',';
            text_.append(1, '"').append(*key).append("\":");
            out_.key(*key);
            const std::size_t entry = out_.last();
            if (!add(value, depth + 1)) return false;
            out_.value_ends(entry);
        }
        text_ += '}';
        out_.close(first);
        return true;
    }
    bool add_list(PyObject* list, int depth) {
        both("[");
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list); ++i) {
            if (i > 0) both(",");
            if (!add(PySequence_Fast_GET_ITEM(list, i), depth + 1)) return false;
        }
        both("]");
        return true;
    }

    std::string text_;
    Canonical out_;
};

// Python's garbage collector walks through all containers again and again. Of a record it can't find anything: no part
// holds another one that holds it. So it is spared them, as it spares itself dicts and tuples of numbers and texts.
class Untracked {
public:
    explicit Untracked(const py::tuple& classes) : classes_(classes) {}

    // Plain data, and objects of the classes that hold it. False if it stays tracked.
    bool add(PyObject* object, int depth = 0) const {
        if (PyObject_IS_GC(object) == 0 || PyObject_GC_IsTracked(object) == 0) return true;
        if (depth > kDeepest || !is_known(object)) return false;
        Visit visit{*this, object, depth, true};
        Py_TYPE(object)->tp_traverse(object, &Visit::child, &visit);
        if (visit.all) PyObject_GC_UnTrack(object);
        return visit.all;
    }

private:
    struct Visit {
        const Untracked& self;
        PyObject* owner;
        int depth;
        bool all;

        static int child(PyObject* object, void* visit) {
            auto& in = *static_cast<Visit*>(visit);
            const bool is_type = object == reinterpret_cast<PyObject*>(Py_TYPE(in.owner));
            in.all = (is_type || in.self.add(object, in.depth + 1)) && in.all;
            return 0;
        }
    };
    bool is_known(PyObject* object) const {
        if (PyList_CheckExact(object) || PyTuple_CheckExact(object) || PyDict_CheckExact(object)) return true;
        return std::any_of(classes_.begin(), classes_.end(), [object](const py::handle& known) {
            return known.ptr() == reinterpret_cast<PyObject*>(Py_TYPE(object));
        });
    }

    const py::tuple& classes_;
};

}  // namespace

void bind_record_lines(py::module_& m) {
    binding::define(m, "read_line", "line",
                    [](const py::bytes& line) { return LineReader(std::string_view(line)).read(); });
    binding::define(m, "write_line", "content", [](const py::object& content) { return LineWriter().write(content); });
    binding::define(m, "untrack", "object classes", [](const py::object& object, const py::tuple& classes) {
        return Untracked(classes).add(object.ptr());
    });
}

}  // namespace uneri
