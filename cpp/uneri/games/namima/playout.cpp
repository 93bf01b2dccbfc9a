#include "uneri/games/namima/playout.hpp"

#include "uneri/games/namima/calls.hpp"
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/rules.hpp"
#include "uneri/games/namima/turns.hpp"

namespace uneri::namima {
namespace {

PlayoutCache::OfSeat cache_of_seat(const Options& o, const State& s, int seat) noexcept {
    return {o.neighbours->touch(s.hand_of(seat)), laid_kinds(o, s.exposed_of(seat))};
}

// Is a win with one more card of the kind impossible? True is certain, false is not.
bool rules_out(const Options& o, const PlayoutCache::OfSeat& note, int kind) noexcept {
    return !o.neighbours->may_join(note.touch.bare & ~note.laid, kind);
}

struct FromCache {
    const Options& o;
    const State& s;
    PlayoutCache& cache;

    Calls calls(int seat) const noexcept {
        const PlayoutCache::OfSeat& n = cache.of(seat);
        const bool touches = (n.touch.callable >> s.claim & 1) != 0;
        const bool may_win =
            (touches || (o.rules().won_by_layoff && (n.laid >> s.claim & 1) != 0)) && !rules_out(o, n, s.claim);
        return {may_win && calls_of(o, s, seat, s.claim).win, touches && can_meld(seat)};
    }
    bool can_meld(int seat) const noexcept {
        if ((cache.of(seat).touch.callable >> s.claim & 1) == 0 || s.has_declared(seat)) return false;
        return s.hand_of(seat).total() >= o.neighbours->enough() || can_meld_with(o, s, seat, s.claim);
    }
    void drawn() const noexcept { cache.apart = true; }
    void changed(int seat) const noexcept {
        cache.seats[static_cast<std::size_t>(seat)] = cache_of_seat(o, s, seat);
        cache.apart = false;
    }
    void all_changed() const noexcept {
        for (int seat = 0; seat < o.players; ++seat) changed(seat);
    }
};

bool may_win(const Options& o, const State& s, const PlayoutCache& cache) noexcept {
    const PlayoutCache::OfSeat& n = cache.of(s.to_act);
    if (!cache.apart) return (n.touch.bare & ~n.laid) == 0;
    return ((n.touch.callable | n.laid) >> s.drawn & 1) != 0 && !rules_out(o, n, s.drawn);
}

Action pick_from_list(const Options& o, const State& s, SplitMix64& rng) noexcept {
    ActionList list;
    legal_actions(o, s, list);
    return list[static_cast<std::size_t>(rng.below(list.size()))];
}

Action pick_in_act(const Options& o, const State& s, const PlayoutCache& cache, SplitMix64& rng) noexcept {
    const Cards& hand = s.hand_of(s.to_act);
    const Exposed& exposed = s.exposed_of(s.to_act);
    const bool declared = s.has_declared(s.to_act);
    if (o.riichi && !declared && exposed.empty() && !s.wall.empty() &&
        o.neighbours->may_wait(o.neighbours->touch(hand).bare))
        return pick_from_list(o, s, rng);
    const MeldIndex::Within within(*o.index, hand);
    const int wins = may_win(o, s, cache) && can_win(o, s, within) ? 1 : 0;
    const std::uint64_t kinds = hand.some();
    const int discards = declared ? 1 : std::popcount(kinds);
    const int most = hand.total() - 1;
    const int melds = declared ? 0 : within.count(most);
    const bool lays = !declared && (cache.of(s.to_act).laid & kinds) != 0;
    const auto pick = [&](int layoffs) {
        return static_cast<int>(rng.below(static_cast<std::uint64_t>(wins + discards + melds + layoffs))) - wins;
    };
    const auto common = [&](int u) -> Action {
        if (u < 0) return kWin;
        if (u < discards) return kDiscard + (declared ? s.drawn : select_bit(kinds, static_cast<unsigned>(u)));
        return o.ids.meld + within.at(most, u - discards);
    };
    if (!lays) return common(pick(0));
    const LayoffSet layoffs(o, hand, exposed);
    const int u = pick(layoffs.count());
    return u < discards + melds ? common(u) : o.ids.layoff + layoffs.at(u - discards - melds);
}

Action pick_in_me(const Options& o, const State& s, SplitMix64& rng) noexcept {
    Cards hand = s.hand_of(s.to_act);
    const int most = s.has_declared(s.to_act) ? 0 : hand.total();
    hand.add(s.claim);
    const MeldIndex::Within within(*o.index, hand);
    const auto u = static_cast<int>(rng.below(static_cast<std::uint64_t>(1 + within.count(most, s.claim))));
    return u == 0 ? kPass : o.ids.meld + within.at(most, s.claim, u - 1);
}

}  // namespace

PlayoutCache make_playout_cache(const Options& o, const State& s) noexcept {
    PlayoutCache cache;
    if (s.phase < kDraw || s.phase == kOver) return cache;
    for (int seat = 0; seat < o.players; ++seat)
        cache.seats[static_cast<std::size_t>(seat)] = cache_of_seat(o, s, seat);
    return cache;
}

Action pick_action(const Options& o, const State& s, const PlayoutCache& cache, SplitMix64& rng) noexcept {
    switch (s.phase) {
        case kAct: return pick_in_act(o, s, cache, rng);
        case kMe: return pick_in_me(o, s, rng);
        default: return pick_from_list(o, s, rng);
    }
}

void apply(const Options& o, State& s, Action a, PlayoutCache& cache) noexcept {
    Turns<FromCache>(o, s, {o, s, cache}).apply(a);
}

}  // namespace uneri::namima
