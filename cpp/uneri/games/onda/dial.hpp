// The named dials (O-5.20): python/uneri/data/onda_dial.json.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "uneri/base/plain_data.hpp"
#include "uneri/games/onda/options.hpp"

namespace uneri::onda {

using Dial = std::vector<std::uint8_t>;  // 1 to kMaxDial shape numbers (1 to 6), in order

std::optional<Dial> read_dial(const PlainData& list);
const std::array<Dial, kBombPresets.size()>& named_dials();

}  // namespace uneri::onda
