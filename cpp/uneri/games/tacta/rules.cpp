#include "uneri/games/tacta/rules.hpp"

#include <algorithm>
#include <tuple>

namespace uneri::tacta {
namespace {

// Makes every deck a set of cards. The ends are then revealed seat by seat, top first (2.2).
void build_decks(const Options& o, State& s) noexcept {
    for (int colour = 0; colour < o.colours; ++colour) s.pool[at(colour)] = o.cards_in_play(s.round);
    for (int seat = 0; seat < o.players; ++seat)
        s.hidden[at(seat)] = static_cast<std::uint8_t>(o.cards_in_round() / o.players);
    s.phase = kReveal;
    s.turn = kNone;
    s.pending_seat = 0;
    s.pending_end = 0;
}

State begin_round(const Options& o, int round, const PerSeat<std::uint16_t>& scores) noexcept {
    State s = empty_table(o);
    s.round = static_cast<std::uint8_t>(round);
    s.scores = scores;
    if (o.mode == kSabotage) {
        s.phase = kChooseSuit;
        s.turn = 0;
    } else {
        build_decks(o, s);
    }
    return s;
}

// Finished colours in order, then the others by the distance from the starting seat to their nearest seat (7).
std::tuple<int, int> finish_rank(const Options& o, const State& s, int colour) noexcept {
    int seats = 0;
    int done = 0;
    int last = 0;
    int nearest = o.players;
    for (int seat = colour; seat < o.players; seat += o.colours) {
        ++seats;
        for (int place = 0; place < o.players; ++place) {
            if (s.finish_order[at(place)] != seat) continue;
            ++done;
            last = std::max(last, place);
        }
        const int start = std::max<int>(s.starter, 0);
        nearest = std::min(nearest, (seat - start + o.players) % o.players);
    }
    // A team finishes with its second deck; in free play the first finished deck ends the round.
    if (done == seats || (o.free_play && done > 0)) return {0, last};
    return {1, nearest};
}

}  // namespace

State initial_state(const Options& o) noexcept { return begin_round(o, 0, {}); }

bool is_legal(const Options& o, const State& s, Action a) noexcept {
    if (s.phase == kReveal || s.phase == kMover) return chance_weight(o, s, a) > 0;
    return explain(o, s, a) == kLegal;
}

void apply_hand_over(const Options& o, State& s, int suit) noexcept {
    s.handed[at(s.turn)] = static_cast<std::int8_t>(suit);
    if (s.turn + 1 < o.players) {
        ++s.turn;
    } else {
        build_decks(o, s);
    }
}

void begin_play(const Options& o, State& s) noexcept {
    if (o.free_play) {
        s.phase = kMover;
        return;
    }
    std::tuple<int, int, int> best{kValues + 1, 0, 0};
    for (int seat = 0; seat < o.players; ++seat) {
        const auto& ends = s.ends[at(seat)];
        const int top = o.t().value[at(card_of(ends[0]))];
        const int bottom = o.t().value[at(card_of(ends[1]))];
        best = std::min(best, {std::min(top, bottom), top + bottom, seat});
        if (o.owner) s.first[at(seat)] = {1, 1};
    }
    s.phase = kPlay;
    s.turn = s.starter = static_cast<std::int8_t>(std::get<2>(best));
}

void bar(const Options& o, State& s) noexcept {
    if (!o.owner) return;
    const CardSet cards = connectable_cards(o, s, s.turn);
    for (std::size_t end = 0; end < kEnds; ++end) {
        if (s.ends[at(s.turn)][end] != kNone) s.barred[at(s.turn)][end] |= cards;
    }
}

bool round_over(const Options& o, const State& s) noexcept {
    unsigned with_cards = 0;
    for (int seat = 0; seat < o.players; ++seat) with_cards |= unsigned{deck_size(s, seat) > 0} << seat;
    if ((with_cards & ~unsigned{s.passed}) == 0) return true;
    return o.free_play && std::popcount(with_cards) < o.players;
}

void end_round(const Options& o, State& s) noexcept {
    const PerSeat<std::uint16_t> before = s.scores;
    int best = 0;
    for (int seat = 0; seat < o.players; ++seat) {
        s.scores[at(seat)] = static_cast<std::uint16_t>(s.scores[at(seat)] + s.dots[at(o.scoring_colour(seat))]);
        best = std::max<int>(best, s.scores[at(seat)]);
    }
    const int finished = s.round + 1;
    const bool last = finished >= o.rounds || (o.target > 0 && best >= o.target);
    const bool tied = std::count(s.scores.begin(), s.scores.begin() + o.colours, best) > 1;
    if (last && !(o.replay && tied && finished < o.most_rounds)) {
        s.phase = kOver;
        s.round = static_cast<std::uint8_t>(finished);
    } else {
        s = begin_round(o, finished, last ? before : s.scores);  // a replayed round does not count
    }
}

unsigned winners(const Options& o, const State& s) noexcept {
    int best = 0;
    for (int colour = 0; colour < o.colours; ++colour) best = std::max<int>(best, s.scores[at(colour)]);
    unsigned colours = 0;
    for (int colour = 0; colour < o.colours; ++colour) colours |= unsigned{s.scores[at(colour)] == best} << colour;
    if (o.first_to_finish) {
        int first = std::countr_zero(colours);
        for_each_bit(colours, [&](int colour) {
            if (finish_rank(o, s, colour) < finish_rank(o, s, first)) first = colour;
        });
        colours = 1u << first;
    }
    unsigned seats = 0;
    for (int seat = 0; seat < o.players; ++seat) seats |= (colours >> o.scoring_colour(seat) & 1u) << seat;
    return seats;
}

}  // namespace uneri::tacta
