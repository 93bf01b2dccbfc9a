// Serialises the lanes of a batch. After loading every game continues exactly where it was and the rows are the same.
// The kind of batch and the checksum are stored outside (python/uneri/batch/saved.py).
#pragma once

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "uneri/base/bytes.hpp"
#include "uneri/engine/batch.hpp"

namespace uneri {

inline constexpr std::uint8_t kBatchVersion = 3;

// `poll` is called now and then; it may throw.
template <class Poll>
ByteWriter save_lanes(const Batch& batch, Poll&& poll) {
    const AnyGame& game = batch.game();
    ByteWriter out;
    out.u8(kBatchVersion);
    out.u8(static_cast<std::uint8_t>(game.codec_version()));
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (i % kLanesPolled == 0) poll();
        const Lane& lane = batch.lane(i);
        out.u64(lane.seed);
        out.u64(lane.episode);
        out.u64(lane.chooser);
        out.i32(lane.length);
        out.i32(lane.learner);
        out.u64(lane.others);
        out.i32(batch.episode_length[i]);
        out.i32(batch.actions[i]);
        out.u8(batch.terminated[i]);
        out.u32(std::bit_cast<std::uint32_t>(batch.log_prob[i]));
        for (std::size_t p = 0; p < batch.seats(); ++p) {
            out.u32(std::bit_cast<std::uint32_t>(batch.rewards[i * batch.seats() + p]));
            out.u32(std::bit_cast<std::uint32_t>(batch.final_returns[i * batch.seats() + p]));
            out.u64(static_cast<std::uint64_t>(batch.points_before(i)[p]));
        }
        if (batch.settings().opponents.has_places()) {
            for (std::size_t p = 0; p + 1 < batch.seats(); ++p) out.i32(batch.members[i * (batch.seats() - 1) + p]);
        }
        out.u64(lane.rng);
        game.pack(lane.state(), out);
    }
    return out;
}
inline ByteWriter save_lanes(const Batch& batch) {
    return save_lanes(batch, [] {});
}

namespace detail {

struct SavedLane {
    Lane lane;
    KeptState state;
    std::array<std::int64_t, kMostSeats> before{};
    std::int32_t episode_length = 0;
    Action action = 0;
    std::uint8_t terminated = 0;
    float log_prob = 0;
    std::array<float, kMostSeats> rewards{};
    std::array<float, kMostSeats> final_returns{};
    std::array<std::int32_t, kMostSeats> members{};
};

inline bool is_learner(std::int32_t seat, const Limits& limits, const Opponents& opponents) noexcept {
    if (opponents.empty()) return seat == kNoLearner;
    return opponents.seat == Opponents::kAnySeat ? seat >= 0 && seat < limits.players : seat == opponents.seat;
}

// A lane, or what is wrong with its bytes.
inline Result<SavedLane> read_lane(const AnyGame& game, const Opponents& opponents, ByteReader& in) {
    const Limits& limits = game.limits();
    SavedLane saved;
    Lane& lane = saved.lane;
    lane.seed = in.u64();
    lane.episode = in.u64();
    lane.chooser = in.u64();
    lane.length = in.i32();
    lane.learner = in.i32();
    lane.others = in.u64();
    saved.episode_length = in.i32();
    saved.action = in.i32();
    saved.terminated = in.u8();
    saved.log_prob = std::bit_cast<float>(in.u32());
    const auto seats = static_cast<std::size_t>(limits.players);
    bool sound = lane.length >= 0 && saved.episode_length >= 0 && saved.terminated <= 1 && saved.action >= -1 &&
                 saved.action < limits.actions && std::isfinite(saved.log_prob) &&
                 is_learner(lane.learner, limits, opponents);
    for (std::size_t p = 0; p < seats; ++p) {
        saved.rewards[p] = std::bit_cast<float>(in.u32());
        saved.final_returns[p] = std::bit_cast<float>(in.u32());
        const auto before = static_cast<std::int64_t>(in.u64());
        sound = sound && std::isfinite(saved.rewards[p]) && std::isfinite(saved.final_returns[p]) &&
                before >= limits.min_score && before <= limits.max_score;
        saved.before[p] = before;
    }
    for (std::size_t p = 0; p < opponents.places.size(); ++p) {
        saved.members[p] = in.i32();
        sound = sound && saved.members[p] >= 0 &&
                static_cast<std::size_t>(saved.members[p]) < opponents.places[p].members.size();
    }
    lane.rng = in.u64();
    if (!in.good()) return Error{"they end too early"};
    if (!sound) return Error{"a number is out of bounds"};
    Result<KeptState> state = game.unpack(in);
    if (!state) return Error{state.error()};
    saved.state = *state;
    const int player = game.player(saved.state);
    if (player == kChance) return Error{"chance is open"};
    if (!opponents.empty() && player != lane.learner && player != kTerminal) return Error{"it is an opponent's turn"};
    return saved;
}

}  // namespace detail

// Restores all lanes, or none and says what is wrong. `poll` as above: if it throws, some lanes may be as they were.
template <class Poll>
std::optional<Error> load_lanes(Batch& batch, std::span<const std::uint8_t> bytes, Poll&& poll) {
    ByteReader in(bytes);
    const std::uint8_t version = in.u8();
    if (version != kBatchVersion)
        return Error{"the format of lanes is version " + std::to_string(version) + ", this one reads version " +
                     std::to_string(kBatchVersion)};
    const std::uint8_t codec = in.u8();
    if (codec != batch.game().codec_version()) return Error{"the state's layout is version " + std::to_string(codec)};
    std::vector<detail::SavedLane> saved;
    saved.reserve(batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (i % kLanesPolled == 0) poll();
        const Result<detail::SavedLane> lane = detail::read_lane(batch.game(), batch.settings().opponents, in);
        if (!lane) return Error{"lane " + std::to_string(i) + ": " + lane.error()};
        saved.push_back(*lane);
    }
    if (in.left() != 0) return Error{"there are surplus bytes"};
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (i % kLanesPolled == 0) poll();
        for (std::size_t p = 0; p < batch.settings().opponents.places.size(); ++p)
            batch.members[i * (batch.seats() - 1) + p] = saved[i].members[p];
        batch.set_lane(i, saved[i].lane, saved[i].state, saved[i].before.data());
        batch.episode_length[i] = saved[i].episode_length;
        batch.actions[i] = saved[i].action;
        batch.terminated[i] = saved[i].terminated;
        batch.log_prob[i] = saved[i].log_prob;
        for (std::size_t p = 0; p < batch.seats(); ++p) {
            batch.rewards[i * batch.seats() + p] = saved[i].rewards[p];
            batch.final_returns[i * batch.seats() + p] = saved[i].final_returns[p];
        }
    }
    return std::nullopt;
}
inline std::optional<Error> load_lanes(Batch& batch, std::span<const std::uint8_t> bytes) {
    return load_lanes(batch, bytes, [] {});
}

}  // namespace uneri
