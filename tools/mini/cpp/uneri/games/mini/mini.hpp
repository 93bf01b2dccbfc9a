// MINI for the engine: the functions of this folder under the names of the Game concept.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "uneri/engine/game.hpp"
#include "uneri/games/mini/data.hpp"
#include "uneri/games/mini/hidden.hpp"
#include "uneri/games/mini/options.hpp"
#include "uneri/games/mini/rules.hpp"

namespace uneri::mini {

class Mini {
public:
    using State = mini::State;
    using Actions = ActionList;
    static constexpr std::string_view kName = mini::kName;
    static constexpr int kMaxSeats = mini::kMaxSeats;
    static constexpr int kCodecVersion = mini::kCodecVersion;

    static Result<Mini> make(const PlainData& options) {
        const Result<Options> read = read_options(options);
        if (!read) return Error{read.error()};
        return Mini(*read);
    }
    static PlainData option_descriptions() { return option::descriptions(kOptionTable, Options{}); }
    PlainData options() const { return options_value(options_); }
    PlainData defaults() const { return options_value(Options{}); }
    Utility utility() const noexcept { return static_cast<Utility>(options_.utility); }
    int players() const noexcept { return options_.players; }
    Limits limits() const noexcept {
        Limits limits;
        limits.players = options_.players;
        limits.actions = kKinds;
        limits.chance_outcomes = kKinds;
        limits.legal_actions = options_.hand;
        limits.decisions = std::int64_t{options_.players} * options_.hand;
        limits.chance_nodes = limits.decisions;
        limits.min_score = 0;
        limits.max_score = options_.hand;
        return limits;
    }

    State initial() const noexcept { return initial_state(); }
    int player(const State& s) const noexcept {
        return s.to_act >= 0 ? s.to_act : s.phase == kOver ? kTerminal : kChance;
    }
    void legal_actions(const State& s, Actions& out) const noexcept { mini::legal_actions(s, out); }
    bool is_legal(const State& s, Action a) const noexcept { return mini::is_legal(s, a); }
    void apply(State& s, Action a) const noexcept { mini::apply(options_, s, a); }
    Weight chance_weight(const State& s, Action a) const noexcept { return mini::chance_weight(s, a); }
    Weight chance_total(const State& s) const noexcept { return mini::chance_total(s); }
    Action chance_pick(const State& s, Weight u) const noexcept { return mini::chance_pick(s, u); }
    int points(const State& s, int seat) const noexcept { return s.scores[static_cast<std::size_t>(seat)]; }
    unsigned winners(const State& s) const noexcept { return mini::winners(options_, s); }

    State resample(const State& s, int seat, SplitMix64& rng) const noexcept {
        return mini::resample(options_, s, seat, rng);
    }
    std::vector<Segment> layout() const { return tensor_layout(options_); }
    void observe(const State& s, int seat, std::span<float> out) const noexcept {
        mini::observe(options_, s, seat, out);
    }
    void observe(const State& s, int seat, std::span<std::uint8_t> out) const noexcept {
        mini::observe(options_, s, seat, out);
    }

    PlainData to_value(const State& s, int seat) const { return mini::to_value(options_, s, seat); }
    Result<State> from_value(const PlainData& data) const { return mini::from_value(options_, data); }
    void pack(const State& s, ByteWriter& out) const { mini::pack(s, out); }
    Result<State> unpack(ByteReader& in) const { return mini::unpack(options_, in); }
    std::optional<Error> validate(const State& s) const { return mini::validate(options_, s); }

    std::string action_text(int player, Action a) const {
        return player == kChance ? kind_text(a) : mini::action_text(a);
    }
    std::string action_text(const State& s, Action a) const { return action_text(player(s), a); }
    Result<Action> parse_action(std::string_view text) const { return mini::parse_action(text); }
    Result<Action> parse_action(const State& s, std::string_view text) const {
        return s.phase == kDeal ? parse_outcome(text) : mini::parse_action(text);
    }

private:
    explicit Mini(const Options& options) : options_(options) {}
    Options options_;
};

static_assert(Game<Mini>);

}  // namespace uneri::mini
