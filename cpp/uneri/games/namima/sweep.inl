// Part of the body of deficiency.cpp, see isa.hpp: all that can be made of a hand by one sweep over its parts.
//
// A *node* is what is left of the hand and of the spare cards at some layer (SweepTables::layers). An *edge* leads to
// what is left after one more crossing meld that begins at this layer, or first of all after what is laid off on
// exposed melds; when the local melds of the layer's part are chosen, the rest is a node of the next layer. Forwards
// and backwards each node gets the least number of lacking cards by rise, and which kinds the least targets lack. Nodes
// that can't be part of a target which lacks `most` cards or fewer are left out: such a target has a weight of 2 * most
// or less.
//
// Spare cards hardly ever run short. Of most kinds it is known beforehand (sweep_scarce.inl), and of these crossing
// melds take no notice. With the others, nodes are told apart by what is left of the hand, and by spare cards only if
// two of a kind are taken or few were left: a node knows the fewest and the most spare cards that the ways to it leave.
// Wherever it matters, the fewest and the most have to give the same answer; then so do all between, since who has more
// spare cards has the same targets and more. Kinds that fail this are always *told apart* in another sweep.

#include "uneri/games/namima/sweep_bound.inl"

class SweepGraph : protected SweepBound {
public:
    // Kinds that have to be told apart before what this sweep says is true.
    std::uint64_t unclear() const noexcept { return unclear_; }

    // False: there is no room for all nodes, nothing is within reach, or it would be unclear.
    bool run() noexcept {
        find_growths();
        if (!list()) return false;
        weigh();
        if (!(scarce_ == 0 ? forwards<false>() : forwards<true>())) {
            std::memset(slots_, 0xFF, 2 * kSlots * sizeof slots_[0]);
            return false;
        }
        const std::size_t end = tables_.layers.size() & 1;
        if (filled_[end] == 0) return false;
        slots_[end * kSlots + nodes_[last()].slot] = kNone;
        backwards();
        return gather();
    }

protected:
    static constexpr std::size_t kMostNodes = 1 << 12;
    static constexpr std::size_t kMostEdges = 1 << 14;
    static constexpr std::size_t kSlots = kSweepSlots / 2;

    struct Node {
        Cards hand;
        Cards own;     // spare cards that are taken, of the kinds that tell nodes apart
        Cards fewest;  // spare cards
        Cards spare;   // the most
        Lanes front;
        Lanes back;
        const Part* part;  // of the layer, with the most spare cards
        int rest;          // the least that all layers from this one on weigh
        std::uint16_t to;  // without the part; kNone if that is beyond reach
        std::uint16_t layer_part;
        std::uint16_t part_hand;  // Parts::index
        std::uint16_t part_fewest;
        std::uint16_t part_spare;
        std::uint16_t lanes;    // of the part, that may be of use
        std::uint16_t edges;    // up to there, and from where those of the node before end
        std::uint16_t slot;     // in slots_
        std::uint16_t next;     // in its bucket
        std::uint16_t forth;    // useful lanes of `front`
        std::uint16_t back_to;  // and of `back`
        bool weak;              // all ways to it have a weak meld
    };
    struct Edge {
        std::uint64_t lacked;
        std::uint64_t some;  // of these, kinds of which the fewest spare cards are not enough
        std::uint16_t to;    // the node itself if nothing of the hand is taken
        std::uint8_t lacking;
    };

    // `slots`: two times kSlots places in which there is kNone, before and after.
    SweepGraph(const Question& question, int most, std::uint64_t apart, std::uint16_t* slots) noexcept
        : SweepBound(question, most), apart_(apart), slots_(slots) {}

    // The node that nothing is left at.
    std::size_t last() const noexcept { return heads_[tables_.layers.size() & 1][0][0]; }
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
        for (unsigned left = swapped_[part] == 0 ? 0 : lanes & ~others; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(low_bit(left));
            if (((found(part, least)[lane] ^ found(part, most)[lane]) & swapped_[part]) != 0) others |= 1u << lane;
        }
        if ((others & lanes) != 0) unclear_ |= differing(fewest, spare) << (kPartKinds * part);
    }

    std::uint64_t apart_;
    std::uint64_t unclear_ = 0;
    std::size_t nodes_size_ = 0;
    std::size_t order_size_ = 0;
    std::size_t edges_size_ = 0;
    std::size_t layer_end_[kMostLayers + 1];  // in order_; those of layer i end at i + 1
    std::uint16_t order_[kMostNodes];         // the nodes, each before all that it leads to
    // The kinds that the least ways to a node and from it lack, by useful lane, with room around for moved lanes.
    std::uint64_t before_[kLanes * (kMostNodes + 2)];
    std::uint64_t behind_[kLanes * (kMostNodes + 2)];
    std::uint64_t* before(std::size_t node) noexcept { return before_ + kLanes * (node + 1); }
    std::uint64_t* behind(std::size_t node) noexcept { return behind_ + kLanes * (node + 1); }
    Edge edges_[kMostEdges];
    // The nodes of a layer by the cards that are left, most cards first, and then by `own`, fewest first: each comes
    // before all that it leads to. Bits say which numbers there are.
    static constexpr std::size_t kBuckets = 32;
    static constexpr std::size_t kOwn = 16;
    std::uint32_t filled_[2] = {};  // by cards that are left
    std::uint16_t filled_own_[2][kBuckets] = {};
    std::uint16_t heads_[2][kBuckets][kOwn];
    union {  // not to be set to 0
        Node nodes_[kMostNodes];
    };

private:
    // --- forwards ---

    // `tracked`: there are scarce kinds. Nodes know nothing of spare cards if there are none.
    template <bool tracked>
    bool forwards() noexcept {
        layer_end_[0] = 0;
        if (laid_size_ != 0) {
            if (!lay_off<tracked>()) return false;
        } else {
            const std::size_t first = node_of<tracked>(0, q_.hand, q_.spare, q_.spare, weight_from(0, q_.hand));
            nodes_[first].front = only_level(top_);
            nodes_[first].weak = false;
        }
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            for (std::uint32_t& filled = filled_[at & 1]; filled != 0;) {
                const auto bucket = static_cast<std::size_t>(31 - __builtin_clz(filled));
                std::uint16_t& own = filled_own_[at & 1][bucket];
                if (own == 0) {
                    filled ^= 1u << bucket;
                    continue;
                }
                std::uint16_t& head = heads_[at & 1][bucket][low_bit(own)];
                const std::size_t n = head;
                head = nodes_[n].next;
                if (head == kNone) own = static_cast<std::uint16_t>(own & (own - 1));
                order_[order_size_++] = static_cast<std::uint16_t>(n);
                if (!grow<tracked>(at, n) || !leave<tracked>(at, n)) return false;
            }
            layer_end_[at + 1] = order_size_;
            for (std::size_t i = layer_end_[at]; i < order_size_; ++i)
                slots_[(at & 1) * kSlots + nodes_[order_[i]].slot] = kNone;
        }
        return true;
    }

    // What is laid off on exposed melds is like a crossing meld that is taken first, and once: an edge for each choice.
    // Growth needs none (Question::most_grown). A target T that grew by c with something laid off holds one that grew
    // by a card less, without the last card laid off, and so on, until nothing is laid off or c is 0 or T has enough
    // new melds. That one lacks what T lacks, or fewer cards; and if it has too few new melds, it is doubtful.
    template <bool tracked>
    bool lay_off() noexcept {
        Node& root = nodes_[nodes_size_++];
        root.hand = q_.hand;
        root.front = only_level(top_);
        root.rest = 0;
        root.to = kNone;
        root.slot = 0;
        root.weak = false;
        order_[order_size_++] = 0;
        for (std::size_t i = 0; i < laid_size_; ++i) {
            const Cards have = laid_[i] & q_.hand;
            const Cards lack = laid_[i] - have;
            const Cards left = q_.hand - have;
            const int lacking = lack.total();
            const int rest = weight_from(0, left);
            if (rest + kUnit * lacking > 2 * kUnit * most_) continue;
            const Lanes lanes = limited(moved(root.front, lacking), top_, limits(rest));
            if (reached(lanes) == 0) continue;
            std::size_t to = kMostNodes;
            if constexpr (tracked) {
                const Cards spare = q_.spare - lack.only(scarce_);
                to = node_of<true>(0, left, spare, spare, rest);
            } else {
                to = node_of<false>(0, left, {}, {}, rest);
            }
            if (to == kMostNodes || edges_size_ == kMostEdges) return false;
            nodes_[to].weak = false;
            nodes_[to].front = greater(nodes_[to].front, lanes);
            edges_[edges_size_++] = {lack.some(), 0, static_cast<std::uint16_t>(to),
                                     static_cast<std::uint8_t>(lacking)};
        }
        root.edges = static_cast<std::uint16_t>(edges_size_);
        return true;
    }

    // Takes one more crossing meld.
    template <bool tracked>
    bool grow(std::size_t at, std::size_t n) noexcept {
        Node& node = nodes_[n];
        const int slack = 2 * kUnit * most_ - kUnit * lightest_of(node.front, top_) - node.rest;
        const int lacks = most_ - (top_ - most_of(node.front));
        const int more = slack >= 0 ? slack / kUnit : -((kUnit - 1 - slack) / kUnit);
        // Melds that take nothing of the hand most often lead back to the node: the others go on from there.
        const int smallest = q_.tables.melds.smallest();
        bool good = true;
        if (lacks >= smallest && more >= smallest) good = take_all<tracked>(at, n, lacks, slack, more, true);
        good = good && take_all<tracked>(at, n, lacks, slack, more, false);
        node.edges = static_cast<std::uint16_t>(edges_size_);
        return good;
    }
    template <bool tracked>
    bool take_all(std::size_t at, std::size_t n, int lacks, int slack, int more, bool none) noexcept {
        const std::size_t end = candidate_end_[at];
        for (std::size_t first = candidate_begin_[at]; first < end; first += kChosen) {
            const std::size_t last = first + kChosen < end ? first + kChosen : end;
            const Chosen chosen = choose(first, last, nodes_[n].hand, lacks, more);
            for (std::uint64_t left = none ? chosen.none : chosen.all & ~chosen.none; left != 0; left &= left - 1) {
                const std::size_t candidate = first + static_cast<std::size_t>(low_bit(left));
                const auto& meld = tables_.crossing[candidates_[candidate]];
                const int lacking = meld.size - taken(meld, nodes_[n].hand);
                if (!take<tracked>(at, n, candidate, lacking, slack)) return false;
            }
        }
        return true;
    }
    template <bool tracked>
    bool take(std::size_t at, std::size_t n, std::size_t candidate, int lacking, int slack) noexcept {
        Node& node = nodes_[n];
        const auto& meld = tables_.crossing[candidates_[candidate]];
        const Cards have = meld.single ? Cards{meld.cards.b0 & node.hand.some(), 0, 0} : meld.cards & node.hand;
        if (is_swapped(candidate, have)) return true;
        const bool weak = is_weak(candidate, have);
        if (weak && node.weak) return true;
        const Cards lack = meld.cards - have;
        if (!(tracked ? node.spare : q_.spare).contains(lack)) return true;
        const Cards left = node.hand - have;
        int rest = node.rest;
        for (unsigned parts = occupied(have); parts != 0; parts &= parts - 1) {
            const int part = low_bit(parts);
            rest += weight(at, part, left) - weight(at, part, node.hand);
        }
        if (rest - node.rest + kUnit * lacking > slack) return true;
        const Lanes lanes = limited(moved(node.front, lacking), top_, limits(rest));
        if (reached(lanes) == 0) return true;
        std::size_t to = kMostNodes;
        std::uint64_t some = 0;
        if constexpr (tracked) {
            const Cards gone = lack.only(scarce_);
            const Cards fewest = node.fewest;
            some = fewest.short_of(gone);
            to = node_of<true>(at, left, fewest - (fewest & gone), node.spare - gone, rest);
            if (to == n) {
                node.fewest = fewest;
                some = scarce_with(meld);  // who comes by here often may take more
            }
        } else {
            to = node_of<false>(at, left, {}, {}, rest);
        }
        if (to == kMostNodes || edges_size_ == kMostEdges) return false;
        nodes_[to].weak &= weak || node.weak;
        Lanes& front = nodes_[to].front;
        front = greater(front, lanes);
        for (int again = 1; to == n && again < most_ / lacking; ++again) front = greater(front, moved(front, lacking));
        edges_[edges_size_++] = {lack.some(), some, static_cast<std::uint16_t>(to), static_cast<std::uint8_t>(lacking)};
        return true;
    }
    // Whatever local melds make of the layer's part.
    template <bool tracked>
    bool leave(std::size_t at, std::size_t n) noexcept {
        Node& node = nodes_[n];
        const auto& layer = tables_.layers[at];
        node.to = kNone;
        const Cards hand = node.hand.only(layer.later);
        const int rest = weight_from(at + 1, hand);
        const int heaviest = (2 * kUnit * most_ - rest) / kUnit;  // that all so far may weigh
        const int own = heaviest - lightest_of(node.front, top_);
        if (2 * kUnit * most_ < rest || own < 0) return true;
        const unsigned hand_index = Parts::index(node.hand, layer.part);
        const unsigned spare_index = Parts::index(tracked ? node.spare : q_.spare, layer.part);
        const Part& part = entry(layer.part, hand_index, spare_index);
        if (part.weight > own) return true;
        const unsigned lanes =
            within(load_lanes(part.least.data()), load_lanes(kLimits[static_cast<std::size_t>(own)].data()));
        const Lanes sums = limited(joined(node.front, part.least.data(), lanes, 0), top_, limits(rest));
        if (reached(sums) == 0) return true;
        const std::size_t to =
            tracked ? node_of<true>(at + 1, hand, node.fewest.only(layer.later), node.spare.only(layer.later), rest)
                    : node_of<false>(at + 1, hand, {}, {}, rest);
        if (to == kMostNodes) return false;
        nodes_[to].front = greater(nodes_[to].front, sums);
        nodes_[to].weak &= node.weak;
        node.to = static_cast<std::uint16_t>(to);
        node.part = &part;
        node.layer_part = static_cast<std::uint16_t>(layer.part);
        node.lanes = static_cast<std::uint16_t>(lanes);
        node.part_hand = static_cast<std::uint16_t>(hand_index);
        node.part_fewest = static_cast<std::uint16_t>(tracked ? Parts::index(node.fewest, layer.part) : spare_index);
        node.part_spare = static_cast<std::uint16_t>(spare_index);
        return true;
    }
    Lanes limits(int rest) const noexcept {
        return load_lanes(kLimits[static_cast<std::size_t>((2 * kUnit * most_ - rest) / kUnit)].data());
    }

    template <bool tracked>
    std::size_t node_of(std::size_t at, const Cards& hand, const Cards& fewest, const Cards& spare, int rest) noexcept {
        Cards own;
        std::uint64_t all = hand.b0 ^ hand.b1 * 3 ^ hand.b2 * 5;
        if constexpr (tracked) {
            const Cards used = q_.spare.only(kinds_from(at)) - fewest;
            own = used.only(apart_ | used.twice());
            all ^= own.b0 * 7 ^ own.b1 * 9 ^ own.b2 * 11;
        }
        std::uint16_t* const slots = slots_ + (at & 1) * kSlots;
        std::size_t slot = (all * 0x9E37'79B9'7F4A'7C15) >> (64 - __builtin_ctzll(kSlots));
        for (; slots[slot] != kNone; slot = (slot + 1) % kSlots) {
            Node& node = nodes_[slots[slot]];
            if (node.hand != hand) continue;
            if constexpr (tracked) {
                if (node.own != own) continue;
                node.fewest = node.fewest & fewest;
                const std::uint64_t more = node.spare.short_of(spare);
                node.spare = node.spare.only(~more) + spare.only(more);
            }
            return slots[slot];
        }
        std::size_t cards = 0;
        if constexpr (tracked) cards = number_of(own);
        if (nodes_size_ == kMostNodes || cards >= kOwn) return kMostNodes;
        Node& node = nodes_[nodes_size_];
        node.hand = hand;
        if constexpr (tracked) {
            node.own = own;
            node.fewest = fewest;
            node.spare = spare;
        }
        node.front = all_of(0);
        node.weak = true;
        node.rest = rest;
        node.slot = static_cast<std::uint16_t>(slot);
        slots[slot] = static_cast<std::uint16_t>(nodes_size_);
        const std::size_t bucket = number_of(hand);
        std::uint16_t& owns = filled_own_[at & 1][bucket];
        std::uint16_t& head = heads_[at & 1][bucket][cards];
        node.next = (owns >> cards & 1) != 0 ? head : kNone;
        head = static_cast<std::uint16_t>(nodes_size_);
        owns = static_cast<std::uint16_t>(owns | 1u << cards);
        filled_[at & 1] |= 1u << bucket;
        return nodes_size_++;
    }
    static std::size_t number_of(const Cards& cards) noexcept {
        return static_cast<std::size_t>(__builtin_popcountll(cards.b0) + 2 * __builtin_popcountll(cards.b1) +
                                        4 * __builtin_popcountll(cards.b2));
    }

    // --- backwards ---

    std::size_t edges_from(std::size_t place) const noexcept {
        return place == 0 ? 0 : nodes_[order_[place - 1]].edges;
    }
    void backwards() noexcept {
        nodes_[last()].back = only_level(top_);
        for (std::size_t place = order_size_; place-- > 0;) {
            const std::size_t n = order_[place];
            Node& node = nodes_[n];
            Lanes back = all_of(0);
            if (node.to != kNone) back = joined(nodes_[node.to].back, node.part->least.data(), node.lanes, 0);
            const std::size_t first = edges_from(place);
            for (std::size_t i = node.edges; i-- > first;) {
                const Edge& edge = edges_[i];
                if (edge.to != n) {
                    back = greater(back, moved(nodes_[edge.to].back, edge.lacking));
                } else {
                    for (int again = 0; again < most_ / edge.lacking; ++again)
                        back = greater(back, moved(back, edge.lacking));
                }
            }
            node.back = back;
        }
    }
    // The kinds that the least ways to each node and from it lack, of lanes that may be of use.
    bool gather() noexcept {
        for (std::size_t n = 0; n < nodes_size_; ++n) {
            const Useful both = useful(nodes_[n].front, nodes_[n].back);
            nodes_[n].forth = both.front;
            nodes_[n].back_to = both.back;
        }
        std::memset(before(0), 0, nodes_size_ * kLanes * sizeof before_[0]);
        std::memset(behind(0), 0, nodes_size_ * kLanes * sizeof behind_[0]);
        for (std::size_t place = 0; place < order_size_; ++place) {
            const std::size_t n = order_[place];
            const Node& node = nodes_[n];
            if (node.forth == 0) continue;
            for (std::size_t i = edges_from(place); i < node.edges; ++i) {
                const Edge& edge = edges_[i];
                const Node& to = nodes_[edge.to];
                merge_edge(edge, node.front, to.front, to.forth, before(n), before(edge.to));
            }
            if (node.to == kNone || (node.to == last() && more_ == 0)) continue;  // nobody asks
            merge_part(node, node.front, nodes_[node.to].front, nodes_[node.to].forth, before(n), before(node.to));
        }
        for (std::size_t place = order_size_; place-- > 0;) {
            const std::size_t n = order_[place];
            const Node& node = nodes_[n];
            if (node.back_to == 0) continue;
            if (node.to != kNone)
                merge_part(node, nodes_[node.to].back, node.back, node.back_to, behind(node.to), behind(n));
            const std::size_t first = edges_from(place);
            for (std::size_t i = node.edges; i-- > first;) {
                const Edge& edge = edges_[i];
                merge_edge(edge, nodes_[edge.to].back, node.back, node.back_to, behind(edge.to), behind(n));
            }
        }
        return unclear_ == 0;
    }
    // Where an edge makes lanes of `sum` of those of `a`.
    void merge_edge(const Edge& edge, const Lanes& a, const Lanes& sum, unsigned lanes, const std::uint64_t* lacked,
                    std::uint64_t* out) noexcept {
        const Lanes sums = moved(a, edge.lacking);
        if (edge.some != 0 && (equal(sums, sum) & lanes) != 0) unclear_ |= edge.some;
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
        unsigned used = 0;
        for (unsigned left = node.lanes; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            const int rise = lane - kLevel;
            const Lanes sums = less(up(a, rise), all_of(node.part->least[static_cast<std::size_t>(lane)]));
            used |= (equal(sums, sum) & lanes) != 0 ? 1u << lane : 0;
            merge_where_equal(sums, sum, lanes, lacked_of(part, *node.part, lane), lacked - rise, out);
        }
        if (used != 0) check(*node.part, part, node.part_hand, node.part_fewest, node.part_spare, used);
    }

    std::uint16_t* const slots_;
};
