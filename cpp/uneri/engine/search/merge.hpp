// Reads several logical trees as one. A merged node is the set of the trees' nodes with the same path.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "uneri/engine/search/arena.hpp"
#include "uneri/engine/search/settings.hpp"

namespace uneri {

template <class A>
struct PlaceIn {
    const A* arena;
    typename A::Index node;
};
template <class A>
using PlacesIn = std::vector<PlaceIn<A>>;
using Places = PlacesIn<Arena>;

template <class A>
struct Merged {
    std::uint32_t key = 0;
    ArmStat stat;
    PlacesIn<A> children;
};

template <class A>
struct MergedLink {
    std::uint64_t visits = 0;
    PlacesIn<A> children;
};

// The entries of all nodes of a set, by key. Trees are summed in order, so the sums do not depend on threads.
template <class A>
std::vector<Merged<A>> merged_entries(const PlacesIn<A>& places) {
    std::map<std::uint32_t, Merged<A>> found;
    for (const PlaceIn<A>& place : places) {
        for (typename A::Index slot = 0; slot < place.arena->size(place.node); ++slot) {
            const Entry& entry = place.arena->begin(place.node)[slot];
            Merged<A>& merged = found[entry.key];
            merged.key = entry.key;
            merged.stat.action = Arena::action_of(entry.key);
            merged.stat.add(
                {.visits = entry.visits, .available = entry.available, .sum = entry.sum, .squares = entry.squares});
            if (entry.child != 0) merged.children.push_back({place.arena, entry.child});
        }
    }
    std::vector<Merged<A>> list;
    list.reserve(found.size());
    for (auto& [key, merged] : found) list.push_back(std::move(merged));
    return list;
}

// The nodes behind hidden decisions, by observation.
template <class A>
std::map<std::uint64_t, MergedLink<A>> merged_links(const PlacesIn<A>& places) {
    std::map<std::uint64_t, MergedLink<A>> found;
    for (const PlaceIn<A>& place : places) {
        for (typename A::Index i = place.arena->first_link(place.node); i != 0; i = place.arena->link(i).next) {
            const Link& link = place.arena->link(i);
            MergedLink<A>& merged = found[link.sight];
            merged.visits += link.visits;
            merged.children.push_back({place.arena, link.child});
        }
    }
    return found;
}

// The decisions with at least `fewest` visits, in depth-first order, parents first. It does not recurse: trees may be
// deep, and the stack of a thread small.
template <class A>
void export_tree(const PlacesIn<A>& roots, std::uint64_t fewest, std::vector<TreeItem>& out) {
    struct Branch {
        TreeItem decision;  // with its parent
        PlacesIn<A> behind;
        bool is_link;  // an observation, not a decision: its children belong to the last observed decision
    };
    std::vector<Branch> open{{{}, roots, true}};  // a stack: the next branch is the last
    while (!open.empty()) {
        const Branch branch = std::move(open.back());
        open.pop_back();
        std::int32_t parent = branch.decision.parent;
        if (!branch.is_link) {
            parent = static_cast<std::int32_t>(out.size());
            out.push_back(branch.decision);
        }
        const auto first = static_cast<std::ptrdiff_t>(open.size());
        for (Merged<A>& merged : merged_entries(branch.behind)) {
            if (merged.stat.visits < fewest) continue;
            open.push_back({{parent, Arena::player_of(merged.key), merged.stat}, std::move(merged.children), false});
        }
        for (auto& [sight, merged] : merged_links(branch.behind)) {
            if (merged.visits >= fewest) open.push_back({{parent, 0, {}}, std::move(merged.children), true});
        }
        std::reverse(open.begin() + first, open.end());
    }
}

// The principal variation: the most visited decision of each node, starting with `best`.
template <class A>
void export_line(PlacesIn<A> places, int seat, Action best, std::uint64_t fewest,
                 std::vector<std::pair<int, Action>>& out) {
    std::uint32_t wanted_key = Arena::key_of(seat, best);
    std::uint32_t decided = 0;  // seats whose hidden decision at this node is already in the line
    while (true) {
        const std::vector<Merged<A>> list = merged_entries(places);
        const Merged<A>* most = nullptr;
        for (const Merged<A>& merged : list) {
            if (merged.stat.visits < fewest) continue;
            const bool fits =
                wanted_key != 0 ? merged.key == wanted_key : (decided >> Arena::player_of(merged.key) & 1) == 0;
            if (fits && (most == nullptr || merged.stat.visits > most->stat.visits)) most = &merged;
        }
        wanted_key = 0;
        if (most != nullptr) {
            out.emplace_back(Arena::player_of(most->key), most->stat.action);
            decided |= 1u << Arena::player_of(most->key);
            if (most->children.empty()) continue;  // hidden: other seats decide at the same node
            places = PlacesIn<A>(most->children);
        } else {
            const auto links = merged_links(places);
            const MergedLink<A>* most_seen = nullptr;
            for (const auto& [sight, link] : links) {
                if (link.visits >= fewest && (most_seen == nullptr || link.visits > most_seen->visits))
                    most_seen = &link;
            }
            if (most_seen == nullptr) return;
            places = PlacesIn<A>(most_seen->children);
        }
        decided = 0;
    }
}

// Reads the result from the trees of one position: arms, choice, line, tree.
template <class A>
void read_trees(const PlacesIn<A>& roots, int seat, FinalChoice choice, SearchReport& report, bool wants_tree) {
    for (const Merged<A>& merged : merged_entries(roots)) {
        if (Arena::player_of(merged.key) != seat) continue;
        for (ArmStat& arm : report.arms) {
            if (arm.action == merged.stat.action) arm.add(merged.stat);
        }
    }
    report.best = best_arm(report.arms, choice);
    // Leaves out decisions with fewer than 1% of the simulations: they are noise, and most of the tree.
    const std::uint64_t fewest = std::max<std::uint64_t>(2, report.simulations / 100);
    if (wants_tree) export_tree(roots, fewest, report.tree);
    export_line(roots, seat, report.best, fewest, report.line);
    if (report.line.empty()) report.line = {{seat, report.best}};
}

}  // namespace uneri
