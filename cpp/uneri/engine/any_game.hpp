// A game that is known at run time only: the Game concept (game.hpp) over plain bytes. Searches, networks, batches and
// bindings are compiled once, for this type. Its copies share one game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "uneri/engine/any_state.hpp"
#include "uneri/engine/game_table.hpp"

namespace uneri {

class AnyGame {
public:
    template <Game G>
    explicit AnyGame(G game) : AnyGame(std::make_shared<const G>(std::move(game))) {}
    template <Game G>
    explicit AnyGame(std::shared_ptr<const G> game)
        : AnyGame(std::static_pointer_cast<const void>(game), hot_table<G>(), cold_table<G>()) {}
    AnyGame(std::shared_ptr<const void> game, const HotTable& hot, const ColdTable& cold)
        : game_(std::move(game)), self_(game_.get()), hot_(&hot), cold_(&cold), limits_(cold.limits(self_)) {}
    // Without a share in the game, which must live longer.
    template <Game G>
    static AnyGame of(const G& game) {
        return AnyGame(std::shared_ptr<const G>(std::shared_ptr<const void>(), &game));
    }

    // The game as its own type, if it is of that.
    template <Game G>
    const G* as() const noexcept {
        return cold_ == &cold_table<G>() ? static_cast<const G*>(self_) : nullptr;
    }
    const void* self() const noexcept { return self_; }
    const HotTable& hot() const noexcept { return *hot_; }
    const BatchTable& loops() const noexcept { return *cold_->batch; }
    bool is_kind_of(const ColdTable& cold) const noexcept { return cold_ == &cold; }
    bool is_kind_of(const AnyGame& other) const noexcept { return cold_ == other.cold_; }
    bool operator==(const AnyGame& other) const {
        return self_ == other.self_ || (is_kind_of(other) && options() == other.options());
    }

    std::string_view name() const noexcept { return cold_->name; }
    int codec_version() const noexcept { return cold_->codec_version; }
    int feature_version() const noexcept { return cold_->feature_version; }
    // How many threads work for it when `wanted` are asked for.
    int threads(int wanted) const noexcept { return cold_->one_thread ? 1 : wanted; }
    std::size_t state_bytes() const noexcept { return cold_->state_bytes; }
    const SearchDefaults& search_defaults() const noexcept { return cold_->search_defaults; }
    const Limits& limits() const noexcept { return limits_; }
    int players() const noexcept { return limits_.players; }
    bool is_simultaneous() const noexcept { return cold_->is_simultaneous; }
    bool hides_moves() const noexcept { return hot_->sight != nullptr; }
    bool has_rounds() const noexcept { return hot_->round != nullptr; }
    bool has_greedy() const noexcept { return hot_->greedy != nullptr; }
    // Is the heuristic player too slow for rollouts? With some rules its decisions then take long enough to be stopped.
    bool has_slow_greedy() const noexcept { return hot_->rollout_action != hot_->greedy; }
    bool has_features() const noexcept { return hot_->write_features != nullptr; }
    bool has_long_views() const noexcept { return cold_->fields_by_seat != nullptr; }
    bool has_secret_choices() const noexcept { return hot_->is_secret_choice != nullptr; }

    PlainData options() const { return cold_->options(self_); }
    PlainData defaults() const { return cold_->defaults(self_); }
    Utility utility() const { return cold_->utility(self_); }
    std::vector<Segment> layout() const { return cold_->layout(self_); }

    AnyState initial() const {
        AnyState s(state_bytes());
        cold_->initial(self_, static_cast<std::byte*>(s));
        return s;
    }
    AnyState copy(const std::byte* s) const noexcept { return AnyState(s, state_bytes()); }
    void copy(const std::byte* from, std::byte* to) const noexcept { std::memcpy(to, from, state_bytes()); }

    int player(const std::byte* s) const noexcept { return hot_->player(self_, s); }
    void legal_actions(const std::byte* s, AnyActions& list) const noexcept {
        list.resize(hot_->legal_actions(self_, s, list.data()));
    }
    std::size_t num_legal_actions(const std::byte* s) const noexcept { return hot_->num_legal_actions(self_, s); }
    bool is_legal(const std::byte* s, Action a) const noexcept { return hot_->is_legal(self_, s, a); }
    void apply(std::byte* s, Action a) const noexcept { hot_->apply(self_, s, a); }
    Action draw_chance(const std::byte* s, SplitMix64& rng) const noexcept { return hot_->draw_chance(self_, s, rng); }
    void resolve_chance(std::byte* s, SplitMix64& rng) const noexcept { hot_->resolve_chance(self_, s, rng); }
    Weight chance_weight(const std::byte* s, Action a) const noexcept { return hot_->chance_weight(self_, s, a); }
    Weight chance_total(const std::byte* s) const noexcept { return hot_->chance_total(self_, s); }
    void points(const std::byte* s, std::int64_t* by_seat) const noexcept { hot_->points(self_, s, by_seat); }
    unsigned winners(const std::byte* s) const noexcept { return hot_->winners(self_, s); }
    void returns(const std::byte* s, double* by_seat) const noexcept { hot_->returns(self_, s, by_seat); }
    void observe(const std::byte* s, int seat, std::span<float> out) const noexcept {
        hot_->observe(self_, s, seat, out);
    }
    void observe(const std::byte* s, int seat, std::span<std::uint8_t> out) const noexcept {
        hot_->observe_bytes(self_, s, seat, out);
    }
    void resample(const std::byte* s, int seat, SplitMix64& rng, std::byte* world) const noexcept {
        hot_->resample(self_, s, seat, rng, world);
    }
    AnyState resample(const std::byte* s, int seat, SplitMix64& rng) const noexcept {
        AnyState world(state_bytes());
        resample(s, seat, rng, world);
        return world;
    }
    void play_out_range(const std::byte* root, std::uint64_t seed, std::uint64_t first, std::uint64_t last,
                        double* returns, std::int32_t* lengths) const noexcept {
        hot_->play_out_range(self_, root, seed, first, last, returns, lengths);
    }
    bool roll_out_at_random(int horizon, const Policy& policy, std::byte* s, SplitMix64& luck,
                            SplitMix64& choices) const noexcept {
        return hot_->roll_out_at_random(self_, horizon, policy, s, luck, choices);
    }
    bool roll_out_by_policy(int horizon, const Policy& policy, std::byte* s, SplitMix64& luck,
                            SplitMix64& choices) const noexcept {
        return hot_->roll_out_by_policy(self_, horizon, policy, s, luck, choices);
    }

    // What `seat` sees when the seat to act takes `a` (game.hpp).
    std::uint64_t sight(const std::byte* s, Action a, int seat) const noexcept {
        return hot_->sight == nullptr ? kSeesAction : hot_->sight(self_, s, a, seat);
    }
    int round(const std::byte* s) const noexcept { return hot_->round == nullptr ? 0 : hot_->round(self_, s); }
    int cutoff_points(const std::byte* s, int seat) const noexcept {
        return hot_->cutoff_points == nullptr ? 0 : hot_->cutoff_points(self_, s, seat);
    }
    // Only of games that have a greedy player.
    Action greedy(const std::byte* s) const noexcept { return hot_->greedy(self_, s); }
    Action rollout_action(const std::byte* s) const noexcept { return hot_->rollout_action(self_, s); }
    // Only of games that have features.
    std::vector<Segment> feature_layout() const { return cold_->feature_layout(self_); }
    std::vector<std::string_view> match_options() const { return cold_->match_options(); }
    void write_features(const std::byte* s, int seat, FeatureWriter& out) const noexcept {
        hot_->write_features(self_, s, seat, out);
    }
    void write_features_after(const std::byte* after, int seat, Action a, FeatureWriter& out) const noexcept {
        hot_->write_features_after(self_, after, seat, a, out);
    }
    void judge_actions(const Network& net, int worlds, const std::byte* s, std::span<const Action> legal,
                       SplitMix64& rng, std::int32_t* values) const noexcept {
        hot_->judge_actions(self_, net, worlds, s, legal, rng, values);
    }
    std::int32_t judge_state(const Network& net, int worlds, const std::byte* s, int seat,
                             const Episode& from) const noexcept {
        return hot_->judge_state(self_, net, worlds, s, seat, from);
    }
    // Do seats choose in secret at `s`, and has none chosen yet?
    bool is_secret_choice(const std::byte* s) const noexcept {
        return has_secret_choices() && hot_->is_secret_choice(self_, s);
    }
    bool is_open(const std::byte* s) const noexcept { return hot_->is_open(self_, s); }

    PlainData to_value(const std::byte* s, int seat) const { return cold_->to_value(self_, s, seat); }
    PlainData fields_by_seat(const std::byte* s, int seat) const { return cold_->fields_by_seat(self_, s, seat); }
    Result<KeptState> from_value(const PlainData& data) const { return cold_->from_value(self_, data); }
    void pack(const std::byte* s, ByteWriter& out) const { cold_->pack(self_, s, out); }
    Result<KeptState> unpack(ByteReader& in) const { return cold_->unpack(self_, in); }
    std::optional<Error> validate(const std::byte* s) const { return cold_->validate(self_, s); }
    std::string action_text(int player, Action a) const { return cold_->action_text(self_, player, a); }
    std::string action_text(const std::byte* s, Action a) const { return cold_->action_text_at(self_, s, a); }
    Result<Action> parse_action(std::string_view text) const { return cold_->parse_action(self_, text); }
    Result<Action> parse_action(const std::byte* s, std::string_view text) const {
        return cold_->parse_action_at(self_, s, text);
    }

private:
    std::shared_ptr<const void> game_;
    const void* self_;
    const HotTable* hot_;
    const ColdTable* cold_;
    Limits limits_;
};

// As game.hpp has them for a game's own type.
inline void points_by_seat(const AnyGame& g, const std::byte* s, std::int64_t* by_seat) noexcept {
    g.points(s, by_seat);
}
inline int round_of(const AnyGame& g, const std::byte* s) noexcept { return g.round(s); }

}  // namespace uneri
