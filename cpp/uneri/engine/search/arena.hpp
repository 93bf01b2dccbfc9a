// The memory of a search tree: nodes and their entries in a few flat arrays that grow by doubling. Nothing else is
// allocated.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "uneri/base/types.hpp"

namespace uneri {

// A decision of a seat at a node, with its statistics.
struct Entry {
    std::uint32_t key = 0;
    std::uint32_t visits = 0;
    std::uint32_t available = 0;  // visits of the node at which it was legal
    std::uint32_t child = 0;      // 0: no node yet; no entry leads to the root
    double sum = 0;               // of the values for the seat that decides
    double squares = 0;
    float prior = -1;  // a network's opinion, 0 to 1; below 0: none
};

// Leads from a node to the next by what the searching seat observes of a hidden decision (see `sight`).
struct Link {
    std::uint64_t sight = 0;
    std::uint32_t node = 0;
    std::uint32_t visits = 0;
    std::uint32_t child = 0;
    std::uint32_t next = 0;  // the number of the node's next link; 0 at the end
};

template <class E>
class ArenaOf {
public:
    using Index = std::uint32_t;
    static constexpr int kPlayerShift = 24;
    static constexpr Index kNone = 0xFFFFFFFFu;

    static constexpr std::uint32_t key_of(int player, Action a) noexcept {
        return static_cast<std::uint32_t>(player) << kPlayerShift | static_cast<std::uint32_t>(a);
    }
    static constexpr int player_of(std::uint32_t key) noexcept { return static_cast<int>(key >> kPlayerShift); }
    static constexpr Action action_of(std::uint32_t key) noexcept {
        return static_cast<Action>(key & ((1u << kPlayerShift) - 1));
    }

    void reset(std::size_t expected_nodes) {
        nodes_.clear();
        entries_.clear();
        links_.assign(1, {});  // links are numbered from 1
        table_.assign(64, 0);
        free_.fill(kNone);
        nodes_.reserve(expected_nodes + 1);
        entries_.reserve(4 * expected_nodes + 16);
        nodes_.push_back({});
    }
    std::size_t nodes() const noexcept { return nodes_.size(); }
    Index size(Index node) const noexcept { return nodes_[node].size; }
    std::uint32_t visits(Index node) const noexcept { return nodes_[node].visits; }
    void visit(Index node) noexcept { ++nodes_[node].visits; }
    E* begin(Index node) noexcept { return entries_.data() + nodes_[node].first; }
    const E* begin(Index node) const noexcept { return entries_.data() + nodes_[node].first; }
    E& at(Index node, Index slot) noexcept { return entries_[nodes_[node].first + slot]; }

    // The slot of `key` at a node, added if it is new. Slot numbers stay valid when the node grows; pointers do not.
    Index find_or_add(Index node, std::uint32_t key) {
        const E* entries = begin(node);
        const Index count = nodes_[node].size;
        for (Index slot = 0; slot < count; ++slot) {
            if (entries[slot].key == key) return slot;
        }
        return add(node, key);
    }
    Index add(Index node, std::uint32_t key) {
        Node& n = nodes_[node];
        if (n.size == n.capacity) grow(n);
        E& entry = entries_[n.first + n.size];
        entry = {};
        entry.key = key;
        return n.size++;
    }
    // The node reached from `node` by the observation `sight`, made on first use.
    Index follow(Index node, std::uint64_t sight) {
        if (2 * links_.size() >= table_.size()) rehash();
        const std::size_t mask = table_.size() - 1;
        std::size_t place = slot_of(node, sight) & mask;
        for (; table_[place] != 0; place = (place + 1) & mask) {
            Link& link = links_[table_[place]];
            if (link.sight != sight || link.node != node) continue;
            ++link.visits;
            return link.child;
        }
        const auto made = static_cast<Index>(nodes_.size());
        table_[place] = static_cast<Index>(links_.size());
        links_.push_back({sight, node, 1, made, nodes_[node].links});
        nodes_[node].links = table_[place];
        nodes_.push_back({});
        return made;
    }
    // For readers of bytes. They set the number of empty nodes, the visits of a node, and the links between nodes.
    void open(std::size_t nodes) {
        reset(0);
        nodes_.resize(nodes);
    }
    void set_visits(Index node, std::uint32_t visits) noexcept { nodes_[node].visits = visits; }
    void join(const Link& link) {
        if (2 * links_.size() >= table_.size()) rehash();
        const std::size_t mask = table_.size() - 1;
        std::size_t place = slot_of(link.node, link.sight) & mask;
        while (table_[place] != 0) place = (place + 1) & mask;
        table_[place] = static_cast<Index>(links_.size());
        links_.push_back(link);
        links_.back().next = std::exchange(nodes_[link.node].links, table_[place]);
    }

    Index links() const noexcept { return static_cast<Index>(links_.size()) - 1; }
    // The links of a node: for (i = first_link(node); i != 0; i = link(i).next).
    Index first_link(Index node) const noexcept { return nodes_[node].links; }
    const Link& link(Index number) const noexcept { return links_[number]; }

    // The node reached by a decision or an observation; kNone if there is none.
    Index find_child(Index node, std::uint32_t key) const noexcept {
        for (Index slot = 0; slot < size(node); ++slot) {
            const E& entry = begin(node)[slot];
            if (entry.key == key) return entry.child == 0 ? kNone : entry.child;
        }
        return kNone;
    }
    Index find_link(Index node, std::uint64_t sight) const noexcept {
        for (Index i = first_link(node); i != 0; i = links_[i].next) {
            if (links_[i].sight == sight) return links_[i].child;
        }
        return kNone;
    }

    // The part of the tree below a node, as an arena of its own.
    ArenaOf subtree(Index root) const {
        ArenaOf out;
        out.reset(0);
        std::vector<std::pair<Index, Index>> open{{root, 0}};  // pairs of a node and its copy
        const auto copy_of = [&](Index node) {
            const auto made = static_cast<Index>(out.nodes_.size());
            out.nodes_.push_back({});
            open.emplace_back(node, made);
            return made;
        };
        for (std::size_t i = 0; i < open.size(); ++i) {
            const auto [from, to] = open[i];
            out.nodes_[to].visits = nodes_[from].visits;
            for (Index slot = 0; slot < size(from); ++slot) {
                const E& entry = begin(from)[slot];
                E& copy = out.at(to, out.add(to, entry.key));
                copy = entry;
                if (entry.child != 0) {
                    const Index child = copy_of(entry.child);
                    out.at(to, slot).child = child;
                }
            }
            for (Index number = first_link(from); number != 0; number = links_[number].next) {
                const Link& link = links_[number];
                const Index child = out.follow(to, link.sight);
                out.links_.back().visits = link.visits;
                open.emplace_back(link.child, child);
            }
        }
        return out;
    }

    // The node that an entry leads to, made on first use.
    Index child(Index node, Index slot) {
        const Index found = at(node, slot).child;
        if (found != 0) return found;
        const auto made = static_cast<Index>(nodes_.size());
        nodes_.push_back({});
        at(node, slot).child = made;
        return made;
    }

private:
    struct Node {
        Index first = 0;
        Index size = 0;
        Index capacity = 0;
        Index links = 0;
        std::uint32_t visits = 0;  // visits in which a seat decided here
    };
    static constexpr std::size_t kClasses = 32;

    static std::size_t slot_of(Index node, std::uint64_t sight) noexcept {
        return static_cast<std::size_t>((sight ^ node * 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u >> 20);
    }
    void rehash() {
        table_.assign(2 * table_.size(), 0);
        const std::size_t mask = table_.size() - 1;
        for (Index number = 1; number < links_.size(); ++number) {
            std::size_t place = slot_of(links_[number].node, links_[number].sight) & mask;
            while (table_[place] != 0) place = (place + 1) & mask;
            table_[place] = number;
        }
    }

    void grow(Node& n) {
        const Index capacity = n.capacity == 0 ? 2 : 2 * n.capacity;
        const auto size_class = static_cast<std::size_t>(std::countr_zero(capacity));
        Index first = free_[size_class];
        if (first != kNone) {
            free_[size_class] = entries_[first].child;
        } else {
            first = static_cast<Index>(entries_.size());
            entries_.resize(entries_.size() + capacity);
        }
        for (Index i = 0; i < n.size; ++i) entries_[first + i] = entries_[n.first + i];
        if (n.capacity > 0) {  // the old block is kept for another node of its size
            const auto old_class = static_cast<std::size_t>(std::countr_zero(n.capacity));
            entries_[n.first].child = free_[old_class];
            free_[old_class] = n.first;
        }
        n.first = first;
        n.capacity = capacity;
    }

    std::vector<Node> nodes_;
    std::vector<E> entries_;
    std::vector<Link> links_;
    std::vector<Index> table_;            // open addressing: the number of a link, or 0
    std::array<Index, kClasses> free_{};  // by size: the first free block
};

using Arena = ArenaOf<Entry>;

}  // namespace uneri
