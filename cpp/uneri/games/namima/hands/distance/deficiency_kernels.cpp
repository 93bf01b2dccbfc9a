// Deficiencies of single hands and of rows of hands. Built twice: see cpu_dispatch.hpp.
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/hands/distance/least_need.hpp"
#include "uneri/games/namima/hands/distance/sweep.hpp"
#include "uneri/games/namima/hands/row_counts.hpp"

namespace uneri::namima {
namespace {

inline Cards by_kind(const Tables& tables, const Cards& by_part) noexcept {
    const Parts& parts = tables.parts;
    return {parts.to_kind_order(by_part.b0), parts.to_kind_order(by_part.b1), parts.to_kind_order(by_part.b2)};
}

// The least need if it lies in `least` to `most`, else `most + 1`.
inline int search(const Question& q, int least, int most) noexcept {
    const Cards hand = by_kind(q.tables, q.hand);
    const Cards spare = by_kind(q.tables, q.spare);
    const int grown = q.most_grown();
    int found = most + 1;
    for (int c = 0; c <= grown && (c == 0 || q.more(c) < found); ++c) {
        if (!q.possible(c)) continue;
        found = std::min(found, need_within(q.tables.melds, hand, spare, c == 0 ? q.exposed : MeldIds{}, q.size + c,
                                            c == 0 ? 0 : c + 1, least, found - 1));
    }
    return found;
}

// By boards of the parts, for hands without and with exposed melds to lay cards on.
template <class Kind>
Bounds bounds(const Question& q, bool few, int most, const Query& query, bool every = false) noexcept {
    const int grown = q.most_grown();
    const int least_grown = q.least_grown(grown);
    if (least_grown > grown || work_of_thread().over()) return {std::min(query.upper, kNever), kNever};
    const unsigned gone = q.gone();
    bool fills = false;
    for (unsigned parts = q.all_parts() & ~occupied(q.hand) & ~gone; few && !fills && parts != 0; parts &= parts - 1)
        fills = q.needs.type_of[static_cast<std::size_t>(low_bit(parts))]->robust;
    const Reach<Kind> reach{q.needs, few, most, nullptr};
    const auto search_to = [&](int from, int to, const Bounds& start) {
        return NeedSearch<Kind>{q, reach, from, to, fills, every, query.good_enough, start};
    };
    const Covers* const left_out = every ? nullptr : &q.needs.covers;
    const int from = q.exposed.empty() ? least_grown : 0;
    NeedSearch<Kind> need_search = search_to(from, q.exposed.empty() ? grown : 0, {query.upper, kNever, left_out});
    if (q.exposed.empty()) {
        need_search.run(q.hand, q.spare, gone, 0);
        need_search.bound_from_below(0);
        return need_search.bounds;
    }
    LayOffs layoffs(q);
    need_search.reach.laid = &layoffs.laid;
    if (least_grown == 0) {
        layoffs.each([&](const Cards& hand, const Cards& spare, int lacking, unsigned touched) {
            need_search.run(hand, spare, gone | touched, lacking);
        });
    }
    need_search.bound_from_below(layoffs.skipped);
    Bounds out = need_search.bounds;
    if (layoffs.overflow) out.lower = 0;
    if (grown > 0 && out.upper > std::max(q.more(1), query.good_enough)) {
        NeedSearch<Kind> more = search_to(1, grown, {out.upper, kNever});
        more.run(q.hand, q.spare, gone, 0);
        more.bound_from_below(0);
        out.upper = more.bounds.upper;
        out.lower = std::min(out.lower, more.bounds.lower);
    }
    return out;
}

// The least need; kNever if there is none. An exact search decides what the boards leave open.
inline int least_need(const Question& q, const Query& query) noexcept {
    constexpr int kMost = kBoardSide - 1;  // the most that narrow boards can tell
    Bounds b{query.upper, 0};
    const auto known = [&](const Bounds& found, int most) {
        b = {std::min(b.upper, found.upper), std::max(found.lower, b.lower), found.left_out};
        b.lower = std::min(b.upper, b.lower);
        return b.upper <= query.good_enough || (b.lower == b.upper && b.upper <= most + 1);
    };
    const auto better = [&] { return Query{std::max(query.good_enough, b.lower), b.upper}; };
    const bool first = known(bounds<Narrow>(q, true, kMost, query), kMost);
    bool trusted = b.upper <= query.good_enough || q.trusted(b.upper, b.left_out);
    if (first && trusted) return b.upper;
    const bool every = !trusted && b.upper <= kBoardSide;  // else wide boards are needed in any case
    if (every) {
        b.lower = 0;
        if (known(bounds<Narrow>(q, true, kMost, better(), true), kMost)) return b.upper;
        trusted = true;
    }
    if (trusted && b.lower <= kMost) {
        if (known(bounds<Narrow>(q, false, kMost, better(), every), kMost)) return b.upper;
        const int most = std::min(kMost, b.upper - 1);
        const int found = search(q, b.lower, most);
        if (found <= most || b.upper <= kBoardSide) return std::min(found, b.upper);
    }
    b.lower = trusted ? kBoardSide : 0;
    if (known(bounds<Broad>(q, false, Wide::kRows - 1, better()), kNever)) return b.upper;
    const int most = std::min(b.upper - 1, q.size + q.most_grown());
    const int found = search(q, b.lower, most);
    return found <= most ? found : b.upper;
}

// The cards that the hand can still get.
inline Cards spare_of(const Tables& tables, const Cards& hand, MeldIds exposed, const Cards& visible) noexcept {
    Cards spare = tables.deck - hand;
    for (const std::uint16_t id : exposed) spare -= tables.parts.meld(id);
    return visible.empty() ? spare : spare - (spare & visible);
}

// The least need of a target of `size` cards, or of a larger one if the hand grows: by c cards with c + 1 new melds
// (11.4).
//
// Both deficiencies have this form. At rest `size` is one more than the number of cards in hand; in ACT it is that
// number. The latter covers all options in ACT. Discarding k keeps each target without that k. A target that needs all
// cards and c > 0 more has c + 1 melds, one of which is already complete and can be exposed by a self-call. After a
// self-call of m, a target of the rest and m form a target of the whole hand, in which m and its lay-offs are a new
// meld.
inline int deficiency_of(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                         bool drawn, const Query& query) noexcept {
    return least_need({tables, tables.needs(), hand, spare_of(tables, hand, exposed, visible), exposed,
                       hand.total() + (drawn ? 0 : 1), growth},
                      query);
}

// The hand with one more card, taken from the spare cards.
inline Question with(const Question& q, int bit) noexcept {
    Question more = q;
    more.hand += Cards::of(bit);
    more.spare -= Cards::of(bit);
    return more;
}

// 11.6, for a hand at rest with deficiency `now`, kind by kind; bits in part order.
inline std::uint64_t acceptance(const Question& q, int now) noexcept {
    std::uint64_t accepted = 0;
    for (std::uint64_t left = now == kNever ? 0 : q.spare.some(); left != 0; left &= left - 1) {
        if (least_need(with(q, low_bit(left)), {now - 1, now}) < now) accepted |= left & (~left + 1);
    }
    return accepted;
}
// Calls ask(sweep) for targets that lack at most `most` cards. If there are too many targets, it lowers the limit, but
// not below `fewest`. It may call ask several times; only the last answer counts. False: no answer counts.
template <class Ask>
inline bool run_sweep(const Question& q, SweepRoom* room, int fewest, int most, Ask&& ask) noexcept {
    // Kinds to track from the start. Kinds without a meld of only their own are seldom scarce (SpareShortage), but then
    // often matter. Of the other kinds, those with few spare cards.
    std::uint64_t tracked_kinds = ~(q.spare.thrice() & q.tables.sweeps().some_alike);
    while (most >= fewest && work_of_thread().pass(1)) {
        Sweep& sweep = *new (room->sweep) Sweep(q, most, tracked_kinds, room->slots);
        const bool done = sweep.run();
        work_of_thread().pass(sweep.steps());
        if (done) ask(sweep);
        if (sweep.unclear() != 0) {
            tracked_kinds |= sweep.unclear();
        } else if (done) {
            return true;
        } else {
            --most;
        }
    }
    return false;
}
inline SweepRoom* sweep_room_for(const Tables& tables) noexcept {
    return tables.sweeps().ready() ? sweep_room() : nullptr;
}
// For a hand at rest. If melds cross, one sweep is faster than a search per kind, and than the search for what boards
// leave open. It is much faster if many cards are lacking.
inline Sweep::Answer at_rest(const Question& q, const Query& query) noexcept {
    SweepRoom* const room = sweep_room_for(q.tables);
    if (room != nullptr) {
        const auto [upper, lower, left_out] = bounds<Narrow>(q, true, kBoardSide - 1, query);
        const int most = std::min(upper, kMostLacking);
        Sweep::Answer answer;
        if (run_sweep(q, room, std::clamp(lower, 1, most), most, [&](Sweep& sweep) { answer = sweep.whole(); }) &&
            answer.least != kNever)
            return answer;
    }
    const int now = least_need(q, query);
    return {now, acceptance(q, now)};
}
inline std::uint64_t accepted_kinds(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                    const Cards& visible) noexcept {
    const Question q{tables,  tables.needs(),   hand,  spare_of(tables, hand, exposed, visible),
                     exposed, hand.total() + 1, growth};
    return tables.parts.to_kind_order(at_rest(q, {}).accepted);
}

// 11.8. Unless `all`, rows with more than the least deficiency may be missing.
inline DiscardTable discards(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                             bool all) noexcept {
    const Question drawn{tables,  tables.needs(), hand,  spare_of(tables, hand, exposed, visible),
                         exposed, hand.total(),   growth};
    DiscardTable table;
    std::array<Sweep::Answer, 64> known;  // by bit
    bool doubts = false;                  // may a number that is not known be the least?
    SweepRoom* const room = sweep_room_for(tables);
    // Some target lacks at most `reached` cards. A sweep finds the least number itself.
    const Bounds b = room == nullptr ? Bounds{} : bounds<Narrow>(drawn, true, kBoardSide - 1, {});
    const int reached = std::max(1, b.upper);
    if (room != nullptr && drawn.trusted(b.upper, b.left_out))
        table.fewest = std::min(std::min(b.lower, b.upper), kBoardSide);  // narrow boards tell no more
    if (reached < kMostLacking) {
        // Most discards cost at most one card. If that allows too many targets, many discards cost nothing.
        const auto ask = [&](Sweep& sweep) {
            sweep.discards(
                [&](int bit, const Sweep::Answer& answer) { known[static_cast<std::size_t>(bit)] = answer; });
            doubts = sweep.has_doubts();
        };
        const int most = all ? std::min(reached + 1, kMostLacking - 1) : reached;
        if (!run_sweep(drawn, room, reached, most, ask)) known.fill({});
    }
    int found = kNever;
    for (const Sweep::Answer& answer : known) found = std::min(found, answer.least);
    int least = kNever;  // over all discards; not known yet
    for (std::uint64_t kinds = tables.parts.to_kind_order(hand.some()); kinds != 0; kinds &= kinds - 1) {
        const int kind = low_bit(kinds);
        Question rest = drawn;
        rest.hand -= Cards::of(tables.parts.bit_of(kind));
        Sweep::Answer& answer = known[static_cast<std::size_t>(tables.parts.bit_of(kind))];
        if (answer.least == kNever) {
            if (!all && found != kNever && (!doubts || least_need(rest, {found, found + 1}) > found)) continue;
            if (least == kNever) least = std::max(1, least_need(drawn, {}));
            answer = at_rest(rest, {least, kNever});
        }
        DiscardRow& row = table.rows[static_cast<std::size_t>(table.size++)];
        row.kind = static_cast<std::uint8_t>(kind);
        row.deficiency = static_cast<std::uint8_t>(answer.least);
        row.acceptance = tables.parts.to_kind_order(answer.accepted);
        row.copies = static_cast<std::uint16_t>(rest.spare.only(answer.accepted).total());
    }
    return table;
}

namespace rows {

// Calls visit(i, hand, exposed, visible) for every row.
template <class Visit>
inline void each_row(const Tables& tables, const Rows& rows, const std::uint8_t* visible, Visit&& visit) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        visit(i, load_row(tables, rows.counts + i * kinds), rows.exposed_of(i),
              visible == nullptr ? Cards{} : load_row(tables, visible + i * kinds));
    }
}

inline void deficiency(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible, bool drawn,
                       std::uint8_t* out) noexcept {
    each_row(tables, rows, visible, [&](std::size_t i, const Cards& hand, MeldIds exposed, const Cards& seen) {
        out[i] = static_cast<std::uint8_t>(deficiency_of(tables, hand, exposed, growth, seen, drawn, {}));
    });
}

inline void acceptance(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                       std::uint64_t* out) noexcept {
    each_row(tables, rows, visible, [&](std::size_t i, const Cards& hand, MeldIds exposed, const Cards& seen) {
        out[i] = accepted_kinds(tables, hand, exposed, growth, seen);
    });
}

inline void discard_table(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                          std::uint8_t* deficiencies, std::uint16_t* copies) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    each_row(tables, rows, visible, [&](std::size_t i, const Cards& hand, MeldIds exposed, const Cards& seen) {
        for (std::size_t k = 0; k < kinds; ++k) {
            deficiencies[i * kinds + k] = kNever;
            copies[i * kinds + k] = 0;
        }
        const DiscardTable table = discards(tables, hand, exposed, growth, seen, true);
        for (const DiscardRow& row : table) {
            deficiencies[i * kinds + row.kind] = row.deficiency;
            copies[i * kinds + row.kind] = row.copies;
        }
    });
}

}  // namespace rows

}  // namespace

const DistanceKernels UNERI_KERNELS(kDistance) = {deficiency_of,    accepted_kinds,   discards,
                                                  rows::deficiency, rows::acceptance, rows::discard_table};

}  // namespace uneri::namima
