// Counts action paths.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "uneri/engine/any_game.hpp"
#include "uneri/engine/parallel.hpp"

namespace uneri {

// How actions are found: listed by the game, or each id asked for by itself. The two share no rule.
enum class Finding { kListed, kAsked };

// The number of paths of exactly `depth` actions; chance outcomes count as actions. Paths that end earlier are not
// counted. Only the calling thread polls `progress`.
class Perft {
public:
    Perft(const AnyGame& game, Finding finding, Progress& progress, bool is_caller)
        : game_(game), finding_(finding), progress_(progress), is_caller_(is_caller) {}

    static void find(const AnyGame& game, Finding finding, const std::byte* s, AnyActions& list) {
        if (finding == Finding::kListed) return game.legal_actions(s, list);
        list.clear();
        const auto& limits = game.limits();
        const auto end = game.player(s) == kChance ? limits.chance_outcomes : limits.actions;
        for (Action a = 0; a < static_cast<Action>(end); ++a) {
            if (game.is_legal(s, a)) list.push_back(a);
        }
    }

    // Not recursive: paths can be long and a thread's stack small.
    std::uint64_t count(const std::byte* s, int depth) {
        if (depth == 0) return 1;
        std::uint64_t nodes = 0;
        if (!visit(s, depth, nodes)) return 0;
        while (height_ > 0) {
            Node& node = way_[height_ - 1];
            if (node.next == open_.size()) {
                open_.resize(node.first);
                --height_;
                continue;
            }
            AnyState next = game_.copy(node.state);
            game_.apply(next, open_[node.next++]);
            if (!visit(next, depth - static_cast<int>(height_), nodes)) return 0;
        }
        return nodes;
    }

private:
    struct Node {
        KeptState state;
        std::size_t first = 0;  // index of its first action in open_; they end where the next node's begin
        std::size_t next = 0;   // index of the action to take next
    };

    // Counts a node's actions at the last level, else pushes the node. False if stopped.
    bool visit(const std::byte* s, int depth, std::uint64_t& nodes) {
        if (depth == 1 && finding_ == Finding::kListed) {
            nodes += static_cast<std::uint64_t>(game_.num_legal_actions(s));
            return true;
        }
        if (stop()) return false;
        find(game_, finding_, s, list_);
        if (depth == 1) {
            nodes += list_.size();
            return true;
        }
        if (way_.size() == height_) way_.push_back({KeptState(game_.state_bytes())});
        Node& node = way_[height_++];
        game_.copy(s, node.state);
        node.first = node.next = open_.size();
        open_.insert(open_.end(), list_.begin(), list_.end());
        return true;
    }
    bool stop() {
        if (++visits_ % 4096 == 0 && is_caller_) progress_.poll();
        return progress_.stopped();
    }
    const AnyGame& game_;
    Finding finding_;
    Progress& progress_;
    bool is_caller_;
    std::uint64_t visits_ = 0;
    AnyActions list_;        // of the current node
    std::vector<Node> way_;  // from the root to it: the first height_ entries
    std::size_t height_ = 0;
    std::vector<Action> open_;  // of the nodes on the path
};

using Divided = std::vector<std::pair<Action, std::uint64_t>>;

// perft by first action, ascending; nothing if stopped. Work is split two actions deep, so that threads have enough
// pieces. A piece holds its actions but no state, since there can be a million pieces.
inline std::optional<Divided> perft_divide(const AnyGame& game, const std::byte* root, int depth, int threads,
                                           const Tick& tick, Finding finding = Finding::kListed) {
    struct Piece {
        std::uint32_t first;  // index of the first action
        Action second;        // -1: the piece is one action deep
        std::uint64_t nodes;
    };
    Divided divided;
    std::vector<Piece> pieces;
    AnyActions list;
    Perft::find(game, finding, root, list);
    for (const Action a : list) {
        const auto first = static_cast<std::uint32_t>(divided.size());
        divided.emplace_back(a, 0);
        if (depth < 3) {
            pieces.push_back({first, -1, 0});
            continue;
        }
        AnyState next = game.copy(root);
        game.apply(next, a);
        AnyActions second;
        Perft::find(game, finding, next, second);
        for (const Action b : second) pieces.push_back({first, b, 0});
    }
    Progress progress(pieces.size(), tick);
    const auto work = [&](std::uint64_t from, std::uint64_t to, bool is_caller) {
        Perft perft(game, finding, progress, is_caller);
        for (auto i = static_cast<std::size_t>(from); i < to; ++i) {
            AnyState s = game.copy(root);
            game.apply(s, divided[pieces[i].first].first);
            if (pieces[i].second >= 0) game.apply(s, pieces[i].second);
            pieces[i].nodes = perft.count(s, depth - (pieces[i].second >= 0 ? 2 : 1));
        }
    };
    constexpr int kLong = 4;  // a piece of more actions may take long
    const Split split = depth > kLong ? Split::kAtOnce : Split::kIfLong;
    if (!run_chunks(pieces.size(), 1, threads, progress, work, split)) return std::nullopt;
    for (const Piece& piece : pieces) divided[piece.first].second += piece.nodes;
    return divided;
}

inline std::optional<std::uint64_t> perft(const AnyGame& game, const std::byte* root, int depth, int threads,
                                          const Tick& tick, Finding finding = Finding::kListed) {
    if (depth == 0) return 1;
    const std::optional<Divided> divided = perft_divide(game, root, depth, threads, tick, finding);
    if (!divided) return std::nullopt;
    std::uint64_t nodes = 0;
    for (const auto& [action, count] : *divided) nodes += count;
    return nodes;
}
// Of a game's own type.
template <Game G>
std::optional<std::uint64_t> perft(const G& game, const typename G::State& root, int depth, int threads,
                                   const Tick& tick) {
    return perft(AnyGame::of(game), AnyState(root), depth, threads, tick);
}

}  // namespace uneri
