// The body of deficiency.cpp, see isa.hpp: the boards of whole hands (need_tables.hpp).

// A row of counts in woven order.
#ifdef UNERI_FAST_BODY
inline Cards load_counts(const Tables& tables, const std::uint8_t* row) noexcept {
    std::uint8_t padded[16] = {};
    if (tables.parts.kinds() < 16) {
        std::memcpy(padded, row, static_cast<std::size_t>(tables.parts.kinds()));
        row = padded;
    }
    __m256i low = _mm256_setzero_si256();
    __m256i high = low;
    for (int w = 0; w < tables.windows; ++w) {
        const auto i = static_cast<std::size_t>(w);
        const void* from = row + tables.window_at[i];
        const __m256i window = _mm256_broadcastsi128_si256(_mm_loadu_si128(static_cast<const __m128i*>(from)));
        const auto* to = reinterpret_cast<const __m256i*>(tables.shuffle[i].data());
        low = _mm256_or_si256(low, _mm256_shuffle_epi8(window, _mm256_load_si256(to)));
        high = _mm256_or_si256(high, _mm256_shuffle_epi8(window, _mm256_load_si256(to + 1)));
    }
    const auto plane = [&](int shift) {
        const auto bits = [&](__m256i bytes) {
            return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(bytes, shift)));
        };
        return std::uint64_t{bits(high)} << 32 | bits(low);
    };
    return {plane(7), plane(6), plane(5)};
}
#else
inline Cards load_counts(const Tables& tables, const std::uint8_t* row) noexcept {
    return tables.parts.weave(Cards::from_counts({row, static_cast<std::size_t>(tables.parts.kinds())}));
}
#endif

inline int low_bit(std::uint64_t word) noexcept { return __builtin_ctzll(word); }

// The parts that hold some of the cards, as bits.
inline unsigned occupied(const Cards& cards) noexcept {
#ifdef UNERI_FAST_BODY
    std::uint64_t some = cards.some();
    some |= some >> 1;
    return static_cast<unsigned>(_pext_u64(some | some >> 2, 0x1111'1111'1111'1111));
#else
    return Parts::touched(cards);
#endif
}

// The kinds there are at least so many of.
inline std::uint64_t at_least(const Cards& cards, int count) noexcept {
    switch (count) {
        case 1: return cards.some();
        case 2: return cards.twice();
        case 3: return cards.thrice();
        case 4: return cards.b2;
        case 5: return cards.b2 & (cards.b0 | cards.b1);
        case 6: return cards.b2 & cards.b1;
        default: return count <= 0 ? ~std::uint64_t{0} : 0;
    }
}

// The place of a board's pairs that have `more` lacking cards more than cards left over.
inline Board diagonal(int more) noexcept {
    constexpr Board kMain = 0x8040'2010'0804'0201;
    if (more >= kBoardSide || more <= -kBoardSide) return 0;
    return more >= 0 ? kMain << (kBoardSide * more) : (kMain & (~Board{0} >> (-kBoardSide * more))) << -more;
}

// A board without its limits, for hands that lack more than 7 cards or leave more than 7 over.
struct Wide {
    static constexpr int kRows = 32;
    std::array<std::uint32_t, kRows> rows{};
};

struct Narrow {
    using Set = Board;
    static constexpr bool kWide = false;
    static Set start() noexcept { return 1; }
    static Set join(Set a, Set b) noexcept { return board::join(a, b); }
    static void add(Set& to, Set from, int lacking) noexcept { to |= from << (kBoardSide * lacking); }
    static Set lean(Set a) noexcept { return board::lean(a); }
    static int weight(Set a) noexcept { return board::weight(a); }
    static Set either(Set a, Set b) noexcept { return a | b; }
    static Set fill(const NeedTables& needs, Set a) noexcept { return needs.fill(a); }
    static Set cover(const NeedTables& needs, Set a) noexcept { return needs.cover(a); }
    static int least(Set a, int more) noexcept {
        a &= diagonal(more);
        return a == 0 ? kNever : low_bit(a) / kBoardSide;
    }
};

struct Broad {
    using Set = Wide;
    static constexpr bool kWide = true;
    static Set start() noexcept {
        Wide set;
        set.rows[0] = 1;
        return set;
    }
    static Set join(const Set& a, const Set& b) noexcept {
        Wide out;
        for (std::size_t m = 0; m < Wide::kRows; ++m) {
            for (std::uint32_t left = b.rows[m]; left != 0; left &= left - 1) {
                const int g = low_bit(left);
                for (std::size_t i = m; i < Wide::kRows; ++i) out.rows[i] |= a.rows[i - m] << g;
            }
        }
        return lean(out);
    }
    static void add(Set& to, const Set& from, int lacking) noexcept {
        for (auto i = static_cast<std::size_t>(lacking); i < Wide::kRows; ++i)
            to.rows[i] |= from.rows[i - static_cast<std::size_t>(lacking)];
    }
    static int weight(const Set& a) noexcept {
        int least = 2 * Wide::kRows;
        for (int m = 0; m < Wide::kRows; ++m) {
            const std::uint32_t row = a.rows[static_cast<std::size_t>(m)];
            if (row != 0) least = std::min(least, m + __builtin_ctz(row));
        }
        return least;
    }
    static Set lean(Set a) noexcept {
        std::uint32_t behind = 0;
        for (std::uint32_t& row : a.rows) {
            const std::uint32_t all = row | behind;
            row &= ~behind;
            behind = all << 1;
        }
        return a;
    }
    static Set either(Set a, const Set& b) noexcept {
        add(a, b, 0);
        return a;
    }
    static Set fill(const NeedTables&, const Set& a) noexcept { return a; }
    static Set cover(const NeedTables& needs, Set a) noexcept {
        for (bool more = true; more;) {
            const Set before = a;
            for (const NeedTables::Cover& by : needs.covers) {
                for (std::size_t i = by.size - by.taken, from = 0; i < Wide::kRows; ++i, ++from)
                    a.rows[i] |= a.rows[from] >> by.taken;
            }
            more = std::memcmp(&a, &before, sizeof a) != 0;
        }
        return a;
    }
    static int least(const Set& a, int more) noexcept {
        for (int m = std::max(0, more); m < Wide::kRows && m - more < 32; ++m) {
            if ((a.rows[static_cast<std::size_t>(m)] >> (m - more) & 1) != 0) return m;
        }
        return kNever;
    }
};

// Cards laid off on exposed melds: for each part all that melds laid off on there may have got, besides nothing.
struct Laid {
    static constexpr std::size_t kMost = 128;
    std::array<Cards, kMost> cards;
    std::array<std::uint8_t, kMaxParts + 1> start{};
    unsigned parts = 0;
};

// Boards of a hand: what it and its spare cards can be made into.
template <class Kind>
struct Reach {
    using Set = typename Kind::Set;

    const NeedTables& needs;
    bool few;          // boards without what other parts fill up
    int most;          // of interest: so many lacking cards
    const Laid* laid;  // null: nothing is laid off

    Set entry(unsigned hand, unsigned spare, const NeedTables::Type& type, bool whole) const noexcept {
        if constexpr (Kind::kWide) {
            Set set;
            for (const auto& target : type.targets) {
                int lacking = 0;
                int left = 0;
                bool fits = true;
                for (int i = 0; i < kPartKinds; ++i) {
                    const int more = target[static_cast<std::size_t>(i)] - Parts::count_at(hand, i);
                    fits &= more <= Parts::count_at(spare, i);
                    lacking += more > 0 ? more : 0;
                    left += more < 0 ? -more : 0;
                }
                if (fits && lacking < Wide::kRows) set.rows[static_cast<std::size_t>(lacking)] |= 1u << left;
            }
            return Kind::lean(set);
        } else {
            const NeedTables::Entry entry = whole ? type.whole[hand] : type.entry(hand, spare);
            return few ? entry.few : entry.all;
        }
    }

    Set part(int p, const Cards& hand, const Cards& spare, bool whole) const noexcept {
        const NeedTables::Type& type = *needs.type_of[static_cast<std::size_t>(p)];
        Set set = entry(Parts::index(hand, p), Parts::index(spare, p), type, whole);
        if (laid == nullptr || (laid->parts >> p & 1) == 0) return set;
        const auto at = static_cast<std::size_t>(p);
        for (std::size_t i = laid->start[at]; i < laid->start[at + 1]; ++i) {
            const Cards have = laid->cards[i] & hand;
            const Cards lack = laid->cards[i] - have;
            if (!spare.contains(lack)) continue;
            const int lacking = lack.total();
            if (lacking > most) continue;
            Kind::add(set, entry(Parts::index(hand - have, p), Parts::index(spare - lack, p), type, false), lacking);
        }
        return Kind::lean(set);
    }

    // The parts that may have a weight.
    unsigned weighty(const Cards& hand) const noexcept {
        return occupied(hand) | (laid == nullptr ? 0 : laid->parts);
    }
    // The least weight of a part (board::weight).
    int weight(int p, const Cards& hand, const Cards& spare, bool whole) const noexcept {
        if (Kind::kWide || (laid != nullptr && (laid->parts >> p & 1) != 0))
            return Kind::weight(part(p, hand, spare, whole));
        const NeedTables::Type& type = *needs.type_of[static_cast<std::size_t>(p)];
        const unsigned index = Parts::index(hand, p);
        if (whole) return type.whole_weight[index];
        const unsigned other = Parts::index(spare, p);
        if (type.pairs.empty()) return board::weight(type.entry(index, other).all);
        return type.pairs_weight[type.place(index, other)];
    }

    // By local melds alone. `gone`: parts of which cards are neither in the hand nor spare.
    Set local(unsigned parts, const Cards& hand, const Cards& spare, unsigned gone) const noexcept {
        if (few) parts &= weighty(hand);
        Set set = Kind::start();
        for (; parts != 0; parts &= parts - 1) {
            const int p = low_bit(parts);
            set = Kind::join(set, part(p, hand, spare, (gone >> p & 1) == 0));
        }
        return set;
    }
};

// --- the least need of a hand ------------------------------------------------------------------------------------

// A hand, what can still be got, and melds to lay off on, in woven order.
struct Question {
    const Tables& tables;
    const NeedTables& needs;
    Cards hand;
    Cards spare;
    MeldIds exposed;
    int size;    // of a target that has not grown
    int growth;  // cards that it may grow by

    int more(int grown) const noexcept { return size + grown - hand.total(); }
    // To grow by c never needs a meld of c cards or fewer nor a lay-off: without it the target still does, grown by
    // less. So there are c + 1 melds of c + 1 cards or more.
    int most_grown() const noexcept {
        int c = 0;
        while (c < growth && (c + 1) * (c + 1) + c + 2 <= size) ++c;
        return c;
    }
    // May there be a target that grew by so many cards?
    bool possible(int grown) const noexcept {
        const auto c = static_cast<std::size_t>(grown);
        if (grown > 0) return (needs.sums_from[c + 1] >> (size + grown) & 1) != 0;
        std::uint64_t sums = needs.sums_from[0];
        for (const std::uint16_t e : exposed) {
            const std::uint64_t before = sums;
            for (const std::uint16_t f : tables.melds.grown(e))
                sums |= before << (tables.melds[f].size - tables.melds[e].size);
        }
        return (sums >> size & 1) != 0;
    }
    // Has every target that grew by so many cards more new melds than that?
    bool surely_new(int grown) const noexcept {
        return grown == 0 || (needs.sums_to[static_cast<std::size_t>(grown)] >> (size + grown) & 1) == 0;
    }
    bool possible() const noexcept {
        bool any = false;
        for (int c = 0; c <= most_grown(); ++c) any |= possible(c);
        return any;
    }
    unsigned all_parts() const noexcept { return (1u << tables.parts.count()) - 1; }
    unsigned gone() const noexcept {
        Cards all = hand;
        all += spare;
        return occupied({tables.deck.b0 ^ all.b0, tables.deck.b1 ^ all.b1, tables.deck.b2 ^ all.b2});
    }
};

// Goes through what may be laid off. Every exposed meld gets cards of one part, all such choices of a part being one
// case, or one choice of cards of several parts. Cases that take no card of the hand are left out, if another case is
// there: cards that are laid off on another meld or melded elsewhere mostly do as well. What these could do is noted.
struct LayOffs {
    const Question& question;
    unsigned skipped = 0;    // bit r: a case that lacks r cards
    bool overflow = false;   // more than Laid can hold
    Laid laid{};

    Cards added(std::uint16_t from, std::uint16_t to) const noexcept {
        return question.tables.parts.meld(to) - question.tables.parts.meld(from);
    }

    // visit(hand, spare, lacking, gone): with `laid` as this case has it, after the cards of several parts.
    template <class Visit>
    void each(Visit&& visit) noexcept {
        std::array<unsigned, kMaxExposed> part_of{};
        choose(0, part_of, question.hand, question.spare, 0, 0, visit);
    }

private:
    template <class Visit>
    void choose(std::size_t e, std::array<unsigned, kMaxExposed>& part_of, const Cards& hand, const Cards& spare, int lacking,
                unsigned gone, Visit& visit) noexcept {
        if (e == question.exposed.size()) {
            fill(part_of, hand, spare);
            visit(hand, spare, lacking, gone);
            return;
        }
        const auto grown = question.tables.melds.grown(question.exposed[e]);
        unsigned parts = 0;   // in which it may get cards
        unsigned useful = 0;  // those where the hand has some
        for (const std::uint16_t f : grown) {
            const Cards cards = added(question.exposed[e], f);
            const unsigned touched = occupied(cards);
            const Cards have = cards & hand;
            if ((touched & (touched - 1)) == 0) {
                parts |= touched;
                if (!have.empty()) useful |= touched;
            } else if (!have.empty()) {
                const Cards lack = cards - have;
                if (!spare.contains(lack)) continue;
                part_of[e] = 0;
                choose(e + 1, part_of, hand - have, spare - lack, lacking + lack.total(), gone | touched, visit);
            } else {
                skipped |= 1u << cards.total();
            }
        }
        if (useful == 0) useful = parts & (~parts + 1);
        if (parts != useful) {
            for (const std::uint16_t f : grown) {
                const Cards cards = added(question.exposed[e], f);
                if ((occupied(cards) & ~useful) != 0) skipped |= 1u << cards.total();
            }
        }
        do {
            part_of[e] = useful & (~useful + 1);
            choose(e + 1, part_of, hand, spare, lacking, gone, visit);
            useful &= useful - 1;
        } while (useful != 0);
    }

    // All that the melds may get in each part.
    void fill(const std::array<unsigned, kMaxExposed>& part_of, const Cards& hand, const Cards& spare) noexcept {
        const Cards all = hand + spare;
        laid.parts = 0;
        std::size_t end = 0;
        for (int p = 0; p < kMaxParts; ++p) {
            const std::size_t start = end;
            laid.start[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(start);
            for (std::size_t e = 0; e < question.exposed.size(); ++e) {
                if (part_of[e] != 1u << p) continue;
                const std::size_t before = end;
                for (const std::uint16_t f : question.tables.melds.grown(question.exposed[e])) {
                    const Cards cards = added(question.exposed[e], f);
                    if (occupied(cards) != 1u << p) continue;
                    if (all.contains(cards)) end = note(cards, start, end);
                    for (std::size_t i = start; i < before; ++i) {
                        if ((all - laid.cards[i]).contains(cards)) end = note(laid.cards[i] + cards, start, end);
                    }
                }
            }
            if (end > start) laid.parts |= 1u << p;
        }
        laid.start[kMaxParts] = static_cast<std::uint8_t>(end);
    }
    std::size_t note(const Cards& cards, std::size_t start, std::size_t end) noexcept {
        for (std::size_t i = start; i < end; ++i) {
            if (laid.cards[i] == cards) return end;
        }
        if (end == Laid::kMost) {
            overflow = true;
            return end;
        }
        laid.cards[end] = cards;
        return end + 1;
    }
};

// An answer of `enough` or less may be any such; what isn't below `below` needs not be known.
struct Aim {
    int enough = 0;
    int below = kNever;
};
// What is known of the answer: `sure` is reached, and nothing below `hope` is possible.
struct Bounds {
    int sure = kNever;
    int hope = kNever;
};

// Tries crossing melds, those left out that take few cards of the hand (NeedTables::covered).
template <class Kind>
struct Seek {
    using Set = typename Kind::Set;
    using Crossing = NeedTables::Crossing;

    const Question& q;
    Reach<Kind> reach;
    int from;  // how much targets may have grown
    int to;
    bool fills;  // some part without a card of the hand can give any filling
    int enough;
    Bounds bounds{};
    Set found{};
    unsigned scarce = 0;  // parts of which some cards were gone from the start; the weights of others are bounds

    struct Node {
        Cards hand;
        Cards spare;
        unsigned gone = 0;  // parts of which cards are neither in the hand nor spare
        int lacking = 0;
        int weight = 0;  // the sum of all parts'
        std::array<std::uint8_t, kMaxParts> weights{};
    };
    struct Candidates {
        std::array<std::uint16_t, kMaxMelds> at;
        std::array<std::uint8_t, kMaxMelds> lacking;
        std::size_t size = 0;
        std::uint64_t kinds = 0;
        int worth = 0;  // how far a card taken lets the weight fall at most, times 840

        void add(std::size_t i, const Crossing& meld, int lacks) noexcept {
            at[size] = static_cast<std::uint16_t>(i);
            lacking[size++] = static_cast<std::uint8_t>(lacks);
            kinds |= meld.cards.some();
            const int cards = meld.size - lacks;
            if (cards > 0) worth = std::max(worth, (cards - lacks) * (840 / cards));
        }
    };

    int most() const noexcept { return bounds.sure <= enough ? -kNever : std::min(reach.most, bounds.sure - 1); }
    // The most that a better target can weigh.
    int limit() const noexcept { return 2 * most() - q.more(from); }

    // Targets that are known; those of a growth of which it isn't sure that they have enough new melds are left out.
    int least(const Set& set, bool surely) const noexcept {
        int found_least = kNever;
        for (int c = from; c <= to; ++c) {
            if (surely ? q.surely_new(c) : c == 0 || q.possible(c)) found_least = std::min(found_least, Kind::least(set, q.more(c)));
        }
        return found_least;
    }
    void note(const Set& set) noexcept {
        Kind::add(found, set, 0);
        bounds.sure = std::min(bounds.sure, least(reach.few && fills ? Kind::fill(q.needs, set) : set, true));
    }
    void hope_for(unsigned skipped) noexcept {
        Set relaxed = Kind::cover(q.needs, reach.few ? Kind::fill(q.needs, found) : found);
        for (int again = 0; again < 3 && skipped != 0; ++again) {
            for (unsigned sizes = skipped; sizes != 0; sizes &= sizes - 1) {
                const Set before = relaxed;
                Kind::add(relaxed, before, low_bit(sizes));
            }
        }
        bounds.hope = std::min(bounds.sure, std::min(bounds.hope, least(relaxed, false)));
    }

    static int taken(const Node& node, const Crossing& meld) noexcept {
        return meld.single ? __builtin_popcountll(meld.cards.b0 & node.hand.some()) : (meld.cards & node.hand).total();
    }
    // Can another meld always stand in for this one? If it can't, all cards of a kind that it lacks are in use, and
    // so many cards are lacking.
    bool replaced(const Node& node, const Crossing& meld, int lacking) const noexcept {
        if (meld.others == meld.others_end) return false;
        const Cards have = meld.cards & node.hand;
        const int least = most() - lacking + 1;
        const std::uint64_t once = at_least(node.spare, least);
        const std::uint64_t twice = at_least(node.spare, least + 1);
        for (std::uint32_t i = meld.others; i < meld.others_end; ++i) {
            const NeedTables::Other& other = q.needs.others[i];
            if ((other.once & ~once) == 0 && (other.twice & ~twice) == 0 && other.kept.contains(have)) return true;
        }
        return false;
    }
    void candidate(const Node& node, std::size_t i, Candidates& list) const noexcept {
        const Crossing& meld = q.needs.crossing[i];
        const int cards = taken(node, meld);
        const int lacking = node.lacking + meld.size - cards;
        if (cards <= q.needs.covered[static_cast<std::size_t>(meld.size)] || lacking > most()) return;
        if (cards < meld.size && replaced(node, meld, lacking)) return;
        list.add(i, meld, meld.size - cards);
    }
    // All of them that the scan below can find in one go; false if it can't.
    bool all_candidates([[maybe_unused]] const Node& node, [[maybe_unused]] Candidates& list) const noexcept {
#ifdef UNERI_FAST_BODY
        if (!q.needs.few()) return false;
        std::array<const std::uint8_t*, 4 * kMaxParts> takes;
        std::size_t size = 0;
        const std::array<std::uint64_t, 4> layers = {node.hand.some(), node.hand.twice(), node.hand.thrice(),
                                                     node.hand.b2};
        if (q.needs.layers > layers.size()) return false;
        for (std::size_t layer = 0; layer < q.needs.layers; ++layer) {
            for (std::uint64_t left = layers[layer]; left != 0;) {
                const int p = low_bit(left) / kPartKinds;
                takes[size++] = q.needs.takes_of(layer, p, left >> (kPartKinds * p) & 15);
                left &= ~(std::uint64_t{15} << (kPartKinds * p));
            }
        }
        const __m256i budget = _mm256_set1_epi8(static_cast<char>(most() - node.lacking + 1));
        for (std::size_t at = 0; at < q.needs.crossing.size(); at += 32) {
            const auto load = [&](const void* bytes) {
                return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(static_cast<const char*>(bytes) + at));
            };
            __m256i taken_cards = _mm256_setzero_si256();
            for (std::size_t i = 0; i < size; ++i) taken_cards = _mm256_add_epi8(taken_cards, load(takes[i]));
            const __m256i above = _mm256_max_epi8(load(q.needs.covered_of.data()),
                                                  _mm256_sub_epi8(load(q.needs.size_of.data()), budget));
            const auto places = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpgt_epi8(taken_cards, above)));
            for (std::uint32_t left = places; left != 0; left &= left - 1)
                candidate(node, at + static_cast<std::size_t>(low_bit(left)), list);
        }
        return true;
#else
        return false;
#endif
    }
    // How much the weight can fall by more of them: by one a card
    // taken, less one a card lacking; to 0 in every part.
    int fall(const Node& node, const Candidates& list) const noexcept {
        const Cards cards = node.hand.only(list.kinds);
        int parts = 0;
        for (unsigned left = occupied(cards); left != 0; left &= left - 1)
            parts += node.weights[static_cast<std::size_t>(low_bit(left))];
        return std::min(parts, cards.total() * list.worth / 840);
    }

    // `touched`: the kinds of the cards last taken.
    void grow(const Node& node, const Candidates& before, std::size_t first, std::uint64_t touched) noexcept {
        if (node.weight + node.lacking <= limit()) {
            Set set{};
            Kind::add(set, reach.local(q.all_parts(), node.hand, node.spare, node.gone), node.lacking);
            note(set);
        }
        if (node.weight + node.lacking - fall(node, before) > limit()) return;
        Candidates list;
        for (std::size_t i = first; i < before.size; ++i) {
            const Crossing& meld = q.needs.crossing[before.at[i]];
            if ((meld.cards.some() & touched) != 0) {
                candidate(node, before.at[i], list);
            } else if (node.lacking + before.lacking[i] <= most()) {
                list.add(before.at[i], meld, before.lacking[i]);
            }
        }
        descend(node, list);
    }
    void descend(const Node& node, const Candidates& list) noexcept {
        const int low = node.weight + node.lacking - fall(node, list);
        for (std::size_t i = 0; i < list.size && low <= limit(); ++i) {
            const Crossing& meld = q.needs.crossing[list.at[i]];
            const Cards have = meld.cards & node.hand;
            const Cards lack = meld.cards - have;
            if (!node.spare.contains(lack)) continue;
            Node next = node;
            next.hand -= have;
            next.spare -= lack;
            next.gone |= meld.touched;
            next.lacking += lack.total();
            for (unsigned parts = meld.touched; parts != 0; parts &= parts - 1) {
                const int p = low_bit(parts);
                const int now = reach.weight(p, next.hand, next.spare, (scarce >> p & 1) == 0);
                next.weight += now - next.weights[static_cast<std::size_t>(p)];
                next.weights[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(now);
            }
            grow(next, list, i, have.some());
        }
    }

    // All that can be made of the hand.
    void run(const Cards& hand, const Cards& spare, unsigned gone, int lacking) noexcept {
        if (lacking > most()) return;
        Set set{};
        Kind::add(set, reach.local(q.all_parts(), hand, spare, gone), lacking);
        note(set);
        if (q.tables.separable()) return;
        scarce = gone;
        Node root{hand, spare, gone, lacking};
        for (unsigned parts = reach.weighty(hand); parts != 0; parts &= parts - 1) {
            const int p = low_bit(parts);
            const int now = reach.weight(p, hand, spare, (gone >> p & 1) == 0);
            root.weights[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(now);
            root.weight += now;
        }
        Candidates list;
        if (!all_candidates(root, list)) {
            for (std::size_t i = 0; i < q.needs.crossing.size(); ++i) candidate(root, i, list);
        }
        descend(root, list);
    }
};

template <class Kind>
Bounds bounds(const Question& q, bool few, int most, const Aim& aim) noexcept {
    const unsigned gone = q.gone();
    const int grown = q.most_grown();
    const auto fills = [&] {
        for (unsigned parts = q.all_parts() & ~occupied(q.hand) & ~gone; parts != 0; parts &= parts - 1) {
            if (q.needs.type_of[static_cast<std::size_t>(low_bit(parts))]->robust) return true;
        }
        return false;
    };
    Seek<Kind> seek{q, {q.needs, few, most, nullptr}, 0,
                    q.exposed.empty() ? grown : 0, few && fills(), aim.enough, {aim.below, kNever}};
    if (q.exposed.empty()) {
        seek.run(q.hand, q.spare, gone, 0);
        seek.hope_for(0);
        return seek.bounds;
    }
    LayOffs layoffs{q};
    seek.reach.laid = &layoffs.laid;
    layoffs.each([&](const Cards& hand, const Cards& spare, int lacking, unsigned touched) {
        seek.run(hand, spare, gone | touched, lacking);
    });
    seek.hope_for(layoffs.skipped);
    Bounds out = seek.bounds;
    if (layoffs.overflow) out.hope = 0;
    if (grown > 0 && out.sure > std::max(q.more(1), aim.enough)) {
        Seek<Kind> more{q, {q.needs, few, most, nullptr}, 1, grown, few && fills(), aim.enough, {out.sure, kNever}};
        more.run(q.hand, q.spare, gone, 0);
        more.hope_for(0);
        out.sure = more.bounds.sure;
        out.hope = std::min(out.hope, more.bounds.hope);
    }
    return out;
}

inline Cards by_kind(const Tables& tables, const Cards& woven) noexcept {
    const Parts& parts = tables.parts;
    return {parts.unweave_plane(woven.b0), parts.unweave_plane(woven.b1), parts.unweave_plane(woven.b2)};
}

// The least need if it is from `least` to `most`, else `most + 1`.
inline int search(const Question& q, int least, int most) noexcept {
    const Cards hand = by_kind(q.tables, q.hand);
    const Cards spare = by_kind(q.tables, q.spare);
    const int grown = q.most_grown();
    int found = most + 1;
    for (int c = 0; c <= grown && (c == 0 || q.more(c) < found); ++c) {
        if (!q.possible(c)) continue;
        found = std::min(found, need_within(q.tables.melds, hand, spare, c == 0 ? q.exposed : MeldIds{}, q.size + c,
                                            c == 0 ? 0 : c + 1, least, found - 1));
    }
    return found;
}

// The least need; kNever if there is none. The exact search decides what the boards leave open.
inline int least_need(const Question& q, const Aim& aim) noexcept {
    constexpr int kMost = kBoardSide - 1;  // that narrow boards tell
    Bounds b{aim.below, 0};
    const auto known = [&](const Bounds& found, int most) {
        b.sure = std::min(b.sure, found.sure);
        b.hope = std::min(b.sure, std::max(found.hope, b.hope));
        return b.sure <= aim.enough || (b.hope == b.sure && b.sure <= most + 1);
    };
    if (known(bounds<Narrow>(q, true, kMost, aim), kMost)) return b.sure;
    if (b.hope <= kMost) {
        if (known(bounds<Narrow>(q, false, kMost, {aim.enough, b.sure}), kMost)) return b.sure;
        const int most = std::min(kMost, b.sure - 1);
        const int found = search(q, b.hope, most);
        if (found <= most || b.sure <= kBoardSide) return std::min(found, b.sure);
    }
    if (!q.possible()) return b.sure;
    b.hope = kBoardSide;
    if (known(bounds<Broad>(q, false, Wide::kRows - 1, {aim.enough, b.sure}), kNever)) return b.sure;
    const int most = std::min(b.sure - 1, q.size + q.most_grown());
    const int found = search(q, b.hope, most);
    return found <= most ? found : b.sure;
}

// What can be got besides the hand.
inline Cards spare_of(const Tables& tables, const Cards& hand, MeldIds exposed, const Cards& visible) noexcept {
    Cards spare = tables.deck - hand;
    for (const std::uint16_t id : exposed) spare -= tables.parts.meld(id);
    return visible.empty() ? spare : spare - (spare & visible);
}

// The least need of a target of `size` cards, or more if the hand grows: by c cards with c + 1 new melds (11.4).
//
// Both deficiencies are of this form. At rest `size` is one card more than the hand has. In ACT it is as many: whoever
// discards k keeps a target without that k; a target that needs all cards and c more, c > 0, has c + 1 melds of which
// one is whole, so it can be exposed by a self-call; and after a self-call m the rest's target with m makes a target
// of the whole hand, m being a new meld with what is laid off on it.
inline int deficiency(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                      bool drawn) noexcept {
    return least_need({tables, tables.needs(), hand, spare_of(tables, hand, exposed, visible), exposed,
                       hand.total() + (drawn ? 0 : 1), growth},
                      {});
}

// --- which cards bring a hand nearer -----------------------------------------------------------------------------

// A hand with one card more, which is not spare any longer.
inline Question with(const Question& q, int bit) noexcept {
    Question more = q;
    more.hand += Cards::of(bit);
    more.spare -= Cards::of(bit);
    return more;
}

// The kinds, as bits, with which local melds, and what is laid off, lack a card fewer than `now`.
inline std::uint64_t locally_accepted(const Question& q, const Reach<Narrow>& reach, const Cards& hand,
                                      const Cards& spare, unsigned gone, int lacking, int from, int to,
                                      int now) noexcept {
    const int parts = q.tables.parts.count();
    const int missing = now - 1 - lacking;
    if (missing < 0) return 0;
    std::array<Board, kMaxParts + 1> before;  // of the parts below
    std::array<Board, kMaxParts> own;
    before[0] = 1;
    for (int p = 0; p < parts; ++p) {
        const auto at = static_cast<std::size_t>(p);
        own[at] = reach.part(p, hand, spare, (gone >> p & 1) == 0);
        before[at + 1] = board::lean(board::join(before[at], own[at]));
    }
    std::uint64_t accepted = 0;
    Board after = 1;
    for (int p = parts; p-- > 0;) {
        const auto at = static_cast<std::size_t>(p);
        const Board others = board::lean(board::join(before[at], after));
        // For each growth, the places of this part's board that make a whole with those of the others.
        Board wanted = 0;
        for (int c = from; c <= to; ++c) {
            const int left = now - q.more(c);
            if (left < 0 || left >= kBoardSide || !q.possible(c) || !q.surely_new(c)) continue;
            for (Board each = others; each != 0; each &= each - 1) {
                const int m = missing - low_bit(each) / kBoardSide;
                const int g = left - (low_bit(each) & 7);
                if (m >= 0 && g >= 0) wanted |= Board{1} << (kBoardSide * m + g);
            }
        }
        const std::uint64_t kinds = wanted == 0 ? 0 : spare.some() & std::uint64_t{15} << (kPartKinds * p);
        for (std::uint64_t left = kinds; left != 0; left &= left - 1) {
            const Cards card = Cards::of(low_bit(left));
            if ((reach.part(p, hand + card, spare - card, (gone >> p & 1) == 0) & wanted) != 0)
                accepted |= left & (~left + 1);
        }
        after = board::lean(board::join(after, own[at]));
    }
    return accepted;
}

// 11.6, for a hand at rest whose deficiency is `now`; bits in woven order.
inline std::uint64_t acceptance(const Question& q, int now) noexcept {
    if (now == kNever) return 0;
    std::uint64_t accepted = 0;
    bool all = q.tables.separable();
    if (now < kBoardSide) {
        const unsigned gone = q.gone();
        const int grown = q.most_grown();
        Reach<Narrow> reach{q.needs, false, kBoardSide - 1, nullptr};
        for (int c = 0; c <= grown; ++c) all &= !q.possible(c) || q.surely_new(c);
        if (q.exposed.empty()) {
            accepted = locally_accepted(q, reach, q.hand, q.spare, gone, 0, 0, grown, now);
        } else {
            if (grown > 0) accepted = locally_accepted(q, reach, q.hand, q.spare, gone, 0, 1, grown, now);
            LayOffs layoffs{q};
            reach.laid = &layoffs.laid;
            layoffs.each([&](const Cards& hand, const Cards& spare, int lacking, unsigned touched) {
                accepted |= locally_accepted(q, reach, hand, spare, gone | touched, lacking, 0, 0, now);
            });
            all &= layoffs.skipped == 0 && !layoffs.overflow;
        }
        if (all) return accepted;
    }
    for (std::uint64_t left = q.spare.some() & ~accepted; left != 0; left &= left - 1) {
        if (least_need(with(q, low_bit(left)), {now - 1, now}) < now) accepted |= left & (~left + 1);
    }
    return accepted;
}
inline std::uint64_t accepted_kinds(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                    const Cards& visible) noexcept {
    const Question q{tables, tables.needs(), hand, spare_of(tables, hand, exposed, visible),
                     exposed, hand.total() + 1, growth};
    return tables.parts.unweave_plane(acceptance(q, least_need(q, {})));
}

// 11.8
inline DiscardTable discards(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                             const Cards& visible) noexcept {
    const Question drawn{tables, tables.needs(), hand, spare_of(tables, hand, exposed, visible),
                         exposed, hand.total(), growth};
    const int least = std::max(1, least_need(drawn, {}));  // of all discards
    DiscardTable table;
    for (std::uint64_t kinds = tables.parts.unweave_plane(hand.some()); kinds != 0; kinds &= kinds - 1) {
        const int kind = low_bit(kinds);
        Question rest = drawn;
        rest.hand -= Cards::of(tables.parts.bit_of(kind));
        const int now = least_need(rest, {least, kNever});
        const std::uint64_t accepted = acceptance(rest, now);
        DiscardRow& row = table.rows[static_cast<std::size_t>(table.size++)];
        row.kind = static_cast<std::uint8_t>(kind);
        row.deficiency = static_cast<std::uint8_t>(now);
        row.acceptance = tables.parts.unweave_plane(accepted);
        row.copies = static_cast<std::uint16_t>(rest.spare.only(accepted).total());
    }
    return table;
}

// --- rows --------------------------------------------------------------------------------------------------------

// visit(i, hand, exposed, visible) for every row.
template <class Visit>
inline void each_row(const Tables& tables, const Rows& rows, const std::uint8_t* visible, Visit&& visit) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        visit(i, load_counts(tables, rows.counts + i * kinds), rows.exposed_of(i),
              visible == nullptr ? Cards{} : load_counts(tables, visible + i * kinds));
    }
}

inline void deficiency_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                            bool drawn, std::uint8_t* out) noexcept {
    each_row(tables, rows, visible, [&](std::size_t i, const Cards& hand, MeldIds exposed, const Cards& seen) {
        out[i] = static_cast<std::uint8_t>(deficiency(tables, hand, exposed, growth, seen, drawn));
    });
}

inline void acceptance_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                            std::uint64_t* out) noexcept {
    each_row(tables, rows, visible, [&](std::size_t i, const Cards& hand, MeldIds exposed, const Cards& seen) {
        out[i] = accepted_kinds(tables, hand, exposed, growth, seen);
    });
}

inline void discard_table_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                               std::uint8_t* deficiencies, std::uint16_t* copies) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    each_row(tables, rows, visible, [&](std::size_t i, const Cards& hand, MeldIds exposed, const Cards& seen) {
        for (std::size_t k = 0; k < kinds; ++k) {
            deficiencies[i * kinds + k] = kNever;
            copies[i * kinds + k] = 0;
        }
        const DiscardTable table = discards(tables, hand, exposed, growth, seen);
        for (const DiscardRow& row : table) {
            deficiencies[i * kinds + row.kind] = row.deficiency;
            copies[i * kinds + row.kind] = row.copies;
        }
    });
}
