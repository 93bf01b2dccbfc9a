// The loops of networks, as a table of functions. net_loops.cpp is compiled once for all processors and once for
// x86-64-v3 (base/cpu.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "uneri/engine/net/float_network.hpp"
#include "uneri/engine/net/network.hpp"

namespace uneri {

struct NetLoops {
    // Network::value; `last` may be nullptr.
    std::int32_t (*value)(const Network& net, const FeatureRow& row, FirstSums* last) noexcept;
    // FloatNetwork::add_gradient; `scales` are the network's.
    double (*add_gradients)(const FloatNetwork& net, const float* scales, const Samples& samples,
                            std::span<const std::uint32_t> chosen, float* gradient) noexcept;
    // Adam::step, for one block of weights.
    void (*adam_step)(float* __restrict weights, float* __restrict mean, float* __restrict squares,
                      float* __restrict gradient, float* __restrict average, std::size_t size, float rate, float scale,
                      float follow) noexcept;
};

// The table for this processor; and the one for all processors.
const NetLoops& net_loops() noexcept;
const NetLoops& net_loops_for_all() noexcept;

}  // namespace uneri
