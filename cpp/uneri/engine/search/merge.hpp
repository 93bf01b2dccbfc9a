// Several logical trees read as one: a node is the set of the trees' nodes with the same path.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "uneri/engine/search/arena.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri {

struct Place {
    const Arena* arena;
    Arena::Index node;
};
using Places = std::vector<Place>;

struct Merged {
    std::uint32_t key = 0;
    ArmStat stat;
    Places children;
};

struct MergedLink {
    std::uint64_t visits = 0;
    Places children;
};

// The entries of all places, by key. Trees are added up in their order, so the sums never depend on threads.
inline std::vector<Merged> merged_entries(const Places& places) {
    std::map<std::uint32_t, Merged> found;
    for (const Place& place : places) {
        for (Arena::Index slot = 0; slot < place.arena->size(place.node); ++slot) {
            const Entry& entry = place.arena->begin(place.node)[slot];
            Merged& merged = found[entry.key];
            merged.key = entry.key;
            merged.stat.action = Arena::action_of(entry.key);
            merged.stat.add({0, entry.visits, entry.available, entry.sum, entry.squares});
            if (entry.child != 0) merged.children.push_back({place.arena, entry.child});
        }
    }
    std::vector<Merged> list;
    list.reserve(found.size());
    for (auto& [key, merged] : found) list.push_back(std::move(merged));
    return list;
}

// What lies behind hidden decisions, by what is seen.
inline std::map<std::uint64_t, MergedLink> merged_links(const Places& places) {
    std::map<std::uint64_t, MergedLink> found;
    for (const Place& place : places) {
        for (Arena::Index i = place.arena->first_link(place.node); i != 0; i = place.arena->link(i).next) {
            const Link& link = place.arena->link(i);
            MergedLink& merged = found[link.sight];
            merged.visits += link.visits;
            merged.children.push_back({place.arena, link.child});
        }
    }
    return found;
}

// The decisions with at least `fewest` visits, parents first.
inline void export_tree(const Places& places, std::int32_t parent, std::uint64_t fewest, std::vector<TreeItem>& out) {
    for (const Merged& merged : merged_entries(places)) {
        if (merged.stat.visits < fewest) continue;
        const auto index = static_cast<std::int32_t>(out.size());
        out.push_back({parent, Arena::player_of(merged.key), merged.stat});
        export_tree(merged.children, index, fewest, out);
    }
    for (const auto& [sight, merged] : merged_links(places)) {  // they hang on the last decision that was seen
        if (merged.visits >= fewest) export_tree(merged.children, parent, fewest, out);
    }
}

// The principal variation: from each node the most visited decision. `best` is the first one.
inline void export_line(Places places, int seat, Action best, std::uint64_t fewest,
                        std::vector<std::pair<int, Action>>& out) {
    std::uint32_t asked = Arena::key_of(seat, best);
    std::uint32_t decided = 0;  // seats whose hidden decision at this node is in the line already
    while (true) {
        const std::vector<Merged> list = merged_entries(places);
        const Merged* most = nullptr;
        for (const Merged& merged : list) {
            if (merged.stat.visits < fewest) continue;
            const bool fits = asked != 0 ? merged.key == asked : (decided >> Arena::player_of(merged.key) & 1) == 0;
            if (fits && (most == nullptr || merged.stat.visits > most->stat.visits)) most = &merged;
        }
        asked = 0;
        if (most != nullptr) {
            out.emplace_back(Arena::player_of(most->key), most->stat.action);
            decided |= 1u << Arena::player_of(most->key);
            if (most->children.empty()) continue;  // not seen: others decide at the same node
            places = Places(most->children);
        } else {
            const auto links = merged_links(places);
            const MergedLink* shown = nullptr;
            for (const auto& [sight, link] : links) {
                if (link.visits >= fewest && (shown == nullptr || link.visits > shown->visits)) shown = &link;
            }
            if (shown == nullptr) return;
            places = Places(shown->children);
        }
        decided = 0;
    }
}

}  // namespace uneri
