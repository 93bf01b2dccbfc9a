#include "uneri/games/tacta/plain_state.hpp"

#include <algorithm>

#include "uneri/base/archive.hpp"
#include "uneri/games/tacta/data.hpp"
#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {

namespace {

std::vector<int> bits_of(std::uint32_t bits) {
    std::vector<int> list;
    for_each_bit(bits, [&](int bit) { list.push_back(bit); });
    return list;
}

std::vector<PerEnd<int>> pending_of(const Options& o, const State& s) {
    std::vector<PerEnd<int>> pending;
    if (s.phase != kReveal) return pending;
    const int first = kEnds * s.pending_seat + s.pending_end;
    const int last = s.turn == kNone ? kEnds * o.players - 1 : first;
    for (int i = first; i <= last; ++i) pending.push_back({i / kEnds, i % kEnds});
    return pending;
}

}  // namespace

Error bad_field(std::string_view name, const PlainData& value, const std::string& allowed) {
    return Error{"tacta: field '" + std::string(name) + "' is " + shown(value) + "; allowed: " + allowed};
}

Record record_of(const Options& o, const State& s) {
    Record r = record_beside_cards(o, s);
    for (int i = 0; i < s.count; ++i) {
        RecordCard card{s.placed[at(i)], s.placed[at(i)].parent_shape, {}};
        for (int j = 0; j < o.t().shapes_on(card.placed.card); ++j) card.status.push_back(status_of(s, i, j));
        card.placed.covered = 0;
        r.placed.push_back(std::move(card));
    }
    return r;
}

Record record_beside_cards(const Options& o, const State& s) {
    Record r;
    r.phase = s.phase;
    r.round = s.round;
    for (int pool = 0; pool < o.pools(); ++pool) {
        r.pools.emplace_back();
        if (s.phase != kChooseSuit) each_in_pool(o, s, pool, [&](int card) { r.pools.back().push_back(card); });
    }
    r.pending = pending_of(o, s);
    r.turn = s.turn;
    r.starter = s.starter;
    r.passed = bits_of(s.passed);
    for (std::size_t p = 0; p < at(o.players); ++p) {
        r.scores.push_back(s.scores[p]);
        r.ends.push_back({s.ends[p][0], s.ends[p][1]});
        r.hidden.push_back(s.hidden[p]);
        if (s.finish_order[p] != kNone) r.finish_order.push_back(s.finish_order[p]);
        r.handed.push_back(s.handed[p]);
        r.first.push_back({s.first[p][0] != 0, s.first[p][1] != 0});
        const Told told = told_of(o, s, static_cast<int>(p));
        r.told.emplace_back(told.values.begin(), told.values.begin() + told.size);
        r.barred.push_back({bits_of(s.barred[p][0]), bits_of(s.barred[p][1])});
    }
    return r;
}

std::optional<Error> check_raw(const Options& o, const State& s) {
    std::optional<Error> error;
    const auto check = [&](bool good, std::string_view field) {
        if (!good && !error) error = Error{"tacta: field '" + std::string(field) + "' is out of range"};
    };
    const auto within = [](int value, int low, int high) { return value >= low && value <= high; };
    const int n = o.players;
    const int cards = kDeckSize * o.colours;
    check(s.phase <= kOver && (s.phase != kChooseSuit || o.mode == kSabotage), "phase");
    check(s.phase == kOver ? within(s.round, 1, o.most_rounds) : s.round < o.most_rounds, "round");
    check(within(s.count, 1, static_cast<int>(kRoom)), "placed");
    for (int i = 0; i < static_cast<int>(kRoom) && !error; ++i) {
        const Placed& p = s.placed[at(i)];
        if (i >= s.count) {
            check(p == Placed{}, "placed");
            continue;
        }
        check(i == 0 ? p.card == kStart : within(p.card, 0, kDeckSize - 1), "placed");
        check(within(p.colour, kNone, o.colours - 1) && within(p.seat, kNone, n - 1), "placed");
        check(p.orientation < kOrientations && p.parent >= kNone && p.parent_shape >= kNone && p.own_shape >= kNone,
              "placed");
    }
    for (int p = 0; p < kMaxSeats; ++p) {
        const bool plays = p < n;
        check(s.scores[at(p)] <= (plays ? o.most_points(o.rounds) : 0), "scores");
        check(s.hidden[at(p)] <= (plays ? kDeckSize : 0), "hidden");
        check(within(s.finish_order[at(p)], kNone, plays ? n - 1 : kNone), "finish_order");
        const bool chosen = o.mode == kSabotage && plays && s.phase != kChooseSuit;
        check(within(s.handed[at(p)], chosen ? 0 : kNone, plays ? 1 : kNone), "handed");
        for (std::size_t end = 0; end < kEnds; ++end) {
            const int held = s.ends[at(p)][end];
            check(within(held, kNone, plays ? cards - 1 : kNone), "ends");
            check(s.first[at(p)][end] <= (held != kNone ? 1 : 0), "first");
            check((s.barred[at(p)][end] & ~(plays ? kAllCards : 0)) == 0, "barred");
        }
    }
    for (int colour = 0; colour < kMaxColours; ++colour)
        check((s.pool[at(colour)] & ~(colour < o.colours ? kAllCards : 0)) == 0, "pools");
    check(within(s.turn, kNone, n - 1), "turn");
    check(within(s.starter, kNone, n - 1), "starter");
    check(s.passed < 1 << n, "passed");
    const int least = s.phase == kReveal ? 0 : kNone;
    check(within(s.pending_seat, least, s.phase == kReveal ? n - 1 : kNone), "pending");
    check(within(s.pending_end, least, s.phase == kReveal ? 1 : kNone), "pending");
    return error;
}

template <class Visit>
void fields(Placed& card, Visit& visit) {
    visit(card.ax, card.bx, card.ay, card.by, card.colour, card.seat, card.card, card.orientation, card.parent,
          card.parent_shape, card.own_shape);
}

template <class Visit>
void fields(State& s, Visit& visit) {
    visit(s.pool, s.barred, s.scores, s.passed, s.ends, s.first, s.hidden, s.finish_order, s.handed, s.phase, s.round,
          s.turn, s.starter, s.pending_seat, s.pending_end, s.count);
    for (std::size_t i = 0; i < s.count && i < kRoom; ++i) visit(s.placed[i]);
}

namespace {

ByteWriter packed(const State& s) {
    ByteWriter out;
    pack(s, out);
    return out;
}

}  // namespace

void pack(const State& s, ByteWriter& out) { write_fields(s, out); }

Result<State> unpack(const Options& o, ByteReader& in) {
    const Result<State> s = read_fields<State>(kName, in);
    if (!s) return s;
    if (auto error = check_raw(o, *s)) return *std::move(error);
    Result<State> built = build(o, record_of(o, *s), false);
    if (!built) return built;
    // Building drops what plain fields cannot hold (cards outside all decks, gaps in lists). So the bytes must be the
    // same when written again.
    const ByteWriter again = packed(*built);
    const ByteWriter given = packed(*s);
    if (!std::equal(again.bytes().begin(), again.bytes().end(), given.bytes().begin(), given.bytes().end()))
        return Error{"tacta: the state has cards or seats that do not exist"};
    return built;
}

namespace {

// The cell of an open shape by definition: its slot and the footprints with room; 0 if there are none.
int defined_cell(const Options& o, const State& s, int i, int j) {
    const Tables& t = o.t();
    const Pose under = s.placed[at(i)].pose();
    const int slot = slot_of(t, s, i, j);
    unsigned seen = 0;
    unsigned free = 0;
    for (int own = 0; own < static_cast<int>(t.deck.slots.size()); ++own) {
        for (int face = 0; face < 2; ++face) {
            const int number = t.foot_of[at(slot)][at(2 * own + face)];
            if (number < 0 || (seen >> number & 1) != 0) continue;
            seen |= 1u << number;
            if (room(o, s, i, t.joint_pose(under, slot, own, face)) == kLegal) free |= 1u << number;
        }
    }
    return free == 0 ? 0 : slot << t.feet | static_cast<int>(free);
}

bool footprints_fit(const Options& o, const State& s) {
    const Tables& t = o.t();
    std::array<std::uint64_t, kSpotWords> live{};
    for (int i = 0; i < s.count; ++i) {
        for (int j = 0; j < t.shapes_on(s.placed[at(i)].card); ++j) {
            const int spot = spot_of(i, j);
            const bool open = status_of(s, i, j) == kOpen;
            const int cell = open && !t.wide ? defined_cell(o, s, i, j) : 0;
            if (s.cell[at(spot)] != cell) return false;
            if (cell != 0 || (open && t.wide)) live[at(spot / 64)] |= std::uint64_t{1} << (spot % 64);
        }
    }
    return s.live == live;
}

}  // namespace

std::optional<Error> validate(const Options& o, const State& s) {
    if (auto error = check_raw(o, s)) return error;
    const Result<State> built = build(o, record_of(o, s), true);
    if (!built) return Error{built.error()};
    if (*built != s) return Error{"tacta: a derived field is not what it follows from"};
    if (!footprints_fit(o, s)) return Error{"tacta: field 'placed' does not fit the free footprints"};
    return std::nullopt;
}

}  // namespace uneri::tacta
