#include "uneri/games/tidal/data.hpp"

#include <array>

#include "uneri/base/archive.hpp"
#include "uneri/base/bits.hpp"
#include "uneri/base/fields.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/games/tidal/bout.hpp"
#include "uneri/games/tidal/cards.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

namespace {

constexpr std::array<std::string_view, 4> kPhaseNames = {"DEAL", "GATE", "PLAY", "END"};
constexpr std::array<std::string_view, 22> kFieldNames = {
    "options",      "round",        "bout",   "phase",  "actor",
    "gate",         "lead",         "boat",   "faceup", "supply",
    "dock",         "tower",        "fruit",  "pool",   "profit_majority",
    "profit_feast", "keeper",       "played", "hand",   "hand_total",
    "pending",      "pending_total"};

PlainData cards_value(CardSet cards) {
    PlainData::List list;
    for_each_bit(cards, [&](int card) { list.emplace_back(card); });
    return list;
}

PlainData played_value(const Options& o, const State& s) {
    return list_of(finished_bouts(s), [&](int bout) {
        return list_of(o.players, [&](int p) { return int{s.played[at(bout * o.players + p)]}; });
    });
}

}  // namespace

PlainData to_value(const Options& o, const State& s, int seat) {
    const auto per_seat = [&](auto&& make) { return list_of(o.players, make); };
    const auto owns = [&](int p) { return seat < 0 || p == seat; };
    return PlainData::Map{
        {"options", options_value(o)},
        {"round", int{s.round}},
        {"bout", int{s.bout}},
        {"phase", kPhaseNames[s.phase]},
        {"actor", int{s.actor}},
        {"gate", int{s.gate}},
        {"lead", int{s.lead}},
        {"boat", per_seat([&](int p) { return int{s.boat[at(p)]}; })},
        {"faceup", per_seat([&](int p) { return int{s.faceup[at(p)]}; })},
        {"supply", per_seat([&](int p) { return int{s.supply[at(p)]}; })},
        {"dock", list_of(s.dock)},
        {"tower", list_of(s.tower)},
        {"fruit", per_seat([&](int p) { return int{s.fruit[at(p)]}; })},
        {"pool", int{s.pool}},
        {"profit_majority", per_seat([&](int p) { return int{s.profit_majority[at(p)]}; })},
        {"profit_feast", per_seat([&](int p) { return int{s.profit_feast[at(p)]}; })},
        {"keeper", list_of(s.keeper)},
        {"played", played_value(o, s)},  // R21
        {"hand", per_seat([&](int p) { return owns(p) ? cards_value(s.hand[at(p)]) : PlainData(); })},
        {"hand_total", per_seat([&](int p) { return size_of(s.hand[at(p)]); })},
        {"pending", per_seat([&](int p) { return owns(p) ? PlainData(int{s.pending[at(p)]}) : PlainData(); })},
        {"pending_total", per_seat([&](int p) { return int{s.pending[at(p)] >= 0}; })},
    };
}

namespace {

// A field of nested lists. A wrong item makes the whole field an error, which shows `allowed`.
class ListField {
public:
    ListField(FieldReader& fields, std::string_view name, std::string allowed)
        : fields_(fields), name_(name), allowed_(std::move(allowed)) {}

    const PlainData& value() const { return *fields_.find(name_); }
    void refuse() const { fields_.fail(name_, allowed_); }
    // Calls visit(item, index) for a list of least..most items.
    template <class Visit>
    void each(const PlainData& value, std::size_t least, std::size_t most, Visit&& visit) const {
        const auto* items = value.as<PlainData::List>();
        if (items == nullptr || items->size() < least || items->size() > most) return refuse();
        for (std::size_t i = 0; i < items->size(); ++i) visit((*items)[i], i);
    }
    int number(const PlainData& value, int low, int high) const {
        const auto* number = value.as<std::int64_t>();
        if (number != nullptr && *number >= low && *number <= high) return static_cast<int>(*number);
        refuse();
        return low;
    }

private:
    FieldReader& fields_;
    std::string_view name_;
    std::string allowed_;
};

std::string up_to(int high) { return "0 to " + std::to_string(high); }

void read_banners(const Options& o, FieldReader& fields, State& s) {
    const int most = o.board.banners;
    const ListField docks(fields, "dock", "4 lists of 4 lists of 6 ints, each " + up_to(most));
    docks.each(docks.value(), kSuits, kSuits, [&](const PlainData& quadrant, std::size_t q) {
        docks.each(quadrant, kDocks, kDocks, [&](const PlainData& dock, std::size_t d) {
            docks.each(dock, kOwners, kOwners, [&](const PlainData& count, std::size_t owner) {
                s.dock[q][d][owner] = static_cast<std::uint8_t>(docks.number(count, 0, most));
            });
        });
    });
    const ListField towers(fields, "tower", "2 lists of 5 ints, each " + up_to(most));
    towers.each(towers.value(), kRegions, kRegions, [&](const PlainData& tower, std::size_t r) {
        towers.each(tower, kMaxSeats, kMaxSeats, [&](const PlainData& count, std::size_t p) {
            s.tower[r][p] = static_cast<std::uint8_t>(towers.number(count, 0, most));
        });
    });
}

// Reads `played`; gives its number of bouts.
std::size_t read_played(const Options& o, FieldReader& fields, State& s) {
    const auto seats = at(o.players);
    const ListField played(fields, "played",
                           "a list of " + std::to_string(seats) + " card ids, each 0 to 39, for every finished bout");
    std::size_t bouts = 0;
    played.each(played.value(), 0, at(o.hand), [&](const PlainData& row, std::size_t bout) {
        played.each(row, seats, seats, [&](const PlainData& card, std::size_t p) {
            s.played[bout * seats + p] = static_cast<std::uint8_t>(played.number(card, 0, kCards - 1));
        });
        ++bouts;
    });
    return bouts;
}

void read_hands(const Options& o, FieldReader& fields, State& s) {
    const auto seats = at(o.players);
    const ListField hands(fields, "hand", "a list of ascending card ids, each 0 to 39, for every seat");
    hands.each(hands.value(), seats, seats, [&](const PlainData& hand, std::size_t p) {
        int last = -1;
        hands.each(hand, 0, at(o.hand), [&](const PlainData& item, std::size_t) {
            const int card = hands.number(item, 0, kCards - 1);
            if (card <= last) hands.refuse();
            last = card;
            s.hand[p] |= bit_of(card);
        });
    });
    fields.read("pending", seats, -1, kCards - 1, s.pending);
    const std::vector<int> totals = fields.ints("hand_total", seats, 0, o.hand);
    const std::vector<int> committed = fields.ints("pending_total", seats, 0, 1);
    if (fields.failed()) return;
    for (std::size_t p = 0; p < seats; ++p) {
        if (totals[p] != size_of(s.hand[p])) fields.fail("hand_total", "the number of cards in each hand");
        if (committed[p] != int{s.pending[p] >= 0})
            fields.fail("pending_total", "1 for every seat with a pending card, else 0");
    }
}

void derive(const Options& o, State& s) {
    CardSet held = played_cards(o, s) | kept_cards(s);
    for (int p = 0; p < o.players; ++p) {
        held |= s.hand[at(p)];
        if (s.pending[at(p)] >= 0) held |= bit_of(s.pending[at(p)]);
    }
    s.undealt = o.deck & ~held;
    if (s.phase != kDeal) return;
    while (s.deal_seat + 1 < o.players && size_of(s.hand[s.deal_seat]) >= o.hand) ++s.deal_seat;
    s.deal_left = static_cast<std::uint8_t>(o.hand - size_of(s.hand[s.deal_seat]));
}

}  // namespace

Result<State> from_value(const Options& o, const PlainData& data) {
    FieldReader fields(kName, "field", data);
    fields.check_state(kFieldNames, options_value(o));
    if (fields.failed()) return fields.error();
    const int n = o.players;
    const auto seats = at(n);
    State s;
    fields.read("round", 1, o.rounds, s.round);
    fields.read("bout", 1, o.hand, s.bout);
    s.phase = static_cast<Phase>(fields.choice("phase", kPhaseNames));
    fields.read("actor", -1, n - 1, s.actor);
    fields.read("gate", 1, o.board.spaces, s.gate);
    fields.read("lead", -1, n - 1, s.lead);
    fields.read("boat", seats, 1, o.board.spaces, s.boat);
    fields.read("faceup", seats, 0, kCharacters, s.faceup);
    fields.read("supply", seats, 0, o.board.banners, s.supply);
    read_banners(o, fields, s);
    fields.read("fruit", seats, 0, o.fruit_pool, s.fruit);
    fields.read("pool", 1, o.fruit_pool, s.pool);
    fields.read("profit_majority", seats, 0, most_profit(o), s.profit_majority);
    fields.read("profit_feast", seats, 0, most_profit(o), s.profit_feast);
    fields.read("keeper", kSuits, -1, n - 1, s.keeper);
    const std::size_t bouts = read_played(o, fields, s);
    read_hands(o, fields, s);
    if (!fields.failed() && bouts != at(finished_bouts(s))) {
        fields.fail("played", "the cards of " + std::to_string(finished_bouts(s)) + " finished bouts");
    }
    if (fields.failed()) return fields.error();
    derive(o, s);
    if (const auto error = validate(o, s)) return fields.with_value(*error);
    return s;
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.undealt, s.hand, s.profit_majority, s.profit_feast, s.dock, s.tower, s.played, s.boat, s.faceup, s.supply,
          s.fruit, s.pending, s.keeper, s.pool, s.round, s.bout, s.gate, s.phase, s.actor, s.lead, s.deal_seat,
          s.deal_left);
}

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    return read_fields<State>(kName, in, [&](const State& s) { return validate(o, s); });
}

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
    return {kSuitLetters[at(suit_of(a))], static_cast<char>('0' + number_of(a))};
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
