#include "uneri/games/namima/rules.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "uneri/base/cpu.hpp"
#include "uneri/games/namima/match.hpp"

namespace uneri::namima {
namespace {

// The lay-offs that the seat in ACT can make, in order of ids, each once (N-5.3).
void list_layoffs(const Options& o, const State& s, ActionList& out) noexcept {
    const Cards& hand = s.hand_of(s.to_act);
    const Exposed& exposed = s.exposed_of(s.to_act);
    if (exposed.empty() || hand.total() < 3) return;
    const auto& all = o.melds->layoffs();
    std::array<std::uint64_t, kMaxLayoffs / 64> found;  // bits by id; the words first..last of it
    std::size_t first = found.size();
    std::size_t last = 0;
    for (const std::uint16_t meld : exposed.ids()) {
        for (const std::uint16_t id : o.melds->layoffs_on(meld)) {
            if (hand.count(all[id].kind) == 0) continue;
            const std::size_t word = id / 64u;
            if (first > last) {
                first = last = word;
                found[word] = 0;
            }
            while (word < first) found[--first] = 0;
            while (word > last) found[++last] = 0;
            found[word] |= std::uint64_t{1} << (id % 64u);
        }
    }
    for (std::size_t word = first; word <= last && first < found.size(); ++word) {
        for_each_bit(found[word], [&](int bit) { out.push_back(o.ids.layoff + static_cast<Action>(64 * word) + bit); });
    }
}

void list_act(const Options& o, const State& s, ActionList& out) noexcept {
    const int seat = s.to_act;
    const Cards& hand = s.hand_of(seat);
    const MeldIndex::Within within(*o.index, hand);
    if (can_win(o, s, within)) out.push_back(kWin);
    if (s.has_declared(seat)) return out.push_back(kDiscard + s.drawn);  // N-9.3
    hand.each([&](int kind, int) { out.push_back(kDiscard + kind); });
    within.each(hand.total() - 1, [&](int meld) { out.push_back(o.ids.meld + meld); });
    list_layoffs(o, s, out);
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
    MeldIndex::Within(*o.index, hand).any_holding(s.claim, total, [&](int meld) {
        out.push_back(o.ids.meld + meld);
        return false;
    });
}

}  // namespace

UNERI_HOT_CLONES void legal_actions(const Options& o, const State& s, ActionList& out) noexcept {
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
            if (calls_of(o, s, s.to_act, s.claim).win) out.push_back(kWin);
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
    const auto ask = [&](int asked) {
        s.phase = phase;
        s.to_act = static_cast<std::int8_t>(asked);
    };
    unsigned known = 0;  // seats of which it is known whether they can make a meld
    unsigned melding = 0;
    if (phase == kWon) {
        for (int asked = o.next(seat); asked != s.turn; asked = o.next(asked)) {
            const Calls calls = calls_of(o, s, asked, s.claim);
            if (calls.win) return ask(asked);
            known |= 1u << asked;
            melding |= static_cast<unsigned>(calls.meld) << asked;
        }
        phase = kMe;
        seat = s.turn;
    }
    for (int asked = o.next(seat); asked != s.turn; asked = o.next(asked)) {
        const bool can = (known >> asked & 1) != 0 ? (melding >> asked & 1) != 0 : can_meld_with(o, s, asked, s.claim);
        if (can) return ask(asked);
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

UNERI_HOT_CLONES void apply(const Options& o, State& s, Action a) noexcept {
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

UNERI_HOT_CLONES Action chance_pick(const State& s, Weight u) noexcept {
    if (s.phase == kSeatDraw) return static_cast<Action>(u);
    auto left = static_cast<int>(u);
    for (std::uint64_t kinds = s.wall.some(); kinds != 0; kinds &= kinds - 1) {
        const int kind = std::countr_zero(kinds);
        left -= s.wall.count(kind);
        if (left < 0) return kind;
    }
    return 0;  // not reached: u < the cards of the wall
}

unsigned winners(const Options& o, const State& s) noexcept {
    const std::int32_t most = *std::max_element(s.score.begin(), s.score.begin() + o.players);
    unsigned seats = 0;
    for (int p = 0; p < o.players; ++p)
        seats |= static_cast<unsigned>(s.score[static_cast<std::size_t>(p)] == most) << p;
    return seats;
}

}  // namespace uneri::namima
