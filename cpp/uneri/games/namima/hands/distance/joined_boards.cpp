#include "uneri/games/namima/hands/distance/joined_boards.hpp"

#include <algorithm>
#include <cstddef>

#include "uneri/games/namima/hands/distance/open_places.hpp"
#include "uneri/games/namima/hands/distance/pairs.hpp"
#include "uneri/games/namima/hands/part_counts.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

// More of them take too long to make: about 20 ms.
constexpr std::size_t kMostJoined = std::size_t{1} << 20;
constexpr std::size_t kMostPlaces = std::size_t{1} << 17;
constexpr std::size_t kMostBoards = std::size_t{1} << 15;  // and those of a step more have numbers

// Exposed melds of a part: their cards, and all that may be laid off on them, also nothing.
struct OpenMelds {
    Counts cards;
    std::vector<Counts> laid;

    bool operator==(const OpenMelds&) const = default;
};

OpenMelds one(const Tables& tables, int id) {
    const int p = tables.part_of[static_cast<std::size_t>(id)];
    const Counts cards = counts_in(tables.parts.meld(id), p);
    OpenMelds out{cards, {Counts{}}};
    for (const std::uint16_t target : tables.melds.grown(id))
        out.laid.push_back(minus(counts_in(tables.parts.meld(target), p), cards));
    return out;
}

OpenMelds both(const OpenMelds& a, const OpenMelds& b) {
    OpenMelds out{plus(a.cards, b.cards), {}};
    for (const Counts& x : a.laid) {
        for (const Counts& y : b.laid) out.laid.push_back(plus(x, y));
    }
    std::sort(out.laid.begin(), out.laid.end());
    out.laid.erase(std::unique(out.laid.begin(), out.laid.end()), out.laid.end());
    return out;
}

// What a part can be made into with them.
Board open_board(const NeedTables::Type& type, const Counts& hand, const Counts& spare, const OpenMelds& melds) {
    Board board = 0;
    for (const Counts& cards : melds.laid) {
        const Taking laid(cards, hand);
        if (laid.lacking >= kBoardSide || !within(laid.lack, spare)) continue;
        const Board rest = type.entry(Parts::index_of(laid.rest), Parts::index_of(minus(spare, laid.lack))).all;
        board |= rest << (kBoardSide * laid.lacking);
    }
    return board::lean(board);
}

}  // namespace

JoinedBoards::JoinedBoards(const Tables& tables, int most_open) {
    if (!tables.separable()) return;
    Numbers numbers;
    number(numbers, 1);
    open_.resize(static_cast<std::size_t>(tables.melds.size()) + 1);
    for (int t = 0; t < tables.parts.types(); ++t) {
        const std::size_t first = start_.size();
        for (int p = 0; p < tables.parts.count(); ++p) {
            if (tables.parts.type_of(p) == t) first_[static_cast<std::size_t>(p)] = static_cast<std::uint32_t>(first);
        }
        number_closed(tables, t, numbers);
        if (most_open > 0 && !number_open(tables, t, first, most_open > 1, numbers)) return;
    }
    start_.push_back(kNothing);
    join_all(numbers);
}

std::uint16_t JoinedBoards::number(Numbers& numbers, Board board) {
    const auto [found, fresh] = numbers.try_emplace(board, static_cast<std::uint16_t>(boards_.size()));
    if (fresh) boards_.push_back(board);
    return found->second;
}

void JoinedBoards::number_closed(const Tables& tables, int t, Numbers& numbers) {
    const NeedTables::Type& type = tables.needs().types[static_cast<std::size_t>(t)];
    each_counts(tables.parts.type(t).caps,
                [&](const Counts& hand) { start_.push_back(number(numbers, type.whole[Parts::index_of(hand)].all)); });
}

// Melds that lie alike in parts of one type and may grow alike are moved alike.
bool JoinedBoards::number_open(const Tables& tables, int t, std::size_t first, bool pairs, Numbers& numbers) {
    struct Moved {
        OpenMelds melds;
        std::uint32_t move;
    };
    const NeedTables::Type& type = tables.needs().types[static_cast<std::size_t>(t)];
    if (type.pairs.empty()) return false;
    const Counts& caps = tables.parts.type(t).caps;
    OpenPlaces places(caps);
    const auto number_hands = [&](const OpenMelds& melds, std::uint32_t move) {
        if (!within(melds.cards, caps)) return;
        const Counts most = minus(caps, melds.cards);
        each_counts(most, [&](const Counts& hand) {
            start_[first + places.place(hand) + move] =
                number(numbers, open_board(type, hand, minus(most, hand), melds));
        });
    };
    std::vector<Moved> moved;
    for (int id = 0; id < tables.melds.size(); ++id) {
        const std::size_t p = tables.part_of[static_cast<std::size_t>(id)];
        if (tables.parts.type_of(static_cast<int>(p)) != t) continue;
        const OpenMelds melds = one(tables, id);
        auto alike = std::find_if(moved.begin(), moved.end(), [&](const Moved& m) { return m.melds == melds; });
        if (alike == moved.end()) {
            const std::uint32_t move = places.add(melds.cards, pairs);
            if (move == 0 || first + places.size() > kMostPlaces) return false;
            start_.resize(first + places.size());
            alike = moved.insert(moved.end(), {melds, move});
            number_hands(melds, move);
            for (std::size_t i = 0; pairs && i < moved.size(); ++i)
                number_hands(both(moved[i].melds, melds), moved[i].move + move);
        }
        open_[static_cast<std::size_t>(id)].by[p] = alike->move + kOneOpen * (pairs ? 1 : kMostOpen);
    }
    return true;
}

void JoinedBoards::join_all(Numbers& numbers) {
    const std::size_t parts = boards_.size();
    std::vector<std::uint16_t> by_board;
    for (std::size_t i = 0; i < boards_.size(); ++i) {  // more are found on the way
        if (boards_.size() * parts > kMostJoined || boards_.size() > kMostBoards) return;
        for (std::size_t part = 0; part < parts; ++part)
            by_board.push_back(number(numbers, board::lean(board::join(boards_[i], boards_[part]))));
    }
    const std::size_t all = boards_.size();
    joined_.resize(by_board.size());
    for (std::size_t i = 0; i < by_board.size(); ++i) joined_[i % parts * all + i / parts] = by_board[i];
    for (std::uint32_t& start : start_) start *= static_cast<std::uint32_t>(all);
}

const JoinedBoards& Tables::joined(bool open) const {
    return *joined_[open ? 1 : 0].get([&] {
        auto made = std::make_shared<const JoinedBoards>(*this, open ? JoinedBoards::kMostOpen : 0);
        if (open && !made->ready()) made = std::make_shared<const JoinedBoards>(*this, 1);
        return made;
    });
}

}  // namespace uneri::namima
