// What the parts of a hand can be made into, for the kernels of deficiency.cpp: tables that are made when somebody
// first asks for a deficiency.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "uneri/games/namima/hands/distance/board.hpp"
#include "uneri/games/namima/hands/distance/covers.hpp"
#include "uneri/games/namima/hands/parts.hpp"

namespace uneri::namima {

struct Tables;

class NeedTables {
public:
    explicit NeedTables(const Tables& tables);

    // Boards of the counts of one part. `few` leaves out what `all` has by melds of spare cards alone besides: melds of
    // `filling` cards in another part do the same.
    struct Entry {
        Board few = 0;
        Board all = 0;
    };
    struct Type {
        std::array<std::uint8_t, kPartKinds> caps{};
        std::vector<Entry> whole;  // nothing of the part is missing from the deck; by Parts::index of the hand
        std::vector<Entry> pairs;  // by place(); empty if they would be too many
        std::vector<std::uint8_t> whole_weight;  // of the entries, see weight()
        std::vector<std::uint8_t> pairs_weight;
        struct Place {
            std::uint32_t start = 0;
            std::array<std::uint16_t, kPartKinds> stride{};  // a spare card of a kind

            std::uint32_t of(unsigned spare) const noexcept {
                const auto at = [&](int i) {
                    return static_cast<std::uint32_t>(Parts::count_at(spare, i) * stride[static_cast<std::size_t>(i)]);
                };
                return start + at(0) + at(1) + at(2) + at(3);
            }
        };
        std::vector<Place> places;                                  // by Parts::index of the hand
        std::vector<std::array<std::uint8_t, kPartKinds>> targets;  // counts that are made of melds
        bool robust = false;  // as long as r + other lacking cards <= 7, it has melds of r of `filling` spare cards

        std::uint32_t place(unsigned hand, unsigned spare) const noexcept { return places[hand].of(spare); }
        Entry entry(unsigned hand, unsigned spare) const noexcept;
    };
    std::vector<Type> types;
    std::array<const Type*, kMaxParts> type_of{};

    // Bit r: melds of r spare cards in some part.
    unsigned filling = 0;
    Board fill(Board from) const noexcept {  // once
        Board out = from;
        for (int r = 1; r < kBoardSide; ++r) {
            if ((filling >> r & 1) != 0) out |= from << (kBoardSide * r);
        }
        return out;
    }
    Board fill_all(Board from) const noexcept {  // as often as there is room for
        for (int r = 1; r < kBoardSide; ++r) {
            if ((filling >> r & 1) == 0) continue;
            for (int row = r; row < kBoardSide; row += r) from |= from << (kBoardSide * r);
        }
        return from;
    }

    // Melds that cross.
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;  // parts
        int size = 0;
        std::uint32_t others = 0;  // from where in `others`
        std::uint32_t others_end = 0;
    };
    std::vector<Crossing> crossing;
    // With few crossing melds: how many cards of a part each of them takes of the kinds there are at least `layer` + 1
    // of, a byte each in the order of `crossing`.
    static constexpr std::size_t kFew = 128;
    bool few() const noexcept { return crossing.size() <= kFew; }
    std::size_t layers = 0;
    std::vector<std::array<std::uint8_t, kFew>> takes;
    const std::uint8_t* takes_of(std::size_t layer, int part, unsigned kinds) const noexcept {
        return takes[(layer * kMaxParts + static_cast<std::size_t>(part)) * 16 + kinds].data();
    }
    std::array<std::int8_t, kFew> covered_of{};
    std::array<std::int8_t, kFew> size_of{};
    // Melds of the same size that can stand in for a crossing meld, if that takes no cards of the hand but those in
    // `kept`, and if the cards that the other meld lacks can still be got. Local melds, or with no kind twice for one
    // that has.
    struct Other {
        Cards kept;
        std::uint64_t once = 0;   // kinds of the other meld that are not kept
        std::uint64_t twice = 0;  // twice or more
    };
    std::vector<Other> others;
    // By the size of a crossing meld: if it takes at most that many cards of the hand, local melds most often do as
    // well. -1: always look.
    std::array<std::int8_t, kMaxMeldSize + 1> covered{};
    Covers covers;  // such melds
    // Bit n: p melds or more, and p melds or fewer, have n cards together.
    static constexpr std::size_t kMostNew = 8;
    std::array<std::uint64_t, kMostNew> sums_from{};
    std::array<std::uint64_t, kMostNew> sums_to{};

private:
    void make_pairs(Type& type, const Parts::Type& source) const;
    void make_few(Type& type) const;
    void make_covers(const Tables& tables);
    void make_crossing(const Tables& tables);
};

}  // namespace uneri::namima
