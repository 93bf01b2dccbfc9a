// The options of SOLO (text, section 0.2), checked.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/solo/cards.hpp"

namespace uneri::solo {

inline constexpr std::string_view kName = "solo";
inline constexpr int kMostPoints = 100000;
inline constexpr int kMostRounds = 100000;
inline constexpr int kMostTurns = 100000;
inline constexpr int kMostPenalty = 10;
inline constexpr std::array<std::string_view, 3> kUtilityNames = {"score", "margin", "win"};

enum NextStarter : std::uint8_t { kRotate, kWinner, kLeftOfWinner };
enum JumpIn : std::uint8_t { kJumpAll, kJumpColoured, kJumpNumbers, kJumpNone };

// S-1.5: the cards of a game and how many of them a seat is dealt.
struct Pack {
    std::string name = "full";  // empty if its cards were given
    int deal = kHandSize;
    Cards cards = kDeck;
};
inline constexpr std::array<std::string_view, 2> kPackNames = {"full", "small"};

struct Options {
    int players = 4;
    int start_points = 200;
    int max_rounds = 0;  // 0 = points mode
    int first_seat = 0;  // -1 = drawn by chance
    NextStarter next_starter = kRotate;
    bool extend_any_wild = false;
    JumpIn jump_in = kJumpAll;
    bool self_jump_in = false;
    bool window_every_turn = false;  // jump_window
    bool jump_in_last_card = true;
    bool solo_auto = false;  // solo_call
    int solo_penalty = 2;
    bool reverse_skips = true;  // reverse_two_player
    bool last_card_draws = false;
    int turn_cap = 2000;  // 0 = no cap
    int utility = 0;      // index into kUtilityNames
    Pack pack;

    // S-5.10: kinds that can be jumped on.
    KindSet jump_scope() const noexcept {
        switch (jump_in) {
            case kJumpAll: return kAllKinds;
            case kJumpColoured: return kColouredKinds;
            case kJumpNumbers: return kNumberKinds;
            default: return 0;
        }
    }
    // S-7.5: every round costs n - 1 players a point at least.
    std::int64_t most_rounds() const noexcept {
        const std::int64_t rounds = std::int64_t{players} * start_points / (players - 1) + 1;
        return max_rounds > 0 && max_rounds < rounds ? max_rounds : rounds;
    }
};

Result<Options> read_options(const PlainData& data);
PlainData options_value(const Options& options);

}  // namespace uneri::solo
