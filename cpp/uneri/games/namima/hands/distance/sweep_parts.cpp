// What local melds make of a part, lane by lane.
#include <algorithm>
#include <bit>

#include "uneri/games/namima/hands/distance/pairs.hpp"
#include "uneri/games/namima/hands/distance/sweep_tables.hpp"
#include "uneri/games/namima/hands/tables.hpp"

namespace uneri::namima {
namespace {

using Part = SweepTables::Part;
using Row = std::array<std::uint8_t, kLanes>;

static_assert(kMaxMeldSize <= kLanes);

// What a case gives: the rest's lanes, moved up by what is lacking.
Row given(const Row& rest, std::size_t lacking) {
    std::array<std::uint8_t, 2 * kLanes> moved;
    std::fill_n(moved.begin(), kLanes, kFar);
    std::copy_n(rest.begin(), kLanes, moved.begin() + kLanes);
    Row out;
    std::copy_n(moved.begin() + static_cast<std::ptrdiff_t>(kLanes - lacking), kLanes, out.begin());
    for (auto& lane : out) lane = static_cast<std::uint8_t>(lane + lacking);
    return out;
}

// Four bits a lane, set where both are equal. No lane is more than 0x7F.
std::uint64_t equal(const Row& a, const Row& b) {
    if constexpr (std::endian::native == std::endian::little) {
        const auto left = std::bit_cast<std::array<std::uint64_t, 2>>(a);
        const auto right = std::bit_cast<std::array<std::uint64_t, 2>>(b);
        const auto half = [](std::uint64_t differing) {
            const std::uint64_t top = ~(differing + 0x7F7F'7F7F'7F7F'7F7F) & 0x8080'8080'8080'8080;
            std::uint64_t word = (top >> 7) * 15;
            word = (word | word >> 4) & 0x00FF'00FF'00FF'00FF;
            word = (word | word >> 8) & 0x0000'FFFF'0000'FFFF;
            return (word | word >> 16) & 0x0000'0000'FFFF'FFFF;
        };
        return half(left[0] ^ right[0]) | half(left[1] ^ right[1]) << 32;
    } else {
        std::uint64_t out = 0;
        for (std::size_t i = 0; i < kLanes; ++i) out |= std::uint64_t{a[i] == b[i] ? 15u : 0u} << (4 * i);
        return out;
    }
}
constexpr std::uint64_t kEach = 0x1111'1111'1111'1111;

// The best targets of a pair hold some meld and the best targets of the rest, or nothing.
class Maker {
public:
    explicit Maker(std::vector<Part>& parts) : parts_(parts) {}

    void make(const Counts& hand, std::uint32_t place, std::span<const Case> cases) {
        Row least;  // what is worked on is no memory that others may share: so loops over lanes are a few instructions
        least.fill(kFar);
        const int cards = sum(hand);
        if (cards <= kLevel) least[static_cast<std::size_t>(kLevel - cards)] = 0;
        rows_.clear();
        for (const Case& by : cases) {
            const Row row = given(parts_[by.place].least, by.lacking);
            for (std::size_t i = 0; i < kLanes; ++i) least[i] = row[i] < least[i] ? row[i] : least[i];
            rows_.push_back(row);
        }
        Row nothing;
        nothing.fill(kFar);
        const std::uint64_t within_reach = ~equal(least, nothing);
        std::uint64_t lacked = 0;
        for (std::size_t i = 0; i < cases.size(); ++i) {  // the lanes that it makes as good as any
            const std::uint64_t same = equal(rows_[i], least) & within_reach;
            const auto& [rest, lacking, kinds] = cases[i];
            lacked |= same & (parts_[rest].lacked << (4 * lacking) | kEach * kinds);
        }
        int weight = kFar;
        for (int lane = 0; lane < kLanes; ++lane)
            weight = std::min(weight, 2 * least[static_cast<std::size_t>(lane)] - (lane - kLevel));
        parts_[place] = {least, lacked, static_cast<std::uint8_t>(weight)};
    }

private:
    std::vector<Part>& parts_;
    std::vector<Row> rows_;
};

}  // namespace

void SweepTables::make_parts(const Tables& tables, const NeedTables& needs) {
    parts.resize(needs.types.size());
    for (std::size_t t = 0; t < needs.types.size(); ++t) {
        const Parts::Type& source = tables.parts.type(static_cast<int>(t));
        parts[t].resize(needs.types[t].pairs.size());
        Maker maker(parts[t]);
        each_pair(needs.types[t], source,
                  [&](const Counts& hand, const Counts&, std::uint32_t place, std::span<const Case> cases) {
                      maker.make(hand, place, cases);
                  });
    }
}

}  // namespace uneri::namima
