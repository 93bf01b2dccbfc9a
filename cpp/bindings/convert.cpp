#include "bindings/convert.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace uneri {
namespace {

struct ToPython {
    py::object operator()(const PlainData::Null&) const { return py::none(); }
    py::object operator()(bool value) const { return py::bool_(value); }
    py::object operator()(std::int64_t value) const { return py::int_(value); }
    py::object operator()(double value) const { return py::float_(value); }
    py::object operator()(const std::string& value) const { return py::str(value); }
    py::object operator()(const PlainData::Opaque& value) const { return py::str(value.text); }
    py::object operator()(const PlainData::List& value) const {
        py::list list(value.size());
        for (std::size_t i = 0; i < value.size(); ++i) list[i] = to_python(value[i]);
        return list;
    }
    py::object operator()(const PlainData::Map& value) const {
        py::dict dict;
        for (const auto& [name, item] : value) dict[py::str(name)] = to_python(item);
        return dict;
    }
};

std::string type_name(const py::handle& object) { return py::str(py::type::handle_of(object).attr("__name__")); }

PlainData::Opaque opaque(const py::handle& object) {
    std::string text;
    try {
        // Some texts are not valid UTF-8 (lone surrogates); messages show those as escapes.
        text = py::bytes(py::str(py::repr(object)).attr("encode")("utf-8", "backslashreplace"));
    } catch (py::error_already_set&) {  // its __repr__ raised
        text = PyLong_Check(object.ptr()) != 0 ? "an int too long to print" : "an object";
    }
    return {text, type_name(object)};
}

// numpy's truth values are not Python bools.
bool is_numpy_bool(const py::handle& object) {
    const std::string name = type_name(object);
    return (name == "bool" || name == "bool_") &&
           std::string(py::str(py::type::handle_of(object).attr("__module__"))) == "numpy";
}

bool is_mapping(const py::handle& object) {
    return PyDict_Check(object.ptr()) || py::isinstance(object, py::module_::import("collections.abc").attr("Mapping"));
}

constexpr int kDeepest = 64;  // plain data here nests three or four deep; the limit stops a list that contains itself

// A message fit for a terminal: on one line, without control characters, with the middle of a very long one left out.
py::str to_printable(const py::str& message) {
    constexpr Py_ssize_t kFirst = 1500;
    constexpr Py_ssize_t kLast = 300;
    py::object text = message;
    const Py_ssize_t size = PyUnicode_GetLength(text.ptr());
    if (size > kFirst + kLast) {
        const py::object first = py::reinterpret_steal<py::object>(PyUnicode_Substring(text.ptr(), 0, kFirst));
        const py::object last = py::reinterpret_steal<py::object>(PyUnicode_Substring(text.ptr(), size - kLast, size));
        text = first + py::str(" ... ") + last;
    }
    if (py::cast<bool>(text.attr("isprintable")())) return text;
    std::string out;
    for (const py::handle letter : text) {  // the same as `printable` in python/uneri/_util/messages.py
        const bool plain = py::cast<bool>(letter.attr("isprintable")());
        out += py::cast<std::string>(plain ? py::reinterpret_borrow<py::object>(letter)
                                           : letter.attr("encode")("unicode_escape"));
    }
    return py::str(out);
}

// How messages show a refused value.
std::string refused(const py::handle& object) {
    return shown(PlainData(PlainData::Opaque{opaque(object).text, "int"})) + " (" + type_name(object) + ")";
}

py::dict copied(const py::handle& mapping) {
    py::dict fields;
    fields.attr("update")(mapping);
    return fields;
}

PlainData convert(const py::handle& object, int depth) {
    PyObject* raw = object.ptr();
    if (raw == Py_None) return {};
    if (PyBool_Check(raw)) return raw == Py_True;
    if (PyLong_Check(raw)) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(raw, &overflow);
        if (overflow != 0) return opaque(object);
        return static_cast<std::int64_t>(number);
    }
    if (PyFloat_Check(raw)) return PyFloat_AS_DOUBLE(raw);
    if (PyUnicode_Check(raw)) {
        Py_ssize_t size = 0;
        const char* text = PyUnicode_AsUTF8AndSize(raw, &size);
        if (text == nullptr) {
            PyErr_Clear();
            return opaque(object);
        }
        return std::string(text, static_cast<std::size_t>(size));
    }
    if (depth >= kDeepest) return PlainData::Opaque{"nested too deep", "object"};
    if (PyList_Check(raw) || PyTuple_Check(raw)) {
        PlainData::List list;
        for (const py::handle& item : py::reinterpret_borrow<py::sequence>(object))
            list.push_back(convert(item, depth + 1));
        return list;
    }
    if (is_numpy_bool(object)) return PyObject_IsTrue(raw) == 1;
    if (is_mapping(object)) {
        const py::dict fields = PyDict_Check(raw) ? py::reinterpret_borrow<py::dict>(object) : copied(object);
        PlainData::Map map;
        for (const auto& [name, item] : fields) {
            const PlainData key = convert(name, depth + 1);
            const auto* text = key.as<std::string>();
            // A key that is not text is not a name, even if it reads like one: {2: ...} is not {"2": ...}.
            map.emplace_back(text != nullptr ? *text : opaque(name).text + " (" + type_name(name) + ")",
                             convert(item, depth + 1));
        }
        return map;
    }
    if (PyIndex_Check(raw)) {  // numpy integers
        const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(raw));
        if (number) return convert(number, depth + 1);
        PyErr_Clear();  // an array is not an integer
    }
    return opaque(object);
}

}  // namespace

py::dict mapping(const py::handle& object, const std::string& refusal) {
    if (!is_mapping(object)) throw py::type_error(refusal);
    return copied(object);
}

void raise_value_error(const std::string& message) {
    // Values from outside in a message may be invalid UTF-8, long or unprintable.
    PyObject* text = PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace");
    if (text != nullptr) text = to_printable(py::reinterpret_steal<py::str>(text)).release().ptr();
    constexpr Py_ssize_t kLongest = 2000;
    if (text != nullptr && PyUnicode_GetLength(text) > kLongest) {
        const auto whole = py::reinterpret_steal<py::str>(text);
        const auto start = py::reinterpret_steal<py::object>(PyUnicode_Substring(text, 0, kLongest - 3));
        text = start ? PyUnicode_FromFormat("%U...", start.ptr()) : nullptr;
    }
    if (text != nullptr) {
        PyErr_SetObject(PyExc_ValueError, text);
        Py_DECREF(text);
    }
    throw py::error_already_set();
}

std::string to_text(const py::handle& object, const char* what) {
    if (!PyUnicode_Check(object.ptr())) {
        throw py::type_error(std::string(what) + " must be a string, not " + refused(object));
    }
    return py::bytes(object.attr("encode")("utf-8", "backslashreplace"));  // lone surrogates become escapes
}

std::string_view to_bytes(const py::handle& object, const char* what) {
    if (!PyBytes_Check(object.ptr()))
        throw py::type_error(std::string(what) + " must be bytes, not a " + Py_TYPE(object.ptr())->tp_name);
    return {PyBytes_AS_STRING(object.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(object.ptr()))};
}

std::span<const std::uint8_t> span_of(std::string_view bytes) noexcept {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}
py::bytes bytes_of(const ByteWriter& out) {
    return py::bytes(reinterpret_cast<const char*>(out.bytes().data()), out.bytes().size());
}

py::object to_python(const PlainData& value) { return value.visit(ToPython{}); }

PlainData from_python(const py::handle& object) { return convert(object, 0); }

std::int64_t to_integer(const py::handle& object, const char* what) {
    PyObject* raw = object.ptr();
    py::object index;
    if (!PyLong_CheckExact(raw)) {
        const bool is_bool = PyBool_Check(raw) || type_name(object) == "bool" || type_name(object) == "bool_";
        if (!is_bool && PyIndex_Check(raw)) index = py::reinterpret_steal<py::object>(PyNumber_Index(raw));
        if (!index) {
            if (PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_TypeError) == 0)
                throw py::error_already_set();
            PyErr_Clear();  // an array's own __index__ refuses
            throw py::type_error(std::string(what) + " must be an integer, not " + refused(object));
        }
        raw = index.ptr();
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(raw, &overflow);
    if (overflow != 0) {
        return overflow > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
    }
    return number;
}

int to_seat(const char* game, const py::handle& object, int players) {
    const std::int64_t seat = to_integer(object, "seat");
    if (seat < 0 || seat >= players) {
        throw py::value_error(std::string(game) + ": seat is " + opaque(object).text + "; allowed: 0 to " +
                              std::to_string(players - 1));
    }
    return static_cast<int>(seat);
}

namespace binding {

Names::Names(std::string_view text) {
    while (!text.empty()) {
        std::string_view name = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), name.size() + 1));
        const auto cut = [&](std::string_view end) {
            if (!name.ends_with(end)) return false;
            name.remove_suffix(end.size());
            return true;
        };
        PyObject* otherwise = cut("=None") ? Py_None : cut("=False") ? Py_False : nullptr;
        const bool converts = !cut("!");
        names_.push_back({std::string(name), converts, otherwise});
    }
}
void Names::add_to(py::detail::function_record& function) const {
    py::detail::append_self_arg_if_needed(&function);
    for (const Name& name : names_) {  // pybind11 copies the text before this object goes
        Py_XINCREF(name.otherwise);
        function.args.emplace_back(name.text.c_str(), nullptr, name.otherwise, name.converts, true);
    }
    if (function.args.size() != function.nargs_pos) throw std::logic_error(std::string("names of ") + function.name);
}

py::list block_data(const std::vector<Segment>& layout) {
    const py::object block = py::module_::import("uneri.contract").attr("FeatureBlock");
    py::list out;
    int offset = 0;
    for (const Segment& segment : layout) {
        out.append(block(segment.name, offset, py::tuple(py::cast(segment.shape)), segment.step));
        offset += segment.size();
    }
    return out;
}

}  // namespace binding

}  // namespace uneri
