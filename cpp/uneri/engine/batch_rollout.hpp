// Many steps of a batch into arrays [steps, lanes]: what a learner sees before each step and what the step did.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "uneri/base/elementary.hpp"
#include "uneri/engine/batch.hpp"

namespace uneri {

// Memory of the caller's, one row for each lane of each step, in the order of steps.
struct RolloutRows {
    unsigned char* observation;  // as in the batch, float32 or uint8
    std::uint8_t* mask;
    std::int32_t* current_player;
    Action* actions;
    float* log_prob;
    float* rewards;  // of all seats
    float* reward;   // of the seat that acted
    std::uint8_t* terminated;
};

class BatchRollout {
public:
    BatchRollout(Batch& batch, Opponent player, const RolloutRows& rows)
        : batch_(batch),
          player_(player),
          rows_(rows),
          chosen_(batch.size()),
          observed_(batch.observed_bytes()),
          mask_(batch.mask_width()) {}

    // Plays steps first..last-1 by the player.
    void play(std::size_t first, std::size_t last) {
        batch_.by_chunks([&](std::size_t low, std::size_t high) {
            for (std::size_t step = first; step < last; ++step) {
                step_range(step, low, high);
                keep_after(step, low, high);
            }
        });
    }
    // One step. `settle` asks those outside of the core.
    template <class Settle>
    void play_one(std::size_t step, Settle&& settle) {
        batch_.by_chunks([&](std::size_t low, std::size_t high) { step_range(step, low, high); });
        settle();
        batch_.by_chunks([&](std::size_t low, std::size_t high) { keep_after(step, low, high); });
    }

private:
    void step_range(std::size_t step, std::size_t low, std::size_t high) noexcept {
        keep_before(step, low, high);
        for (std::size_t i = low; i < high; ++i) chosen_[i] = choose(i, rows_.log_prob[row(step, i)]);
        batch_.step_range(low, high, chosen_.data());
    }

    std::size_t row(std::size_t step, std::size_t lane) const noexcept { return step * batch_.size() + lane; }

    Action choose(std::size_t i, float& log_prob) noexcept {
        log_prob = 0;
        if (batch_.lane(i).over != 0) return -1;
        if (player_ == Opponent::kGreedy) return batch_.game().greedy(batch_.state(i));
        log_prob = static_cast<float>(-log_of_real(batch_.num_legal[i]));
        return batch_.random_action(i);
    }
    void keep_before(std::size_t step, std::size_t low, std::size_t high) noexcept {
        const std::size_t at = row(step, low), lanes = high - low;
        if (observed_ > 0) std::memcpy(rows_.observation + at * observed_, batch_.observed(low), lanes * observed_);
        std::memcpy(rows_.mask + at * mask_, batch_.mask.data() + low * mask_, lanes * mask_);
        std::copy_n(batch_.current_player.data() + low, lanes, rows_.current_player + at);
    }
    void keep_after(std::size_t step, std::size_t low, std::size_t high) noexcept {
        const std::size_t at = row(step, low), lanes = high - low, seats = batch_.seats();
        std::copy_n(batch_.actions.data() + low, lanes, rows_.actions + at);
        std::copy_n(batch_.terminated.data() + low, lanes, rows_.terminated + at);
        std::copy_n(batch_.rewards.data() + low * seats, lanes * seats, rows_.rewards + at * seats);
        for (std::size_t i = 0; i < lanes; ++i) {
            const std::int32_t seat = rows_.current_player[at + i];
            rows_.reward[at + i] = seat < 0 ? 0 : rows_.rewards[(at + i) * seats + static_cast<std::size_t>(seat)];
        }
    }

    Batch& batch_;
    Opponent player_;
    RolloutRows rows_;
    std::vector<Action> chosen_;
    std::size_t observed_;  // bytes of a lane
    std::size_t mask_;      // bytes of a lane
};

}  // namespace uneri
