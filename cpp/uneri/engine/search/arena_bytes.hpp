// Saves and loads the memory of a tree. Nodes, slots and links keep their numbers, so a loaded search continues as the
// saved one would.
#pragma once

#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "uneri/base/bytes.hpp"
#include "uneri/engine/search/arena.hpp"

namespace uneri {

inline void save_arena(const Arena& arena, ByteWriter& out) {
    out.u32(static_cast<std::uint32_t>(arena.nodes()));
    for (Arena::Index node = 0; node < arena.nodes(); ++node) {
        out.u32(arena.visits(node));
        out.u32(arena.size(node));
        for (Arena::Index slot = 0; slot < arena.size(node); ++slot) {
            const Entry& entry = arena.begin(node)[slot];
            out.u32(entry.key);
            out.u32(entry.visits);
            out.u32(entry.available);
            out.u32(entry.child);
            out.u64(std::bit_cast<std::uint64_t>(entry.sum));
            out.u64(std::bit_cast<std::uint64_t>(entry.squares));
            out.u32(std::bit_cast<std::uint32_t>(entry.prior));
        }
    }
    out.u32(arena.links());
    for (Arena::Index number = 1; number <= arena.links(); ++number) {
        const Link& link = arena.link(number);
        out.u64(link.sight);
        out.u32(link.node);
        out.u32(link.visits);
        out.u32(link.child);
    }
}

namespace detail {

// Loaded counts must be lower, so that they can still grow.
inline constexpr std::uint32_t kMostCount = 1u << 31;

// Each value lies in 0..1, so the sum is at most the number of visits, apart from rounding.
inline bool is_sound(const Entry& entry) noexcept {
    const double most = entry.visits + 1.0;
    return entry.visits < kMostCount && entry.available < kMostCount && entry.sum >= 0 && entry.sum <= most &&
           entry.squares >= 0 && entry.squares <= most &&
           (entry.prior == -1.0F || (entry.prior >= 0 && entry.prior <= 1));
}

}  // namespace detail

// Loads a tree; nothing if the bytes hold no tree for this number of seats and actions. Each node must follow the only
// node that leads to it, so that walks end.
inline std::optional<Arena> load_arena(ByteReader& in, int players, int actions) {
    constexpr std::size_t kNodeBytes = 8;
    constexpr std::size_t kEntryBytes = 36;
    constexpr std::size_t kLinkBytes = 20;
    const std::uint32_t nodes = in.u32();
    if (nodes == 0 || nodes > in.left() / kNodeBytes) return std::nullopt;
    Arena arena;
    arena.open(nodes);
    std::vector<bool> reached(nodes, false);
    const auto reach = [&](Arena::Index from, Arena::Index to) {
        const bool fresh = to > from && to < nodes && !reached[to];
        if (fresh) reached[to] = true;
        return fresh;
    };
    for (Arena::Index node = 0; node < nodes; ++node) {
        const std::uint32_t visits = in.u32();
        const std::uint32_t size = in.u32();
        if (visits >= detail::kMostCount || size > in.left() / kEntryBytes) return std::nullopt;
        arena.set_visits(node, visits);
        for (Arena::Index slot = 0; slot < size; ++slot) {
            Entry entry;
            entry.key = in.u32();
            entry.visits = in.u32();
            entry.available = in.u32();
            entry.child = in.u32();
            entry.sum = std::bit_cast<double>(in.u64());
            entry.squares = std::bit_cast<double>(in.u64());
            entry.prior = std::bit_cast<float>(in.u32());
            if (Arena::player_of(entry.key) >= players || Arena::action_of(entry.key) >= actions ||
                !detail::is_sound(entry) || (entry.child != 0 && !reach(node, entry.child)))
                return std::nullopt;
            arena.at(node, arena.add(node, entry.key)) = entry;
        }
    }
    const std::uint32_t links = in.u32();
    if (links > in.left() / kLinkBytes) return std::nullopt;
    for (std::uint32_t i = 0; i < links; ++i) {
        Link link;
        link.sight = in.u64();
        link.node = in.u32();
        link.visits = in.u32();
        link.child = in.u32();
        if (link.visits >= detail::kMostCount || !reach(link.node, link.child)) return std::nullopt;
        arena.join(link);
    }
    if (!in.good()) return std::nullopt;
    return arena;
}

}  // namespace uneri
