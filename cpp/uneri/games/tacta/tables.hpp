// Tables derived from a deck: the joint table (1.7), regions of its cards, canonical shapes (4.4), action ids (6), and
// the tables for placing a card. They are computed once, when the deck is loaded. That includes the checks across
// entries (V4, V5, V7, V8).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "uneri/games/tacta/deck.hpp"

namespace uneri::tacta {

// Hot code uses fixed point, 2^16 per unit. Table coordinates stay below 2^13 units.
using Fixed = std::int32_t;
inline constexpr int kFixedBits = 16;
// A sum of three rounded coordinates (doubled along u and v) and a rounded extent has an error below 8. Values that
// differ by less than this are compared exactly.
inline constexpr Fixed kUnsure = 16;

// The fixed-point value of (a + b*sqrt(2)) / 2, rounded down.
constexpr Fixed fixed_half(std::int64_t a, std::int64_t b) noexcept {
    constexpr std::int64_t kRootTwo = 1554944255988;  // sqrt(2) * 2^40
    return static_cast<Fixed>(a * (1 << (kFixedBits - 1)) + (b * kRootTwo >> (40 - kFixedBits + 1)));
}

inline constexpr std::int16_t kNoPair = -1024;  // far below the worth of any placement to the greedy bot

inline constexpr int kOrientations = 2 * kTurns;  // 8 * face + k
inline constexpr int kAxes = 4;                   // x, y, u, v
inline constexpr int kMostFeet = 8;               // most footprints of a shape that the state keeps up to date

// Twice a point. Centres of cards have half-integer parts in Z[sqrt 2], so the doubled parts are integers.
struct Twice {
    std::int32_t ax = 0, bx = 0, ay = 0, by = 0;
};

// The place of a card that covers a shape, relative to the centre of the card under it.
struct Foot {
    Fixed x = 0;
    Fixed y = 0;
    std::int32_t turn = 0;  // orientation of the rectangle: k mod 4
};

struct Steps {
    std::int16_t ax = 0, bx = 0, ay = 0, by = 0;
};

using Extents = std::array<Fixed, kAxes>;

struct Symmetry {
    std::array<std::uint8_t, kMaxShapes> shapes{};  // shape i becomes shapes[i]
    int flips = 0;                                  // 1 for the two mirrors
    int turns = 0;                                  // 1 for the half turn and the mirror in y (5)
};

struct Tables {
    // Errors are those of the deck (part 2), without the name of the game. The object is too large for a small stack.
    static Result<std::shared_ptr<const Tables>> make(Deck deck);

    Deck deck;

    // Exact definitions.
    std::array<Slab, kTurns> frames{};  // of a card in orientation k at t = 0
    std::array<Slab, kTurns> outers{};
    std::array<std::array<Slab, kOrientations>, kMaxSlots> slabs{};
    std::array<std::array<Point, kOrientations>, kMaxSlots> anchors{};
    std::array<std::uint32_t, kMaxSlots> joints{};         // [target slot]: bits of own slots that can cover it
    std::array<std::uint8_t, kDeckSize> canonical{};       // [card]: bits 2 * shape + face (4.4)
    std::array<std::uint8_t, kDeckSize> canonical_free{};  // [card]: bits 2 * half turn + face (5)

    int outward(int slot, int face) const noexcept { return out_dir[at(slot)][at(face)]; }
    bool joint(int target_slot, int own_slot) const noexcept { return (joints[at(target_slot)] >> own_slot & 1) != 0; }
    Pose joint_pose(const Pose& target, int target_slot, int own_slot, int face) const noexcept;
    Slab frame(const Pose& pose) const noexcept { return moved(frames[at(pose.k)], pose.t); }
    Slab outer(const Pose& pose) const noexcept { return moved(outers[at(pose.k)], pose.t); }
    Slab shape(const Pose& pose, int slot) const noexcept {
        return moved(slabs[at(slot)][at(kTurns * pose.face + pose.k)], pose.t);
    }
    Pose start_pose() const noexcept { return {0, 0, {-deck.width / 2, -deck.height / 2}}; }
    int shapes_on(int card) const noexcept { return static_cast<int>(deck.card(card).shapes.size()); }

    // Ids (6).
    int most_shapes = 0;   // S
    int start_shapes = 0;  // S0
    int all_shapes = 0;    // G
    int free_ids = 0;      // C, the first id of a free placement
    int pass_id = 0;
    int hand_id = 0;
    int ids = 0;
    int longest_list = 0;                          // most legal actions
    std::array<std::uint16_t, kSpots> first_id{};  // of the connections on a spot from end 0

    // For placing cards.
    std::array<std::array<std::uint8_t, 2>, kMaxSlots> out_dir{};
    std::array<std::array<Steps, kOrientations>, kMaxSlots> steps{};  // anchors, in 16 bits
    std::array<Twice, kTurns> middles{};                              // twice the vector from t to the centre, by k
    std::array<std::array<std::uint8_t, kMaxShapes>, kDeckSize> slot_on{};
    std::array<std::array<std::uint8_t, kMaxShapes>, kDeckSize> dots_on{};
    // [card][pairs as bits 2 * shape + face]: the most dots of one of these shapes; kNoPair without a pair
    std::array<std::array<std::int16_t, 1 << 2 * kMaxShapes>, kDeckSize> most_dots{};
    std::array<std::uint8_t, kDeckSize> shape_count{};
    std::array<std::uint8_t, kDeckSize> value{};
    std::array<std::uint8_t, kMaxStartShapes> start_slot{};
    std::array<std::uint32_t, kMaxStartShapes> start_cover{};  // [shape]: all shapes covered with it
    std::array<CardSet, kSuits> suit_cards{};

    // Footprints: the distinct rectangles that cards of this deck occupy when they cover a shape in a slot.
    int feet = 0;       // most footprints of a slot; the stride of the lists below
    bool wide = false;  // more than kMostFeet: the state keeps no footprints, and lists use the definition
    std::array<std::uint8_t, kMaxSlots> foot_count{};
    std::array<std::array<std::int8_t, 2 * kMaxSlots>, kMaxSlots> foot_of{};  // [target][2 * own + face], or -1
    std::vector<Foot> foot;         // [(slot * 16 + orientation) * feet + number]
    std::vector<Twice> foot_exact;  // exactly twice the above
    std::vector<std::uint8_t>
        cover;  // [card][cell]: canonical pairs that fit a free footprint; cell = slot << feet | free
    std::size_t cells = 0;

    // [turn of an outer rectangle][turn of a frame]: the sum of their half extents, and exactly twice that sum.
    std::array<std::array<Extents, 4>, 4> outer_frame{};
    std::array<std::array<std::array<Surd, kAxes>, 4>, 4> outer_frame_exact{};
    // The same for two outer rectangles (5).
    std::array<std::array<Extents, 4>, 4> outer_outer{};
    std::array<std::array<std::array<Surd, kAxes>, 4>, 4> outer_outer_exact{};
    std::array<Extents, 4> outer_half{};
    std::array<std::array<Surd, kAxes>, 4> outer_size{};  // exactly twice the above
    Fixed reach = 0;  // cards whose centres are further apart along x or y cannot affect each other's footprints

private:
    void derive_regions();
    void derive_ids();
    std::optional<Error> derive_joints();
    void derive_symmetries();
    std::optional<Error> check_cards() const;
    std::optional<Error> check_distances() const;
    void derive_cards();
    void derive_feet();
    void derive_extents();
};

}  // namespace uneri::tacta
