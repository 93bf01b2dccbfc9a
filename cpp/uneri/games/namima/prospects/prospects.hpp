// What each move of a hand is worth: the chance to have won by each of the next turns, and the expected points.
//
// The model has one player. Unseen cards come in random order without return. In a round each other seat discards one
// of them, then the player draws one. A win or a call with a discard succeeds with chance `calls`, and before each
// discard another seat wins with chance `rivals`. The player chooses what is best for the goal at the last turn; the
// dora suit and riichi don't exist. docs/prospects.md says what this leaves out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {

inline constexpr int kMostTurns = 20;
inline constexpr int kMostExchanges = 3;
// Hands to look at, at 1 to 3 us each. With exchanges 3/8 of them must do, or the question is asked with one less.
inline constexpr std::size_t kMostAsked = 40'000;

struct ProspectModel {
    int players = 4;
    int turns = 6;                           // own draws to come
    float calls = 0.85F;                     // 0: the player never calls or wins with a discard
    std::array<float, kMostTurns> rivals{};  // by round
    bool for_points = false;                 // the goal; if not, the chance to win
    int exchanges = -1;  // moves on a path that widen the acceptance at equal deficiency; -1: as many as are cheap
    int slack = 0;       // moves at the root may leave so much above the least deficiency
    std::size_t most = kMostAsked;
};

struct ProspectQuestion {
    Cards hand;
    MeldIds exposed;
    Cards visible;       // without the claim
    bool drawn = false;  // in ACT
    int claim = -1;      // the kind of the first discard of the first round, for a hand at rest
};

struct Prospect {
    enum Move : std::uint8_t {
        kDeclare,
        kStay,
        kThrow,
        kExpose
    };  // kStay: pass, or for a hand at rest without a claim

    Move move = kStay;
    int id = -1;  // a kind or a meld
    int deficiency = 0;
    int copies = 0;  // in the acceptance
    std::array<float, kMostTurns> win{};
    std::array<float, kMostTurns> points{};
};

struct Prospects {
    std::vector<Prospect> rows;  // those within `slack`
    int exchanges = 0;           // that were allowed
    std::size_t hands = 0;       // that were looked at
    // If not, `most` was reached without exchanges, and the figures are too low: hands far from a win count as lost.
    bool complete = true;
};

// It counts no steps of the Work of its thread, but ends when that is over.
Prospects prospects(const Tables& tables, const ProspectModel& model, const ProspectQuestion& question);

}  // namespace uneri::namima
