#include "uneri/games/namima/data.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "uneri/base/archive.hpp"
#include "uneri/base/fields.hpp"
#include "uneri/base/names.hpp"
#include "uneri/games/namima/hidden.hpp"

namespace uneri::namima {

namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {"SEAT", "DEAL", "DRAW", "ACT", "WON", "ME", "OVER"};
constexpr std::array<std::string_view, 19> kFieldNames = {
    "options", "game",   "score", "pot",  "dealer",     "turn",  "phase", "to_act",   "hand", "hand_total",
    "exposed", "thrown", "lying", "wall", "wall_total", "drawn", "claim", "declared", "dora"};

PlainData counts_value(const Options& o, const Cards& cards) {
    return list_of(o.melds->kinds(), [&](int kind) { return cards.count(kind); });
}

}  // namespace

PlainData to_value(const Options& o, const State& full, int seat) {
    const State s = seat < 0 ? full : as_seen(o, full, seat);
    const auto per_seat = [&](auto&& make) { return list_of(o.players, make); };
    const auto shown = [&](int p) { return seat < 0 || p == seat || s.phase == kOver; };  // N-10.4
    const bool knows_drawn = seat < 0 || s.phase != kAct || s.to_act == seat;
    return PlainData::Map{
        {"options", options_value(o)},
        {"game", int{s.game}},
        {"score", per_seat([&](int p) { return int{s.score[at(p)]}; })},  // N-10.1
        {"pot", int{s.pot}},
        {"dealer", int{s.dealer}},
        {"turn", int{s.turn}},
        {"phase", kPhaseNames[s.phase]},
        {"to_act", int{s.to_act}},
        {"hand", per_seat([&](int p) { return shown(p) ? counts_value(o, s.hand_of(p)) : PlainData(); })},
        {"hand_total", per_seat([&](int p) { return s.hand_of(p).total(); })},
        {"exposed", per_seat([&](int p) { return list_of(s.exposed_of(p).ids()); })},
        {"thrown", per_seat([&](int p) { return counts_value(o, s.thrown_of(p)); })},
        {"lying", counts_value(o, s.lying)},
        {"wall", seat < 0 ? counts_value(o, s.wall) : PlainData()},
        {"wall_total", s.wall.total()},
        {"drawn", knows_drawn ? PlainData(int{s.drawn}) : PlainData()},  // N-10.2
        {"claim", int{s.claim}},
        {"declared", per_seat([&](int p) { return s.has_declared(p); })},
        {"dora", int{s.dora}},
    };
}

namespace {

// A multiset of kinds inside field `name`. A wrong value makes the whole field an error.
Cards read_counts(const Options& o, FieldReader& fields, std::string_view name, const PlainData& value) {
    Cards cards;
    const int kinds = o.melds->kinds();
    const auto counts = ints_of(value, at(kinds), at(kinds), 0, [&](int k) { return o.melds->deck().count(k); });
    for (int k = 0; counts && k < kinds; ++k) cards.set(k, static_cast<unsigned>((*counts)[at(k)]));
    if (!counts) {
        fields.fail(name, value,
                    std::to_string(kinds) + " counts, each from 0 to the number of such cards in the deck");
    }
    return cards;
}

void read_exposed(const Options& o, FieldReader& fields, State& s) {
    fields.each_seat("exposed", o.players, [&](const PlainData& value, std::size_t p) {
        const auto most = at(o.deal() - 1);
        const int last = o.melds->size() - 1;
        if (const auto ids = ints_of(value, 0, most, 0, [&](int) { return last; })) {
            for (const int id : *ids) s.exposed[p].add(id);
        } else {
            fields.fail("exposed", value,
                        "at most " + std::to_string(most) + " meld ids, each 0 to " + std::to_string(last));
        }
    });
}

void read_totals(const Options& o, FieldReader& fields, const State& s) {
    const std::vector<int> totals = fields.ints("hand_total", at(o.players), 0, o.melds->deck_size());
    const auto wall = fields.integer("wall_total", 0, o.melds->deck_size());
    if (fields.failed()) return;
    for (std::size_t p = 0; p < totals.size(); ++p) {
        if (totals[p] != s.hand[p].total()) fields.fail("hand_total", "the number of cards in each hand");
    }
    if (wall != s.wall.total()) fields.fail("wall_total", "the number of cards in the wall");
}

}  // namespace

Result<State> from_value(const Options& o, const PlainData& data) {
    FieldReader fields(kName, "field", data);
    fields.check_state(kFieldNames, options_value(o));
    if (fields.failed()) return fields.error();
    const int n = o.players;
    const auto bound = static_cast<int>(score_bound(o));
    State s;
    fields.read("game", 0, o.match_games - 1, s.game);
    fields.read("score", at(n), -bound, bound, s.score);
    fields.read("pot", 0, bound, s.pot);
    fields.read("dealer", -1, n - 1, s.dealer);
    fields.read("turn", -1, n - 1, s.turn);
    s.phase = static_cast<Phase>(fields.choice("phase", kPhaseNames));
    fields.read("to_act", -1, n - 1, s.to_act);
    fields.each_seat("hand", n,
                     [&](const PlainData& value, std::size_t p) { s.hand[p] = read_counts(o, fields, "hand", value); });
    read_exposed(o, fields, s);
    fields.each_seat("thrown", n, [&](const PlainData& value, std::size_t p) {
        s.thrown[p] = read_counts(o, fields, "thrown", value);
    });
    s.lying = read_counts(o, fields, "lying", *fields.find("lying"));
    s.wall = read_counts(o, fields, "wall", *fields.find("wall"));
    fields.read("drawn", -1, o.melds->kinds() - 1, s.drawn);
    fields.read("claim", -1, o.melds->kinds() - 1, s.claim);
    fields.each_seat("declared", n, [&](const PlainData& value, std::size_t p) {
        const auto* flag = value.as<bool>();
        if (flag == nullptr) return fields.fail("declared", value, "true, false");
        s.declared = static_cast<std::uint8_t>(s.declared | unsigned{*flag} << p);
    });
    fields.read("dora", -1, o.rules().colours - 1, s.dora);
    read_totals(o, fields, s);
    if (fields.failed()) return fields.error();
    if (const auto error = validate(o, s)) return fields.with_value(*error);
    return s;
}

template <class Visit>
void fields(Cards& cards, Visit& visit) {
    visit(cards.b0, cards.b1, cards.b2);
}

template <class Visit>
void fields(Exposed& exposed, Visit& visit) {
    auto size = static_cast<std::uint8_t>(exposed.size());
    visit(size);
    if (size > kMostExposed) return visit.refuse("exposed", "has more melds than a seat can expose");
    Exposed same;
    for (std::uint8_t i = 0; i < size; ++i) {
        std::uint16_t meld = i < exposed.size() ? exposed.ids()[i] : std::uint16_t{0};
        visit(meld);
        same.add(meld);
    }
    exposed = same;
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.hand, s.thrown, s.lying, s.wall, s.score, s.pot, s.exposed, s.game, s.declared, s.phase, s.dealer, s.turn,
          s.to_act, s.drawn, s.claim, s.dora);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    return read_fields<State>(kName, in, [&](const State& s) { return validate(o, s); });
}

namespace {

bool is_space(char c) noexcept { return std::isspace(static_cast<unsigned char>(c)) != 0; }
char upper(char c) noexcept { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

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
    const Action a = find_action(o, tidied(text, true));
    if (a >= 0) return a;
    return Error{"namima: no action " + in_quotes(text) +
                 "; allowed: PASS, WIN, D R3, M R1.R2.R3, L R4>R1.R2.R3.R4, Z R3 and the like"};
}

Result<Action> parse_outcome(const Options& o, Phase phase, std::string_view text) {
    const std::string name = tidied(text, true);
    if (phase == kSeatDraw) {
        for (Action seat = 0; seat < o.players; ++seat) {
            if (name == "SEAT " + std::to_string(seat)) return seat;
        }
        return Error{"namima: no outcome " + in_quotes(text) + "; allowed: seat 0 and the like"};
    }
    const int kind = parse_kind(o.rules(), name);
    if (kind >= 0) return kind;
    return Error{"namima: no outcome " + in_quotes(text) + "; allowed: R3 and the like"};
}

}  // namespace uneri::namima
