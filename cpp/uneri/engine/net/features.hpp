// The input of a small network: rows of features, and what a network's file says about them. For games with features.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "uneri/base/features.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/any_game.hpp"
#include "uneri/engine/net/feature_game.hpp"

namespace uneri {

inline int num_features(const AnyGame& game) { return size_of(game.feature_layout()); }

// A number that changes with the layout and the meaning of features.
inline std::uint64_t feature_digest(const AnyGame& game) {
    Fnv1a digest;
    const auto add = [&](std::string_view text) {
        for (const char c : text) digest.add_byte(static_cast<std::uint8_t>(c));
        digest.add_byte(0);
    };
    add(game.name());
    digest.add_le(static_cast<std::uint64_t>(game.feature_version()), 4);
    for (const Segment& block : game.feature_layout()) {
        add(block.name);
        for (const int extent : block.shape) digest.add_le(static_cast<std::uint64_t>(extent), 4);
        digest.add_byte(0xFF);
    }
    return digest.value();
}

// The options that a network depends on, as JSON.
inline std::string network_options(const AnyGame& game) {
    PlainData::Map kept;
    const auto ignored = game.match_options();
    const PlainData all = game.options();
    for (const auto& [name, value] : *all.as<PlainData::Map>()) {
        if (std::find(ignored.begin(), ignored.end(), name) == ignored.end()) kept.emplace_back(name, value);
    }
    return to_json(PlainData(std::move(kept)));
}

// `features`: their number. `order`: as learning needs it, or nullptr.
inline void write_row(const AnyGame& game, const std::byte* s, int seat, int features, FeatureRow& row,
                      FeatureOrder* order = nullptr) noexcept {
    row.clear(features);
    FeatureWriter writer(row, order);
    game.write_features(s, seat, writer);
}

// The row after an action, as the seat that took it sees it.
inline void write_row_after(const AnyGame& game, const std::byte* after, int seat, Action a, int features,
                            FeatureRow& row, FeatureOrder* order = nullptr) noexcept {
    row.clear(features);
    FeatureWriter writer(row, order);
    game.write_features_after(after, seat, a, writer);
}

}  // namespace uneri
