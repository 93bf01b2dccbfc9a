#include "uneri/games/namima/hands/distance/joined_boards.hpp"

#include <cstddef>
#include <map>
#include <utility>

#include "uneri/games/namima/hands/part_counts.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

// More of them take too long to make: about 3 ms.
constexpr std::size_t kMostJoined = std::size_t{1} << 17;
constexpr std::size_t kMostPlaces = std::size_t{1} << 15;

// What a part can be made into if `laid` lists what may be laid off on an exposed meld of it.
Board open_board(const NeedTables::Type& type, const Counts& hand, const Counts& spare,
                 const std::vector<Counts>& laid) {
    Board board = type.entry(Parts::index_of(hand), Parts::index_of(spare)).all;
    for (const Counts& cards : laid) {
        Counts rest = hand;
        Counts left = spare;
        int lacking = 0;
        for (std::size_t i = 0; i < kPartKinds; ++i) {
            const int have = std::min(hand[i], cards[i]);
            rest[i] -= have;
            left[i] -= cards[i] - have;
            lacking += cards[i] - have;
        }
        if (lacking < kBoardSide && within({}, left))
            board |= type.entry(Parts::index_of(rest), Parts::index_of(left)).all << (kBoardSide * lacking);
    }
    return board::lean(board);
}

}  // namespace

JoinedBoards::JoinedBoards(const Tables& tables, bool open) {
    if (!tables.separable()) return;
    Numbers numbers;
    number(numbers, 1);
    number_parts(tables, numbers);
    if (open && !number_open(tables, numbers)) return;
    start_.push_back(kNothing);
    join_all(numbers);
}

std::uint16_t JoinedBoards::number(Numbers& numbers, Board board) {
    const auto [found, fresh] = numbers.try_emplace(board, static_cast<std::uint16_t>(boards_.size()));
    if (fresh) boards_.push_back(board);
    return found->second;
}

void JoinedBoards::number_parts(const Tables& tables, Numbers& numbers) {
    for (int t = 0; t < tables.parts.types(); ++t) {
        const NeedTables::Type& type = tables.needs().types[static_cast<std::size_t>(t)];
        each_counts(tables.parts.type(t).caps, [&](const Counts& hand) {
            start_.push_back(number(numbers, type.whole[Parts::index_of(hand)].all));
        });
    }
}

// Melds that lie alike in parts of one type and may grow alike share their places.
bool JoinedBoards::number_open(const Tables& tables, Numbers& numbers) {
    std::map<std::pair<int, std::vector<Counts>>, std::uint32_t> made;
    for (int id = 0; id < tables.melds.size(); ++id) {
        const int p = tables.part_of[static_cast<std::size_t>(id)];
        const int t = tables.parts.type_of(p);
        const NeedTables::Type& type = tables.needs().types[static_cast<std::size_t>(t)];
        const Counts meld = counts_in(tables.parts.meld(id), p);
        std::vector<Counts> laid;
        for (const std::uint16_t target : tables.melds.grown(id))
            laid.push_back(minus(counts_in(tables.parts.meld(target), p), meld));
        std::vector<Counts> key = laid;
        key.push_back(meld);
        const auto [found, fresh] = made.try_emplace({t, key}, static_cast<std::uint32_t>(start_.size()));
        open_.push_back(found->second - tables.dense_start[static_cast<std::size_t>(p)]);
        if (!fresh) continue;
        if (type.pairs.empty() || start_.size() > kMostPlaces) return false;
        const Counts& caps = tables.parts.type(t).caps;
        const Counts most = minus(caps, meld);
        each_counts(caps, [&](const Counts& hand) {
            start_.push_back(within(hand, most) ? number(numbers, open_board(type, hand, minus(most, hand), laid))
                                                : std::uint32_t{kNothing});
        });
    }
    return true;
}

void JoinedBoards::join_all(Numbers& numbers) {
    const std::size_t parts = boards_.size();
    std::vector<std::uint16_t> by_board;
    for (std::size_t i = 0; i < boards_.size(); ++i) {  // more are found on the way
        if (boards_.size() * parts > kMostJoined) return;
        for (std::size_t part = 0; part < parts; ++part)
            by_board.push_back(number(numbers, board::lean(board::join(boards_[i], boards_[part]))));
    }
    const std::size_t all = boards_.size();
    joined_.resize(by_board.size());
    for (std::size_t i = 0; i < by_board.size(); ++i) joined_[i % parts * all + i / parts] = by_board[i];
    for (std::uint32_t& start : start_) start *= static_cast<std::uint32_t>(all);
}

const JoinedBoards& Tables::joined(bool open) const {
    return *joined_[open ? 1 : 0].get([&] { return std::make_shared<const JoinedBoards>(*this, open); });
}

}  // namespace uneri::namima
