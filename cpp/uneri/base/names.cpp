#include "uneri/base/names.hpp"

#include <cctype>

namespace uneri {

std::string tidied(std::string_view text, bool upper) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isspace(byte) == 0) {
            out += static_cast<char>(upper ? std::toupper(byte) : std::tolower(byte));
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    std::string out(1, '\'');
    out.append(text.substr(0, kLongest)).append(text.size() > kLongest ? "..." : "");
    return out += '\'';
}

std::string with_number(std::string_view text, int number) {
    std::string out(text);
    out += std::to_string(number);
    return out;
}

NameTable::NameTable(int size, std::string (*name_of)(int)) {
    for (int i = 0; i < size; ++i) numbers_.emplace(tidied(name_of(i)), i);
}

std::optional<int> NameTable::find(std::string_view name) const {
    const auto found = numbers_.find(tidied(name));
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace uneri
