// Rows of counts against the deck. Built twice: see cpu_dispatch.hpp.
#include "uneri/games/namima/deck_check.hpp"
#include "uneri/games/namima/hands/row_counts.hpp"

namespace uneri::namima {
namespace {
namespace kernel {

using Counts = std::array<std::uint8_t, kMaxKinds>;

inline Counts copies_in_deck(const Tables& tables) noexcept {
    Counts copies{};
    for (int k = 0; k < tables.melds.kinds(); ++k)
        copies[static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(tables.melds.deck().count(k));
    return copies;
}

inline bool lies_within(const Counts& copies, const std::uint8_t* row, std::size_t kinds, int most) noexcept {
    int cards = 0;
    int beyond = 0;
    for (std::size_t k = 0; k < kinds; ++k) {
        cards += row[k];
        beyond += row[k] > copies[k] ? 1 : 0;
    }
    return beyond == 0 && cards <= most;
}

#ifdef UNERI_AVX2

// Blocks of rows in windows of 16 counts, the last of which may overlap the one before. Returns the rows of the blocks
// before the first one with a large row.
template <std::size_t windows>
inline std::size_t pass_blocks(const Tables& tables, const Counts& copies, const std::uint8_t* rows, std::size_t count,
                               int most) noexcept {
    constexpr std::size_t kBlock = 64;
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    alignas(16) std::array<std::uint8_t, 16> once{};  // the counts of the last window that no other has
    std::fill(once.begin() + static_cast<std::ptrdiff_t>(16 * windows - kinds), once.end(), std::uint8_t{0xFF});
    const __m128i last = load16(once.data());
    std::size_t done = 0;
    while (done < count) {
        const std::size_t end = std::min(count, done + kBlock);
        __m128i beyond = _mm_setzero_si128();
        __m128i largest = _mm_setzero_si128();
        for (std::size_t i = done; i < end; ++i) {
            __m128i sums = _mm_setzero_si128();  // too low beyond 255, but such a row is beyond the deck
            for (std::size_t w = 0; w < windows; ++w) {
                const std::size_t at = w + 1 < windows ? 16 * w : kinds - 16;
                const __m128i counts = load16(rows + i * kinds + at);
                beyond = _mm_or_si128(beyond, _mm_subs_epu8(counts, load16(copies.data() + at)));
                sums = _mm_adds_epu8(sums, w + 1 < windows ? counts : _mm_and_si128(counts, last));
            }
            const __m128i halves = _mm_sad_epu8(sums, _mm_setzero_si128());
            largest = _mm_max_epi16(largest, _mm_add_epi16(halves, _mm_unpackhi_epi64(halves, halves)));
        }
        if (_mm_testz_si128(beyond, beyond) == 0 || _mm_extract_epi16(largest, 0) > most) return done;
        done = end;
    }
    return done;
}

#endif

std::size_t first_large(const Tables& tables, const std::uint8_t* rows, std::size_t count, int most) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    const Counts copies = copies_in_deck(tables);
    std::size_t i = 0;
#ifdef UNERI_AVX2
    if (kinds > 32) {
        i = pass_blocks<3>(tables, copies, rows, count, most);
    } else if (kinds > 16) {
        i = pass_blocks<2>(tables, copies, rows, count, most);
    }
#endif
    while (i < count && lies_within(copies, rows + i * kinds, kinds, most)) ++i;
    return i;
}

std::size_t first_beyond_deck(const Tables& tables, const Rows& rows, const std::uint8_t* visible) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.parts.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        Cards left = tables.deck;
        const auto take = [&](const Cards& cards) {
            if (!left.contains(cards)) return false;
            left -= cards;
            return true;
        };
        for (const std::uint16_t id : rows.exposed_of(i)) {
            if (!take(tables.parts.meld(id))) return i;
        }
        if (visible != nullptr && !take(load_row(tables, visible + i * kinds))) return i;
        if (!take(load_row(tables, rows.counts + i * kinds))) return i;
    }
    return rows.hands;
}

}  // namespace kernel
}  // namespace

const DeckKernels UNERI_KERNELS(kDeck) = {kernel::first_large, kernel::first_beyond_deck};

}  // namespace uneri::namima
