#include "uneri/games/namima/hands/tables.hpp"

#include <algorithm>

#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

Tables::Tables(const Melds& source)
    : melds(source), parts(melds), points(melds), deck(parts.to_part_order(melds.deck())) {
    make_complete();
    make_crossing();
    make_starting();
    make_even();
    make_shuffles();
    make_dense();
    std::vector<Cards> across;
    for (const Crossing& meld : crossing) across.push_back(meld.cards);
    hubs.emplace(parts, deck, across, ok);
    lines.emplace(parts, across, ok, dense_mendable);
}

namespace {

// Sets bit 1 + i of each entry whose counts, with one more card of kind i, have bit 0 set.
void add_waits(const Counts& caps, std::uint8_t* table) {
    each_counts(caps, [&](const Counts& counts) {
        for (std::size_t i = 0; i < kPartKinds; ++i) {
            Counts more = counts;
            if (++more[i] > caps[i] || (table[Parts::index_of(more)] & Tables::kComplete) == 0) continue;
            std::uint8_t& entry = table[Parts::index_of(counts)];
            entry = static_cast<std::uint8_t>(entry | 2u << i);
        }
    });
}

}  // namespace

void Tables::make_complete() {
    ok.assign(static_cast<std::size_t>(parts.types()) * Parts::kIndices, 0);
    for (int p = 0; p < parts.count(); ++p)
        complete_start[static_cast<std::size_t>(p)] = static_cast<std::uint32_t>(parts.type_of(p) * Parts::kIndices);
    for (int t = 0; t < parts.types(); ++t) {
        const Parts::Type& type = parts.type(t);
        std::uint8_t* table = ok.data() + static_cast<std::size_t>(t) * Parts::kIndices;
        table[0] = kComplete;
        each_counts(type.caps, [&](const Counts& counts) {
            for (const Counts& meld : type.melds) {
                if (!within(meld, counts)) continue;
                if ((table[Parts::index_of(minus(counts, meld))] & kComplete) != 0)
                    table[Parts::index_of(counts)] |= kComplete;
            }
        });
        add_waits(type.caps, table);
    }
}

void Tables::make_crossing() {
    for (int id = 0; id < melds.size(); ++id) {
        const Cards& cards = parts.meld(id);
        if (parts.is_local(id)) continue;
        crossing.push_back({cards, Parts::touched(cards), static_cast<std::uint16_t>(id), (cards.b1 | cards.b2) == 0});
    }
    for (std::size_t p = 0; p < kMaxParts; ++p) {
        touching_start[p] = static_cast<std::uint32_t>(touching.size());
        for (std::size_t i = 0; i < crossing.size(); ++i) {
            if ((crossing[i].touched >> p & 1) == 0) continue;
            touching.push_back(static_cast<std::uint16_t>(i));
            touching_some.push_back(crossing[i].cards.some());
            if (few_crossing()) touching_places[p][i / 64] |= std::uint64_t{1} << (i % 64);
        }
    }
    touching_start[kMaxParts] = static_cast<std::uint32_t>(touching.size());
    for (int id = 0; id < melds.size(); ++id) {
        unsigned touched = 0;
        for (const std::uint16_t target : melds.grown(id))
            touched |= Parts::touched(parts.meld(target) - parts.meld(id));
        lay_parts.push_back(static_cast<std::uint16_t>(touched));
    }
    if (!few_crossing()) return;
    for (std::size_t i = 0; i < crossing.size(); ++i) {
        const std::uint64_t place = std::uint64_t{1} << (i % 64);
        const Cards& cards = crossing[i].cards;
        twice_matters |= cards.twice() != 0;
        for (std::size_t p = 0; p < kMaxParts; ++p) {
            for (std::size_t there = 0; there < 16; ++there) {
                if (((cards.some() >> (kPartKinds * p) & 15) & ~there) == 0) by_some[p][there][i / 64] |= place;
                if (((cards.twice() >> (kPartKinds * p) & 15) & ~there) == 0) by_twice[p][there][i / 64] |= place;
            }
        }
    }
}

void Tables::make_starting() {
    for (int bit = 0; bit < 64; ++bit) {
        starting_start[static_cast<std::size_t>(bit)] = static_cast<std::uint32_t>(starting_ids.size());
        for (int id = 0; id < melds.size(); ++id) {
            if (std::countr_zero(parts.meld(id).some()) == bit) starting_ids.push_back(static_cast<std::uint16_t>(id));
        }
    }
    starting_start[64] = static_cast<std::uint32_t>(starting_ids.size());
}

// Finds the sets orthogonal to all melds, modulo 2. Row reduction leaves every pivot kind in one row. Each kind without
// a pivot then forms a set with the pivots of the rows that contain it.
void Tables::make_even() {
    std::array<std::uint64_t, kMaxKinds> row{};  // by pivot
    for (int id = 0; id < melds.size(); ++id) {
        std::uint64_t odd = melds[id].cards.b0;
        for (std::size_t k = 0; k < kMaxKinds; ++k) {
            if ((odd >> k & 1) == 0) continue;
            if (row[k] == 0) {
                row[k] = odd;
                break;
            }
            odd ^= row[k];
        }
    }
    for (std::size_t k = kMaxKinds; k-- > 0;) {
        for (std::size_t above = 0; above < k; ++above) {
            if (row[k] != 0 && (row[above] >> k & 1) != 0) row[above] ^= row[k];
        }
    }
    for (std::size_t k = 0; k < static_cast<std::size_t>(parts.kinds()); ++k) {
        if (row[k] != 0) continue;
        std::uint64_t set = std::uint64_t{1} << k;
        for (std::size_t pivot = 0; pivot < kMaxKinds; ++pivot) set |= (row[pivot] >> k & 1) << pivot;
        even.push_back(set);
        even_by_part.push_back(parts.to_part_order(set));
    }
}

void Tables::make_shuffles() {
    const int kinds = parts.kinds();
    windows = (kinds + 15) / 16;
    for (int w = 0; w < windows; ++w)
        window_at[static_cast<std::size_t>(w)] = static_cast<std::uint8_t>(std::max(0, std::min(16 * w, kinds - 16)));
    for (auto& window : shuffle) window.fill(0x80);
    for (int k = 0; k < kinds; ++k) {
        const auto w = static_cast<std::size_t>(k / 16);
        shuffle[w][static_cast<std::size_t>(parts.bit_of(k))] = static_cast<std::uint8_t>(k - window_at[w]);
    }
    own_shuffle.fill(0x80);
    one_window = kinds >= 16;
    for (std::size_t chunk = 0; chunk < 4; ++chunk) {
        int low = kinds;
        int high = 0;
        for_each_bit(parts.kind_bits() >> (16 * chunk) & 0xFFFF, [&](int i) {
            const int kind = parts.kind_at(static_cast<int>(16 * chunk) + i);
            low = std::min(low, kind);
            high = std::max(high, kind);
        });
        if (low > high) continue;
        one_window &= high - low < 16;
        own_window_at[chunk] = static_cast<std::uint8_t>(std::max(0, std::min(low, kinds - 16)));
        for_each_bit(parts.kind_bits() >> (16 * chunk) & 0xFFFF, [&](int i) {
            const std::size_t bit = 16 * chunk + static_cast<std::size_t>(i);
            own_shuffle[bit] = static_cast<std::uint8_t>(parts.kind_at(static_cast<int>(bit)) - own_window_at[chunk]);
        });
    }
}

void Tables::make_dense() {
    std::vector<std::uint32_t> type_start;
    for (int t = 0; t < parts.types(); ++t) {
        type_start.push_back(static_cast<std::uint32_t>(dense_complete.size()));
        const std::uint8_t* table = ok.data() + static_cast<std::size_t>(t) * Parts::kIndices;
        each_counts(parts.type(t).caps,
                    [&](const Counts& counts) { dense_complete.push_back(table[Parts::index_of(counts)]); });
        std::vector<unsigned> mendable(Parts::kIndices);
        each_counts(parts.type(t).caps, [&](const Counts& counts) {
            unsigned kinds = (table[Parts::index_of(counts)] & kComplete) != 0 ? 0xFFFF : 0;
            for (std::size_t i = 0; i < kPartKinds; ++i) {
                constexpr std::array<unsigned, kPartKinds> kHolding = {0xAAAA, 0xCCCC, 0xF0F0, 0xFF00};
                if (counts[i] == 0) continue;
                Counts less = counts;
                --less[i];
                kinds |= mendable[Parts::index_of(less)] & kHolding[i];
            }
            mendable[Parts::index_of(counts)] = kinds;
            dense_mendable.push_back(kinds | std::uint32_t{table[Parts::index_of(counts)]} << 16);
        });
    }
    for (std::size_t p = 0; p < kMaxParts; ++p) {
        if (static_cast<int>(p) >= parts.count()) continue;  // uses the entry without cards of the first type
        const int t = parts.type_of(static_cast<int>(p));
        const Counts& cap = parts.type(t).caps;
        dense_start[p] = type_start[static_cast<std::size_t>(t)];
        for (std::size_t i = 0; i < kPartKinds; ++i) caps[4 * p + i] = static_cast<std::uint8_t>(cap[i]);
        for (std::size_t i = 0; i < kPartKinds; i += 2) {
            byte_weight[4 * p + i] = 1;
            byte_weight[4 * p + i + 1] = static_cast<std::int8_t>(cap[i] + 1);
        }
        word_weight[2 * p] = 1;
        word_weight[2 * p + 1] = static_cast<std::int16_t>((cap[0] + 1) * (cap[1] + 1));
    }
}

}  // namespace uneri::namima
