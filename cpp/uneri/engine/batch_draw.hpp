// Steps a batch by actions that are drawn from logits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "uneri/engine/batch.hpp"
#include "uneri/engine/draw.hpp"

namespace uneri {

// A row of logits for every lane, with a logit for every action of the game.
struct LogitRows {
    const float* row(std::size_t lane) const noexcept { return first + static_cast<std::ptrdiff_t>(lane) * stride; }

    const float* first;
    std::ptrdiff_t stride;  // floats from a lane's row to the next one's
};

// What a step draws, kept until all lanes have drawn.
struct DrawnStep {
    explicit DrawnStep(std::size_t lanes) : actions(lanes), log_probs(lanes) {}

    std::vector<Action> actions;
    std::vector<float> log_probs;
};

inline Drawn draw_in_lane(const Batch& batch, std::size_t i, const float* logits, double temperature) {
    if (batch.lane(i).over != 0) return {};
    const double unit = unit_of(SplitMix64(batch.lane(i).chooser).next());
    return draw_by_logits(batch.legal_of(i), logits, temperature, unit,
                          DrawRoom::of_thread(static_cast<std::size_t>(batch.limits().legal_actions)));
}

// One step of every lane by softmax(logits / temperature), or the lowest lane whose logits are refused; then nothing
// has changed. A lane that acts takes one number from its generator, whatever the temperature.
inline std::optional<std::size_t> step_by_logits(Batch& batch, const LogitRows& logits, double temperature,
                                                 DrawnStep& drawn) {
    batch.by_chunks([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            const Drawn one = draw_in_lane(batch, i, logits.row(i), temperature);
            drawn.actions[i] = one.action;
            drawn.log_probs[i] = one.log_prob;
        }
    });
    const auto refused = std::find(drawn.actions.begin(), drawn.actions.end(), kNoDraw);
    if (refused != drawn.actions.end()) return static_cast<std::size_t>(refused - drawn.actions.begin());
    batch.by_chunks([&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            if (drawn.actions[i] >= 0) batch.draw_number(i);
        }
        batch.step_range(first, last, drawn.actions.data());
        std::copy(drawn.log_probs.begin() + static_cast<std::ptrdiff_t>(first),
                  drawn.log_probs.begin() + static_cast<std::ptrdiff_t>(last), batch.log_prob.data() + first);
    });
    return std::nullopt;
}

}  // namespace uneri
