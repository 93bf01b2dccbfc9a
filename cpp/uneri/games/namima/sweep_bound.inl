// Part of the body of deficiency.cpp, see isa.hpp: which crossing melds a sweep may take, and what the parts of a hand
// weigh at least.
//
// A crossing meld that takes a cards and lacks l lets the sum of all weights (lacking + left over) fall by a - l at
// most: by so much for each card taken, and no part's weight falls below 0. One that a local meld can stand in for lets
// nothing fall: the weights are those with any number of spare cards. Whatever melds are chosen, the bound never falls.

#include "uneri/games/namima/lanes.inl"

class SweepBound {
protected:
    // `most` <= 7: what targets may lack that are to be found.
    SweepBound(const Question& question, int most) noexcept
        : q_(question), tables_(question.tables.sweeps()), most_(most) {
        for (int p = 0; p < q_.tables.parts.count(); ++p) {
            const auto type = static_cast<std::size_t>(q_.tables.parts.type_of(p));
            sources_[p] = {tables_.weights[type].data(), tables_.parts[type].data(),
                           q_.needs.types[type].places.data()};
        }
    }

    static constexpr int kUnit = 840;  // weights are counted in parts of a card
    static constexpr std::size_t kMostCandidates = 1 << 10;
    static constexpr std::size_t kMostLayers = kMaxParts;

    // False: there are too many crossing melds.
    bool bound() noexcept {
        find_scarce();
        std::uint16_t worth[kPartKinds * kMaxParts] = {};  // by bit: how far taking such a card lets the sum fall
        const unsigned held = occupied(q_.hand);
        std::size_t size = 0;
        std::size_t at = tables_.layers.size();
        base_sum_[at] = 0;
        while (at-- > 0) {
            const auto& layer = tables_.layers[at];
            unsigned changed = 1u << layer.part;
            candidate_begin_[at] = size;
            for (std::size_t i = layer.first; i < layer.last; ++i) {
                const auto& meld = tables_.crossing[i];
                const int cards = taken(meld, q_.hand);
                if (meld.size - cards > most_) continue;
                if (size == kMostCandidates) return false;
                candidates_[size++] = static_cast<std::uint16_t>(i);
                if (2 * cards <= meld.size || replaced(meld)) continue;
                value(meld, cards, worth);
                changed |= meld.touched;
            }
            candidate_end_[at] = size;
            base_sum_[at] = 0;
            for (std::size_t i = at; i < tables_.layers.size(); ++i) {
                const auto part = static_cast<std::size_t>(tables_.layers[i].part);
                if ((held >> part & 1) == 0) continue;
                if ((changed >> part & 1) == 0) {
                    std::memcpy(worth_[at][part], worth_[at + 1][part], sizeof worth_[at][part]);
                    base_[at][part] = base_[at + 1][part];
                } else {
                    add_up(worth + kPartKinds * part, worth_[at][part]);
                    base_[at][part] = weight(at, static_cast<int>(part), q_.hand);
                }
                base_sum_[at] += base_[at][part];
            }
        }
        return true;
    }
    // Of which kinds may a target within reach lack more than there are spare ones? It holds all that the hand has of
    // them, with one of these maybe discarded, and a card more than are spare; the melds with them have so many other
    // cards, which are of the hand or lacking. Among them is a crossing meld: what local melds lack together is known
    // to be there.
    void find_scarce() noexcept {
        scarce_ = 0;
        for (std::uint64_t left = q_.tables.parts.kind_bits(); left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const Shortage shortage = shortage_of(bit);
            const int others = tables_.around[static_cast<std::size_t>(bit)].others_crossing[shortage.cards];
            if (shortage.spare + 1 + (others > shortage.held ? others - shortage.held : 0) <= most_)
                scarce_ |= left & (~left + 1);
        }
    }
    // The same if the crossing meld takes nothing of the hand: all of it is lacking, and others have the rest.
    std::uint64_t scarce_with(const SweepTables::Crossing& meld) const noexcept {
        std::uint64_t scarce = 0;
        for (std::uint64_t left = meld.cards.some() & scarce_; left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const Shortage shortage = shortage_of(bit);
            const int own = meld.cards.count(bit);
            const std::size_t cards =
                shortage.cards > static_cast<std::size_t>(own) ? shortage.cards - static_cast<std::size_t>(own) : 0;
            const int others = tables_.around[static_cast<std::size_t>(bit)].others[cards];
            if (shortage.spare + 1 + meld.size - own + (others > shortage.held ? others - shortage.held : 0) <= most_)
                scarce |= left & (~left + 1);
        }
        return scarce;
    }
    // What a part weighs at least if only crossing melds from a layer on may take cards of it. A part of which the
    // whole hand has no card has no table.
    int weight(std::size_t layer, int part, const Cards& hand) const noexcept {
        const unsigned index = Parts::index(hand, part);
        if (index == 0) return 0;
        const std::uint16_t* const worth = worth_[layer][part];
        const int falls = worth[index & 15] + 2 * worth[index >> 4 & 15] + 4 * worth[index >> 8];
        const int weight = kUnit * sources_[part].weights[index];
        return weight > falls ? weight - falls : 0;
    }
    // All parts from a layer on.
    int weight_from(std::size_t at, const Cards& hand) const noexcept {
        int sum = base_sum_[at];
        const Cards gone = q_.hand.only(kinds_from(at)) - hand;
        for (unsigned parts = occupied(gone); parts != 0; parts &= parts - 1) {
            const int part = low_bit(parts);
            sum += weight(at, part, hand) - base_[at][part];
        }
        return sum;
    }
    std::uint64_t kinds_from(std::size_t at) const noexcept {
        return at == 0 ? ~std::uint64_t{0} : tables_.layers[at - 1].later;
    }
    static int taken(const SweepTables::Crossing& meld, const Cards& hand) noexcept {
        return meld.single ? __builtin_popcountll(meld.cards.b0 & hand.some()) : (meld.cards & hand).total();
    }

    // The tables of each part.
    struct Source {
        const std::uint8_t* weights;
        const SweepTables::Part* entries;
        const NeedTables::Type::Place* places;
    };

    const Question& q_;
    const SweepTables& tables_;
    int most_;
    std::uint64_t scarce_ = 0;
    Source sources_[kMaxParts];
    // Crossing melds that lack few enough cards, and where those of a layer are.
    std::size_t candidate_begin_[kMostLayers];
    std::size_t candidate_end_[kMostLayers];
    std::uint16_t candidates_[kMostCandidates];

private:
    struct Shortage {
        int spare;
        std::size_t cards;  // that a target has if these are not enough, or more
        int held;           // cards of the hand that can be in melds with them
    };
    Shortage shortage_of(int bit) const noexcept {
        const int hand = q_.hand.count(bit);
        const int spare = q_.spare.count(bit);
        const Cards near = q_.hand.only(tables_.around[static_cast<std::size_t>(bit)].kinds);
        return {spare, static_cast<std::size_t>((hand > 0 ? hand - 1 : 0) + spare + 1),
                __builtin_popcountll(near.b0) + 2 * __builtin_popcountll(near.b1) + 4 * __builtin_popcountll(near.b2)};
    }
    bool replaced(const SweepTables::Crossing& meld) const noexcept {
        const Cards have = meld.cards & q_.hand;
        for (std::uint32_t i = meld.kept; i < meld.kept_end; ++i) {
            if (tables_.kept[i].contains(have)) return true;
        }
        return false;
    }
    static void value(const SweepTables::Crossing& meld, int cards, std::uint16_t* worth) noexcept {
        const auto falls = static_cast<std::uint16_t>((2 * cards - meld.size) * (kUnit / cards));
        for (std::uint64_t kinds = meld.cards.some(); kinds != 0; kinds &= kinds - 1) {
            std::uint16_t& most = worth[low_bit(kinds)];
            most = most < falls ? falls : most;
        }
    }
    static void add_up(const std::uint16_t* worth, std::uint16_t* sums) noexcept {
        sums[0] = 0;
        for (unsigned kinds = 1; kinds < 1u << kPartKinds; ++kinds)
            sums[kinds] = static_cast<std::uint16_t>(sums[kinds & (kinds - 1)] + worth[low_bit(kinds)]);
    }

    // By layer, of the layers from it on: what all parts weigh, one part, and by part and set of kinds what cards of
    // these are worth.
    int base_sum_[kMostLayers + 1];
    int base_[kMostLayers][kMaxParts];
    std::uint16_t worth_[kMostLayers][kMaxParts][1 << kPartKinds];
};
