// Everything that can be made of a hand, as a graph built by one sweep over its parts.
//
// A *node* is what remains of the hand and of the spare cards at some layer (SweepTables::layers). An *edge* takes one
// more crossing meld that begins at this layer or, at the root, lay-offs on exposed melds. Local melds of the layer's
// part then lead to a node of the next layer. Nodes are left out if they cannot be part of a target that lacks at most
// `most` cards: such a target weighs at most 2 * most.
//
// Spare cards hardly ever run short. Most kinds are known not to (SpareShortage), and crossing melds ignore them. Nodes
// differ in the remaining cards of the hand. They differ in spare cards only if two of a kind are taken or the kind is
// *tracked* (run_sweep()). A node stores the fewest and the most spare cards that paths to it leave. Where these give
// different answers the kind is unclear, and another sweep tracks it.
#pragma once

#include "uneri/games/namima/hands/distance/sweep_bound.hpp"

namespace uneri::namima {
namespace {

class SweepGraph {
    using Weights = SweepBound::Weights;
    static constexpr int kUnit = SweepTargets::kUnit;
    static constexpr std::uint16_t kNone = SweepTargets::kNone;

public:
    static constexpr std::size_t kMostNodes = 1 << 12;
    static constexpr std::size_t kMostEdges = 1 << 14;
    static constexpr std::size_t kSlots = 1 << 13;

    struct Left {
        Cards hand;
        Cards own;     // spare cards taken, of the kinds that distinguish nodes
        Cards fewest;  // the fewest spare cards left
        Cards spare;   // the most
    };
    struct Node {
        Left left;
        Lanes prefix;
        Lanes suffix;
        const SweepTables::Part* part;  // of the layer, with the most spare cards
        int rest;                       // the least weight of all layers from this one on
        Weights weights;                // and of each part there
        std::uint16_t to;               // the node after the part; kNone if out of reach
        std::uint16_t layer_part;
        std::uint16_t part_hand;  // Parts::index
        std::uint16_t part_fewest;
        std::uint16_t part_spare;
        std::uint16_t lanes;        // of the part, that may be useful
        std::uint16_t edges;        // the end of its edges; they start at the end of the previous node's
        std::uint16_t slot;         // in slots_
        std::uint16_t next;         // in the same bucket
        std::uint16_t prefix_mask;  // useful lanes of `prefix`
        std::uint16_t suffix_mask;  // and of `suffix`
    };
    struct Edge {
        std::uint64_t lacked;
        std::uint64_t some;  // kinds whose fewest spare cards do not suffice; without scarce
                             // kinds, those that it lacks twice
        std::uint16_t from;
        std::uint16_t to;  // the node itself if no cards of the hand are taken
        std::uint8_t lacking;
    };

    // `slots`: two times kSlots entries, all kNone before and after.
    SweepGraph(SweepTargets& targets, std::uint64_t tracked_kinds, std::uint16_t* slots) noexcept
        : shortage(targets),
          targets_(targets),
          q_(targets.q),
          tables_(targets.tables),
          bound_(targets),
          tracked_kinds_(tracked_kinds),
          slots_(slots) {}

    // False if there is no room for all nodes, or nothing is within reach.
    bool make() noexcept {
        targets_.find_growths();
        if (!q_.exposed.empty() && !shortage.find_laid(0, {})) return false;
        shortage.find_scarce();
        if (!bound_.list()) return false;
        bound_.weigh();
        if (!(shortage.scarce == 0 ? forwards<false>() : forwards<true>())) {
            std::memset(slots_, 0xFF, 2 * kSlots * sizeof slots_[0]);
            return false;
        }
        const std::size_t end = tables_.layers.size() & 1;
        if (filled_[end] == 0) return false;
        slots_[end * kSlots + nodes[last()].slot] = kNone;
        return true;
    }
    // The final node, at which no cards remain.
    std::size_t last() const noexcept { return heads_[tables_.layers.size() & 1][0][0]; }

    SpareShortage shortage;
    std::size_t node_count = 0;
    std::size_t order_count = 0;
    std::size_t edge_count = 0;
    std::size_t layer_end[SweepTargets::kMostLayers + 1];  // layer i ends at i + 1
    std::uint16_t order[kMostNodes];                       // nodes in topological order
    Edge edges[kMostEdges];
    union {  // not initialised
        Node nodes[kMostNodes];
    };

private:
    // The nodes of a layer by remaining cards, most first, then by `own`, fewest first. Bits mark the lists in use.
    static constexpr std::size_t kBuckets = 32;
    static constexpr std::size_t kOwn = 16;
    std::uint32_t filled_[2] = {};  // by remaining cards
    std::uint16_t filled_own_[2][kBuckets] = {};
    std::uint16_t heads_[2][kBuckets][kOwn] = {};
    // `tracked`: there are scarce kinds. If not, nodes do not store spare cards.
    template <bool tracked>
    bool forwards() noexcept {
        layer_end[0] = 0;
        if (shortage.laid_count != 0) {
            if (!lay_off<tracked>()) return false;
        } else {
            Weights weights;
            const int rest = bound_.weight_from(0, q_.hand, weights);
            const std::size_t first = node_of<tracked>(0, {q_.hand, {}, q_.spare, q_.spare}, rest, weights);
            nodes[first].prefix = only_level(targets_.top);
        }
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            for (std::uint32_t& filled = filled_[at & 1]; filled != 0;) {
                const auto bucket = static_cast<std::size_t>(high_bit(filled));
                std::uint16_t& own = filled_own_[at & 1][bucket];
                std::uint16_t& head = heads_[at & 1][bucket][low_bit(own)];
                const std::size_t n = head;
                head = nodes[n].next;
                // Without branches, which would be hard to predict.
                own = static_cast<std::uint16_t>(own & (own - unsigned{head == kNone}));
                filled &= ~(unsigned{own == 0} << bucket);
                order[order_count++] = static_cast<std::uint16_t>(n);
                if (!grow<tracked>(at, n) || !leave<tracked>(at, n)) return false;
            }
            layer_end[at + 1] = order_count;
            for (std::size_t i = layer_end[at]; i < order_count; ++i)
                slots_[(at & 1) * kSlots + nodes[order[i]].slot] = kNone;
        }
        return true;
    }

    // Lay-offs on exposed melds act like a crossing meld that is taken first, and once: each choice is an edge. Targets
    // that grow need no lay-offs (Question::most_grown).
    template <bool tracked>
    bool lay_off() noexcept {
        Node& root = nodes[node_count++];
        root.left.hand = q_.hand;
        root.prefix = only_level(targets_.top);
        root.rest = 0;
        root.to = kNone;
        root.slot = 0;
        order[order_count++] = 0;
        for (std::size_t i = 0; i < shortage.laid_count; ++i) {
            const Cards have = shortage.laid[i] & q_.hand;
            const Cards lack = shortage.laid[i] - have;
            const Cards left = q_.hand - have;
            const int lacking = lack.total();
            Weights weights;
            const int rest = bound_.weight_from(0, left, weights);
            if (rest + kUnit * lacking > 2 * kUnit * targets_.most) continue;
            const Lanes lanes = limited(SweepTargets::moved(root.prefix, lacking), targets_.top, limits(rest));
            if (reached(lanes) == 0) continue;
            Left next{left, {}, {}, {}};
            if constexpr (tracked) {
                next.fewest = next.spare = q_.spare - lack.only(shortage.scarce);
                next.own = own_of(0, next.fewest);
            }
            const std::size_t to = node_of<tracked>(0, next, rest, weights);
            if (to == kMostNodes || edge_count == kMostEdges) return false;
            nodes[to].prefix = greater(nodes[to].prefix, lanes);
            edges[edge_count++] = {lack.some(), 0, 0, static_cast<std::uint16_t>(to),
                                   static_cast<std::uint8_t>(lacking)};
        }
        root.edges = static_cast<std::uint16_t>(edge_count);
        return true;
    }

    // Adds edges for one more crossing meld.
    template <bool tracked>
    bool grow(std::size_t at, std::size_t n) noexcept {
        Node& node = nodes[n];
        const int slack = 2 * kUnit * targets_.most - kUnit * lightest_of(node.prefix, targets_.top) - node.rest;
        const int lacks = targets_.most - (targets_.top - most_of(node.prefix));
        const int more = slack >= 0 ? slack / kUnit : -((kUnit - 1 - slack) / kUnit);
        SweepBound::Chosen chosen[SweepBound::kMostCandidates / SweepBound::kChosen];
        const std::size_t end = bound_.candidate_end[at];
        std::size_t words = 0;
        for (std::size_t i = bound_.candidate_begin[at]; i < end; i += SweepBound::kChosen)
            chosen[words++] = bound_.choose(i, std::min(i + SweepBound::kChosen, end), node.left.hand, lacks, more);
        // Melds that take no cards of the hand mostly lead back to the node. They come first, and the others build on
        // them.
        for (const bool none : {true, false}) {
            std::size_t first = bound_.candidate_begin[at];
            for (std::size_t w = 0; w < words; ++w, first += SweepBound::kChosen) {
                const std::uint64_t these = none ? chosen[w].none : chosen[w].all & ~chosen[w].none;
                if (!take_all<tracked>(at, n, first, these, slack)) return false;
            }
        }
        node.edges = static_cast<std::uint16_t>(edge_count);
        return true;
    }
    template <bool tracked>
    bool take_all(std::size_t at, std::size_t n, std::size_t first, std::uint64_t chosen, int slack) noexcept {
        for (; chosen != 0; chosen &= chosen - 1) {
            if (!take<tracked>(at, n, first + static_cast<std::size_t>(low_bit(chosen)), slack)) return false;
        }
        return true;
    }
    template <bool tracked>
    bool take(std::size_t at, std::size_t n, std::size_t candidate, int slack) noexcept {
        Node& node = nodes[n];
        const auto& meld = tables_.crossing[bound_.candidates[candidate]];
        const Cards have = meld.cards & node.left.hand;
        const int lacking = meld.size - have.total();
        const Cards lack = meld.cards - have;
        if (!(tracked ? node.left.spare : q_.spare).contains(lack)) return true;
        const Cards hand = node.left.hand - have;
        Weights weights = node.weights;
        const int rest = node.rest + bound_.change(at, hand, occupied(have), weights);
        if (rest - node.rest + kUnit * lacking > slack) return true;
        const Lanes lanes = limited(SweepTargets::moved(node.prefix, lacking), targets_.top, limits(rest));
        if (reached(lanes) == 0) return true;
        std::uint64_t some = tracked ? 0 : lack.twice();
        Left left{hand, {}, {}, {}};
        Cards fewest;
        if constexpr (tracked) {
            left = {hand, node.left.own, node.left.fewest, node.left.spare};
            fewest = left.fewest;
            if (const Cards gone = lack.only(shortage.scarce); !gone.empty()) {
                some = left.fewest.short_of(gone);
                left.fewest -= left.fewest & gone;
                left.spare -= gone;
                left.own = own_of(at, left.fewest);
            }
        }
        const std::size_t to = node_of<tracked>(at, left, rest, weights);
        if (tracked && to == n) {
            node.left.fewest = fewest;
            some = shortage.scarce_with(meld);  // repeated edges may take more
        }
        if (to == kMostNodes || edge_count == kMostEdges) return false;
        Lanes& prefix = nodes[to].prefix;
        prefix = greater(prefix, lanes);
        for (int again = 1; to == n && again < targets_.most / lacking; ++again)
            prefix = greater(prefix, SweepTargets::moved(prefix, lacking));
        edges[edge_count++] = {lack.some(), some, static_cast<std::uint16_t>(n), static_cast<std::uint16_t>(to),
                               static_cast<std::uint8_t>(lacking)};
        return true;
    }
    // Adds the nodes that follow from local melds of the layer's part.
    template <bool tracked>
    bool leave(std::size_t at, std::size_t n) noexcept {
        Node& node = nodes[n];
        const auto& layer = tables_.layers[at];
        node.to = kNone;
        const Cards hand = node.left.hand.only(layer.later);
        Weights weights;
        const int rest = bound_.weight_from(at + 1, hand, weights);
        const int heaviest = (2 * kUnit * targets_.most - rest) / kUnit;  // the largest weight so far
        const int own = heaviest - lightest_of(node.prefix, targets_.top);
        if (2 * kUnit * targets_.most < rest || own < 0) return true;
        const unsigned hand_index = Parts::index(node.left.hand, layer.part);
        const unsigned spare_index = Parts::index(tracked ? node.left.spare : q_.spare, layer.part);
        const SweepTables::Part& part = targets_.entry(layer.part, hand_index, spare_index);
        if (part.weight > own) return true;
        const unsigned lanes =
            within(load_lanes(part.least.data()), load_lanes(kLimits[static_cast<std::size_t>(own)].data()));
        const Lanes sums =
            limited(joined(node.prefix, load_lanes(part.least.data()), lanes), targets_.top, limits(rest));
        if (reached(sums) == 0) return true;
        Left left{hand, {}, {}, {}};
        if constexpr (tracked)
            left = {hand, node.left.own.only(layer.later), node.left.fewest.only(layer.later),
                    node.left.spare.only(layer.later)};
        const std::size_t to = node_of<tracked>(at + 1, left, rest, weights);
        if (to == kMostNodes) return false;
        nodes[to].prefix = greater(nodes[to].prefix, sums);
        node.to = static_cast<std::uint16_t>(to);
        node.part = &part;
        node.layer_part = static_cast<std::uint16_t>(layer.part);
        node.lanes = static_cast<std::uint16_t>(lanes);
        node.part_hand = static_cast<std::uint16_t>(hand_index);
        node.part_fewest =
            static_cast<std::uint16_t>(tracked ? Parts::index(node.left.fewest, layer.part) : spare_index);
        node.part_spare = static_cast<std::uint16_t>(spare_index);
        return true;
    }
    Lanes limits(int rest) const noexcept {
        return load_lanes(kLimits[static_cast<std::size_t>((2 * kUnit * targets_.most - rest) / kUnit)].data());
    }

    // `fewest`: the spare cards left, of the layers from `at` on.
    Cards own_of(std::size_t at, const Cards& fewest) const noexcept {
        const Cards used = q_.spare.only(bound_.kinds_from(at)) - fewest;
        return used.only(tracked_kinds_ | used.twice());
    }
    template <bool tracked>
    std::size_t node_of(std::size_t at, const Left& left, int rest, const Weights& weights) noexcept {
        std::uint64_t all = left.hand.b0 ^ left.hand.b1 * 3 ^ left.hand.b2 * 5;
        if constexpr (tracked) all ^= left.own.b0 * 7 ^ left.own.b1 * 9 ^ left.own.b2 * 11;
        std::uint16_t* const slots = slots_ + (at & 1) * kSlots;
        auto slot = static_cast<std::size_t>((all * 0x9E37'79B9'7F4A'7C15) >> (64 - low_bit(kSlots)));
        for (; slots[slot] != kNone; slot = (slot + 1) % kSlots) {
            Node& node = nodes[slots[slot]];
            if (node.left.hand != left.hand) continue;
            if constexpr (tracked) {
                if (node.left.own != left.own) continue;
                node.left.fewest = node.left.fewest & left.fewest;
                Cards& spare = node.left.spare;
                const std::uint64_t more = spare.short_of(left.spare);
                spare = spare.only(~more) + left.spare.only(more);
            }
            return slots[slot];
        }
        std::size_t cards = 0;
        if constexpr (tracked) cards = static_cast<std::size_t>(left.own.total());
        if (node_count == kMostNodes || cards >= kOwn) return kMostNodes;
        Node& node = nodes[node_count];
        if constexpr (tracked) {
            node.left = left;
        } else {
            node.left.hand = left.hand;
        }
        node.prefix = all_of(0);
        node.rest = rest;
        node.weights = weights;
        node.slot = static_cast<std::uint16_t>(slot);
        slots[slot] = static_cast<std::uint16_t>(node_count);
        const std::size_t bucket = static_cast<std::size_t>(left.hand.total());
        std::uint16_t& owns = filled_own_[at & 1][bucket];
        std::uint16_t& head = heads_[at & 1][bucket][cards];
        node.next = static_cast<std::uint16_t>(head | ((owns >> cards & 1) - 1));  // kNone if the list is empty
        head = static_cast<std::uint16_t>(node_count);
        owns = static_cast<std::uint16_t>(owns | 1u << cards);
        filled_[at & 1] |= 1u << bucket;
        return node_count++;
    }

    SweepTargets& targets_;
    const Question& q_;
    const SweepTables& tables_;
    SweepBound bound_;
    std::uint64_t tracked_kinds_;
    std::uint16_t* const slots_;
};

}  // namespace
}  // namespace uneri::namima
