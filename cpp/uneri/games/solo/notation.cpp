#include "uneri/games/solo/notation.hpp"

#include <array>
#include <cctype>
#include <map>

#include "uneri/games/solo/actions.hpp"

namespace uneri::solo {
namespace {

constexpr std::string_view kColourLetters = "RGBY";
constexpr std::array<std::string_view, 4> kActionTokens = {"Sk", "Rv", "D2", "Sw"};
constexpr std::array<std::string_view, kBlack> kBlackTokens = {"Wi", "W4", "ST"};

std::string with_number(std::string_view text, int number) {
    std::string out(text);
    out += std::to_string(number);
    return out;
}

// Lower case, single blanks, none at either end.
std::string tidy(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isspace(byte) != 0) {
            if (!out.empty() && out.back() != ' ') out += ' ';
        } else {
            out += static_cast<char>(std::tolower(byte));
        }
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

std::string quoted(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    std::string out(1, '\'');
    out.append(text.substr(0, kLongest)).append(text.size() > kLongest ? "..." : "");
    return out += '\'';
}

}  // namespace

std::string kind_text(int kind) {
    if (is_black(kind)) return std::string(kBlackTokens[static_cast<std::size_t>(kind - kColoured)]);
    std::string text(1, kColourLetters[static_cast<std::size_t>(colour_of(kind))]);
    const int symbol = symbol_of(kind);
    if (symbol < kSkip) return with_number(text, symbol + 1);
    return text.append(kActionTokens[static_cast<std::size_t>(symbol - kSkip)]);
}

std::optional<int> parse_kind(std::string_view text) {
    static const std::map<std::string, int> kKindsByName = [] {
        std::map<std::string, int> kinds;
        for (int k = 0; k < kKinds; ++k) kinds.emplace(tidy(kind_text(k)), k);
        return kinds;
    }();
    const auto found = kKindsByName.find(tidy(text));
    if (found == kKindsByName.end()) return std::nullopt;
    return found->second;
}

std::string action_text(Action a) {
    if (is_kind(a)) return kind_text(a);
    if (a >= kColour && a <= kSwapWith) {
        return std::string("COLOUR ") + kColourLetters[static_cast<std::size_t>(a - kColour)];
    }
    if (a > kSwapWith && a < kDeclare) return with_number("SWAP ", a - kSwapWith);
    switch (a) {
        case kDraw: return "DRAW";
        case kTake: return "TAKE";
        case kPlayDrawn: return "PLAY_DRAWN";
        case kKeep: return "KEEP";
        case kDeclare: return "SOLO_DECLARE";
        case kSilent: return "SOLO_SILENT";
        case kJump: return "JUMP";
        default: return "NO_JUMP";
    }
}

std::string outcome_text(Phase phase, Action outcome) {
    return phase == kSeatDraw ? with_number("seat ", outcome) : kind_text(outcome);
}

Result<Action> parse_action(std::string_view text) {
    static const std::map<std::string, Action> kIds = [] {
        std::map<std::string, Action> ids;
        for (Action a = 0; a < kActions; ++a) ids.emplace(tidy(action_text(a)), a);
        return ids;
    }();
    const auto found = kIds.find(tidy(text));
    if (found != kIds.end()) return found->second;
    return Error{"solo: no action " + quoted(text) +
                 "; allowed: R1 to R9, RSk, RRv, RD2, RSw (likewise G, B, Y), Wi, W4, ST, DRAW, TAKE, PLAY_DRAWN, "
                 "KEEP, COLOUR R, SWAP 1 to SWAP 9, SOLO_DECLARE, SOLO_SILENT, JUMP, NO_JUMP"};
}

Result<Action> parse_outcome(Phase phase, std::string_view text) {
    if (phase != kSeatDraw) {
        if (const auto kind = parse_kind(text)) return *kind;
        return Error{"solo: no outcome " + quoted(text) + "; allowed: R1 and the like"};
    }
    const std::string name = tidy(text);
    for (Action seat = 0; seat < kMaxSeats; ++seat) {
        if (name == outcome_text(phase, seat)) return seat;
    }
    return Error{"solo: no outcome " + quoted(text) + "; allowed: seat 0 and the like"};
}

}  // namespace uneri::solo
