// AnyGame answers as the game's own type does.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/check.hpp"
#include "uneri/engine/net/feature_game.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/search/rollout.hpp"

namespace uneri::test {

template <Game G>
class AnyOfGame {
public:
    using State = typename G::State;

    explicit AnyOfGame(const PlainData& options) : own_(*G::make(options)), any_(own_) {}

    void check() {
        check_description();
        for (const std::uint64_t seed : {11u, 12u}) walk(seed);
        CHECK(chances_ > 0 && decisions_ > 0);
    }

private:
    void check_description() const {
        CHECK(any_.name() == G::kName && any_.as<G>() != nullptr && any_ == AnyGame::of(own_));
        CHECK(any_.options() == own_.options() && any_.defaults() == own_.defaults());
        CHECK(any_.utility() == own_.utility() && any_.players() == own_.players());
        CHECK(any_.state_bytes() == sizeof(State) && any_.initial() == AnyState(own_.initial()));
        CHECK(size_of(any_.layout()) == size_of(own_.layout()));
        CHECK(any_.has_greedy() == GreedyGame<G> && any_.has_rounds() == RoundGame<G>);
        CHECK(any_.hides_moves() == HiddenMoveGame<G> && any_.is_simultaneous() == SimultaneousGame<G>);
        CHECK(any_.has_features() == FeatureGame<G> && any_.has_long_views() == LongViewGame<G>);
        CHECK(any_.has_secret_choices() == SecretChoiceGame<G>);
        CHECK(any_.from_value(PlainData()).error() == own_.from_value(PlainData()).error());
        CHECK(any_.parse_action("?").error() == own_.parse_action("?").error());
    }

    // A game of random play.
    void walk(std::uint64_t seed) {
        State s = own_.initial();
        AnyState same = any_.initial();
        SplitMix64 rng(seed);
        for (int step = 0; own_.player(s) != kTerminal; ++step) {
            CHECK(same == AnyState(s));
            const std::vector<Action> list = listed_by_own(s);
            const Action a = list[rng.below(list.size())];
            if (own_.player(s) == kChance) check_chance(s, list);
            if (step % 7 == 0) check_state(s);
            if (step % 7 == 0) check_actions(s, list, a);
            if (step % 7 == 0 && own_.player(s) >= 0) check_decision(s, list, a);
            own_.apply(s, a);
            any_.apply(same, a);
        }
        CHECK(same == AnyState(s));
        check_state(s);
        CHECK(any_.winners(same) == own_.winners(s) && own_.winners(s) != 0);
    }

    std::vector<Action> listed_by_own(const State& s) const {
        typename G::Actions list;
        list.clear();
        own_.legal_actions(s, list);
        std::vector<Action> ids(list.size());
        list.copy_to(ids.data());
        return ids;
    }

    // A state of any kind.
    void check_state(const State& s) const {
        const AnyState same(s);
        CHECK(any_.player(same) == own_.player(s) && any_.round(same) == round_of(own_, s));
        std::array<std::int64_t, kMostSeats> points{};
        any_.points(same, points.data());
        for (int p = 0; p < own_.players(); ++p) CHECK(points[static_cast<std::size_t>(p)] == own_.points(s, p));
        std::vector<double> returns(static_cast<std::size_t>(own_.players()));
        std::vector<double> found(returns.size());
        returns_of(own_, s, returns.data());
        any_.returns(same, found.data());
        CHECK(returns == found);
        for (int seat = 0; seat < own_.players(); ++seat) check_view(s, seat);

        CHECK(any_.to_value(same, -1) == own_.to_value(s, -1));
        CHECK(*any_.from_value(own_.to_value(s, -1)) == KeptState(same));
        ByteWriter packed;
        ByteWriter own_packed;
        any_.pack(same, packed);
        own_.pack(s, own_packed);
        CHECK(std::ranges::equal(packed.bytes(), own_packed.bytes()));
        ByteReader in(packed.bytes());
        CHECK(*any_.unpack(in) == KeptState(same));
        ByteReader cut(packed.bytes().first(packed.bytes().size() - 1));
        CHECK(!any_.unpack(cut));
        CHECK(!any_.validate(same) && !own_.validate(s));
    }

    // What one seat sees.
    void check_view(const State& s, int seat) const {
        const AnyState same(s);
        check_tensor<float>(s, seat);
        check_tensor<std::uint8_t>(s, seat);
        SplitMix64 one(7);
        SplitMix64 two(7);
        CHECK(any_.resample(same, seat, one) == AnyState(own_.resample(s, seat, two)) && one.state() == two.state());
        CHECK(any_.to_value(same, seat) == own_.to_value(s, seat));
        if constexpr (LongViewGame<G>) CHECK(any_.fields_by_seat(same, seat) == own_.fields_by_seat(s, seat));
        if constexpr (CutoffValueGame<G>) {
            CHECK(any_.cutoff_points(same, seat) == own_.cutoff_points(s, seat));
        } else {
            CHECK(any_.cutoff_points(same, seat) == 0);
        }
    }
    template <class Number>
    void check_tensor(const State& s, int seat) const {
        std::vector<Number> numbers(static_cast<std::size_t>(size_of(own_.layout())));
        std::vector<Number> found(numbers.size(), Number{1});
        own_.observe(s, seat, std::span(numbers));
        any_.observe(AnyState(s), seat, std::span(found));
        CHECK(numbers == found);
    }

    // Of a chance node.
    void check_chance(const State& s, std::span<const Action> list) {
        ++chances_;
        const AnyState same(s);
        CHECK(any_.chance_total(same) == own_.chance_total(s));
        for (const Action a : list) CHECK(any_.chance_weight(same, a) == own_.chance_weight(s, a));
        SplitMix64 one(3);
        SplitMix64 two(3);
        CHECK(any_.draw_chance(same, one) == draw_chance(own_, s, two) && one.state() == two.state());
        AnyState resolved = same;
        any_.resolve_chance(resolved, one);
        CHECK(resolved == AnyState(resolved_by_own(s, two)) && one.state() == two.state());
    }
    State resolved_by_own(State s, SplitMix64& rng) const {
        while (own_.player(s) == kChance) own_.apply(s, draw_chance(own_, s, rng));
        return s;
    }

    // What may be done, and in what words.
    void check_actions(const State& s, std::span<const Action> list, Action picked) const {
        const AnyState same(s);
        AnyActions found;
        any_.legal_actions(same, found);
        CHECK(std::ranges::equal(list, found.span()) && any_.num_legal_actions(same) == list.size());
        const auto is_listed = [&](Action a) { return std::find(list.begin(), list.end(), a) != list.end(); };
        constexpr Action kMost = std::numeric_limits<Action>::max();
        for (const Action a : {Action{-1}, Action{0}, picked - 1, picked, picked + 1, own_.limits().actions, kMost})
            CHECK(any_.is_legal(same, a) == own_.is_legal(s, a) && own_.is_legal(s, a) == is_listed(a));
        for (const Action a : list) {
            const std::string text = own_.action_text(s, a);
            CHECK(any_.action_text(same, a) == text && *any_.parse_action(same, text) == a);
            const int player = own_.player(s);
            CHECK(any_.action_text(player, a) == own_.action_text(player, a));
        }
        const Result<Action> parsed = own_.parse_action(own_.action_text(0, 0));
        CHECK(parsed && *any_.parse_action(own_.action_text(0, 0)) == *parsed);
    }

    // Of a seat's node.
    void check_decision(const State& s, std::span<const Action> list, Action picked) {
        ++decisions_;
        const AnyState same(s);
        for (const Action a : list) {
            for (int seat = 0; seat < own_.players(); ++seat)
                CHECK(any_.sight(same, a, seat) == sight_in(own_, s, a, seat));
        }
        if constexpr (GreedyGame<G>) {
            CHECK(any_.greedy(same) == own_.greedy(s) && any_.rollout_action(same) == heuristic(own_, s));
        }
        if constexpr (SecretChoiceGame<G>) {
            CHECK(any_.is_secret_choice(same) == own_.is_secret_choice(s) && any_.is_open(same) == own_.is_open(s));
        } else {
            CHECK(!any_.is_secret_choice(same));
        }
        State after = s;
        own_.apply(after, picked);
        check_step(s, after, picked);
        if constexpr (FeatureGame<G>) check_features(s, after, picked);
    }
    void check_step(const State& s, const State& after, Action a) const {
        std::array<std::int64_t, kMostSeats> points{};
        std::array<std::int64_t, kMostSeats> before{};
        points_by_seat(own_, s, points.data());
        AnyState stepped(s);
        any_.hot().step(any_.self(), static_cast<std::byte*>(stepped), before.data(), nullptr, a);
        CHECK(stepped == AnyState(after) && before == points);
        stepped = AnyState(s);
        std::uint64_t generator = 5;
        any_.hot().step(any_.self(), static_cast<std::byte*>(stepped), before.data(), &generator, a);
        SplitMix64 rng(5);
        CHECK(stepped == AnyState(resolved_by_own(after, rng)) && generator == rng.state());
    }
    void check_features(const State& s, const State& after, Action a) const
        requires FeatureGame<G>
    {
        CHECK(size_of(any_.feature_layout()) == size_of(own_.feature_layout()));
        CHECK(any_.match_options() == G::match_options() && any_.feature_version() == G::kFeatureVersion);
        const int seat = own_.player(s);
        CHECK(row_of([&](FeatureWriter& out) { any_.write_features(AnyState(s), seat, out); }) ==
              row_of([&](FeatureWriter& out) { own_.write_features(s, seat, out); }));
        CHECK(row_of([&](FeatureWriter& out) { any_.write_features_after(AnyState(after), seat, a, out); }) ==
              row_of([&](FeatureWriter& out) { write_features_after<G>(own_, after, seat, a, nullptr, out); }));
    }
    // The numbers of a row; last what the game adds to the value itself.
    std::vector<float> row_of(const std::invocable<FeatureWriter&> auto& write) const {
        const std::vector<Segment> layout = any_.feature_layout();
        FeatureRow row;
        row.clear(size_of(layout));
        FeatureWriter writer(row);
        write(writer);
        std::vector<float> numbers(static_cast<std::size_t>(size_of(layout)));
        write_numbers(row, layout, numbers.data());
        numbers.push_back(static_cast<float>(row.skip));
        return numbers;
    }

    G own_;
    AnyGame any_;
    int chances_ = 0;
    int decisions_ = 0;
};

// Blocks copy, compare and hash as what they hold.
inline void check_blocks(const AnyGame& any) {
    const AnyPosition position = new_position(any, 5);
    KeptState copy = position.state;
    CHECK(copy == position.state && copy.hash() == position.state.hash());
    CHECK(static_cast<std::byte*>(copy) != static_cast<const std::byte*>(position.state));
    const KeptState moved = std::move(copy);
    CHECK(moved == position.state && copy == KeptState());  // NOLINT: a moved state is empty
    copy = moved;
    CHECK(copy == moved && !(copy == KeptState()));
    AnyActions list;
    any.legal_actions(copy, list);
    any.apply(copy, list[0]);
    CHECK(!(copy == moved) && copy.hash() != moved.hash() && moved == position.state);
    AnyState stacked = any.copy(moved);
    const AnyState twin = stacked;
    CHECK(KeptState(stacked) == moved && twin == stacked && !(any.copy(copy) == stacked));
    any.copy(copy, stacked);
    CHECK(KeptState(stacked) == copy && KeptState(twin) == moved);
    stacked = AnyState();
    CHECK(stacked.size() == 0 && !(stacked == twin));
}

template <Game G>
void check_any(const PlainData& options) {
    AnyOfGame<G>(options).check();
    check_blocks(AnyGame(*G::make(options)));
}

}  // namespace uneri::test
