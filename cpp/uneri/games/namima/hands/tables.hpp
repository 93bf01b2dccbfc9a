// Everything that the hand kernels look up, made once from the melds and only read after that.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "uneri/base/lazy.hpp"
#include "uneri/games/namima/hands/parts.hpp"
#include "uneri/games/namima/hands/points.hpp"

namespace uneri::namima {

class NeedTables;
class SweepTables;

// Where each crossing meld joins a part to the *hub* of its group, as a colour to the white cards of 荒波: what each
// part can take from the hub, as sets of count vectors, answers whether melds can use up a group.
class Hubs {
public:
    // `local_complete` by type and Parts::index: local melds use the counts up.
    Hubs(const Parts& parts, const Cards& deck, std::span<const Cards> crossing,
         std::span<const std::uint8_t> local_complete);

    // Are there two groups, of five parts each that alternate, the last of them its hub? If not, there is nothing
    // below.
    bool hold() const noexcept { return !singles.empty(); }
    // Where the counts of a part start in `singles`.
    alignas(32) std::array<std::uint32_t, kMaxParts> singles_start{};
    // Two sets of sets of kinds of the hub, as bits. The upper half: with just one card each of these kinds melds use a
    // part up, and without them the hub; the lower half: with some of these kinds they may, and the hub they always
    // may.
    std::vector<std::uint32_t> singles;

private:
    // Vectors of counts of a hub are numbered as in Tables::dense_complete, kind 0 fastest; a set of them is 128 bits.
    using Set = TwoWords;
    static constexpr std::size_t kMostVectors = 128;

    class Counted;

    void add_hub(const Counted& counted, int hub);
    void add_leaf(const Counted& counted, int part, int hub);
    void add_singles(const Counted& counted, int part, int hub, std::span<const Set> sets);
};

// Where each crossing meld takes one card each of some parts, all at one place of theirs, as SAI of 色波 takes cards of
// one rank: what the parts can spare at those places answers whether melds can use up a hand.
// Line number 4g + i is place i of the parts g, g + 2, g + 4 ..., and its melds are all sets of its kinds that have one
// of some sizes. Parts of unlike parity have nothing to do with each other.
struct Lines {
    // `local_complete` and `mendable` are Tables::ok and dense_mendable.
    Lines(const Parts& parts, std::span<const Cards> crossing, std::span<const std::uint8_t> local_complete,
          std::span<const std::uint32_t> mendable);

    // Do the crossing melds lie so? If not, there is nothing below.
    bool hold() const noexcept { return sizes != 0; }

    unsigned sizes = 0;  // as bits
    int least = 0;       // of them
    // As Tables::dense_mendable, but the upper half is a set of sets of kinds: without just one card of each of those,
    // local melds use the part up.
    std::vector<std::uint32_t> spare;
};

// Many hands at once: `hands` rows of as many counts as there are kinds, none above the deck's. Row i has the exposed
// melds exposed[start[i]] ... exposed[start[i + 1] - 1]; without `start` all rows share `exposed`.
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

    // A part by Parts::index: bit 0 says that its counts are made of local melds, bit 1 + i that they are with one more
    // card of kind i. One block of Parts::kIndices a type of part.
    static constexpr unsigned kComplete = 1;
    std::vector<std::uint8_t> ok;
    std::array<std::uint32_t, kMaxParts> complete_start{};
    unsigned complete_entry(const Cards& by_part, int part) const noexcept {
        return ok[complete_start[static_cast<std::size_t>(part)] + Parts::index(by_part, part)];
    }

    // Melds that cross, by their place in this list below.
    struct Crossing {
        Cards cards;
        std::uint32_t touched = 0;  // parts
        std::uint16_t id = 0;
        bool single = false;  // no kind twice
    };
    std::vector<Crossing> crossing;
    bool separable() const noexcept { return crossing.empty(); }
    // The places of those that touch a part, and next to them their kinds, to be looked through fast.
    std::vector<std::uint16_t> touching;
    std::vector<std::uint64_t> touching_some;
    std::array<std::uint32_t, kMaxParts + 1> touching_start{};

    // With up to 128 of them, sets of places as two words. By part and by which of its kinds are there (there twice):
    // the crossing melds that these do not rule out.
    using Places = std::array<std::uint64_t, 2>;
    static constexpr std::size_t kFewCrossing = 128;
    bool few_crossing() const noexcept { return crossing.size() <= kFewCrossing; }
    bool twice_matters = false;
    alignas(16) std::array<std::array<Places, 16>, kMaxParts> by_some{};
    alignas(16) std::array<std::array<Places, 16>, kMaxParts> by_twice{};
    std::array<Places, kMaxParts> touching_places{};
    std::optional<Hubs> hubs;
    std::optional<Lines> lines;

    // By meld: the parts that lay-offs on it may touch, as bits.
    std::vector<std::uint16_t> lay_parts;

    // The melds by their lowest bit, ascending.
    std::span<const std::uint16_t> starting(int bit) const noexcept {
        const auto at = static_cast<std::size_t>(bit);
        return {starting_ids.data() + starting_start[at], starting_start[at + 1] - starting_start[at]};
    }
    std::vector<std::uint16_t> starting_ids;
    std::array<std::uint32_t, 65> starting_start{};

    // Sets of kinds (not in part order) of which every meld, hence every complete hand, holds an even
    // number of cards. 綾波 and 重綾波 have seven of them, the others none.
    std::vector<std::uint64_t> even;
    std::vector<std::uint64_t> even_by_part;  // the same sets in part order

    // Rows of counts in 16-byte windows: byte i of `shuffle[window]` says which byte of the window goes to bit i of the
    // part order, 0x80: none.
    int windows = 0;
    std::array<std::uint8_t, 3> window_at{};
    alignas(32) std::array<std::array<std::uint8_t, 64>, 3> shuffle{};
    // If each 16 bytes in part order come from one window of their own, that is faster.
    bool one_window = false;
    std::array<std::uint8_t, 4> own_window_at{};
    alignas(32) std::array<std::uint8_t, 64> own_shuffle{};

    // Dense indices of the parts by multiply-and-add, into `dense_complete`, the entries of `ok` for counts up to the
    // caps.
    alignas(32) std::array<std::uint8_t, 64> caps{};
    alignas(32) std::array<std::int8_t, 64> byte_weight{};
    alignas(32) std::array<std::int16_t, 32> word_weight{};
    alignas(32) std::array<std::uint32_t, kMaxParts> dense_start{};
    std::vector<std::uint8_t> dense_complete;
    // At the same places: bit `kinds` of the lower half says that without some cards of those kinds, or none, local
    // melds use the part up; the upper half is the entry of `dense_complete`.
    std::vector<std::uint32_t> dense_mendable;
    // Made when somebody first asks for them.
    const NeedTables& needs() const;
    const SweepTables& sweeps() const;

private:
    void make_complete();
    void make_crossing();
    void make_starting();
    void make_even();
    void make_shuffles();
    void make_dense();

    Lazy<std::shared_ptr<const NeedTables>> needs_;  // shared: NeedTables is not known here
    Lazy<std::shared_ptr<const SweepTables>> sweeps_;
};

}  // namespace uneri::namima
