#include "uneri/games/tacta/tables.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace uneri::tacta {
namespace {

Point turned(const Deck& deck, Point p, int orientation) {
    return rotate(orientation >= kTurns ? mirrored(p, deck.width) : p, orientation % kTurns);
}

template <class Map>
std::vector<Point> mapped(std::span<const Point> polygon, Map&& map) {
    std::vector<Point> out;
    for (const Point& p : polygon) out.push_back(map(p));
    return out;
}

std::string with_card(const Deck& deck, int card) {
    return "card " + std::to_string(card) + " (" + deck.card_name(card) + ")";
}

// Errors of checks across entries name an entry that is a mapping.
Error bad_entry(const std::string& path, const std::string& allowed) {
    return Error{"deck: '" + path + "' is not valid; allowed: " + allowed};
}

// Congruence and exactness (1.7) for an unturned card at the origin.
bool fits(const Tables& t, const Pose& pose, int own, int target) {
    if (t.shape(pose, own) != t.slabs[at(target)][0]) return false;
    const Deck& deck = t.deck;
    const std::vector<Point> frame =
        mapped(rectangle(0, 0, deck.width, deck.height), [&](Point p) { return pose.t + rotate(p, pose.k); });
    return twice_area(clipped(frame, deck.width, deck.height)) == twice_area(deck.slot(target).polygon);
}

}  // namespace

Pose Tables::joint_pose(const Pose& target, int target_slot, int own_slot, int face) const noexcept {
    const int towards = target.k + outward(target_slot, target.face);
    const int k = (towards + 4 - outward(own_slot, face) + kTurns) % kTurns;
    const Point anchor = target.t + anchors[at(target_slot)][at(kTurns * target.face + target.k)];
    return {face, k, anchor - anchors[at(own_slot)][at(kTurns * face + k)]};
}

void Tables::derive_regions() {
    const int w = deck.width;
    const int h = deck.height;
    const int m = deck.margin;
    for (int k = 0; k < kTurns; ++k) {
        const auto turn = [&](Point p) { return rotate(p, k); };
        frames[at(k)] = slab_of(mapped(rectangle(0, 0, w, h), turn));
        outers[at(k)] = slab_of(mapped(rectangle(-m, -m, w + m, h + m), turn));
    }
    for (std::size_t slot = 0; slot < deck.slots.size(); ++slot) {
        out_dir[slot] = {static_cast<std::uint8_t>(deck.slots[slot].out),
                         static_cast<std::uint8_t>((4 - deck.slots[slot].out + kTurns) % kTurns)};
        for (int o = 0; o < kOrientations; ++o) {
            slabs[slot][at(o)] = slab_of(mapped(deck.slots[slot].polygon, [&](Point p) { return turned(deck, p, o); }));
            anchors[slot][at(o)] = turned(deck, deck.slots[slot].anchor, o);
        }
    }
}

// It suffices to check the unturned front as the target: rotations and mirrors preserve the rules.
std::optional<Error> Tables::derive_joints() {
    const int slots = static_cast<int>(deck.slots.size());
    for (int target = 0; target < slots; ++target) {
        for (int own = 0; own < slots; ++own) {
            if (deck.slot(own).kind != deck.slot(target).kind) continue;
            const std::string names = "slot " + deck.slot(own).name + " on " + deck.slot(target).name;
            const std::string path = "slots[" + std::to_string(own) + "]";
            std::array<bool, 2> works{};
            for (int face = 0; face < 2; ++face) {
                const Pose formula = joint_pose({}, target, own, face);
                bool only = true;
                for (int k = 0; k < kTurns; ++k) {
                    // The only translation that can match the two shapes aligns their left and upper ends.
                    const Slab& there = slabs[at(target)][0];
                    const Slab& here = slabs[at(own)][at(kTurns * face + k)];
                    const Pose pose = {face, k, {there[0].lo - here[0].lo, there[1].lo - here[1].lo}};
                    if (!fits(*this, pose, own, target)) continue;
                    if (pose == formula) {
                        works[at(face)] = true;
                    } else {
                        only = false;
                    }
                }
                if (!only) return bad_entry(path, "a slot whose only joint is that of the pose formula, " + names);
            }
            if (works[0] != works[1])
                return bad_entry(path, "a slot whose joints are there for both faces or for none, " + names);
            joints[at(target)] |= std::uint32_t{works[0]} << own;
        }
    }
    return std::nullopt;
}

void Tables::derive_symmetries() {
    using Facts = std::tuple<int, int, Slab>;
    const auto facts = [&](const Shape& shape, bool in_x, bool in_y) {
        const Slot& slot = deck.slot(shape.slot);
        return Facts{slot.kind, shape.dots, slab_of(mapped(slot.polygon, [&](Point p) {
                         return Point{in_x ? Surd(deck.width) - p.x : p.x, in_y ? Surd(deck.height) - p.y : p.y};
                     }))};
    };
    for (std::size_t c = 0; c < kDeckSize; ++c) {
        const std::vector<Shape>& shapes = deck.cards[c].shapes;
        std::vector<Symmetry> group;
        for (const unsigned mirrors : {0u, 1u, 2u, 3u}) {  // bit 0: in x, bit 1: in y
            Symmetry g{{}, mirrors == 1 || mirrors == 2, mirrors >= 2};
            bool maps = true;
            for (std::size_t i = 0; i < shapes.size(); ++i) {
                const Facts image = facts(shapes[i], (mirrors & 1) != 0, (mirrors & 2) != 0);
                std::size_t to = 0;
                while (to < shapes.size() && facts(shapes[to], false, false) != image) ++to;
                maps = maps && to < shapes.size();
                g.shapes[i] = static_cast<std::uint8_t>(to);
            }
            if (maps) group.push_back(g);
        }
        const auto smallest = [&](int id, auto&& image) {
            return std::all_of(group.begin(), group.end(), [&](const Symmetry& g) { return image(g) >= id; });
        };
        unsigned pairs = 0;
        unsigned turns = 0;
        for (int id = 0; id < 2 * static_cast<int>(shapes.size()); ++id) {
            const auto image = [&](const Symmetry& g) { return 2 * g.shapes[at(id / 2)] + (id % 2 ^ g.flips); };
            pairs |= unsigned{smallest(id, image)} << id;
        }
        for (int id = 0; id < 4; ++id) {
            const auto image = [&](const Symmetry& g) { return 2 * (id / 2 ^ g.turns) + (id % 2 ^ g.flips); };
            turns |= unsigned{smallest(id, image)} << id;
        }
        canonical[c] = static_cast<std::uint8_t>(pairs);
        canonical_free[c] = static_cast<std::uint8_t>(turns);
    }
}

std::optional<Error> Tables::check_cards() const {
    const auto name = [&](int card, int shape) { return deck.slot(deck.card(card).shapes[at(shape)].slot).name; };
    const auto slab = [&](int card, int shape) -> const Slab& {
        return slabs[at(deck.card(card).shapes[at(shape)].slot)][0];
    };
    const auto path = [](int card, int shape) {
        return "cards[" + std::to_string(card) + "].shapes[" + std::to_string(shape) + "]";
    };
    for (int c = 0; c < kDeckSize; ++c) {
        for (int j = 0; j < shapes_on(c); ++j) {
            for (int i = 0; i < j; ++i) {
                if (!overlap(slab(c, i), slab(c, j))) continue;
                return bad_entry(path(c, j), "shapes that do not overlap (V4), " + name(c, i) + " and " + name(c, j) +
                                                 " of " + with_card(deck, c));
            }
        }
    }
    for (int c = 0; c < kDeckSize; ++c) {
        for (int j = 0; j < shapes_on(c); ++j) {
            const int target = deck.card(c).shapes[at(j)].slot;
            for (int own = 0; own < static_cast<int>(deck.slots.size()); ++own) {
                for (int face = 0; face < 2 && joint(target, own); ++face) {
                    const Slab around = outer(joint_pose({}, target, own, face));
                    for (int i = 0; i < shapes_on(c); ++i) {
                        if (i == j || !overlap(around, slab(c, i))) continue;
                        return bad_entry(path(c, j), "a shape that can be covered without reaching into others (V5), " +
                                                         with_card(deck, c) + ": " + deck.slot(own).name + " on " +
                                                         name(c, j) + " reaches " + name(c, i));
                    }
                }
            }
        }
    }
    for (int c = 0; c < kDeckSize; ++c) {
        bool lies = false;
        for (const Shape& target : deck.start.shapes) {
            for (const Shape& own : deck.card(c).shapes) {
                for (int face = 0; face < 2 && joint(target.slot, own.slot); ++face) {
                    const Slab around = outer(joint_pose(start_pose(), target.slot, own.slot, face));
                    lies = lies || inside(around, deck.standard[0].width, deck.standard[0].height);
                }
            }
        }
        if (!lies)
            return bad_entry("cards[" + std::to_string(c) + "]",
                             "a card that fits on a start shape of an empty table (V7), " + with_card(deck, c));
    }
    return std::nullopt;
}

std::optional<Error> Tables::check_distances() const {
    std::int64_t largest = 0;
    for (int target = 0; target < static_cast<int>(deck.slots.size()); ++target) {
        for (int own = 0; own < static_cast<int>(deck.slots.size()); ++own) {
            for (int o = 0; o < 2 * kOrientations && joint(target, own); ++o) {
                const Pose under = {o / kTurns % 2, o % kTurns, {}};
                const Point t = joint_pose(under, target, own, o / kOrientations).t;
                for (const std::int64_t part : {t.x.a, t.x.b, t.y.a, t.y.b})
                    largest = std::max(largest, part < 0 ? -part : part);
            }
        }
    }
    if (kMaxLaid * largest + std::max(deck.width, deck.height) + 4096 < 1 << 15) return std::nullopt;
    return Error{"deck: 'slots' is a list of " + std::to_string(deck.slots.size()) +
                 "; allowed: joints that move a card by less (V8), the largest part is " + std::to_string(largest)};
}

void Tables::derive_ids() {
    for (const Card& card : deck.cards) most_shapes = std::max(most_shapes, static_cast<int>(card.shapes.size()));
    start_shapes = static_cast<int>(deck.start.shapes.size());
    all_shapes = start_shapes + most_shapes * kMaxLaid;
    free_ids = 4 * all_shapes * most_shapes;
    pass_id = free_ids + 16 * deck.regions();
    hand_id = pass_id + 1;
    ids = pass_id + 3;
    for (int i = 0; i <= kMaxLaid; ++i) {
        for (int j = 0; j < (i == 0 ? start_shapes : most_shapes); ++j) {
            const int shape = i == 0 ? j : start_shapes + most_shapes * (i - 1) + j;
            first_id[at(spot_of(i, j))] = static_cast<std::uint16_t>(2 * most_shapes * shape);
        }
    }
    int most = 0;
    for (int c = 0; c < kDeckSize; ++c) {
        int pairs = 0;
        const auto count = [&](const Card& under, int copies) {
            for (const Shape& target : under.shapes) {
                for (int id = 0; id < 2 * shapes_on(c); ++id) {
                    const int own = deck.card(c).shapes[at(id / 2)].slot;
                    if ((canonical[at(c)] >> id & 1) != 0 && joint(target.slot, own)) pairs += copies;
                }
            }
        };
        count(deck.start, 1);
        for (const Card& card : deck.cards) count(card, kMaxColours);
        most = std::max(most, pairs);
    }
    longest_list = std::max(2 * most, 16 * deck.regions());
}

void Tables::derive_cards() {
    for (std::size_t slot = 0; slot < deck.slots.size(); ++slot) {
        for (std::size_t o = 0; o < kOrientations; ++o) {
            const Point p = anchors[slot][o];
            steps[slot][o] = {static_cast<std::int16_t>(p.x.a), static_cast<std::int16_t>(p.x.b),
                              static_cast<std::int16_t>(p.y.a), static_cast<std::int16_t>(p.y.b)};
        }
    }
    for (int k = 0; k < kTurns; ++k) {
        const Point p = rotate({deck.width, deck.height}, k);
        middles[at(k)] = {static_cast<std::int32_t>(p.x.a), static_cast<std::int32_t>(p.x.b),
                          static_cast<std::int32_t>(p.y.a), static_cast<std::int32_t>(p.y.b)};
    }
    for (std::size_t c = 0; c < kDeckSize; ++c) {
        const Card& card = deck.cards[c];
        for (std::size_t j = 0; j < card.shapes.size(); ++j) {
            slot_on[c][j] = static_cast<std::uint8_t>(card.shapes[j].slot);
            dots_on[c][j] = static_cast<std::uint8_t>(card.shapes[j].dots);
        }
        most_dots[c][0] = kNoPair;
        for (unsigned pairs = 1; pairs < most_dots[c].size(); ++pairs) {
            const auto dots = dots_on[c][at(std::countr_zero(pairs) / 2)];
            most_dots[c][pairs] = std::max(most_dots[c][pairs & (pairs - 1)], std::int16_t{dots});
        }
        shape_count[c] = static_cast<std::uint8_t>(card.shapes.size());
        value[c] = static_cast<std::uint8_t>(card.value);
        suit_cards[at(card.suit)] |= CardSet{1} << c;
    }
    for (std::size_t j = 0; j < deck.start.shapes.size(); ++j) {
        start_slot[j] = static_cast<std::uint8_t>(deck.start.shapes[j].slot);
        // Exactness implies that a frame overlaps the start card's frame exactly in the covered shape.
        for (std::size_t i = 0; i < deck.start.shapes.size(); ++i) {
            const auto& there = slabs[at(deck.start.shapes[i].slot)][0];
            start_cover[j] |= std::uint32_t{overlap(there, slabs[start_slot[j]][0])} << i;
        }
    }
}

void Tables::derive_feet() {
    using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, int>;
    unsigned carried = 0;  // slots that some card has
    for (const Card& card : deck.cards) {
        for (const Shape& shape : card.shapes) carried |= 1u << shape.slot;
    }
    const int slots = static_cast<int>(deck.slots.size());
    // The rectangle of a card whose own slot lies on the target slot, relative to the target's centre.
    const auto place = [&](int target, int orientation, int own, int face) {
        const Pose under = {orientation / kTurns, orientation % kTurns, {}};
        const Pose pose = joint_pose(under, target, own, face);
        const Point size = {deck.width, deck.height};
        const Point from = rotate(size, under.k);
        const Point to = pose.t + pose.t + rotate(size, pose.k);
        const Point way = to - from;
        return Place{way.x.a, way.x.b, way.y.a, way.y.b, pose.k % 4};
    };
    std::array<std::vector<Place>, kMaxSlots> places;
    const auto number_of = [&](int target, int own, int face) {
        const auto& list = places[at(target)];
        return static_cast<int>(std::find(list.begin(), list.end(), place(target, 0, own, face)) - list.begin());
    };
    for (int target = 0; target < slots; ++target) {
        for (int own = 0; own < slots; ++own) {
            if (!joint(target, own) || (carried >> own & 1) == 0) continue;
            for (int face = 0; face < 2; ++face) {
                if (number_of(target, own, face) == static_cast<int>(places[at(target)].size()))
                    places[at(target)].push_back(place(target, 0, own, face));
            }
        }
        foot_count[at(target)] = static_cast<std::uint8_t>(places[at(target)].size());
        feet = std::max(feet, static_cast<int>(places[at(target)].size()));
    }
    for (auto& row : foot_of) row.fill(-1);
    wide = feet > kMostFeet;
    if (wide) return;
    foot.resize(at(slots * kOrientations * feet));
    foot_exact.resize(foot.size());
    cells = std::size_t{deck.slots.size()} << feet;
    cover.assign(kDeckSize * cells, 0);
    for (int target = 0; target < slots; ++target) {
        for (int own = 0; own < slots; ++own) {
            if (!joint(target, own) || (carried >> own & 1) == 0) continue;
            for (int face = 0; face < 2; ++face) {
                const int number = number_of(target, own, face);
                foot_of[at(target)][at(2 * own + face)] = static_cast<std::int8_t>(number);
                for (int o = 0; o < kOrientations; ++o) {
                    // Turning a card over mirrors its rectangle in the line through the anchor along the outward
                    // direction. This line is the same for all pairs, so pairs that share a rectangle here share one in
                    // every orientation.
                    const auto [ax, bx, ay, by, turn] = place(target, o, own, face);
                    const std::size_t index = at((target * kOrientations + o) * feet + number);
                    foot_exact[index] = {static_cast<std::int32_t>(ax), static_cast<std::int32_t>(bx),
                                         static_cast<std::int32_t>(ay), static_cast<std::int32_t>(by)};
                    foot[index] = {fixed_half(ax, bx), fixed_half(ay, by), turn};
                }
                for (std::size_t c = 0; c < kDeckSize; ++c) {
                    for (std::size_t s = 0; s < shape_count[c]; ++s) {
                        const unsigned pair = 1u << (2 * s + at(face));
                        if (slot_on[c][s] != own || (canonical[c] & pair) == 0) continue;
                        for (std::size_t free = 0; free < std::size_t{1} << feet; ++free) {
                            if ((free >> number & 1) == 0) continue;
                            std::uint8_t& pairs = cover[c * cells + (at(target) << feet | free)];
                            pairs = static_cast<std::uint8_t>(pairs | pair);
                        }
                    }
                }
            }
        }
    }
}

void Tables::derive_extents() {
    const auto size = [](const Slab& slab, std::size_t axis) { return slab[axis].hi - slab[axis].lo; };
    const auto half = [](Surd twice) { return fixed_half(twice.a, twice.b); };
    Fixed farthest = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t axis = 0; axis < kAxes; ++axis) {
            outer_size[k][axis] = size(outers[k], axis);
            outer_half[k][axis] = half(outer_size[k][axis]);
            for (std::size_t other = 0; other < 4; ++other) {
                const Surd to_frame = outer_size[k][axis] + size(frames[other], axis);
                const Surd to_outer = outer_size[k][axis] + size(outers[other], axis);
                outer_frame_exact[k][other][axis] = to_frame;
                outer_frame[k][other][axis] = half(to_frame);
                outer_outer_exact[k][other][axis] = to_outer;
                outer_outer[k][other][axis] = half(to_outer);
                if (axis < 2) farthest = std::max(farthest, outer_frame[k][other][axis]);
            }
        }
    }
    Fixed way = 0;
    for (const Foot& f : foot) way = std::max({way, f.x < 0 ? -f.x : f.x, f.y < 0 ? -f.y : f.y});
    reach = farthest + way + kUnsure;
}

Result<std::shared_ptr<const Tables>> Tables::make(Deck deck) {
    const auto tables = std::make_shared<Tables>();
    Tables& t = *tables;
    t.deck = std::move(deck);
    t.derive_regions();
    if (auto error = t.derive_joints()) return *std::move(error);
    t.derive_symmetries();
    if (auto error = t.check_cards()) return *std::move(error);
    if (auto error = t.check_distances()) return *std::move(error);
    t.derive_ids();
    t.derive_cards();
    t.derive_feet();
    t.derive_extents();
    return std::shared_ptr<const Tables>(tables);
}

}  // namespace uneri::tacta
