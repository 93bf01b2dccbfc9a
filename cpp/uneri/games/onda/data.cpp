#include "uneri/games/onda/data.hpp"

#include <array>
#include <cctype>
#include <map>

#include "uneri/base/archive.hpp"
#include "uneri/base/fields.hpp"
#include "uneri/games/onda/hidden.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

namespace {

constexpr std::array<std::string_view, 8> kPhaseNames = {"FIRST", "DEAL", "DIAL",  "HIDE",
                                                         "ACT",   "SLOT", "REPLY", "OVER"};
constexpr std::array<std::string_view, 3> kPendingNames = {"", "JOKER", "TURN"};
constexpr std::array<std::string_view, 23> kFieldNames = {
    "options",    "round",  "scores", "round_wins", "prev_winner", "starter", "deck",      "hand",
    "hand_total", "down",   "spent",  "known",      "played",      "dial",    "bomb_used", "tide",
    "status",     "passed", "leader", "table",      "phase",       "to_act",  "pending"};

PlainData counts_value(Cards cards) {
    PlainData::List list;
    list.reserve(static_cast<std::size_t>(kKinds));
    for (int k = 0; k < kKinds; ++k) list.emplace_back(cards.count(k));
    return list;
}

// The known cards of a pair, then a null for each unknown one.
PlainData pair_value(KindPair known, int size) {
    PlainData::List list;
    for (int i = 0; i < known.size(); ++i) list.emplace_back(known[i]);
    for (int i = known.size(); i < size; ++i) list.emplace_back();
    return list;
}

template <class Make>
PlainData per_seat(const Options& o, Make&& make) {
    PlainData::List list;
    list.reserve(static_cast<std::size_t>(o.players));
    for (int p = 0; p < o.players; ++p) list.emplace_back(make(static_cast<std::size_t>(p)));
    return list;
}

PlainData table_value(const Options& o, const State& s, int seat) {
    if (s.table_play == 0) return {};
    const bool sees_face = seat < 0 || s.table_owner == seat || s.table_face < 0 || face_is_shown(o, s);
    return PlainData::Map{{"play", static_cast<int>(s.table_play)},
                          {"owner", static_cast<int>(s.table_owner)},
                          {"face", sees_face ? PlainData(static_cast<int>(s.table_face)) : PlainData()}};
}

}  // namespace

PlainData to_value(const Options& o, const State& s, int seat) {
    const auto owns = [&](std::size_t p) { return seat < 0 || static_cast<int>(p) == seat; };  // O-8.1
    PlainData::List deck;
    for (int k = 0; k < kKinds; ++k) deck.emplace_back(s.deck.count(k));
    return PlainData::Map{
        {"options", options_value(o)},
        {"round", static_cast<int>(s.round)},
        {"scores", per_seat(o, [&](std::size_t p) { return static_cast<int>(s.scores[p]); })},
        {"round_wins", per_seat(o, [&](std::size_t p) { return static_cast<int>(s.round_wins[p]); })},
        {"prev_winner", static_cast<int>(s.prev_winner)},
        {"starter", static_cast<int>(s.starter)},
        {"deck", seat < 0 ? PlainData(std::move(deck)) : PlainData()},  // O-8.5
        {"hand",
         per_seat(o,
                  [&](std::size_t p) { return owns(p) || s.phase == kOver ? counts_value(s.hand[p]) : PlainData(); })},
        {"hand_total", per_seat(o, [&](std::size_t p) { return s.hand[p].total(); })},
        {"down",
         per_seat(o, [&](std::size_t p) { return pair_value(owns(p) ? s.down[p] : KindPair{}, s.down[p].size()); })},
        {"spent", per_seat(o,
                           [&](std::size_t p) {
                               const KindPair known = owns(p) ? s.spent[p] : shown_jokers(o, s, static_cast<int>(p));
                               return pair_value(known, s.spent[p].size());
                           })},
        {"known", per_seat(o, [&](std::size_t p) { return pair_value(s.known[p], s.known[p].size()); })},
        {"played", counts_value(s.played)},
        {"dial", static_cast<int>(s.dial)},
        {"bomb_used", s.bomb_used != 0},
        {"tide", static_cast<int>(s.tide)},
        {"status", static_cast<int>(s.status)},
        {"passed", per_seat(o, [&](std::size_t p) { return s.has_passed(static_cast<int>(p)); })},
        {"leader", static_cast<int>(s.leader)},
        {"table", table_value(o, s, seat)},
        {"phase", kPhaseNames[s.phase]},
        {"to_act", static_cast<int>(s.to_act)},
        {"pending", s.pending == kNothing ? PlainData() : PlainData(kPendingNames[s.pending])},
    };
}

namespace {

Cards read_cards(FieldReader& fields, std::string_view name, int index) {
    Cards cards;
    const std::vector<int> counts = fields.ints(name, kKinds, 0, 2, index);
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < counts[static_cast<std::size_t>(k)]; ++i) cards.add(k);
    }
    return cards;
}

KindPair read_pair(FieldReader& fields, std::string_view name, int index) {
    KindPair pair;
    int last = 0;
    for (const int kind : fields.short_ints(name, 2, 0, kKinds - 1, index)) {
        if (kind < last) fields.fail(name, *fields.find(name), "ascending kinds");
        pair.insert(kind);
        last = kind;
    }
    return pair;
}

void read_seats(const Options& o, FieldReader& fields, State& s) {
    const auto seats = static_cast<std::size_t>(o.players);
    const std::vector<int> scores = fields.ints("scores", seats, o.rounds * worst_round(o), o.rounds * kWinnerPoints);
    const std::vector<int> wins = fields.ints("round_wins", seats, 0, o.rounds);
    const std::vector<int> totals = fields.ints("hand_total", seats, 0, o.hand_size());
    for (const std::string_view name : {"hand", "down", "spent", "known", "passed"}) {
        const auto* list = fields.find(name)->as<PlainData::List>();
        if (list == nullptr || list->size() != seats) {
            return fields.fail(name, *fields.find(name), "a list of " + std::to_string(seats) + ", one entry per seat");
        }
    }
    for (std::size_t p = 0; p < seats; ++p) {
        const int index = static_cast<int>(p);
        s.scores[p] = static_cast<std::int16_t>(scores[p]);
        s.round_wins[p] = static_cast<std::uint8_t>(wins[p]);
        s.hand[p] = read_cards(fields, "hand", index);
        s.down[p] = read_pair(fields, "down", index);
        s.spent[p] = read_pair(fields, "spent", index);
        s.known[p] = read_pair(fields, "known", index);
        const PlainData& passed = (*fields.find("passed")->as<PlainData::List>())[p];
        if (passed.as<bool>() == nullptr) fields.fail("passed", *fields.find("passed"), "true or false for every seat");
        if (passed == PlainData(true)) s.passed = static_cast<std::uint8_t>(s.passed | 1u << p);
        if (!fields.failed() && totals[p] != s.hand[p].total()) {
            fields.fail("hand_total", *fields.find("hand_total"), "the number of cards in each hand");
        }
    }
}

void read_table(const Options& o, FieldReader& fields, State& s) {
    const PlainData& table = *fields.find("table");
    if (table.is_null()) return;
    FieldReader inner(kName, "field of 'table'", table);
    constexpr std::array<std::string_view, 3> kNames = {"play", "owner", "face"};
    inner.check_names(kNames, true);
    s.table_play = static_cast<std::uint16_t>(inner.integer("play", kFirstPlay, o.actions() - 1));
    s.table_owner = static_cast<std::int8_t>(inner.integer("owner", 0, o.players - 1));
    s.table_face = static_cast<std::int8_t>(inner.integer("face", -1, kKinds - 1));
    if (inner.failed()) {
        fields.fail("table", table,
                    "None, or a play (36 to " + std::to_string(o.actions() - 1) + "), its owner and its face");
    }
}

void derive_deal(const Options& o, State& s) {
    if (s.phase != kDeal) return;
    while (s.deal_seat + 1 < o.players && s.hand[s.deal_seat].total() >= o.hand_size()) ++s.deal_seat;
    s.deal_left = static_cast<std::uint8_t>(o.hand_size() - s.hand[s.deal_seat].total());
}

}  // namespace

Result<State> from_value(const Options& o, const PlainData& data) {
    FieldReader fields(kName, "field", data);
    fields.check_names(kFieldNames, true);
    if (fields.failed()) return fields.error();
    const PlainData options = options_value(o);
    if (*fields.find("options") != options) {
        fields.fail("options", *fields.find("options"), "the options of this game");
    }
    State s;
    s.round = static_cast<std::uint8_t>(fields.integer("round", 1, o.rounds, 1));
    s.prev_winner = static_cast<std::int8_t>(fields.integer("prev_winner", -1, o.players - 1));
    s.starter = static_cast<std::int8_t>(fields.integer("starter", -1, o.players - 1));
    s.leader = static_cast<std::int8_t>(fields.integer("leader", -1, o.players - 1));
    s.to_act = static_cast<std::int8_t>(fields.integer("to_act", -1, o.players - 1));
    s.dial = static_cast<std::uint8_t>(fields.integer("dial", 0, o.dial_length - 1));
    s.tide = static_cast<std::uint8_t>(fields.integer("tide", 0, 1));
    s.status = static_cast<std::uint8_t>(fields.integer("status", 0, 1));
    s.bomb_used = fields.boolean("bomb_used") ? 1 : 0;
    s.phase = static_cast<Phase>(fields.choice("phase", kPhaseNames));
    if (!fields.find("pending")->is_null()) {
        const auto* word = fields.find("pending")->as<std::string>();
        if (word != nullptr && *word == kPendingNames[kJokerPending]) {
            s.pending = kJokerPending;
        } else if (word != nullptr && *word == kPendingNames[kTurnPending]) {
            s.pending = kTurnPending;
        } else {
            fields.fail("pending", *fields.find("pending"), "None, JOKER, TURN");
        }
    }
    s.played = read_cards(fields, "played", -1);
    const std::vector<int> deck = fields.ints("deck", kKinds, 0, 2);
    for (int k = 0; k < kKinds; ++k) s.deck.set(k, deck[static_cast<std::size_t>(k)]);
    read_seats(o, fields, s);
    read_table(o, fields, s);
    if (fields.failed()) return fields.error();
    derive_deal(o, s);
    if (const auto error = validate(o, s)) return fields.with_value(*error);
    return s;
}

template <class Visit>
void fields(Deck& deck, Visit& visit) {
    std::uint64_t bits = deck.bits();
    visit(bits);
    deck = Deck(bits);
}

template <class Visit>
void fields(Cards& cards, Visit& visit) {
    visit(cards.one, cards.two);
}

template <class Visit>
void fields(KindPair& pair, Visit& visit) {
    visit(pair.low, pair.high);
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.deck, s.hand, s.played, s.down, s.spent, s.known, s.scores, s.table_play, s.round_wins, s.passed, s.round,
          s.dial, s.tide, s.status, s.bomb_used, s.phase, s.pending, s.prev_winner, s.starter, s.leader, s.table_owner,
          s.table_face, s.to_act, s.deal_seat, s.deal_left);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = validate(o, *s)) return *std::move(error);
    return s;
}

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
