#include "uneri/games/namima/hands/tables.hpp"

#include <algorithm>

#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

namespace {

// Equal parts share a table, to keep the tables in the fastest cache.
template <class T>
std::uint32_t add_shared(std::vector<T>& all, const std::vector<T>& table) {
    const auto same = std::search(all.begin(), all.end(), table.begin(), table.end());
    const auto start = static_cast<std::uint32_t>(same - all.begin());
    if (same == all.end()) all.insert(all.end(), table.begin(), table.end());
    return start;
}

unsigned kinds_in(const Counts& counts) noexcept {
    unsigned kinds = 0;
    for (std::size_t i = 0; i < kPartKinds; ++i) kinds |= static_cast<unsigned>(counts[i] != 0) << i;
    return kinds;
}

}  // namespace

// The constructor's arguments, read part by part.
class Hubs::Counted {
public:
    Counted(const Parts& parts, const Cards& deck, std::span<const Cards> crossing,
            std::span<const std::uint8_t> local_complete)
        : parts_(parts), deck_(deck), crossing_(crossing), local_ok_(local_complete) {}

    CountVectors vectors(int part) const { return CountVectors(counts_in(deck_, part)); }
    bool ok(int part, const Counts& counts) const {
        const auto type = static_cast<std::size_t>(parts_.type_of(part));
        return (local_ok_[type * Parts::kIndices + Parts::index_of(counts)] & 1) != 0;
    }
    struct Joint {
        Counts own;
        unsigned from_hub;
    };
    std::vector<Joint> joints(int part, int hub, const CountVectors& vectors_of_hub) const {
        std::vector<Joint> out;
        for (const Cards& meld : crossing_) {
            if ((Parts::touched(meld) >> part & 1) != 0)
                out.push_back({counts_in(meld, part), vectors_of_hub.number(counts_in(meld, hub))});
        }
        return out;
    }

private:
    const Parts& parts_;
    const Cards& deck_;
    std::span<const Cards> crossing_;
    std::span<const std::uint8_t> local_ok_;
};

Hubs::Hubs(const Parts& parts, const Cards& deck, std::span<const Cards> crossing,
           std::span<const std::uint8_t> local_complete) {
    const Counted counted(parts, deck, crossing, local_complete);
    std::vector<unsigned> found;  // groups of parts, as bits; the last part of a group is in all its crossing melds
    for (const unsigned group : parts.groups()) {
        if (std::has_single_bit(group)) continue;
        unsigned common = group;
        for (const Cards& meld : crossing) {
            const unsigned touched = Parts::touched(meld);
            if ((touched & group) == 0) continue;
            if (std::popcount(touched) != 2) return;
            common &= touched;
        }
        if (common == 0 || std::bit_width(common) != std::bit_width(group)) return;
        found.push_back(group);
    }
    if (found != std::vector<unsigned>{0x155, 0x2AA}) return;
    for (const int hub : {8, 9}) {
        if (counted.vectors(hub).size() > kMostVectors) return;
    }
    for (const int hub : {8, 9}) {
        add_hub(counted, hub);
        for (int part = hub - 8; part < hub; part += 2) add_leaf(counted, part, hub);
    }
}

// For each vector of a hub: the vectors within it whose removal leaves only cards that local melds of the hub use up.
void Hubs::add_hub(const Counted& counted, int hub) {
    const CountVectors vectors = counted.vectors(hub);
    std::vector<Set> enough(vectors.size());
    for (std::size_t all = 0; all < vectors.size(); ++all) {
        for (unsigned some = 0; some < vectors.size(); ++some) {
            if (within(vectors[some], vectors[all]) && counted.ok(hub, minus(vectors[all], vectors[some])))
                enough[all] |= Set::bit(some);
        }
    }
    add_singles(counted, hub, hub, enough);
}

void Hubs::add_leaf(const Counted& counted, int part, int hub) {
    const CountVectors from_hub = counted.vectors(hub);
    const CountVectors own = counted.vectors(part);
    const auto joints = counted.joints(part, hub, from_hub);
    std::vector<Set> room;  // by joint: the vectors that may have been taken before it
    for (const auto& joint : joints) {
        const std::size_t rest = from_hub.number(minus(from_hub.caps(), from_hub[joint.from_hub]));
        Set fits;
        for (unsigned before = 0; before < from_hub.size(); ++before) {
            if (within(from_hub[before], from_hub[rest])) fits |= Set::bit(before);
        }
        room.push_back(fits);
    }
    std::vector<Set> takes;
    for (std::size_t at = 0; at < own.size(); ++at) {
        Set set{counted.ok(part, own[at]) ? 1u : 0u, 0};
        for (std::size_t i = 0; i < joints.size(); ++i) {
            if (within(joints[i].own, own[at]))
                set |= (takes[own.number(minus(own[at], joints[i].own))] & room[i]) << joints[i].from_hub;
        }
        takes.push_back(set);
    }
    add_singles(counted, part, hub, takes);
}

void Hubs::add_singles(const Counted& counted, int part, int hub, std::span<const Set> sets) {
    const CountVectors of_hub = counted.vectors(hub);
    // By set of kinds: the vector with one card of each, and the vectors with any number of each.
    std::array<Set, 16> one_each{};
    std::array<Set, 16> any{};
    for (std::size_t vector = 0; vector < of_hub.size(); ++vector) {
        const unsigned there = kinds_in(of_hub[vector]);
        if (sum(of_hub[vector]) == std::popcount(there)) one_each[there] = Set::bit(static_cast<unsigned>(vector));
        for (unsigned kinds = 0; kinds < 16; ++kinds) {
            if ((there & ~kinds) == 0) any[kinds] |= Set::bit(static_cast<unsigned>(vector));
        }
    }
    std::vector<std::uint32_t> entries;
    for (const Set set : sets) {
        std::uint32_t entry = 0;
        for (unsigned kinds = 0; kinds < 16; ++kinds) {
            entry |= static_cast<std::uint32_t>(!(set & any[kinds]).empty()) << kinds;
            entry |= static_cast<std::uint32_t>(!(set & one_each[kinds]).empty()) << (16 + kinds);
        }
        entries.push_back(entry);
    }
    singles_start[static_cast<std::size_t>(part)] = add_shared(singles, entries);
}

namespace {

constexpr std::uint64_t kLine = 0x0101'0101'0101'0101;

// Every crossing meld has single cards of one line, so its kinds identify it. It is enough to count the melds.
bool all_sets(const Parts& parts, std::span<const Cards> crossing, unsigned sizes) {
    for (int line = 0; line < 8; ++line) {
        const std::uint64_t kinds = parts.kind_bits() & kLine << line;
        for (int size = 2; sizes >> size != 0; ++size) {
            if ((sizes >> size & 1) == 0) continue;
            int sets = 1;
            for (int i = 0; i < size; ++i) sets = sets * (std::popcount(kinds) - i) / (i + 1);
            const auto found = std::count_if(crossing.begin(), crossing.end(), [&](const Cards& meld) {
                return (meld.b0 & ~kinds) == 0 && std::popcount(meld.b0) == size;
            });
            if (found != sets) return false;
        }
    }
    return true;
}

}  // namespace

Lines::Lines(const Parts& parts, std::span<const Cards> crossing, std::span<const std::uint8_t> local_complete,
             std::span<const std::uint32_t> mendable) {
    unsigned found = 0;
    for (const Cards& meld : crossing) {
        if (meld.twice() != 0 || (meld.b0 & ~(kLine << std::countr_zero(meld.b0) % 8)) != 0) return;
        found |= 1u << std::popcount(meld.b0);
    }
    if (found == 0 || !all_sets(parts, crossing, found)) return;
    sizes = found;
    least = std::countr_zero(sizes);
    for (int t = 0; t < parts.types(); ++t) {
        const std::uint8_t* ok = local_complete.data() + static_cast<std::size_t>(t) * Parts::kIndices;
        each_counts(parts.type(t).caps, [&](const Counts& counts) {
            std::uint32_t sets = 0;
            for (unsigned kinds = 0; kinds < 16; ++kinds) {
                Counts taken{};
                for_each_bit(kinds, [&](int i) { taken[static_cast<std::size_t>(i)] = 1; });
                if (within(taken, counts)) sets |= (ok[Parts::index_of(minus(counts, taken))] & 1u) << kinds;
            }
            spare.push_back((mendable[spare.size()] & 0xFFFF) | sets << 16);
        });
    }
}

}  // namespace uneri::namima
