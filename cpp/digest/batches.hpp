// A batch of games with opponents: its rows and its bytes.
#pragma once

#include "digest/walks.hpp"
#include "uneri/engine/batch_bytes.hpp"

namespace uneri::digest {

template <Game G>
Digest batch(const PlainData::Map& rules) {
    const AnyGame game = game_of<G>(rules);
    Digest digest;
    for (const Numbers numbers : {Numbers::kFloat32, Numbers::kUint8}) {
        BatchSettings settings;
        settings.lanes = 40;
        settings.numbers = numbers;
        settings.opponents.seat = Opponents::kAnySeat;
        settings.opponents.players.assign(static_cast<std::size_t>(game.limits().players) - 1, Opponent::kRandom);
        Batch batch(game, settings);
        for (std::size_t i = 0; i < batch.size(); ++i) batch.seed_lane(i, lane_seed(11, i));
        for (int step = 0; step < 20; ++step) {
            batch.step_random(1);
            const auto add = [&](const auto& rows) {
                for (std::size_t i = 0; i < rows.size(); ++i) digest.add(rows[i]);
            };
            add(batch.num_legal);
            add(batch.actions);
            add(batch.rewards);
            add(batch.mask);
            if (step % 5 > 0) continue;
            numbers == Numbers::kFloat32 ? add(batch.observation) : add(batch.observation_bytes);
            digest.add(save_lanes(batch).bytes());
        }
    }
    return digest;
}

}  // namespace uneri::digest
