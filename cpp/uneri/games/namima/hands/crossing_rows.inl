// Part of the bodies of complete.cpp and waits.cpp, see isa.hpp: is a row complete where melds cross?

#include "uneri/games/namima/hands/hub_rows.inl"

#ifdef UNERI_FAST_BODY

// By trying crossing melds.
template <Shape shape>
inline bool complete_tried(const Tables& tables, __m256i low, __m256i high, MeldIds exposed) noexcept {
    const std::uint8_t* entries = tables.dense_ok.data();
    unsigned broken = 0;
    int part = 0;
    const auto look_up = [&](std::uint64_t two) {
        const unsigned first = entries[two & 0xFFFF'FFFF];
        const unsigned second = entries[two >> 32];
        broken |= (~first & Tables::kOk) << part | (~second & Tables::kOk) << (part + 1);
        part += 2;
    };
    const __m256i low_index = dense_index(tables, low, 0);
    const __m256i high_index = dense_index(tables, high, 1);
    each_pair<4>(low_index, look_up);
    each_pair<shape.high_pairs>(high_index, look_up);
    if (broken == 0) return true;
    const Search search{tables, exposed};
    unsigned laid = 0;  // parts that lay-offs may touch
    if constexpr (shape.open) laid = search.may_lay();
    alignas(32) std::uint32_t at[kMaxParts];
    _mm256_store_si256(reinterpret_cast<__m256i*>(at), low_index);
    _mm256_store_si256(reinterpret_cast<__m256i*>(at) + 1, high_index);
    const Tables::Places places = possible(tables, low, high);
    for (unsigned left = broken & ~laid; left != 0; left &= left - 1) {
        const Tables::Places& here = tables.touching_places[static_cast<std::size_t>(low_bit(left))];
        if (((places[0] & here[0]) | (places[1] & here[1])) == 0) return false;
    }
    std::uint64_t usable = 0;  // the kinds that crossing melds may take
    for (std::size_t word = 0; word < 2; ++word) {
        for (std::uint64_t left = places[word]; left != 0; left &= left - 1)
            usable |= tables.crossing[64 * word + static_cast<std::size_t>(low_bit(left))].cards.some();
    }
    for (unsigned left = broken & ~laid; left != 0; left &= left - 1) {
        const int p = low_bit(left);
        const unsigned kinds = usable >> (kPartKinds * p) & 15;
        if ((tables.dense_mendable[at[p]] >> kinds & 1) == 0) return false;
    }
    return search.template mend<true>(planes(low, high), broken, laid == 0 ? 0 : search.all_free(), places);
}

// low, high: the counts in woven order.
template <Shape shape>
inline bool complete_crossing(const Tables& tables, __m256i low, __m256i high, MeldIds exposed) noexcept {
    if constexpr (shape.hubs && shape.alternate) {
        return complete_hubs<shape>(tables, low, high, exposed);
    } else if constexpr (shape.hubs) {
        return complete_joined(tables, low, high, exposed);
    } else if constexpr (shape.alternate) {
        return complete_lines<shape>(tables, low, high, exposed);
    } else {
        return complete_tried<shape>(tables, low, high, exposed);
    }
}

#endif
