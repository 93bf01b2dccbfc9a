// is_complete and waits, for single hands and rows of hands. Built twice: see cpu_dispatch.hpp.
#include "uneri/games/namima/hands/complete.hpp"
#include "uneri/games/namima/hands/crossing_rows.hpp"

namespace uneri::namima {
namespace {
namespace kernel {

#ifdef UNERI_AVX2

// For rule sets without crossing melds.
template <Shape shape>
inline bool complete_parts(const Tables& tables, const std::uint8_t* row) noexcept {
    const std::uint8_t* entries = tables.dense_complete.data();
    unsigned good = Tables::kComplete;
    const auto look_up = [&](std::uint64_t two) {
        good &= entries[two & 0xFFFF'FFFF];
        good &= entries[two >> 32];
    };
    each_pair<4>(dense_index(tables, counts_of<shape>(tables, row, 0), 0), look_up);
    if constexpr (shape.high_pairs > 0)
        each_pair<shape.high_pairs>(dense_index(tables, counts_of<shape>(tables, row, 1), 1), look_up);
    return good != 0;
}

// A separate function, so that each shape gets good registers whatever the loops of the other shapes need.
template <Shape shape>
[[gnu::noinline]] void complete_all(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const std::uint8_t* row = rows.counts + i * kinds;
        if constexpr (shape.separable) {
            out[i] = complete_parts<shape>(tables, row) ? 1 : 0;
        } else {
            const auto complete = [&] {
                return complete_crossing<shape>(tables, counts_of<shape>(tables, row, 0),
                                                counts_of<shape>(tables, row, 1));
            };
            out[i] = (!shape.even || balanced(tables, row)) && complete() ? 1 : 0;
        }
    }
}

#endif

void complete(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
#ifdef UNERI_AVX2
    if (rows.closed() && kinds >= 16 && tables.few_crossing()) {
        const auto all = [&]<Shape shape>() { complete_all<shape>(tables, rows, out); };
        return by_shape(tables, all);
    }
#endif
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Search search{tables, rows.exposed_of(i)};
        out[i] = search.complete(load_row(tables, rows.counts + i * kinds)) ? 1 : 0;
    }
}

// The cards that a hand with these exposed melds can hold.
inline Cards deck_without(const Tables& tables, MeldIds exposed) noexcept {
    Cards left = tables.deck;
    for (const std::uint16_t e : exposed) left -= tables.parts.meld(e);
    return left;
}

#ifdef UNERI_AVX2

// For rule sets without crossing melds.
template <Shape shape>
inline std::uint64_t waits_of_row(const Tables& tables, const std::uint8_t* row) noexcept {
    const __m256i low = counts_of<shape>(tables, row, 0);
    const __m256i high = shape.high_pairs > 0 ? counts_of<shape>(tables, row, 1) : _mm256_setzero_si256();
    const auto below = [&](__m256i counts, int half) {
        const auto* caps = reinterpret_cast<const __m256i*>(tables.caps.data()) + half;
        return std::uint64_t{bits_of(_mm256_cmpgt_epi8(_mm256_load_si256(caps), counts))};
    };
    return waits_of(verdict_of_row<shape>(tables, low, high)) & (below(high, 1) << 32 | below(low, 0));
}

// For rule sets with crossing melds. A quick test finds kinds that may mend every broken part; it then tries each.
template <Shape shape>
inline std::uint64_t waits_across(const Tables& tables, const std::uint8_t* row) noexcept {
    const __m256i low = counts_of<shape>(tables, row, 0);
    const __m256i high = shape.high_pairs > 0 ? counts_of<shape>(tables, row, 1) : _mm256_setzero_si256();
    const Cards hand = planes(low, high);
    const Search search{tables, {}};
    std::uint64_t bits = search.may_balance(hand, hand.short_of(tables.deck));
    if (bits == 0) return 0;
    const Verdict verdict = verdict_of(dense_entries(tables, dense_index(tables, low, 0)),
                                       dense_entries(tables, dense_index(tables, high, 1)));
    bits = search.may_mend(hand, verdict.broken, bits);
    std::uint64_t found = waits_of(verdict) & bits;
    const __m256i numbers = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
                                             21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    for (bits ^= found; bits != 0; bits &= bits - 1) {
        const int bit = low_bit(bits);
        const auto drawn = [&](int half) {
            const __m256i here = _mm256_set1_epi8(static_cast<char>(bit - 32 * half));
            return _mm256_sub_epi8(half == 0 ? low : high, _mm256_cmpeq_epi8(here, numbers));
        };
        if (complete_crossing<shape>(tables, drawn(0), drawn(1))) found |= std::uint64_t{1} << bit;
    }
    return found;
}

template <Shape shape>
inline void waits_all(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const std::uint8_t* row = rows.counts + i * kinds;
        if constexpr (shape.separable) {
            out[i] = tables.parts.to_kind_order(waits_of_row<shape>(tables, row));
        } else {
            out[i] = tables.parts.to_kind_order(waits_across<shape>(tables, row));
        }
    }
}

#endif

void waits(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
#ifdef UNERI_AVX2
    if (rows.closed() && kinds >= 16 && tables.few_crossing()) {
        const auto all = [&]<Shape shape>() { waits_all<shape>(tables, rows, out); };
        return by_shape(tables, all);
    }
#endif
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Search search{tables, rows.exposed_of(i)};
        const Cards hand = load_row(tables, rows.counts + i * kinds);
        const std::uint64_t bits = hand.short_of(deck_without(tables, search.exposed));
        out[i] = tables.parts.to_kind_order(search.waits(hand, bits));
    }
}

bool complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    return Search{tables, exposed}.complete(hand);
}

std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t bits) noexcept {
    return Search{tables, exposed}.waits(hand, bits);
}

}  // namespace kernel
}  // namespace

const CompleteKernels UNERI_KERNELS(kComplete) = {kernel::complete, kernel::waits, kernel::complete, kernel::waits};

}  // namespace uneri::namima
