// Part of the body of deficiency.cpp, see isa.hpp: counts as four bits each.

#include "uneri/games/namima/hands/distance/layoffs.inl"

// Counts of a part, and of the hub of its group, *packed*: see kHubBits. Kinds are told by the lowest bit of each.
namespace packed {
inline constexpr std::uint32_t kOnes = 0x1111'1111;
inline constexpr std::uint32_t kTops = 0x8888'8888;  // counts are 7 or less
inline constexpr std::uint32_t kPart = (1u << kHubBits) - 1;

inline std::uint32_t from(const Cards& cards, int part) noexcept {
#ifdef UNERI_FAST_BODY
    const auto spread = [&](std::uint64_t plane) {
        return _pdep_u32(static_cast<std::uint32_t>(plane >> (kPartKinds * part)) & 15, 0x1111);
    };
    return spread(cards.b0) | spread(cards.b1) << 1 | spread(cards.b2) << 2;
#else
    std::uint32_t counts = 0;
    for (int k = 0; k < kPartKinds; ++k)
        counts |= static_cast<std::uint32_t>(cards.count(kPartKinds * part + k)) << (4 * k);
    return counts;
#endif
}
inline bool is_within(std::uint32_t counts, std::uint32_t most) noexcept {
    return (((most | kTops) - counts) & kTops) == kTops;
}
inline Cards cards(std::uint32_t counts, int part) noexcept {
    Cards out{};
    for (int k = 0; k < kPartKinds; ++k, counts >>= 4) {
        for (std::uint32_t n = counts & 15; n > 0; --n) out += Cards::of(kPartKinds * part + k);
    }
    return out;
}
// What goes beyond `held`, kind by kind.
inline std::uint32_t beyond(std::uint32_t counts, std::uint32_t held) noexcept {
    const std::uint32_t more = (counts | kTops) - held;
    return more & (more >> 3 & kOnes) * 7;
}
inline int total(std::uint32_t counts) noexcept {
    return static_cast<int>(((counts & 0x0F0F'0F0F) + (counts >> 4 & 0x0F0F'0F0F)) * 0x0101'0101 >> 24);
}
inline std::uint32_t kinds(std::uint32_t counts) noexcept { return (counts | counts >> 1 | counts >> 2) & kOnes; }
// Those of a part as bits.
inline unsigned bits(std::uint32_t kinds) noexcept { return (kinds | kinds >> 3 | kinds >> 6 | kinds >> 9) & 15; }
}  // namespace packed
