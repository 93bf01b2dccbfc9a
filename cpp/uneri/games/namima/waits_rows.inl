// Part of the body of complete.cpp, see isa.hpp: waits of many hands.

#include "uneri/games/namima/complete_rows.inl"

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

template <Shape shape>
inline void waits_all(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const MeldIds exposed = shape.open ? rows.exposed_of(i) : MeldIds{};
        out[i] = tables.parts.unweave_plane(waits_of_row<shape>(tables, rows.counts + i * kinds, exposed));
    }
}

#endif

void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
#ifdef UNERI_FAST_BODY
    if (kinds >= 16 && tables.separable()) {
        const auto all = [&]<Shape shape>() {
            if constexpr (shape.separable) waits_all<shape>(tables, rows, out);
        };
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
