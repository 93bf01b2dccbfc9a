// Part of the body of waits.cpp, see isa.hpp: waits of many hands.

#include "uneri/games/namima/hands/crossing_rows.inl"

// The cards that hands with these exposed melds can hold.
inline Cards deck_without(const Tables& tables, MeldIds exposed) noexcept {
    Cards left = tables.deck;
    for (const std::uint16_t e : exposed) left -= tables.parts.meld(e);
    return left;
}

#ifdef UNERI_FAST_BODY

// Where no meld crosses.
template <Shape shape>
inline std::uint64_t waits_of_row(const Tables& tables, const std::uint8_t* row, MeldIds exposed) noexcept {
    const __m256i low = counts_of<shape>(tables, row, 0);
    const __m256i high = shape.high_pairs > 0 ? counts_of<shape>(tables, row, 1) : _mm256_setzero_si256();
    const std::uint64_t found = waits_of(verdict_of_row<shape>(tables, row, low, high, exposed, 1));
    if constexpr (shape.open) {
        return found == 0 ? 0 : found & planes(low, high).short_of(deck_without(tables, exposed));
    } else {
        const auto below = [&](__m256i counts, int half) {
            const auto* caps = reinterpret_cast<const __m256i*>(tables.caps.data()) + half;
            return std::uint64_t{bits_of(_mm256_cmpgt_epi8(_mm256_load_si256(caps), counts))};
        };
        return found & (below(high, 1) << 32 | below(low, 0));
    }
}

// Where melds cross: of the kinds that mend every broken part as far as can be told at once, each is drawn in turn.
template <Shape shape>
inline std::uint64_t waits_across(const Tables& tables, const std::uint8_t* row, MeldIds exposed) noexcept {
    const __m256i low = counts_of<shape>(tables, row, 0);
    const __m256i high = shape.high_pairs > 0 ? counts_of<shape>(tables, row, 1) : _mm256_setzero_si256();
    const Cards hand = planes(low, high);
    const Search search{tables, exposed};
    std::uint64_t bits = search.may_balance(hand, hand.short_of(deck_without(tables, exposed)));
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
        if (complete_crossing<shape>(tables, drawn(0), drawn(1), exposed)) found |= std::uint64_t{1} << bit;
    }
    return found;
}

template <Shape shape>
inline void waits_all(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const MeldIds exposed = shape.open ? rows.exposed_of(i) : MeldIds{};
        const std::uint8_t* row = rows.counts + i * kinds;
        if constexpr (shape.separable) {
            out[i] = tables.parts.unweave_plane(waits_of_row<shape>(tables, row, exposed));
        } else {
            out[i] = tables.parts.unweave_plane(waits_across<shape>(tables, row, exposed));
        }
    }
}

#endif

void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
#ifdef UNERI_FAST_BODY
    if (kinds >= 16 && tables.few_crossing()) {
        const auto all = [&]<Shape shape>() { waits_all<shape>(tables, rows, out); };
        return rows.closed() ? by_shape<false>(tables, all) : by_shape<true>(tables, all);
    }
#endif
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Search search{tables, rows.exposed_of(i)};
        const Cards hand = load_row(tables, rows.counts + i * kinds);
        const std::uint64_t bits = hand.short_of(deck_without(tables, search.exposed));
        out[i] = tables.parts.unweave_plane(search.waits(hand, bits));
    }
}
