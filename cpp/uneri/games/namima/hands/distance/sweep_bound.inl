// Part of the body of deficiency.cpp, see isa.hpp: which crossing melds a sweep may take, and what the parts of a hand
// weigh at least from each layer on.

#include "uneri/games/namima/hands/distance/sweep_scarce.inl"

class SweepBound : protected SweepScarce {
protected:
    SweepBound(const Question& question, int most) noexcept : SweepScarce(question, most) {}

    static constexpr std::size_t kMostCandidates = 1 << 10;

    // False: there are too many crossing melds or lay-offs.
    bool list() noexcept {
        if (!q_.exposed.empty() && !find_laid(0, {})) return false;
        if (!told_) find_scarce();
        for (int i = 0; i < kPlenty; ++i) plenty_[i] = ample_ | at_least(q_.spare, i);
        unlimited_ = (q_.tables.parts.kind_bits() & ~(q_.spare.b0 & q_.spare.b1 & q_.spare.b2)) == 0;
        const bool weak = most_ >= kLeastForWeak && !tables_.stand_ins.empty();
        const std::uint64_t alone = weak ? lacked_alone() : 0;
        std::size_t size = 0;
        copies_ = 1;
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const auto& layer = tables_.layers[at];
            candidate_begin_[at] = size;
            for (std::size_t i = layer.first; i < layer.last; ++i) {
                const auto& meld = tables_.crossing[i];
                if (meld.size - taken(meld, q_.hand) > most_) continue;
                if (size == kMostCandidates) return false;
                if (swap(meld, size)) continue;
                candidates_[size] = static_cast<std::uint16_t>(i);
                enlist(meld, size);
                weak_[size++] = weak ? weakness(meld, alone) : Weakness{};
            }
            candidate_end_[at] = size;
        }
        return true;
    }
    // What the parts weigh at least from each layer on.
    void weigh() noexcept {
        Worth worth = {};
        const unsigned held = occupied(q_.hand);
        std::size_t at = tables_.layers.size();
        base_sum_[at] = 0;
        base_[at] = {};
        while (at-- > 0) {
            unsigned changed = 1u << tables_.layers[at].part;
            for (std::size_t i = candidate_begin_[at]; i < candidate_end_[at]; ++i) {
                const auto& meld = tables_.crossing[candidates_[i]];
                const int cards = taken(meld, q_.hand);
                if (2 * cards <= meld.size || replaced(meld)) continue;
                value(meld, cards, worth);
                changed |= meld.touched;
            }
            base_sum_[at] = 0;
            base_[at] = {};
            for (std::size_t i = at; i < tables_.layers.size(); ++i) {
                const auto part = static_cast<std::size_t>(tables_.layers[i].part);
                if ((held >> part & 1) == 0) {
                    falls_[at][part][0] = 0;  // no cards let nothing fall
                    continue;
                }
                if ((changed >> part & 1) == 0) {
                    std::memcpy(falls_[at][part], falls_[at + 1][part], sizeof falls_[at][part]);
                    base_[at].of[part] = base_[at + 1].of[part];
                } else {
                    add_up(worth, static_cast<int>(part), falls_[at][part]);
                    base_[at].of[part] = static_cast<std::int16_t>(weight(at, static_cast<int>(part), q_.hand));
                }
                base_sum_[at] += base_[at].of[part];
            }
        }
    }
    // What all weigh at least whichever crossing melds are taken, if all swaps may be made: no swapped meld is needed.
    void weigh_candidates() noexcept {
        all_weight_ = base_sum_[0];
        for (int part = 0; part < kMaxParts; ++part) all_weights_[part] = base_[0].of[part];
        std::memcpy(all_falls_, falls_[0], sizeof all_falls_);
    }
    // What a part weighs at least if only crossing melds from a layer on may take cards of it.
    int weight(std::size_t layer, int part, const Cards& hand) const noexcept {
        return SweepScarce::weight(falls_[layer][part], part, hand);
    }
    // All parts from a layer on, together and one by one.
    struct Weights {
        static_assert(kUnit * 7 * kPartKinds <= INT16_MAX);  // if all cards are left over
        std::int16_t of[kMaxParts] = {};
    };
    int weight_from(std::size_t at, const Cards& hand, Weights& weights) const noexcept {
        weights = base_[at];
        return base_sum_[at] + change(at, hand, occupied(q_.hand.only(kinds_from(at)) - hand), weights);
    }
    // What they weigh more when cards of these parts have gone.
    int change(std::size_t at, const Cards& hand, unsigned parts, Weights& weights) const noexcept {
        int sum = 0;
        for (; parts != 0; parts &= parts - 1) {
            const int part = low_bit(parts);
            const int now = weight(at, part, hand);
            sum += now - weights.of[part];
            weights.of[part] = static_cast<std::int16_t>(now);
        }
        return sum;
    }
    std::uint64_t kinds_from(std::size_t at) const noexcept {
        return at == 0 ? ~std::uint64_t{0} : tables_.layers[at - 1].later;
    }
    // *Weak* is a crossing meld that lacks cards and that one or two local melds can stand in for, whatever else a
    // target within reach lacks. Of all ways to targets, those with one weak meld at most are enough. For take a least
    // target that lacks some kind, with two weak melds X and Y on the way to it. With others in place of X or of Y it
    // lacks as many cards. If both the targets that are got so didn't lack the kind, X would lack all that the target
    // lacks of it, and so would Y: so one of them does, with a crossing meld less.
    //
    // Others may stand in if there are spare cards enough of each kind j of which they have u cards more. If there are
    // not, the target lacks spare - u + 1 cards of kind j, besides other kinds that X lacks and one that Y lacks (see
    // lacked_alone()): too many cards. Or it is known that no melds within reach can hold so many (`ample_`).
    static constexpr int kLeastForWeak = 4;  // targets that lack less hardly ever have two
    struct Weakness {
        std::uint16_t first;  // in `stand_ins_`
        std::uint16_t last;
    };
    bool is_weak(std::size_t candidate, const Cards& have) const noexcept {
        for (std::size_t i = weak_[candidate].first; i < weak_[candidate].last; ++i) {
            if (stand_ins_[i].contains(have)) return true;
        }
        return false;
    }
    // *Swapped* is a crossing meld X, of which `have` is what it takes of the hand, if S, one local meld or two of one
    // part, is as large, `have` lies within the cards K that both share, and there are spare cards enough for S in
    // place of X and for X in place of S, whatever else a target within reach lacks. No way takes it: ways with S tell
    // all.
    //
    // For let T be a least target with X, and T' the same with S; so T' is valid, and a least one. Of kinds that X has
    // more of than S, X takes all that the hand still has, which S (it has no fewer than `have`) takes as well; of
    // kinds that S has more of, T has as many as the hand, or else T' would lack fewer cards. So S, if it takes its
    // cards last, takes none but of K. And a kind that T lacks and T' doesn't is one that X has more of: one of X - K.
    // Other melds that T' has are those of T, and so are their patterns: of a kind that X has more of than S nothing is
    // left. So, one crossing meld after the other, what T lacks is lacked by a least target that has no swapped meld,
    // or it is in X - K for a pattern that such a target has.
    //
    // And let T' be any least target with some S that, taking its cards last, takes none but of K. With any X of its
    // size that has K too in its place no more cards are lacking, so no fewer either, and no card of X - K is left in
    // the hand: T is a least target and lacks X - K. Of these kinds the other melds lack no more than `most` less what
    // X lacks, or X - K is of one kind, which T' lacks or of which X alone has to find enough.
    bool is_swapped(std::size_t candidate, const Cards& have) const noexcept {
        for (std::size_t i = swaps_of_[candidate].first; i < swaps_of_[candidate].last; ++i) {
            if (swaps_[i].contains(have)) return true;
        }
        return false;
    }
    // Up to kChosen candidates from one on, as bits: those that lack `lacks` cards of a hand or fewer, and no more than
    // `more` cards more than they take. `none`: those of them that take nothing.
    static constexpr std::size_t kChosen = 64;
    struct Chosen {
        std::uint64_t all;
        std::uint64_t none;
    };
    Chosen choose(std::size_t first, std::size_t last, const Cards& hand, int lacks, int more) const noexcept {
        Chosen out{0, 0};
#ifdef UNERI_FAST_BODY
        if (copies_ <= kCopies) {
            const std::uint64_t kinds[kCopies] = {hand.some(), hand.twice(), hand.thrice()};
            const __m256i numbers = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                                     0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
            const __m256i low = _mm256_set1_epi8(15);
            for (std::size_t i = first; i < last; i += 4) {
                const auto load = [&](const std::uint64_t* from) {
                    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
                };
                __m256i bytes = _mm256_setzero_si256();
                for (int c = 0; c < copies_; ++c) {
                    const __m256i held =
                        _mm256_and_si256(load(held_[c]), _mm256_set1_epi64x(static_cast<long long>(kinds[c])));
                    const __m256i high = _mm256_and_si256(_mm256_srli_epi64(held, 4), low);
                    bytes = _mm256_add_epi8(bytes, _mm256_shuffle_epi8(numbers, _mm256_and_si256(held, low)));
                    bytes = _mm256_add_epi8(bytes, _mm256_shuffle_epi8(numbers, high));
                }
                const __m256i cards = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
                const __m256i left = _mm256_sub_epi64(load(sizes_), cards);
                const __m256i beyond =
                    _mm256_or_si256(_mm256_cmpgt_epi64(left, _mm256_set1_epi64x(lacks)),
                                    _mm256_cmpgt_epi64(_mm256_sub_epi64(left, cards), _mm256_set1_epi64x(more)));
                const __m256i nothing = _mm256_cmpeq_epi64(cards, _mm256_setzero_si256());
                out.all |= static_cast<std::uint64_t>(~_mm256_movemask_pd(_mm256_castsi256_pd(beyond)) & 15)
                           << (i - first);
                out.none |= static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_castsi256_pd(nothing))) << (i - first);
            }
            if (last - first < kChosen) out.all &= (std::uint64_t{1} << (last - first)) - 1;
            out.none &= out.all;
            return out;
        }
#endif
        for (std::size_t i = first; i < last; ++i) {
            const auto& meld = tables_.crossing[candidates_[i]];
            const int cards = taken(meld, hand);
            const int lacking = meld.size - cards;
            if (lacking > lacks || lacking - cards > more) continue;
            out.all |= std::uint64_t{1} << (i - first);
            out.none |= static_cast<std::uint64_t>(cards == 0) << (i - first);
        }
        return out;
    }

    // Crossing melds that lack few enough cards, and where those of a layer are.
    std::size_t candidate_begin_[kMostLayers];
    std::size_t candidate_end_[kMostLayers];
    std::uint16_t candidates_[kMostCandidates];
    Weakness weak_[kMostCandidates];
    Weakness swaps_of_[kMostCandidates];
    // The kinds that they hold once or more, twice, three times, and their sizes; of how many copies they hold most.
    static constexpr int kCopies = 3;
    std::uint64_t held_[kCopies][kMostCandidates + 3];
    std::uint64_t sizes_[kMostCandidates + 3];
    int copies_;

private:
    void enlist(const SweepTables::Crossing& meld, std::size_t at) noexcept {
        sizes_[at] = static_cast<std::uint64_t>(meld.size);
        for (int copies = 1; copies <= kCopies; ++copies) held_[copies - 1][at] = at_least(meld.cards, copies);
        const int most = meld.cards.b2 != 0         ? kCopies + 1
                         : meld.cards.thrice() != 0 ? 3
                         : meld.cards.twice() != 0  ? 2
                                                    : 1;
        copies_ = copies_ < most ? most : copies_;
    }
    // Finds the swaps of a meld that becomes a candidate; true: it needs not become one.
    bool swap(const SweepTables::Crossing& meld, std::size_t candidate) noexcept {
        Weakness& out = swaps_of_[candidate];
        out.first = out.last = static_cast<std::uint16_t>(swaps_size_);
        const Cards have = meld.cards & q_.hand;
        const std::uint64_t some = have.some();
        for (std::uint32_t i = meld.swaps; i < meld.swaps_end && swaps_size_ < kMostSwaps; ++i) {
            const auto& by = tables_.swaps[i];
            if ((by.kept.some() & some) == 0 && some != 0) continue;
            const Cards kept = by.kept & have;
            bool known = false;
            for (std::size_t k = out.first; k < out.last; ++k) known |= swaps_[k].contains(kept);
            if (known) continue;
            const Cards lack = meld.cards - by.kept;
            if (unlimited_ || q_.spare.contains(lack)) {
                if (!unlimited_ && (!may_lack(meld, by.kept, lack) || !has_for(by, meld, kept))) continue;
                std::uint64_t& kinds = lacked_by_[by.part][by.pattern];
                std::uint64_t& twice = twice_by_[by.part][by.pattern];
                std::uint64_t& thrice = thrice_by_[by.part][by.pattern];
                if ((swapped_[by.part] >> by.pattern & 1) == 0) kinds = twice = thrice = 0;
                swapped_[by.part] |= 1u << by.pattern;
                kinds |= lack.some();
                twice |= lack.twice();
                thrice |= lack.thrice();
            }
            swaps_[swaps_size_++] = kept;
            out.last = static_cast<std::uint16_t>(swaps_size_);
            if (kept == have) return true;
        }
        return false;
    }
    // Are there spare cards enough of what the crossing meld lacks, whatever the others of a target within reach lack?
    bool may_lack(const SweepTables::Crossing& meld, const Cards& kept, const Cards& lack) const noexcept {
        const std::uint64_t kinds = lack.some();
        if ((kinds & (kinds - 1)) == 0) return (kept.some() & kinds) == 0 || q_.spare.contains(meld.cards.only(kinds));
        return lack.b2 == 0 &&
               enough(kinds & ~lack.twice(), lack.twice() & ~lack.thrice(), lack.thrice(), most_ - lack.total());
    }
    // And of what some local melds have more than it? Of a kind that both have it may lack cards.
    bool has_for(const SweepTables::Swap& by, const SweepTables::Crossing& meld, const Cards& kept) noexcept {
        const int others = most_ - meld.size + kept.total();
        const int at_worst = most_ - meld.size + by.kept.total();
        for (std::uint32_t i = by.first; i < by.last; ++i) {
            const auto& melds = tables_.swap_melds[i];
            if (enough(melds.once, melds.twice, melds.thrice, melds.shared ? at_worst : others)) return true;
            if (melds.shared || !enough(0, melds.twice, melds.thrice, others)) continue;
            const std::uint64_t kinds = melds.once | melds.twice | melds.thrice;
            std::uint64_t left = melds.once & ~plenty(others + 1);
            while (left != 0 && is_spared(low_bit(left), kinds, others)) left &= left - 1;
            if (left == 0) return true;
        }
        return false;
    }
    // Is one more card of a kind to be had even so? The hand has none, and none is laid off. A target T within reach,
    // with the crossing meld, that takes all n spare ones lacks `others` - n cards besides these and the meld's. Has it
    // a meld of this kind alone, then one of another kind does as well: with it T lacks as many cards, and leaves cards
    // of this kind. Of what T lacked it still lacks all but this kind, which the local melds lack. If there are more
    // kinds to choose from than T lacks, it lacks none of some. So it is enough that T has to have such a meld.
    bool is_spared(int bit, std::uint64_t kinds, int others) noexcept {
        const int spare = q_.spare.count(bit);
        const int besides = others - spare;
        const std::uint64_t one = std::uint64_t{1} << bit;
        if (((q_.hand.some() | most_laid_.some()) & one) != 0 || spare == 0 || besides < 0 || besides >= kBesides)
            return false;
        if ((known_[besides] & one) == 0) {
            known_[besides] |= one;
            const auto melds = q_.tables.melds.holding(q_.tables.parts.kind_at(bit));
            if (!is_made(bit, melds.data(), melds.data() + melds.size(), q_.hand, spare, besides))
                alike_[besides] |= one;
        }
        if ((alike_[besides] & one) == 0) return false;
        const unsigned sizes = tables_.alike[static_cast<std::size_t>(bit)] & ((2u << spare) - 1);
        if (sizes == 0) return true;
        int choice = 0;
        const int largest = high_bit(sizes);
        for (std::uint64_t left = at_least(q_.spare, largest) & ~(kinds | one); left != 0; left &= left - 1)
            choice += (sizes & ~unsigned{tables_.alike[static_cast<std::size_t>(low_bit(left))]}) == 0 ? 1 : 0;
        return choice > most_ - spare;
    }
    // Have some melds, each with other kinds, too, exactly so many cards of a kind and lack no more than `besides`
    // others?
    bool is_made(int bit, const std::uint16_t* id, const std::uint16_t* end, const Cards& hand, int cards,
                 int besides) const noexcept {
        if (cards == 0) return true;
        for (; id != end; ++id) {
            const Cards& meld = q_.tables.parts.meld(*id);
            const int own = meld.count(bit);
            const Cards others = meld.only(~(std::uint64_t{1} << bit));
            if (own > cards || others.empty()) continue;
            const Cards have = others & hand;
            const int lacking = (others - have).total();
            if (lacking <= besides && is_made(bit, id, end, hand - have, cards - own, besides - lacking)) return true;
        }
        return false;
    }
    // Are there so many spare cards of these kinds, and one, two or three more?
    bool enough(std::uint64_t once, std::uint64_t twice, std::uint64_t thrice, int others) const noexcept {
        return (once & ~plenty(others + 1)) == 0 && (twice & ~plenty(others + 2)) == 0 &&
               (thrice & ~plenty(others + 3)) == 0;
    }
    std::uint64_t plenty(int count) const noexcept {
        return plenty_[count < 0 ? 0 : count < kPlenty ? count : kPlenty - 1];
    }
    // Kinds that may be all that some crossing meld lacks. Melds that stand in have no more of these, so whoever is
    // weak lacks a card of another kind than those that another one's stand-ins have more of. A meld that lacks nothing
    // at first isn't weak before it lacks something.
    std::uint64_t lacked_alone() const noexcept {
        std::uint64_t alone = 0;
        for (const auto& meld : tables_.crossing) {
            const std::uint64_t lacks = q_.hand.short_of(meld.cards);
            if (lacks == 0) {
                alone |= meld.cards.some();
            } else if ((lacks & (lacks - 1)) == 0) {
                alone |= lacks;
            }
        }
        return alone;
    }
    Weakness weakness(const SweepTables::Crossing& meld, std::uint64_t alone) noexcept {
        Weakness out{static_cast<std::uint16_t>(stand_ins_size_), static_cast<std::uint16_t>(stand_ins_size_)};
        const Cards have = meld.cards & q_.hand;
        for (std::uint32_t i = meld.stand_ins; i < meld.stand_ins_end && stand_ins_size_ < kMostStandIns; ++i) {
            const auto& other = tables_.stand_ins[i];
            if ((other.kept.some() & have.some()) == 0) continue;
            const Cards kept = other.kept & have;
            bool known = false;
            for (std::size_t k = out.first; k < stand_ins_size_; ++k) known |= stand_ins_[k].contains(kept);
            if (known) continue;
            const std::uint64_t kinds = other.once | other.twice | other.thrice;
            if ((kinds & alone) != 0) continue;
            bool enough = true;
            for (std::uint64_t left = kinds & ~ample_; left != 0; left &= left - 1) {
                const int bit = low_bit(left);
                const int more = 1 + static_cast<int>((other.twice | other.thrice) >> bit & 1) +
                                 static_cast<int>(other.thrice >> bit & 1);
                const int lacks = meld.size - meld.cards.count(bit) - (kept.total() - kept.count(bit));
                enough &= q_.spare.count(bit) >= most_ - lacks + more - 1;
            }
            if (!enough) continue;
            stand_ins_[stand_ins_size_++] = kept;
            if (kept == have) break;
        }
        out.last = static_cast<std::uint16_t>(stand_ins_size_);
        return out;
    }
    static constexpr std::size_t kMostStandIns = 1 << 11;
    std::size_t stand_ins_size_ = 0;
    union {  // not to be set to 0
        Cards stand_ins_[kMostStandIns];
    };
    bool unlimited_;  // there are spare cards enough for any swap (unlimited.inl)
    static constexpr std::size_t kMostSwaps = 1 << 11;
    std::size_t swaps_size_ = 0;
    static constexpr int kBesides = 4;
    std::uint64_t known_[kBesides] = {};  // by cards besides: kinds of which is known
    std::uint64_t alike_[kBesides] = {};  // that a meld of nothing else is among them
    static constexpr int kPlenty = 8;
    std::uint64_t plenty_[kPlenty];  // kinds of which there are so many spare cards, or `ample_`
    union {                          // not to be set to 0
        Cards swaps_[kMostSwaps];
    };

    // By layer, of the layers from it on: what all parts weigh, one part, and how far its cards let that fall.
    int base_sum_[kMostLayers + 1];
    Weights base_[kMostLayers + 1];
    Falls falls_[kMostLayers][kMaxParts];
};
