// The options of ONDA (text, section 0.2), checked.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "uneri/base/plain_data.hpp"
#include "uneri/base/result.hpp"
#include "uneri/games/onda/cards.hpp"

namespace uneri::onda {

inline constexpr std::string_view kName = "onda";
inline constexpr int kMaxRounds = 6;
inline constexpr int kMaxDial = 16;
inline constexpr int kMaxDeal = 15;  // O-2.3

enum TideReset : std::uint8_t { kNever, kEachRound, kEachTrick };
enum BombLead : std::uint8_t { kLeadIsBomb, kLeadIsPlain };
enum RevealJokers : std::uint8_t { kRevealNever, kRevealOnDiscard, kRevealOnPlay };

inline constexpr std::array<std::string_view, 3> kUtilityNames = {"score", "margin", "win"};

// O-1.7: the cards of a game, how many of them a seat is dealt, and how many of those it puts face down.
struct Pack {
    std::string name = "full";  // empty if its cards were given
    int deal = kMaxDeal;
    int down = 2;
    Deck cards = Deck(Deck::kFull);
    int highest = kNumbers;  // derived: the highest number of a card, and so of a joker
};

struct Options {
    int players = 4;
    int rounds = 4;
    int first_seat = 0;                         // -1 = drawn by chance
    std::array<std::uint8_t, kMaxDial> dial{};  // O-5.20: shapes in order, looping; see dial.hpp
    int dial_length = 0;
    std::string bomb_sequence = "ladder";  // the preset's name; empty if a list was given
    int tide_start = 0;
    TideReset tide_reset = kNever;
    BombLead lead_of_bomb_shape = kLeadIsBomb;
    bool leader_may_turn = true;
    RevealJokers reveal_jokers = kRevealNever;
    bool reveal_returned = false;
    Pack pack;
    int utility = 0;  // index into kUtilityNames

    int hand_size() const noexcept { return pack.deal; }
};

// The names whose text value is no file: a preset of O-5.20.
inline constexpr std::array<std::string_view, 2> kBombPresets = {"ladder", "runs_first"};
inline constexpr std::array<std::string_view, 2> kPackNames = {"full", "small"};  // O-1.7

Result<Options> read_options(const PlainData& data);
PlainData options_value(const Options& options);

}  // namespace uneri::onda
