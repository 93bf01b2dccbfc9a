#include "uneri/games/tidal/notation.hpp"

#include <array>

#include "uneri/base/plain_data.hpp"
#include "uneri/games/tidal/actions.hpp"

namespace uneri::tidal {
namespace {

constexpr std::string_view kSuitLetters = "OYTP";

constexpr char upper(char c) noexcept { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == text.npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

std::string action_text(Action a) {
    if (is_gate_move(a)) return {'G', static_cast<char>('0' + gate_steps(a))};
    return {kSuitLetters[static_cast<std::size_t>(suit_of(a))], static_cast<char>('0' + number_of(a))};
}

Result<Action> parse_action(std::string_view text, bool cards_only) {
    const std::string_view name = trimmed(text);
    if (name.size() == 2 && name[1] >= '0' && name[1] <= '9') {
        const int digit = name[1] - '0';
        const std::size_t suit = kSuitLetters.find(upper(name[0]));
        if (suit != kSuitLetters.npos) return kNumbers * static_cast<int>(suit) + digit;
        if (upper(name[0]) == 'G' && !cards_only && digit >= 1 && digit <= kGateMoves) return kGate + digit - 1;
    }
    return Error{"tidal: no action " + shown(PlainData(text)) + "; allowed: O0 to P9" +
                 (cards_only ? "" : ", G1 to G4")};
}

}  // namespace uneri::tidal
