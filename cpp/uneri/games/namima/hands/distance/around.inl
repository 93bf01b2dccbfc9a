// Part of the body of deficiency.cpp, see isa.hpp: the whole discard table of a hand from one sweep.

#include "uneri/games/namima/hands/distance/sweep_lacks.inl"

// To discard k changes what can be made of one part only, so what lies before it and behind it serves every k.
class Sweep : public SweepLacks {
public:
    using SweepGoal::Answer;

    Sweep(const Question& question, int most, std::uint64_t apart, std::uint16_t* slots) noexcept
        : SweepLacks(question, most, apart, slots) {}

    // Of a hand at rest.
    Answer whole() noexcept {
        const std::size_t end = last();
        return answer_at_rest(nodes_[end].front, [&](int lane) { return before(end)[lane]; });
    }
    // Of a hand in ACT: visit(bit, answer) for every kind of the hand.
    template <class Visit>
    void discards(Visit&& visit) noexcept {
        discards(q_.hand.some(), visit);
    }
    template <class Visit>
    void discards(std::uint64_t asked, Visit&& visit) noexcept {
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const int part = tables_.layers[at].part;
            const std::uint64_t kinds = asked >> (kPartKinds * part) & 15;
            if (kinds == 0) continue;
            around_size_ = 0;
            surround_all(at);
            for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
                const int place = low_bit(left);
                visit(kPartKinds * part + place, discard(part, place));
            }
        }
    }

protected:
    // What lies before a part and behind it.
    struct Around {
        const Node* node;
        Lanes both;
        Lanes wanted;  // turned
        Lanes doubted;
        unsigned known;  // lanes of which `lacked` is known
        std::uint64_t lacked[kLanes];
    };
    void surround_all(std::size_t at) noexcept {
        for (std::size_t i = layer_end_[at]; i < layer_end_[at + 1]; ++i) {
            const Node& node = nodes_[order_[i]];
            if (node.to != kNone && (node.forth != 0 || doubtful_ != 0)) surround(node);
        }
    }
    void surround(const Node& node) noexcept {
        Around& around = around_[around_size_++];
        around.node = &node;
        around.known = 0;
        around.both = both_of(node.front, node.forth, nodes_[node.to].back);
        around.wanted = turned(around.both, grown_);
        around.doubted = doubtful_ == 0 ? all_of(0) : turned(around.both, doubtful_);
    }

    // The part of a node without a card, or with a spare card less.
    struct Rest {
        const Part* part;
        unsigned hand;
        unsigned fewest;
        unsigned spare;
        int lacking;
        bool enough;
    };
    Rest rest_of(const Node& node, int place) const noexcept {
        // If crossing melds take all copies, they lack the one that is discarded. Which it is can't be foretold.
        const auto count = [&](unsigned index) { return static_cast<unsigned>(Parts::count_at(index, place)); };
        const unsigned taken = count(node.part_hand) == 0;
        const unsigned possible = (taken ^ 1) | unsigned{count(node.part_spare) != 0};
        const unsigned enough = (taken ^ 1) | unsigned{count(node.part_fewest) != 0};
        Rest rest;
        rest.hand = without(node.part_hand, (taken ^ 1) << place);
        rest.spare = without(node.part_spare, (taken & possible) << place);
        rest.fewest = without(node.part_fewest, (taken & enough) << place);
        rest.lacking = static_cast<int>(taken);
        rest.enough = enough != 0;
        rest.part = possible == 0 ? nullptr : &entry(node.layer_part, rest.hand, rest.spare);
        return rest;
    }

    Answer discard(int part, int place) noexcept {
        int most = 0;
        int doubtful = 0;
        for (std::size_t i = 0; i < around_size_; ++i) {
            const Rest rest = rest_of(*around_[i].node, place);
            most_at_[i] = 0;
            if (rest.part == nullptr) continue;
            most_at_[i] = static_cast<std::uint8_t>(most_of(sums_of(around_[i].wanted, *rest.part, rest.lacking)));
            most = most_at_[i] > most ? most_at_[i] : most;
            if (doubtful_ == 0) continue;
            const int other = most_of(sums_of(around_[i].doubted, *rest.part, rest.lacking));
            doubtful = other > doubtful ? other : doubtful;
        }
        if (most == 0 || doubtful >= most) return {};
        Answer answer{top_ - most, 0};
        for (std::size_t first = 0; first < around_size_; first += kLanes) {
            unsigned tight = equal(load_lanes(most_at_ + first), all_of(most));
            if (around_size_ - first < kLanes) tight &= (1u << (around_size_ - first)) - 1;
            for (; tight != 0; tight &= tight - 1)
                answer.accepted |=
                    accepted(around_[first + static_cast<std::size_t>(low_bit(tight))], part, place, most);
        }
        return answer;
    }
    // What the least targets through a node lack.
    std::uint64_t accepted(Around& around, int part, int place, int most) noexcept {
        const Rest rest = rest_of(*around.node, place);
        const int first = kPartKinds * part;
        std::uint64_t out = std::uint64_t{rest.lacking != 0} << (first + place);
        const unsigned tight = equal(sums_of(around.wanted, *rest.part, rest.lacking), all_of(most));
        if (!rest.enough) unclear_ |= std::uint64_t{1} << (first + place);
        check(*rest.part, part, rest.hand, rest.fewest, rest.spare, tight);
        for (unsigned left = tight; left != 0; left &= left - 1) {
            const int lane = low_bit(left);
            out |= lacked_of(part, *rest.part, lane) | lacked(around, lane + rest.lacking);
        }
        return out;
    }
    // The kinds that the others lack, if the part has that lane.
    std::uint64_t lacked(Around& around, int lane) noexcept {
        if ((around.known >> lane & 1) != 0) return around.lacked[lane];
        around.known |= 1u << lane;
        const Node& front = *around.node;
        const Node& back = nodes_[front.to];
        const auto n = static_cast<std::size_t>(&front - nodes_);
        std::uint64_t out = 0;
        each_whole(around.both, around.wanted, lane, [&](int sum, int missing) {
            out |= lacked_around(front.front, front.forth, back.back, before(n), behind(front.to), sum, missing);
        });
        return around.lacked[lane] = out;
    }

    std::size_t around_size_ = 0;
    std::uint8_t most_at_[kMostNodes + kLanes];
    Around around_[kMostNodes];
};
