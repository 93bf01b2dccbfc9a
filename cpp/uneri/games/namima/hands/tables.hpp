// All tables of the hand kernels. They are made once from the melds and are read-only afterwards.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "uneri/base/lazy.hpp"
#include "uneri/games/namima/hands/parts.hpp"
#include "uneri/games/namima/melds.hpp"

namespace uneri::namima {

// How often each combination applies, indexed by Combo, then own ones.
using ComboTimes = std::array<std::int16_t, kCombos + kMostOwnCombos>;

class Points {
public:
    explicit Points(const Melds& melds);

    struct OfMeld {
        std::int16_t open = 0;
        std::int16_t closed = 0;
        std::uint8_t classes = 0;      // Class bits, for combinations with a condition on all melds
        std::uint8_t colours = 0;      // of SAME and RUN, as a bit
        std::uint8_t big_colours = 0;  // the same, for size 3 or more
        bool twins = false;            // counts for TWIN
        std::uint8_t word = 0;         // the word with its bit
        std::uint64_t bit = 0;         // in the pattern of a hand; 0: no combination uses it
    };
    const OfMeld& of(int id) const noexcept { return of_[static_cast<std::size_t>(id)]; }

    // Combination points of all melds of a hand.
    int combination_points(std::span<const std::uint16_t> melds) const noexcept;
    // The same for each combination; 0 for those not in the rule set.
    ComboTimes times(std::span<const std::uint16_t> melds) const noexcept;
    // An upper bound of the combination points of these melds and any others, without the bonus() of the others.
    int bound(std::span<const std::uint16_t> melds) const noexcept;
    // The most points that a meld can add to combinations without a condition on all melds.
    int bonus(int id) const noexcept;
    int value(int combo) const noexcept { return value_[static_cast<std::size_t>(combo)]; }
    bool listed(int combo) const noexcept { return (listed_ >> combo & 1) != 0; }

private:
    enum Class : std::uint8_t { kColoured = 1, kBigSame = 2, kRunOnly = 4, kSaiOnly = 8, kBig = 16 };
    // A pattern has a bit for each RUN by colour, low and size; for each SAME of 3 cards or more by colour and rank;
    // and for each AYA by direction, low and size. Bits of equal low and size are adjacent in one word.
    static constexpr std::size_t kWords = 8;
    using Pattern = std::array<std::uint64_t, kWords>;
    struct Group {
        std::uint64_t mask = 0;
        std::uint8_t word = 0;
        std::uint8_t combo = 0;
        std::uint8_t free = 0;  // the number of its bits that score nothing
    };

    // Properties that all of the melds have, or some of them.
    struct Union {
        unsigned classes = kColoured | kBigSame | kRunOnly | kSaiOnly | kBig;
        unsigned colours = 0;
        unsigned big_colours = 0;
        Pattern pattern{};
    };
    Union unite(std::span<const std::uint16_t> melds) const noexcept;
    template <class Found>
    void each_combo(std::span<const std::uint16_t> melds, Found&& found) const noexcept;
    template <class Found>
    void each_counted(std::span<const std::uint16_t> melds, const Pattern& pattern, Found&& found) const noexcept;
    void make_groups(const Melds& melds);

    std::vector<OfMeld> of_;
    std::vector<Group> groups_;      // SANJUN, SANDOU, CROSS
    std::vector<Pattern> throughs_;  // THROUGH: the runs of a colour
    std::size_t words_ = 0;
    std::uint16_t listed_ = 0;
    std::uint8_t all_colours_ = 0;
    std::uint8_t honour_ = 0;  // as a bit; 0: none
    ComboTimes value_{};
    OwnCombos own_;
};

class NeedTables;
class SweepTables;

// For rule sets in which each crossing meld joins a part to the *hub* of its group, as 荒波 joins colours to white
// cards. The sets of cards that each part can take from the hub, as count vectors, decide whether melds use up a group.
class Hubs {
public:
    // `local_complete`, by type and Parts::index: do local melds use up the counts?
    Hubs(const Parts& parts, const Cards& deck, std::span<const Cards> crossing,
         std::span<const std::uint8_t> local_complete);

    // Are there exactly two groups, of five alternating parts each, with the last as hub? If not, the tables are empty.
    bool hold() const noexcept { return !singles.empty(); }
    // The start of each part's counts in `singles`.
    alignas(32) std::array<std::uint32_t, kMaxParts> singles_start{};
    // Two sets of sets of kinds of the hub, as bits. Upper half, exact: with exactly one card of each of these kinds
    // melds use up a part, or without them the hub. Lower half, a superset: with some cards of these kinds melds may
    // use up a part; the hub may always do without.
    std::vector<std::uint32_t> singles;

private:
    // Count vectors of a hub are numbered as in Tables::dense_complete (kind 0 fastest); a set of them is 128 bits.
    using Set = TwoWords;
    static constexpr std::size_t kMostVectors = 128;

    class Counted;

    void add_hub(const Counted& counted, int hub);
    void add_leaf(const Counted& counted, int part, int hub);
    void add_singles(const Counted& counted, int part, int hub, std::span<const Set> sets);
};

// For rule sets in which each crossing meld takes one card from each of some parts, all at the same position, as SAI of
// 色波 takes cards of one rank. The cards that the parts can give up at these positions decide whether melds can use up
// a hand. Line 4g + i is position i of the parts g, g + 2, g + 4 ... Its melds are all sets of its kinds of certain
// sizes. Parts of different parity do not interact.
struct Lines {
    // `local_complete` and `mendable` are Tables::ok and Tables::dense_mendable.
    Lines(const Parts& parts, std::span<const Cards> crossing, std::span<const std::uint8_t> local_complete,
          std::span<const std::uint32_t> mendable);

    // Do the crossing melds have this form? If not, the tables are empty.
    bool hold() const noexcept { return sizes != 0; }

    unsigned sizes = 0;  // as bits
    int least = 0;       // the least of the sizes
    // As Tables::dense_mendable, but with a set of sets of kinds as upper half: local melds use up the part after
    // exactly one card of each of these kinds is removed.
    std::vector<std::uint32_t> spare;
};

// Many hands at once: `hands` rows with a count for each kind, none above the deck's. Row i has the exposed melds
// exposed[start[i]] ... exposed[start[i + 1] - 1]. Without `start`, all rows share `exposed`.
struct Rows {
    const std::uint8_t* counts = nullptr;
    std::size_t hands = 0;
    MeldIds exposed;
    const std::uint32_t* start = nullptr;

    bool closed() const noexcept { return start == nullptr && exposed.empty(); }
    MeldIds exposed_of(std::size_t i) const noexcept {
        return start == nullptr ? exposed : exposed.subspan(start[i], start[i + 1] - start[i]);
    }
};

struct Tables {
    explicit Tables(const Melds& source);

    Melds melds;
    Parts parts;
    Points points;
    Cards deck;  // in part order, as all cards below

    // Entries of parts by Parts::index. Bit 0: local melds use up the counts. Bit 1 + i: they do so with one more card
    // of kind i. There is one block of Parts::kIndices entries per type of part.
    static constexpr unsigned kComplete = 1;
    std::vector<std::uint8_t> ok;
    std::array<std::uint32_t, kMaxParts> complete_start{};
    unsigned complete_entry(const Cards& by_part, int part) const noexcept {
        return ok[complete_start[static_cast<std::size_t>(part)] + Parts::index(by_part, part)];
    }

    // A crossing meld. Its place is its index in `crossing`.
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;  // parts
        std::uint16_t id = 0;
        bool single = false;  // no kind twice
    };
    std::vector<Crossing> crossing;
    bool separable() const noexcept { return crossing.empty(); }
    // The places of the crossing melds that touch a part. Their kinds are stored alongside, for a fast scan.
    std::vector<std::uint16_t> touching;
    std::vector<std::uint64_t> touching_some;
    std::array<std::uint32_t, kMaxParts + 1> touching_start{};

    // If there are at most 128 crossing melds, sets of places as two words: the crossing melds not ruled out by the
    // kinds of a part that are in the hand (by_some) or in it twice (by_twice).
    using Places = std::array<std::uint64_t, 2>;
    static constexpr std::size_t kFewCrossing = 128;
    bool few_crossing() const noexcept { return crossing.size() <= kFewCrossing; }
    bool twice_matters = false;
    alignas(16) std::array<std::array<Places, 16>, kMaxParts> by_some{};
    alignas(16) std::array<std::array<Places, 16>, kMaxParts> by_twice{};
    std::array<Places, kMaxParts> touching_places{};
    std::optional<Hubs> hubs;
    std::optional<Lines> lines;

    // By meld: the parts that its lay-offs may touch, as bits.
    std::vector<std::uint16_t> lay_parts;

    // The melds whose lowest kind has this bit, ascending.
    std::span<const std::uint16_t> starting(int bit) const noexcept {
        const auto at = static_cast<std::size_t>(bit);
        return {starting_ids.data() + starting_start[at], starting_start[at + 1] - starting_start[at]};
    }
    std::vector<std::uint16_t> starting_ids;
    std::array<std::uint32_t, 65> starting_start{};

    // Sets of kinds (not in part order) of which every meld, and so every complete hand, has an even number of cards.
    // 綾波 and 重綾波 have seven such sets, the others none.
    std::vector<std::uint64_t> even;
    std::vector<std::uint64_t> even_by_part;  // the same sets in part order

    // Reads rows of counts in 16-byte windows: byte i of `shuffle[window]` is the source of bit i in part order; 0x80:
    // none.
    int windows = 0;
    std::array<std::uint8_t, 3> window_at{};
    alignas(32) std::array<std::array<std::uint8_t, 64>, 3> shuffle{};
    // True if each 16 bytes in part order come from a single window, which is faster.
    bool one_window = false;
    std::array<std::uint8_t, 4> own_window_at{};
    alignas(32) std::array<std::uint8_t, 64> own_shuffle{};

    // Indices of parts in `dense_complete`, by multiply-and-add. It has the entries of `ok` for counts up to the caps.
    alignas(32) std::array<std::uint8_t, 64> caps{};
    alignas(32) std::array<std::int8_t, 64> byte_weight{};
    alignas(32) std::array<std::int16_t, 32> word_weight{};
    alignas(32) std::array<std::uint32_t, kMaxParts> dense_start{};
    std::vector<std::uint8_t> dense_complete;
    // At the same indices. Bit `kinds` of the lower half: local melds use up the part after some cards of those kinds,
    // or none, are removed. The upper half is the entry of `dense_complete`.
    std::vector<std::uint32_t> dense_mendable;
    // Made on first use.
    const NeedTables& needs() const;
    const SweepTables& sweeps() const;

private:
    void make_complete();
    void make_crossing();
    void make_starting();
    void make_even();
    void make_shuffles();
    void make_dense();

    Lazy<std::shared_ptr<const NeedTables>> needs_;  // shared: NeedTables is incomplete here
    Lazy<std::shared_ptr<const SweepTables>> sweeps_;
};

}  // namespace uneri::namima
