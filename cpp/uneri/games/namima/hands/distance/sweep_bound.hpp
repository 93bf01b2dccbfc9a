// The limits of a sweep: possible lay-offs, spare cards that may run short, crossing melds to consider, and the least
// weight of the parts from each layer on.
#pragma once

#include "uneri/games/namima/hands/distance/sweep_targets.hpp"

namespace uneri::namima {
namespace {

class SpareShortage {
public:
    explicit SpareShortage(const SweepTargets& targets) noexcept
        : targets_(targets), q_(targets.q), tables_(targets.tables) {}

    // Finds all sets of cards that may be laid off on the exposed melds from index `e` on. False if there are too many.
    bool find_laid(std::size_t e, const Cards& cards) noexcept {
        if (e == q_.exposed.size()) {
            for (std::size_t i = 0; i < laid_count; ++i) {
                if (laid[i] == cards) return true;
            }
            if (laid_count == kMostLaid) return false;
            laid[laid_count++] = cards;
            const std::uint64_t more = most_laid_.short_of(cards);
            most_laid_ = most_laid_.only(~more) + cards.only(more);
            return true;
        }
        if (!find_laid(e + 1, cards)) return false;
        const Cards left = q_.hand + q_.spare - cards;
        const Cards& meld = q_.tables.parts.meld(q_.exposed[e]);
        for (const std::uint16_t f : q_.tables.melds.grown(q_.exposed[e])) {
            const Cards added = q_.tables.parts.meld(f) - meld;
            if (added.empty() || !left.contains(added)) continue;
            const Cards all = cards + added;
            if ((all - (all & q_.hand)).total() <= targets_.most && !find_laid(e + 1, all)) return false;
        }
        return true;
    }

    // Finds the kinds of which a target within reach may lack more cards than are spare. Such a target holds all cards
    // of the kind in the hand, perhaps without one that is discarded, and one more than are spare. Its melds with the
    // kind need a certain number of other cards, from the hand or lacking. If none of the kind is laid off, one of
    // these melds crosses: the tables already ensure that local melds lack only cards that are there.
    void find_scarce() noexcept {
        scarce = 0;
        for (std::uint64_t left = q_.tables.parts.kind_bits(); left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const std::uint64_t kind = left & (~left + 1);
            const Shortage shortage = shortage_of(bit);
            const auto& around = tables_.around[static_cast<std::size_t>(bit)];
            const bool may_be_laid = (most_laid_.some() >> bit & 1) != 0;
            const int others = may_be_laid ? around.others[shortage.cards] : around.others_crossing[shortage.cards];
            if (shortage.spare + 1 + (others > shortage.held ? others - shortage.held : 0) <= targets_.most)
                scarce |= kind;
        }
    }
    // The same if the crossing meld takes no cards of the hand: it lacks all its cards, and other melds have the rest.
    std::uint64_t scarce_with(const SweepTables::Crossing& meld) const noexcept {
        std::uint64_t found = 0;
        for (std::uint64_t left = meld.cards.some() & scarce; left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const Shortage shortage = shortage_of(bit);
            const int own = meld.cards.count(bit);
            const std::size_t cards =
                shortage.cards > static_cast<std::size_t>(own) ? shortage.cards - static_cast<std::size_t>(own) : 0;
            const int others = tables_.around[static_cast<std::size_t>(bit)].others[cards];
            if (shortage.spare + 1 + meld.size - own + (others > shortage.held ? others - shortage.held : 0) <=
                targets_.most)
                found |= left & (~left + 1);
        }
        return found;
    }

    std::uint64_t scarce = 0;
    static constexpr std::size_t kMostLaid = 1 << 8;
    std::size_t laid_count = 0;  // 0: no exposed melds
    Cards most_laid_;            // per kind
    union {                      // not initialised
        Cards laid[kMostLaid];
    };

private:
    const SweepTargets& targets_;
    const Question& q_;
    const SweepTables& tables_;
    struct Shortage {
        int spare;
        std::size_t cards;  // the least number in new melds if the spare cards are not enough
        int held;           // cards of the hand that can be in melds with them
    };
    Shortage shortage_of(int bit) const noexcept {
        const int hand = q_.hand.count(bit);
        const int spare = q_.spare.count(bit);
        const Cards near = q_.hand.only(tables_.around[static_cast<std::size_t>(bit)].kinds);
        const int cards = (hand > 0 ? hand - 1 : 0) + spare + 1 - most_laid_.count(bit);
        return {spare, static_cast<std::size_t>(cards > 0 ? cards : 0), near.total()};
    }
};

class SweepBound {
public:
    explicit SweepBound(const SweepTargets& targets) noexcept
        : targets_(targets), q_(targets.q), tables_(targets.tables) {}

    static constexpr std::size_t kMostCandidates = 1 << 10;

    // Lists the crossing melds. False if there are too many.
    bool list() noexcept {
        std::size_t size = 0;
        copies_ = 1;
        for (std::size_t at = 0; at < tables_.layers.size(); ++at) {
            const auto& layer = tables_.layers[at];
            candidate_begin[at] = size;
            for (std::size_t i = layer.first; i < layer.last; ++i) {
                const auto& meld = tables_.crossing[i];
                if (meld.size - SweepTargets::taken(meld, q_.hand) > targets_.most) continue;
                if (size == kMostCandidates) return false;
                candidates[size] = static_cast<std::uint16_t>(i);
                enlist(meld, size++);
            }
            candidate_end[at] = size;
        }
        return true;
    }
    // Computes the least weight of the parts from each layer on.
    void weigh() noexcept {
        SweepTargets::Worth worth = {};
        const unsigned held = occupied(q_.hand);
        std::size_t at = tables_.layers.size();
        base_sum_[at] = 0;
        base_[at] = {};
        while (at-- > 0) {
            unsigned changed = 1u << tables_.layers[at].part;
            for (std::size_t i = candidate_begin[at]; i < candidate_end[at]; ++i) {
                const auto& meld = tables_.crossing[candidates[i]];
                const int cards = SweepTargets::taken(meld, q_.hand);
                if (2 * cards <= meld.size || targets_.replaced(meld)) continue;
                targets_.value(meld, cards, worth);
                changed |= meld.touched;
            }
            base_sum_[at] = 0;
            base_[at] = {};
            for (std::size_t i = at; i < tables_.layers.size(); ++i) {
                const auto part = static_cast<std::size_t>(tables_.layers[i].part);
                if ((held >> part & 1) == 0) {
                    falls_[at][part][0] = 0;  // no cards lower nothing
                    continue;
                }
                if ((changed >> part & 1) == 0) {
                    std::memcpy(falls_[at][part], falls_[at + 1][part], sizeof falls_[at][part]);
                    base_[at].of[part] = base_[at + 1].of[part];
                } else {
                    targets_.add_up(worth, static_cast<int>(part), falls_[at][part]);
                    base_[at].of[part] = static_cast<std::int16_t>(weight(at, static_cast<int>(part), q_.hand));
                }
                base_sum_[at] += base_[at].of[part];
            }
        }
    }
    // The least weight of a part if only crossing melds from a layer on may take its cards.
    int weight(std::size_t layer, int part, const Cards& hand) const noexcept {
        return targets_.weight(falls_[layer][part], part, hand);
    }
    // The weights of all parts from a layer on: the sum, and each part.
    struct Weights {
        static_assert(SweepTargets::kUnit * 7 * kPartKinds <= INT16_MAX);  // the case that all cards are left over
        std::int16_t of[kMaxParts] = {};
    };
    int weight_from(std::size_t at, const Cards& hand, Weights& weights) const noexcept {
        weights = base_[at];
        return base_sum_[at] + change(at, hand, occupied(q_.hand.only(kinds_from(at)) - hand), weights);
    }
    // The change of the weights when cards of these parts have been taken.
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
    // Picks from up to kChosen candidates, from one index on, and returns them as bits. Picks those that lack at most
    // `lacks` cards, and at most `more` more than they take from the hand. `none`: those of them that take nothing.
    static constexpr std::size_t kChosen = 64;
    struct Chosen {
        std::uint64_t all;
        std::uint64_t none;
    };
    Chosen choose(std::size_t first, std::size_t last, const Cards& hand, int lacks, int more) const noexcept {
        Chosen out{0, 0};
#ifdef UNERI_AVX2
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
            const auto& meld = tables_.crossing[candidates[i]];
            const int cards = SweepTargets::taken(meld, hand);
            const int lacking = meld.size - cards;
            if (lacking > lacks || lacking - cards > more) continue;
            out.all |= std::uint64_t{1} << (i - first);
            out.none |= static_cast<std::uint64_t>(cards == 0) << (i - first);
        }
        return out;
    }

    // Crossing melds that lack few enough cards, and the range of each layer.
    std::size_t candidate_begin[SweepTargets::kMostLayers];
    std::size_t candidate_end[SweepTargets::kMostLayers];
    std::uint16_t candidates[kMostCandidates];
    // The kinds that they need once or more, twice, three times; their sizes; the most copies that any of them needs.
    static constexpr int kCopies = 3;
    std::uint64_t held_[kCopies][kMostCandidates + 3];
    std::uint64_t sizes_[kMostCandidates + 3];
    int copies_;

private:
    const SweepTargets& targets_;
    const Question& q_;
    const SweepTables& tables_;
    void enlist(const SweepTables::Crossing& meld, std::size_t at) noexcept {
        sizes_[at] = static_cast<std::uint64_t>(meld.size);
        for (int copies = 1; copies <= kCopies; ++copies) held_[copies - 1][at] = at_least(meld.cards, copies);
        const int most = meld.cards.b2 != 0         ? kCopies + 1
                         : meld.cards.thrice() != 0 ? 3
                         : meld.cards.twice() != 0  ? 2
                                                    : 1;
        copies_ = copies_ < most ? most : copies_;
    }
    // By layer: the weight of all parts from it on, of single parts, and by how much their cards can lower it.
    int base_sum_[SweepTargets::kMostLayers + 1];
    Weights base_[SweepTargets::kMostLayers + 1];
    SweepTargets::Falls falls_[SweepTargets::kMostLayers][kMaxParts];
};

}  // namespace
}  // namespace uneri::namima
