#include "uneri/games/namima/hands/distance/hub_boards.hpp"

#include <algorithm>

#include "uneri/games/namima/hands/distance/pairs.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

// Steps to make the tables of all kinds of leaf, about: a few milliseconds' worth.
constexpr std::size_t kMostSteps = std::size_t{1} << 24;
constexpr std::size_t kMostTakes = std::size_t{1} << 18;  // 4 MB

std::uint32_t hub_counts(const Counts& counts) {
    std::uint32_t packed = 0;
    for (std::size_t i = 0; i < kPartKinds; ++i) packed |= static_cast<std::uint32_t>(counts[i]) << (4 * i);
    return packed;
}

}  // namespace

// A part, and the vectors of its hub.
class HubBoards::Leaf {
public:
    Leaf(const Tables& tables, const NeedTables& of, const Hubs::Group& group, int number)
        : from_hub(counts_in(tables.deck, group.hub)), needs(of), caps_(counts_in(tables.deck, number)) {
        for (const Counts& counts : CountVectors(caps_)) {
            Target target{counts, {}};
            tables.hubs->each_taken(number, targets_.size(), [&](unsigned vector) {
                target.taken.push_back(static_cast<std::uint8_t>(vector));
            });
            takes_ += target.taken.size();
            targets_.push_back(std::move(target));
        }
    }

    std::size_t steps() const noexcept { return targets_.size() * (takes_ + from_hub.size() * from_hub.size()); }
    bool same_as(const Leaf& other) const noexcept {
        return caps_ == other.caps_ && from_hub.caps() == other.from_hub.caps() && targets_ == other.targets_;
    }

    // visit(cards of the part, boards by what is taken of the hub, all spare cards being there).
    template <class Visit>
    void each_hand(Visit&& visit) const {
        std::vector<Board> boards(from_hub.size());
        for (const auto& [hand, unused] : targets_) {
            if (sum(hand) > kMostCards) continue;
            std::fill(boards.begin(), boards.end(), 0);
            for (const Target& target : targets_) {
                const Taking made(target.counts, hand);
                const int left = sum(made.rest);
                if (made.lacking >= kBoardSide || left >= kBoardSide) continue;
                for (const std::uint8_t vector : target.taken)
                    boards[vector] |= Board{1} << (kBoardSide * made.lacking + left);
            }
            visit(Parts::index_of(hand), boards);
        }
    }

    CountVectors from_hub;
    const NeedTables& needs;

private:
    struct Target {
        Counts counts{};
        std::vector<std::uint8_t> taken;  // numbers of vectors of the hub that melds use up with these counts
        bool operator==(const Target&) const = default;
    };

    Counts caps_;
    std::vector<Target> targets_;
    std::size_t takes_ = 0;
};

HubBoards::HubBoards(const Tables& tables, const NeedTables& needs) {
    for (const auto& [taken, lacking] : needs.covers.all()) {
        if (lacking >= 2 * taken) covers_.add(taken, lacking);  // fewer than NeedTables: Question::trusted
    }
    std::vector<Leaf> leaves;
    std::size_t steps = 0;
    for (const Hubs::Group& group : tables.hubs->groups()) {
        if (needs.type_of[static_cast<std::size_t>(group.hub)]->pairs.empty()) return;
        for_each_bit(group.leaves, [&](int part) {
            Leaf leaf(tables, needs, group, part);
            const auto same =
                std::find_if(leaves.begin(), leaves.end(), [&](const Leaf& other) { return leaf.same_as(other); });
            range_of_[static_cast<std::size_t>(part)] =
                static_cast<std::uint32_t>((same - leaves.begin()) * Parts::kIndices);
            if (same != leaves.end()) return;
            steps += leaf.steps();
            leaves.push_back(std::move(leaf));
        });
    }
    if (leaves.empty() || steps > kMostSteps) return;
    for (const Leaf& leaf : leaves) {
        add(leaf);
        if (takes_.size() > kMostTakes) return;
    }
    made_ = true;
}

void HubBoards::add(const Leaf& leaf) {
    const auto vectors = leaf.from_hub.size();
    std::vector<std::uint32_t> packed;
    for (const Counts& counts : leaf.from_hub) packed.push_back(hub_counts(counts));
    const auto closed = [&](Board from) { return covers_.of(leaf.needs.fill_all(from)); };
    std::vector<Board> reached(vectors);  // with less of the hub, too
    std::vector<Take> lacking;
    const std::size_t first_range = ranges_.size();
    ranges_.resize(first_range + Parts::kIndices);
    leaf.each_hand([&](unsigned index, const std::vector<Board>& boards) {
        Range& range = ranges_[first_range + index];
        range.first = static_cast<std::uint32_t>(takes_.size());
        lacking.clear();
        for (std::size_t v = 0; v < vectors; ++v) {
            Board less = 0;
            for (std::size_t i = 0; i < kPartKinds; ++i) {
                Counts one{};
                one[i] = 1;
                if (leaf.from_hub[v][i] > 0)
                    less |= board::move(reached[leaf.from_hub.number(minus(leaf.from_hub[v], one))], 1);
            }
            const auto besides = [](Board from, Board known) {
                return board::lean(from) & ~(known | board::behind(known));
            };
            less = closed(less);
            const Board board = besides(boards[v], less);
            if (v > 0 && board != 0) takes_.push_back({packed[v], board});
            reached[v] = closed(less | board);
            for (std::size_t all = v + 1; all < vectors; ++all) {
                const int lacks = sum(leaf.from_hub[all]) - sum(leaf.from_hub[v]);
                if (lacks >= kBoardSide || !within(leaf.from_hub[v], leaf.from_hub[all])) continue;
                const Board more = besides(boards[all] << (kBoardSide * lacks), reached[v]);
                if (more != 0) lacking.push_back({packed[v] | (packed[all] - packed[v]) << kHubBits, more});
            }
        }
        range.lacking = static_cast<std::uint32_t>(takes_.size());
        takes_.insert(takes_.end(), lacking.begin(), lacking.end());
        range.last = static_cast<std::uint32_t>(takes_.size());
    });
}

}  // namespace uneri::namima
