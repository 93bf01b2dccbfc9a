#include "uneri/games/onda/data.hpp"

#include <array>

#include "uneri/base/archive.hpp"
#include "uneri/base/fields.hpp"
#include "uneri/base/names.hpp"
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

template <class Cards>
PlainData counts_value(const Cards& cards) {
    return list_of(kKinds, [&](int kind) { return cards.count(kind); });
}

// The known cards of a pair, then a null for each unknown one.
PlainData pair_value(KindPair known, int size) {
    PlainData::List list;
    for (int i = 0; i < known.size(); ++i) list.emplace_back(known[i]);
    for (int i = known.size(); i < size; ++i) list.emplace_back();
    return list;
}

PlainData table_value(const Options& o, const State& s, int seat) {
    if (s.table_play == 0) return {};
    const bool sees_face = seat < 0 || s.table_owner == seat || s.table_face < 0 || face_is_shown(o, s);
    return PlainData::Map{{"play", int{s.table_play}},
                          {"owner", int{s.table_owner}},
                          {"face", sees_face ? PlainData(int{s.table_face}) : PlainData()}};
}

}  // namespace

PlainData to_value(const Options& o, const State& s, int seat) {
    const auto owns = [&](std::size_t p) { return seat < 0 || static_cast<int>(p) == seat; };  // O-8.1
    const auto per_seat = [&](auto&& make) { return list_of(o.players, [&](int p) { return make(at(p)); }); };
    return PlainData::Map{
        {"options", options_value(o)},
        {"round", int{s.round}},
        {"scores", per_seat([&](std::size_t p) { return int{s.scores[p]}; })},
        {"round_wins", per_seat([&](std::size_t p) { return int{s.round_wins[p]}; })},
        {"prev_winner", int{s.prev_winner}},
        {"starter", int{s.starter}},
        {"deck", seat < 0 ? counts_value(s.deck) : PlainData()},  // O-8.5
        {"hand",
         per_seat([&](std::size_t p) { return owns(p) || s.phase == kOver ? counts_value(s.hand[p]) : PlainData(); })},
        {"hand_total", per_seat([&](std::size_t p) { return s.hand[p].total(); })},
        {"down",
         per_seat([&](std::size_t p) { return pair_value(owns(p) ? s.down[p] : KindPair{}, s.down[p].size()); })},
        {"spent", per_seat([&](std::size_t p) {
             const KindPair known = owns(p) ? s.spent[p] : shown_jokers(o, s, static_cast<int>(p));
             return pair_value(known, s.spent[p].size());
         })},
        {"known", per_seat([&](std::size_t p) { return pair_value(s.known[p], s.known[p].size()); })},
        {"played", counts_value(s.played)},
        {"dial", int{s.dial}},
        {"bomb_used", s.bomb_used != 0},
        {"tide", int{s.tide}},
        {"status", int{s.status}},
        {"passed", per_seat([&](std::size_t p) { return s.has_passed(static_cast<int>(p)); })},
        {"leader", int{s.leader}},
        {"table", table_value(o, s, seat)},
        {"phase", kPhaseNames[s.phase]},
        {"to_act", int{s.to_act}},
        {"pending", s.pending == kNothing ? PlainData() : PlainData(kPendingNames[s.pending])},
    };
}

namespace {

Cards read_cards(FieldReader& fields, std::string_view name, int index) {
    Cards cards;
    const std::vector<int> counts = fields.ints(name, kKinds, 0, 2, index);
    for (int k = 0; k < kKinds; ++k) {
        for (int i = 0; i < counts[at(k)]; ++i) cards.add(k);
    }
    return cards;
}

KindPair read_pair(FieldReader& fields, std::string_view name, int index) {
    KindPair pair;
    int last = 0;
    for (const int kind : fields.short_ints(name, 2, 0, kKinds - 1, index)) {
        if (kind < last) fields.fail(name, "ascending kinds");
        pair.insert(kind);
        last = kind;
    }
    return pair;
}

void read_seats(const Options& o, FieldReader& fields, State& s) {
    const auto seats = at(o.players);
    fields.read("scores", seats, o.rounds * worst_round(o), o.rounds * kWinnerPoints, s.scores);
    fields.read("round_wins", seats, 0, o.rounds, s.round_wins);
    const std::vector<int> totals = fields.ints("hand_total", seats, 0, o.hand_size());
    for (const std::string_view name : {"hand", "down", "spent", "known", "passed"}) {
        const auto* list = fields.find(name)->as<PlainData::List>();
        if (list == nullptr || list->size() != seats) {
            return fields.fail(name, "a list of " + std::to_string(seats) + ", one entry per seat");
        }
    }
    for (std::size_t p = 0; p < seats; ++p) {
        const int index = static_cast<int>(p);
        s.hand[p] = read_cards(fields, "hand", index);
        s.down[p] = read_pair(fields, "down", index);
        s.spent[p] = read_pair(fields, "spent", index);
        s.known[p] = read_pair(fields, "known", index);
        const PlainData& passed = (*fields.find("passed")->as<PlainData::List>())[p];
        if (passed.as<bool>() == nullptr) fields.fail("passed", "true or false for every seat");
        if (passed == PlainData(true)) s.passed = static_cast<std::uint8_t>(s.passed | 1u << p);
        if (!fields.failed() && totals[p] != s.hand[p].total()) {
            fields.fail("hand_total", "the number of cards in each hand");
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
    fields.check_state(kFieldNames, options_value(o));
    if (fields.failed()) return fields.error();
    State s;
    fields.read("round", 1, o.rounds, s.round);
    fields.read("prev_winner", -1, o.players - 1, s.prev_winner);
    fields.read("starter", -1, o.players - 1, s.starter);
    fields.read("leader", -1, o.players - 1, s.leader);
    fields.read("to_act", -1, o.players - 1, s.to_act);
    fields.read("dial", 0, o.dial_length - 1, s.dial);
    fields.read("tide", 0, 1, s.tide);
    fields.read("status", 0, 1, s.status);
    s.bomb_used = fields.boolean("bomb_used") ? 1 : 0;
    s.phase = static_cast<Phase>(fields.choice("phase", kPhaseNames));
    if (!fields.find("pending")->is_null()) {
        s.pending = static_cast<Pending>(find_word(kPendingNames, fields.find("pending")).value_or(kNothing));
        if (s.pending == kNothing) fields.fail("pending", "None, JOKER, TURN");
    }
    s.played = read_cards(fields, "played", -1);
    const std::vector<int> deck = fields.ints("deck", kKinds, 0, 2);
    for (int k = 0; k < kKinds; ++k) s.deck.set(k, deck[at(k)]);
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
    return read_fields<State>(kName, in, [&](const State& s) { return validate(o, s); });
}

namespace {

std::string suits_text(Cards cards) {
    std::string text;
    for (int k = 0; k < kKinds; ++k) text.append(at(cards.count(k)), suit_of(k) == 0 ? 'b' : 'g');
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

}  // namespace

std::string kind_text(int kind) { return with_number(suit_of(kind) == 0 ? "b" : "g", number_of(kind)); }

std::optional<int> parse_kind(std::string_view text) {
    static const NameTable kKindNames{kKinds, kind_text};
    return kKindNames.find(text);
}

std::string action_text(Action a) {
    constexpr std::array<std::string_view, 6> kWords = {"PASS",      "TURN",      "SLOT_LOW",
                                                        "SLOT_HIGH", "DIAL_KEEP", "DIAL_ADVANCE"};
    if (a < kHide) return std::string(kWords[at(a)]);
    if (a < kFirstPlay) return std::string("HIDE ").append(kind_text(a - kHide));
    return play_text(play_of(a));
}

std::string outcome_text(Phase phase, Action outcome) {
    return phase == kFirst ? with_number("seat ", outcome) : kind_text(outcome);
}

Result<Action> parse_action(std::string_view text, int actions) {
    static const NameTable kIds{kAllActions, action_text};
    if (const auto found = kIds.find(text); found && *found < actions) return *found;
    return Error{
        "onda: no action " + in_quotes(text) +
        "; allowed: PASS, TURN, SLOT_LOW, SLOT_HIGH, DIAL_KEEP, DIAL_ADVANCE, HIDE b7, SINGLE b7, SINGLE J=15, "
        "RUN3 b4, RUN4 b3 J@4, SET2 7 bg, SET3 7 bg+J and the like"};
}

Result<Action> parse_outcome(Phase phase, std::string_view text) {
    const std::string name = tidied(text);
    const int outcomes = phase == kFirst ? kMaxSeats : kKinds;
    for (Action a = 0; a < outcomes; ++a) {
        if (name == outcome_text(phase, a)) return a;
    }
    return Error{"onda: no outcome " + in_quotes(text) +
                 "; allowed: " + (phase == kFirst ? "seat 0 and the like" : "b1 to b15, g1 to g15")};
}

}  // namespace uneri::onda
