// The answers of a sweep. A pass forwards and one backwards give each node the least number of lacking cards by rise,
// and the kinds that the least targets through it lack. A discard of k changes only the part of k, so the results
// before and after that part serve every k.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "uneri/games/namima/hands/distance/sweep_graph.hpp"

namespace uneri::namima {
namespace {

class Sweep {
public:
    using Answer = SweepTargets::Answer;

    Sweep(const Question& question, int most, std::uint64_t tracked_kinds, std::uint16_t* slots) noexcept
        : targets_(question, most), q_(question), tables_(targets_.tables), graph_(targets_, tracked_kinds, slots) {}

    // For a hand at rest.
    Answer whole() noexcept {
        const std::size_t end = graph_.last();
        return targets_.answer_at_rest(graph_.nodes[end].prefix, [&](int lane) { return before(end)[lane]; });
    }
    // For a hand in ACT: calls visit(bit, answer) for every kind of the hand.
    template <class Visit>
    void discards(Visit&& visit) noexcept {
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const int part = tables_.layers[at].part;
            const std::uint64_t kinds = q_.hand.some() >> (kPartKinds * part) & 15;
            if (kinds == 0) continue;
            around_size_ = 0;
            surround_all(at);
            for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
                const int place = low_bit(left);
                visit(kPartKinds * part + place, discard(part, place));
            }
        }
    }
    // May an answer be missing because a target may have too few new melds?
    bool has_doubts() const noexcept { return targets_.doubtful != 0; }
    // Kinds that must be tracked before the results of this sweep are valid.
    std::uint64_t unclear() const noexcept { return unclear_; }
    // Work done, at some 65 ns a step.
    std::size_t steps() const noexcept { return 16 * (8 + graph_.edge_count); }

    // False if there is no room for all nodes, nothing is within reach, or the result would be unclear.
    bool run() noexcept {
        if (!graph_.make()) return false;
        backwards();
        walk([&](auto&&... of) { merge_edge(of...); }, [&](auto&&... of) { merge_part(of...); });
        return unclear_ == 0;
    }

private:
    using Node = SweepGraph::Node;
    using Edge = SweepGraph::Edge;
    using Part = SweepTables::Part;
    static constexpr std::size_t kMostNodes = SweepGraph::kMostNodes;
    static constexpr std::uint16_t kNone = SweepTargets::kNone;

    // The kinds of a part whose counts differ.
    static std::uint64_t differing(unsigned a, unsigned b) noexcept {
        const unsigned bits = a ^ b;
        return (bits | bits >> kPartKinds | bits >> (2 * kPartKinds)) & 15;
    }
    // Marks kinds as unclear if the fewest spare cards give another result in these lanes of a part.
    void check(const Part& most, int part, unsigned hand, unsigned fewest, unsigned spare, unsigned lanes) noexcept {
        if (fewest == spare) return;
        const Part& least = targets_.entry(part, hand, fewest);
        unsigned others = ~equal(load_lanes(least.least.data()), load_lanes(most.least.data()));
        for (std::uint64_t left = least.lacked ^ most.lacked; left != 0;) {
            const int lane = low_bit(left) / kPartKinds;
            others |= 1u << lane;
            left &= ~(std::uint64_t{15} << (kPartKinds * lane));
        }
        if ((others & lanes) != 0) unclear_ |= differing(fewest, spare) << (kPartKinds * part);
    }

    // The kinds that the least paths to a node and from it lack, by useful lane.
    std::uint64_t* before(std::size_t node) noexcept { return before_ + kLanes * (node + 1); }
    std::uint64_t* behind(std::size_t node) noexcept { return behind_ + kLanes * (node + 1); }

    std::size_t edges_before(std::size_t at) const noexcept {
        const std::size_t nodes = graph_.layer_end[at];
        return nodes == 0 ? 0 : graph_.nodes[graph_.order[nodes - 1]].edges;
    }
    // Computes for each node the lanes of what follows it, and which lanes may be useful.
    void backwards() noexcept {
        graph_.nodes[graph_.last()].suffix = only_level(targets_.top);
        for (std::size_t at = tables_.layers.size(); at-- > 0;) {
            for (std::size_t i = graph_.layer_end[at]; i < graph_.layer_end[at + 1]; ++i) {
                Node& node = graph_.nodes[graph_.order[i]];
                node.suffix = all_of(0);
                if (node.to != kNone)
                    node.suffix = joined(graph_.nodes[node.to].suffix, load_lanes(node.part->least.data()), node.lanes);
            }
            const std::size_t first = edges_before(at);
            for (std::size_t i = edges_before(at + 1); i-- > first;) {
                const Edge& edge = graph_.edges[i];
                Lanes& suffix = graph_.nodes[edge.from].suffix;
                suffix = greater(suffix, SweepTargets::moved(graph_.nodes[edge.to].suffix, edge.lacking));
                for (int again = 1; edge.to == edge.from && again < targets_.most / edge.lacking; ++again)
                    suffix = greater(suffix, SweepTargets::moved(suffix, edge.lacking));
            }
        }
        for (std::size_t n = 0; n < graph_.node_count; ++n) {
            const SweepTargets::Useful both = targets_.useful(graph_.nodes[n].prefix, graph_.nodes[n].suffix);
            graph_.nodes[n].prefix_mask = both.prefix;
            graph_.nodes[n].suffix_mask = both.suffix;
        }
    }
    // Calls visit_edge(edge, a, sum, lanes, from, to) and visit_part(node, ...) for all steps to useful lanes.
    template <class VisitEdge, class VisitPart>
    void walk(VisitEdge&& visit_edge, VisitPart&& visit_part) noexcept {
        std::memset(before(0), 0, graph_.node_count * kLanes * sizeof before_[0]);
        std::memset(behind(0), 0, graph_.node_count * kLanes * sizeof behind_[0]);
        const std::size_t layers = tables_.layers.size();
        for (std::size_t at = 0; at < layers; ++at) {
            const std::size_t end = edges_before(at + 1);
            for (std::size_t i = edges_before(at); i < end; ++i) {
                const Edge& edge = graph_.edges[i];
                const Node& to = graph_.nodes[edge.to];
                visit_edge(edge, graph_.nodes[edge.from].prefix, to.prefix, to.prefix_mask, before(edge.from),
                           before(edge.to));
            }
            if (at + 1 == layers && targets_.more == 0) continue;  // not needed
            for (std::size_t i = graph_.layer_end[at]; i < graph_.layer_end[at + 1]; ++i) {
                const Node& node = graph_.nodes[graph_.order[i]];
                if (node.to == kNone) continue;
                const Node& to = graph_.nodes[node.to];
                visit_part(node, node.prefix, to.prefix, to.prefix_mask, before(graph_.order[i]), before(node.to));
            }
        }
        for (std::size_t at = layers; at-- > 0;) {
            for (std::size_t i = graph_.layer_end[at]; i < graph_.layer_end[at + 1]; ++i) {
                const Node& node = graph_.nodes[graph_.order[i]];
                if (node.to == kNone) continue;
                visit_part(node, graph_.nodes[node.to].suffix, node.suffix, node.suffix_mask, behind(node.to),
                           behind(graph_.order[i]));
            }
            const std::size_t first = edges_before(at);
            for (std::size_t i = edges_before(at + 1); i-- > first;) {
                const Edge& edge = graph_.edges[i];
                const Node& from = graph_.nodes[edge.from];
                visit_edge(edge, graph_.nodes[edge.to].suffix, from.suffix, from.suffix_mask, behind(edge.to),
                           behind(edge.from));
            }
        }
    }

    SweepTargets targets_;
    const Question& q_;
    const SweepTables& tables_;
    SweepGraph graph_;
    std::uint64_t unclear_ = 0;

    // Merges the lacking kinds where an edge turns lanes of `a` into those of `sum`.
    void merge_edge(const Edge& edge, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* lacked,
                    std::uint64_t* out) noexcept {
        const Lanes sums = SweepTargets::moved(a, edge.lacking);
        if (edge.some != 0 && graph_.shortage.scarce != 0 && (equal(sums, sum) & lanes) != 0) unclear_ |= edge.some;
        if (lacked != out) {
            merge_where_equal(sums, sum, lanes, edge.lacked, lacked - edge.lacking, out);
        } else {  // the edge repeats as often as possible
            for (unsigned left = equal(sums, sum) & lanes; left != 0; left &= left - 1)
                out[low_bit(left)] |= edge.lacked | lacked[low_bit(left) - edge.lacking];
        }
    }
    // The same for a node's part.
    void merge_part(const Node& node, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* lacked,
                    std::uint64_t* out) noexcept {
        if (lanes == 0) return;
        const int part = node.layer_part;
        const unsigned used = joining(a, load_lanes(node.part->least.data()), sum, lanes) & node.lanes;
        for (unsigned left = used; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            const int rise = lane - kNoRise;
            const Lanes sums = less(up(a, rise), all_of(node.part->least[static_cast<std::size_t>(lane)]));
            merge_where_equal(sums, sum, lanes, SweepTargets::lacked_of(part, *node.part, lane), lacked - rise, out);
        }
        if (used != 0) check(*node.part, part, node.part_hand, node.part_fewest, node.part_spare, used);
    }

    // With margins for lanes that are moved.
    std::uint64_t before_[kLanes * (kMostNodes + 2)];
    std::uint64_t behind_[kLanes * (kMostNodes + 2)];

    // What comes before a part and after it.
    struct Around {
        const Node* node;
        Lanes both;
        Lanes wanted;  // lanes reversed
        Lanes doubted;
        unsigned known;  // lanes whose `lacked` is known
        std::uint64_t lacked[kLanes];
    };
    void surround_all(std::size_t at) noexcept {
        for (std::size_t i = graph_.layer_end[at]; i < graph_.layer_end[at + 1]; ++i) {
            const Node& node = graph_.nodes[graph_.order[i]];
            if (node.to != kNone && (node.prefix_mask != 0 || targets_.doubtful != 0)) surround(node);
        }
    }
    void surround(const Node& node) noexcept {
        Around& around = around_[around_size_++];
        around.node = &node;
        around.known = 0;
        around.both = targets_.both_of(node.prefix, node.prefix_mask, graph_.nodes[node.to].suffix);
        around.wanted = SweepTargets::turned(around.both, targets_.grown);
        around.doubted = targets_.doubtful == 0 ? all_of(0) : SweepTargets::turned(around.both, targets_.doubtful);
    }

    // The part of a node after one card is removed, or one spare card.
    struct Rest {
        const Part* part;
        unsigned hand;
        unsigned fewest;
        unsigned spare;
        int lacking;
        bool enough;
    };
    Rest rest_of(const Node& node, int place) const noexcept {
        // If crossing melds take all copies, they lack the discarded card. No branch, since that is hard to predict.
        const auto count = [&](unsigned index) { return static_cast<unsigned>(Parts::count_at(index, place)); };
        const unsigned taken = count(node.part_hand) == 0;
        const unsigned possible = (taken ^ 1) | unsigned{count(node.part_spare) != 0};
        const unsigned enough = (taken ^ 1) | unsigned{count(node.part_fewest) != 0};
        Rest rest;
        rest.hand = SweepTargets::without(node.part_hand, (taken ^ 1) << place);
        rest.spare = SweepTargets::without(node.part_spare, (taken & possible) << place);
        rest.fewest = SweepTargets::without(node.part_fewest, (taken & enough) << place);
        rest.lacking = static_cast<int>(taken);
        rest.enough = enough != 0;
        rest.part = possible == 0 ? nullptr : &targets_.entry(node.layer_part, rest.hand, rest.spare);
        return rest;
    }

    Answer discard(int part, int place) noexcept {
        int most = 0;
        int doubtful = 0;
        for (std::size_t i = 0; i < around_size_; ++i) {
            const Rest rest = rest_of(*around_[i].node, place);
            most_at_[i] = 0;
            if (rest.part == nullptr) continue;
            most_at_[i] =
                static_cast<std::uint8_t>(most_of(SweepTargets::sums_of(around_[i].wanted, *rest.part, rest.lacking)));
            most = most_at_[i] > most ? most_at_[i] : most;
            if (targets_.doubtful == 0) continue;
            const int other = most_of(SweepTargets::sums_of(around_[i].doubted, *rest.part, rest.lacking));
            doubtful = other > doubtful ? other : doubtful;
        }
        if (most == 0 || doubtful >= most) return {};
        Answer answer{targets_.top - most, 0};
        for (std::size_t first = 0; first < around_size_; first += kLanes) {
            unsigned tight = equal(load_lanes(most_at_ + first), all_of(most));
            if (around_size_ - first < kLanes) tight &= (1u << (around_size_ - first)) - 1;
            for (; tight != 0; tight &= tight - 1)
                answer.accepted |=
                    accepted(around_[first + static_cast<std::size_t>(low_bit(tight))], part, place, most);
        }
        return answer;
    }
    // The kinds that the least targets through a node lack.
    std::uint64_t accepted(Around& around, int part, int place, int most) noexcept {
        const Rest rest = rest_of(*around.node, place);
        const int first = kPartKinds * part;
        std::uint64_t out = std::uint64_t{rest.lacking != 0} << (first + place);
        const unsigned tight = equal(SweepTargets::sums_of(around.wanted, *rest.part, rest.lacking), all_of(most));
        if (!rest.enough) unclear_ |= std::uint64_t{1} << (first + place);
        check(*rest.part, part, rest.hand, rest.fewest, rest.spare, tight);
        for (unsigned left = tight; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            out |= SweepTargets::lacked_of(part, *rest.part, lane) | lacked(around, lane + rest.lacking);
        }
        return out;
    }
    // The kinds that the other parts lack, if the part has that lane.
    std::uint64_t lacked(Around& around, int lane) noexcept {
        if ((around.known >> lane & 1) != 0) return around.lacked[lane];
        around.known |= 1u << lane;
        const Node& prefix = *around.node;
        const Node& suffix = graph_.nodes[prefix.to];
        const auto n = static_cast<std::size_t>(&prefix - graph_.nodes);
        std::uint64_t out = 0;
        targets_.each_whole(around.both, around.wanted, lane, [&](int sum, int missing) {
            out |= targets_.lacked_around(prefix.prefix, prefix.prefix_mask, suffix.suffix, before(n),
                                          behind(prefix.to), sum, missing);
        });
        return around.lacked[lane] = out;
    }

    std::size_t around_size_ = 0;
    std::uint8_t most_at_[kMostNodes + kLanes];
    Around around_[kMostNodes];
};

// Scratch memory of a sweep, per thread: too large for the thread stacks of some platforms. Null if there is no memory.
struct SweepRoom {
    std::uint16_t slots[2 * SweepGraph::kSlots];
    alignas(Sweep) std::byte sweep[sizeof(Sweep)];
};
inline SweepRoom* sweep_room() noexcept {
    thread_local const std::unique_ptr<SweepRoom> room = [] {
        std::unique_ptr<SweepRoom> made(new (std::nothrow) SweepRoom);
        if (made) std::memset(made->slots, 0xFF, sizeof made->slots);
        return made;
    }();
    return room.get();
}

}  // namespace
}  // namespace uneri::namima
