#include "uneri/games/mini/data.hpp"

#include <array>
#include <cctype>

#include "uneri/base/archive.hpp"
#include "uneri/base/checker.hpp"
#include "uneri/base/fields.hpp"

namespace uneri::mini {
namespace {

constexpr std::array<std::string_view, 3> kPhaseNames = {"DEAL", "PLAY", "OVER"};
constexpr std::array<std::string_view, 10> kFieldNames = {"options", "deck",   "hand",   "hand_total", "played",
                                                          "table",   "scores", "leader", "to_act",     "phase"};

PlainData counts_value(const Counts& counts) {
    PlainData::List list;
    for (const std::uint8_t count : counts) list.emplace_back(static_cast<int>(count));
    return list;
}

template <class Make>
PlainData per_seat(const Options& o, Make&& make) {
    PlainData::List list;
    for (int p = 0; p < o.players; ++p) list.emplace_back(make(static_cast<std::size_t>(p)));
    return list;
}

Counts read_counts(FieldReader& fields, std::string_view name, int index = -1) {
    Counts counts{};
    const std::vector<int> list = fields.ints(name, kKinds, 0, kCopies, index);
    for (std::size_t k = 0; k < counts.size(); ++k) counts[k] = static_cast<std::uint8_t>(list[k]);
    return counts;
}

}  // namespace

PlainData to_value(const Options& o, const State& s, int seat) {
    const auto sees = [&](std::size_t p) { return seat < 0 || static_cast<int>(p) == seat; };
    return PlainData::Map{
        {"options", options_value(o)},
        {"deck", seat < 0 ? counts_value(s.deck) : PlainData()},
        {"hand", per_seat(o, [&](std::size_t p) { return sees(p) ? counts_value(s.hand[p]) : PlainData(); })},
        {"hand_total", per_seat(o, [&](std::size_t p) { return total(s.hand[p]); })},
        {"played", counts_value(s.played)},
        {"table", per_seat(o, [&](std::size_t p) { return static_cast<int>(s.table[p]); })},
        {"scores", per_seat(o, [&](std::size_t p) { return static_cast<int>(s.scores[p]); })},
        {"leader", static_cast<int>(s.leader)},
        {"to_act", static_cast<int>(s.to_act)},
        {"phase", kPhaseNames[s.phase]},
    };
}

Result<State> from_value(const Options& o, const PlainData& data) {
    FieldReader fields(kName, "field", data);
    fields.check_names(kFieldNames, true);
    if (fields.failed()) return fields.error();
    if (*fields.find("options") != options_value(o)) {
        fields.fail("options", *fields.find("options"), "the options of this game");
        return fields.error();
    }
    const auto seats = static_cast<std::size_t>(o.players);
    State s;
    s.leader = static_cast<std::int8_t>(fields.integer("leader", 0, o.players - 1));
    s.to_act = static_cast<std::int8_t>(fields.integer("to_act", -1, o.players - 1));
    s.phase = static_cast<Phase>(fields.choice("phase", kPhaseNames));
    s.deck = read_counts(fields, "deck");
    s.played = read_counts(fields, "played");
    const std::vector<int> table = fields.ints("table", seats, -1, kKinds - 1);
    const std::vector<int> scores = fields.ints("scores", seats, 0, o.hand);
    const std::vector<int> totals = fields.ints("hand_total", seats, 0, o.hand);
    if (fields.failed()) return fields.error();
    const auto* hands = fields.find("hand")->as<PlainData::List>();
    if (hands == nullptr || hands->size() != seats) {
        fields.fail("hand", *fields.find("hand"), "a list of " + std::to_string(seats) + ", one entry per seat");
        return fields.error();
    }
    for (std::size_t p = 0; p < seats; ++p) {
        s.table[p] = static_cast<std::int8_t>(table[p]);
        s.scores[p] = static_cast<std::uint8_t>(scores[p]);
        s.hand[p] = read_counts(fields, "hand", static_cast<int>(p));
        if (!fields.failed() && totals[p] != total(s.hand[p]))
            fields.fail("hand_total", *fields.find("hand_total"), "the number of cards in each hand");
    }
    if (fields.failed()) return fields.error();
    if (auto error = validate(o, s)) return fields.with_value(*error);
    return s;
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.deck, s.hand, s.played, s.table, s.scores, s.leader, s.to_act, s.phase);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = validate(o, *s)) return *std::move(error);
    return s;
}

std::optional<Error> validate(const Options& o, const State& s) {
    Checker c(kName);
    c.check(s.phase <= kOver, "phase", "is none of DEAL, PLAY, OVER");
    c.check(in_range(s.leader, 0, o.players - 1), "leader", "is not a seat");
    c.check(in_range(s.to_act, -1, o.players - 1), "to_act", "is neither -1 nor a seat");
    c.check((s.phase == kPlay) == (s.to_act >= 0), "to_act", "does not fit the phase");
    int tricks = 0;
    for (int p = 0; p < kMaxSeats; ++p) {
        const auto seat = static_cast<std::size_t>(p);
        c.check(in_range(s.table[seat], -1, kKinds - 1), "table", "has a card that there is not");
        const bool idle = s.hand[seat] == Counts{} && s.table[seat] == -1 && s.scores[seat] == 0;
        c.check(p < o.players || idle, "hand", "has an entry for a seat that does not play");
        tricks += s.scores[seat];
    }
    for (int k = 0; k < kKinds; ++k) {
        const auto kind = static_cast<std::size_t>(k);
        int sum = s.deck[kind] + s.played[kind];
        for (const Counts& hand : s.hand) sum += hand[kind];
        c.check(sum == kCopies, "hand", "and the other places together do not hold each number twice");
    }
    if (!c.good()) return c.take();
    if (s.phase == kDeal) {
        c.check(s.leader == 0, "leader", "is not seat 0 in the deal");
        c.check(total(s.played) == 0, "played", "is not empty in the deal");
        c.check(s.scores == decltype(s.scores){}, "scores", "are not 0 in the deal");
        const int next = deal_seat(o, s);
        c.check(next < o.players, "hand", "is dealt in full, but the phase is DEAL");
        for (int p = 0; p < o.players; ++p) {
            const int cards = total(s.hand[static_cast<std::size_t>(p)]);
            c.check(p <= next ? cards <= o.hand : cards == 0, "hand", "was not dealt seat by seat");
        }
    } else {
        c.check(tricks <= o.hand, "scores", "are more tricks than there are");
        c.check(total(s.played) + total(s.deck) <= kKinds * kCopies, "played", "has too many cards");
        c.check((tricks == o.hand) == (s.phase == kOver), "scores", "do not fit the phase");
        c.check(tricks > 0 || s.leader == 0, "leader", "is not seat 0 in the first trick");
        c.check(tricks == 0 || s.scores[static_cast<std::size_t>(s.leader)] > 0, "leader", "has won no trick");
    }
    // The trick on the table: those from the leader to the seat before the one to act have a card there.
    Counts lying{};
    const int done = s.phase == kOver ? o.players : s.phase == kPlay ? (s.to_act - s.leader + o.players) % o.players : 0;
    for (int step = 0; step < o.players && c.good(); ++step) {
        const auto seat = static_cast<std::size_t>((s.leader + step) % o.players);
        const bool has = s.phase == kOver || step < done;
        c.check(has == (s.table[seat] >= 0), "table", "does not fit the seat to act");
        if (s.table[seat] >= 0) ++lying[static_cast<std::size_t>(s.table[seat])];
        const int cards = o.hand - (s.phase == kOver ? o.hand : tricks + (has ? 1 : 0));
        c.check(s.phase == kDeal || total(s.hand[seat]) == cards, "hand", "does not fit the tricks played");
    }
    for (std::size_t k = 0; k < lying.size(); ++k) {
        c.check(lying[k] <= s.played[k], "table", "has cards that are not in 'played'");
    }
    // At the end the trick stays, and its winner is the leader; its cards lie in an order that begins elsewhere.
    return c.take();
}

std::string kind_text(Action a) { return std::to_string(a + 1); }
std::string action_text(Action a) { return "PLAY " + kind_text(a); }

namespace {

// Upper case, single blanks.
std::string tidy(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isspace(byte) == 0) {
            out += static_cast<char>(std::toupper(byte));
        } else if (!out.empty() && out.back() != ' ') {
            out += ' ';
        }
    }
    if (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
}

}  // namespace

Result<Action> parse_action(std::string_view text) {
    for (Action a = 0; a < kKinds; ++a) {
        if (tidy(text) == action_text(a)) return a;
    }
    return Error{"mini: no action '" + std::string(text.substr(0, 60)) + "'; allowed: PLAY 1 to PLAY 6"};
}

Result<Action> parse_outcome(std::string_view text) {
    for (Action a = 0; a < kKinds; ++a) {
        if (tidy(text) == kind_text(a)) return a;
    }
    return Error{"mini: no outcome '" + std::string(text.substr(0, 60)) + "'; allowed: 1 to 6"};
}

}  // namespace uneri::mini
