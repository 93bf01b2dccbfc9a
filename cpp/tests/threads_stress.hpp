// Tests any game with several threads that use one game, one state and one batch at the same time. The first calls come
// at once, too, so that the threads compete for what a game makes on its first call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "tests/check.hpp"
#include "uneri/base/hash.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/batch_bytes.hpp"
#include "uneri/engine/batch_draw.hpp"
#include "uneri/engine/gate.hpp"
#include "uneri/engine/perft.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/engine/search/ismcts.hpp"

namespace uneri::test {

inline constexpr int kAskers = 3;

// Collects the results of threads, for comparison.
class Digest {
public:
    template <class T>
    void add(const T& value) {
        number_ = number_ * 0x100000001B3 + static_cast<std::uint64_t>(value);
    }
    template <class Items>
    void add_all(const Items& items) {
        for (const auto& item : items) add(item);
    }
    std::uint64_t number() const noexcept { return number_; }

private:
    std::uint64_t number_ = 0xCBF29CE484222325;
};

// Reads everything of a state that other threads read, too.
inline void read_state(const AnyGame& game, const AnyPosition& shared, Digest& found) {
    const KeptState& s = shared.state;
    const Limits limits = game.limits();
    AnyActions list;
    game.legal_actions(s, list);
    found.add_all(list);
    for (const Action a : list) found.add(game.is_legal(s, a));
    std::vector<float> tensor;
    for (const Segment& segment : game.layout())
        tensor.resize(tensor.size() + static_cast<std::size_t>(segment.size()));
    for (int seat = 0; seat < limits.players; ++seat) {
        game.observe(s, seat, tensor);
        for (const float number : tensor) found.add(number * 64);
        found.add(shared.resampled(game, seat, 11).state.hash());
        found.add(game.to_value(s, seat) == game.to_value(s, -1));
    }
    const Action last = list[list.size() - 1];
    found.add(*game.parse_action(s, game.action_text(s, last)) == last);
    ByteWriter out;
    game.pack(s, out);
    found.add_all(out.bytes());
    ByteReader in(out.bytes());
    found.add(*game.unpack(in) == s);
}

// Plays on from a state: by the heuristic player, at random, and along every path of some length.
inline void play_on(const AnyGame& game, const AnyPosition& shared, Digest& found) {
    const Tick none;
    const int players = game.limits().players;
    if (game.has_greedy()) {
        AnyPosition own = shared;
        for (int i = 0; i < 30 && game.player(own.state) >= 0; ++i) own.apply(game, game.greedy(own.state));
        found.add(own.hash());
    }
    std::vector<double> returns(static_cast<std::size_t>(players) * 48);
    std::vector<std::int32_t> lengths(48);
    playouts(game, shared.state, lengths.size(), 3, 2, none, returns.data(), lengths.data());
    found.add_all(lengths);
    found.add(*perft(game, shared.state, 2, 2, none));
}

// A search that follows the game for some decisions, with two trees in two threads.
inline void search_on(const AnyGame& game, const AnyPosition& shared, Digest& found) {
    SearchSettings settings;
    settings.sims = 24;
    settings.threads = 2;
    settings.trees = 2;
    settings.rollout = game.has_greedy() ? Rollout::kEpsilon : Rollout::kUniform;
    settings.epsilon = 0.2;
    settings.depth = 12;
    settings.own_trees = game.is_simultaneous();
    const Tick none;
    AnyPosition own = shared;
    InformationSetSearch search(game, own.state, settings);
    const int seat = search.seat();
    for (int i = 0; i < 12 && game.player(own.state) >= 0; ++i) {
        const int player = game.player(own.state);
        AnyActions list;
        game.legal_actions(own.state, list);
        Action a = list[0];
        if (player == seat) {
            SearchReport report;
            search.resume(own.state);
            search.run(none, report);
            a = report.best;
            found.add(report.simulations);
            found.add(report.reused);
        }
        found.add(a);
        search.follow(player, a, game.sight(own.state, a, seat));
        own.apply(game, a);
    }
}

// Batches of one game side by side, and one batch that all threads step in turn.
inline void check_batches(const AnyGame& game) {
    BatchSettings settings;
    settings.lanes = 96;
    settings.threads = 2;
    settings.numbers = Numbers::kUint8;
    settings.opponents.players.assign(static_cast<std::size_t>(game.limits().players) - 1,
                                      game.has_greedy() ? Opponent::kGreedy : Opponent::kRandom);
    settings.opponents.players[0] = Opponent::kRandom;
    settings.opponents.seat = Opponents::kAnySeat;
    const auto made = [&] {
        auto batch = std::make_unique<Batch>(game, settings);
        batch->by_chunks([&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) batch->seed_lane(i, lane_seed(5, i));
        });
        return batch;
    };
    const std::vector<float> logits(static_cast<std::size_t>(game.limits().actions));  // one row for all lanes
    const auto step = [&](Batch& batch) {
        batch.step_random(1);
        DrawnStep drawn(batch.size());
        return !step_by_logits(batch, {logits.data(), 0}, 1, drawn);
    };
    const auto bytes = [&](const Batch& batch) {
        const ByteWriter out = save_lanes(batch);
        return std::vector<std::uint8_t>(out.bytes().begin(), out.bytes().end());
    };
    const auto shared = made();
    Gate gate("batch", "nothing");
    std::vector<std::vector<std::uint8_t>> own(kAskers);
    std::vector<std::uint8_t> drew(kAskers, 1);
    at_once(kAskers, [&](int i) {
        const auto batch = made();
        for (int round = 0; round < 2 * kAskers; ++round) {
            if (!step(*batch)) drew[static_cast<std::size_t>(i)] = 0;
            if (round % kAskers != 0) continue;
            const Passage passage(gate, Passage::Use::kAll, pause_at_gate);
            if (!step(*shared)) drew[static_cast<std::size_t>(i)] = 0;
        }
        own[static_cast<std::size_t>(i)] = bytes(*batch);
    });
    for (const auto& found : own) CHECK(found == bytes(*shared));
    for (const auto one : drew) CHECK(one == 1);
}

template <Game G>
void check_among_threads(std::uint64_t seed) {
    const AnyGame game(*G::make(PlainData::Map{}));
    AnyPosition root = new_position(game, seed);
    AnyPosition next = root;
    for (int i = 0; i < 9 && game.player(next.state) >= 0; ++i) {  // to the middle of a game
        root = next;
        AnyActions list;
        game.legal_actions(root.state, list);
        next.apply(game, list[list.size() - 1]);
    }
    std::vector<std::uint64_t> found(kAskers);
    at_once(kAskers, [&](int i) {
        Digest digest;
        read_state(game, root, digest);
        play_on(game, root, digest);
        search_on(game, root, digest);
        found[static_cast<std::size_t>(i)] = digest.number();
    });
    for (const std::uint64_t one : found) CHECK(one == found[0]);
    check_batches(game);
}

}  // namespace uneri::test
