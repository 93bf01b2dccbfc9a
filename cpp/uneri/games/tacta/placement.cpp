#include "uneri/games/tacta/placement.hpp"

namespace uneri::tacta {

Verdict room(const Options& o, const State& s, int target, const Pose& pose) noexcept {
    const Tables& t = o.t();
    const Slab outer = t.outer(pose);
    if (!inside(outer, o.size.width, o.size.height)) return kOffTable;
    for (int q = 0; q < s.count; ++q) {
        const Placed& other = s.placed[at(q)];
        if (q != target && overlap(outer, t.frames[at(other.k())], other.pose().t)) return kSecondCard;
    }
    return kLegal;
}

Verdict explain_connect(const Options& o, const State& s, int colour, int card, const Move& move) noexcept {
    const Tables& t = o.t();
    if (move.target >= s.count) return kBadTarget;  // L2
    const Placed& target = s.placed[at(move.target)];
    if (move.shape >= t.shapes_on(target.card) || move.own >= t.shapes_on(card)) return kBadTarget;
    if (o.free_play && target.colour == colour) return kOwnColour;
    if ((t.canonical[at(card)] >> (2 * move.own + move.face) & 1) == 0) return kNotCanonical;
    if (status_of(s, move.target, move.shape) != kOpen) return kNotOpen;  // L5
    const int target_slot = t.deck.card(target.card).shapes[at(move.shape)].slot;
    const int own_slot = t.deck.card(card).shapes[at(move.own)].slot;
    if (!t.joint(target_slot, own_slot)) return kNoJoint;
    return room(o, s, move.target, t.joint_pose(target.pose(), target_slot, own_slot, move.face));
}

namespace {

// Calls visit(move) for the connections of a seat by the definition, ascending, until it returns stop.
template <class Visit>
bool each_connection(const Options& o, const State& s, int seat, Visit&& visit) noexcept {
    const Tables& t = o.t();
    for (int end = 0; end < kEnds; ++end) {
        const int held = s.ends[at(seat)][at(end)];
        if (held == kNone) continue;
        for (int i = 0; i < s.count; ++i) {
            for (int j = 0; j < t.shapes_on(s.placed[at(i)].card); ++j) {
                if (status_of(s, i, j) != kOpen) continue;
                for (int pair = 0; pair < 2 * t.shapes_on(card_of(held)); ++pair) {
                    const Move move = {kConnect, end, i, j, pair / 2, pair % 2};
                    if (explain_connect(o, s, o.scoring_colour(seat), card_of(held), move) == kLegal && !visit(move))
                        return true;
                }
            }
        }
    }
    return false;
}

bool connect_available(const Options& o, const State& s) noexcept {
    return each_connection(o, s, s.turn, [](const Move&) { return false; });
}

bool free_available(const Options& o, const State& s) noexcept {
    for (int region = 0; region < o.t().deck.regions(); ++region) {
        for (int posture = 0; posture < 2; ++posture) {
            if (free_slot(o, s, region, posture)) return true;
        }
    }
    return false;
}

}  // namespace

Verdict explain(const Options& o, const State& s, std::int64_t id) noexcept {
    const Tables& t = o.t();
    if (id < 0 || id >= t.ids) return kBadId;
    const Move move = decode(t, static_cast<int>(id));
    if ((s.phase != kChooseSuit && s.phase != kPlay) || (move.kind == kHandOver) != (s.phase == kChooseSuit))
        return kNotNow;
    if (move.kind == kHandOver) return kLegal;
    if (move.kind == kPass) return connect_available(o, s) || free_available(o, s) ? kMoveAvailable : kLegal;
    const int held = s.ends[at(s.turn)][at(move.end)];
    if (held == kNone) return kBadEnd;  // L1
    if (move.kind == kConnect) return explain_connect(o, s, o.scoring_colour(s.turn), card_of(held), move);
    if (connect_available(o, s)) return kConnectAvailable;
    if (!free_slot(o, s, move.target, move.shape)) return kNoSlot;
    const bool canonical = (t.canonical_free[at(card_of(held))] >> (2 * move.own + move.face) & 1) != 0;
    return canonical ? kLegal : kNotCanonical;
}

std::uint8_t pairs_defined(const Options& o, const State& s, int card, int spot) noexcept {
    constexpr int kNobody = kMaxColours;  // the caller checks L3
    unsigned pairs = 0;
    for (int pair = 0; pair < 2 * o.t().shapes_on(card); ++pair) {
        const Move move = {kConnect, 0, placed_of(spot), shape_of(spot), pair / 2, pair % 2};
        pairs |= unsigned{explain_connect(o, s, kNobody, card, move) == kLegal} << pair;
    }
    return static_cast<std::uint8_t>(pairs);
}

CardSet connectable_cards(const Options& o, const State& s, int seat) noexcept {
    CardSet cards = 0;
    each_live(o, s, o.scoring_colour(seat), [&](int spot) {
        for (int card = 0; card < kDeckSize; ++card) cards |= CardSet{pairs_on(o, s, card, spot) != 0} << card;
    });
    return cards;
}

// --- free placement (5) ---

namespace {

// The multiples of the pitch in part `part` of a side, measured from the left or upper border, that leave room for half
// the card on both sides of the centre.
struct Line {
    int first = 0;
    int last = -1;
};

Line line_of(int length, int parts, int part, int pitch, int half) noexcept {
    const auto up = [](int a, int b) { return (a + b - 1) / b; };
    int low = up(part * length, parts);
    int high = part + 1 == parts ? length : up((part + 1) * length, parts) - 1;
    low = std::max(low, half);
    high = std::min(high, length - half);
    return {up(low, pitch) * pitch, high};
}

}  // namespace

std::optional<Centre> free_slot(const Options& o, const State& s, int region, int posture) noexcept {
    const Tables& t = o.t();
    const Deck& deck = t.deck;
    const std::size_t turn = posture == 0 ? 0 : 2;
    const int half_width = (posture == 0 ? deck.width : deck.height) / 2 + deck.margin;
    const int half_height = (posture == 0 ? deck.height : deck.width) / 2 + deck.margin;
    const Line columns = line_of(o.size.width, deck.columns, region % deck.columns, deck.pitch, half_width);
    const Line rows = line_of(o.size.height, deck.rows, region / deck.columns, deck.pitch, half_height);
    const auto fixed = [](int whole) { return static_cast<Fixed>(whole * (1 << kFixedBits)); };
    const int left = o.size.width / 2;
    const int top = o.size.height / 2;
    // The cards within reach of some centre.
    std::array<std::uint8_t, kRoom> near;
    int size = 0;
    for (int q = 0; q < s.count; ++q) {
        const Extents& sums = t.outer_outer[turn][s.placed[at(q)].orientation % 4];
        const Fixed across = sums[0] + kUnsure;
        const Fixed down = sums[1] + kUnsure;
        near[at(size)] = static_cast<std::uint8_t>(q);
        size += s.x[at(q)] >= fixed(columns.first - left) - across &&
                s.x[at(q)] <= fixed(columns.last - left) + across && s.y[at(q)] >= fixed(rows.first - top) - down &&
                s.y[at(q)] <= fixed(rows.last - top) + down;
    }
    for (int b = rows.first; b <= rows.last; b += deck.pitch) {
        const Fixed y = fixed(b - top);
        int a = columns.first;
        for (int n = 0; a <= columns.last && n < size;) {
            const int q = near[at(n)];
            const std::size_t other = s.placed[at(q)].orientation % 4;
            const Extents& sums = t.outer_outer[turn][other];
            const Fixed dx = fixed(a - left) - s.x[at(q)];
            const Fixed dy = y - s.y[at(q)];
            const Fixed away = gap(dx, dy, sums);
            const Twice middle = {2 * (a - left), 0, 2 * (b - top), 0};
            if (away > kUnsure || (away >= -kUnsure && apart_exact(middle, middle_of(t, s.placed[at(q)]),
                                                                   t.outer_outer_exact[turn][other]))) {
                ++n;
                continue;
            }
            // In this row the card blocks all centres up to this place.
            const Fixed until = s.x[at(q)] + std::min({sums[0], sums[2] - dy, sums[3] + dy}) - kUnsure;
            const int next = (until >> kFixedBits) + left;  // rounded down
            a = std::max(a + deck.pitch, (next + deck.pitch - 1) / deck.pitch * deck.pitch);
            n = 0;
        }
        if (a <= columns.last) return Centre{a - left, b - top};
    }
    return std::nullopt;
}

Placed free_card(const Tables& t, Centre centre, int posture, int turned, int card, int face) noexcept {
    const int k = (2 * posture + 4 * turned) % kTurns;
    const Point middle = rotate({t.deck.width / 2, t.deck.height / 2}, k);
    Placed laid;
    laid.ax = static_cast<std::int16_t>(centre.x - middle.x.a);
    laid.ay = static_cast<std::int16_t>(centre.y - middle.y.a);
    laid.card = static_cast<std::int8_t>(card);
    laid.orientation = static_cast<std::uint8_t>(kTurns * face + k);
    return laid;
}

void free_actions(const Options& o, const State& s, int seat, ActionList& out) noexcept {
    const Tables& t = o.t();
    std::array<std::uint8_t, kMaxRegions> slots{};  // [region]: bits of postures
    for (int region = 0; region < t.deck.regions(); ++region) {
        for (int posture = 0; posture < 2; ++posture) {
            if (free_slot(o, s, region, posture))
                slots[at(region)] = static_cast<std::uint8_t>(slots[at(region)] | 1 << posture);
        }
    }
    for (int end = 0; end < kEnds; ++end) {
        const int held = s.ends[at(seat)][at(end)];
        if (held == kNone) continue;
        for (int region = 0; region < t.deck.regions(); ++region) {
            for_each_bit(std::uint32_t{slots[at(region)]}, [&](int posture) {
                out.add(free_id(t, end, region, posture, 0, 0), t.canonical_free[at(card_of(held))]);
            });
        }
    }
}

namespace {

std::array<Surd, kAxes> ways(const Twice& one, const Twice& other) noexcept {
    const Surd x = {other.ax - one.ax, other.bx - one.bx};
    const Surd y = {other.ay - one.ay, other.by - one.by};
    return {magnitude(x), magnitude(y), magnitude(x + y), magnitude(y - x)};
}

}  // namespace

bool overlap_exact(const Twice& one, const Twice& other, const std::array<Surd, kAxes>& sums) noexcept {
    const std::array<Surd, kAxes> way = ways(one, other);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        if (!less(way[axis], sums[axis])) return false;
    }
    return true;
}

bool apart_exact(const Twice& one, const Twice& other, const std::array<Surd, kAxes>& sums) noexcept {
    const std::array<Surd, kAxes> way = ways(one, other);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        if (less(sums[axis], way[axis])) return true;
    }
    return false;
}

bool inside_exact(const Options& o, const Twice& middle, const std::array<Surd, kAxes>& size) noexcept {
    const std::array<Surd, kAxes> way = ways({}, middle);
    return !less(o.size.width, way[0] + size[0]) && !less(o.size.height, way[1] + size[1]);
}

State empty_table(const Options& o) noexcept {
    const Tables& t = o.t();
    State s;
    Placed& start = s.placed[0];
    start.ax = static_cast<std::int16_t>(-t.deck.width / 2);
    start.ay = static_cast<std::int16_t>(-t.deck.height / 2);
    Near nobody;
    for (int shape = 0; shape < t.start_shapes; ++shape) {
        const int slot = t.start_slot[at(shape)];
        std::uint32_t free = 0;
        for (int number = 0; number < t.foot_count[at(slot)] && !t.wide; ++number)
            free |= std::uint32_t{has_room(o, s, 0, foot_index(t, slot, 0, number), nobody)} << number;
        if (free == 0 && !t.wide) continue;
        if (!t.wide) s.cell[at(shape)] = static_cast<std::uint16_t>(slot << t.feet | static_cast<int>(free));
        set_live(s, shape);
    }
    return s;
}

}  // namespace uneri::tacta
