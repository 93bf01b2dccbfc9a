// Part of the body of complete.cpp, see isa.hpp: is_complete of many hands.

#include "uneri/games/namima/hands/crossing_rows.inl"

#ifdef UNERI_FAST_BODY

// Where no meld crosses.
template <Shape shape>
inline bool complete_parts(const Tables& tables, const std::uint8_t* row, MeldIds exposed) noexcept {
    const __m256i low = counts_of<shape>(tables, row, 0);
    const __m256i high = shape.high_pairs > 0 ? counts_of<shape>(tables, row, 1) : _mm256_setzero_si256();
    if constexpr (shape.open) {
        return verdict_of_row<shape>(tables, row, low, high, exposed, 0).broken == 0;
    } else {
        const std::uint8_t* entries = tables.dense_ok.data();
        unsigned good = Tables::kOk;
        const auto look_up = [&](std::uint64_t two) {
            good &= entries[two & 0xFFFF'FFFF];
            good &= entries[two >> 32];
        };
        each_pair<4>(dense_index(tables, low, 0), look_up);
        if constexpr (shape.high_pairs > 0) each_pair<shape.high_pairs>(dense_index(tables, high, 1), look_up);
        return good != 0;
    }
}

// By itself, so that how well the registers serve one shape does not hang on the loops of the others.
template <Shape shape>
[[gnu::noinline]] void complete_all(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const MeldIds exposed = shape.open ? rows.exposed_of(i) : MeldIds{};
        const std::uint8_t* row = rows.counts + i * kinds;
        if constexpr (shape.separable) {
            out[i] = complete_parts<shape>(tables, row, exposed) ? 1 : 0;
        } else {
            const auto complete = [&] {
                return complete_crossing<shape>(tables, counts_of<shape>(tables, row, 0),
                                                counts_of<shape>(tables, row, 1), exposed);
            };
            out[i] = (!shape.even || balanced(tables, row)) && complete() ? 1 : 0;
        }
    }
}

#endif

void complete_rows(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
#ifdef UNERI_FAST_BODY
    if (kinds >= 16 && tables.few_crossing()) {
        const auto all = [&]<Shape shape>() { complete_all<shape>(tables, rows, out); };
        return rows.closed() ? by_shape<false>(tables, all) : by_shape<true>(tables, all);
    }
#endif
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Search search{tables, rows.exposed_of(i)};
        out[i] = search.complete(load_row(tables, rows.counts + i * kinds)) ? 1 : 0;
    }
}
