#include "uneri/games/onda/notation.hpp"

#include <array>
#include <cctype>
#include <map>

namespace uneri::onda {
namespace {

std::string with_number(std::string_view text, int number) {
    std::string out(text);
    out += std::to_string(number);
    return out;
}

std::string suits_text(Cards cards) {
    std::string text;
    for (int k = 0; k < kKinds; ++k) text.append(static_cast<std::size_t>(cards.count(k)), suit_of(k) == 0 ? 'b' : 'g');
    return text;
}

std::string play_text(const Play& play) {
    std::string text(kShapeNames[play.shape]);
    if (play.shape == kSingle && play.joker != 0) return text += with_number(" J=", play.joker);
    text += ' ';
    if (play.shape == kSingle) return text += kind_text(std::countr_zero(play.cards.one));
    if (play.is_mixed_run()) {
        text += with_number("", play.rank);
        text += ' ';
        for (int v = play.rank; v < play.rank + size_of(play.shape); ++v) {
            if (v != play.joker) text += play.cards.count(v - 1) > 0 ? 'b' : 'g';
        }
        if (play.joker != 0) text += with_number(" J@", play.joker);
        return text;
    }
    if (is_run(play.shape)) {
        const bool green = play.cards.suit(0) == 0;
        text += with_number(green ? "g" : "b", play.rank);
        if (play.joker != 0) text += with_number(" J@", play.joker);
        return text;
    }
    text += std::to_string(play.rank);
    text += ' ';
    text += suits_text(play.cards);
    if (play.joker != 0) text += "+J";
    return text;
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

std::string kind_text(int kind) { return with_number(suit_of(kind) == 0 ? "b" : "g", number_of(kind)); }

std::optional<int> parse_kind(std::string_view text) {
    const std::string name = tidy(text);
    for (int k = 0; k < kKinds; ++k) {
        if (name == kind_text(k)) return k;
    }
    return std::nullopt;
}

std::string action_text(Action a) {
    constexpr std::array<std::string_view, 6> kWords = {"PASS",      "TURN",      "SLOT_LOW",
                                                        "SLOT_HIGH", "DIAL_KEEP", "DIAL_ADVANCE"};
    if (a < kHide) return std::string(kWords[static_cast<std::size_t>(a)]);
    if (a < kFirstPlay) return std::string("HIDE ").append(kind_text(a - kHide));
    return play_text(play_of(a));
}

std::string outcome_text(Phase phase, Action outcome) {
    return phase == kFirst ? with_number("seat ", outcome) : kind_text(outcome);
}

Result<Action> parse_action(std::string_view text, int actions) {
    static const std::map<std::string, Action> kIds = [] {
        std::map<std::string, Action> ids;
        for (Action a = 0; a < kAllActions; ++a) ids.emplace(tidy(action_text(a)), a);
        return ids;
    }();
    const auto found = kIds.find(tidy(text));
    if (found != kIds.end() && found->second < actions) return found->second;
    return Error{
        "onda: no action " + quoted(text) +
        "; allowed: PASS, TURN, SLOT_LOW, SLOT_HIGH, DIAL_KEEP, DIAL_ADVANCE, HIDE b7, SINGLE b7, SINGLE J=15, "
        "RUN3 b4, RUN4 b3 J@4, SET2 7 bg, SET3 7 bg+J and the like"};
}

Result<Action> parse_outcome(Phase phase, std::string_view text) {
    const std::string name = tidy(text);
    const int outcomes = phase == kFirst ? kMaxSeats : kKinds;
    for (Action a = 0; a < outcomes; ++a) {
        if (name == outcome_text(phase, a)) return a;
    }
    return Error{"onda: no outcome " + quoted(text) +
                 "; allowed: " + (phase == kFirst ? "seat 0 and the like" : "b1 to b15, g1 to g15")};
}

}  // namespace uneri::onda
