#include "uneri/games/solo/known_cards.hpp"

namespace uneri::solo {
namespace {

constexpr SeatSet seat_bit(int seat) noexcept { return SeatSet{1} << seat; }

}  // namespace

int Known::count(int p, int q, int kind) const noexcept {
    int count = 0;
    for (const std::uint16_t item : of(kind)) count += int{holder(item) == q && (knowers(item) & seat_bit(p)) != 0};
    return count;
}

Cards Known::hand(int p, int q) const noexcept {
    Cards cards;
    for (int kind = 0; kind < kKinds; ++kind) {
        for (int left = count(p, q, kind); left > 0; --left) cards.add(kind);
    }
    return cards;
}

void Known::sort(std::span<std::uint16_t> list) noexcept {
    for (std::size_t i = 1; i < list.size(); ++i) {
        for (std::size_t j = i; j > 0 && list[j] > list[j - 1]; --j) std::swap(list[j], list[j - 1]);
    }
}

void Known::remove_first(std::span<std::uint16_t> list, int q) noexcept {
    std::size_t at = 0;
    while (at < list.size() && (list[at] == 0 || holder(list[at]) != q)) ++at;
    for (; at < list.size(); ++at) list[at] = at + 1 < list.size() ? list[at + 1] : std::uint16_t{0};
}

// There is always room: no more cards are known than held.
void Known::insert(std::span<std::uint16_t> list, std::uint16_t item) noexcept {
    list.back() = item;
    sort(list);
}

void Known::show(int q, int kind, SeatSet others, bool fresh) noexcept {
    const std::span<std::uint16_t> list = of(kind);
    if (!fresh) {
        for (std::uint16_t& item : list) {
            if (item == 0 || holder(item) != q) continue;
            item = entry(q, others);  // the largest set comes first
            return sort(list);
        }
    }
    insert(list, entry(q, others));
}

void Known::learn_hand(int p, int q, Cards hand) noexcept {
    for_each_bit(hand.kinds(), [&](int kind) {
        const std::span<std::uint16_t> list = of(kind);
        int left = hand.count(kind);
        for (std::uint16_t& item : list) {
            if (item == 0 || holder(item) != q) continue;
            item = entry(q, knowers(item) | seat_bit(p));
            --left;
        }
        for (; left > 0; --left) insert(list, entry(q, seat_bit(p)));
        sort(list);
    });
}

void Known::move_hands(const PerSeat<std::uint8_t>& to, const PerSeat<Cards>& hands) noexcept {
    for (int kind = 0; kind < kKinds; ++kind) {
        const std::span<std::uint16_t> list = of(kind);
        if (list[0] == 0) continue;  // true for most kinds
        for (std::uint16_t& item : list) {
            if (item == 0) break;
            const int target = to[at(holder(item))];
            item = entry(target, knowers(item) & ~seat_bit(target));
            if (knowers(item) == 0) item = 0;
        }
        sort(list);
    }
    for (int q = 0; q < kMaxSeats; ++q) {
        const int target = to[at(q)];
        if (target != q) learn_hand(q, target, hands[at(q)]);
    }
}

void Known::keep_only(SeatSet observers) noexcept {
    for (std::uint16_t& item : entries_) {
        const SeatSet left = knowers(item) & observers;
        item = left == 0 ? std::uint16_t{0} : entry(holder(item), left);
    }
    for (int kind = 0; kind < kKinds; ++kind) sort(of(kind));
}

void Known::totals(PerSeat<PerSeat<std::uint8_t>>& totals) const noexcept {
    totals = {};
    for (const std::uint16_t item : entries_) {
        for_each_bit(knowers(item), [&](int p) { ++totals[at(p)][at(holder(item))]; });
    }
}

void Known::set(int q, int kind, const PerSeat<std::uint8_t>& counts) noexcept {
    for (int level = 1; level <= most_of(kind); ++level) {
        SeatSet seats = 0;
        for (int p = 0; p < kMaxSeats; ++p) {
            if (counts[at(p)] >= level) seats |= seat_bit(p);
        }
        if (seats != 0) insert(of(kind), entry(q, seats));
    }
}

}  // namespace uneri::solo
