#include "uneri/games/tacta/plain_state.hpp"

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

}  // namespace uneri::tacta
