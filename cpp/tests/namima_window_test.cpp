// Compares call windows (N-5.6) with lists made from the definitions: which seats are asked for what, and in which of
// the two orders. In play from the start, with the cache, and in worlds, whose hands differ.
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

using Question = std::pair<Phase, int>;  // the phase, and the seat asked

Namima game_of(int variant, int players, bool won_first, bool won_by_layoff) {
    RuleSet rules = built_in(variant);
    rules.won_first = won_first;
    rules.won_by_layoff = won_by_layoff;
    return *Namima::make(PlainData(PlainData::Map{
        {"variant", ruleset_value(rules)}, {"players", players}, {"games", 1}, {"riichi", true}, {"dora", true}}));
}

bool can_make_a_meld(const Namima& game, State s, int seat) {
    s.phase = kMe;
    s.to_act = static_cast<std::int8_t>(seat);
    const Options& o = game.rules();
    for (int m = 0; m < o.melds->size(); ++m) {
        if (game.is_legal(s, o.ids.meld + m)) return true;
    }
    return false;
}

// The questions of the window for a discard of `kind`, if all seats pass. `s` is any state in it.
std::vector<Question> window_of(const Namima& game, State s, int kind) {
    const Options& o = game.rules();
    s.claim = static_cast<std::int8_t>(kind);
    std::vector<Question> by_seat;
    for (int seat = o.next(s.turn); seat != s.turn; seat = o.next(seat)) {
        if (can_win_with(o, s, seat, kind)) by_seat.emplace_back(kWon, seat);
        if (can_make_a_meld(game, s, seat)) by_seat.emplace_back(kMe, seat);
    }
    if (!o.rules().won_first) return by_seat;
    std::vector<Question> by_call;
    for (const Phase phase : {kWon, kMe}) {
        for (const Question& question : by_seat) {
            if (question.first == phase) by_call.push_back(question);
        }
    }
    return by_call;
}

bool in_window(const State& s) { return s.phase == kWon || s.phase == kMe; }

// The questions that follow from question `s` if all seats pass.
std::vector<Question> questions_from(const Namima& game, State s) {
    std::vector<Question> met;
    while (in_window(s)) {
        met.emplace_back(s.phase, s.to_act);
        game.apply(s, kPass);
    }
    return met;
}

// A random discard, or another action if there is none. Mostly passes when asked, since a call ends the window early.
Action choose(const Namima& game, const State& s, SplitMix64& rng) {
    Namima::Actions list;
    game.legal_actions(s, list);
    if (in_window(s) && rng.below(4) != 0) return kPass;
    return list[rng.below(list.size())];
}

struct Tally {
    int mixed = 0;  // windows in which a seat can make a meld before another can win
    int both = 0;   // seats asked for both
};

void check_window(const Namima& game, const State& before, const State& s, Action a, Tally& tally) {
    const Options& o = game.rules();
    const int kind = a >= o.ids.riichi ? a - o.ids.riichi : a - kDiscard;
    State rest = before;
    rest.hand_of(rest.turn).remove(kind);
    const std::vector<Question> window = window_of(game, rest, kind);
    CHECK(questions_from(game, s) == window);
    bool meld = false;
    for (std::size_t i = 0; i < window.size(); ++i) {
        if (i > 0 && window[i].second == window[i - 1].second) ++tally.both;
        if (window[i].first == kWon && meld) {
            ++tally.mixed;
            break;
        }
        meld = window[i].first == kMe;
    }
}

// In a world, the following questions are the rest of its own window. The current question stays, whatever the sampled
// hand can do.
void check_world(const Namima& game, const State& s, SplitMix64& rng) {
    const auto seat = static_cast<int>(rng.below(static_cast<std::uint64_t>(game.rules().players)));
    const State world = game.resample(s, seat, rng);
    CHECK(!game.validate(world));
    const auto place = [&](const Question& question) {
        const int steps = (question.second - s.turn + game.rules().players) % game.rules().players;
        return game.rules().rules().won_first ? std::pair{int{question.first}, steps}
                                              : std::pair{steps, int{question.first}};
    };
    const Question now{s.phase, s.to_act};
    std::vector<Question> expected{now};
    for (const Question& question : window_of(game, world, s.claim)) {
        if (place(question) > place(now)) expected.push_back(question);
    }
    CHECK(questions_from(game, world) == expected);
}

void play(const Namima& game, SplitMix64& rng, Tally& tally) {
    State s = game.initial();
    State noted = s;
    PlayoutCache cache = game.playout_cache(noted);
    while (game.player(s) != kTerminal) {
        const Action a = game.player(s) == kChance ? draw_chance(game, s, rng) : choose(game, s, rng);
        const State before = s;
        game.apply(s, a);
        game.apply(noted, a, cache);
        CHECK(s == noted);
        CHECK(!game.validate(s));
        const ActionIds& ids = game.rules().ids;
        const bool discards = (a >= kDiscard && a < ids.meld) || a >= ids.riichi;
        if (before.phase == kAct && discards) check_window(game, before, s, a, tally);
        if (in_window(s)) check_world(game, s, rng);
    }
}

TEST(namima_window_as_defined) {
    for (const bool won_first : {false, true}) {
        Tally tally;
        for (int variant = 0; variant < 6; ++variant) {
            for (int players = 2; players <= 5; ++players) {
                const Namima game = game_of(variant, players, won_first, players % 2 != 0);
                for (std::uint64_t seed = 0; seed < 15; ++seed) {
                    SplitMix64 rng(seed);
                    play(game, rng, tally);
                }
            }
        }
        CHECK(won_first ? tally.mixed == 0 : tally.mixed > 0);
        CHECK(tally.both > 0);
    }
}

}  // namespace
