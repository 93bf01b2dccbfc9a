#include "uneri/base/plain_data.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace uneri {
namespace {

void append_json_text(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    char escape[8];
                    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
                    out += escape;
                } else {
                    out += c;
                }
        }
    }
    out += '"';
}

// As Python's repr(): an exponent below 1e-4 and from 1e16 on.
void append_number(std::string& out, double value) {
    char text[32];
    const double size = std::fabs(value);
    const bool plain = size == 0 || (size >= 1e-4 && size < 1e16);
    const auto form = plain ? std::chars_format::fixed : std::chars_format::scientific;
    const std::string_view digits(text, std::to_chars(text, text + sizeof text, value, form).ptr);
    out += digits;
    if (digits.find_first_of(".en") == digits.npos) out += ".0";  // a float stays one; "en": exponents, inf and nan
}

struct JsonWriter {
    std::string& out;
    void operator()(const PlainData::Null&) { out += "null"; }
    void operator()(bool value) { out += value ? "true" : "false"; }
    void operator()(std::int64_t value) { out += std::to_string(value); }
    void operator()(double value) { append_number(out, value); }
    void operator()(const std::string& value) { append_json_text(out, value); }
    void operator()(const PlainData::Opaque& value) { append_json_text(out, value.text); }
    void operator()(const PlainData::List& value) {
        out += '[';
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0) out += ',';
            value[i].visit(*this);
        }
        out += ']';
    }
    void operator()(const PlainData::Map& value) {
        out += '{';
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0) out += ',';
            append_json_text(out, value[i].first);
            out += ':';
            value[i].second.visit(*this);
        }
        out += '}';
    }
};

void append_quoted(std::string& out, std::string_view text) {
    const char quote = text.find('\'') != text.npos && text.find('"') == text.npos ? '"' : '\'';
    out += quote;
    for (const char c : text) {
        if (c == '\\' || c == quote) out += '\\';
        switch (c) {
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
                    char escape[8];
                    std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(c));
                    out += escape;
                } else {
                    out += c;
                }
        }
    }
    out += quote;
}

// As Python's repr().
struct ReprWriter {
    std::string& out;
    void operator()(const PlainData::Null&) { out += "None"; }
    void operator()(bool value) { out += value ? "True" : "False"; }
    void operator()(std::int64_t value) { out += std::to_string(value); }
    void operator()(double value) { append_number(out, value); }
    void operator()(const std::string& value) { append_quoted(out, value); }
    void operator()(const PlainData::Opaque& value) { out += value.text; }
    void operator()(const PlainData::List& value) {
        out += '[';
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0) out += ", ";
            value[i].visit(*this);
        }
        out += ']';
    }
    void operator()(const PlainData::Map& value) {
        out += '{';
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (i > 0) out += ", ";
            append_quoted(out, value[i].first);
            out += ": ";
            value[i].second.visit(*this);
        }
        out += '}';
    }
};

}  // namespace

const PlainData* PlainData::find(std::string_view key) const noexcept {
    const Map* map = as<Map>();
    if (map == nullptr) return nullptr;
    for (const auto& [name, value] : *map) {
        if (name == key) return &value;
    }
    return nullptr;
}

bool PlainData::operator==(const PlainData& other) const {
    const Map* map = as<Map>();
    const Map* others = other.as<Map>();
    if (map == nullptr || others == nullptr) return held_ == other.held_;
    if (map->size() != others->size()) return false;
    for (std::size_t i = 0; i < map->size(); ++i) {
        const auto& [key, value] = (*map)[i];
        const auto& beside = (*others)[i];  // most maps that are compared list their keys in one order
        const PlainData* theirs = beside.first == key ? &beside.second : other.find(key);
        if (theirs == nullptr || !(value == *theirs)) return false;
    }
    return true;
}

std::string to_json(const PlainData& value) {
    std::string out;
    value.visit(JsonWriter{out});
    return out;
}

std::string shown(const PlainData& value) {
    std::string out;
    value.visit(ReprWriter{out});
    constexpr std::size_t kLongest = 200;  // enough to recognise the value; an error stays readable
    if (out.size() > kLongest) {
        std::size_t cut = kLongest;  // not inside a UTF-8 sequence
        while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xC0) == 0x80) --cut;
        out.resize(cut);
        out += "...";
    }
    if (value.as<std::string>() != nullptr) out += " (str)";
    if (value.as<bool>() != nullptr) out += " (bool)";
    if (value.as<double>() != nullptr) out += " (float)";
    if (value.is_null()) out += " (NoneType)";
    const auto* opaque = value.as<PlainData::Opaque>();
    if (opaque != nullptr && opaque->type != "int") out += " (" + opaque->type + ")";  // a long int speaks for itself
    return out;
}

}  // namespace uneri
