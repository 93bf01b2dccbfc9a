// Namima for the engine: the functions of this folder under the names of the Game concept.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "uneri/engine/game.hpp"
#include "uneri/games/namima/data.hpp"
#include "uneri/games/namima/encode.hpp"
#include "uneri/games/namima/greedy.hpp"
#include "uneri/games/namima/hidden.hpp"
#include "uneri/games/namima/options.hpp"
#include "uneri/games/namima/playout.hpp"
#include "uneri/games/namima/rules.hpp"

namespace uneri::namima {

class Namima {
public:
    using State = namima::State;
    using Actions = ActionList;
    static constexpr std::string_view kName = namima::kName;
    static constexpr int kMaxSeats = namima::kMaxSeats;
    static constexpr int kCodecVersion = namima::kCodecVersion;

    static Result<Namima> make(const PlainData& options) {
        const Result<Options> read = read_options(options);
        if (!read) return Error{read.error()};
        return Namima(*read);
    }

    static PlainData option_descriptions() { return option::descriptions(kOptionTable, Options{}); }

    const Options& rules() const noexcept { return options_; }
    PlainData options() const { return options_value(options_); }
    PlainData defaults() const { return options_value(Options{}); }
    Utility utility() const noexcept { return static_cast<Utility>(options_.utility); }
    int players() const noexcept { return options_.players; }
    Limits limits() const noexcept {
        const Options& o = options_;
        const Melds& melds = *o.melds;
        const std::int64_t wall = melds.deck_size() - o.players * o.deal();
        Limits limits;
        limits.players = o.players;
        limits.actions = o.ids.count;
        limits.chance_outcomes = std::max(melds.kinds(), o.players);
        limits.legal_actions = 1 + std::min(melds.kinds(), o.deal() + 1) * (o.riichi ? 2 : 1) + melds.size() +
                               static_cast<int>(melds.layoffs().size());
        limits.decisions = o.match_games * ((2 * o.players - 1) * wall + melds.deck_size());  // N-8.4
        limits.chance_nodes = std::int64_t{o.match_games} * melds.deck_size() + (o.first_seat < 0 ? 1 : 0);
        limits.max_score = static_cast<int>(score_bound(o));
        limits.min_score = -limits.max_score;
        return limits;
    }

    State initial() const noexcept { return initial_state(options_); }
    int player(const State& s) const noexcept { return player_of(s); }
    void legal_actions(const State& s, Actions& out) const noexcept { namima::legal_actions(options_, s, out); }
    bool is_legal(const State& s, Action a) const noexcept { return namima::is_legal(options_, s, a); }
    void apply(State& s, Action a) const noexcept { namima::apply(options_, s, a); }
    Weight chance_weight(const State& s, Action a) const noexcept { return namima::chance_weight(options_, s, a); }
    Weight chance_total(const State& s) const noexcept { return namima::chance_total(options_, s); }
    Action chance_pick(const State& s, Weight u) const noexcept { return namima::chance_pick(s, u); }
    // Random play with a cache.
    using PlayoutCache = namima::PlayoutCache;
    PlayoutCache playout_cache(const State& s) const noexcept { return make_playout_cache(options_, s); }
    Action pick(const State& s, const PlayoutCache& cache, SplitMix64& rng) const noexcept {
        return pick_action(options_, s, cache, rng);
    }
    void apply(State& s, Action a, PlayoutCache& cache) const noexcept { namima::apply(options_, s, a, cache); }

    int points(const State& s, int seat) const noexcept { return s.score[static_cast<std::size_t>(seat)]; }
    unsigned winners(const State& s) const noexcept { return namima::winners(options_, s); }

    Action greedy(const State& s) const noexcept { return greedy_action(options_, s); }
    // A single discard affects the winner little, the wall much.
    static constexpr SearchDefaults kSearch{.bias = 50, .margin = 2, .epsilon = 0.02};
    Action rollout_action(const State& s) const noexcept { return choose_rollout_action(options_, s); }
    int round(const State& s) const noexcept { return s.game; }
    // 5.1: other seats learn that a seat could take a discard only if it does.
    std::uint64_t sight(const State& s, Action a, int seat) const noexcept {
        return a == kPass && seat != s.to_act ? kSeesNothing : kSeesAction;
    }

    State resample(const State& s, int seat, SplitMix64& rng) const noexcept {
        return namima::resample(options_, s, seat, rng);
    }
    std::vector<Segment> layout() const { return tensor_layout(options_); }
    void observe(const State& s, int seat, std::span<float> out) const noexcept {
        namima::observe(options_, s, seat, out);
    }
    void observe(const State& s, int seat, std::span<std::uint8_t> out) const noexcept {
        namima::observe(options_, s, seat, out);
    }

    // What networks see, see engine/net/feature_game.hpp.
    static constexpr int kFeatureVersion = namima::kFeatureVersion;
    static std::vector<std::string_view> match_options() { return {"games", "first_seat", "utility"}; }
    std::vector<Segment> feature_layout() const { return namima::feature_layout(options_); }
    void write_features(const State& s, int seat, FeatureWriter& out) const noexcept {
        namima::write_features(options_, s, seat, out);
    }
    bool reveals(const State& s, Action a) const noexcept { return namima::reveals(s, a); }
    using SharedWork = namima::SharedWork;
    SharedWork share_work(const State& s) const noexcept { return namima::share_work(options_, s); }
    void write_features_after(const State& after, int seat, Action a, const SharedWork* work,
                              FeatureWriter& out) const noexcept {
        namima::write_features_after(options_, after, seat, a, work, out);
    }

    PlainData to_value(const State& s, int seat) const { return namima::to_value(options_, s, seat); }
    Result<State> from_value(const PlainData& data) const { return namima::from_value(options_, data); }
    void pack(const State& s, ByteWriter& out) const { namima::pack(s, out); }
    Result<State> unpack(ByteReader& in) const { return namima::unpack(options_, in); }
    std::optional<Error> validate(const State& s) const { return namima::validate(options_, s); }

    std::string action_text(int seat, Action a) const {
        return seat == kChance ? outcome_text(options_, kDeal, a) : namima::action_text(options_, a);
    }
    Result<Action> parse_action(std::string_view text) const { return namima::parse_action(options_, text); }
    std::string action_text(const State& s, Action a) const {
        return s.phase <= kDraw ? outcome_text(options_, s.phase, a) : namima::action_text(options_, a);
    }
    Result<Action> parse_action(const State& s, std::string_view text) const {
        return s.phase <= kDraw ? parse_outcome(options_, s.phase, text) : namima::parse_action(options_, text);
    }

private:
    explicit Namima(const Options& options) : options_(options) {}
    Options options_;
};

static_assert(Game<Namima> && RolloutPlayerGame<Namima> && HiddenMoveGame<Namima> && RoundGame<Namima> &&
              CachedPlayoutGame<Namima>);

}  // namespace uneri::namima
