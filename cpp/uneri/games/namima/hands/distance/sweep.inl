// Part of the body of deficiency.cpp, see isa.hpp: all that can be made of a hand by one sweep over its parts.
//
// A *node* is what is left of the hand and of the spare cards at some layer (SweepTables::layers). An *edge* leads to
// what is left after one more crossing meld that begins at this layer, or first of all after what is laid off on
// exposed melds; when the local melds of the layer's part are chosen, the rest is a node of the next layer. Forwards
// and backwards (sweep_lacks.inl) each node gets the least number of lacking cards by rise, and which kinds the least
// targets lack. Nodes that can't be part of a target which lacks `most` cards or fewer are left out: such a target has
// a weight of 2 * most or less.
//
// Spare cards hardly ever run short. Of most kinds it is known beforehand (sweep_scarce.inl), and of these crossing
// melds take no notice. With the others, nodes are told apart by what is left of the hand, and by spare cards only if
// two of a kind are taken or the kind is *told apart* from the start (swept()): a node knows the fewest and the most
// spare cards that the ways to it leave. Wherever it matters, the fewest and the most have to give the same answer;
// then so do all between, since who has more spare cards has the same targets and more. Kinds that fail this are told
// apart in another sweep.

#include "uneri/games/namima/hands/distance/sweep_bound.inl"

class SweepGraph : protected SweepBound {
protected:
    static std::size_t number_of(const Cards& cards) noexcept {
        return static_cast<std::size_t>(count_bits(cards.b0) + 2 * count_bits(cards.b1) + 4 * count_bits(cards.b2));
    }
    static constexpr std::size_t kMostNodes = 1 << 12;
    static constexpr std::size_t kMostEdges = 1 << 14;
    static constexpr std::size_t kSlots = kSweepSlots / 2;

    struct Left {
        Cards hand;
        Cards own;     // spare cards that are taken, of the kinds that tell nodes apart
        Cards fewest;  // spare cards
        Cards spare;   // the most
    };
    struct Node {
        Left left;
        Lanes front;
        Lanes back;
        const Part* part;  // of the layer, with the most spare cards
        int rest;          // the least that all layers from this one on weigh
        Weights weights;   // and each part there
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
    };
    struct Edge {
        std::uint64_t lacked;
        std::uint64_t some;  // of these, kinds of which the fewest spare cards are not enough; or, with no scarce
                             // kinds, those of which it lacks two
        std::uint16_t from;
        std::uint16_t to;  // the node itself if nothing of the hand is taken
        std::uint8_t lacking;
    };

    // `slots`: two times kSlots places in which there is kNone, before and after.
    SweepGraph(const Question& question, int most, std::uint64_t apart, std::uint16_t* slots) noexcept
        : SweepBound(question, most), apart_(apart), slots_(slots) {}

    // False: there is no room for all nodes, or nothing is within reach.
    bool make() noexcept {
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
        return true;
    }
    // The node that nothing is left at.
    std::size_t last() const noexcept { return heads_[tables_.layers.size() & 1][0][0]; }

    std::uint64_t apart_;
    std::size_t nodes_size_ = 0;
    std::size_t order_size_ = 0;
    std::size_t edges_size_ = 0;
    std::size_t layer_end_[kMostLayers + 1];  // in order_; those of layer i end at i + 1
    std::uint16_t order_[kMostNodes];         // the nodes, each before all that it leads to
    Edge edges_[kMostEdges];
    // The nodes of a layer by the cards that are left, most cards first, and then by `own`, fewest first: each comes
    // before all that it leads to. Bits say which numbers there are.
    static constexpr std::size_t kBuckets = 32;
    static constexpr std::size_t kOwn = 16;
    std::uint32_t filled_[2] = {};  // by cards that are left
    std::uint16_t filled_own_[2][kBuckets] = {};
    std::uint16_t heads_[2][kBuckets][kOwn] = {};
    union {  // not to be set to 0
        Node nodes_[kMostNodes];
    };

private:
    // `tracked`: there are scarce kinds. Nodes know nothing of spare cards if there are none.
    template <bool tracked>
    bool forwards() noexcept {
        layer_end_[0] = 0;
        if (laid_size_ != 0) {
            if (!lay_off<tracked>()) return false;
        } else {
            Weights weights;
            const int rest = weight_from(0, q_.hand, weights);
            const std::size_t first = node_of<tracked>(0, {q_.hand, {}, q_.spare, q_.spare}, rest, weights);
            nodes_[first].front = only_level(top_);
        }
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            for (std::uint32_t& filled = filled_[at & 1]; filled != 0;) {
                const auto bucket = static_cast<std::size_t>(high_bit(filled));
                std::uint16_t& own = filled_own_[at & 1][bucket];
                std::uint16_t& head = heads_[at & 1][bucket][low_bit(own)];
                const std::size_t n = head;
                head = nodes_[n].next;
                // Without branches: neither is the bucket's last node foretold, nor that with as many of its own.
                own = static_cast<std::uint16_t>(own & (own - unsigned{head == kNone}));
                filled &= ~(unsigned{own == 0} << bucket);
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
        root.left.hand = q_.hand;
        root.front = only_level(top_);
        root.rest = 0;
        root.to = kNone;
        root.slot = 0;
        order_[order_size_++] = 0;
        for (std::size_t i = 0; i < laid_size_; ++i) {
            const Cards have = laid_[i] & q_.hand;
            const Cards lack = laid_[i] - have;
            const Cards left = q_.hand - have;
            const int lacking = lack.total();
            Weights weights;
            const int rest = weight_from(0, left, weights);
            if (rest + kUnit * lacking > 2 * kUnit * most_) continue;
            const Lanes lanes = limited(moved(root.front, lacking), top_, limits(rest));
            if (reached(lanes) == 0) continue;
            Left next{left, {}, {}, {}};
            if constexpr (tracked) {
                next.fewest = next.spare = q_.spare - lack.only(scarce_);
                next.own = own_of(0, next.fewest);
            }
            const std::size_t to = node_of<tracked>(0, next, rest, weights);
            if (to == kMostNodes || edges_size_ == kMostEdges) return false;
            nodes_[to].front = greater(nodes_[to].front, lanes);
            edges_[edges_size_++] = {lack.some(), 0, 0, static_cast<std::uint16_t>(to),
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
        const std::size_t first = candidate_begin_[at];
        const std::size_t end = candidate_end_[at];
        bool good = true;
        if (end <= first + kChosen) {
            const Chosen chosen = choose(first, end, node.left.hand, lacks, more);
            good = take_all<tracked>(at, n, first, chosen.none, slack) &&
                   take_all<tracked>(at, n, first, chosen.all & ~chosen.none, slack);
        } else {
            good = take_each<tracked>(at, n, lacks, slack, more, true) &&
                   take_each<tracked>(at, n, lacks, slack, more, false);
        }
        node.edges = static_cast<std::uint16_t>(edges_size_);
        return good;
    }
    // Of more than can be chosen at once, those that take nothing, or the others.
    template <bool tracked>
    bool take_each(std::size_t at, std::size_t n, int lacks, int slack, int more, bool none) noexcept {
        const std::size_t end = candidate_end_[at];
        for (std::size_t first = candidate_begin_[at]; first < end; first += kChosen) {
            const std::size_t last = first + kChosen < end ? first + kChosen : end;
            const Chosen chosen = choose(first, last, nodes_[n].left.hand, lacks, more);
            if (!take_all<tracked>(at, n, first, none ? chosen.none : chosen.all & ~chosen.none, slack)) return false;
        }
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
        Node& node = nodes_[n];
        const auto& meld = tables_.crossing[candidates_[candidate]];
        const Cards have = meld.cards & node.left.hand;
        const int lacking = meld.size - have.total();
        const Cards lack = meld.cards - have;
        if (!(tracked ? node.left.spare : q_.spare).contains(lack)) return true;
        const Cards hand = node.left.hand - have;
        Weights weights = node.weights;
        const int rest = node.rest + change(at, hand, occupied(have), weights);
        if (rest - node.rest + kUnit * lacking > slack) return true;
        const Lanes lanes = limited(moved(node.front, lacking), top_, limits(rest));
        if (reached(lanes) == 0) return true;
        std::uint64_t some = tracked ? 0 : lack.twice();
        Left left{hand, {}, {}, {}};
        Cards fewest;
        if constexpr (tracked) {
            left = {hand, node.left.own, node.left.fewest, node.left.spare};
            fewest = left.fewest;
            if (const Cards gone = lack.only(scarce_); !gone.empty()) {
                some = left.fewest.short_of(gone);
                left.fewest -= left.fewest & gone;
                left.spare -= gone;
                left.own = own_of(at, left.fewest);
            }
        }
        const std::size_t to = node_of<tracked>(at, left, rest, weights);
        if (tracked && to == n) {
            node.left.fewest = fewest;
            some = scarce_with(meld);  // who comes by here often may take more
        }
        if (to == kMostNodes || edges_size_ == kMostEdges) return false;
        Lanes& front = nodes_[to].front;
        front = greater(front, lanes);
        for (int again = 1; to == n && again < most_ / lacking; ++again) front = greater(front, moved(front, lacking));
        edges_[edges_size_++] = {lack.some(), some, static_cast<std::uint16_t>(n), static_cast<std::uint16_t>(to),
                                 static_cast<std::uint8_t>(lacking)};
        return true;
    }
    // Whatever local melds make of the layer's part.
    template <bool tracked>
    bool leave(std::size_t at, std::size_t n) noexcept {
        Node& node = nodes_[n];
        const auto& layer = tables_.layers[at];
        node.to = kNone;
        const Cards hand = node.left.hand.only(layer.later);
        Weights weights;
        const int rest = weight_from(at + 1, hand, weights);
        const int heaviest = (2 * kUnit * most_ - rest) / kUnit;  // that all so far may weigh
        const int own = heaviest - lightest_of(node.front, top_);
        if (2 * kUnit * most_ < rest || own < 0) return true;
        const unsigned hand_index = Parts::index(node.left.hand, layer.part);
        const unsigned spare_index = Parts::index(tracked ? node.left.spare : q_.spare, layer.part);
        const Part& part = entry(layer.part, hand_index, spare_index);
        if (part.weight > own) return true;
        const unsigned lanes =
            within(load_lanes(part.least.data()), load_lanes(kLimits[static_cast<std::size_t>(own)].data()));
        const Lanes sums = limited(joined(node.front, load_lanes(part.least.data()), lanes), top_, limits(rest));
        if (reached(sums) == 0) return true;
        Left left{hand, {}, {}, {}};
        if constexpr (tracked)
            left = {hand, node.left.own.only(layer.later), node.left.fewest.only(layer.later),
                    node.left.spare.only(layer.later)};
        const std::size_t to = node_of<tracked>(at + 1, left, rest, weights);
        if (to == kMostNodes) return false;
        nodes_[to].front = greater(nodes_[to].front, sums);
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
        return load_lanes(kLimits[static_cast<std::size_t>((2 * kUnit * most_ - rest) / kUnit)].data());
    }

    // `fewest`: spare cards that are left, of the layers from one on.
    Cards own_of(std::size_t at, const Cards& fewest) const noexcept {
        const Cards used = q_.spare.only(kinds_from(at)) - fewest;
        return used.only(apart_ | used.twice());
    }
    template <bool tracked>
    std::size_t node_of(std::size_t at, const Left& left, int rest, const Weights& weights) noexcept {
        std::uint64_t all = left.hand.b0 ^ left.hand.b1 * 3 ^ left.hand.b2 * 5;
        if constexpr (tracked) all ^= left.own.b0 * 7 ^ left.own.b1 * 9 ^ left.own.b2 * 11;
        std::uint16_t* const slots = slots_ + (at & 1) * kSlots;
        auto slot = static_cast<std::size_t>((all * 0x9E37'79B9'7F4A'7C15) >> (64 - low_bit(kSlots)));
        for (; slots[slot] != kNone; slot = (slot + 1) % kSlots) {
            Node& node = nodes_[slots[slot]];
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
        if constexpr (tracked) cards = number_of(left.own);
        if (nodes_size_ == kMostNodes || cards >= kOwn) return kMostNodes;
        Node& node = nodes_[nodes_size_];
        if constexpr (tracked) {
            node.left = left;
        } else {
            node.left.hand = left.hand;
        }
        node.front = all_of(0);
        node.rest = rest;
        node.weights = weights;
        node.slot = static_cast<std::uint16_t>(slot);
        slots[slot] = static_cast<std::uint16_t>(nodes_size_);
        const std::size_t bucket = number_of(left.hand);
        std::uint16_t& owns = filled_own_[at & 1][bucket];
        std::uint16_t& head = heads_[at & 1][bucket][cards];
        node.next = static_cast<std::uint16_t>(head | ((owns >> cards & 1) - 1));  // kNone if there is no head
        head = static_cast<std::uint16_t>(nodes_size_);
        owns = static_cast<std::uint16_t>(owns | 1u << cards);
        filled_[at & 1] |= 1u << bucket;
        return nodes_size_++;
    }

    std::uint16_t* const slots_;
};
