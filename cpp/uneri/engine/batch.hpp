// Many games of one kind, stepped together: N positions in one block. Flat arrays beside them, one row per lane, hold
// what a learner reads: player to act, legal actions, observation and reward.
//
// Each lane is a separate game with its own seed. So its course depends neither on other lanes nor on the number of
// threads, and a single position can replay it (see `seeds`).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "uneri/base/block.hpp"
#include "uneri/base/clear.hpp"
#include "uneri/base/cpu.hpp"
#include "uneri/engine/draw.hpp"
#include "uneri/engine/loops.hpp"
#include "uneri/engine/opponents.hpp"
#include "uneri/engine/pool.hpp"
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

// The seed of a lane when the batch has one seed.
constexpr std::uint64_t lane_seed(std::uint64_t seed, std::uint64_t lane) noexcept { return stream(seed, lane).next(); }

// The seed of game number `episode` of a lane. The first game has the lane's own seed.
constexpr std::uint64_t episode_seed(std::uint64_t seed, std::uint64_t episode) noexcept {
    return episode == 0 ? seed : stream(seed, episode).next();
}

template <Game G>
struct Lane {
    Position<G> position;  // always seeded
    std::uint64_t seed = 0;
    std::uint64_t episode = 0;
    std::uint64_t chooser = 0;          // generator of step_random
    std::int32_t length = 0;            // decisions in this game
    std::int32_t over = 0;              // 0 or 1: the game has ended, the next has not begun
    std::int32_t learner = kNoLearner;  // the learner's seat, if opponents play the others
    std::uint64_t others = 0;           // generator of the opponents
};

// What bytes of an observation mean, by place: low + step * byte.
struct Grid {
    std::vector<float> low;
    std::vector<float> step;
};

template <Game G>
Grid observation_grid(const G& game) {
    Grid grid;
    for (const Segment& segment : game.layout()) {
        const auto size = static_cast<std::size_t>(segment.size());
        grid.low.insert(grid.low.end(), size, segment.low);
        grid.step.insert(grid.step.end(), size, segment.step);
    }
    return grid;
}

// When a whole step is inlined, gcc 12 follows chance nodes (where no seat is to act) into the code for seats and warns
// of a bad index.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
template <Game G>
class Batch {
public:
    Batch(const G& game, const BatchSettings& settings)
        : game_(game),
          settings_(settings),
          limits_(game.limits()),
          seats_(static_cast<std::size_t>(limits_.players)),
          tensor_size_(observation_grid(game).low.size()),
          pool_(settings.threads),
          lanes_(settings.lanes),
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
        std::fill_n(legal.data(), legal.size(), Action{-1});
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
    const G& game() const noexcept { return game_; }
    const Lane<G>& lane(std::size_t i) const noexcept { return lanes_[i]; }
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
        Lane<G>& lane = lanes_[i];
        lane.seed = seed;
        lane.chooser = stream(seed, 0).state();
        lane.learner = kNoLearner;
        lane.episode = 0;
        start(i);
    }
    // Starts the next game of the lane's seed.
    void next_episode(std::size_t i) noexcept {
        ++lanes_[i].episode;
        start(i);
    }
    // Sets the generator of random steps.
    void seed_chooser(std::size_t i, std::uint64_t seed) noexcept { lanes_[i].chooser = stream(seed, i).state(); }
    // Takes a number from that generator.
    std::uint64_t draw_number(std::size_t i) noexcept {
        SplitMix64 generator(lanes_[i].chooser);
        const std::uint64_t number = generator.next();
        lanes_[i].chooser = generator.state();
        return number;
    }
    // A uniformly random legal action, -1 where the game is over.
    Action random_action(std::size_t i) noexcept {
        Lane<G>& lane = lanes_[i];
        if (lane.over != 0) return -1;
        SplitMix64 generator(lane.chooser);
        const Action a = legal_row(i)[generator.below(static_cast<std::uint64_t>(num_legal[i]))];
        lane.chooser = generator.state();
        return a;
    }

    // The lowest lane whose action is illegal, if any. Lanes whose game is over accept any action.
    std::optional<std::size_t> first_illegal(const Action* chosen) const noexcept {
        const std::size_t found = loops<G>().first_illegal(*this, chosen);
        return found < size() ? std::optional(found) : std::nullopt;
    }

    // Calls work(first, last) for parts of 0..count-1, all lanes if not given, by all threads.
    template <class Work>
    void by_chunks(Work&& work) {
        by_chunks(size(), work);
    }
    template <class Work>
    void by_chunks(std::size_t count, Work&& work) {
        pool_.run((count + kChunk - 1) / kChunk,
                  [&](std::size_t chunk) { work(chunk * kChunk, std::min(count, (chunk + 1) * kChunk)); });
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
            loops<G>().step_lanes(*this, first, end, chosen);
            if (!has_places()) {
                loops<G>().observe_lanes(*this, first, end);
            } else {
                for (std::size_t i = first; i < end; ++i) {
                    if (!is_waiting(i)) loops<G>().observe_lanes(*this, i, i + 1);
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
        const Lane<G>& lane = lanes_[i];
        const std::size_t place = place_of(lane, game_.player(lane.position.state));
        return member_of(i, place).number;
    }
    std::span<const Action> asked_legal(std::size_t i) const noexcept {
        return {asked_row(i), static_cast<std::size_t>(asked_counts_[i])};
    }
    // Writes what the seats to act see, one row after the other, and lists their legal actions, for asked_legal().
    void show_asked(std::span<const std::size_t> waiting, void* observations) {
        by_chunks(waiting.size(), [&](std::size_t first, std::size_t last) {
            loops<G>().show_asked(*this, waiting.data(), first, last, observations);
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
                loops<G>().answer_lanes(*this, waiting.data(), first, last, answers.data());
            });
            std::erase_if(waiting, [&](std::size_t i) { return !is_waiting(i); });
        }
        by_chunks(all.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t j = first; j < last; ++j) loops<G>().observe_lanes(*this, all[j], all[j] + 1);
        });
    }

    // Puts a position into a lane and continues from there. A position without a generator gets the lane's.
    // Opponents play on to the learner's turn.
    void set_position(std::size_t i, const Position<G>& position) noexcept {
        Lane<G>& lane = lanes_[i];
        const std::uint64_t rng = lane.position.rng;
        lane.position = position;
        if (position.seeded == 0) {
            lane.position.seeded = 1;
            lane.position.rng = rng;
            lane.position.resolve_chance(game_);
        }
        lane.length = 0;
        clear_row(i);
        if (has_opponents()) {
            lane.position.remember_points(game_, limits_.players);
            std::array<Opponent, G::kMaxSeats> drawn{};
            loops<G>().play_opponents(game_, players_of(i, drawn), static_cast<int>(seats_), lane.learner,
                                      lane.position, lane.others);
            if (waits(lane)) {
                stages_[i] = kPlaced;
                return;
            }
        }
        show(i);
        loops<G>().observe_lanes(*this, i, i + 1);
    }
    // Restores a saved lane. The caller restores the rows that `show` does not write, and `members`.
    void set_lane(std::size_t i, const Lane<G>& lane) noexcept {
        lanes_[i] = lane;
        if (has_places()) stages_[i] = kReady;
        show(i);
        loops<G>().observe_lanes(*this, i, i + 1);
        seeds[i] = episode_seed(lane.seed, lane.episode);
    }

private:
    friend struct Loops<G>;

    static constexpr std::size_t kChunk = 64;  // about 10 microseconds: short to wait for, cheap to hand over
    static constexpr std::size_t kAhead = 2;   // lanes to prefetch before their step
    static constexpr std::size_t kGroup = 16;  // their positions fit into the L1 cache
    // How many games in a row may end before the learner's first decision. After that the lane stays over.
    static constexpr int kMostPassedOver = 64;
    // What a lane does once whom it waits for has answered: ends its step, goes on from the position put into it, or
    // starts its game, before which so many games (added to kBeginning) were skipped.
    static constexpr std::uint8_t kReady = 0, kInStep = 1, kPlaced = 2, kBeginning = 3;

    const G& game_;
    BatchSettings settings_;
    Limits limits_;
    std::size_t seats_;
    std::size_t tensor_size_;
    Pool pool_;
    Block<Lane<G>> lanes_;
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
        episode_length[i] = lanes_[i].length;
        clear(rewards.data() + i * seats_, seats_);
    }
    void start(std::size_t i) noexcept {
        if (has_places()) stages_[i] = kReady;
        lanes_[i].length = 0;
        clear_row(i);
        clear(final_returns.data() + i * seats_, seats_);
        loops<G>().begin(*this, i, 0);
        if (is_waiting(i)) return;
        show(i);
        loops<G>().observe_lanes(*this, i, i + 1);
    }
    // Deals a lane's game and, with opponents, plays it to the learner's first decision. A game that ends before that
    // is skipped; `passed` were. Not inlined: a step calls it from two places, and each would get its own copy of the
    // rules.
    UNERI_NOINLINE static void begin(Batch& batch, std::size_t i, int passed) noexcept {
        Lane<G>& lane = batch.lanes_[i];
        lane.length = 0;
        for (;; ++passed) {
            batch.seeds[i] = episode_seed(lane.seed, lane.episode);
            begin_position(batch.game_, batch.seeds[i], lane.position);
            if (!batch.has_opponents()) return;
            batch.seat_players(i);
            batch.play_opponents(i);
            if (batch.waits(lane)) {
                batch.stages_[i] = static_cast<std::uint8_t>(kBeginning + passed);
                return;
            }
            if (batch.game_.player(lane.position.state) != kTerminal || passed == kMostPassedOver) return;
            ++lane.episode;
        }
    }
    bool has_opponents() const noexcept { return !settings_.opponents.empty(); }
    bool has_places() const noexcept { return settings_.opponents.has_places(); }
    std::size_t place_of(const Lane<G>& lane, int seat) const noexcept {
        return (static_cast<std::size_t>(seat - lane.learner - 1) + seats_) % seats_;
    }
    const Place::Member& member_of(std::size_t i, std::size_t place) const noexcept {
        const auto member = static_cast<std::size_t>(members[i * (seats_ - 1) + place]);
        return settings_.opponents.places[place].members[member];
    }
    // Is somebody outside of the core to act?
    bool waits(const Lane<G>& lane) const noexcept {
        if (!has_places()) return false;
        const int seat = game_.player(lane.position.state);
        return seat != lane.learner && seat != kTerminal;
    }
    // The players of the lane's game, in `drawn` if they are drawn for each game.
    const Opponent* players_of(std::size_t i, std::array<Opponent, G::kMaxSeats>& drawn) const noexcept {
        if (!has_places()) return settings_.opponents.players.data();
        for (std::size_t place = 0; place + 1 < seats_; ++place) drawn[place] = member_of(i, place).player;
        return drawn.data();
    }
    void play_opponents(std::size_t i) noexcept {
        std::array<Opponent, G::kMaxSeats> drawn;
        Lane<G>& lane = lanes_[i];
        uneri::play_opponents(game_, players_of(i, drawn), static_cast<int>(seats_), lane.learner, lane.position,
                              lane.others);
    }
    // Draws the learner's seat and the other players of the lane's game, if they are drawn.
    void seat_players(std::size_t i) noexcept {
        Lane<G>& lane = lanes_[i];
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
    static void show_asked(Batch& batch, const std::size_t* waiting, std::size_t first, std::size_t last,
                           void* observations) noexcept {
        const std::size_t width = batch.tensor_size_;
        for (std::size_t j = first; j < last; ++j) {
            const std::size_t i = waiting[j];
            const typename G::State& s = batch.lanes_[i].position.state;
            const int seat = batch.game_.player(s);
            if (batch.settings_.numbers == Numbers::kUint8) {
                batch.game_.observe(s, seat, std::span(static_cast<std::uint8_t*>(observations) + j * width, width));
            } else {
                batch.game_.observe(s, seat, std::span(static_cast<float*>(observations) + j * width, width));
            }
            typename G::Actions list;
            list.clear();
            batch.game_.legal_actions(s, list);
            batch.asked_counts_[i] = static_cast<std::int32_t>(list.size());
            Action* row = batch.asked_row(i);
            for (const Action a : list) *row++ = a;
        }
    }
    // Plays the answers, and everything up to the next one that is asked for.
    UNERI_FLATTEN static void answer_lanes(Batch& batch, const std::size_t* waiting, std::size_t first,
                                           std::size_t last, const Action* answers) noexcept {
        for (std::size_t j = first; j < last; ++j) batch.answer(waiting[j], answers[j]);
    }
    void answer(std::size_t i, Action a) noexcept {
        Lane<G>& lane = lanes_[i];
        lane.position.play(game_, a);
        play_opponents(i);
        if (waits(lane)) return;
        const std::uint8_t stage = stages_[i];
        stages_[i] = kReady;
        if (stage == kInStep) {
            end_step(i);
        } else if (stage >= kBeginning && stage - kBeginning < kMostPassedOver &&
                   game_.player(lane.position.state) == kTerminal) {
            ++lane.episode;
            begin(*this, i, stage - kBeginning + 1);
        }
        if (!is_waiting(i)) show(i);
    }

    static std::size_t first_illegal(const Batch& batch, const Action* chosen) noexcept {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            if (batch.lanes_[i].over == 0 && !batch.is_listed(i, chosen[i])) return i;
        }
        return batch.size();
    }

    UNERI_FLATTEN static void step_lanes(Batch& batch, std::size_t first, std::size_t last,
                                         const Action* chosen) noexcept {
        for (std::size_t i = first; i < last; ++i) {
            if (i + kAhead < batch.size()) batch.prefetch(i + kAhead);
            batch.step_lane(i, chosen != nullptr ? chosen[i] : batch.random_action(i));
        }
    }
    static void observe_lanes(Batch& batch, std::size_t first, std::size_t last) noexcept {
        const std::size_t rows = batch.views_of_lane();
        if (rows == 0) return;
        const bool bytes = batch.settings_.numbers == Numbers::kUint8;
        for (std::size_t i = first; i < last; ++i) {
            const typename G::State& s = batch.lanes_[i].position.state;
            for (std::size_t row = 0; row < rows; ++row) {
                const int seat = rows > 1 ? static_cast<int>(row) : batch.watcher(i);
                if (bytes) {
                    batch.write(batch.observation_bytes, i * rows + row, s, seat);
                } else {
                    batch.write(batch.observation, i * rows + row, s, seat);
                }
            }
        }
    }
    // The seat whose observation is written when only one is. A learner sees the end of its game, too.
    int watcher(std::size_t i) const noexcept { return has_opponents() ? lanes_[i].learner : current_player[i]; }
    // Prefetches what a lane's step reads first. Its writes are sequential; the processor prefetches those by itself.
    void prefetch(std::size_t i) const noexcept {
#if defined(__GNUC__)
        const auto* bytes = reinterpret_cast<const char*>(&lanes_[i]);
        for (std::size_t at = 0; at < sizeof lanes_[i]; at += 64) __builtin_prefetch(bytes + at, 1);
        __builtin_prefetch(legal_row(i), 1);
#else
        static_cast<void>(i);
#endif
    }
    void step_lane(std::size_t i, Action a) noexcept {
        Lane<G>& lane = lanes_[i];
        if (lane.over != 0) {
            actions[i] = -1;
            log_prob[i] = 0;
            clear(rewards.data() + i * seats_, seats_);
            if (settings_.autoreset == AutoReset::kNone) return;
            ++lane.episode;
            lane.length = 0;
            clear_row(i);
            begin(*this, i, 0);
        } else {
            actions[i] = a;
            log_prob[i] = 0;
            // Rewards from before a learner's first decision are added to that decision's.
            if (!has_opponents() || lane.length > 0) lane.position.remember_points(game_, limits_.players);
            lane.position.play(game_, a);
            if (has_opponents()) play_opponents(i);
            if (waits(lane)) {
                stages_[i] = kInStep;
                return;
            }
            end_step(i);
        }
        if (!is_waiting(i)) show(i);
    }
    void end_step(std::size_t i) noexcept {
        Lane<G>& lane = lanes_[i];
        episode_length[i] = ++lane.length;
        const bool over = game_.player(lane.position.state) == kTerminal;
        terminated[i] = over ? 1 : 0;
        earn(i, over);
        if (over && settings_.autoreset == AutoReset::kSame) {
            ++lane.episode;
            begin(*this, i, 0);
        }
    }
    void earn(std::size_t i, bool over) noexcept {
        const Position<G>& position = lanes_[i].position;
        float* row = rewards.data() + i * seats_;
        bool changed = over;
        for (std::size_t p = 0; p < seats_; ++p) {
            changed = changed || game_.points(position.state, static_cast<int>(p)) != position.before[p];
        }
        if (!changed) {
            clear(row, seats_);
            return;
        }
        std::array<double, G::kMaxSeats> values{};
        position.rewards(game_, limits_.players, values.data());
        for (std::size_t p = 0; p < seats_; ++p) row[p] = static_cast<float>(values[p]);
        if (!over) return;
        returns_of(game_, position.state, values.data());
        for (std::size_t p = 0; p < seats_; ++p) final_returns[i * seats_ + p] = static_cast<float>(values[p]);
    }
    // Writes the player to act and the legal actions; observe_lanes writes the rest.
    void show(std::size_t i) noexcept {
        Lane<G>& lane = lanes_[i];
        const typename G::State& s = lane.position.state;
        const int player = game_.player(s);
        current_player[i] = player;
        learner[i] = lane.learner;
        lane.over = player == kTerminal ? 1 : 0;
        show_legal(i, s);
    }
    void show_legal(std::size_t i, const typename G::State& s) noexcept {
        typename G::Actions list;
        list.clear();
        game_.legal_actions(s, list);
        const auto count = static_cast<std::int32_t>(list.size());
        Action* row = legal_row(i);
        std::uint8_t* flags = mask.data() + i * mask_width();
        clear(flags, mask_width());
        Action* next = row;
        if (settings_.mask_in_bits) {
            for (const Action a : list) {
                *next++ = a;
                flags[a >> 3] = static_cast<std::uint8_t>(flags[a >> 3] | 1 << (a & 7));
            }
        } else {
            for (const Action a : list) {
                *next++ = a;
                flags[a] = 1;
            }
        }
        if (count < num_legal[i]) std::fill(row + count, row + num_legal[i], Action{-1});
        num_legal[i] = count;
    }
    // Writes a seat's row; zeros if no seat is watched.
    template <class T>
    void write(const Block<T>& rows, std::size_t row, const typename G::State& s, int seat) const noexcept {
        const std::span<T> out{rows.data() + row * tensor_size_, tensor_size_};
        seat < 0 ? clear(out.data(), out.size()) : game_.observe(s, seat, out);
    }
};

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace uneri
