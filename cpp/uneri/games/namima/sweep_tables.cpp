#include "uneri/games/namima/sweep_tables.hpp"

#include <algorithm>

#include "uneri/games/namima/part_counts.hpp"
#include "uneri/games/namima/tables.hpp"

namespace uneri::namima {
namespace {

using Part = SweepTables::Part;

constexpr std::size_t kMostMelds = 64;  // of a type of part

// The best targets of a hand and its spare cards hold some meld and the best targets of the rest, or nothing.
class Maker {
public:
    Maker(const NeedTables::Type& type, const Parts::Type& source, std::vector<Part>& out)
        : type_(type), source_(source), out_(out) {}

    void make() const {
        each_counts(source_.caps, [&](const Counts& all) {
            std::vector<const Counts*> fitting;
            for (const Counts& meld : source_.melds) {
                if (within(meld, all)) fitting.push_back(&meld);
            }
            each_counts(all, [&](const Counts& hand) { out_[place(all, hand)] = best(all, hand, fitting); });
        });
    }

private:
    std::size_t place(const Counts& all, const Counts& hand) const {
        return type_.place(Parts::index_of(hand), Parts::index_of(minus(all, hand)));
    }

    Part best(const Counts& all, const Counts& hand, const std::vector<const Counts*>& fitting) const {
        struct Case {
            const Part* rest;
            std::size_t lacking;
            unsigned kinds;
        };
        std::array<Case, kMostMelds> cases{};
        std::size_t size = 0;
        const int cards = sum(hand);
        Part out;
        out.least.fill(kFar);
        if (cards <= kLevel) out.least[static_cast<std::size_t>(kLevel - cards)] = 0;
        // What a case gives, lane by lane: the rest's, moved up by what is lacking.
        const auto given = [](const Case& by) {
            std::array<std::uint8_t, 2 * kLanes> moved;
            std::fill_n(moved.begin(), kLanes, kFar);
            std::copy_n(by.rest->least.begin(), kLanes, moved.begin() + static_cast<std::ptrdiff_t>(by.lacking));
            std::array<std::uint8_t, kLanes> lanes;
            for (std::size_t i = 0; i < kLanes; ++i) lanes[i] = static_cast<std::uint8_t>(moved[i] + by.lacking);
            return lanes;
        };
        const auto note = [&](const Case& by) {
            const auto lanes = given(by);
            for (std::size_t i = 0; i < kLanes; ++i) out.least[i] = std::min(out.least[i], lanes[i]);
        };
        const auto mark = [&](const Case& by) {
            const auto lanes = given(by);
            unsigned same = 0;
            for (std::size_t i = 0; i < kLanes; ++i)
                same |= static_cast<unsigned>(lanes[i] == out.least[i] && lanes[i] < kFar) << i;
            for_each_bit(same, [&](int lane) {
                const auto from = static_cast<std::size_t>(lane) - by.lacking;
                out.lacked |= (by.kinds | (by.rest->lacked >> (4 * from) & 15)) << (4 * lane);
            });
        };
        for (const Counts* meld : fitting) {
            Counts rest{};
            Counts left{};
            Case by{nullptr, 0, 0};
            for (std::size_t i = 0; i < kPartKinds; ++i) {
                rest[i] = std::max(0, hand[i] - (*meld)[i]);
                left[i] = all[i] - (*meld)[i];
                if ((*meld)[i] > hand[i]) {
                    by.lacking += static_cast<std::size_t>((*meld)[i] - hand[i]);
                    by.kinds |= 1u << i;
                }
            }
            by.rest = &out_[place(left, rest)];
            note(by);
            cases[size++] = by;
        }
        for (std::size_t i = 0; i < size; ++i) mark(cases[i]);
        int weight = kFar;
        for (int lane = 0; lane < kLanes; ++lane)
            weight = std::min(weight, 2 * out.least[static_cast<std::size_t>(lane)] - (lane - kLevel));
        out.weight = static_cast<std::uint8_t>(weight);
        return out;
    }

    const NeedTables::Type& type_;
    const Parts::Type& source_;
    std::vector<Part>& out_;
};

// Some meld takes cards, or one of them is left over.
std::vector<std::uint8_t> weights_of(const Parts::Type& type) {
    std::vector<std::uint8_t> weights(Parts::kIndices, 0);
    each_counts(type.caps, [&](const Counts& hand) {
        int least = sum(hand);
        for (const Counts& meld : type.melds) {
            Counts rest{};
            int weight = 0;  // cards that are lacking
            for (std::size_t i = 0; i < kPartKinds; ++i) {
                rest[i] = std::max(0, hand[i] - meld[i]);
                weight += std::max(0, meld[i] - hand[i]);
            }
            if (rest != hand) least = std::min(least, weight + weights[Parts::index_of(rest)]);
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

}  // namespace

SweepTables::SweepTables(const Tables& tables, const NeedTables& needs) {
    for (std::size_t t = 0; t < needs.types.size(); ++t) {
        if (needs.types[t].pairs.empty() || tables.parts.type(static_cast<int>(t)).melds.size() > kMostMelds) return;
    }
    order(tables);
    share(tables);
    find_stand_ins(tables);
    look_around(tables);
    for (int t = 0; t < tables.parts.types(); ++t) weights.push_back(weights_of(tables.parts.type(t)));
    parts.resize(needs.types.size());
    for (std::size_t t = 0; t < needs.types.size(); ++t) {
        parts[t].resize(needs.types[t].pairs.size());
        Maker(needs.types[t], tables.parts.type(static_cast<int>(t)), parts[t]).make();
    }
    find_swaps(tables);
    find_patterns(tables, needs);
}

void SweepTables::order(const Tables& tables) {
    for (const unsigned group : tables.parts.groups())
        for_each_bit(group, [&](int part) { layers.push_back({part, 0, 0, 0}); });
    unsigned before = 0;
    for (std::size_t at = 0; at < layers.size(); ++at) {
        Layer& layer = layers[at];
        const unsigned own = 1u << layer.part;
        layer.first = static_cast<std::uint32_t>(crossing.size());
        for (const Tables::Crossing& meld : tables.crossing) {
            if ((meld.touched & own) != 0 && (meld.touched & before) == 0)
                crossing.push_back({meld.cards, meld.touched, meld.cards.total(), meld.single, 0, 0, 0, 0, 0, 0});
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

// Those that keep most cards first, and of these such as have fewest others.
void SweepTables::find_stand_ins(const Tables& tables) {
    for (Crossing& meld : crossing) {
        std::vector<StandIn> found;
        const auto note = [&](const Cards& others) {
            const Cards kept_cards = meld.cards & others;
            const Cards more = others - kept_cards;
            if (kept_cards.empty() || more.b2 != 0) return;
            found.push_back({kept_cards, more.some() & ~more.twice(), more.twice() & ~more.thrice(), more.thrice()});
        };
        std::vector<int> near;  // local melds that share cards with it
        for (int id = 0; id < tables.melds.size() && near.size() < kMostStandIns; ++id) {
            if (!tables.parts.is_local(id) || tables.melds[id].size > meld.size) continue;
            if ((meld.cards & tables.parts.meld(id)).empty()) continue;
            near.push_back(id);
        }
        for (std::size_t i = 0; i < near.size(); ++i) {
            for (std::size_t j = i; j < near.size(); ++j) {
                const Cards& a = tables.parts.meld(near[i]);
                const Cards& b = tables.parts.meld(near[j]);
                if (tables.parts.touched(a) != tables.parts.touched(b) && a.total() + b.total() == meld.size)
                    note(a + b);
            }
        }
        const auto others = [](const StandIn& entry) {
            return std::popcount(entry.once) + 3 * std::popcount(entry.twice) + 5 * std::popcount(entry.thrice);
        };
        std::stable_sort(found.begin(), found.end(), [&](const StandIn& a, const StandIn& b) {
            const int more = a.kept.total() - b.kept.total();
            return more != 0 ? more > 0 : others(a) < others(b);
        });
        found.resize(std::min(found.size(), kMostStandIns));
        meld.stand_ins = static_cast<std::uint32_t>(stand_ins.size());
        stand_ins.insert(stand_ins.end(), found.begin(), found.end());
        meld.stand_ins_end = static_cast<std::uint32_t>(stand_ins.size());
    }
}

void SweepTables::look_around(const Tables& tables) {
    for_each_bit(tables.parts.kind_bits(), [&](int bit) {
        Around& entry = around[static_cast<std::size_t>(bit)];
        // For so many cards of the kind or more, by any melds and with a crossing meld.
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

}  // namespace uneri::namima
