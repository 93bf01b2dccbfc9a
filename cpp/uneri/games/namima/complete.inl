// The body of complete.cpp, see isa.hpp.

struct Search {
    const Tables& tables;
    MeldIds exposed;

    bool part_ok(const Cards& hand, int part) const noexcept {
        return (tables.ok_entry(hand, part) & Tables::kOk) != 0;
    }
    // The parts that local melds alone cannot use up.
    unsigned broken(const Cards& hand) const noexcept {
        unsigned parts = 0;
        for (int p = 0; p < tables.parts.count(); ++p) parts |= static_cast<unsigned>(!part_ok(hand, p)) << p;
        return parts;
    }
    unsigned still_broken(const Cards& hand, unsigned parts, unsigned touched) const noexcept {
        parts &= ~touched;
        for (; touched != 0; touched &= touched - 1) {
            const int p = __builtin_ctz(touched);
            parts |= static_cast<unsigned>(!part_ok(hand, p)) << p;
        }
        return parts;
    }
    Cards added(std::uint16_t from, std::uint16_t to) const noexcept {
        return tables.parts.meld(to) - tables.parts.meld(from);
    }

    // Calls use(crossing meld) for those that touch the part and whose kinds are in the hand, until it says true. With
    // `few` they are among `places`.
    template <bool few, class Use>
    bool any_touching(const Cards& hand, int p, const Tables::Places& places, Use&& use) const noexcept {
        const std::uint64_t none = ~hand.some();
        const auto part = static_cast<std::size_t>(p);
        if constexpr (few) {
            const Tables::Places& here = tables.touching_places[part];
            for (std::size_t word = 0; word < 2; ++word) {
                for (std::uint64_t left = places[word] & here[word]; left != 0; left &= left - 1) {
                    const auto i = 64 * word + static_cast<std::size_t>(__builtin_ctzll(left));
                    const Tables::Crossing& meld = tables.crossing[i];
                    if ((meld.cards.some() & none) == 0 && use(meld)) return true;
                }
            }
        } else {
            const std::uint32_t end = tables.touching_start[part + 1];
            for (std::uint32_t i = tables.touching_start[part]; i < end; ++i) {
                if ((tables.touching_some[i] & none) == 0 && use(tables.crossing[tables.touching[i]])) return true;
            }
        }
        return false;
    }

    // Can crossing melds, and lay-offs on the exposed melds whose bits are in `free`, mend the broken parts? Some such
    // meld or lay-off touches the lowest broken part.
    template <bool few>
    bool mend(const Cards& hand, unsigned parts, unsigned free, const Tables::Places& places) const noexcept {
        const int p = __builtin_ctz(parts);
        const auto use = [&](const Tables::Crossing& meld) {
            if (!meld.single && !hand.contains(meld.cards)) return false;
            const Cards rest = hand - meld.cards;
            const unsigned left = still_broken(rest, parts, meld.touched);
            return left == 0 || mend<few>(rest, left, free, places);
        };
        if (any_touching<few>(hand, p, places, use)) return true;
        for (unsigned layers = free; layers != 0; layers &= layers - 1) {
            const auto e = static_cast<std::size_t>(__builtin_ctz(layers));
            if ((tables.lay_parts[exposed[e]] >> p & 1) == 0) continue;
            if (e > 0 && exposed[e] == exposed[e - 1] && (free >> (e - 1) & 1) != 0) continue;
            for (const std::uint16_t f : tables.melds.grown(exposed[e])) {
                const Cards laid = added(exposed[e], f);
                const unsigned touched = Parts::touched(laid);
                if ((touched >> p & 1) == 0 || !hand.contains(laid)) continue;
                const Cards rest = hand - laid;
                const unsigned left = still_broken(rest, parts, touched);
                if (left == 0 || mend<few>(rest, left, free & ~(1u << e), places)) return true;
            }
        }
        return false;
    }
    bool mend(const Cards& hand, unsigned parts) const noexcept { return mend<false>(hand, parts, all_free(), {}); }

    // The parts that lay-offs may touch.
    unsigned may_lay() const noexcept {
        unsigned parts = 0;
        for (const std::uint16_t e : exposed) parts |= tables.lay_parts[e];
        return parts;
    }
    unsigned all_free() const noexcept { return (1u << exposed.size()) - 1; }

    bool complete(const Cards& hand) const noexcept {
        int p = 0;
        while (p < tables.parts.count() && part_ok(hand, p)) ++p;
        if (p == tables.parts.count()) return true;
        if (tables.separable() && exposed.empty()) return false;
        if (exposed.empty() && !touchable(hand, p)) return false;
        return mend(hand, broken(hand));
    }

    // Does a crossing meld within the kinds of the hand touch the part?
    bool touchable(const Cards& hand, int p) const noexcept {
        const std::uint64_t none = ~hand.some();
        const std::uint32_t end = tables.touching_start[static_cast<std::size_t>(p) + 1];
        for (std::uint32_t i = tables.touching_start[static_cast<std::size_t>(p)]; i < end; ++i) {
            if ((tables.touching_some[i] & none) == 0) return true;
        }
        return false;
    }

    // A superset of the kinds that may mend broken part p: its own, and what a crossing meld or a lay-off lacks.
    std::uint64_t menders(const Cards& hand, int p) const noexcept {
        std::uint64_t kinds = std::uint64_t{15} << (kPartKinds * p);
        const std::uint32_t end = tables.touching_start[static_cast<std::size_t>(p) + 1];
        const std::uint64_t none = ~hand.some();
        for (std::uint32_t i = tables.touching_start[static_cast<std::size_t>(p)]; i < end; ++i) {
            std::uint64_t lacks = tables.touching_some[i] & none;
            if ((lacks & (lacks - 1)) != 0) continue;
            const Tables::Crossing& meld = tables.crossing[tables.touching[i]];
            if (!meld.single) {
                lacks = hand.short_of(meld.cards);
                if ((lacks & (lacks - 1)) != 0) continue;
            }
            if (lacks == 0) return ~std::uint64_t{0};
            kinds |= lacks;
        }
        for (const std::uint16_t e : exposed) {
            for (const std::uint16_t f : tables.melds.grown(e)) {
                const Cards laid = added(e, f);
                if ((Parts::touched(laid) >> p & 1) == 0) continue;
                const std::uint64_t lacks = hand.short_of(laid);
                if (lacks == 0) return ~std::uint64_t{0};
                if ((lacks & (lacks - 1)) == 0) kinds |= lacks;
            }
        }
        return kinds;
    }

    // As Tables::ok_entry of a part, with lay-offs on the exposed melds from `e` on: their cards all lie in the part.
    // With `lacking` that card is drawn and laid off.
    unsigned laid_entry(const Cards& hand, int p, std::size_t e, int lacking) const noexcept {
        while (e < exposed.size() && (tables.lay_parts[exposed[e]] >> p & 1) == 0) ++e;
        if (e == exposed.size()) {
            const unsigned entry = tables.ok_entry(hand, p);
            return lacking < 0 ? entry : (entry & Tables::kOk) << (1 + lacking % kPartKinds);
        }
        unsigned entry = laid_entry(hand, p, e + 1, lacking);
        for (const std::uint16_t f : tables.melds.grown(exposed[e])) {
            const Cards laid = added(exposed[e], f);
            const std::uint64_t lacks = hand.short_of(laid);
            if (lacks == 0) {
                entry |= laid_entry(hand - laid, p, e + 1, lacking);
            } else if (lacking < 0 && (lacks & (lacks - 1)) == 0) {
                const int bit = __builtin_ctzll(lacks);
                const Cards more = hand + Cards::of(bit);
                if (more.contains(laid)) entry |= laid_entry(more - laid, p, e + 1, bit);
            }
        }
        return entry;
    }

    // Where nothing crosses: no part may be broken but the one that the card mends.
    std::uint64_t separable_waits(const Cards& hand, std::uint64_t bits) const noexcept {
        const unsigned laid = may_lay();
        std::uint64_t found = 0;
        std::uint64_t mends = 0;  // of the first broken part
        bool one_broken = false;
        for (int p = 0; p < tables.parts.count(); ++p) {
            const unsigned entry = (laid >> p & 1) != 0 ? laid_entry(hand, p, 0, -1) : tables.ok_entry(hand, p);
            const std::uint64_t more = static_cast<std::uint64_t>(entry >> 1) << (kPartKinds * p);
            found |= more;
            if ((entry & Tables::kOk) != 0) continue;
            if (one_broken || more == 0) return 0;
            one_broken = true;
            mends = more;
        }
        return (one_broken ? mends : found) & bits;
    }

    std::uint64_t waits(const Cards& hand, std::uint64_t bits) const noexcept {
        if (tables.separable()) return separable_waits(hand, bits);
        for (const std::uint64_t set : tables.even_woven)
            bits &= (__builtin_popcountll(hand.b0 & set) & 1) != 0 ? set : ~set;
        if (bits == 0) return 0;
        const unsigned parts = broken(hand);
        for (unsigned left = parts; left != 0 && bits != 0; left &= left - 1)
            bits &= menders(hand, __builtin_ctz(left));
        std::uint64_t found = 0;
        for (; bits != 0; bits &= bits - 1) {
            const int bit = __builtin_ctzll(bits);
            const Cards more = hand + Cards::of(bit);
            const unsigned left = still_broken(more, parts, 1u << (bit / kPartKinds));
            if (left == 0 || mend(more, left)) found |= std::uint64_t{1} << bit;
        }
        return found;
    }
};

// --- rows of counts ----------------------------------------------------------------------------------------------

#ifdef UNERI_FAST_BODY

inline __m128i load16(const void* at) noexcept { return _mm_loadu_si128(static_cast<const __m128i*>(at)); }

// The counts in woven order, 32 of them from bit 32 * half on.
inline __m256i woven_counts(const Tables& tables, const std::uint8_t* row, int half) noexcept {
    __m256i counts = _mm256_setzero_si256();
    for (int w = 0; w < tables.windows; ++w) {
        const auto i = static_cast<std::size_t>(w);
        const __m256i window = _mm256_broadcastsi128_si256(load16(row + tables.window_at[i]));
        const auto* to = reinterpret_cast<const __m256i*>(tables.shuffle[i].data()) + half;
        counts = _mm256_or_si256(counts, _mm256_shuffle_epi8(window, _mm256_load_si256(to)));
    }
    return counts;
}
inline __m256i own_counts(const Tables& tables, const std::uint8_t* row, int half) noexcept {
    const auto at = static_cast<std::size_t>(2 * half);
    const __m256i windows = _mm256_inserti128_si256(_mm256_castsi128_si256(load16(row + tables.own_window_at[at])),
                                                    load16(row + tables.own_window_at[at + 1]), 1);
    const auto* to = reinterpret_cast<const __m256i*>(tables.own_shuffle.data()) + half;
    return _mm256_shuffle_epi8(windows, _mm256_load_si256(to));
}

inline std::uint32_t bits_of(__m256i bytes) noexcept { return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes)); }

inline Cards planes(__m256i low, __m256i high) noexcept {
    const auto plane = [&](int shift) {
        return std::uint64_t{bits_of(_mm256_slli_epi16(high, shift))} << 32 | bits_of(_mm256_slli_epi16(low, shift));
    };
    return {plane(7), plane(6), plane(5)};
}

inline Cards load_row(const Tables& tables, const std::uint8_t* row) noexcept {
    std::uint8_t padded[16] = {};
    if (tables.parts.kinds() < 16) {
        std::memcpy(padded, row, static_cast<std::size_t>(tables.parts.kinds()));
        row = padded;
    }
    return planes(woven_counts(tables, row, 0), woven_counts(tables, row, 1));
}

// The places in dense_ok of eight parts.
inline __m256i dense_index(const Tables& tables, __m256i counts, int half) noexcept {
    const auto* caps = reinterpret_cast<const __m256i*>(tables.caps.data()) + half;
    const auto* bytes = reinterpret_cast<const __m256i*>(tables.byte_weight.data()) + half;
    const auto* words = reinterpret_cast<const __m256i*>(tables.word_weight.data()) + half;
    const auto* start = reinterpret_cast<const __m256i*>(tables.dense_start.data()) + half;
    counts = _mm256_min_epu8(counts, _mm256_load_si256(caps));
    const __m256i pairs = _mm256_maddubs_epi16(counts, _mm256_load_si256(bytes));
    return _mm256_add_epi32(_mm256_madd_epi16(pairs, _mm256_load_si256(words)), _mm256_load_si256(start));
}

// visit(two) for every pair of parts, two places in dense_ok a word.
template <int pairs, class Visit>
inline void each_pair(__m256i index, Visit&& visit) noexcept {
    visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 0)));
    if constexpr (pairs > 1) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 1)));
    if constexpr (pairs > 2) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 2)));
    if constexpr (pairs > 3) visit(static_cast<std::uint64_t>(_mm256_extract_epi64(index, 3)));
}

// The crossing melds that the kinds there do not rule out.
inline Tables::Places possible(const Tables& tables, __m256i low, __m256i high) noexcept {
    const auto there = [&](int least) {
        const __m256i below = _mm256_set1_epi8(static_cast<char>(least - 1));
        return std::uint64_t{bits_of(_mm256_cmpgt_epi8(high, below))} << 32 | bits_of(_mm256_cmpgt_epi8(low, below));
    };
    __m128i places = _mm_set1_epi8(-1);
    const auto narrow = [&](const auto& by, std::uint64_t kinds) {
        for (int p = 0; p < tables.parts.count(); ++p, kinds >>= kPartKinds)
            places = _mm_and_si128(places, load16(by[static_cast<std::size_t>(p)][kinds & 15].data()));
    };
    narrow(tables.by_some, there(1));
    if (tables.twice_matters) narrow(tables.by_twice, there(2));
    return {static_cast<std::uint64_t>(_mm_cvtsi128_si64(places)),
            static_cast<std::uint64_t>(_mm_extract_epi64(places, 1))};
}

// May the row be complete by Tables::even?
inline bool balanced(const Tables& tables, const std::uint8_t* row) noexcept {
    std::uint64_t odd = 0;
    for (int w = 0; w < tables.windows; ++w) {
        const std::uint8_t at = tables.window_at[static_cast<std::size_t>(w)];
        const __m128i low_bits = _mm_slli_epi16(load16(row + at), 7);
        odd |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(low_bits))) << at;
    }
    std::uint64_t bad = 0;
    for (const std::uint64_t set : tables.even) bad |= static_cast<std::uint64_t>(__builtin_popcountll(odd & set));
    return (bad & 1) == 0;
}

// The kinds that lay-offs may take. Up to four melds without a branch on their number.
inline std::uint64_t laid_kinds(const Tables& tables, MeldIds exposed) noexcept {
    if (exposed.empty()) return 0;
    const std::size_t last = exposed.size() - 1;
    const auto of = [&](std::size_t e) { return tables.lay_kinds[exposed[e < last ? e : last]]; };
    std::uint64_t kinds = of(0) | of(1) | of(2) | of(3);
    for (std::size_t e = 4; e <= last; ++e) kinds |= of(e);
    return kinds;
}

// Bit p of the parts that local melds can use up without some cards of these kinds. All parts beyond the last are set.
template <int high_pairs>
inline unsigned mendable_parts(const Tables& tables, __m256i low, __m256i high, std::uint64_t kinds) noexcept {
    const auto* mendable = reinterpret_cast<const int*>(tables.dense_mendable.data());
    const auto eight = [&](__m256i counts, int half) {
        const __m256i shifts = _mm256_srlv_epi32(_mm256_set1_epi32(static_cast<int>(kinds >> (32 * half))),
                                                 _mm256_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28));
        const __m256i entries = _mm256_i32gather_epi32(mendable, dense_index(tables, counts, half), 4);
        const __m256i found = _mm256_srlv_epi32(entries, _mm256_and_si256(shifts, _mm256_set1_epi32(15)));
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32(found, 31))));
    };
    return eight(low, 0) | (high_pairs > 0 ? eight(high, 1) : 0xFF) << 8;
}

struct Shape {
    bool one_window;
    bool separable;
    bool even;
    bool hubs;
    bool open;       // there are exposed melds
    int high_pairs;  // pairs of parts beyond the first eight parts
};

// By itself, to leave the registers to the loop over rows that mostly stop before.
[[gnu::noinline]] bool complete_laid(const Tables& tables, const std::uint8_t* row, MeldIds exposed) noexcept {
    return Search{tables, exposed}.complete(load_row(tables, row));
}

template <Shape shape>
inline bool complete_row(const Tables& tables, const std::uint8_t* row, MeldIds exposed) noexcept {
    const auto counts = [&](int half) {
        return shape.one_window ? own_counts(tables, row, half) : woven_counts(tables, row, half);
    };
    if constexpr (shape.even) {
        if (!balanced(tables, row)) return false;
    }
    const std::uint8_t* entries = tables.dense_ok.data();
    const __m256i low = counts(0);
    const __m256i high = shape.high_pairs > 0 ? counts(1) : _mm256_setzero_si256();
    if constexpr (shape.separable && !shape.open) {
        unsigned good = Tables::kOk;
        const auto look_up = [&](std::uint64_t two) {
            good &= entries[two & 0xFFFF'FFFF];
            good &= entries[two >> 32];
        };
        each_pair<4>(dense_index(tables, low, 0), look_up);
        if constexpr (shape.high_pairs > 0) each_pair<shape.high_pairs>(dense_index(tables, high, 1), look_up);
        return good != 0;
    }
    if constexpr (shape.separable) {
        return mendable_parts<shape.high_pairs>(tables, low, high, laid_kinds(tables, exposed)) == 0xFFFF &&
               complete_laid(tables, row, exposed);
    }
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
        out[i] = complete_row<shape>(tables, rows.counts + i * kinds, exposed) ? 1 : 0;
    }
}

template <bool open>
inline void complete_fast(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    const int parts = tables.parts.count();
    if (tables.separable()) {
        if (!tables.one_window) return complete_all<Shape{false, true, false, false, open, 4}>(tables, rows, out);
        if (parts <= 8) return complete_all<Shape{true, true, false, false, open, 0}>(tables, rows, out);
        if (parts <= 10) return complete_all<Shape{true, true, false, false, open, 1}>(tables, rows, out);
        return complete_all<Shape{true, true, false, false, open, 4}>(tables, rows, out);
    }
    if (!tables.even.empty()) return complete_all<Shape{false, false, true, false, open, 4}>(tables, rows, out);
    const bool hubs = !tables.hubs->groups().empty();
    if (hubs) {
        if (tables.one_window && parts <= 10)
            return complete_all<Shape{true, false, false, true, open, 1}>(tables, rows, out);
        return complete_all<Shape{false, false, false, true, open, 4}>(tables, rows, out);
    }
    if (tables.one_window && parts <= 10)
        return complete_all<Shape{true, false, false, false, open, 1}>(tables, rows, out);
    return complete_all<Shape{false, false, false, false, open, 4}>(tables, rows, out);
}

#else

inline Cards load_row(const Tables& tables, const std::uint8_t* row) noexcept {
    Cards cards;
    const int kinds = tables.parts.kinds();
    for (int k = 0; k < kinds; k += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, row + k, static_cast<std::size_t>(kinds - k < 8 ? kinds - k : 8));
        const auto plane = [&](int i) { return ((bytes >> i & 0x0101010101010101) * 0x0102040810204080 >> 56) << k; };
        cards.b0 |= plane(0);
        cards.b1 |= plane(1);
        cards.b2 |= plane(2);
    }
    return tables.parts.weave(cards);
}

#endif

void complete_rows(const Tables& tables, const Rows& rows, std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
#ifdef UNERI_FAST_BODY
    if (kinds >= 16 && tables.few_crossing()) {
        return rows.start == nullptr && rows.exposed.empty() ? complete_fast<false>(tables, rows, out)
                                                             : complete_fast<true>(tables, rows, out);
    }
#endif
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Search search{tables, rows.exposed_of(i)};
        out[i] = search.complete(load_row(tables, rows.counts + i * kinds)) ? 1 : 0;
    }
}

void waits_rows(const Tables& tables, const Rows& rows, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
#ifdef UNERI_FAST_BODY
    const bool open = tables.separable() && kinds >= 16 && (rows.start != nullptr || !rows.exposed.empty());
#endif
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Search search{tables, rows.exposed_of(i)};
#ifdef UNERI_FAST_BODY
        if (open) {
            // The card that is drawn mends one part.
            const std::uint8_t* row = rows.counts + i * kinds;
            const unsigned mendable = mendable_parts<4>(
                tables, woven_counts(tables, row, 0), woven_counts(tables, row, 1), laid_kinds(tables, search.exposed));
            const unsigned broken = ~mendable & 0xFFFF;
            if ((broken & (broken - 1)) != 0) {
                out[i] = 0;
                continue;
            }
        }
#endif
        const Cards hand = load_row(tables, rows.counts + i * kinds);
        Cards left = tables.deck;
        for (const std::uint16_t e : search.exposed) left -= tables.parts.meld(e);
        const std::uint64_t found = search.waits(hand, hand.short_of(left));
        out[i] = found == 0 ? 0 : tables.parts.unweave_plane(found);
    }
}

bool is_complete(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    return Search{tables, exposed}.complete(hand);
}

std::uint64_t waits(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t bits) noexcept {
    return Search{tables, exposed}.waits(hand, bits);
}
