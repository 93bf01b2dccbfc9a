// Part of the bodies of complete.cpp and waits.cpp, see isa.hpp: is a row complete where melds cross?

#include "uneri/games/namima/row_parts.inl"

#ifdef UNERI_FAST_BODY

// counts(half): those of 32 kinds in woven order.
template <Shape shape, class Counts>
inline bool complete_crossing(const Tables& tables, Counts&& counts, MeldIds exposed) noexcept {
    const std::uint8_t* entries = tables.dense_ok.data();
    const __m256i low = counts(0);
    const __m256i high = shape.high_pairs > 0 ? counts(1) : _mm256_setzero_si256();
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
        for (unsigned left = broken & ~laid; left != 0; left &= left - 1) {
            const Tables::Places& here = tables.touching_places[static_cast<std::size_t>(__builtin_ctz(left))];
            if (((places[0] & here[0]) | (places[1] & here[1])) == 0) return false;
        }
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

#endif
