// Tests PUCT's second thread: its results, and its state after the evaluator throws. Meant to run under the sanitizers,
// too.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"
#include "uneri/engine/position.hpp"
#include "uneri/engine/search/puct.hpp"
#include "uneri/games/onda/onda.hpp"

namespace {

using namespace uneri;

TEST(a_helper_works_once_a_start) {
    for (const bool has_thread : {false, true}) {
        int done = 0;
        PipelinedWorker helper(has_thread, [&] { ++done; });
        for (int i = 1; i <= 500; ++i) {
            helper.start();
            if (i % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // time to begin
            helper.finish();
            CHECK(done == i);
        }
    }
}

TEST(a_helper_works_beside_the_caller_and_throws_where_it_is_awaited) {
    std::atomic<bool> begun{false};
    std::thread::id worker;
    PipelinedWorker helper(true, [&] {
        worker = std::this_thread::get_id();
        begun = true;
        throw std::runtime_error("work");
    });
    for (int i = 0; i < 3; ++i) {
        begun = false;
        helper.start();
        while (!begun) std::this_thread::yield();
        bool thrown = false;
        try {
            helper.finish();
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        CHECK(thrown);
        CHECK(worker != std::this_thread::get_id());
    }
}

TEST(a_helper_that_goes_waits_for_work_that_was_begun) {
    for (int i = 0; i < 200; ++i) {
        std::vector<int> written;
        PipelinedWorker helper(true, [&] { written.assign(1000, i); });
        helper.start();
        if (i % 2 == 0) std::this_thread::yield();
    }
    CHECK(true);  // the sanitizers would report errors
}

// Values a row by its contents, and fails after a number of calls.
struct RowEvaluator {
    int features = 0;
    int players = 0;
    int calls_left = 1 << 30;
    std::chrono::microseconds pause{0};
    std::vector<std::vector<float>> memory{};

    void begin(LeafBatch& batch, std::size_t rows) {
        memory.emplace_back(rows * static_cast<std::size_t>(features));
        batch.observations = memory.back().data();
    }
    void evaluate(LeafBatch& batch) {
        std::this_thread::sleep_for(pause);
        if (calls_left-- == 0) throw std::runtime_error("no more");
        batch.logits.clear();
        batch.values.clear();
        for (std::size_t row = 0; row < batch.size(); ++row) {
            float* numbers = batch.observations + row * static_cast<std::size_t>(features);
            std::uint64_t mixed = static_cast<std::uint64_t>(batch.seats[row]);
            for (int i = 0; i < features; ++i) {
                mixed = mixed * 0x9E3779B97F4A7C15u + static_cast<std::uint64_t>(numbers[i] * 64.0f);
                numbers[i] = -1;  // this memory belongs to the evaluator: what is left there must not matter
            }
            SplitMix64 rng(mixed);
            const auto next = [&] { return static_cast<float>(rng.next() >> 40) * 0x1p-24f; };
            for (auto i = batch.starts[row]; i < batch.starts[row + 1]; ++i) batch.logits.push_back(next());
            for (int i = 0; i < players; ++i) batch.values.push_back(next());
        }
    }
};

struct Searched {
    const AnyGame game{*onda::Onda::make(PlainData(PlainData::Map{{"players", 3}, {"rounds", 1}}))};
    std::vector<KeptState> roots{};
    int features = 0;

    Searched() {
        for (std::uint64_t seed = 0; roots.size() < 9; ++seed) {
            KeptState s = new_position(game, seed).state;
            for (std::uint64_t skipped = 0; skipped < 2 * seed; ++skipped) game.apply(s, game.greedy(s));
            if (game.player(s) >= 0) roots.push_back(s);
        }
        for (const Segment& segment : game.layout()) features += segment.size();
    }
    std::vector<SearchReport> search(std::uint64_t batch_size, RowEvaluator evaluator, int considered = 0) const {
        SearchSettings settings;
        settings.sims = 60;
        settings.worlds = 4;
        settings.considered = considered;
        settings.exploration = 1.5;
        evaluator.features = features;
        evaluator.players = 3;
        const Tick none;
        Progress progress(settings.sims, none);
        std::vector<SearchReport> reports;
        search_with_evaluator(game, roots, settings, batch_size, features, evaluator, progress, reports);
        return reports;
    }
};

TEST(searches_do_not_depend_on_what_is_evaluated_beside_them) {
    const Searched positions;
    for (const int considered : {0, 4}) {
        const auto whole = positions.search(1'000, {}, considered);  // one batch: a single thread
        CHECK(whole.size() == positions.roots.size());
        for (const std::uint64_t batch_size : {4u, 8u, 16u, 20u}) {  // 9, 5, 3 and 2 batches
            for (const int pause : {0, 300}) {
                const auto parts =
                    positions.search(batch_size, {.pause = std::chrono::microseconds(pause)}, considered);
                CHECK(parts.size() == whole.size());
                for (std::size_t i = 0; i < whole.size(); ++i) {
                    CHECK(parts[i].best == whole[i].best);
                    CHECK(parts[i].simulations == 60);
                    CHECK(parts[i].line == whole[i].line);
                    for (std::size_t arm = 0; arm < whole[i].arms.size(); ++arm) {
                        CHECK(parts[i].arms[arm].visits == whole[i].arms[arm].visits);
                        CHECK(parts[i].arms[arm].sum == whole[i].arms[arm].sum);
                        CHECK(parts[i].arms[arm].prior == whole[i].arms[arm].prior);
                    }
                }
            }
        }
    }
}

TEST(an_evaluator_may_throw_at_any_call) {
    const Searched positions;
    int thrown = 0;
    for (int calls = 0; calls < 40; ++calls) {
        try {
            positions.search(8, {.calls_left = calls, .pause = std::chrono::microseconds(20 * (calls % 4))});
        } catch (const std::runtime_error&) {
            ++thrown;
        }
    }
    CHECK(thrown == 40);  // 60 simulations in batches of 4 per tree, and 5 batches of trees
}

}  // namespace
