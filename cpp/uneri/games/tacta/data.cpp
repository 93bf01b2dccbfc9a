#include "uneri/games/tacta/data.hpp"

#include <algorithm>

#include "uneri/base/fields.hpp"
#include "uneri/games/tacta/hidden.hpp"
#include "uneri/games/tacta/plain_state.hpp"

namespace uneri::tacta {
namespace {

constexpr std::array<std::string_view, 17> kFieldNames = {
    "options", "phase",   "round",  "scores",       "placed", "ends",  "hidden", "pools", "pending",
    "turn",    "starter", "passed", "finish_order", "handed", "first", "told",   "barred"};
constexpr std::array<std::string_view, 10> kLaidKeys = {"colour", "seat",   "card",         "face",      "k",
                                                        "t",      "parent", "parent_shape", "own_shape", "status"};

// --- showing -----------------------------------------------------------------------------------------------------

// Entries are made where they stay, since a view has up to 109 cards.
PlainData card_value(const Options& o, const State& s, int i) {
    const Placed& p = s.placed[at(i)];
    PlainData::Map map;
    map.reserve(kLaidKeys.size());
    map.emplace_back("colour", int{p.colour});
    map.emplace_back("seat", int{p.seat});
    map.emplace_back("card", int{p.card});
    map.emplace_back("face", p.face());
    map.emplace_back("k", p.k());
    map.emplace_back("t", list_of(std::array{std::array{p.ax, p.bx}, std::array{p.ay, p.by}}));
    map.emplace_back("parent", int{p.parent});
    map.emplace_back("parent_shape", int{p.parent_shape});
    map.emplace_back("own_shape", int{p.own_shape});
    map.emplace_back("status", list_of(o.t().shapes_on(p.card),
                                       [&](int shape) { return kStatusNames[at(status_of(s, i, shape))]; }));
    return map;
}

PlainData ends_value(const Options& o, const State& s, int viewer) {
    return list_of(o.players, [&](int seat) {
        const bool seen = sees_ends(o, viewer, seat);
        return list_of(s.ends[at(seat)],
                       [&](int held) { return seen || held == kNone ? PlainData(held) : PlainData(); });
    });
}

PlainData handed_value(const Options& o, const State& s, int viewer) {
    return list_of(o.players, [&](int seat) {
        const int suit = s.handed[at(seat)];
        return sees_choice(s, viewer, seat) || suit == kNone ? PlainData(suit) : PlainData();
    });
}

PlainData pools_value(const Options& o, const State& s, int viewer) {
    const Unseen unseen = unseen_cards(o, s, viewer);
    return list_of(o.pools(), [&](int pool) {
        PlainData::List cards;
        for (int colour = 0; colour < o.colours && s.phase != kChooseSuit; ++colour) {
            for_each_bit(unseen[at(colour)] & dealt(o, s, pool, colour),
                         [&](int card) { cards.emplace_back(kDeckSize * colour + card); });
        }
        return cards;
    });
}

}  // namespace

PlainData to_value(const Options& o, const State& s, int seat) {
    const Record r = record_beside_cards(o, s);
    return PlainData::Map{
        {"options", options_value(o)},
        {"phase", kPhaseNames[s.phase]},
        {"round", r.round},
        {"scores", list_of(r.scores)},
        {"placed", list_of(int{s.count}, [&](int i) { return card_value(o, s, i); })},
        {"ends", ends_value(o, s, seat)},
        {"hidden", list_of(r.hidden)},
        {"pools", pools_value(o, s, seat)},
        {"pending", list_of(r.pending)},
        {"turn", r.turn},
        {"starter", r.starter},
        {"passed", list_of(r.passed)},
        {"finish_order", list_of(r.finish_order)},
        {"handed", handed_value(o, s, seat)},
        {"first", list_of(r.first)},
        {"told", list_of(r.told)},
        {"barred", list_of(r.barred)},
    };
}

PlainData fields_by_seat(const Options& o, const State& s, int seat) {
    return PlainData::Map{
        {"ends", ends_value(o, s, seat)},
        {"pools", pools_value(o, s, seat)},
        {"handed", handed_value(o, s, seat)},
    };
}

namespace {

// --- reading -----------------------------------------------------------------------------------------------------

// Reads fields. The first fault is kept as the error; later values are ignored.
class Reader {
public:
    explicit Reader(std::string_view name) : name_(name) {}

    bool failed() const { return error_.has_value(); }
    const std::optional<Error>& error() const { return error_; }
    void at_field(std::string_view name) { name_ = name; }

    void refuse(const PlainData& value, const std::string& allowed) {
        if (!error_) error_ = bad_field(name_, value, allowed);
    }
    // The items of a list of least..most; empty if `value` is not such a list.
    const PlainData::List& list(const PlainData& value, int least, int most) {
        static const PlainData::List kEmpty;
        const auto* items = value.as<PlainData::List>();
        if (items != nullptr && items->size() >= at(least) && items->size() <= at(most)) return *items;
        const std::string count = std::to_string(least);
        refuse(value, "a list of " + (least == most ? count : count + " to " + std::to_string(most)));
        return kEmpty;
    }
    int integer(const PlainData& value, int low, int high, std::string_view what = "") {
        const auto* number = value.as<std::int64_t>();
        if (number != nullptr && *number >= low && *number <= high) return static_cast<int>(*number);
        refuse(value, std::string(what) + std::to_string(low) + " to " + std::to_string(high));
        return low;
    }
    std::vector<int> ints(const PlainData& value, int length, int low, int high) {
        if (auto numbers = ints_of(value, at(length), at(length), low, [&](int) { return high; }))
            return *std::move(numbers);
        refuse(value, "a list of " + std::to_string(length) + " ints, each " + std::to_string(low) + " to " +
                          std::to_string(high));
        return std::vector<int>(at(length), low);
    }
    std::vector<int> ints(const PlainData& value, int least, int most, int low, int high) {
        return ints(value, static_cast<int>(list(value, least, most).size()), low, high);
    }
    // Distinct integers in 0..high, ascending.
    std::vector<int> ascending(const PlainData& value, int high) {
        std::vector<int> numbers = ints(value, 0, high + 1, 0, high);
        for (std::size_t i = 1; i < numbers.size(); ++i) {
            if (numbers[i] <= numbers[i - 1]) refuse(value, "different ints, ascending");
        }
        return numbers;
    }
    int word(const PlainData& value, std::span<const std::string_view> words, std::string_view what = "") {
        if (const auto found = find_word(words, &value)) return *found;
        refuse(value, std::string(what) + joined(words));
        return 0;
    }
    bool boolean(const PlainData& value, const PlainData& whole) {
        const auto* flag = value.as<bool>();
        if (flag == nullptr) refuse(whole, "pairs of true, false");
        return flag != nullptr && *flag;
    }

private:
    std::string_view name_;
    std::optional<Error> error_;
};

RecordCard read_card(const Options& o, Reader& in, const PlainData& item) {
    RecordCard card;
    const auto* map = item.as<PlainData::Map>();
    bool complete = map != nullptr && map->size() == kLaidKeys.size();
    for (const std::string_view key : kLaidKeys) complete = complete && item.find(key) != nullptr;
    if (!complete) {
        in.refuse(item, "mappings with the keys " + joined(kLaidKeys));
        return card;
    }
    const auto limited = [&](std::string_view key, int low, int high) {
        return in.integer(*item.find(key), low, high, std::string(key) + " ");
    };
    const auto small = [&](std::string_view key, int low, int high) {
        return static_cast<std::int8_t>(limited(key, low, high));
    };
    const Tables& t = o.t();
    Placed& p = card.placed;
    const int face = limited("face", 0, 1);
    p.orientation = static_cast<std::uint8_t>(kTurns * face + limited("k", 0, kTurns - 1));
    const PlainData::List& axes = in.list(*item.find("t"), 2, 2);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const std::vector<int> parts = in.ints(axes[axis], 2, -kFarthest, kFarthest);
        (axis == 0 ? p.ax : p.ay) = static_cast<std::int16_t>(parts[0]);
        (axis == 0 ? p.bx : p.by) = static_cast<std::int16_t>(parts[1]);
    }
    for (const PlainData& word : in.list(*item.find("status"), 1, t.start_shapes + t.most_shapes))
        card.status.push_back(in.word(word, kStatusNames, "status "));
    p.colour = small("colour", kNone, o.colours - 1);
    p.seat = small("seat", kNone, o.players - 1);
    p.card = small("card", kNone, kDeckSize - 1);
    p.parent = small("parent", kNone, kMaxLaid);
    card.parent_shape = limited("parent_shape", kNone, t.all_shapes);
    p.parent_shape = static_cast<std::int8_t>(std::min(card.parent_shape, kMaxStartShapes));
    p.own_shape = small("own_shape", kNone, t.most_shapes - 1);
    return card;
}

PerEnd<int> pair_of(const std::vector<int>& numbers) { return {numbers[0], numbers[1]}; }

Record read_record(const Options& o, Reader& in, const PlainData& data) {
    const int seats = o.players;
    const int cards = kDeckSize * o.colours;
    const auto field = [&](std::string_view name) -> const PlainData& {
        in.at_field(name);
        return *data.find(name);
    };
    const auto each = [&](std::string_view name, int least, int most, auto&& read) {
        for (const PlainData& item : in.list(field(name), least, most)) {
            if (!in.failed()) read(item);
        }
    };
    Record r;
    r.phase = in.word(field("phase"), kPhaseNames);
    r.round = in.integer(field("round"), 0, o.most_rounds);
    r.scores = in.ints(field("scores"), seats, 0, o.most_points(o.rounds));
    each("placed", 1, kMaxLaid + 1, [&](const PlainData& item) { r.placed.push_back(read_card(o, in, item)); });
    each("ends", seats, seats,
         [&](const PlainData& pair) { r.ends.push_back(pair_of(in.ints(pair, 2, kNone, cards - 1))); });
    r.hidden = in.ints(field("hidden"), seats, 0, kDeckSize);
    each("pools", o.pools(), o.pools(),
         [&](const PlainData& pool) { r.pools.push_back(in.ascending(pool, cards - 1)); });
    each("pending", 0, kEnds * seats, [&](const PlainData& item) {
        r.pending.push_back(pair_of(in.ints(item, 2, 0, seats - 1)));
        if (r.pending.back()[1] > 1) in.refuse(item, "pairs of a seat and an end 0 or 1");
    });
    r.turn = in.integer(field("turn"), kNone, seats - 1);
    r.starter = in.integer(field("starter"), kNone, seats - 1);
    r.passed = in.ascending(field("passed"), seats - 1);
    r.finish_order = in.ints(field("finish_order"), 0, seats, 0, seats - 1);
    r.handed = in.ints(field("handed"), seats, kNone, 1);
    each("first", seats, seats, [&](const PlainData& pair) {
        r.first.push_back({});
        const PlainData::List& items = in.list(pair, 2, 2);
        for (std::size_t end = 0; end < items.size(); ++end) r.first.back()[end] = in.boolean(items[end], pair);
    });
    each("told", seats, seats, [&](const PlainData& item) { r.told.push_back(in.ints(item, 0, 2, 1, kValues)); });
    each("barred", seats, seats, [&](const PlainData& pair) {
        r.barred.push_back({});
        const PlainData::List& items = in.list(pair, 2, 2);
        for (std::size_t end = 0; end < items.size(); ++end)
            r.barred.back()[end] = in.ascending(items[end], kDeckSize - 1);
    });
    return r;
}

}  // namespace

Result<State> from_value(const Options& o, const PlainData& data) {
    FieldReader fields(kName, "field", data);
    fields.check_state(kFieldNames, options_value(o));
    if (fields.failed()) return fields.error();
    Reader in("options");
    const Record r = read_record(o, in, data);
    if (in.failed()) return *in.error();
    return build(o, r, true);
}

}  // namespace uneri::tacta
