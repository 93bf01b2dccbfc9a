// Many games of one kind, stepped together: N lanes in one block. Flat arrays beside them, one row per lane, hold
// what a learner reads: player to act, legal actions, observation and reward.
//
// Each lane is a separate game with its own seed. So its course depends neither on other lanes nor on the number of
// threads, and a single position can replay it (see `seeds`).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "uneri/base/block.hpp"
#include "uneri/base/clear.hpp"
#include "uneri/engine/any_game.hpp"
#include "uneri/engine/batch_table.hpp"
#include "uneri/engine/draw.hpp"
#include "uneri/engine/lane.hpp"
#include "uneri/engine/opponents.hpp"
#include "uneri/engine/parallel.hpp"
#include "uneri/engine/position.hpp"

namespace uneri {

enum class AutoReset : std::uint8_t { kNone, kSame, kNext };   // when a lane starts its next game
enum class Watched : std::uint8_t { kNobody, kActing, kAll };  // whose observations are written
enum class Numbers : std::uint8_t { kFloat32, kUint8 };        // ... and their type

struct BatchSettings {
    std::size_t lanes = 1;
    int threads = 1;
    AutoReset autoreset = AutoReset::kSame;
    Watched watched = Watched::kActing;
    Numbers numbers = Numbers::kFloat32;
    bool mask_in_bits = false;  // eight actions a byte, the lowest bit first
    Opponents opponents;
};

inline constexpr std::int64_t kMostLanes = 1 << 20;
inline constexpr std::size_t kLanesPolled = 1 << 12;  // between two looks for Ctrl-C: some milliseconds of work

// The seed of a lane when the batch has one seed.
constexpr std::uint64_t lane_seed(std::uint64_t seed, std::uint64_t lane) noexcept { return stream(seed, lane).next(); }

// The seed of game number `episode` of a lane. The first game has the lane's own seed.
constexpr std::uint64_t episode_seed(std::uint64_t seed, std::uint64_t episode) noexcept {
    return episode == 0 ? seed : stream(seed, episode).next();
}

// What bytes of an observation mean, by place: low + step * byte.
struct Grid {
    std::vector<float> low;
    std::vector<float> step;
};

inline Grid observation_grid(const AnyGame& game) {
    Grid grid;
    for (const Segment& segment : game.layout()) {
        const auto size = static_cast<std::size_t>(segment.size());
        grid.low.insert(grid.low.end(), size, segment.low);
        grid.step.insert(grid.step.end(), size, segment.step);
    }
    return grid;
}

// The loops over its lanes are those of the game (batch_table.hpp).
class Batch {
public:
    Batch(const AnyGame& game, const BatchSettings& settings) : Batch(game, settings, [] {}) {}
    // `poll` is called now and then; it may throw.
    template <class Poll>
    Batch(const AnyGame& game, const BatchSettings& settings, Poll&& poll)
        : game_(game),
          loops_(game.loops()),
          settings_(settings),
          limits_(game.limits()),
          seats_(static_cast<std::size_t>(limits_.players)),
          tensor_size_(observation_grid(game).low.size()),
          lanes_(settings.lanes * loops_.lane_bytes),
          current_player(settings.lanes),
          learner(settings.lanes),
          num_legal(settings.lanes),
          legal(settings.lanes * static_cast<std::size_t>(limits_.legal_actions)),
          mask(settings.lanes * mask_width()),
          rewards(settings.lanes * seats_),
          terminated(settings.lanes),
          episode_length(settings.lanes),
          final_returns(settings.lanes * seats_),
          actions(settings.lanes),
          log_prob(settings.lanes),
          seeds(settings.lanes),
          members(settings.opponents.empty() ? 0 : settings.lanes * (seats_ - 1)) {
        for (std::size_t i = 0; i < settings.lanes; ++i) {
            if (i % kLanesPolled == 0) poll();
            ::new (lanes_.data() + i * loops_.lane_bytes) Lane;
            std::fill_n(legal_row(i), limits_.legal_actions, Action{-1});
        }
        if (has_places()) {
            stages_ = Block<std::uint8_t>(settings.lanes);
            asked_legal_ = Block<Action>(legal.size());
            asked_counts_ = Block<std::int32_t>(settings.lanes);
        }
        const std::size_t size = settings.lanes * views_of_lane() * tensor_size();
        if (settings.numbers == Numbers::kFloat32) {
            observation = Block<float>(size);
        } else {
            observation_bytes = Block<std::uint8_t>(size);
        }
    }

    const BatchSettings& settings() const noexcept { return settings_; }
    const Limits& limits() const noexcept { return limits_; }
    std::size_t size() const noexcept { return settings_.lanes; }
    std::size_t seats() const noexcept { return seats_; }
    std::size_t tensor_size() const noexcept { return tensor_size_; }
    std::size_t views_of_lane() const noexcept {
        return settings_.watched == Watched::kNobody ? 0 : settings_.watched == Watched::kActing ? 1 : seats_;
    }
    std::size_t mask_width() const noexcept {
        const auto flags = static_cast<std::size_t>(limits_.actions);
        return settings_.mask_in_bits ? (flags + 7) / 8 : flags;
    }
    const AnyGame& game() const noexcept { return game_; }
    const Lane& lane(std::size_t i) const noexcept { return *reinterpret_cast<const Lane*>(lane_data(i)); }
    const std::byte* state(std::size_t i) const noexcept { return lane(i).state(); }
    // The lane with its state, as it lies in memory; its points before the last action.
    const std::byte* lane_data(std::size_t i) const noexcept { return lanes_.data() + i * loops_.lane_bytes; }
    std::size_t lane_bytes() const noexcept { return loops_.lane_bytes; }
    const std::int64_t* points_before(std::size_t i) const noexcept { return points_in(lane_data(i)); }
    AnyPosition position(std::size_t i) const {
        AnyPosition position{KeptState(state(i), game_.state_bytes()), lane(i).rng, true};
        std::copy_n(points_before(i), seats_, position.before.begin());
        return position;
    }
    std::span<const Action> legal_of(std::size_t i) const noexcept {
        return {legal_row(i), static_cast<std::size_t>(num_legal[i])};
    }
    // A lane's observations as they lie in memory, and their size.
    std::size_t observed_bytes() const noexcept {
        return views_of_lane() * tensor_size() * (settings_.numbers == Numbers::kFloat32 ? sizeof(float) : 1);
    }
    const void* observed(std::size_t i) const noexcept {
        if (settings_.numbers == Numbers::kUint8) return observation_bytes.data() + i * observed_bytes();
        return observation.data() + i * views_of_lane() * tensor_size();
    }

    // Starts the first game of `seed` in a lane.
    void seed_lane(std::size_t i, std::uint64_t seed) noexcept {
        Lane& lane = lane_of(i);
        lane.seed = seed;
        lane.chooser = stream(seed, 0).state();
        lane.learner = kNoLearner;
        lane.episode = 0;
        start(i);
    }
    // Starts the next game of the lane's seed.
    void next_episode(std::size_t i) noexcept {
        ++lane_of(i).episode;
        start(i);
    }
    // Sets the generator of random steps.
    void seed_chooser(std::size_t i, std::uint64_t seed) noexcept { lane_of(i).chooser = stream(seed, i).state(); }
    // Takes a number from that generator.
    std::uint64_t draw_number(std::size_t i) noexcept {
        SplitMix64 generator(lane_of(i).chooser);
        const std::uint64_t number = generator.next();
        lane_of(i).chooser = generator.state();
        return number;
    }
    // A uniformly random legal action, -1 where the game is over.
    Action random_action(std::size_t i) noexcept {
        Lane& lane = lane_of(i);
        if (lane.over != 0) return -1;
        SplitMix64 generator(lane.chooser);
        const Action a = legal_row(i)[generator.below(static_cast<std::uint64_t>(num_legal[i]))];
        lane.chooser = generator.state();
        return a;
    }

    // The lowest lane whose action is illegal, if any. Lanes whose game is over accept any action.
    std::optional<std::size_t> first_illegal(const Action* chosen) const noexcept {
        for (std::size_t i = 0; i < size(); ++i) {
            if (lane(i).over == 0 && !is_listed(i, chosen[i])) return i;
        }
        return std::nullopt;
    }

    // Calls work(first, last) for parts of 0..count-1, all lanes if not given, by all threads.
    template <class Work>
    void by_chunks(Work&& work) {
        by_chunks(size(), work);
    }
    template <class Work>
    void by_chunks(std::size_t count, Work&& work) {
        run_parts((count + kGroup - 1) / kGroup, kChunk / kGroup, settings_.threads,
                  [&](std::size_t first, std::size_t last) { work(first * kGroup, std::min(count, last * kGroup)); });
    }

    // One step of every lane; the actions are legal.
    void step(const Action* chosen) {
        by_chunks([&](std::size_t first, std::size_t last) { step_range(first, last, chosen); });
    }
    // `steps` steps of every lane by uniformly random legal actions.
    void step_random(std::uint64_t steps) {
        by_chunks([&](std::size_t first, std::size_t last) {
            for (std::uint64_t step = 0; step < steps; ++step) step_range(first, last, nullptr);
        });
    }
    // Steps a few lanes, then reads them: two short loops, so the second finds the states still in the cache.
    // `chosen` has an action for every lane of the batch; nullptr means random actions.
    // Lanes that wait afterwards are not read: see settle().
    void step_range(std::size_t first, std::size_t last, const Action* chosen) noexcept {
        while (first < last) {
            const std::size_t end = std::min(last, first + kGroup);
            loops_.step_lanes(*this, first, end, chosen);
            if (!has_places()) {
                loops_.observe_lanes(*this, first, end);
            } else {
                for (std::size_t i = first; i < end; ++i) {
                    if (!is_waiting(i)) loops_.observe_lanes(*this, i, i + 1);
                }
            }
            first = end;
        }
    }

    // Opponents outside of the core. A call that starts or steps lanes leaves some waiting for an answer. Then settle()
    // asks for answers until none waits any more. In between, lanes are half stepped.
    void set_places(std::vector<Place> places) { settings_.opponents.places = std::move(places); }
    bool is_waiting(std::size_t i) const noexcept { return has_places() && stages_[i] != kReady; }
    // Whom a waiting lane asks, and what may be answered.
    std::int32_t asked_of(std::size_t i) const noexcept {
        return member_of(i, place_of(lane(i), game_.player(state(i)))).number;
    }
    std::span<const Action> asked_legal(std::size_t i) const noexcept {
        return {asked_row(i), static_cast<std::size_t>(asked_counts_[i])};
    }
    // Writes what the seats to act see, one row after the other, and lists their legal actions, for asked_legal().
    void show_asked(std::span<const std::size_t> waiting, void* observations) {
        by_chunks(waiting.size(), [&](std::size_t first, std::size_t last) {
            loops_.show_asked(*this, waiting.data(), first, last, observations);
        });
    }
    // `ask(lanes, answers)` writes a legal action for each of the lanes.
    template <class Ask>
    void settle(Ask&& ask) {
        std::vector<std::size_t> waiting;
        for (std::size_t i = 0; i < size(); ++i) {
            if (is_waiting(i)) waiting.push_back(i);
        }
        const std::vector<std::size_t> all = waiting;
        std::vector<Action> answers;
        while (!waiting.empty()) {
            answers.resize(waiting.size());
            ask(std::span<const std::size_t>(waiting), answers.data());
            by_chunks(waiting.size(), [&](std::size_t first, std::size_t last) {
                loops_.answer_lanes(*this, waiting.data(), first, last, answers.data());
            });
            std::erase_if(waiting, [&](std::size_t i) { return !is_waiting(i); });
        }
        by_chunks(all.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t j = first; j < last; ++j) loops_.observe_lanes(*this, all[j], all[j] + 1);
        });
    }

    // Puts a position into a lane and continues from there. A position without a generator gets the lane's.
    // Opponents play on to the learner's turn.
    void set_position(std::size_t i, const AnyPosition& position) noexcept {
        Lane& lane = lane_of(i);
        game_.copy(position.state, lane.state());
        std::copy_n(position.before.begin(), seats_, points_of(i));
        if (position.seeded) {
            lane.rng = position.rng;
        } else {
            SplitMix64 generator(lane.rng);
            game_.resolve_chance(lane.state(), generator);
            lane.rng = generator.state();
        }
        lane.length = 0;
        clear_row(i);
        if (has_opponents()) {
            game_.points(lane.state(), points_of(i));
            loops_.play_opponents(*this, i);
            if (waits(i)) {
                stages_[i] = kPlaced;
                return;
            }
        }
        show(i);
    }
    // Restores a lane from what lane_data() gave. The caller restores the rows that `show` does not write, and
    // `members`.
    void set_lane(std::size_t i, const std::byte* data) noexcept {
        std::memcpy(lanes_.data() + i * loops_.lane_bytes, data, loops_.lane_bytes);
        restore(i);
    }
    void set_lane(std::size_t i, const Lane& lane, const std::byte* state, const std::int64_t* before) noexcept {
        lane_of(i) = lane;
        game_.copy(state, lane_of(i).state());
        std::copy_n(before, seats_, points_of(i));
        restore(i);
    }

private:
    template <Game G>
    friend class BatchLoops;

    static constexpr std::size_t kChunk = 64;  // about 10 microseconds: short to wait for, cheap to hand over
    static constexpr std::size_t kGroup = 16;  // their positions fit into the L1 cache
    // What a lane does once its opponent has answered: ends its step, continues from the position put into it, or
    // starts its game, before which some games (their number is added to kBeginning) were skipped.
    static constexpr std::uint8_t kReady = 0, kInStep = 1, kPlaced = 2, kBeginning = 3;

    AnyGame game_;
    const BatchTable& loops_;
    BatchSettings settings_;
    Limits limits_;
    std::size_t seats_;
    std::size_t tensor_size_;
    Block<std::byte> lanes_;
    Block<std::uint8_t> stages_;  // of lanes; this one and the next two only for opponents outside of the core
    Block<Action> asked_legal_;
    Block<std::int32_t> asked_counts_;

public:  // One row per lane; see docs/batch.md. The batch reads `num_legal` and `legal`, and only writes the others.
    Block<std::int32_t> current_player;
    Block<std::int32_t> learner;
    Block<std::int32_t> num_legal;
    Block<Action> legal;
    Block<std::uint8_t> mask;
    Block<float> rewards;
    Block<std::uint8_t> terminated;
    Block<std::int32_t> episode_length;
    Block<float> final_returns;
    Block<Action> actions;
    Block<float> log_prob;
    Block<std::uint64_t> seeds;
    Block<std::int32_t> members;  // who of its place plays, for each opponent of each lane
    Block<float> observation;
    Block<std::uint8_t> observation_bytes;

private:
    Lane& lane_of(std::size_t i) noexcept { return *reinterpret_cast<Lane*>(lanes_.data() + i * loops_.lane_bytes); }
    std::int64_t* points_of(std::size_t i) noexcept {
        return reinterpret_cast<std::int64_t*>(lanes_.data() + i * loops_.lane_bytes +
                                               Lane::points_offset(game_.state_bytes()));
    }
    const std::int64_t* points_in(const std::byte* lane) const noexcept {
        return reinterpret_cast<const std::int64_t*>(lane + Lane::points_offset(game_.state_bytes()));
    }
    Action* legal_row(std::size_t i) const noexcept {
        return legal.data() + i * static_cast<std::size_t>(limits_.legal_actions);
    }
    Action* asked_row(std::size_t i) const noexcept {
        return asked_legal_.data() + i * static_cast<std::size_t>(limits_.legal_actions);
    }
    bool is_listed(std::size_t i, Action a) const noexcept {
        const Action* row = legal_row(i);
        return std::binary_search(row, row + num_legal[i], a);
    }
    void clear_row(std::size_t i) noexcept {
        terminated[i] = 0;
        actions[i] = -1;
        log_prob[i] = 0;
        episode_length[i] = lane_of(i).length;
        clear(rewards.data() + i * seats_, seats_);
    }
    void start(std::size_t i) noexcept {
        if (has_places()) stages_[i] = kReady;
        lane_of(i).length = 0;
        clear_row(i);
        clear(final_returns.data() + i * seats_, seats_);
        loops_.begin(*this, i, 0);
        if (!is_waiting(i)) show(i);
    }
    void restore(std::size_t i) noexcept {
        if (has_places()) stages_[i] = kReady;
        show(i);
        seeds[i] = episode_seed(lane(i).seed, lane(i).episode);
    }
    // Writes all rows that follow from a lane.
    void show(std::size_t i) noexcept {
        loops_.show(*this, i);
        loops_.observe_lanes(*this, i, i + 1);
    }
    bool has_opponents() const noexcept { return !settings_.opponents.empty(); }
    bool has_places() const noexcept { return settings_.opponents.has_places(); }
    std::size_t place_of(const Lane& lane, int seat) const noexcept {
        return (static_cast<std::size_t>(seat - lane.learner - 1) + seats_) % seats_;
    }
    const Place::Member& member_of(std::size_t i, std::size_t place) const noexcept {
        const auto member = static_cast<std::size_t>(members[i * (seats_ - 1) + place]);
        return settings_.opponents.places[place].members[member];
    }
    // The players of the lane's game, in `drawn` if they are drawn for each game.
    const Opponent* players_of(std::size_t i, std::array<Opponent, kMostSeats>& drawn) const noexcept {
        if (!has_places()) return settings_.opponents.players.data();
        for (std::size_t place = 0; place + 1 < seats_; ++place) drawn[place] = member_of(i, place).player;
        return drawn.data();
    }
    // Is somebody outside of the core to act?
    bool waits(std::size_t i) const noexcept {
        if (!has_places()) return false;
        const int seat = game_.player(state(i));
        return seat != lane(i).learner && seat != kTerminal;
    }
    // Draws the learner's seat and the other players of the lane's game, if they are drawn.
    void seat_players(std::size_t i) noexcept {
        Lane& lane = lane_of(i);
        SplitMix64 numbers = opponents_stream(seeds[i]);
        const int seat = settings_.opponents.seat;
        lane.learner = seat != Opponents::kAnySeat ? seat : static_cast<std::int32_t>(numbers.below(seats_));
        for (std::size_t place = 0; place < settings_.opponents.places.size(); ++place) {
            const std::vector<double>& sums = settings_.opponents.places[place].sums;
            std::size_t member = 0;
            if (!sums.empty()) {
                const double level = unit_of(numbers.next()) * sums.back();
                while (member + 1 < sums.size() && !(sums[member] > level)) ++member;
            }
            members[i * (seats_ - 1) + place] = static_cast<std::int32_t>(member);
        }
        lane.others = numbers.state();
    }
};

}  // namespace uneri
