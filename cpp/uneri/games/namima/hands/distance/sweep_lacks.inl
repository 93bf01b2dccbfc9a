// Part of the body of deficiency.cpp, see isa.hpp: what the least targets through each node of a sweep lack.

#include "uneri/games/namima/hands/distance/sweep.inl"

class SweepLacks : protected SweepGraph {
public:
    // Kinds that have to be told apart before what this sweep says is true.
    std::uint64_t unclear() const noexcept { return unclear_; }

    // False: there is no room for all nodes, nothing is within reach, or it would be unclear.
    bool run() noexcept {
        if (!make()) return false;
        backwards();
        walk([&](auto&&... of) { merge_edge(of...); }, [&](auto&&... of) { merge_part(of...); });
        return unclear_ == 0;
    }

protected:
    SweepLacks(const Question& question, int most, std::uint64_t apart, std::uint16_t* slots) noexcept
        : SweepGraph(question, most, apart, slots) {}

    // The kinds of a part there are not as many of.
    static std::uint64_t differing(unsigned a, unsigned b) noexcept {
        const unsigned bits = a ^ b;
        return (bits | bits >> kPartKinds | bits >> (2 * kPartKinds)) & 15;
    }
    // If the fewest spare cards don't give the same in these lanes of a part, it isn't clear.
    void check(const Part& most, int part, unsigned hand, unsigned fewest, unsigned spare, unsigned lanes) noexcept {
        if (fewest == spare) return;
        const Part& least = entry(part, hand, fewest);
        unsigned others = ~equal(load_lanes(least.least.data()), load_lanes(most.least.data()));
        for (std::uint64_t left = least.lacked ^ most.lacked; left != 0;) {
            const int lane = low_bit(left) / kPartKinds;
            others |= 1u << lane;
            left &= ~(std::uint64_t{15} << (kPartKinds * lane));
        }
        if ((others & lanes) != 0) unclear_ |= differing(fewest, spare) << (kPartKinds * part);
    }

    // The kinds that the least ways to a node and from it lack, by useful lane.
    std::uint64_t* before(std::size_t node) noexcept { return before_ + kLanes * (node + 1); }
    std::uint64_t* behind(std::size_t node) noexcept { return behind_ + kLanes * (node + 1); }

    std::size_t edges_before(std::size_t at) const noexcept {
        const std::size_t nodes = layer_end_[at];
        return nodes == 0 ? 0 : nodes_[order_[nodes - 1]].edges;
    }
    // What each node gives with all behind it, and of which lanes it may be of use.
    void backwards() noexcept {
        nodes_[last()].back = only_level(top_);
        for (std::size_t at = tables_.layers.size(); at-- > 0;) {
            for (std::size_t i = layer_end_[at]; i < layer_end_[at + 1]; ++i) {
                Node& node = nodes_[order_[i]];
                node.back = all_of(0);
                if (node.to != kNone)
                    node.back = joined(nodes_[node.to].back, load_lanes(node.part->least.data()), node.lanes);
            }
            const std::size_t first = edges_before(at);
            for (std::size_t i = edges_before(at + 1); i-- > first;) {
                const Edge& edge = edges_[i];
                Lanes& back = nodes_[edge.from].back;
                back = greater(back, moved(nodes_[edge.to].back, edge.lacking));
                for (int again = 1; edge.to == edge.from && again < most_ / edge.lacking; ++again)
                    back = greater(back, moved(back, edge.lacking));
            }
        }
        for (std::size_t n = 0; n < nodes_size_; ++n) {
            const Useful both = useful(nodes_[n].front, nodes_[n].back);
            nodes_[n].forth = both.front;
            nodes_[n].back_to = both.back;
        }
    }
    // visit_edge(edge, a, sum, lanes, from, to) and visit_part(node, ...) for all that leads to useful lanes.
    template <class VisitEdge, class VisitPart>
    void walk(VisitEdge&& visit_edge, VisitPart&& visit_part) noexcept {
        std::memset(before(0), 0, nodes_size_ * kLanes * sizeof before_[0]);
        std::memset(behind(0), 0, nodes_size_ * kLanes * sizeof behind_[0]);
        const std::size_t layers = tables_.layers.size();
        for (std::size_t at = 0; at < layers; ++at) {
            const std::size_t end = edges_before(at + 1);
            for (std::size_t i = edges_before(at); i < end; ++i) {
                const Edge& edge = edges_[i];
                const Node& to = nodes_[edge.to];
                visit_edge(edge, nodes_[edge.from].front, to.front, to.forth, before(edge.from), before(edge.to));
            }
            if (at + 1 == layers && more_ == 0) continue;  // nobody asks
            for (std::size_t i = layer_end_[at]; i < layer_end_[at + 1]; ++i) {
                const Node& node = nodes_[order_[i]];
                if (node.to == kNone) continue;
                const Node& to = nodes_[node.to];
                visit_part(node, node.front, to.front, to.forth, before(order_[i]), before(node.to));
            }
        }
        for (std::size_t at = layers; at-- > 0;) {
            for (std::size_t i = layer_end_[at]; i < layer_end_[at + 1]; ++i) {
                const Node& node = nodes_[order_[i]];
                if (node.to == kNone) continue;
                visit_part(node, nodes_[node.to].back, node.back, node.back_to, behind(node.to), behind(order_[i]));
            }
            const std::size_t first = edges_before(at);
            for (std::size_t i = edges_before(at + 1); i-- > first;) {
                const Edge& edge = edges_[i];
                const Node& from = nodes_[edge.from];
                visit_edge(edge, nodes_[edge.to].back, from.back, from.back_to, behind(edge.to), behind(edge.from));
            }
        }
    }

    std::uint64_t unclear_ = 0;

    // Where an edge makes lanes of `sum` of those of `a`.
    void merge_edge(const Edge& edge, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* lacked,
                    std::uint64_t* out) noexcept {
        const Lanes sums = moved(a, edge.lacking);
        if (edge.some != 0 && scarce_ != 0 && (equal(sums, sum) & lanes) != 0) unclear_ |= edge.some;
        if (lacked != out) {
            merge_where_equal(sums, sum, lanes, edge.lacked, lacked - edge.lacking, out);
        } else {  // as often as can be
            for (unsigned left = equal(sums, sum) & lanes; left != 0; left &= left - 1)
                out[low_bit(left)] |= edge.lacked | lacked[low_bit(left) - edge.lacking];
        }
    }
    // And where a node's part does.
    void merge_part(const Node& node, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* lacked,
                    std::uint64_t* out) noexcept {
        if (lanes == 0) return;
        const int part = node.layer_part;
        const unsigned used = joining(a, load_lanes(node.part->least.data()), sum, lanes) & node.lanes;
        for (unsigned left = used; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            const int rise = lane - kLevel;
            const Lanes sums = less(up(a, rise), all_of(node.part->least[static_cast<std::size_t>(lane)]));
            merge_where_equal(sums, sum, lanes, lacked_of(part, *node.part, lane), lacked - rise, out);
        }
        if (used != 0) check(*node.part, part, node.part_hand, node.part_fewest, node.part_spare, used);
    }

private:
    // With room around for lanes that are moved.
    std::uint64_t before_[kLanes * (kMostNodes + 2)];
    std::uint64_t behind_[kLanes * (kMostNodes + 2)];
};
