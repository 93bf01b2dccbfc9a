// Fuzzing any game: bytes in, and whatever is accepted must be playable.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "uneri/engine/envelope.hpp"
#include "uneri/engine/playout.hpp"

namespace uneri::fuzz {

inline void require(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "fuzz: broken promise: %s\n", what);
    std::abort();
}

// A state out of nothing but packed bytes (no checksum in the way): refused, or valid and playable to the end.
template <Game G>
void unpack(const G& game, std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    const Result<typename G::State> read = game.unpack(in);
    if (!read) return;
    require(!game.validate(*read), "an unpacked state is valid");
    ByteWriter out;
    game.pack(*read, out);
    require(std::equal(out.bytes().begin(), out.bytes().end(), bytes.begin()), "packing gives the same bytes again");
    typename G::State s = *read;
    SplitMix64 rng(bytes.size());
    for (int seat = 0; seat < game.limits().players; ++seat) {
        require(!game.validate(game.resample(s, seat, rng)), "a resampled state is valid");
    }
    play_out(game, s, rng);
}

// Bytes choose the actions of a game from its start: every state on the way is valid, every list keeps its bound.
template <Game G>
void actions(const G& game, std::span<const std::uint8_t> bytes) {
    typename G::State s = game.initial();
    typename G::Actions list;
    for (const std::uint8_t byte : bytes) {
        if (game.player(s) == kTerminal) break;
        game.legal_actions(s, list);
        require(!list.empty(), "a node has a legal action");
        const Limits limits = game.limits();
        const int most = game.player(s) == kChance ? limits.chance_outcomes : limits.legal_actions;
        require(list.size() <= static_cast<std::size_t>(most), "the bound of legal actions holds");
        const Action a = list[byte % list.size()];
        require(game.is_legal(s, a), "a listed action is legal");
        game.apply(s, a);
        require(!game.validate(s), "a state met in play is valid");
    }
}

// The first half of the bytes plays; in the state reached, the second half overwrites packed bytes by pairs of place
// and value. What is still accepted must be as good as any other state.
template <Game G>
void patched(const G& game, std::span<const std::uint8_t> bytes) {
    typename G::State s = game.initial();
    typename G::Actions list;
    const std::size_t half = bytes.size() / 2;
    for (const std::uint8_t byte : bytes.first(half)) {
        if (game.player(s) == kTerminal) break;
        game.legal_actions(s, list);
        game.apply(s, list[byte % list.size()]);
    }
    ByteWriter out;
    game.pack(s, out);
    std::vector<std::uint8_t> packed(out.bytes().begin(), out.bytes().end());
    for (std::size_t i = half; i + 1 < bytes.size() && i < half + 8; i += 2)
        packed[bytes[i] % packed.size()] = bytes[i + 1];
    unpack(game, std::span<const std::uint8_t>(packed));
}

// Text: parsed to an id whose canonical text is parsed to the same id, or refused.
template <Game G>
void notation(const G& game, std::span<const std::uint8_t> bytes) {
    const std::string text(bytes.begin(), bytes.end());
    const Result<Action> a = game.parse_action(text);
    if (!a) return;
    require(*game.parse_action(game.action_text(0, *a)) == *a, "canonical text names the same action");
}

// The first byte chooses the target, the second one of the games.
template <Game G>
void run(std::span<const G> games, std::span<const std::uint8_t> bytes) {
    if (bytes.size() < 2 || games.empty()) return;
    const G& game = games[bytes[1] % games.size()];
    const std::span<const std::uint8_t> rest = bytes.subspan(2);
    switch (bytes[0] % 4) {
        case 0: return unpack(game, rest);
        case 1: return actions(game, rest);
        case 2: return patched(game, rest);
        default: return notation(game, rest);
    }
}

}  // namespace uneri::fuzz
