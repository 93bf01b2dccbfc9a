#include "uneri/games/namima/notation.hpp"

#include <algorithm>
#include <cctype>

namespace uneri::namima {
namespace {

bool is_space(char c) noexcept { return std::isspace(static_cast<unsigned char>(c)) != 0; }
char upper(char c) noexcept { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Upper case, single blanks, none at either end.
std::string tidy(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (!is_space(c)) {
            out += upper(c);
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
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

int colour_index(const RuleSet& rules, char letter) noexcept {
    const auto end = rules.letter.begin() + rules.colours;
    const auto found = std::find(rules.letter.begin(), end, upper(letter));
    return found == end ? -1 : static_cast<int>(found - rules.letter.begin());
}

int rank_index(const RuleSet& rules, int value) noexcept {
    const auto end = rules.rank.begin() + rules.ranks;
    const auto found = std::find(rules.rank.begin(), end, value);
    return found == end ? -1 : static_cast<int>(found - rules.rank.begin());
}

// Adds the cards of a token. Its digits stand for one rank each, or together for one rank.
bool add_token(const RuleSet& rules, std::string_view token, Cards& cards) {
    const int colour = colour_index(rules, token[0]);
    const std::string_view digits = token.substr(1);
    if (colour < 0 || digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return false;
    const bool long_ranks = rules.rank[static_cast<std::size_t>(rules.ranks - 1)] >= 10;
    const auto add = [&](int value) {
        const int rank = rank_index(rules, value);
        if (rank < 0 || cards.count(rules.kind(colour, rank)) == 7) return false;
        cards.add(rules.kind(colour, rank));
        return true;
    };
    if (!long_ranks) return std::all_of(digits.begin(), digits.end(), [&](char c) { return add(c - '0'); });
    if (digits.size() > 2 || (digits.size() > 1 && digits[0] == '0')) return false;
    int value = 0;
    for (const char c : digits) value = 10 * value + (c - '0');
    return add(value);
}

// One card by its name; -1 if there is none.
int parse_kind(const RuleSet& rules, std::string_view text) {
    Cards cards;
    if (text.empty() || !add_token(rules, text, cards) || cards.total() != 1) return -1;
    int found = -1;
    cards.each([&](int kind, int) { found = kind; });
    return found;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

int parse_meld(const Options& o, std::string_view text) {
    const std::optional<Cards> cards = parse_cards(o.rules(), text);
    return cards ? o.melds->find(*cards) : -1;
}

int parse_layoff(const Options& o, std::string_view text) {
    const std::size_t arrow = text.find('>');
    if (arrow == text.npos) return -1;
    const int kind = parse_kind(o.rules(), trimmed(text.substr(0, arrow)));
    const int target = parse_meld(o, text.substr(arrow + 1));
    const auto& all = o.melds->layoffs();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Layoff& layoff) {
        return int{layoff.target} == target && int{layoff.kind} == kind;
    });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

// The id of a tidy name, or -1.
Action find_action(const Options& o, std::string_view name) {
    if (name == "PASS") return kPass;
    if (name == "WIN") return kWin;
    if (name.size() < 3 || name[1] != ' ') return -1;
    const std::string_view rest = name.substr(2);
    const auto from = [](Action first, int index) { return index < 0 ? -1 : first + index; };
    switch (name[0]) {
        case 'D': return from(kDiscard, parse_kind(o.rules(), rest));
        case 'Z': return from(o.ids.riichi, parse_kind(o.rules(), rest));
        case 'M': return from(o.ids.meld, parse_meld(o, rest));
        case 'L': return from(o.ids.layoff, parse_layoff(o, rest));
        default: return -1;
    }
}

}  // namespace

std::optional<Cards> parse_cards(const RuleSet& rules, std::string_view text) {
    const auto is_gap = [](char c) { return is_space(c) || c == ',' || c == '.'; };
    Cards cards;
    while (!text.empty()) {
        const std::size_t length =
            static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_gap) - text.begin());
        if (length > 0 && !add_token(rules, text.substr(0, length), cards)) return std::nullopt;
        text.remove_prefix(std::min(text.size(), length + 1));
    }
    return cards;
}

std::string action_text(const Options& o, Action a) {
    const RuleSet& rules = o.rules();
    if (a == kPass) return "PASS";
    if (a == kWin) return "WIN";
    if (a < o.ids.meld) return "D " + rules.kind_name(a - kDiscard);
    if (a < o.ids.layoff) return "M " + o.melds->text(a - o.ids.meld);
    if (a >= o.ids.riichi) return "Z " + rules.kind_name(a - o.ids.riichi);
    const Layoff& layoff = o.melds->layoffs()[static_cast<std::size_t>(a - o.ids.layoff)];
    return "L " + rules.kind_name(layoff.kind) + ">" + o.melds->text(layoff.target);
}

std::string outcome_text(const Options& o, Phase phase, Action outcome) {
    if (phase == kSeatDraw || outcome >= o.melds->kinds()) return "seat " + std::to_string(outcome);
    return o.rules().kind_name(outcome);
}

Result<Action> parse_action(const Options& o, std::string_view text) {
    const Action a = find_action(o, tidy(text));
    if (a >= 0) return a;
    return Error{"namima: no action " + quoted(text) +
                 "; allowed: PASS, WIN, D R3, M R1.R2.R3, L R4>R1.R2.R3.R4, Z R3 and the like"};
}

Result<Action> parse_outcome(const Options& o, Phase phase, std::string_view text) {
    const std::string name = tidy(text);
    if (phase == kSeatDraw) {
        for (Action seat = 0; seat < o.players; ++seat) {
            if (name == "SEAT " + std::to_string(seat)) return seat;
        }
        return Error{"namima: no outcome " + quoted(text) + "; allowed: seat 0 and the like"};
    }
    const int kind = parse_kind(o.rules(), name);
    if (kind >= 0) return kind;
    return Error{"namima: no outcome " + quoted(text) + "; allowed: R3 and the like"};
}

}  // namespace uneri::namima
