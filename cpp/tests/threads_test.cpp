// Tests what several threads share: gates, lazies, pools, batches, searches. Meant to run under ThreadSanitizer.
#include <atomic>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "tests/check.hpp"
#include "uneri/base/lazy.hpp"
#include "uneri/engine/batch.hpp"
#include "uneri/engine/gate.hpp"
#include "uneri/engine/perft.hpp"
#include "uneri/engine/playout.hpp"
#include "uneri/engine/search/flat.hpp"
#include "uneri/engine/search/pimc.hpp"
#include "uneri/engine/thread.hpp"
#include "uneri/games/onda/onda.hpp"
#include "uneri/games/onda/plays.hpp"

namespace {

using namespace uneri;
using test::at_once;

onda::Onda short_game() { return *onda::Onda::make(PlainData(PlainData::Map{{"players", 3}, {"rounds", 1}})); }

#ifdef __linux__
TEST(threads_of_the_core_have_a_stack_of_one_size) {
    std::size_t size = 0;
    Thread thread([&] {
        pthread_attr_t attributes;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstacksize(&attributes, &size);
        pthread_attr_destroy(&attributes);
    });
    thread.join();
    CHECK(size >= Thread::kStack && size < 4 * Thread::kStack);  // ThreadSanitizer adds some; the default is 8 MiB
}
#endif

TEST(threads_pass_a_gate_one_by_one) {
    Gate gate("thing", "nothing");
    long inside = 0;  // not atomic: the gate protects it
    at_once(4, [&](int) {
        for (int i = 0; i < 300; ++i) {
            const Passage passage(gate, Passage::Use::kAll, pause_at_gate);
            ++inside;
        }
    });
    CHECK(inside == 1200);
}

TEST(threads_that_call_again_are_refused_at_once) {
    Gate gate("thing", "reading");
    const Passage passage(gate, Passage::Use::kAll, pause_at_gate);
    int refused = 0;
    const auto enter = [&](Passage::Use use) {
        try {
            const Passage second(gate, use, pause_at_gate);
        } catch (const ReentryError&) {
            ++refused;
        }
    };
    enter(Passage::Use::kAll);
    enter(Passage::Use::kReading);
    CHECK(refused == 2);
    {
        const Rest rest(gate);
        enter(Passage::Use::kAll);
        CHECK(refused == 3);
        enter(Passage::Use::kReading);
        CHECK(refused == 3);
    }
    enter(Passage::Use::kReading);
    CHECK(refused == 4);
}

#ifndef _WIN32
// The result of `ask` in a forked child.
int in_child(const std::function<int()>& ask) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(ask());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(threads_inside_a_gate_are_missed_in_a_child) {
    Gate gate("thing", "nothing");
    const auto ask = [&] {
        try {
            const Passage passage(gate, Passage::Use::kAll, pause_at_gate);
            return 1;
        } catch (const ForkError&) {
            return 2;
        } catch (const ReentryError&) {
            return 3;
        }
    };
    CHECK(in_child(ask) == 1);
    std::atomic<bool> entered{false};
    std::atomic<bool> leave{false};
    std::thread other([&] {
        const Passage passage(gate, Passage::Use::kAll, pause_at_gate);
        entered = true;
        while (!leave) std::this_thread::yield();
    });
    while (!entered) std::this_thread::yield();
    CHECK(in_child(ask) == 2);
    CHECK(in_child([&] { return gate.is_whole() ? 1 : 0; }) == 0);
    leave = true;
    other.join();
    CHECK(gate.is_whole());
    const Passage passage(gate, Passage::Use::kAll, pause_at_gate);
    CHECK(in_child(ask) == 3);  // the forking thread is the one inside, and continues in the child
    CHECK(in_child([&] { return gate.is_whole() ? 1 : 0; }) == 1);
}

TEST(threads_that_make_a_lazy_value_are_missed_by_nobody_in_a_child) {
    const Lazy<int> lazy;
    std::atomic<bool> begun{false};
    std::atomic<bool> goes_on{false};
    std::thread other([&] {
        lazy.get([&] {
            begun = true;
            while (!goes_on) std::this_thread::yield();
            return 1;
        });
    });
    while (!begun) std::this_thread::yield();
    CHECK(in_child([&] { return lazy.get([] { return 7; }); }) == 7);
    goes_on = true;
    other.join();
}
#endif

TEST(threads_get_the_same_lazy_value) {
    for (int round = 0; round < 50; ++round) {
        const Lazy<std::vector<int>> lazy;
        std::vector<const std::vector<int>*> found(4);
        at_once(4, [&](int i) {
            found[static_cast<std::size_t>(i)] = &lazy.get([&] { return std::vector<int>(100, i); });
        });
        for (const auto* one : found) {
            CHECK(one == found[0]);
            CHECK(one->front() == one->back());
        }
    }
    std::atomic<int> sum{0};
    at_once(4, [&](int) { sum += onda::MinPlays::get()(onda::Cards{}); });
    CHECK(sum == 0);
}

TEST(threads_share_a_batch_by_its_gate) {
    const AnyGame game(short_game());
    for (const bool opponents : {false, true}) {
        BatchSettings settings;
        settings.lanes = 256;
        settings.threads = 3;
        settings.numbers = Numbers::kUint8;
        if (opponents) {
            settings.opponents.players = {Opponent::kGreedy, Opponent::kRandom};
            settings.opponents.seat = Opponents::kAnySeat;
        }
        const auto made = [&](int threads) {
            BatchSettings own = settings;
            own.threads = threads;
            auto batch = std::make_unique<Batch>(game, own);
            for (std::size_t i = 0; i < batch->size(); ++i) batch->seed_lane(i, lane_seed(5, i));
            return batch;
        };
        const auto shared = made(3);
        Gate gate("batch", "nothing");
        at_once(3, [&](int) {
            for (int i = 0; i < 10; ++i) {
                const Passage passage(gate, Passage::Use::kAll, pause_at_gate);
                shared->step_random(2);
            }
        });
        const auto alone = made(1);
        alone->step_random(60);
        for (std::size_t i = 0; i < alone->size(); ++i) {
            CHECK(std::equal(shared->lane_data(i), shared->lane_data(i + 1), alone->lane_data(i)));
            CHECK(alone->legal[i] == shared->legal[i]);
        }
    }
}

TEST(threads_that_throw_end_the_call) {
    for (const bool helper : {false, true}) {
        const Tick none;
        Progress progress(1000, none);
        int caught = 0;
        try {
            run_chunks(1000, 1, 3, progress, [&](std::uint64_t, std::uint64_t, bool is_caller) {
                if (is_caller != helper) throw std::bad_alloc();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            });
        } catch (const std::bad_alloc&) {
            ++caught;
        }
        CHECK(caught == 1);
        CHECK(progress.stopped());
    }
}

TEST(threads_help_many_callers_at_once) {
    const std::uint64_t before = Pool::of_process().counts().threads;
    std::atomic<int> right{0};
    at_once(4, [&](int) {
        for (int i = 0; i < 200; ++i) {
            std::vector<int> done(64);
            const auto work = [&](std::size_t at, std::size_t) { ++done[at]; };
            run_parts(done.size(), 1, 3, work, Split::kAtOnce);
            right += done == std::vector<int>(64, 1);
        }
    });
    CHECK(right == 4 * 200);
    const PoolCounts counts = Pool::of_process().counts();
    CHECK(counts.threads >= 2);
    CHECK(counts.threads <= std::max<std::uint64_t>(before, 4 * 2));  // those that are free help again
    CHECK(counts.joined > 0);
}

TEST(threads_share_what_is_long_and_only_that) {
    std::uint64_t least = 1;  // of several: any may be interrupted, and then takes long
    for (int i = 0; i < 20; ++i) {
        const std::uint64_t before = Pool::of_process().counts().asked;
        std::vector<std::size_t> found(500);
        run_parts(found.size(), 8, 4, [&](std::size_t first, std::size_t last) {
            for (std::size_t at = first; at < last; ++at) found[at] = at;
        });
        least = std::min(least, Pool::of_process().counts().asked - before);
        CHECK(found[0] == 0 && found[499] == 499);
    }
    CHECK(least == 0);
    const std::uint64_t before = Pool::of_process().counts().asked;
    run_parts(10, 1, 4, [](std::size_t, std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
    CHECK(Pool::of_process().counts().asked == before + 1);
}

TEST(threads_search_one_game_and_state) {
    const AnyGame game(short_game());
    const KeptState root = new_position(game, 7).state;
    SearchSettings settings;
    settings.sims = 200;
    settings.threads = 2;
    settings.trees = 3;
    settings.worlds = 6;
    settings.rollout = Rollout::kEpsilon;
    const Tick none;
    std::vector<Action> flat(3);
    std::vector<Action> tree(3);
    std::vector<Action> worlds(3);
    std::vector<std::uint64_t> counted(3);
    at_once(3, [&](int i) {
        const auto at = static_cast<std::size_t>(i);
        SearchReport one;
        FlatSearch(game, root, settings).run(none, one);
        flat[at] = one.best;
        SearchReport two;
        InformationSetSearch(game, root, settings).run(none, two);
        tree[at] = two.best;
        SearchReport three;
        PerfectInformationSearch(game, root, settings).run(none, three);
        worlds[at] = three.best;
        std::vector<double> returns(3 * 64);
        std::vector<std::int32_t> lengths(64);
        playouts(game, root, 64, 3, 2, none, returns.data(), lengths.data());
        counted[at] = *perft(game, root, 2, 2, none) + static_cast<std::uint64_t>(lengths[63]);
    });
    for (std::size_t i = 1; i < 3; ++i) {
        CHECK(flat[i] == flat[0]);
        CHECK(tree[i] == tree[0]);
        CHECK(worlds[i] == worlds[0]);
        CHECK(counted[i] == counted[0]);
    }
}

}  // namespace
