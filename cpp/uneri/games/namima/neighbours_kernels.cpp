// The kernel of Neighbours, built twice: see cpu_dispatch.hpp.
#include "uneri/games/namima/cpu_dispatch.hpp"
#include "uneri/games/namima/neighbours.hpp"

namespace uneri::namima {
namespace {

#ifdef UNERI_AVX2

struct Lanes {
    __m256i v;

    static Lanes load(const std::uint64_t* at) noexcept {
        return {_mm256_load_si256(reinterpret_cast<const __m256i*>(at))};
    }
    static Lanes all(std::uint64_t word) noexcept { return {_mm256_set1_epi64x(static_cast<long long>(word))}; }
    Lanes operator&(Lanes b) const noexcept { return {_mm256_and_si256(v, b.v)}; }
    Lanes operator|(Lanes b) const noexcept { return {_mm256_or_si256(v, b.v)}; }
    Lanes operator>>(Lanes by) const noexcept { return {_mm256_srlv_epi64(v, by.v)}; }
    Lanes operator<<(Lanes by) const noexcept { return {_mm256_sllv_epi64(v, by.v)}; }
    std::uint64_t any() const noexcept {
        const __m128i two = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
        const __m128i one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(one));
    }
};

#else

struct Lanes {
    std::uint64_t v[Neighbours::kLanes];

    static Lanes load(const std::uint64_t* at) noexcept { return {{at[0], at[1], at[2], at[3]}}; }
    static Lanes all(std::uint64_t word) noexcept { return {{word, word, word, word}}; }
    Lanes operator&(const Lanes& b) const noexcept {
        return {{v[0] & b.v[0], v[1] & b.v[1], v[2] & b.v[2], v[3] & b.v[3]}};
    }
    Lanes operator|(const Lanes& b) const noexcept {
        return {{v[0] | b.v[0], v[1] | b.v[1], v[2] | b.v[2], v[3] | b.v[3]}};
    }
    Lanes operator>>(const Lanes& by) const noexcept {
        return {{v[0] >> by.v[0], v[1] >> by.v[1], v[2] >> by.v[2], v[3] >> by.v[3]}};
    }
    Lanes operator<<(const Lanes& by) const noexcept {
        return {{v[0] << by.v[0], v[1] << by.v[1], v[2] << by.v[2], v[3] << by.v[3]}};
    }
    std::uint64_t any() const noexcept { return v[0] | v[1] | v[2] | v[3]; }
};

#endif

struct Sums {
    Lanes callable;
    Lanes covered;
};

// Handles a block of `most` entries; if `most` is kMaxMeldSize, of any number. planes[c] holds the kinds with at least
// c cards.
template <int most>
inline void add(const Neighbours::Block& block, const std::uint64_t* planes, Sums& sums) noexcept {
    const int n = most < kMaxMeldSize ? most : static_cast<int>(block.size);
    Lanes full[most];
    Lanes others[most];  // kinds for which all earlier entries are there
    Lanes there = Lanes::load(block.valid);
    for (int i = 0; i < n; ++i) {
        full[i] = Lanes::all(planes[block.counts[i]]) >> Lanes::load(block.offset[i]);
        others[i] = there;
        there = there & full[i];
    }
    Lanes after = Lanes::all(~std::uint64_t{0});
    for (int i = n - 1; i >= 0; --i) {
        const Lanes offset = Lanes::load(block.offset[i]);
        const Lanes own = Lanes::all(planes[block.counts[i] - 1]) >> offset;  // all cards of the kind but one
        sums.callable = sums.callable | (others[i] & after & own) << offset;
        sums.covered = sums.covered | there << offset;
        after = after & full[i];
    }
}

inline Touch touch(const Neighbours::Block* blocks, std::size_t count, const Cards& hand) noexcept {
    const std::uint64_t planes[kMaxCopies + 1] = {~std::uint64_t{0}, hand.some(), hand.twice(),
                                                  hand.thrice(),     hand.b2,     hand.b2 & (hand.b0 | hand.b1),
                                                  hand.b2 & hand.b1};
    Sums sums{Lanes::all(0), Lanes::all(0)};
    for (std::size_t i = 0; i < count; ++i) {
        const Neighbours::Block& block = blocks[i];
        switch (block.size) {  // the sizes of built-in rule sets get loops of fixed length
            case 1: add<1>(block, planes, sums); break;
            case 2: add<2>(block, planes, sums); break;
            case 3: add<3>(block, planes, sums); break;
            case 4: add<4>(block, planes, sums); break;
            default: add<kMaxMeldSize>(block, planes, sums); break;
        }
    }
    return {sums.callable.any(), planes[1] & ~sums.covered.any()};
}

}  // namespace

const NeighboursKernel UNERI_KERNELS(kNeighbours) = {touch};

}  // namespace uneri::namima
