#include "uneri/base/json.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace uneri {
namespace {

constexpr int kDeepest = 64;  // nesting of lists; the project's files use five levels

class JsonReader {
public:
    explicit JsonReader(std::string_view text) : text_(text) {}

    Result<PlainData> read() {
        PlainData value = read_value(0);
        skip_blanks();
        if (at_ < text_.size()) fail("text after the value");
        if (error_) return *error_;
        return value;
    }

private:
    PlainData read_value(int depth) {
        skip_blanks();
        if (depth > kDeepest) return fail("lists nest too deep");
        switch (peek()) {
            case '{': return read_map(depth);
            case '[': return read_list(depth);
            case '"': return read_text();
            default: break;
        }
        if (take("null")) return {};
        if (take("true")) return true;
        if (take("false")) return false;
        return read_integer();
    }

    PlainData read_map(int depth) {
        PlainData::Map map;
        for (bool more = open('}'); more; more = separated('}')) {
            skip_blanks();
            if (peek() != '"') return fail("a key in double quotes is missing");
            std::string key = read_text();
            const auto same = [&](const auto& entry) { return entry.first == key; };
            if (std::any_of(map.begin(), map.end(), same)) return fail("the key '" + key + "' occurs twice");
            skip_blanks();
            if (!take(":")) return fail("a colon is missing");
            map.emplace_back(std::move(key), read_value(depth + 1));
        }
        return map;
    }

    PlainData read_list(int depth) {
        PlainData::List list;
        for (bool more = open(']'); more; more = separated(']')) list.push_back(read_value(depth + 1));
        return list;
    }

    std::string read_text() {
        std::string out;
        for (++at_; !error_; ++at_) {
            const char c = peek();
            if (c == '"') {
                ++at_;
                return out;
            }
            if (static_cast<unsigned char>(c) < 0x20) {
                fail("a string does not end on its line");
            } else if (c == '\\') {
                ++at_;
                read_escape(out);
            } else {
                out += c;
            }
        }
        return out;
    }

    // Reads what follows a backslash; at_ ends on its last letter.
    void read_escape(std::string& out) {
        constexpr std::string_view kLetters = "\"\\/bfnrt";
        constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        if (const std::size_t letter = kLetters.find(peek()); letter != kLetters.npos) {
            out += kMeanings[letter];
            return;
        }
        std::uint32_t code = read_utf16();
        if (code >> 10 == 0xD800 >> 10 && text_.substr(at_ + 1, 2) == "\\u") {
            at_ += 2;
            code = 0x10000 + ((code & 0x3FF) << 10) + (read_utf16() & 0x3FF);
        }
        append_utf8(out, code);
    }

    std::uint32_t read_utf16() {
        std::uint32_t code = 0;
        const std::string_view digits = text_.substr(std::min(at_ + 1, text_.size()), 4);
        const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16).ptr;
        if (peek() != 'u' || digits.size() < 4 || end != digits.data() + 4) fail("a backslash with no meaning");
        at_ += 4;
        return code;
    }

    static void append_utf8(std::string& out, std::uint32_t code) {
        const auto tail = [&](int shift) { out += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
        if (code < 0x80) {
            out += static_cast<char>(code);
        } else if (code < 0x800) {
            out += static_cast<char>(0xC0 | code >> 6);
        } else if (code < 0x10000) {
            out += static_cast<char>(0xE0 | code >> 12);
            tail(6);
        } else {
            out += static_cast<char>(0xF0 | code >> 18);
            tail(12);
            tail(6);
        }
        if (code >= 0x80) tail(0);
    }

    PlainData read_integer() {
        std::int64_t number = 0;
        const char* first = text_.data() + at_;
        const auto [end, problem] = std::from_chars(first, text_.data() + text_.size(), number);
        if (problem != std::errc()) return fail("a value is missing or not a 64-bit integer");
        at_ += static_cast<std::size_t>(end - first);
        if (std::string_view(".eE").find(peek()) != std::string_view::npos) return fail("a number is not an integer");
        return number;
    }

    // After { or [: is there an item?
    bool open(char close) {
        ++at_;
        skip_blanks();
        if (peek() != close) return !error_;
        ++at_;
        return false;
    }
    // After an item: does another one follow?
    bool separated(char close) {
        skip_blanks();
        if (take(",")) return !error_;
        if (!take({&close, 1})) fail(std::string("a comma or ") + close + " is missing");
        return false;
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool take(std::string_view word) {
        const bool there = text_.substr(std::min(at_, text_.size()), word.size()) == word;
        if (there) at_ += word.size();
        return there;
    }
    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    PlainData fail(const std::string& why) {
        const auto line =
            1 +
            std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size())), '\n');
        if (!error_) error_ = Error{"line " + std::to_string(line) + ": " + why};
        at_ = text_.size();
        return {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<Error> error_;
};

}  // namespace

Result<PlainData> read_json(std::string_view text) { return JsonReader(text).read(); }

}  // namespace uneri
