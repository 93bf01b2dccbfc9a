// Which crossing melds a sweep may take, and what the parts of a hand weigh at least from each layer on.
#pragma once

#include "uneri/games/namima/hands/distance/sweep_targets.hpp"

namespace uneri::namima {
namespace {

class SweepBound {
public:
    explicit SweepBound(const SweepTargets& targets) noexcept : targets_(targets) {}

    static constexpr std::size_t kMostCandidates = 1 << 10;

    // False: there are too many crossing melds.
    bool list() noexcept {
        std::size_t size = 0;
        copies_ = 1;
        for (std::size_t at = 0; at < targets_.tables.layers.size(); ++at) {
            const auto& layer = targets_.tables.layers[at];
            candidate_begin[at] = size;
            for (std::size_t i = layer.first; i < layer.last; ++i) {
                const auto& meld = targets_.tables.crossing[i];
                if (meld.size - SweepTargets::taken(meld, targets_.q.hand) > targets_.most) continue;
                if (size == kMostCandidates) return false;
                candidates[size] = static_cast<std::uint16_t>(i);
                enlist(meld, size++);
            }
            candidate_end[at] = size;
        }
        return true;
    }
    // What the parts weigh at least from each layer on.
    void weigh() noexcept {
        SweepTargets::Worth worth = {};
        const unsigned held = occupied(targets_.q.hand);
        std::size_t at = targets_.tables.layers.size();
        base_sum_[at] = 0;
        base_[at] = {};
        while (at-- > 0) {
            unsigned changed = 1u << targets_.tables.layers[at].part;
            for (std::size_t i = candidate_begin[at]; i < candidate_end[at]; ++i) {
                const auto& meld = targets_.tables.crossing[candidates[i]];
                const int cards = SweepTargets::taken(meld, targets_.q.hand);
                if (2 * cards <= meld.size || targets_.replaced(meld)) continue;
                targets_.value(meld, cards, worth);
                changed |= meld.touched;
            }
            base_sum_[at] = 0;
            base_[at] = {};
            for (std::size_t i = at; i < targets_.tables.layers.size(); ++i) {
                const auto part = static_cast<std::size_t>(targets_.tables.layers[i].part);
                if ((held >> part & 1) == 0) {
                    falls_[at][part][0] = 0;  // no cards let nothing fall
                    continue;
                }
                if ((changed >> part & 1) == 0) {
                    std::memcpy(falls_[at][part], falls_[at + 1][part], sizeof falls_[at][part]);
                    base_[at].of[part] = base_[at + 1].of[part];
                } else {
                    targets_.add_up(worth, static_cast<int>(part), falls_[at][part]);
                    base_[at].of[part] = static_cast<std::int16_t>(weight(at, static_cast<int>(part), targets_.q.hand));
                }
                base_sum_[at] += base_[at].of[part];
            }
        }
    }
    // What a part weighs at least if only crossing melds from a layer on may take cards of it.
    int weight(std::size_t layer, int part, const Cards& hand) const noexcept {
        return targets_.weight(falls_[layer][part], part, hand);
    }
    // All parts from a layer on, together and one by one.
    struct Weights {
        static_assert(SweepTargets::kUnit * 7 * kPartKinds <= INT16_MAX);  // if all cards are left over
        std::int16_t of[kMaxParts] = {};
    };
    int weight_from(std::size_t at, const Cards& hand, Weights& weights) const noexcept {
        weights = base_[at];
        return base_sum_[at] + change(at, hand, occupied(targets_.q.hand.only(kinds_from(at)) - hand), weights);
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
        return at == 0 ? ~std::uint64_t{0} : targets_.tables.layers[at - 1].later;
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
            const auto& meld = targets_.tables.crossing[candidates[i]];
            const int cards = SweepTargets::taken(meld, hand);
            const int lacking = meld.size - cards;
            if (lacking > lacks || lacking - cards > more) continue;
            out.all |= std::uint64_t{1} << (i - first);
            out.none |= static_cast<std::uint64_t>(cards == 0) << (i - first);
        }
        return out;
    }

    // Crossing melds that lack few enough cards, and where those of a layer are.
    std::size_t candidate_begin[SweepTargets::kMostLayers];
    std::size_t candidate_end[SweepTargets::kMostLayers];
    std::uint16_t candidates[kMostCandidates];
    // The kinds that they hold once or more, twice, three times, and their sizes; of how many copies they hold most.
    static constexpr int kCopies = 3;
    std::uint64_t held_[kCopies][kMostCandidates + 3];
    std::uint64_t sizes_[kMostCandidates + 3];
    int copies_;

private:
    const SweepTargets& targets_;
    void enlist(const SweepTables::Crossing& meld, std::size_t at) noexcept {
        sizes_[at] = static_cast<std::uint64_t>(meld.size);
        for (int copies = 1; copies <= kCopies; ++copies) held_[copies - 1][at] = at_least(meld.cards, copies);
        const int most = meld.cards.b2 != 0         ? kCopies + 1
                         : meld.cards.thrice() != 0 ? 3
                         : meld.cards.twice() != 0  ? 2
                                                    : 1;
        copies_ = copies_ < most ? most : copies_;
    }
    // By layer, of the layers from it on: what all parts weigh, one part, and how far its cards let that fall.
    int base_sum_[SweepTargets::kMostLayers + 1];
    Weights base_[SweepTargets::kMostLayers + 1];
    SweepTargets::Falls falls_[SweepTargets::kMostLayers][kMaxParts];
};

}  // namespace
}  // namespace uneri::namima
