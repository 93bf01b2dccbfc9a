// Tidal Blades: Banner Festival: analysis (rules, section 10).
#include "uneri/games/tidal/tidal.hpp"

#include "bindings/arrays.hpp"
#include "bindings/convert.hpp"
#include "bindings/hand_reader.hpp"
#include "bindings/own_types.hpp"
#include "bindings/shortcut.hpp"
#include "uneri/games/tidal/encode.hpp"

namespace uneri::tidal_binding {
namespace {

using tidal::CardSet;
using tidal::Tidal;
using Game = OwnGame<Tidal>;
using State = OwnState<Tidal>;
using Numbers = binding::Array<std::int32_t>;
using Hands = binding::Array<std::uint8_t>;

constexpr binding::Arguments kArguments("tidal: ");

constexpr int kMostCount = 9999;  // limit for banners, fruit or steps in arguments of analysis
constexpr std::array<const char*, 3> kRoles = {"highest", "middle", "lowest"};

const tidal::Options& rules_of(const State& self) { return self.game().rules(); }
int to_quadrant(const py::handle& q) { return binding::to_bounded(q, "quadrant", 0, tidal::kSuits - 1); }
int to_gate(const State& self, const py::handle& gate) {
    if (gate.is_none()) return self.state().gate;
    return binding::to_bounded(gate, "gate", 1, rules_of(self).board.spaces);
}

int to_card(std::int32_t number) { return kArguments.number(number, "card", 0, tidal::kCards - 1); }

// Distinct cards, one per seat.
tidal::Bout read_bout(const std::int32_t* cards, std::size_t count) {
    tidal::Bout bout{};
    CardSet seen = 0;
    for (std::size_t p = 0; p < count; ++p) {
        const int card = to_card(cards[p]);
        if (tidal::has(seen, card)) throw py::value_error("tidal: card has " + std::to_string(card) + " twice");
        seen |= tidal::bit_of(card);
        bout[p] = static_cast<std::int8_t>(card);
    }
    return bout;
}

std::array<int, tidal::kMaxSeats> read_counts(const std::int32_t* counts, std::size_t size, const char* what) {
    std::array<int, tidal::kMaxSeats> out{};
    for (std::size_t p = 0; p < size; ++p) out[p] = kArguments.number(counts[p], what, 0, kMostCount);
    return out;
}

template <class List>
py::list seats_list(const List& items, int players) {
    py::list out;
    for (int p = 0; p < players; ++p) out.append(static_cast<int>(items[at(p)]));
    return out;
}

template <class Make>
py::list by_seat(const State& self, Make&& make) {
    py::list out;
    for (int p = 0; p < self.players(); ++p) out.append(make(p));
    return out;
}

int role_of(const tidal::BoutReport& report, int seat, int players) {
    if (report.ranking[0] == seat) return 0;
    return report.ranking[at(players - 1)] == seat ? 2 : 1;
}

int space_of(const State& self, int seat, const tidal::Effect& effect) {
    return effect.sailed.steps > 0 ? effect.sailed.space : self.state().boat[at(seat)];
}

// --- cards -----------------------------------------------------------------------------------------------------

void bind_cards(py::module_& m) {
    binding::define(m, "strength", "game q cards!", [](const Game& game, const py::object& q, const Numbers& cards) {
        const auto& strength = game.game.rules().strength[at(to_quadrant(q))];
        const auto items = kArguments.vector(cards, "cards");
        return binding::array_of<std::int32_t>(items.size(),
                                               [&](std::size_t i) { return strength[at(to_card(items[i]))]; });
    });
    binding::define(m, "rank_bout", "game q cards!", [](const Game& game, const py::object& q, const Numbers& cards) {
        const int quadrant = to_quadrant(q);
        const binding::Rows rows = kArguments.rows(cards, "cards", 2, tidal::kMaxSeats);
        const auto count = static_cast<int>(rows.columns);
        py::array_t<std::int32_t> out({rows.size, rows.columns});
        std::int32_t* end = out.mutable_data();
        for (std::size_t i = 0; i < rows.size; ++i) {
            const tidal::Bout bout = read_bout(rows.row(i), rows.columns);
            const auto ranking = tidal::rank_bout(game.game.rules(), quadrant, bout, count);
            end = std::copy_n(ranking.begin(), count, end);
        }
        return out;
    });
    binding::define(
        m, "role_odds", "game q cards! others! k",
        [](const Game& game, const py::object& q, const Numbers& cards, const Hands& others, const py::object& k) {
            const int quadrant = to_quadrant(q);
            const auto items = kArguments.vector(cards, "cards");
            py::array_t<double> out({items.size(), kRoles.size()});
            double* end = out.mutable_data();
            const std::uint8_t* flags = kArguments.table(others, "others", items.size(), tidal::kCards);
            for (std::size_t i = 0; i < items.size(); ++i, flags += tidal::kCards) {
                const int card = to_card(items[i]);
                CardSet set = 0;
                for (int other = 0; other < tidal::kCards; ++other) {
                    if (flags[other] > 1) throw py::value_error("tidal: others must be 0 or 1");
                    set |= CardSet{flags[other]} << other;
                }
                if (tidal::has(set, card)) throw py::value_error("tidal: others must not have the card itself");
                const int draws = binding::to_bounded(k, "k", 1, tidal::size_of(set));
                const tidal::RoleCounts roles = tidal::role_counts(game.game.rules(), quadrant, card, set, draws);
                // Below 2^53, so each share is one exact division, rounded once.
                const auto share = [&](std::uint64_t ways) {
                    return static_cast<double>(ways) / static_cast<double>(roles.total);
                };
                *end++ = share(roles.highest);
                *end++ = share(roles.total - roles.highest - roles.lowest);
                *end++ = share(roles.lowest);
            }
            return out;
        });
}

// --- points ----------------------------------------------------------------------------------------------------

template <class Score>
py::array_t<std::int32_t> score_rows(const Numbers& counts, const char* what, Score&& score) {
    const binding::Rows rows = kArguments.rows(counts, what, 2, tidal::kMaxSeats);
    py::array_t<std::int32_t> out({rows.size, rows.columns});
    std::int32_t* end = out.mutable_data();
    std::array<int, tidal::kMaxSeats> points{};
    for (std::size_t i = 0; i < rows.size; ++i) {
        const auto row = read_counts(rows.row(i), rows.columns, what);
        score(std::span<const int>(row).first(rows.columns), std::span<int>(points));
        end = std::copy_n(points.begin(), rows.columns, end);
    }
    return out;
}

void bind_points(py::module_& m) {
    binding::define(m, "majority_points", "game counts!", [](const Game& game, const Numbers& counts) {
        return score_rows(counts, "counts", [&](std::span<const int> banners, std::span<int> points) {
            tidal::majority_points(game.game.rules().majority, banners, points);
        });
    });
    binding::define(m, "feast_points", "fruit!",
                    [](const Numbers& fruit) { return score_rows(fruit, "fruit", tidal::feast_points); });
    binding::define(m, "region_counts", "state", [](const State& self) {
        py::list out;
        for (int region = 0; region < tidal::kRegions; ++region)
            out.append(by_seat(self, [&](int p) { return tidal::in_region(rules_of(self), self.state(), p, region); }));
        return out;
    });
    binding::define(m, "score_now", "state", [](const State& self) {
        const tidal::Options& o = rules_of(self);
        const tidal::State& s = self.state();
        const tidal::Pending pending = tidal::pending_points(o, s);
        const auto total = [&](int p) {
            return tidal::points(o, s, p) + pending.majority[at(p)] + pending.feast[at(p)];
        };
        py::dict out;
        out["majority"] = seats_list(s.profit_majority, o.players);
        out["majority_pending"] = seats_list(pending.majority, o.players);
        out["feast"] = seats_list(s.profit_feast, o.players);
        out["feast_pending"] = seats_list(pending.feast, o.players);
        out["character"] = by_seat(self, [&](int p) { return tidal::character_profit(o, s, p); });
        out["kept"] = by_seat(self, [&](int p) { return tidal::kept_profit(o, s, p); });
        out["total"] = by_seat(self, total);
        return out;
    });
    binding::define(m, "breakdown", "state", [](const State& self) {
        const tidal::Options& o = rules_of(self);
        const tidal::State& s = self.state();
        py::dict out;
        out["majority"] = seats_list(s.profit_majority, o.players);
        out["feast"] = seats_list(s.profit_feast, o.players);
        out["character"] = by_seat(self, [&](int p) { return tidal::character_profit(o, s, p); });
        out["kept"] = by_seat(self, [&](int p) { return tidal::kept_profit(o, s, p); });
        out["total"] = by_seat(self, [&](int p) { return tidal::points(o, s, p); });
        out["tower"] = by_seat(self, [&](int p) { return tidal::tower_banners(s, p); });
        out["place"] = by_seat(self, [&](int p) { return tidal::place_of(o, s, p); });
        return out;
    });
}

// --- positions -------------------------------------------------------------------------------------------------

py::dict gate_option(const State& self, int move) {
    const tidal::Options& o = rules_of(self);
    const int gate = (self.state().gate - 1 + move) % o.board.spaces + 1;
    const tidal::Site site = tidal::site_of(o, self.state(), gate);
    py::list order;
    for (const std::uint8_t suit : o.board.quadrants[at(site.quadrant)].order) order.append(int{suit});
    py::list filled;
    for (int d = 0; d < tidal::kDocks; ++d) filled.append((site.filled >> d & 1) != 0);
    py::dict out;
    out["move"] = move;
    out["space"] = gate;
    out["quadrant"] = site.quadrant;
    out["region"] = site.region;
    out["order"] = order;
    out["filled"] = filled;
    out["race"] = by_seat(self, [&](int p) { return tidal::race_steps(o, self.state(), p, gate); });
    return out;
}

void bind_places(py::module_& m) {
    binding::define(m, "dock_for", "state q cards!", [](const State& self, const py::object& q, const Numbers& cards) {
        const tidal::Options& o = rules_of(self);
        const int quadrant = to_quadrant(q);
        const tidal::Site site = {0, quadrant, 0, tidal::filled_docks(self.state(), quadrant)};
        const auto items = kArguments.vector(cards, "cards");
        return binding::array_of<std::int32_t>(
            items.size(), [&](std::size_t i) { return tidal::dock_for(o, site, to_card(items[i])); });
    });
    binding::define(m, "kase_dock", "state q", [](const State& self, const py::object& q) {
        const int quadrant = to_quadrant(q);
        return tidal::kase_dock({0, quadrant, 0, tidal::filled_docks(self.state(), quadrant)});
    });
    binding::define(m, "gate_options", "state", [](const State& self) {
        py::list out;
        for (int move = 1; move <= tidal::kGateMoves; ++move) out.append(gate_option(self, move));
        return out;
    });
    binding::define(m, "unknown", "state p", [](const State& self, const py::object& p) {
        const CardSet cards = tidal::unknown(rules_of(self), self.state(), to_seat("tidal", p, self.players()));
        return binding::array_of<std::uint8_t>(
            tidal::kCards, [&](std::size_t card) { return tidal::has(cards, static_cast<int>(card)); });
    });
}

void bind_previews(py::module_& m) {
    binding::define(m, "sail_preview", "state seat steps!",
                    [](const State& self, const py::object& p, const Numbers& steps) {
                        const int seat = to_seat("tidal", p, self.players());
                        const auto items = kArguments.vector(steps, "steps");
                        binding::Columns table({"steps", "space", "crossings", "stunt", "turned", "fruit"});
                        for (std::size_t i = 0; i < items.size(); ++i) {
                            const tidal::Sail sail = tidal::sail(rules_of(self), self.state(), seat,
                                                                 kArguments.number(items[i], "steps", 1, kMostCount));
                            table.add({sail.steps, sail.space, sail.crossings, sail.stunt, sail.turned, sail.fruit});
                        }
                        py::dict out;
                        table.into(out);
                        return out;
                    });
    binding::define(m, "ability_preview", "state seat cards!",
                    [](const State& self, const py::object& p, const Numbers& cards) {
                        const tidal::Options& o = rules_of(self);
                        const int seat = to_seat("tidal", p, self.players());
                        const tidal::Site site = tidal::site_of(o, self.state(), self.state().gate);
                        const auto items = kArguments.vector(cards, "cards");
                        binding::Columns table({"fruit", "steps", "banners", "place"});
                        for (std::size_t i = 0; i < items.size(); ++i) {
                            const int card = to_card(items[i]);
                            const tidal::Effect effect = tidal::lowest_effect(o, self.state(), site, seat, card);
                            table.add({effect.fruit, effect.sailed.steps, effect.banners, effect.place});
                        }
                        py::dict out;
                        table.into(out);
                        return out;
                    });
    binding::define(
        m, "resolve_bout", "state cards! gate", [](const State& self, const Numbers& cards, const py::object& gate) {
            const int players = self.players();
            const int space = to_gate(self, gate);
            const binding::Rows rows = kArguments.rows(cards, "cards", players);
            binding::Columns ranking({"ranking"});
            binding::Columns lead({"lead"});
            binding::Columns by_seats({"role", "place", "banners", "steps", "space", "crossings", "turned", "fruit"});
            binding::Columns feast({"feast"});
            binding::Columns feast_points({"feast_points"});
            binding::Columns pool({"pool"});
            for (std::size_t i = 0; i < rows.size; ++i) {
                const tidal::Bout bout = read_bout(rows.row(i), rows.columns);
                const tidal::BoutReport report = tidal::report_bout(rules_of(self), self.state(), bout, space);
                for (int p = 0; p < players; ++p) {
                    const tidal::Effect& effect = report.effects[at(p)];
                    ranking.add({report.ranking[at(p)]});
                    by_seats.add({role_of(report, p, players), effect.place, effect.banners, effect.sailed.steps,
                                  space_of(self, p, effect), effect.sailed.crossings, effect.sailed.turned,
                                  effect.fruit});
                    feast_points.add({report.feast_points[at(p)]});
                }
                lead.add({report.ranking[at(players - 1)]});
                feast.add({report.feast});
                pool.add({report.pool});
            }
            py::dict out;
            ranking.into(out, players);
            lead.into(out);
            by_seats.into(out, players);
            feast.into(out);
            feast_points.into(out, players);
            pool.into(out);
            return out;
        });
}

// The functions for one hand: shortcuts, since a call through numpy takes far longer than a kernel.

using namespace binding;
using Given = PyObject* const*;

constexpr int kMostGiven = 9999;

// The rules of a game of the core; nothing for anything else.
const tidal::Options* rules_of(const py::handle& game) {
    const auto* own = own_game<tidal::Tidal>(game);
    return own == nullptr ? nullptr : &own->rules();
}

bool read_card(const py::handle& object, int& card) {
    static const HandReader reader = [] {
        std::vector<std::string> names;
        for (int id = 0; id < tidal::kCards; ++id) names.push_back(tidal::action_text(id));
        return HandReader(names, std::vector<int>(tidal::kCards, 1));
    }();
    return reader.read_kind(object, card);
}
bool read_quadrant(const py::handle& object, int& quadrant) {
    return read_int(object, 0, tidal::kSuits - 1, quadrant) ||
           read_word(object, {tidal::kColours[0], tidal::kColours[1], tidal::kColours[2], tidal::kColours[3]},
                     quadrant);
}

// Reads one item per seat from a list or tuple. False unless there are 2 to 5.
template <class Read>
bool read_by_seat(const py::handle& object, std::size_t& seats, Read&& read) {
    if (!PyList_CheckExact(object.ptr()) && !PyTuple_CheckExact(object.ptr())) return false;
    seats = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(object.ptr()));
    if (seats < 2 || seats > tidal::kMaxSeats) return false;
    for (std::size_t p = 0; p < seats; ++p) {
        if (!read(p, py::handle(PySequence_Fast_GET_ITEM(object.ptr(), static_cast<Py_ssize_t>(p))))) return false;
    }
    return true;
}

py::object strength(Given a, const py::handle&) {
    const tidal::Options* rules = rules_of(a[0]);
    int quadrant = 0;
    int card = 0;
    if (rules == nullptr || !read_quadrant(a[1], quadrant) || !read_card(a[2], card)) return {};
    return py::int_(static_cast<int>(rules->strength[at(quadrant)][at(card)]));
}

py::object rank_bout(Given a, const py::handle&) {
    const tidal::Options* rules = rules_of(a[0]);
    int quadrant = 0;
    tidal::Bout bout{};
    tidal::CardSet seen = 0;
    std::size_t seats = 0;
    const auto read = [&](std::size_t p, const py::handle& item) {
        int card = 0;
        if (!read_card(item, card) || tidal::has(seen, card)) return false;
        seen |= tidal::bit_of(card);
        bout[p] = static_cast<std::int8_t>(card);
        return true;
    };
    if (rules == nullptr || !read_quadrant(a[1], quadrant) || !read_by_seat(a[2], seats, read)) return {};
    const auto ranking = tidal::rank_bout(*rules, quadrant, bout, static_cast<int>(seats));
    return to_list(std::span(ranking).first(seats));
}

template <class Score>
py::object score(const py::handle& object, Score&& score_of) {
    std::array<int, tidal::kMaxSeats> counts{};
    std::array<int, tidal::kMaxSeats> points{};
    std::size_t seats = 0;
    const auto read = [&](std::size_t p, const py::handle& item) { return read_int(item, 0, kMostGiven, counts[p]); };
    if (!read_by_seat(object, seats, read)) return {};
    score_of(std::span<const int>(counts).first(seats), std::span<int>(points));
    return to_list(std::span(points).first(seats));
}

py::object majority_points(Given a, const py::handle&) {
    const tidal::Options* rules = rules_of(a[0]);
    if (rules == nullptr) return {};
    return score(a[1], [&](auto banners, auto points) { tidal::majority_points(rules->majority, banners, points); });
}

py::object feast_points(Given a, const py::handle&) {
    return score(a[0], [](auto fruit, auto points) { tidal::feast_points(fruit, points); });
}

void bind_one(py::module_& m) {
    def_shortcuts(m, {
                         {"strength", "game q card", strength},
                         {"rank_bout", "game q cards", rank_bout},
                         {"majority_points", "game counts", majority_points},
                         {"feast_points", "fruit", feast_points},
                     });
}

}  // namespace

void bind(py::module_& m) {
    binding::bind_action_features<Tidal>(m, tidal::action_layout, tidal::write_action);
    bind_one(m);
    bind_cards(m);
    bind_points(m);
    bind_places(m);
    bind_previews(m);
}

}  // namespace uneri::tidal_binding
