// The boards of whole hands, joined by table where no meld crosses.
//
// Few boards differ: 51 of parts and 398 of any number of parts in 小波, 72 and 406 in 白波; with what may be laid off
// on a meld 165 and 586, 189 and 591. So they are numbered, and a table holds the number of every board joined with
// that of a part. Then a hand takes as many steps as there are parts, whatever its cards.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "uneri/games/namima/hands/distance/board.hpp"

namespace uneri::namima {

struct Tables;

class JoinedBoards {
public:
    // `open`: also of parts with an exposed meld.
    JoinedBoards(const Tables& tables, bool open);

    // Not where melds cross, nor if there are too many boards.
    bool ready() const noexcept { return !joined_.empty(); }

    static constexpr unsigned kNothing = 0;  // the number of the board of no part
    // The number of a board joined with that of a part. `place`: of the part's counts in Tables::dense_ok, all copies
    // of its other cards being spare; with open_place() if a meld of the part is exposed.
    unsigned join(unsigned number, std::uint32_t place) const noexcept { return joined_[start_[place] + number]; }
    std::uint32_t open_place(std::uint32_t place, int meld) const noexcept {
        return place + open_[static_cast<std::size_t>(meld)];
    }
    std::uint32_t no_part() const noexcept { return static_cast<std::uint32_t>(start_.size() - 1); }  // a place
    Board board(unsigned number) const noexcept { return boards_[number]; }

private:
    using Numbers = std::unordered_map<Board, std::uint16_t>;
    std::uint16_t number(Numbers& numbers, Board board);
    void number_parts(const Tables& tables, Numbers& numbers);
    bool number_open(const Tables& tables, Numbers& numbers);
    void join_all(Numbers& numbers);

    std::vector<Board> boards_;          // by number, those of parts first
    std::vector<std::uint32_t> start_;   // in joined_, by place
    std::vector<std::uint32_t> open_;    // by meld: from the place in dense_ok to that in start_
    std::vector<std::uint16_t> joined_;  // for every board of a part, by the number of the other
};

}  // namespace uneri::namima
