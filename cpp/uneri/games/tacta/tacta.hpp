// TACTA for the engine: the functions of this folder under the names of the Game concept.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "uneri/engine/game.hpp"
#include "uneri/games/tacta/analysis.hpp"
#include "uneri/games/tacta/data.hpp"
#include "uneri/games/tacta/encode.hpp"
#include "uneri/games/tacta/hidden.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/rules.hpp"

namespace uneri::tacta {

class Tacta {
public:
    using State = tacta::State;
    using Actions = ActionList;
    static constexpr std::string_view kName = tacta::kName;
    static constexpr int kMaxSeats = tacta::kMaxSeats;
    static constexpr int kCodecVersion = tacta::kCodecVersion;

    static Result<Tacta> make(const PlainData& options) {
        const Result<Options> read = read_options(options);
        if (!read) return Error{read.error()};
        return Tacta(*read);
    }

    static PlainData option_descriptions() { return option::descriptions(kOptionTable, Options{}); }

    const Options& rules() const noexcept { return options_; }
    PlainData options() const { return options_value(options_); }
    PlainData defaults() const { return defaults_value(options_); }
    Utility utility() const noexcept { return static_cast<Utility>(options_.utility); }
    int players() const noexcept { return options_.players; }
    Limits limits() const noexcept {
        const int seats = options_.players;
        const std::int64_t laid = std::int64_t{options_.most_rounds} * options_.cards_in_round();
        const int choices = options_.mode == kSabotage ? seats : 0;
        Limits limits;
        limits.players = seats;
        limits.actions = options_.t().ids;
        limits.chance_outcomes = kDeckSize * options_.colours;
        limits.legal_actions = std::max(options_.t().longest_list, limits.chance_outcomes);
        // Between two placements each seat passes at most once (4.1). In sabotage, seats choose suits in every round
        // (8).
        limits.decisions = laid * seats + std::int64_t{options_.most_rounds} * choices;
        limits.chance_nodes = laid * (1 + (options_.free_play ? seats : 0));
        limits.min_score = 0;
        limits.max_score = options_.most_points(options_.rounds);
        return limits;
    }

    State initial() const noexcept { return initial_state(options_); }
    int player(const State& s) const noexcept { return tacta::player(s); }
    void legal_actions(const State& s, Actions& out) const noexcept { tacta::legal_actions(options_, s, out); }
    bool is_legal(const State& s, Action a) const noexcept { return tacta::is_legal(options_, s, a); }
    void apply(State& s, Action a) const noexcept { tacta::apply(options_, s, a); }
    Weight chance_weight(const State& s, Action a) const noexcept { return tacta::chance_weight(options_, s, a); }
    Weight chance_total(const State& s) const noexcept { return tacta::chance_total(options_, s); }
    Action chance_pick(const State& s, Weight u) const noexcept { return tacta::chance_pick(options_, s, u); }
    int points(const State& s, int seat) const noexcept { return tacta::points(options_, s, seat); }
    unsigned winners(const State& s) const noexcept { return tacta::winners(options_, s); }

    State resample(const State& s, int seat, SplitMix64& rng) const noexcept {
        return tacta::resample(options_, s, seat, rng);
    }
    std::vector<Segment> layout() const { return tensor_layout(options_); }
    void observe(const State& s, int seat, std::span<float> out) const noexcept {
        tacta::observe(options_, s, seat, out);
    }
    void observe(const State& s, int seat, std::span<std::uint8_t> out) const noexcept {
        tacta::observe(options_, s, seat, out);
    }

    // What networks see, see engine/net/feature_game.hpp.
    static constexpr int kFeatureVersion = tacta::kFeatureVersion;
    static std::vector<std::string_view> match_options() { return {"rounds", "utility"}; }
    std::vector<Segment> feature_layout() const { return tacta::feature_layout(); }
    void write_features(const State& s, int seat, FeatureWriter& out) const noexcept {
        tacta::write_features(options_, s, seat, out);
    }

    PlainData to_value(const State& s, int seat) const { return tacta::to_value(options_, s, seat); }
    PlainData fields_by_seat(const State& s, int seat) const { return tacta::fields_by_seat(options_, s, seat); }
    Result<State> from_value(const PlainData& data) const { return tacta::from_value(options_, data); }
    void pack(const State& s, ByteWriter& out) const { tacta::pack(s, out); }
    Result<State> unpack(ByteReader& in) const { return tacta::unpack(options_, in); }
    std::optional<Error> validate(const State& s) const { return tacta::validate(options_, s); }

    std::string action_text(int player, Action a) const {
        return player == kChance ? card_text(options_, a) : tacta::action_text(options_, a);
    }
    Result<Action> parse_action(std::string_view text) const { return tacta::parse_action(options_, text); }
    std::string action_text(const State& s, Action a) const { return tacta::action_text(options_, s, a); }
    Result<Action> parse_action(const State& s, std::string_view text) const {
        return tacta::parse_action(options_, s, text);
    }

    Action greedy(const State& s) const noexcept { return greedy_action(options_, s); }
    int round(const State& s) const noexcept { return s.round; }
    // Section 8, sabotage: seats choose in secret which suit to hand over. All choices are revealed when the last seat
    // has chosen.
    std::uint64_t sight(const State& s, Action a, int seat) const noexcept {
        if (s.phase != kChooseSuit) return kSeesAction;
        if (s.turn + 1 < options_.players) return seat == s.turn ? kSeesAction : kSeesNothing;
        auto choices = static_cast<std::uint64_t>(a);
        for (int p = 0; p < s.turn; ++p) choices = choices << 1 | static_cast<std::uint64_t>(s.handed[at(p)]);
        return sight_of(choices);
    }

private:
    explicit Tacta(const Options& options) : options_(options) {}
    Options options_;
};

static_assert(Game<Tacta> && GreedyGame<Tacta> && RoundGame<Tacta> && HiddenMoveGame<Tacta>);

}  // namespace uneri::tacta
