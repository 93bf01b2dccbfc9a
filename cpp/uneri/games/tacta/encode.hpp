// Observation tensors (docs/games/tacta_programs.md; seat-relative, R-7).
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "uneri/base/clear.hpp"
#include "uneri/base/features.hpp"
#include "uneri/base/spec.hpp"
#include "uneri/base/tensor.hpp"
#include "uneri/base/types.hpp"
#include "uneri/games/tacta/hidden.hpp"
#include "uneri/games/tacta/options.hpp"
#include "uneri/games/tacta/state.hpp"

namespace uneri::tacta {

std::vector<Segment> tensor_layout(const Options& o);

namespace detail {

inline constexpr int kPhases = 5;
inline constexpr int kChoices = 2;  // sabotage: suits that a seat can hand over
inline constexpr int kStatuses = 3;
inline constexpr int kDots = 63;  // of a deck
inline constexpr int kLength = 1024;
inline constexpr int kParents = 128;
inline constexpr int kParentShapes = 32;
inline constexpr Scale kHalves = share_scale(2);
// Places as bytes: steps of eight units, from -1024 to 1016.
inline constexpr Scale kPlaceScale{-1.0F, 8.0F / static_cast<float>(kLength)};

inline constexpr Shares<kParents + 1> kParentShare(kParents);
inline constexpr Shares<kParentShapes + 1> kParentShapeShare(kParentShapes);
template <class T>
inline constexpr std::array<T, 2> kFlags = {T{0}, kFlag<T>};

// Bit i of four as bit 3 * i: one of the statuses of each shape.
inline constexpr std::array<std::uint16_t, 1 << kMaxShapes> kThirds = [] {
    std::array<std::uint16_t, 1 << kMaxShapes> thirds{};
    for (unsigned bits = 0; bits < thirds.size(); ++bits) {
        for (unsigned i = 0; i < kMaxShapes; ++i)
            thirds[bits] = static_cast<std::uint16_t>(thirds[bits] | (bits >> i & 1) << (kStatuses * i));
    }
    return thirds;
}();

// Writes the tensor segment by segment. Seats are relative to the observer, colours to its scoring colour.
template <TensorNumber T>
class Observer {
public:
    Observer(const Options& o, const State& s, int seat, std::span<T> out) noexcept
        : o_(o), s_(s), seat_(seat), seats_(o.players), own_colour_(o.scoring_colour(seat)), tensor_(out) {}

    void match() noexcept {
        tensor_.one_hot(s_.phase, kPhases);
        tensor_.put(o_.round_share.template of<T>(s_.round));
        each_seat([&](int q) { return share<kDots>(s_.scores[at(q)]); });
        T* visible = tensor_.block(o_.colours);
        for (int colour = 0; colour < o_.colours; ++colour)
            visible[relative_colour(colour)] = share<kDots>(s_.dots[at(colour)]);
        tensor_.one_hot(relative_seat(s_.turn), seats_);
        tensor_.one_hot(relative_seat(s_.starter), seats_);
        each_seat([&](int q) { return flag((s_.passed >> q & 1) != 0); });
        T* finished = tensor_.block(seats_);
        for (int place = 0; place < seats_; ++place) {
            const int q = s_.finish_order[at(place)];
            if (q != kNone) finished[relative_seat(q)] = o_.seat_share.template of<T>(place + 1);
        }
    }

    void decks() noexcept {
        const int cards = kDeckSize * o_.colours;
        each_seat([&](int q) { return share<kDeckSize>(s_.hidden[at(q)]); });
        each_seat([&](int q) { return halves(deck_size(s_, q) - s_.hidden[at(q)]); });
        for (int i = 0, q = seat_; i < seats_; ++i, q = next(q)) {
            const bool sees = sees_ends(o_, seat_, q);
            for (const int held : s_.ends[at(q)]) tensor_.one_hot(sees ? relative_card(held) : kNone, cards);
        }
        pending(tensor_.block(seats_ * kEnds));
        const Unseen unseen = unseen_cards(o_, s_, seat_);
        for (int i = 0, colour = own_colour_; i < o_.colours; ++i) {
            write_flags(tensor_.block(kDeckSize), unseen[at(colour)], kDeckSize);
            colour = colour + 1 < o_.colours ? colour + 1 : 0;
        }
    }

    void knowledge() noexcept {
        for (int i = 0, q = seat_; i < seats_; ++i, q = next(q))
            tensor_.one_hot(sees_choice(s_, seat_, q) ? s_.handed[at(q)] : kNone, kChoices);
        for (int i = 0, q = seat_; i < seats_; ++i, q = next(q)) {
            for (const int known : s_.first[at(q)]) tensor_.flag(known != 0);
        }
        for (int i = 0, q = seat_; i < seats_; ++i, q = next(q)) {
            T* block = tensor_.block(kValues);
            for (std::size_t end = 0; end < kEnds; ++end) {
                if (s_.first[at(q)][end] == 0) continue;
                T& number = block[o_.t().value[at(card_of(s_.ends[at(q)][end]))] - 1];
                number = static_cast<T>(number + halves(1));
            }
        }
        for (int i = 0, q = seat_; i < seats_; ++i, q = next(q)) {
            for (const CardSet cards : s_.barred[at(q)]) write_flags(tensor_.block(kDeckSize), cards, kDeckSize);
        }
    }

    void table() noexcept {
        const Tables& t = o_.t();
        const int laid = o_.cards_in_round();
        const int shapes = t.most_shapes;
        T* start_open = tensor_.block(t.start_shapes);
        for (int j = 0; j < t.start_shapes; ++j) start_open[j] = flag((s_.start_covered >> j & 1) == 0);
        T* there = tensor_.block(laid);
        T* colour = tensor_.block(laid * o_.colours);
        T* seat = tensor_.block(laid * seats_);
        T* card = tensor_.block(laid * kDeckSize);
        T* face = tensor_.block(laid);
        T* k = tensor_.block(laid * kTurns);
        T* place = tensor_.block(laid * 4);
        T* parent = tensor_.block(laid);
        T* parent_shape = tensor_.block(laid);
        T* own_shape = tensor_.block(laid * shapes);
        T* status = tensor_.block(laid * shapes * kStatuses);
        const T* const last = status + (laid - 1) * shapes * kStatuses;
        // One loop a part, so that each keeps its places in registers.
        const std::span<const Placed> rows(s_.placed.data() + 1, at(s_.count - 1));
        std::fill_n(there, rows.size(), kFlag<T>);
        for (const Placed& p : rows) {
            colour[relative_colour(p.colour)] = kFlag<T>;
            colour += o_.colours;
            seat[relative_seat(p.seat)] = kFlag<T>;
            seat += seats_;
            card[p.card] = kFlag<T>;
            card += kDeckSize;
        }
        for (const Placed& p : rows) {
            *face++ = kFlags<T>[at(p.face())];
            k[p.k()] = kFlag<T>;
            k += kTurns;
            *parent++ = kParentShare.of<T>(p.parent + 1);
            *parent_shape++ = kParentShapeShare.of<T>(p.parent_shape + 1);
        }
        if constexpr (number_of<T>(0.0F, kPlaceScale) != T{0})
            std::fill_n(place, 4 * laid, number_of<T>(0.0F, kPlaceScale));
        for (const Placed& p : rows) {
            const std::array<std::int16_t, 4> numbers = {p.ax, p.bx, p.ay, p.by};
            for (std::size_t i = 0; i < 4; ++i) place[i] = place_number(numbers[i]);
            place += 4;
        }
        for (const Placed& p : rows) {
            write_flags(own_shape, own_bit(p), shapes);
            own_shape += shapes;
        }
        for (const Placed& p : rows) {
            const unsigned present = (1u << t.shape_count[at(p.card)]) - 1;
            const unsigned covered = present & p.covered;
            const unsigned open = present & ~covered & ~own_bit(p);
            const unsigned locked = present & ~covered & own_bit(p);
            const unsigned bits = unsigned{kThirds[open]} << kOpen | unsigned{kThirds[locked]} << kLocked |
                                  unsigned{kThirds[covered]} << kCovered;
            // The last row has no room for the numbers that are written after it.
            if (status == last) [[unlikely]] {
                std::array<T, 16> numbers;
                write_flags(numbers.data(), bits, kStatuses * kMaxShapes);
                std::copy_n(numbers.begin(), kStatuses * shapes, status);
            } else {
                write_flags(status, bits, kStatuses * kMaxShapes);
            }
            status += kStatuses * shapes;
        }
        tensor_.one_hot(seat_, seats_);
    }

private:
    static constexpr unsigned own_bit(const Placed& p) noexcept { return 1u << (p.own_shape + 1) >> 1; }
    static constexpr T place_number(int number) noexcept {
        if constexpr (std::same_as<T, float>) {
            return static_cast<float>(number) / static_cast<float>(kLength);
        } else {
            // byte_of() in integers.
            return static_cast<T>(std::clamp((number + kLength + 4) >> 3, 0, 255));
        }
    }
    static constexpr T flag(bool on) noexcept { return on ? kFlag<T> : T{0}; }
    template <int whole>
    static constexpr T share(int x) noexcept {
        return share_of<T, whole>(x);
    }
    static constexpr T halves(int x) noexcept { return share_of<T, 2>(x); }
    int next(int q) const noexcept { return q + 1 < seats_ ? q + 1 : 0; }
    int relative_seat(int q) const noexcept { return q < 0 ? kNone : q < seat_ ? q - seat_ + seats_ : q - seat_; }
    int relative_colour(int colour) const noexcept {
        return colour < own_colour_ ? colour - own_colour_ + o_.colours : colour - own_colour_;
    }
    int relative_card(int coloured) const noexcept {
        return coloured < 0 ? kNone : kDeckSize * relative_colour(colour_of(coloured)) + card_of(coloured);
    }
    template <class Number>
    void each_seat(Number&& number) noexcept {
        T* block = tensor_.block(seats_);
        for (int i = 0, q = seat_; i < seats_; ++i, q = next(q)) block[i] = number(q);
    }
    void pending(T* block) const noexcept {
        if (s_.phase != kReveal) return;
        const int first = kEnds * s_.pending_seat + s_.pending_end;
        const int last = s_.turn == kNone ? kEnds * seats_ - 1 : first;
        for (int i = first; i <= last; ++i) block[kEnds * relative_seat(i / kEnds) + i % kEnds] = kFlag<T>;
    }

    const Options& o_;
    const State& s_;
    int seat_;
    int seats_;
    int own_colour_;
    TensorWriter<T> tensor_;
};

}  // namespace detail

// Inline, because batches call it after every step.
template <TensorNumber T>
inline void observe(const Options& o, const State& s, int seat, std::span<T> out) noexcept {
    clear(out.data(), out.size());
    detail::Observer<T> observer(o, s, seat, out);
    observer.match();
    observer.decks();
    observer.knowledge();
    observer.table();
}

// --- features ---------------------------------------------------------------------------------------------------
//
// What a small network sees of TACTA: not the table card by card, but how many shapes can still be covered, by owner
// and dots, which of them the own and the rival's end cards reach, and the best that each of the two can do at once.
// The rival is the next seat.

inline constexpr int kFeatureVersion = 1;

std::vector<Segment> feature_layout();
void write_features(const Options& o, const State& s, int seat, FeatureWriter& w) noexcept;

// What each action is, as numbers for learners: sort, end, what is covered, with what. All are 0 or 1.
std::vector<Segment> action_layout(const Options& o);
void write_action(const Options& o, Action a, FeatureWriter& w) noexcept;

}  // namespace uneri::tacta
