// Part of the body of complete.cpp, see isa.hpp: is_complete of many hands.

#include "uneri/games/namima/row_parts.inl"

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

template <Shape shape>
inline bool complete_crossing(const Tables& tables, const std::uint8_t* row, MeldIds exposed) noexcept {
    if constexpr (shape.even) {
        if (!balanced(tables, row)) return false;
    }
    const std::uint8_t* entries = tables.dense_ok.data();
    const __m256i low = counts_of<shape>(tables, row, 0);
    const __m256i high = shape.high_pairs > 0 ? counts_of<shape>(tables, row, 1) : _mm256_setzero_si256();
    unsigned broken = 0;
    int part = 0;
    const auto look_up = [&](std::uint64_t two) {
        const unsigned first = entries[two & 0xFFFF'FFFF];
        const unsigned second = entries[two >> 32];
        broken |= (~first & Tables::kOk) << part | (~second & Tables::kOk) << (part + 1);
        part += 2;
    };
    const __m256i low_index = dense_index(tables, low, 0);
    const __m256i high_index = shape.high_pairs > 0 ? dense_index(tables, high, 1) : _mm256_setzero_si256();
    each_pair<4>(low_index, look_up);
    if constexpr (shape.high_pairs > 0) each_pair<shape.high_pairs>(high_index, look_up);
    if (broken == 0) return true;
    const Search search{tables, exposed};
    unsigned laid = 0;  // parts that lay-offs may touch
    if constexpr (shape.open) laid = search.may_lay();
    alignas(32) std::uint32_t at[kMaxParts];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), low_index);
    _mm256_store_si256(reinterpret_cast<__m256i*>(at) + 1, high_index);
    if constexpr (shape.hubs) {
        unsigned left = broken;
        for (const Hubs::Group& group : tables.hubs->groups()) {
            const unsigned parts = group.leaves | 1u << group.hub;
            if ((broken & parts) == 0) continue;
            if (tables.hubs->complete(group, broken, tables.dense_start.data(), at)) {
                left &= ~parts;
            } else if ((laid & parts) == 0) {
                return false;
            }
        }
        if (left == 0) return true;
        if constexpr (shape.open)
            return search.template mend<true>(planes(low, high), left, search.all_free(), possible(tables, low, high));
    } else {
        const Tables::Places places = possible(tables, low, high);
        std::uint64_t usable = 0;  // the kinds that crossing melds may take
        for (std::size_t word = 0; word < 2; ++word) {
            for (std::uint64_t left = places[word]; left != 0; left &= left - 1)
                usable |= tables.crossing[64 * word + static_cast<std::size_t>(__builtin_ctzll(left))].cards.some();
        }
        for (unsigned left = broken & ~laid; left != 0; left &= left - 1) {
            const int p = __builtin_ctz(left);
            const unsigned kinds = usable >> (kPartKinds * p) & 15;
            if ((tables.dense_mendable[at[p]] >> kinds & 1) == 0) return false;
        }
        return search.template mend<true>(planes(low, high), broken, laid == 0 ? 0 : search.all_free(), places);
    }
    return false;
}

template <Shape shape>
inline void complete_all(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const MeldIds exposed = shape.open ? rows.exposed_of(i) : MeldIds{};
        const std::uint8_t* row = rows.counts + i * kinds;
        if constexpr (shape.separable) {
            out[i] = complete_parts<shape>(tables, row, exposed) ? 1 : 0;
        } else {
            out[i] = complete_crossing<shape>(tables, row, exposed) ? 1 : 0;
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
