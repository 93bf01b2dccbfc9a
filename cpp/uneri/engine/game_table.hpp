// A game as two tables of functions over plain bytes: what the engine calls of a game that it knows at run time only.
// define_table.hpp makes them from a game's own type; any_game.hpp gives them names and types.
//
// `game` points to the game's object, `s` to a state of it. Entries that a game may lack are nullptr.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "uneri/base/bytes.hpp"
#include "uneri/base/features.hpp"
#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/base/rng.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/types.hpp"
#include "uneri/engine/any_state.hpp"
#include "uneri/engine/batch_table.hpp"
#include "uneri/engine/game.hpp"

namespace uneri {

class AnyGame;
class Network;
struct Episode;
struct Policy;

// What searches and players call. It is compiled once for all processors and once for x86-64-v3 (base/cpu.hpp).
struct HotTable {
    int (*player)(const void* game, const void* s) noexcept;
    std::size_t (*legal_actions)(const void* game, const void* s, Action* out) noexcept;  // returns their number
    std::size_t (*num_legal_actions)(const void* game, const void* s) noexcept;
    bool (*is_legal)(const void* game, const void* s, Action a) noexcept;
    void (*apply)(const void* game, void* s, Action a) noexcept;
    // Notes the points of all seats, applies a legal action and, with a generator, resolves chance (position.hpp).
    void (*step)(const void* game, void* s, std::int64_t* before, std::uint64_t* generator, Action a) noexcept;
    Action (*draw_chance)(const void* game, const void* s, SplitMix64& rng) noexcept;
    void (*resolve_chance)(const void* game, void* s, SplitMix64& rng) noexcept;  // up to a seat's turn, or the end
    Weight (*chance_weight)(const void* game, const void* s, Action a) noexcept;
    Weight (*chance_total)(const void* game, const void* s) noexcept;
    void (*points)(const void* game, const void* s, std::int64_t* by_seat) noexcept;
    unsigned (*winners)(const void* game, const void* s) noexcept;
    void (*returns)(const void* game, const void* s, double* by_seat) noexcept;
    void (*observe)(const void* game, const void* s, int seat, std::span<float> out) noexcept;
    void (*observe_bytes)(const void* game, const void* s, int seat, std::span<std::uint8_t> out) noexcept;
    void (*resample)(const void* game, const void* s, int seat, SplitMix64& rng, void* world) noexcept;
    // playout.hpp
    void (*play_out_range)(const void* game, const void* root, std::uint64_t seed, std::uint64_t first,
                           std::uint64_t last, double* returns, std::int32_t* lengths) noexcept;
    // search/rollout.hpp
    bool (*roll_out_at_random)(const void* game, int horizon, const Policy& policy, void* s, SplitMix64& luck,
                               SplitMix64& choices) noexcept;
    bool (*roll_out_by_policy)(const void* game, int horizon, const Policy& policy, void* s, SplitMix64& luck,
                               SplitMix64& choices) noexcept;

    // The optional concepts of game.hpp and net/feature_game.hpp.
    std::uint64_t (*sight)(const void* game, const void* s, Action a, int seat) noexcept;
    int (*round)(const void* game, const void* s) noexcept;
    int (*cutoff_points)(const void* game, const void* s, int seat) noexcept;
    Action (*greedy)(const void* game, const void* s) noexcept;
    Action (*rollout_action)(const void* game, const void* s) noexcept;
    void (*write_features)(const void* game, const void* s, int seat, FeatureWriter& out) noexcept;
    void (*write_features_after)(const void* game, const void* after, int seat, Action a, FeatureWriter& out) noexcept;
    bool (*is_secret_choice)(const void* game, const void* s) noexcept;
    bool (*is_open)(const void* game, const void* s) noexcept;
    // net/judge.hpp: a value for each legal action; the value of a state to a seat.
    void (*judge_actions)(const void* game, const Network& net, int worlds, const void* s,
                          std::span<const Action> legal, SplitMix64& rng, std::int32_t* values) noexcept;
    std::int32_t (*judge_state)(const void* game, const Network& net, int worlds, const void* s, int seat,
                                const Episode& from) noexcept;
};

// What describes a game and exchanges its states.
struct ColdTable {
    std::string_view name;
    std::size_t state_bytes;
    int codec_version;
    int feature_version;
    bool is_simultaneous;
    bool one_thread;  // rules in Python: more threads would wait for one another
    SearchDefaults search_defaults;
    const BatchTable* batch;

    // From the table itself: rules in Python have a table for each game, and all have the same functions.
    Result<AnyGame> (*make)(const ColdTable& table, const PlainData& options);
    PlainData (*option_descriptions)(const ColdTable& table);
    std::vector<std::string_view> (*match_options)();  // only with features
    PlainData (*options)(const void* game);
    PlainData (*defaults)(const void* game);
    Utility (*utility)(const void* game);
    Limits (*limits)(const void* game);
    void (*initial)(const void* game, void* s);
    std::vector<Segment> (*layout)(const void* game);
    std::vector<Segment> (*feature_layout)(const void* game);  // only with features
    PlainData (*to_value)(const void* game, const void* s, int seat);
    PlainData (*fields_by_seat)(const void* game, const void* s, int seat);  // only with long views
    Result<KeptState> (*from_value)(const void* game, const PlainData& data);
    void (*pack)(const void* game, const void* s, ByteWriter& out);
    Result<KeptState> (*unpack)(const void* game, ByteReader& in);
    std::optional<Error> (*validate)(const void* game, const void* s);
    std::string (*action_text)(const void* game, int player, Action a);
    std::string (*action_text_at)(const void* game, const void* s, Action a);
    Result<Action> (*parse_action)(const void* game, std::string_view text);
    Result<Action> (*parse_action_at)(const void* game, const void* s, std::string_view text);
};

// The tables of a game, for this processor. cpp/loops/GAME.cpp defines them.
template <Game G>
const HotTable& hot_table() noexcept;
template <Game G>
const ColdTable& cold_table() noexcept;
template <Game G>
const BatchTable& batch_table() noexcept;
// Those of each build.
template <Game G>
const HotTable& hot_table_for_all() noexcept;
template <Game G>
const BatchTable& batch_table_for_all() noexcept;
template <Game G>
const HotTable& hot_table_x86_64_v3() noexcept;
template <Game G>
const BatchTable& batch_table_x86_64_v3() noexcept;

}  // namespace uneri
