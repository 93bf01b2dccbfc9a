#include "uneri/games/namima/hands/distance/part_tables.hpp"

#include <algorithm>
#include <bit>

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

namespace {

// Either a meld takes cards, or one of them is left over.
std::vector<std::uint8_t> weights_of(const Parts::Type& type) {
    std::vector<std::uint8_t> weights(Parts::kIndices, 0);
    each_counts(type.caps, [&](const Counts& hand) {
        int least = sum(hand);
        for (const Counts& meld : type.melds) {
            const Taking taking(meld, hand);
            if (taking.rest != hand) least = std::min(least, taking.lacking + weights[Parts::index_of(taking.rest)]);
        }
        for (std::size_t i = 0; i < kPartKinds; ++i) {
            if (hand[i] == 0) continue;
            Counts rest = hand;
            --rest[i];
            least = std::min(least, 1 + weights[Parts::index_of(rest)]);
        }
        weights[Parts::index_of(hand)] = static_cast<std::uint8_t>(least);
    });
    return weights;
}

// The number of distinct halves of crossing melds that still need later parts, when the parts `left` remain.
std::size_t halves_waiting(const Tables& tables, unsigned group, unsigned left) {
    std::uint64_t later = 0;
    for_each_bit(group & ~left, [&](int part) { later |= std::uint64_t{15} << (kPartKinds * part); });
    std::vector<std::array<std::uint64_t, 3>> halves;
    for (const Tables::Crossing& meld : tables.crossing) {
        const Cards half = meld.cards.only(later);
        if ((meld.touched & left) != 0 && !half.empty()) halves.push_back({half.b0, half.b1, half.b2});
    }
    std::sort(halves.begin(), halves.end());
    return static_cast<std::size_t>(std::unique(halves.begin(), halves.end()) - halves.begin());
}

// The order of a group's parts. Each step picks the part after which the fewest halves wait, since nodes differ in the
// halves that they took. In 重綾波 the order follows the ring of its colours: a seventh fewer nodes than by number.
// Colours that cross with all others come last: for 荒波 with the first colour wild, this takes a tenth of the time.
std::vector<int> in_order(const Tables& tables, unsigned group) {
    std::vector<int> parts;
    for (unsigned left = 0; left != group; left |= 1u << parts.back()) {
        std::size_t fewest = tables.crossing.size() + 1;
        int best = -1;
        for_each_bit(group & ~left, [&](int part) {
            const std::size_t waiting = halves_waiting(tables, group, left | 1u << part);
            if (waiting >= fewest) return;
            fewest = waiting;
            best = part;
        });
        parts.push_back(best);
    }
    return parts;
}

}  // namespace

SweepTables::SweepTables(const Tables& tables, const NeedTables& needs) {
    for (std::size_t t = 0; t < needs.types.size(); ++t) {
        if (needs.types[t].pairs.empty()) return;
    }
    order(tables);
    share(tables);
    look_around(tables);
    for (int t = 0; t < tables.parts.types(); ++t) weights.push_back(weights_of(tables.parts.type(t)));
    make_parts(tables, needs);
    for (int p = 0; p < tables.parts.count(); ++p) {
        const auto type = static_cast<std::size_t>(tables.parts.type_of(p));
        sources[static_cast<std::size_t>(p)] = {weights[type].data(), parts[type].data(),
                                                needs.types[type].places.data()};
    }
}

void SweepTables::order(const Tables& tables) {
    for (const unsigned group : tables.parts.groups())
        for (const int part : in_order(tables, group)) layers.push_back({part, 0, 0, 0});
    unsigned before = 0;
    for (std::size_t at = 0; at < layers.size(); ++at) {
        Layer& layer = layers[at];
        const unsigned own = 1u << layer.part;
        layer.first = static_cast<std::uint32_t>(crossing.size());
        for (const Tables::Crossing& meld : tables.crossing) {
            if ((meld.touched & own) != 0 && (meld.touched & before) == 0)
                crossing.push_back({meld.cards, meld.touched, meld.cards.total(), 0, 0});
        }
        layer.last = static_cast<std::uint32_t>(crossing.size());
        for (std::size_t i = at + 1; i < layers.size(); ++i)
            layer.later |= std::uint64_t{15} << (kPartKinds * layers[i].part);
        before |= own;
    }
}

void SweepTables::share(const Tables& tables) {
    for (Crossing& meld : crossing) {
        meld.kept = static_cast<std::uint32_t>(kept.size());
        for (int id = 0; id < tables.melds.size(); ++id) {
            const Cards both = meld.cards & tables.parts.meld(id);
            if (tables.melds[id].size == meld.size && tables.parts.is_local(id) && 2 * both.total() > meld.size)
                kept.push_back(both);
        }
        meld.kept_end = static_cast<std::uint32_t>(kept.size());
    }
}

void SweepTables::look_around(const Tables& tables) {
    for (int id = 0; id < tables.melds.size(); ++id) {
        const std::uint64_t kinds = tables.parts.meld(id).some();
        if (std::has_single_bit(kinds)) some_alike |= kinds;
    }
    for_each_bit(tables.parts.kind_bits(), [&](int bit) {
        Around& entry = around[static_cast<std::size_t>(bit)];
        // By number of cards of the kind or more: for any melds, and with a crossing meld.
        std::array<std::array<int, 2 * kMaxCopies>, 2> least;
        for (auto& row : least) row.fill(kFar);
        least[0][0] = 0;
        for (std::size_t cards = 1; cards < entry.others.size(); ++cards) {
            for (int id = 0; id < tables.melds.size(); ++id) {
                const Cards& meld = tables.parts.meld(id);
                const int own = meld.count(bit);
                if (own == 0) continue;
                entry.kinds |= meld.some() & ~(std::uint64_t{1} << bit);
                const std::size_t before = cards - std::min(cards, static_cast<std::size_t>(own));
                const int others = meld.total() - own;
                if (tables.parts.is_local(id)) {
                    for (auto& row : least) row[cards] = std::min(row[cards], row[before] + others);
                } else {
                    least[0][cards] = std::min(least[0][cards], least[0][before] + others);
                    least[1][cards] = std::min({least[1][cards], least[0][before] + others, least[1][before] + others});
                }
            }
        }
        for (std::size_t cards = 0; cards < entry.others.size(); ++cards) {
            entry.others[cards] = static_cast<std::uint8_t>(std::min<int>(least[0][cards], kFar));
            entry.others_crossing[cards] = static_cast<std::uint8_t>(std::min<int>(least[1][cards], kFar));
        }
    });
}

const SweepTables& Tables::sweeps() const {
    return *sweeps_.get([&] { return std::make_shared<const SweepTables>(*this, needs()); });
}

namespace {

using Part = SweepTables::Part;
using Row = std::array<std::uint8_t, kLanes>;

static_assert(kMaxMeldSize <= kLanes);

// The lanes of a case: those of the remaining pair, moved up by the number of lacking cards.
Row given(const Row& rest, std::size_t lacking) {
    std::array<std::uint8_t, 2 * kLanes> moved;
    std::fill_n(moved.begin(), kLanes, kFar);
    std::copy_n(rest.begin(), kLanes, moved.begin() + kLanes);
    Row out;
    std::copy_n(moved.begin() + static_cast<std::ptrdiff_t>(kLanes - lacking), kLanes, out.begin());
    for (auto& lane : out) lane = static_cast<std::uint8_t>(lane + lacking);
    return out;
}

// Four bits per lane, set where both are equal. Lane values are at most 0x7F.
std::uint64_t equal(const Row& a, const Row& b) {
    if constexpr (std::endian::native == std::endian::little) {
        const auto left = std::bit_cast<std::array<std::uint64_t, 2>>(a);
        const auto right = std::bit_cast<std::array<std::uint64_t, 2>>(b);
        const auto half = [](std::uint64_t differing) {
            const std::uint64_t top = ~(differing + 0x7F7F'7F7F'7F7F'7F7F) & 0x8080'8080'8080'8080;
            std::uint64_t word = (top >> 7) * 15;
            word = (word | word >> 4) & 0x00FF'00FF'00FF'00FF;
            word = (word | word >> 8) & 0x0000'FFFF'0000'FFFF;
            return (word | word >> 16) & 0x0000'0000'FFFF'FFFF;
        };
        return half(left[0] ^ right[0]) | half(left[1] ^ right[1]) << 32;
    } else {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < kLanes; ++i) out |= std::uint64_t{a[i] == b[i] ? 15u : 0u} << (4 * i);
        return out;
    }
}
constexpr std::uint64_t kEach = 0x1111'1111'1111'1111;

// The best targets of a pair are either none, or some meld and the best targets of the rest.
class Maker {
public:
    explicit Maker(std::vector<Part>& parts) : parts_(parts) {}

    void make(const Counts& hand, std::uint32_t place, std::span<const Case> cases) {
        Row least;  // not aliased, so that loops over lanes compile to a few instructions
        least.fill(kFar);
        const int cards = sum(hand);
        if (cards <= kNoRise) least[static_cast<std::size_t>(kNoRise - cards)] = 0;
        rows_.clear();
        for (const Case& by : cases) {
            const Row row = given(parts_[by.place].least, by.lacking);
            for (std::size_t i = 0; i < kLanes; ++i) least[i] = row[i] < least[i] ? row[i] : least[i];
            rows_.push_back(row);
        }
        Row nothing;
        nothing.fill(kFar);
        const std::uint64_t within_reach = ~equal(least, nothing);
        std::uint64_t lacked = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {  // the lanes that reach the least number
            const std::uint64_t same = equal(rows_[i], least) & within_reach;
            const auto& [rest, lacking, kinds] = cases[i];
            lacked |= same & (parts_[rest].lacked << (4 * lacking) | kEach * kinds);
        }
        int weight = kFar;
        for (int lane = 0; lane < kLanes; ++lane)
            weight = std::min(weight, 2 * least[static_cast<std::size_t>(lane)] - (lane - kNoRise));
        parts_[place] = {least, lacked, static_cast<std::uint8_t>(weight)};
    }

private:
    std::vector<Part>& parts_;
    std::vector<Row> rows_;
};

}  // namespace

void SweepTables::make_parts(const Tables& tables, const NeedTables& needs) {
    parts.resize(needs.types.size());
    for (std::size_t t = 0; t < needs.types.size(); ++t) {
        const Parts::Type& source = tables.parts.type(static_cast<int>(t));
        parts[t].resize(needs.types[t].pairs.size());
        Maker maker(parts[t]);
        each_pair(needs.types[t], source,
                  [&](const Counts& hand, const Counts&, std::uint32_t place, std::span<const Case> cases) {
                      maker.make(hand, place, cases);
                  });
    }
}

}  // namespace uneri::namima
