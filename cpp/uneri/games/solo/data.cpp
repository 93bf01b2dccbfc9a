#include "uneri/games/solo/data.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "uneri/base/archive.hpp"
#include "uneri/base/fields.hpp"
#include "uneri/base/names.hpp"
#include "uneri/games/solo/cards.hpp"
#include "uneri/games/solo/hidden.hpp"

namespace uneri::solo {

namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {"SEAT",  "DEAL", "FLIP",   "PULL", "TURN", "RESPOND",
                                                               "DRAWN", "SOLO", "COLOUR", "SWAP", "JUMP", "OVER"};
constexpr std::array<std::string_view, 3> kChainNames = {"", "D2", "W4"};
constexpr std::array<std::string_view, 5> kWhyNames = {"", "draw", "take", "penalty", "last"};
constexpr std::array<std::string_view, 27> kFieldNames = {
    "options",    "round",   "points", "starter",       "dir",     "hand",      "hand_total", "known", "draw_pile",
    "draw_total", "discard", "top",    "active_colour", "pending", "chain",     "last",       "due",   "phase",
    "to_act",     "left",    "why",    "drawn",         "want",    "next_turn", "ended",      "turns", "dead"};

PlainData counts_value(Cards cards) {
    return list_of(kKinds, [&](int kind) { return cards.count(kind); });
}

// Null for the first word.
template <std::size_t N>
PlainData word_value(const std::array<std::string_view, N>& words, int index) {
    return index == 0 ? PlainData() : PlainData(words[at(index)]);
}

}  // namespace

PlainData to_value(const Options& o, const State& full, int seat) {
    const State s = seat < 0 ? full : as_seen(o, full, seat);
    const auto per_seat = [&](auto&& make) { return list_of(o.players, make); };
    const auto shown = [&](int p) { return seat < 0 || p == seat; };
    const bool over = s.phase == kOver;  // S-8.5
    return PlainData::Map{
        {"options", options_value(o)},
        {"round", std::int64_t{s.round}},
        {"points", per_seat([&](int p) { return int{s.points[at(p)]}; })},
        {"starter", int{s.starter}},
        {"dir", int{s.dir}},
        {"hand", per_seat([&](int p) { return shown(p) || over ? counts_value(s.hand_of(p)) : PlainData(); })},
        {"hand_total", per_seat([&](int p) { return s.hand_of(p).total(); })},  // S-8.1
        {"known", per_seat([&](int p) -> PlainData {
             if (!shown(p)) return {};
             return per_seat([&](int q) { return counts_value(s.known.hand(p, q)); });
         })},
        {"draw_pile", seat < 0 ? counts_value(s.draw_pile) : PlainData()},  // S-8.4
        {"draw_total", s.draw_pile.total()},
        {"discard", counts_value(s.discard)},
        {"top", int{s.top}},
        {"active_colour", int{s.active_colour}},
        {"pending", int{s.pending}},
        {"chain", word_value(kChainNames, s.chain)},
        {"last", int{s.last}},
        {"due", s.due != 0},  // S-5.17
        {"phase", kPhaseNames[s.phase]},
        {"to_act", int{s.to_act}},
        {"left", int{s.left}},
        {"why", word_value(kWhyNames, s.why)},
        {"drawn", int{s.drawn}},
        {"want", int{s.want}},
        {"next_turn", int{s.next_turn}},
        {"ended", int{s.ended}},
        {"turns", std::int64_t{s.turns}},
        {"dead", int{s.dead}},
    };
}

namespace {

constexpr std::string_view kCountsAllowed = "55 counts, 0 to 3 of a coloured kind, 0 to 7 of a black one";

// A multiset of kinds inside field `name`. A wrong value makes the whole field an error.
Cards read_counts(FieldReader& fields, std::string_view name, const PlainData& value) {
    Cards cards;
    const auto counts = ints_of(value, kKinds, kKinds, 0, most_of);
    if (!counts) fields.fail(name, value, kCountsAllowed);
    for (int k = 0; counts && k < kKinds; ++k) cards.set(k, (*counts)[at(k)]);
    return cards;
}

void read_hands(const Options& o, FieldReader& fields, State& s) {
    fields.each_seat("hand", o.players,
                     [&](const PlainData& value, std::size_t p) { s.hand[p] = read_counts(fields, "hand", value); });
    const std::vector<int> totals = fields.ints("hand_total", at(o.players), 0, kDeckCards);
    if (fields.failed()) return;
    for (std::size_t p = 0; p < totals.size(); ++p) {
        if (totals[p] != s.hand[p].total()) {
            fields.fail("hand_total", "the number of cards in each hand");
        }
    }
}

void read_known(const Options& o, FieldReader& fields, State& s) {
    PerSeat<PerSeat<Cards>> known{};
    fields.each_seat("known", o.players, [&](const PlainData& row, std::size_t p) {
        fields.each_seat("known", row, o.players, [&](const PlainData& value, std::size_t q) {
            known[p][q] = read_counts(fields, "known", value);
        });
    });
    if (fields.failed()) return;
    for (int q = 0; q < o.players; ++q) {
        for (int k = 0; k < kKinds; ++k) {
            PerSeat<std::uint8_t> counts{};
            for (int p = 0; p < o.players; ++p) {
                const int count = known[at(p)][at(q)].count(k);
                counts[at(p)] = static_cast<std::uint8_t>(count);
                if (count > (p == q ? 0 : s.hand_of(q).count(k))) {
                    return fields.fail("known",
                                       "for each other seat at most what its hand holds, for the seat itself 0");
                }
            }
            s.known.set(q, k, counts);
        }
    }
}

template <std::size_t N>
int optional_word(FieldReader& fields, std::string_view name, const std::array<std::string_view, N>& words) {
    const PlainData& value = *fields.find(name);
    if (value.is_null()) return 0;
    const int found = find_word(words, &value).value_or(0);
    if (found > 0) return found;
    fields.fail(name, value, "None, " + joined(std::span(words).subspan(1)));
    return 0;
}

}  // namespace

Result<State> from_value(const Options& o, const PlainData& data) {
    FieldReader fields(kName, "field", data);
    fields.check_state(kFieldNames, options_value(o));
    if (fields.failed()) return fields.error();
    const int n = o.players;
    State s;
    fields.read("round", 0, o.most_rounds(), s.round);
    fields.read("points", at(n), -o.pack.worth, o.start_points, s.points);
    fields.read("starter", -1, n - 1, s.starter);
    fields.read("dir", -1, 1, s.dir);
    read_hands(o, fields, s);
    if (!fields.failed()) read_known(o, fields, s);
    s.draw_pile = read_counts(fields, "draw_pile", *fields.find("draw_pile"));
    const auto draw_total = fields.integer("draw_total", 0, kDeckCards);
    if (!fields.failed() && draw_total != s.draw_pile.total()) {
        fields.fail("draw_total", "the number of cards in the draw pile");
    }
    s.discard = read_counts(fields, "discard", *fields.find("discard"));
    fields.read("top", -1, kKinds - 1, s.top);
    fields.read("active_colour", 0, kAny, s.active_colour);
    fields.read("pending", 0, kDeckCards, s.pending);
    s.chain = static_cast<Chain>(optional_word(fields, "chain", kChainNames));
    fields.read("last", -1, n - 1, s.last);
    s.due = fields.boolean("due") ? 1 : 0;
    s.phase = static_cast<Phase>(fields.choice("phase", kPhaseNames));
    fields.read("to_act", -1, n - 1, s.to_act);
    fields.read("left", 0, kDeckCards, s.left);
    s.why = static_cast<Why>(optional_word(fields, "why", kWhyNames));
    fields.read("drawn", -1, kKinds - 1, s.drawn);
    fields.read("want", -1, kKinds - 1, s.want);
    fields.read("next_turn", -1, n - 1, s.next_turn);
    fields.read("ended", -1, n - 1, s.ended);
    fields.read("turns", 0, o.turn_cap > 0 ? o.turn_cap + 1 : 0, s.turns);
    fields.read("dead", 0, n, s.dead);
    if (fields.failed()) return fields.error();
    if (const auto error = validate(o, s)) return fields.with_value(*error);
    return s;
}

template <class Visit>
void fields(Cards& cards, Visit& visit) {
    std::uint64_t ones = cards.ones();
    std::uint64_t twos = cards.twos();
    visit(ones, twos);
    cards = Cards(ones, twos);
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.hand, s.draw_pile, s.discard, s.points, s.round, s.turns, s.known.entries(), s.starter, s.dir, s.top,
          s.active_colour, s.pending, s.chain, s.last, s.due, s.phase, s.to_act, s.left, s.why, s.drawn, s.want,
          s.next_turn, s.ended, s.dead);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    return read_fields<State>(kName, in, [&](const State& s) { return validate(o, s); });
}

namespace {

constexpr std::string_view kColourLetters = "RGBY";
constexpr std::array<std::string_view, 4> kActionTokens = {"Sk", "Rv", "D2", "Sw"};
constexpr std::array<std::string_view, kBlack> kBlackTokens = {"Wi", "W4", "ST"};

}  // namespace

std::string kind_text(int kind) {
    if (is_black(kind)) return std::string(kBlackTokens[at(kind - kColoured)]);
    std::string text(1, kColourLetters[at(colour_of(kind))]);
    const int symbol = symbol_of(kind);
    if (symbol < kSkip) return with_number(text, symbol + 1);
    return text.append(kActionTokens[at(symbol - kSkip)]);
}

std::optional<int> parse_kind(std::string_view text) {
    static const NameTable kKindNames{kKinds, kind_text};
    return kKindNames.find(text);
}

std::string action_text(Action a) {
    if (is_kind(a)) return kind_text(a);
    if (a >= kColour && a <= kSwapWith) {
        return std::string("COLOUR ") + kColourLetters[at(a - kColour)];
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
    static const NameTable kIds{kActions, action_text};
    if (const auto found = kIds.find(text)) return *found;
    return Error{"solo: no action " + in_quotes(text) +
                 "; allowed: R1 to R9, RSk, RRv, RD2, RSw (likewise G, B, Y), Wi, W4, ST, DRAW, TAKE, PLAY_DRAWN, "
                 "KEEP, COLOUR R, SWAP 1 to SWAP 9, SOLO_DECLARE, SOLO_SILENT, JUMP, NO_JUMP"};
}

Result<Action> parse_outcome(Phase phase, std::string_view text) {
    if (phase != kSeatDraw) {
        if (const auto kind = parse_kind(text)) return *kind;
        return Error{"solo: no outcome " + in_quotes(text) + "; allowed: R1 and the like"};
    }
    const std::string name = tidied(text);
    for (Action seat = 0; seat < kMaxSeats; ++seat) {
        if (name == outcome_text(phase, seat)) return seat;
    }
    return Error{"solo: no outcome " + in_quotes(text) + "; allowed: seat 0 and the like"};
}

}  // namespace uneri::solo
