// Who plays the other seats of a learner's game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "uneri/base/rng.hpp"

namespace uneri {

enum class Opponent : std::uint8_t { kRandom, kGreedy, kAsked };  // kAsked: somebody outside of the core

// Who may play a seat: of several, one is drawn for each game.
struct Place {
    struct Member {
        Opponent player = Opponent::kRandom;
        std::int32_t number = -1;  // of the one that is asked
    };

    std::vector<Member> members;
    std::vector<double> sums;  // of the weights, up to each member; empty: there is one member, and nothing is drawn
};

struct Opponents {
    static constexpr int kAnySeat = -1;

    std::vector<Opponent> players;  // one per other seat, in order after the learner; empty: the caller plays all,
    std::vector<Place> places;      // ... or, one per other seat, these do
    int seat = 0;                   // the learner's; kAnySeat: drawn for each game

    bool empty() const noexcept { return players.empty() && places.empty(); }
    bool has_places() const noexcept { return !places.empty(); }
    bool has_greedy() const noexcept {
        const auto is_greedy = [](const Place& place) {
            return std::any_of(place.members.begin(), place.members.end(),
                               [](const Place::Member& member) { return member.player == Opponent::kGreedy; });
        };
        return std::find(players.begin(), players.end(), Opponent::kGreedy) != players.end() ||
               std::any_of(places.begin(), places.end(), is_greedy);
    }
};

// The generator of a game's opponents: draws the learner's seat if asked to, then random players' choices. Its stream
// index is one that no episode has, so it shares no numbers with the lane's later games.
constexpr SplitMix64 opponents_stream(std::uint64_t game_seed) noexcept {
    return stream(game_seed, std::uint64_t{1} << 63);
}

}  // namespace uneri
