// Part of the body of joined_rows.cpp, see isa.hpp: how far hands are from a win.

#include "uneri/games/namima/hands/distance/layoffs.inl"

// The places of a board that answer for a hand, by how many cards it has; none if boards don't tell. They are those of
// targets of every growth, the least of which is the answer (11.4). A target that lays off cards may have too few new
// melds for its growth; without some of these cards it is one of lesser growth, and lacks no more.
class Answers {
public:
    Answers(const Tables& tables, int growth, bool drawn) noexcept
        : tables_(tables), needs_(tables.needs()), growth_(growth), lacks_(drawn ? 0 : 1) {}

    Board of(int cards) noexcept {
        if (cards > kMaxConcealed) return 0;
        if ((known_ >> cards & 1) == 0) {
            known_ |= 1u << cards;
            places_[cards] = make(cards + lacks_);
        }
        return places_[cards];
    }

private:
    Board make(int size) const noexcept {
        const Question q{tables_, needs_, {}, {}, {}, size, growth_};
        Board places = diagonal(lacks_);
        for (int c = 1; c <= q.most_grown(); ++c) {
            if (!q.surely_new(c)) return 0;
            places |= diagonal(lacks_ + c);
        }
        return places;
    }

    const Tables& tables_;
    const NeedTables& needs_;
    int growth_;
    int lacks_;           // a hand at rest lacks a card
    unsigned known_ = 0;  // bit h: the places for h cards are made
    Board places_[kMaxConcealed + 1];
};

// The board of a part with more exposed melds than joined boards know.
struct SeveralOpen {
    const Tables& tables;
    const NeedTables::Type& type;
    int part;
    MeldIds exposed;  // those of other parts are passed over
    Board board = 0;

    // With the melds from `e` on left to lay off on.
    void lay_off(std::size_t e, const Cards& hand, const Cards& spare, int lacking) noexcept {
        while (e < exposed.size() && tables.part_of[exposed[e]] != part) ++e;
        if (e == exposed.size()) {
            board |= type.entry(Parts::index(hand, part), Parts::index(spare, part)).all << (kBoardSide * lacking);
            return;
        }
        lay_off(e + 1, hand, spare, lacking);
        for (const std::uint16_t target : tables.melds.grown(exposed[e])) {
            const Cards cards = tables.parts.meld(target) - tables.parts.meld(exposed[e]);
            const Cards have = cards & hand;
            const Cards lack = cards - have;
            const int all_lacking = lacking + lack.total();
            if (all_lacking < kBoardSide && spare.contains(lack))
                lay_off(e + 1, hand - have, spare - lack, all_lacking);
        }
    }
};
// Inlined it made deficiencies a twentieth slower.
[[gnu::noinline]] Board several_board(const Tables& tables, const Cards& hand, MeldIds exposed, int part) noexcept {
    const std::uint64_t kinds = std::uint64_t{15} << (kPartKinds * part);
    const Cards own = hand.only(kinds);
    Cards spare = tables.deck.only(kinds) - own;
    for (const std::uint16_t id : exposed) spare -= tables.parts.meld(id).only(kinds);
    SeveralOpen open{tables, *tables.needs().type_of[static_cast<std::size_t>(part)], part, exposed};
    open.lay_off(0, own, spare, 0);
    return board::lean(open.board);
}
// The same of all these parts (bits) together.
inline Board several_boards(const Tables& tables, const Cards& hand, MeldIds exposed, unsigned parts) noexcept {
    Board board = 1;
    for (; parts != 0; parts &= parts - 1)
        board = board::join(board, several_board(tables, hand, exposed, low_bit(parts)));
    return board;
}

// Moves the places of parts with exposed melds, and leaves out parts with more of them than boards know; gives these as
// bits. Up to four melds without a branch on their number.
inline unsigned open_places(const Tables& tables, const JoinedBoards& joined, MeldIds exposed,
                            PartPlaces& places) noexcept {
    if (exposed.empty()) return 0;
    const std::size_t size = exposed.size();
    const unsigned none = joined.no_meld();
    const auto moves = [&](std::size_t e) {
        const unsigned id = exposed[e < size ? e : size - 1];
        const unsigned there = 0u - unsigned{e < size};
        return joined.moves(none ^ ((none ^ id) & there));  // as a choice it became a branch
    };
    const std::uint32_t* const four[] = {moves(0), moves(1), moves(2), moves(3)};
    constexpr std::uint32_t kMoved = JoinedBoards::kOneOpen - 1;
    unsigned several = 0;
#ifdef UNERI_FAST_BODY
    const __m256i no_part = _mm256_set1_epi32(static_cast<int>(joined.no_part()));
    const __m256i most = _mm256_set1_epi32(JoinedBoards::kOneOpen * JoinedBoards::kMostOpen | kMoved);
    for (int half = 0; 8 * half < tables.parts.count(); ++half) {
        const auto of = [&](const std::uint32_t* by) {
            return _mm256_load_si256(reinterpret_cast<const __m256i*>(by) + half);
        };
        __m256i sum =
            _mm256_add_epi32(_mm256_add_epi32(of(four[0]), of(four[1])), _mm256_add_epi32(of(four[2]), of(four[3])));
        for (std::size_t e = 4; e < size; ++e) sum = _mm256_add_epi32(sum, of(moves(e)));
        const __m256i left_out = _mm256_cmpgt_epi32(sum, most);
        auto* at = reinterpret_cast<__m256i*>(places.at) + half;
        const __m256i moved = _mm256_add_epi32(_mm256_load_si256(at), _mm256_and_si256(sum, _mm256_set1_epi32(kMoved)));
        _mm256_store_si256(at, _mm256_blendv_epi8(moved, no_part, left_out));
        several |= static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(left_out))) << (8 * half);
    }
#else
    for (int p = 0; p < tables.parts.count(); ++p) {
        std::uint32_t sum = four[0][p] + four[1][p] + four[2][p] + four[3][p];
        for (std::size_t e = 4; e < size; ++e) sum += moves(e)[p];
        const bool left_out = sum / JoinedBoards::kOneOpen > JoinedBoards::kMostOpen;
        places.at[p] = left_out ? joined.no_part() : places.at[p] + (sum & kMoved);
        several |= unsigned{left_out} << p;
    }
#endif
    return several;
}

template <bool open>
inline void deficiencies(const Tables& tables, const Rows& rows, int growth, bool drawn, std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    const int parts = tables.parts.count();
    const JoinedBoards& joined = tables.joined(open);
    Answers answers(tables, growth, drawn);
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const std::uint8_t* row = rows.counts + i * kinds;
        PartPlaces places(tables, row, joined.first());
        const MeldIds exposed = open ? rows.exposed_of(i) : MeldIds{};
        const unsigned several = open ? open_places(tables, joined, exposed, places) : 0;
        unsigned number = JoinedBoards::kNothing;
        for (int p = 0; p < parts; ++p) number = joined.join(number, places.at[p]);
        Board board = joined.board(number);
        if (several != 0) board = board::join(board, several_boards(tables, load_row(tables, row), exposed, several));
        const Board found = board & answers.of(places.cards);
        out[i] = found == 0 ? kUnknown : static_cast<std::uint8_t>(low_bit(found) / kBoardSide);
    }
}
