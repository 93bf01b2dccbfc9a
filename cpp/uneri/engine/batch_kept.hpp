// The lanes of a batch as they were before a call, to be put back if somebody outside of the core fails in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "uneri/engine/batch.hpp"

namespace uneri {

class KeptLanes {
public:
    void take(const Batch& batch) {
        lanes_.assign(batch.lane_data(0), batch.lane_data(batch.size()));
        each_row(batch, [](auto& kept, const auto& rows) { kept.assign(rows.data(), rows.data() + rows.size()); });
    }
    void put_back(Batch& batch) const {
        std::copy(members_.begin(), members_.end(), batch.members.data());  // before lanes, which look at them
        batch.by_chunks([&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) batch.set_lane(i, lanes_.data() + i * batch.lane_bytes());
        });
        each_row(batch, [](const auto& kept, auto& rows) { std::copy(kept.begin(), kept.end(), rows.data()); });
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
    template <class Work>
    void each_row(const Batch& batch, const Work& work) {
        each_row_of(*this, batch, work);
    }
    template <class Work>
    void each_row(Batch& batch, const Work& work) const {
        each_row_of(*this, batch, work);
    }

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
