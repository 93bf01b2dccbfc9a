// ONDA for the engine: the functions of this folder under the names of the Game concept.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "uneri/engine/game.hpp"
#include "uneri/games/onda/analysis.hpp"
#include "uneri/games/onda/data.hpp"
#include "uneri/games/onda/encode.hpp"
#include "uneri/games/onda/hidden.hpp"
#include "uneri/games/onda/options.hpp"
#include "uneri/games/onda/rules.hpp"

namespace uneri::onda {

class Onda {
public:
    using State = onda::State;
    using Actions = ActionList;
    static constexpr std::string_view kName = onda::kName;
    static constexpr int kMaxSeats = onda::kMaxSeats;
    static constexpr int kCodecVersion = onda::kCodecVersion;

    static Result<Onda> make(const PlainData& options) {
        const Result<Options> read = read_options(options);
        if (!read) return Error{read.error()};
        return Onda(*read);
    }

    static PlainData option_descriptions() { return option::descriptions(kOptionTable, Options{}); }

    const Options& rules() const noexcept { return options_; }
    PlainData options() const { return options_value(options_); }
    PlainData defaults() const { return options_value(Options{}); }
    Utility utility() const noexcept { return static_cast<Utility>(options_.utility); }
    int players() const noexcept { return options_.players; }
    Limits limits() const noexcept {
        const int n = options_.players;
        const int dealt = n * options_.hand_size();
        Limits limits;
        limits.players = n;
        limits.actions = options_.actions();
        limits.chance_outcomes = kKinds;
        limits.legal_actions = options_.mixed_runs ? kMaxLegalMixed : kMaxLegal;
        limits.decisions = std::int64_t{options_.rounds} * (1 + 5 * n + n * dealt);  // O-7.11
        limits.chance_nodes = std::int64_t{options_.rounds} * dealt + (options_.first_seat < 0 ? 1 : 0);
        limits.min_score = options_.rounds * worst_round(options_);
        limits.max_score = options_.rounds * kWinnerPoints;
        return limits;
    }

    State initial() const noexcept { return initial_state(options_); }
    int player(const State& s) const noexcept {
        return s.to_act >= 0 ? s.to_act : s.phase == kOver ? kTerminal : kChance;
    }
    void legal_actions(const State& s, Actions& out) const noexcept { onda::legal_actions(options_, s, out); }
    bool is_legal(const State& s, Action a) const noexcept { return onda::is_legal(options_, s, a); }
    void apply(State& s, Action a) const noexcept { onda::apply(options_, s, a); }
    Weight chance_weight(const State& s, Action a) const noexcept { return onda::chance_weight(options_, s, a); }
    Weight chance_total(const State& s) const noexcept { return onda::chance_total(options_, s); }
    Action chance_pick(const State& s, Weight u) const noexcept { return onda::chance_pick(s, u); }
    int points(const State& s, int seat) const noexcept { return s.scores[at(seat)]; }
    unsigned winners(const State& s) const noexcept { return onda::winners(options_, s); }

    State resample(const State& s, int seat, SplitMix64& rng) const noexcept {
        return onda::resample(options_, s, seat, rng);
    }
    std::vector<Segment> layout() const { return tensor_layout(options_); }
    void observe(const State& s, int seat, std::span<float> out) const noexcept {
        onda::observe(options_, s, seat, out);
    }
    void observe(const State& s, int seat, std::span<std::uint8_t> out) const noexcept {
        onda::observe(options_, s, seat, out);
    }

    // What networks see, see engine/net/feature_game.hpp.
    static constexpr int kFeatureVersion = onda::kFeatureVersion;
    static std::vector<std::string_view> match_options() { return {"rounds", "first_seat", "utility"}; }
    std::vector<Segment> feature_layout() const { return onda::feature_layout(options_); }
    void write_features(const State& s, int seat, FeatureWriter& out) const noexcept {
        onda::write_features(options_, s, seat, MinPlays::get(), out);
    }

    PlainData to_value(const State& s, int seat) const { return onda::to_value(options_, s, seat); }
    Result<State> from_value(const PlainData& data) const { return onda::from_value(options_, data); }
    void pack(const State& s, ByteWriter& out) const { onda::pack(s, out); }
    Result<State> unpack(ByteReader& in) const { return onda::unpack(options_, in); }
    std::optional<Error> validate(const State& s) const { return onda::validate(options_, s); }

    // The name of an action without a state. An outcome reads as a card (DEAL), since the phase is unknown.
    std::string action_text(int player, Action a) const {
        return player == kChance ? outcome_text(kDeal, a) : onda::action_text(a);
    }
    Result<Action> parse_action(std::string_view text) const { return onda::parse_action(text, options_.actions()); }
    std::string action_text(const State& s, Action a) const {
        return is_chance(s) ? outcome_text(s.phase, a) : onda::action_text(a);
    }
    Result<Action> parse_action(const State& s, std::string_view text) const {
        return is_chance(s) ? parse_outcome(s.phase, text) : parse_action(text);
    }

    int round(const State& s) const noexcept { return s.round; }
    int cutoff_points(const State& s, int seat) const noexcept {  // O-7.4
        return -hand_points(s.hand[at(seat)], s.down[at(seat)].size());
    }
    // O-4.2, O-8.2: a card put face down or taken back stays hidden, unless an option reveals it.
    std::uint64_t sight(const State& s, Action a, int seat) const noexcept {
        if (seat == s.to_act || (s.phase != kHiding && s.phase != kSlot)) return kSeesAction;
        if (s.phase == kHiding) return kSeesNothing;
        const bool shown =
            s.pending == kTurnPending ? options_.reveal_returned : options_.reveal_jokers == kRevealOnPlay;
        if (!shown) return kSeesNothing;
        return sight_of(static_cast<std::uint64_t>(s.down[at(s.to_act)][a - kSlotLow]));
    }

    Action greedy(const State& s) const noexcept { return greedy_action(options_, s); }
    Action rollout_action(const State& s) const noexcept { return choose_rollout_action(options_, s); }

private:
    explicit Onda(const Options& options) : options_(options) {}
    Options options_;
};

static_assert(Game<Onda> && GreedyGame<Onda> && HiddenMoveGame<Onda> && RoundGame<Onda> && CutoffValueGame<Onda>);

}  // namespace uneri::onda
