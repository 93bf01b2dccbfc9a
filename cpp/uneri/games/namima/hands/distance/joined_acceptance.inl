// The body of joined_rows.cpp, see isa.hpp: which cards bring hands nearer.

#include "uneri/games/namima/hands/distance/joined_rows.inl"

// The kinds that may be drawn, in woven order.
inline std::uint64_t spare_kinds(const Tables& tables, const Cards& hand, MeldIds exposed) noexcept {
    Cards left = tables.deck;
    for (const std::uint16_t id : exposed) left -= tables.parts.meld(id);
    return hand.short_of(left);
}

template <bool open>
inline std::uint64_t acceptance_of(const Tables& tables, const JoinedBoards& joined, Answers& answers,
                                   const std::uint8_t* row, MeldIds exposed) noexcept {
    const int parts = tables.parts.count();
    const Cards hand = load_row(tables, row);
    PartPlaces places(tables, row, joined.first());
    const unsigned several = open ? open_places(tables, joined, exposed, places) : 0;
    unsigned before[kMaxParts + 1];  // the parts below
    before[0] = JoinedBoards::kNothing;
    for (int p = 0; p < parts; ++p) before[p + 1] = joined.join(before[p], places.at[p]);
    const Board most = joined.board(before[parts]);  // without those of several melds
    const Board rest = several_boards(tables, hand, exposed, several);
    const Board wanted = answers.of(places.cards);
    const Board found = board::join(most, rest) & wanted;
    if (found == 0) return kUnknownKinds;
    // Hands with a card more lack one less: what answers for them lies a row lower.
    const int now = low_bit(found) / kBoardSide;
    const Board nearer = wanted >> kBoardSide & ((Board{1} << (kBoardSide * now)) - 1);

    const std::uint64_t spare = spare_kinds(tables, hand, exposed);
    const auto drawn_from = [&](int p) { return spare & std::uint64_t{15} << (kPartKinds * p); };
    std::uint64_t accepted = 0;
    const Board split = board::split(nearer, rest);
    for (int p = 0; p < parts; ++p) {
        if (open && (several >> p & 1) != 0) continue;
        unsigned others = before[p];
        for (int q = p + 1; q < parts; ++q) others = joined.join(others, places.at[q]);
        for (std::uint64_t left = drawn_from(p); left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const Board drawn = joined.board(joined.join(others, places.at[p] + place_step(tables, bit)));
            accepted |= std::uint64_t{(drawn & split) != 0} << tables.parts.kind_at(bit);
        }
    }
    for (unsigned parts_left = several; parts_left != 0; parts_left &= parts_left - 1) {
        const int p = low_bit(parts_left);
        const Board others = board::join(most, several_boards(tables, hand, exposed, several & ~(1u << p)));
        const Board here = board::split(nearer, others);
        for (std::uint64_t left = drawn_from(p); left != 0; left &= left - 1) {
            const int bit = low_bit(left);
            const Board drawn = several_board(tables, hand + Cards::of(bit), exposed, p);
            accepted |= std::uint64_t{(drawn & here) != 0} << tables.parts.kind_at(bit);
        }
    }
    return accepted;
}

template <bool open>
inline void acceptances(const Tables& tables, const Rows& rows, int growth, std::uint64_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    const JoinedBoards& joined = tables.joined(open);
    Answers answers(tables, growth, false);
    for (std::size_t i = 0; i < rows.hands; ++i)
        out[i] = acceptance_of<open>(tables, joined, answers, rows.counts + i * kinds,
                                     open ? rows.exposed_of(i) : MeldIds{});
}
