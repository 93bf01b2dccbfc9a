// Calls everything that a game offers on a small stack.
#pragma once

#include "small_stack.hpp"

#ifndef _WIN32
#include <cstdint>
#include <string>
#include <vector>

#include "uneri/engine/batch_bytes.hpp"
#include "uneri/engine/envelope.hpp"
#include "uneri/engine/perft.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/engine/search/flat.hpp"
#include "uneri/engine/search/pimc.hpp"
#include "uneri/engine/search/puct.hpp"
#include "uneri/engine/text.hpp"

namespace uneri::test {

// Gives every row the same values.
struct PlainEvaluator {
    std::size_t features;
    std::size_t players;
    std::vector<float> memory{};

    void begin(LeafBatch& batch, std::size_t rows) {
        memory.resize(rows * features);
        batch.observations = memory.data();
    }
    void evaluate(LeafBatch& batch) {
        batch.logits.assign(batch.actions.size(), 0.0f);
        batch.values.assign(batch.size() * players, 0.5f);
    }
};

template <Game G>
class StackOfGame {
public:
    explicit StackOfGame(const PlainData& options) : options_(options), game_(*G::make(options)) {
        for (const Segment& segment : game_.layout()) features_ += static_cast<std::size_t>(segment.size());
        AnyPosition position = new_position(game_, 1);
        SplitMix64 rng(1);
        AnyActions list;
        while (game_.player(position.state) != kTerminal) {
            trail_.push_back(position.state);
            game_.legal_actions(position.state, list);
            position.apply(game_, list[rng.below(list.size())]);
        }
    }

    void check() const {
        one("its options are read", [&] { CHECK(G::make(options_)->options() == game_.options()); });
        one("its layout, defaults and text", [&] {
            CHECK(!game_.layout().empty());
            CHECK(game_.defaults() != PlainData());
            CHECK(!game_text(game_).empty());
        });
        one("a game is played", [&] { play(3); });
        one("states are looked at and read", [&] {
            for (std::size_t i = 0; i < trail_.size(); i += 1 + trail_.size() / 12) exchange(trail_[i]);
        });
        one("a batch", [&] { step_batch(false); });
        one("a batch with opponents", [&] { step_batch(true); });
        one("playouts", [&] {
            std::vector<double> returns(2 * static_cast<std::size_t>(players()));
            std::vector<std::int32_t> lengths(2);
            CHECK(playouts(game_, trail_[0], 2, 1, 1, none_, returns.data(), lengths.data()));
        });
        one("perft", [&] {
            CHECK(*perft(game_, trail_[0], 2, 1, none_) > 0);
            CHECK(perft(game_, late(5), 3, 1, none_).has_value());
        });
        one("perft of a long line", [&] {
            int ticks = 0;
            perft(game_, trail_[0], 1000, 1, [&](double) { return ++ticks < 2; });
        });
        search();
    }

private:
    void one(const std::string& what, const std::function<void()>& work) const {
        check_stack(std::string(G::kName) + ": " + what, work);
    }
    int players() const { return game_.limits().players; }
    // The state of the trail with this many actions left.
    const KeptState& late(std::size_t left) const { return trail_[trail_.size() - std::min(left, trail_.size())]; }

    void play(std::uint64_t seed) const {
        AnyPosition position = new_position(game_, seed);
        SplitMix64 rng(seed);
        AnyActions list;
        std::vector<double> rewards(static_cast<std::size_t>(players()));
        while (game_.player(position.state) != kTerminal) {
            game_.legal_actions(position.state, list);
            Action a = list[rng.below(list.size())];
            CHECK(game_.is_legal(position.state, a));
            if (game_.has_greedy() && game_.player(position.state) >= 0) {
                CHECK(game_.is_legal(position.state, game_.rollout_action(position.state)));
                if (rng.below(2) == 0) a = game_.greedy(position.state);
            }
            position.apply(game_, a);
            position.rewards(game_, rewards.data());
        }
        CHECK(game_.winners(position.state) != 0);
    }
    void exchange(const KeptState& s) const {
        const AnyPosition position{s};
        CHECK(position.hash() == AnyPosition{s}.hash());
        CHECK(!game_.validate(s));
        CHECK(*game_.from_value(game_.to_value(s, -1)) == s);
        CHECK(!game_.from_value(PlainData(PlainData::Map{{"game", 7}})));
        const ByteWriter saved = serialize(game_, position);
        const auto bytes = saved.bytes();
        CHECK(deserialize(game_, bytes)->state == s);
        CHECK(!deserialize(game_, bytes.first(bytes.size() / 2)));
        std::vector<float> numbers(features_);
        SplitMix64 rng(5);
        for (int seat = 0; seat < players(); ++seat) {
            game_.observe(s, seat, numbers);
            CHECK(game_.to_value(s, seat) != PlainData());
            CHECK(!game_.validate(position.resampled(game_, seat, rng.next()).state));
        }
        AnyActions list;
        game_.legal_actions(s, list);
        for (const Action a : list) CHECK(*game_.parse_action(s, game_.action_text(s, a)) == a);
        CHECK(!game_.parse_action(s, std::string(5000, 'x')));
    }
    void step_batch(bool opponents) const {
        BatchSettings settings;
        settings.lanes = 4;
        settings.watched = Watched::kAll;
        settings.numbers = opponents ? Numbers::kUint8 : Numbers::kFloat32;
        if (opponents) {
            settings.opponents.seat = Opponents::kAnySeat;
            for (int p = 1; p < players(); ++p) {
                const bool greedy = game_.has_greedy() && p % 2 == 1;
                settings.opponents.players.push_back(greedy ? Opponent::kGreedy : Opponent::kRandom);
            }
        }
        Batch batch(game_, settings);
        for (std::size_t i = 0; i < batch.size(); ++i) batch.seed_lane(i, lane_seed(5, i));
        batch.step_random(60);
        const ByteWriter saved = save_lanes(batch);
        CHECK(!load_lanes(batch, saved.bytes()));
    }
    void search() const {
        SearchSettings settings;
        settings.sims = 40;
        settings.objective = Objective::kUtility;
        settings.rollout = Rollout::kEpsilon;
        settings.epsilon = 0.5;
        settings.bias = 5;
        settings.margin = 1;
        settings.worlds = 2;
        const auto run = [&](const std::string& what, auto&& searcher, const SearchSettings& with, std::size_t left) {
            one(what, [&] {
                SearchReport report;
                CHECK(searcher(seat_node(left), with, report));
                CHECK(report.best >= 0);
            });
        };
        const auto flat = [&](const auto& root, const SearchSettings& with, SearchReport& report) {
            return FlatSearch(game_, root, with).run(none_, report);
        };
        const auto ismcts = [&](const auto& root, const SearchSettings& with, SearchReport& report) {
            return InformationSetSearch(game_, root, with).run(none_, report);
        };
        const auto pimc = [&](const auto& root, const SearchSettings& with, SearchReport& report) {
            return PerfectInformationSearch(game_, root, with).run(none_, report);
        };
        const std::size_t all = trail_.size();
        run("FlatMC", flat, settings, all);
        run("ISMCTS", ismcts, settings, all);
        run("PIMC", pimc, settings, all);
        SearchSettings other = settings;
        other.rollout = Rollout::kUniform;
        other.own_trees = true;
        run("ISMCTS with trees of all seats", ismcts, other, all);
        other = settings;
        other.exact = 20'000;
        for (const std::size_t left : {4u, 12u, 30u}) run("PIMC with exact values", pimc, other, left);
        settings.considered = 4;
        one("PUCT", [&] {
            PlainEvaluator evaluator{features_, static_cast<std::size_t>(players())};
            Progress progress(settings.sims, none_);
            std::vector<SearchReport> reports;
            const KeptState root = seat_node(all);
            CHECK(search_with_evaluator(game_, std::span(&root, 1), settings, 8, static_cast<int>(features_), evaluator,
                                        progress, reports));
        });
    }
    // The first decision of a seat with at most this many actions left, or the last decision of the game if there is
    // none.
    KeptState seat_node(std::size_t left) const {
        for (std::size_t i = trail_.size() - std::min(left, trail_.size()); i < trail_.size(); ++i) {
            if (game_.player(trail_[i]) >= 0) return trail_[i];
        }
        std::size_t last = trail_.size() - 1;
        while (game_.player(trail_[last]) < 0) --last;
        return trail_[last];
    }

    PlainData options_;
    AnyGame game_;
    std::size_t features_ = 0;
    std::vector<KeptState> trail_;  // of a random game
    Tick none_;
};

}  // namespace uneri::test
#endif
