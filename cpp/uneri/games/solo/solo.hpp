// SOLO for the engine: the functions of this folder under the names of the Game concept.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "uneri/engine/game.hpp"
#include "uneri/games/solo/analysis.hpp"
#include "uneri/games/solo/data.hpp"
#include "uneri/games/solo/encode.hpp"
#include "uneri/games/solo/hidden.hpp"
#include "uneri/games/solo/options.hpp"
#include "uneri/games/solo/rules.hpp"

namespace uneri::solo {

class Solo {
public:
    using State = solo::State;
    using Actions = ActionList;
    static constexpr std::string_view kName = solo::kName;
    static constexpr int kMaxSeats = solo::kMaxSeats;
    static constexpr int kCodecVersion = solo::kCodecVersion;

    static Result<Solo> make(const PlainData& options) {
        const Result<Options> read = read_options(options);
        if (!read) return Error{read.error()};
        return Solo(*read);
    }

    static PlainData option_descriptions() { return option::descriptions(kOptionTable, Options{}); }

    const Options& rules() const noexcept { return options_; }
    PlainData options() const { return options_value(options_); }
    PlainData defaults() const { return options_value(Options{}); }
    Utility utility() const noexcept { return static_cast<Utility>(options_.utility); }

    // Without a turn cap a round has no bound. With 9 or 10 seats the deal may be repeated without end (S-2.3).
    static constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::max();
    int players() const noexcept { return options_.players; }
    Limits limits() const noexcept {
        const Options& o = options_;
        const int n = o.players;
        const std::int64_t rounds = o.most_rounds();
        Limits limits;
        limits.players = n;
        limits.actions = kActions;
        limits.chance_outcomes = kKinds;
        limits.legal_actions = kKinds + 1;
        // Per turn: at most n - 1 jump-in questions, and one each of RESPOND, TURN, DRAWN, SOLO, COLOUR or SWAP.
        limits.decisions = o.turn_cap > 0 ? rounds * o.turn_cap * (n + 4) : kUnbounded;
        // Per round: the deal, all cards but numbers and a number turned over, a last TAKE. Per turn: a TAKE, a card, a
        // penalty.
        int others = 0;
        for (int kind = 0; kind < kKinds; ++kind) others += is_number(kind) ? 0 : o.pack.cards.count(kind);
        const std::int64_t pulls = std::max(kHandSize, o.pack.deal) * n + std::max(40, others) + 1 + kDeckCards +
                                   std::int64_t{o.turn_cap} * (113 + o.solo_penalty);
        limits.chance_nodes = o.turn_cap > 0 && n < 9 ? (o.first_seat < 0 ? 1 : 0) + rounds * pulls : kUnbounded;
        // At the start of a round no score is below 0, and the round costs at most the value of all cards (S-7.2,
        // S-7.4). Rounds mode allows no tighter bound: positions set up by hand may start with any score.
        limits.min_score = -o.pack.worth;  // S-7.8
        limits.max_score = o.start_points;
        return limits;
    }

    State initial() const noexcept { return initial_state(options_); }
    int player(const State& s) const noexcept { return player_of(s); }
    void legal_actions(const State& s, Actions& out) const noexcept { solo::legal_actions(options_, s, out); }
    bool is_legal(const State& s, Action a) const noexcept { return solo::is_legal(options_, s, a); }
    void apply(State& s, Action a) const noexcept { solo::apply(options_, s, a); }
    Weight chance_weight(const State& s, Action a) const noexcept { return solo::chance_weight(options_, s, a); }
    Weight chance_total(const State& s) const noexcept { return solo::chance_total(options_, s); }
    Action chance_pick(const State& s, Weight u) const noexcept { return solo::chance_pick(s, u); }

    // Random play, without a cache.
    struct PlayoutCache {};
    PlayoutCache playout_cache(const State&) const noexcept { return {}; }
    Action pick(const State& s, PlayoutCache, SplitMix64& rng) const noexcept { return pick_action(options_, s, rng); }
    void apply(State& s, Action a, PlayoutCache&) const noexcept { apply_unknowing(options_, s, a); }

    int points(const State& s, int seat) const noexcept { return s.points[at(seat)]; }
    unsigned winners(const State& s) const noexcept { return solo::winners(options_, s); }

    State resample(const State& s, int seat, SplitMix64& rng) const noexcept {
        return solo::resample(options_, s, seat, rng);
    }
    std::vector<Segment> layout() const { return tensor_layout(options_); }
    void observe(const State& s, int seat, std::span<float> out) const noexcept {
        solo::observe(options_, s, seat, out);
    }
    void observe(const State& s, int seat, std::span<std::uint8_t> out) const noexcept {
        solo::observe(options_, s, seat, out);
    }

    // What networks see, see engine/net/feature_game.hpp.
    static constexpr int kFeatureVersion = solo::kFeatureVersion;
    static std::vector<std::string_view> match_options() {
        return {"start_points", "max_rounds", "first_seat", "next_starter", "utility"};
    }
    std::vector<Segment> feature_layout() const { return solo::feature_layout(options_); }
    void write_features(const State& s, int seat, FeatureWriter& out) const noexcept {
        solo::write_features(options_, s, seat, out);
    }
    bool reveals(const State& s, Action a) const noexcept { return solo::reveals(s, a); }

    PlainData to_value(const State& s, int seat) const { return solo::to_value(options_, s, seat); }
    Result<State> from_value(const PlainData& data) const { return solo::from_value(options_, data); }
    void pack(const State& s, ByteWriter& out) const { solo::pack(s, out); }
    Result<State> unpack(ByteReader& in) const { return solo::unpack(options_, in); }
    std::optional<Error> validate(const State& s) const { return solo::validate(options_, s); }

    std::string action_text(int seat, Action a) const {
        return seat == kChance ? outcome_text(kDeal, a) : solo::action_text(a);
    }
    Result<Action> parse_action(std::string_view text) const { return solo::parse_action(text); }
    std::string action_text(const State& s, Action a) const {
        return s.phase < kTurn ? outcome_text(s.phase, a) : solo::action_text(a);
    }
    Result<Action> parse_action(const State& s, std::string_view text) const {
        return s.phase < kTurn ? parse_outcome(s.phase, text) : solo::parse_action(text);
    }

    int round(const State& s) const noexcept { return static_cast<int>(s.round); }
    int cutoff_points(const State& s, int seat) const noexcept {  // S-7.2
        return -value_of(s.hand_of(seat), options_.pack.values);
    }
    // S-4.1, S-4.7: other seats do not see that a drawn card was playable, or that a seat was offered a jump-in.
    std::uint64_t sight(const State& s, Action a, int seat) const noexcept {
        if (seat == s.to_act) return kSeesAction;
        if (a == kKeep || a == kNoJump) return kSeesNothing;
        return a == kPlayDrawn ? sight_of(static_cast<std::uint64_t>(s.drawn)) : kSeesAction;
    }

    Action greedy(const State& s) const noexcept { return greedy_action(options_, s); }

private:
    explicit Solo(const Options& options) : options_(options) {}
    Options options_;
};

static_assert(Game<Solo> && GreedyGame<Solo> && HiddenMoveGame<Solo> && RoundGame<Solo> && CutoffValueGame<Solo> &&
              CachedPlayoutGame<Solo>);

}  // namespace uneri::solo
