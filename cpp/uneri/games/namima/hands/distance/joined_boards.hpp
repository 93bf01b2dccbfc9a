// The boards of whole hands, joined by table where no meld crosses.
//
// Few boards differ: 51 of parts and 398 of any number of parts in 小波, 72 and 406 in 白波; with what may be laid off
// on up to two melds of a part 328 and 1,676, 352 and 1,680. So they are numbered, and a table holds the number of
// every board joined with that of a part. Then a hand takes as many steps as there are parts, whatever its cards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "uneri/games/namima/hands/distance/board.hpp"
#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

struct Tables;

class JoinedBoards {
public:
    // Also of parts with up to so many exposed melds.
    static constexpr int kMostOpen = 2;
    JoinedBoards(const Tables& tables, int most_open);

    // Not where melds cross, nor if there are too many boards.
    bool ready() const noexcept { return !joined_.empty(); }

    static constexpr unsigned kNothing = 0;  // the number of the board of no part
    // The number of a board joined with that of a part. `place`: of the part's counts, all copies of its other cards
    // being spare, like that in Tables::dense_ok but from first() on; moved by the exposed melds of the part.
    unsigned join(unsigned number, std::uint32_t place) const noexcept { return joined_[start_[place] + number]; }
    const std::uint32_t* first() const noexcept { return first_.data(); }  // by part
    // By part: how far an exposed meld moves a place; no_meld(): not at all. A sum of moves also counts the melds of a
    // part, by kOneOpen: with more than kMostOpen of them there is no place. kMaxExposed melds don't make it overflow.
    static constexpr std::uint32_t kOneOpen = std::uint32_t{1} << 22;
    const std::uint32_t* moves(std::size_t meld) const noexcept { return open_[meld].by; }
    std::uint16_t no_meld() const noexcept { return static_cast<std::uint16_t>(open_.size() - 1); }
    std::uint32_t no_part() const noexcept { return static_cast<std::uint32_t>(start_.size() - 1); }  // a place
    Board board(unsigned number) const noexcept { return boards_[number]; }

private:
    struct alignas(32) Moves {
        std::uint32_t by[kMaxParts]{};
    };
    using Numbers = std::unordered_map<Board, std::uint16_t>;
    std::uint16_t number(Numbers& numbers, Board board);
    void number_closed(const Tables& tables, int t, Numbers& numbers);
    bool number_open(const Tables& tables, int t, std::size_t first, bool pairs, Numbers& numbers);
    void join_all(Numbers& numbers);

    alignas(32) std::array<std::uint32_t, kMaxParts> first_{};
    std::vector<Board> boards_;          // by number, those of parts first
    std::vector<std::uint32_t> start_;   // in joined_, by place
    std::vector<Moves> open_;            // by meld, and one of none
    std::vector<std::uint16_t> joined_;  // for every board of a part, by the number of the other
};

}  // namespace uneri::namima
