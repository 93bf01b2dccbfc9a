#include "uneri/games/namima/data.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "uneri/base/fields.hpp"
#include "uneri/games/namima/hidden.hpp"
#include "uneri/games/namima/validate.hpp"

namespace uneri::namima {
namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {"SEAT", "DEAL", "DRAW", "ACT", "WON", "ME", "OVER"};
constexpr std::array<std::string_view, 19> kFieldNames = {
    "options", "game",   "score", "pot",  "dealer",     "turn",  "phase", "to_act",   "hand", "hand_total",
    "exposed", "thrown", "lying", "wall", "wall_total", "drawn", "claim", "declared", "dora"};

constexpr std::size_t at(int index) noexcept { return static_cast<std::size_t>(index); }

template <class Make>
PlainData per_seat(const Options& o, Make&& make) {
    PlainData::List list;
    for (int p = 0; p < o.players; ++p) list.emplace_back(make(p));
    return list;
}

PlainData counts_value(const Options& o, const Cards& cards) {
    PlainData::List list;
    for (int k = 0; k < o.melds->kinds(); ++k) list.emplace_back(cards.count(k));
    return list;
}

}  // namespace

PlainData to_value(const Options& o, const State& full, int seat) {
    const State s = seat < 0 ? full : as_seen(o, full, seat);
    const auto shown = [&](int p) { return seat < 0 || p == seat || s.phase == kOver; };  // N-10.4
    const bool knows_drawn = seat < 0 || s.phase != kAct || s.to_act == seat;
    return PlainData::Map{
        {"options", options_value(o)},
        {"game", int{s.game}},
        {"score", per_seat(o, [&](int p) { return int{s.score[at(p)]}; })},  // N-10.1
        {"pot", int{s.pot}},
        {"dealer", int{s.dealer}},
        {"turn", int{s.turn}},
        {"phase", kPhaseNames[s.phase]},
        {"to_act", int{s.to_act}},
        {"hand", per_seat(o, [&](int p) { return shown(p) ? counts_value(o, s.hand_of(p)) : PlainData(); })},
        {"hand_total", per_seat(o, [&](int p) { return s.hand_of(p).total(); })},
        {"exposed", per_seat(o, [&](int p) { return list_of(s.exposed_of(p).ids()); })},
        {"thrown", per_seat(o, [&](int p) { return counts_value(o, s.thrown_of(p)); })},
        {"lying", counts_value(o, s.lying)},
        {"wall", seat < 0 ? counts_value(o, s.wall) : PlainData()},
        {"wall_total", s.wall.total()},
        {"drawn", knows_drawn ? PlainData(int{s.drawn}) : PlainData()},  // N-10.2
        {"claim", int{s.claim}},
        {"declared", per_seat(o, [&](int p) { return s.has_declared(p); })},
        {"dora", int{s.dora}},
    };
}

namespace {

// A multiset of kinds inside field `name`. A wrong value makes the whole field an error.
Cards read_counts(const Options& o, FieldReader& fields, std::string_view name, const PlainData& value) {
    Cards cards;
    const auto* items = value.as<PlainData::List>();
    const int kinds = o.melds->kinds();
    bool good = items != nullptr && items->size() == at(kinds);
    for (int k = 0; good && k < kinds; ++k) {
        const auto* count = (*items)[at(k)].as<std::int64_t>();
        good = count != nullptr && *count >= 0 && *count <= o.melds->deck().count(k);
        if (good) cards.set(k, static_cast<unsigned>(*count));
    }
    if (!good) {
        fields.fail(name, value,
                    std::to_string(kinds) + " counts, each from 0 to the number of such cards in the deck");
    }
    return cards;
}

// Calls visit(entry, seat) for a list with one entry per seat.
template <class Visit>
void each_seat(const Options& o, FieldReader& fields, std::string_view name, Visit&& visit) {
    const PlainData& value = *fields.find(name);
    const auto* items = value.as<PlainData::List>();
    if (items == nullptr || items->size() != at(o.players)) {
        return fields.fail(name, value, "a list of " + std::to_string(o.players) + " entries, one for every seat");
    }
    for (std::size_t p = 0; p < items->size(); ++p) visit((*items)[p], p);
}

void read_exposed(const Options& o, FieldReader& fields, State& s) {
    each_seat(o, fields, "exposed", [&](const PlainData& value, std::size_t p) {
        const auto* ids = value.as<PlainData::List>();
        const auto most = at(o.deal() - 1);
        bool good = ids != nullptr && ids->size() <= most;
        for (std::size_t i = 0; good && i < ids->size(); ++i) {
            const auto* id = (*ids)[i].as<std::int64_t>();
            good = id != nullptr && *id >= 0 && *id < o.melds->size();
            if (good) s.exposed[p].add(static_cast<int>(*id));
        }
        if (!good) {
            fields.fail(
                "exposed", value,
                "at most " + std::to_string(most) + " meld ids, each 0 to " + std::to_string(o.melds->size() - 1));
        }
    });
}

void read_totals(const Options& o, FieldReader& fields, const State& s) {
    const std::vector<int> totals = fields.ints("hand_total", at(o.players), 0, o.melds->deck_size());
    const auto wall = fields.integer("wall_total", 0, o.melds->deck_size());
    if (fields.failed()) return;
    for (std::size_t p = 0; p < totals.size(); ++p) {
        if (totals[p] != s.hand[p].total())
            fields.fail("hand_total", *fields.find("hand_total"), "the number of cards in each hand");
    }
    if (wall != s.wall.total())
        fields.fail("wall_total", *fields.find("wall_total"), "the number of cards in the wall");
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
    const int n = o.players;
    const auto bound = static_cast<int>(score_bound(o));
    State s;
    const auto number = [&](std::string_view name, std::int64_t low, std::int64_t high, auto& out) {
        using T = std::remove_reference_t<decltype(out)>;
        out = static_cast<T>(fields.integer(name, low, high, std::clamp<std::int64_t>(0, low, high)));
    };
    number("game", 0, o.match_games - 1, s.game);
    const std::vector<int> scores = fields.ints("score", at(n), -bound, bound);
    std::copy(scores.begin(), scores.end(), s.score.begin());
    number("pot", 0, bound, s.pot);
    number("dealer", -1, n - 1, s.dealer);
    number("turn", -1, n - 1, s.turn);
    s.phase = static_cast<Phase>(fields.choice("phase", kPhaseNames));
    number("to_act", -1, n - 1, s.to_act);
    each_seat(o, fields, "hand",
              [&](const PlainData& value, std::size_t p) { s.hand[p] = read_counts(o, fields, "hand", value); });
    read_exposed(o, fields, s);
    each_seat(o, fields, "thrown",
              [&](const PlainData& value, std::size_t p) { s.thrown[p] = read_counts(o, fields, "thrown", value); });
    s.lying = read_counts(o, fields, "lying", *fields.find("lying"));
    s.wall = read_counts(o, fields, "wall", *fields.find("wall"));
    number("drawn", -1, o.melds->kinds() - 1, s.drawn);
    number("claim", -1, o.melds->kinds() - 1, s.claim);
    each_seat(o, fields, "declared", [&](const PlainData& value, std::size_t p) {
        const auto* flag = value.as<bool>();
        if (flag == nullptr) return fields.fail("declared", value, "true, false");
        s.declared = static_cast<std::uint8_t>(s.declared | unsigned{*flag} << p);
    });
    number("dora", -1, o.rules().colours - 1, s.dora);
    read_totals(o, fields, s);
    if (fields.failed()) return fields.error();
    if (const auto error = validate(o, s)) return fields.with_value(*error);
    return s;
}

}  // namespace uneri::namima
