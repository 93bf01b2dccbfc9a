// Games played by seed, with everything that a caller can see of them.
#pragma once

#include "digest/digest.hpp"
#include "uneri/engine/envelope.hpp"
#include "uneri/engine/position.hpp"

namespace uneri::digest {

// The parts of a position that are slow to compute.
inline void add_views(Digest& digest, const AnyGame& game, const AnyPosition& position, std::vector<float>& tensor) {
    const int players = game.limits().players;
    const int seat = game.player(position.state) >= 0 ? game.player(position.state) : 0;
    const ByteWriter bytes = serialize(game, position);
    digest.add(bytes.bytes());
    const Result<AnyPosition> read = deserialize(game, bytes.bytes());
    digest.add(read && *read == position);
    digest.add(to_json(game.to_value(position.state, -1)));
    digest.add(to_json(game.to_value(position.state, seat)));
    for (int p = 0; p < players; ++p) {
        tensor.assign(tensor.size(), 0.0F);
        game.observe(position.state, p, tensor);
        digest.add(std::span<const float>(tensor));
    }
    const AnyPosition world = position.resampled(game, seat, 5);
    digest.add(serialize(game, world).bytes());
}

// A whole game: actions are random, now and then those of the heuristic player.
inline void add_walk(Digest& digest, const AnyGame& game, std::uint64_t seed) {
    const int players = game.limits().players;
    std::size_t features = 0;
    for (const Segment& segment : game.layout()) features += static_cast<std::size_t>(segment.size());
    std::vector<float> tensor(features);
    std::vector<double> rewards(static_cast<std::size_t>(players));
    AnyPosition position = new_position(game, seed);
    SplitMix64 rng(seed);
    AnyActions list;
    for (int step = 0; game.player(position.state) != kTerminal; ++step) {
        game.legal_actions(position.state, list);
        digest.add(game.player(position.state));
        digest.add(list.size());
        for (const Action each : list) digest.add(each);
        if (step % 64 == 0) add_views(digest, game, position, tensor);
        Action a = list[static_cast<std::size_t>(rng.below(list.size()))];
        if (game.has_greedy() && step % 8 == 0) a = game.greedy(position.state);
        if (step % 16 == 0) digest.add(game.action_text(position.state, a));
        position.apply(game, a);
        position.rewards(game, rewards.data());
        digest.add(std::span<const double>(rewards));
    }
    add_views(digest, game, position, tensor);
    game.returns(position.state, rewards.data());
    digest.add(std::span<const double>(rewards));
    digest.add(game.winners(position.state));
}

template <Game G>
AnyGame game_of(const PlainData::Map& options) {
    return AnyGame(*G::make(PlainData(options)));
}

template <Game G>
Digest walks(const std::vector<PlainData::Map>& rules, int games) {
    Digest digest;
    for (const PlainData::Map& options : rules) {
        const AnyGame game = game_of<G>(options);
        digest.add(game_text(game));
        for (int i = 0; i < games; ++i) add_walk(digest, game, static_cast<std::uint64_t>(i) + 1);
    }
    return digest;
}

}  // namespace uneri::digest
