#include "uneri/games/namima/rules.hpp"

#include <algorithm>

#include "uneri/games/namima/match.hpp"

namespace uneri::namima {
namespace {

// Visits the lay-offs that the seat in ACT can make, in order of ids, each once (N-5.3).
template <class Visit>
void each_layoff(const Options& o, const State& s, Visit&& visit) {
    const Cards& hand = s.hand_of(s.to_act);
    const Exposed& exposed = s.exposed_of(s.to_act);
    if (exposed.empty() || hand.total() < 3) return;
    const auto& all = o.melds->layoffs();
    Action last = -1;
    while (true) {  // the next id above `last` over all exposed melds: they are few
        Action next = -1;
        for (const std::uint16_t meld : exposed.ids()) {
            for (const std::uint16_t id : o.melds->layoffs_on(meld)) {
                const bool held = hand.count(all[id].kind) > 0;
                if (held && id > last && (next < 0 || id < next)) next = id;
            }
        }
        if (next < 0) return;
        visit(next);
        last = next;
    }
}

void list_act(const Options& o, const State& s, ActionList& out) noexcept {
    const int seat = s.to_act;
    const Cards& hand = s.hand_of(seat);
    if (can_win(o, s)) out.push_back(kWin);
    if (s.has_declared(seat)) return out.push_back(kDiscard + s.drawn);  // N-9.3
    hand.each([&](int kind, int) { out.push_back(kDiscard + kind); });
    const int total = hand.total();
    o.index->each_within(hand, [&](int meld) {
        if ((*o.melds)[meld].size < total) out.push_back(o.ids.meld + meld);
    });
    each_layoff(o, s, [&](Action id) { out.push_back(o.ids.layoff + id); });
    if (!o.riichi || !s.exposed_of(seat).empty() || s.wall.empty()) return;
    hand.each([&](int kind, int) {
        if (can_declare(o, s, kind)) out.push_back(o.ids.riichi + kind);
    });
}

void list_me(const Options& o, const State& s, ActionList& out) noexcept {
    Cards hand = s.hand_of(s.to_act);
    const int total = hand.total();
    if (s.has_declared(s.to_act)) return;
    hand.add(s.claim);
    o.index->each_holding(hand, s.claim, [&](int meld) {
        if ((*o.melds)[meld].size <= total) out.push_back(o.ids.meld + meld);
    });
}

}  // namespace

void legal_actions(const Options& o, const State& s, ActionList& out) noexcept {
    out.clear();
    switch (s.phase) {
        case kSeatDraw:
            for (Action seat = 0; seat < o.players; ++seat) out.push_back(seat);
            return;
        case kDeal:
        case kDraw: s.wall.each([&](int kind, int) { out.push_back(kind); }); return;
        case kAct: return list_act(o, s, out);
        case kWon:
            out.push_back(kPass);
            if (can_win_with(o, s, s.to_act, s.claim)) out.push_back(kWin);
            return;
        case kMe: out.push_back(kPass); return list_me(o, s, out);
        case kOver: return;
    }
}

namespace {

bool within(Action a, Action first, int count) noexcept { return a >= first && a < first + count; }

bool is_legal_in_act(const Options& o, const State& s, Action a) noexcept {
    const Melds& melds = *o.melds;
    const int seat = s.to_act;
    const Cards& hand = s.hand_of(seat);
    if (a == kWin) return can_win(o, s);
    if (within(a, kDiscard, melds.kinds())) {
        return s.has_declared(seat) ? a == kDiscard + s.drawn : hand.count(a - kDiscard) > 0;
    }
    if (s.has_declared(seat)) return false;
    if (within(a, o.ids.meld, melds.size())) {
        const Meld& meld = melds[a - o.ids.meld];
        return hand.contains(meld.cards) && hand.total() > meld.size;
    }
    if (within(a, o.ids.layoff, static_cast<int>(melds.layoffs().size()))) {
        const Layoff& layoff = melds.layoffs()[static_cast<std::size_t>(a - o.ids.layoff)];
        return s.exposed_of(seat).has(layoff.source) && hand.count(layoff.kind) > 0 && hand.total() >= 3;
    }
    if (!within(a, o.ids.riichi, melds.kinds())) return false;
    const int kind = a - o.ids.riichi;
    return o.riichi && s.exposed_of(seat).empty() && !s.wall.empty() && hand.count(kind) > 0 && can_declare(o, s, kind);
}

bool is_legal_in_me(const Options& o, const State& s, Action a) noexcept {
    if (a == kPass) return true;
    if (!within(a, o.ids.meld, o.melds->size()) || s.has_declared(s.to_act)) return false;
    const Meld& meld = (*o.melds)[a - o.ids.meld];
    if (meld.cards.count(s.claim) == 0) return false;
    Cards own = meld.cards;
    own.remove(s.claim);
    return s.hand_of(s.to_act).contains(own) && s.hand_of(s.to_act).total() >= meld.size;
}

}  // namespace

bool is_legal(const Options& o, const State& s, Action a) noexcept {
    switch (s.phase) {
        case kSeatDraw: return a >= 0 && a < o.players;
        case kDeal:
        case kDraw: return a >= 0 && a < o.melds->kinds() && s.wall.count(a) > 0;
        case kAct: return is_legal_in_act(o, s, a);
        case kWon: return a == kPass || (a == kWin && can_win_with(o, s, s.to_act, s.claim));
        case kMe: return is_legal_in_me(o, s, a);
        case kOver: break;
    }
    return false;
}

// --- transitions -----------------------------------------------------------------------------------------------

namespace {

// N-5.2; an empty wall ends the game (N-6.3).
void start_turn(const Options& o, State& s, int seat) noexcept {
    s.turn = static_cast<std::int8_t>(seat);
    s.claim = s.drawn = s.to_act = -1;
    if (s.wall.empty()) return exhaust(o, s);
    s.phase = kDraw;
}

// N-5.6: the next seat to ask after `seat`, in WON and then in ME; none: the next turn.
void ask_after(const Options& o, State& s, Phase phase, int seat) noexcept {
    for (; phase <= kMe; phase = static_cast<Phase>(phase + 1), seat = s.turn) {
        for (int asked = o.next(seat); asked != s.turn; asked = o.next(asked)) {
            const bool can = phase == kWon ? can_win_with(o, s, asked, s.claim) : can_meld_with(o, s, asked, s.claim);
            if (!can) continue;
            s.phase = phase;
            s.to_act = static_cast<std::int8_t>(asked);
            return;
        }
    }
    start_turn(o, s, o.next(s.turn));
}

void discard(const Options& o, State& s, int kind) noexcept {
    s.hand_of(s.turn).remove(kind);
    s.thrown[static_cast<std::size_t>(s.turn)].add(kind);
    s.lying.add(kind);
    s.drawn = -1;
    s.claim = static_cast<std::int8_t>(kind);
    if (o.dora && s.dora < 0 && s.turn == s.dealer) s.dora = static_cast<std::int8_t>(o.rules().colour_of(kind));
    ask_after(o, s, kWon, s.turn);
}

void act(const Options& o, State& s, Action a) noexcept {
    if (a == kWin) return win(o, s, s.turn);
    if (a < o.ids.meld) return discard(o, s, a - kDiscard);
    if (a >= o.ids.riichi) {
        s.declared = static_cast<std::uint8_t>(s.declared | 1u << s.turn);
        return discard(o, s, a - o.ids.riichi);
    }
    if (a >= o.ids.layoff) {
        const Layoff& layoff = o.melds->layoffs()[static_cast<std::size_t>(a - o.ids.layoff)];
        s.hand_of(s.turn).remove(layoff.kind);
        return s.exposed_of(s.turn).replace(layoff.source, layoff.target);
    }
    s.hand_of(s.turn) -= (*o.melds)[a - o.ids.meld].cards;
    s.exposed_of(s.turn).add(a - o.ids.meld);
    start_turn(o, s, o.next(s.turn));
}

void call(const Options& o, State& s, int meld) noexcept {
    Cards own = (*o.melds)[meld].cards;
    own.remove(s.claim);
    s.hand_of(s.to_act) -= own;
    s.exposed_of(s.to_act).add(meld);
    s.lying.remove(s.claim);
    start_turn(o, s, o.next(s.turn));  // N-5.9
}

}  // namespace

State initial_state(const Options& o) noexcept {
    State s;
    s.wall = o.melds->deck();
    if (o.first_seat >= 0) start_game(o, s, o.first_seat);
    return s;
}

void apply(const Options& o, State& s, Action a) noexcept {
    switch (s.phase) {
        case kSeatDraw: return start_game(o, s, a);
        case kDeal: return deal_card(o, s, a);
        case kDraw:
            s.wall.remove(a);
            s.hand_of(s.turn).add(a);
            s.drawn = static_cast<std::int8_t>(a);
            s.to_act = s.turn;
            s.phase = kAct;
            return;
        case kAct: return act(o, s, a);
        case kWon:
            if (a == kPass) return ask_after(o, s, kWon, s.to_act);
            s.lying.remove(s.claim);
            s.hand_of(s.to_act).add(s.claim);
            return win(o, s, s.to_act);
        case kMe: return a == kPass ? ask_after(o, s, kMe, s.to_act) : call(o, s, a - o.ids.meld);
        case kOver: return;
    }
}

Action chance_pick(const State& s, Weight u) noexcept {
    if (s.phase == kSeatDraw) return static_cast<Action>(u);
    Action picked = 0;
    auto left = static_cast<int>(u);
    bool found = false;
    s.wall.each([&](int kind, int count) {
        if (!found && left < count) {
            picked = kind;
            found = true;
        }
        if (!found) left -= count;
    });
    return picked;
}

unsigned winners(const Options& o, const State& s) noexcept {
    const std::int32_t most = *std::max_element(s.score.begin(), s.score.begin() + o.players);
    unsigned seats = 0;
    for (int p = 0; p < o.players; ++p)
        seats |= static_cast<unsigned>(s.score[static_cast<std::size_t>(p)] == most) << p;
    return seats;
}

}  // namespace uneri::namima
