// Tidal Blades: Banner Festival for the engine: the functions of this folder under the names of the Game concept.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "uneri/engine/game.hpp"
#include "uneri/games/tidal/analysis.hpp"
#include "uneri/games/tidal/data.hpp"
#include "uneri/games/tidal/encode.hpp"
#include "uneri/games/tidal/hidden.hpp"
#include "uneri/games/tidal/options.hpp"
#include "uneri/games/tidal/rules.hpp"

namespace uneri::tidal {

class Tidal {
public:
    using State = tidal::State;
    using Actions = ActionList;
    static constexpr std::string_view kName = tidal::kName;
    static constexpr int kMaxSeats = tidal::kMaxSeats;
    static constexpr int kCodecVersion = tidal::kCodecVersion;

    static Result<Tidal> make(const PlainData& options) {
        const Result<Options> read = read_options(options);
        if (!read) return Error{read.error()};
        return Tidal(*read);
    }

    static PlainData option_descriptions() { return option::descriptions(kOptionTable, Options{}); }

    const Options& rules() const noexcept { return options_; }
    PlainData options() const { return options_value(options_); }
    PlainData defaults() const { return defaults_value(options_); }
    Utility utility() const noexcept { return static_cast<Utility>(options_.utility); }
    int players() const noexcept { return options_.players; }
    Limits limits() const noexcept {
        const int n = options_.players;
        const int bouts = options_.rounds * options_.hand;
        Limits limits;
        limits.players = n;
        limits.actions = kActions;
        limits.chance_outcomes = kCards;
        limits.legal_actions = std::max(kGateMoves, options_.hand);
        limits.decisions = std::int64_t{bouts} * (n + 1) - 1;  // section 7: no gate move before the first bout
        limits.chance_nodes = std::int64_t{bouts} * n;
        limits.min_score = 0;
        limits.max_score = most_points(options_);
        return limits;
    }

    State initial() const noexcept { return initial_state(options_); }
    int player(const State& s) const noexcept { return s.actor >= 0 ? s.actor : s.phase == kEnd ? kTerminal : kChance; }
    void legal_actions(const State& s, Actions& out) const noexcept { tidal::legal_actions(s, out); }
    bool is_legal(const State& s, Action a) const noexcept { return tidal::is_legal(options_, s, a); }
    void apply(State& s, Action a) const noexcept { tidal::apply(options_, s, a); }
    Weight chance_weight(const State& s, Action a) const noexcept { return tidal::chance_weight(s, a); }
    Weight chance_total(const State& s) const noexcept { return tidal::chance_total(s); }
    Action chance_pick(const State& s, Weight u) const noexcept { return tidal::chance_pick(s, u); }
    int points(const State& s, int seat) const noexcept { return tidal::points(options_, s, seat); }
    unsigned winners(const State& s) const noexcept { return tidal::winners(options_, s); }

    State resample(const State& s, int seat, SplitMix64& rng) const noexcept {
        return tidal::resample(options_, s, seat, rng);
    }
    std::vector<Segment> layout() const { return tensor_layout(options_); }
    void observe(const State& s, int seat, std::span<float> out) const noexcept {
        tidal::observe(options_, s, seat, out);
    }
    void observe(const State& s, int seat, std::span<std::uint8_t> out) const noexcept {
        tidal::observe(options_, s, seat, out);
    }

    // What networks see, see engine/net/feature_game.hpp.
    static constexpr int kFeatureVersion = tidal::kFeatureVersion;
    static std::vector<std::string_view> match_options() { return {"utility"}; }
    std::vector<Segment> feature_layout() const { return tidal::feature_layout(options_); }
    void write_features(const State& s, int seat, FeatureWriter& out) const noexcept {
        tidal::write_features(options_, s, seat, out);
    }
    bool is_secret_choice(const State& s) const noexcept { return s.phase == kPlay; }
    bool is_open(const State& s) const noexcept { return tidal::is_open(s); }
    void take_back_choices(State& s) const noexcept { tidal::take_back_choices(options_, s); }

    PlainData to_value(const State& s, int seat) const { return tidal::to_value(options_, s, seat); }
    Result<State> from_value(const PlainData& data) const { return tidal::from_value(options_, data); }
    void pack(const State& s, ByteWriter& out) const { tidal::pack(s, out); }
    Result<State> unpack(ByteReader& in) const { return tidal::unpack(options_, in); }
    std::optional<Error> validate(const State& s) const { return tidal::validate(options_, s); }

    std::string action_text(int, Action a) const { return tidal::action_text(a); }
    Result<Action> parse_action(std::string_view text) const { return tidal::parse_action(text, false); }
    std::string action_text(const State&, Action a) const { return tidal::action_text(a); }
    Result<Action> parse_action(const State& s, std::string_view text) const {
        return tidal::parse_action(text, s.phase == kDeal);
    }

    static constexpr bool kSimultaneous = true;
    // Section 6: seats choose cards in secret. All cards are revealed when the last seat has chosen.
    std::uint64_t sight(const State& s, Action a, int seat) const noexcept {
        if (s.phase != kPlay) return kSeesAction;
        if (s.actor + 1 < options_.players) return seat == s.actor ? kSeesAction : kSeesNothing;
        auto cards = static_cast<std::uint64_t>(a);
        for (int p = 0; p < s.actor; ++p) cards = cards << 6 | static_cast<std::uint64_t>(s.pending[at(p)]);
        return sight_of(cards);
    }

    Action greedy(const State& s) const noexcept { return greedy_action(options_, s); }

private:
    explicit Tidal(const Options& options) : options_(options) {}
    Options options_;
};

static_assert(Game<Tidal> && GreedyGame<Tidal> && SimultaneousGame<Tidal>);

}  // namespace uneri::tidal
