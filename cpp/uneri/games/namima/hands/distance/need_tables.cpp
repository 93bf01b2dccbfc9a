#include "uneri/games/namima/hands/distance/part_tables.hpp"

#include <algorithm>

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

constexpr std::size_t kMostOthers = std::size_t{1} << 16;
constexpr std::size_t kMostPairs = std::size_t{1} << 20;  // over all types: 16 MB

std::size_t pairs_of(const Counts& caps) {
    std::size_t pairs = 1;
    for (const int cap : caps) pairs *= static_cast<std::size_t>((cap + 1) * (cap + 2) / 2);
    return pairs;
}

}  // namespace

NeedTables::NeedTables(const Tables& tables) {
    const Parts& parts = tables.parts;
    types.resize(static_cast<std::size_t>(parts.types()));
    unsigned all_sizes = 0;
    for (int id = 0; id < tables.melds.size(); ++id) all_sizes |= 1u << tables.melds[id].size;
    std::uint64_t exactly = 1;
    for (std::size_t p = 0; p < 64; ++p) {
        for (std::size_t i = 0; i < kMostNew; ++i) {
            if (i <= p) sums_from[i] |= exactly;
            if (i >= p) sums_to[i] |= exactly;
        }
        std::uint64_t next = 0;
        for_each_bit(all_sizes, [&](int size) { next |= exactly << size; });
        exactly = next;
    }
    std::size_t pairs = 0;
    for (int t = 0; t < parts.types(); ++t) {
        Type& type = types[static_cast<std::size_t>(t)];
        const Counts& caps = parts.type(t).caps;
        for (std::size_t i = 0; i < kPartKinds; ++i) type.caps[i] = static_cast<std::uint8_t>(caps[i]);
        type.places.assign(Parts::kIndices, {});
        std::uint32_t start = 0;
        each_counts(caps, [&](const Counts& hand) {
            const unsigned index = Parts::index_of(hand);
            Type::Place& place = type.places[index];
            place.start = start;
            unsigned spares = 1;
            for (std::size_t i = 0; i < kPartKinds; ++i) {
                place.stride[i] = static_cast<std::uint16_t>(spares);
                spares *= static_cast<unsigned>(caps[i] - hand[i] + 1);
            }
            start += spares;
            if ((tables.ok[static_cast<std::size_t>(t) * Parts::kIndices + index] & Tables::kComplete) == 0) return;
            type.targets.emplace_back();
            for (std::size_t i = 0; i < kPartKinds; ++i) type.targets.back()[i] = static_cast<std::uint8_t>(hand[i]);
        });
        pairs += pairs_of(caps);
        if (pairs <= kMostPairs) {
            make_pairs(type, parts.type(t));
        } else {
            pairs -= pairs_of(caps);
        }
        unsigned sizes = 0;
        const Board none = type.entry(0, Parts::index_of(caps)).all;
        for (int r = 1; r < kBoardSide; ++r) sizes |= static_cast<unsigned>(none >> (kBoardSide * r) & 1) << r;
        filling |= sizes;
    }
    for (Type& type : types) make_few(type);
    for (int p = 0; p < parts.count(); ++p)
        type_of[static_cast<std::size_t>(p)] = &types[static_cast<std::size_t>(parts.type_of(p))];
    make_covers(tables);
    make_crossing(tables);
}

void NeedTables::make_crossing(const Tables& tables) {
    for (const Tables::Crossing& meld : tables.crossing) {
        Crossing entry{meld.cards, meld.touched, meld.cards.total()};
        entry.others = static_cast<std::uint32_t>(others.size());
        for (int id = 0; id < tables.melds.size() && others.size() < kMostOthers; ++id) {
            const Cards& other = tables.parts.meld(id);
            if (tables.melds[id].size != entry.size) continue;
            const bool plainer = other.twice() == 0 && !meld.single;
            if (id == meld.id || !(tables.parts.is_local(id) || plainer)) continue;
            const Cards kept = meld.cards & other;
            if (kept.total() <= covered[static_cast<std::size_t>(entry.size)]) continue;
            const Cards lacks = other - kept;
            if (lacks.thrice() != 0) continue;  // more than `twice` can express
            others.push_back({kept, lacks.some(), lacks.twice()});
        }
        entry.others_end = static_cast<std::uint32_t>(others.size());
        crossing.push_back(entry);
        shares_two &= covered[static_cast<std::size_t>(entry.size)] >= 1;
    }
    const std::size_t words = (crossing.size() + 63) / 64;
    holding.assign(2 * 64 * words, 0);
    wants_three.assign(words, 0);
    for (std::size_t i = 0; i < crossing.size(); ++i) {
        const Cards& cards = crossing[i].cards;
        if (covered[static_cast<std::size_t>(crossing[i].size)] >= 2 && cards.thrice() == 0)  // `holding` counts to two
            wants_three[i / 64] |= std::uint64_t{1} << i % 64;
        for (const int copies : {1, 2}) {
            for_each_bit(copies == 1 ? cards.some() : cards.twice(), [&](int kind) {
                holding[holding_at(kind, copies) * words + i / 64] |= std::uint64_t{1} << i % 64;
            });
        }
    }
}

// The best melds of a pair (hand and spare cards) are either none, or some meld and the best melds of the rest.
void NeedTables::make_pairs(Type& type, const Parts::Type& source) const {
    type.pairs.assign(pairs_of(source.caps), {});
    each_pair(type, source, [&](const Counts& hand, const Counts&, std::uint32_t place, std::span<const Case> cases) {
        Board board = sum(hand) < kBoardSide ? Board{1} << sum(hand) : 0;
        for (const Case& by : cases) board |= type.pairs[by.place].all << (kBoardSide * by.lacking);
        type.pairs[place].all = board::lean(board);
    });
}

NeedTables::Entry NeedTables::Type::entry(unsigned hand, unsigned spare) const noexcept {
    if (!pairs.empty()) return pairs[place(hand, spare)];
    Board board = 0;
    each_target(hand, spare, [&](int lacking, int left) {
        if (lacking < kBoardSide && left < kBoardSide) board |= Board{1} << (kBoardSide * lacking + left);
    });
    board = board::lean(board);
    return {board, board};
}

void NeedTables::make_few(Type& type) const {
    const auto few = [&](Board all) {
        Board filled = 0;
        for (int r = 1; r < kBoardSide; ++r) {
            if ((filling >> r & 1) != 0) filled |= all << (kBoardSide * r);
        }
        return all & ~(filled | board::behind(filled));
    };
    for (Entry& entry : type.pairs) {
        entry.few = few(entry.all);
        type.pairs_weight.push_back(static_cast<std::uint8_t>(board::weight(entry.all)));
    }
    type.whole_weight.assign(Parts::kIndices, 0);
    Counts caps{};
    for (std::size_t i = 0; i < kPartKinds; ++i) caps[i] = type.caps[i];
    type.whole.assign(Parts::kIndices, {});
    each_counts(caps, [&](const Counts& hand) {
        const unsigned index = Parts::index_of(hand);
        Entry entry = type.entry(index, Parts::index_of(minus(caps, hand)));
        entry.few = few(entry.all);
        type.whole[index] = entry;
        type.whole_weight[index] = static_cast<std::uint8_t>(board::weight(entry.all));
    });
    type.robust = filling != 0;
    each_counts(caps, [&](const Counts& spare) {
        const int gone = sum(caps) - sum(spare);
        if (gone >= kBoardSide) return;
        const Board all = type.entry(0, Parts::index_of(spare)).all;
        for (int r = 1; r + gone < kBoardSide; ++r) {
            if ((filling >> r & 1) != 0) type.robust &= (all >> (kBoardSide * r) & 1) != 0;
        }
    });
}

// A crossing meld that takes only c cards of the hand achieves no more than c or more local melds that take one card
// each, if its size is the sum of their sizes.
void NeedTables::make_covers(const Tables& tables) {
    std::array<int, kMaxMeldSize + 1> pieces{};  // the most local melds with this total number of cards
    pieces.fill(-1);
    pieces[0] = 0;
    unsigned local = 0;
    for (int id = 0; id < tables.melds.size(); ++id) {
        if (tables.parts.is_local(id)) local |= 1u << tables.melds[id].size;
    }
    for (std::size_t size = 1; size < pieces.size(); ++size) {
        for (std::size_t piece = 1; piece <= size; ++piece) {
            if ((local >> piece & 1) != 0 && pieces[size - piece] >= 0)
                pieces[size] = std::max(pieces[size], pieces[size - piece] + 1);
        }
        covered[size] = static_cast<std::int8_t>(pieces[size]);
    }
    unsigned sizes = 0;
    for (const Tables::Crossing& meld : tables.crossing) sizes |= 1u << meld.cards.total();
    for (int size = 1; size <= kMaxMeldSize; ++size) {
        for (int taken = 0; (sizes >> size & 1) != 0 && taken <= covered[static_cast<std::size_t>(size)]; ++taken) {
            if (size - taken < kBoardSide) covers.add(taken, size - taken);
        }
    }
}

const NeedTables& Tables::needs() const {
    return *needs_.get([&] { return std::make_shared<const NeedTables>(*this); });
}

}  // namespace uneri::namima
