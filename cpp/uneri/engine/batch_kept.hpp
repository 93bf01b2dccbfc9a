// Lanes of a batch as they were before a call, to be put back if it is stopped or somebody outside of the core fails.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "uneri/engine/batch.hpp"

namespace uneri {

class KeptLanes {
public:
    void take(const Batch& batch, std::size_t first, std::size_t last) {
        first_ = first;
        lanes_.assign(batch.lane_data(first), batch.lane_data(last));
        each_row_of(*this, batch, [&](auto& kept, const auto& rows) {
            const std::size_t width = rows.size() / batch.size();
            kept.assign(rows.data() + first * width, rows.data() + last * width);
        });
    }
    void put_back(Batch& batch) const {
        const auto put_rows = [&](const auto& kept, auto& rows) {
            std::copy(kept.begin(), kept.end(), rows.data() + first_ * (rows.size() / batch.size()));
        };
        put_rows(members_, batch.members);  // before lanes, which look at them
        batch.by_chunks(lanes_.size() / batch.lane_bytes(), [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) batch.set_lane(first_ + i, lanes_.data() + i * batch.lane_bytes());
        });
        each_row_of(*this, batch, put_rows);
    }

private:
    // The rows that don't follow from the lanes.
    template <class Self, class AnyBatch, class Work>
    static void each_row_of(Self& self, AnyBatch& batch, const Work& work) {
        work(self.rewards_, batch.rewards);
        work(self.terminated_, batch.terminated);
        work(self.episode_length_, batch.episode_length);
        work(self.final_returns_, batch.final_returns);
        work(self.actions_, batch.actions);
        work(self.log_prob_, batch.log_prob);
        work(self.members_, batch.members);
    }

    std::size_t first_ = 0;         // lane
    std::vector<std::byte> lanes_;  // as they lie in the batch
    std::vector<float> rewards_;
    std::vector<std::uint8_t> terminated_;
    std::vector<std::int32_t> episode_length_;
    std::vector<float> final_returns_;
    std::vector<Action> actions_;
    std::vector<float> log_prob_;
    std::vector<std::int32_t> members_;
};

}  // namespace uneri
