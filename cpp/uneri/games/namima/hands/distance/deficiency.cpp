#include "uneri/games/namima/hands/distance/deficiency.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "uneri/games/namima/exposed_melds.hpp"
#include "uneri/games/namima/hands/waits.hpp"
#include "uneri/games/namima/isa.hpp"

namespace uneri::namima {
namespace {

// Where a search of crossing melds has its lists, one place a thread, in use by one search at a time. Null if there is
// no memory.
std::byte* seek_room(std::size_t size) noexcept {
    thread_local std::unique_ptr<std::byte[]> room;
    thread_local std::size_t given = 0;
    if (given < size) {
        room.reset(new (std::nothrow) std::byte[size]);
        given = room ? size : 0;
    }
    return room.get();
}

// Where a sweep works, one place a thread: too much for the stacks of some platforms' threads. Null if there is no
// memory.
constexpr std::size_t kSweepAlign = 16;
constexpr std::size_t kSweepSlots = std::size_t{1} << 14;
struct SweepRoom {
    std::uint16_t slots[kSweepSlots];
    alignas(kSweepAlign) std::byte sweep[std::size_t{3392} << 10];
};
SweepRoom* sweep_room() noexcept {
    thread_local const std::unique_ptr<SweepRoom> room = [] {
        std::unique_ptr<SweepRoom> made(new (std::nothrow) SweepRoom);
        if (made) std::memset(made->slots, 0xFF, sizeof made->slots);
        return made;
    }();
    return room.get();
}

namespace plain {
#include "uneri/games/namima/hands/distance/nearer.inl"
}  // namespace plain

#if UNERI_HAS_AVX2_CODE
UNERI_AVX2_BEGIN
#define UNERI_FAST_BODY
namespace fast {
#include "uneri/games/namima/hands/distance/nearer.inl"
}  // namespace fast
#undef UNERI_FAST_BODY
UNERI_AVX2_END
#else
namespace fast = plain;
#endif

Cards counts_of(const Tables& tables, const std::uint8_t* row) noexcept {
    return Cards::from_counts({row, static_cast<std::size_t>(tables.melds.kinds())});
}

int deficiency_of(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible,
                  bool drawn) noexcept {
    const Cards woven = tables.parts.weave(hand);
    const Cards seen = tables.parts.weave(visible);
    return has_fast() ? fast::deficiency(tables, woven, exposed, growth, seen, drawn, {})
                      : plain::deficiency(tables, woven, exposed, growth, seen, drawn, {});
}

void deficiencies(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible, bool drawn,
                  std::uint8_t* out) noexcept {
    has_fast() ? fast::deficiency_rows(tables, rows, growth, visible, drawn, out)
               : plain::deficiency_rows(tables, rows, growth, visible, drawn, out);
}

}  // namespace

int deficiency(const Tables& tables, const Cards& hand, MeldIds exposed, int growth, const Cards& visible) noexcept {
    return deficiency_of(tables, hand, exposed, growth, visible, false);
}

int deficiency_drawn(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                     const Cards& visible) noexcept {
    return deficiency_of(tables, hand, exposed, growth, visible, true);
}

bool is_within(const Tables& tables, const Cards& hand, MeldIds exposed, int most, int growth,
               const Cards& visible) noexcept {
    const Cards woven = tables.parts.weave(hand);
    const Cards seen = tables.parts.weave(visible);
    const int known = has_fast() ? fast::deficiency(tables, woven, exposed, growth, seen, false, {most, most + 1})
                                 : plain::deficiency(tables, woven, exposed, growth, seen, false, {most, most + 1});
    return known <= most;
}

std::uint64_t acceptance(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                         const Cards& visible) noexcept {
    const Cards woven = tables.parts.weave(hand);
    const Cards seen = tables.parts.weave(visible);
    return has_fast() ? fast::accepted_kinds(tables, woven, exposed, growth, seen)
                      : plain::accepted_kinds(tables, woven, exposed, growth, seen);
}

int copies_left(const Tables& tables, const Cards& hand, MeldIds exposed, std::uint64_t kinds,
                const Cards& visible) noexcept {
    return spare_cards(tables.melds, hand, exposed, visible).only(kinds).total();
}

int helpful_calls(const Tables& tables, const Cards& hand, MeldIds exposed, int kind, int now, int growth,
                  const Cards& visible, std::uint16_t* out) noexcept {
    const Cards both = hand + Cards::of(kind);
    const int cards = both.total();
    ExposedMelds more(exposed);
    int found = 0;
    for (const std::uint16_t id : tables.melds.holding(kind)) {
        const Meld& meld = tables.melds[id];
        if (growth == 0 || meld.size >= cards || !both.contains(meld.cards)) continue;
        if (is_within(tables, both - meld.cards, more.with(id), now - 1, growth - 1, visible)) out[found++] = id;
    }
    return found;
}

std::vector<CallAccept> call_acceptance(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                                        const Cards& visible) {
    std::vector<CallAccept> calls;
    const int now = deficiency(tables, hand, exposed, growth, visible);
    const Cards spare = spare_cards(tables.melds, hand, exposed, visible);
    if (now == 1) {
        const std::uint64_t drawn = waits(tables, hand, exposed, spare.some());
        for_each_bit(claimed_waits(tables, hand, exposed, drawn),
                     [&](int kind) { calls.push_back({kind, spare.count(kind), {}}); });
        return calls;
    }
    if (growth == 0) return calls;
    std::array<std::uint16_t, kMaxMelds> melds;
    for_each_bit(spare.some(), [&](int kind) {
        const int found = helpful_calls(tables, hand, exposed, kind, now, growth, visible, melds.data());
        if (found > 0) calls.push_back({kind, spare.count(kind), {melds.data(), melds.data() + found}});
    });
    return calls;
}

DiscardTable discard_table(const Tables& tables, const Cards& hand, MeldIds exposed, int growth,
                           const Cards& visible) noexcept {
    const Cards woven = tables.parts.weave(hand);
    const Cards seen = tables.parts.weave(visible);
    return has_fast() ? fast::discards(tables, woven, exposed, growth, seen)
                      : plain::discards(tables, woven, exposed, growth, seen);
}

void deficiency_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                     std::uint8_t* out) noexcept {
    deficiencies(tables, rows, growth, visible, false, out);
}

void deficiency_drawn_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                           std::uint8_t* out) noexcept {
    deficiencies(tables, rows, growth, visible, true, out);
}

void need_rows(const Tables& tables, const Rows& rows, int size, int min_new, const std::uint8_t* visible,
               std::uint8_t* out) noexcept {
    const auto kinds = static_cast<std::size_t>(tables.melds.kinds());
    for (std::size_t i = 0; i < rows.hands; ++i) {
        const Cards seen = visible == nullptr ? Cards{} : counts_of(tables, visible + i * kinds);
        out[i] = static_cast<std::uint8_t>(
            need(tables, counts_of(tables, rows.counts + i * kinds), rows.exposed_of(i), size, min_new, seen));
    }
}

void acceptance_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                     std::uint64_t* out) noexcept {
    has_fast() ? fast::acceptance_rows(tables, rows, growth, visible, out)
               : plain::acceptance_rows(tables, rows, growth, visible, out);
}

void discard_table_rows(const Tables& tables, const Rows& rows, int growth, const std::uint8_t* visible,
                        std::uint8_t* deficiencies, std::uint16_t* copies) noexcept {
    has_fast() ? fast::discard_table_rows(tables, rows, growth, visible, deficiencies, copies)
               : plain::discard_table_rows(tables, rows, growth, visible, deficiencies, copies);
}

}  // namespace uneri::namima
