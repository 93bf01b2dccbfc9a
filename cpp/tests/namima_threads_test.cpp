// Tests Namima with several threads, and the tables of its hand kernels, which are made on the first call.
#include <vector>

#include "tests/threads_stress.hpp"
#include "uneri/games/namima/hands/best.hpp"
#include "uneri/games/namima/hands/distance/deficiency.hpp"
#include "uneri/games/namima/namima.hpp"

namespace {

using namespace uneri;
using namespace uneri::namima;

TEST(threads_play_namima) { test::check_among_threads<Namima>(7); }

TEST(threads_ask_for_the_first_hand_of_namima) {
    for (const std::string_view variant : kVariants) {
        const Namima game = *Namima::make(PlainData(PlainData::Map{{"variant", variant}}));
        const Tables& tables = *game.rules().tables;
        SplitMix64 rng(3);
        std::vector<Cards> hands;
        for (int i = 0; i < 6; ++i) {
            Cards hand;
            while (hand.total() < 10) {
                const int kind = static_cast<int>(rng.below(static_cast<std::uint64_t>(tables.melds.kinds())));
                if (hand.count(kind) < tables.melds.deck().count(kind)) hand.add(kind);
            }
            hands.push_back(hand);
        }
        std::vector<std::uint64_t> found(test::kAskers);
        test::at_once(test::kAskers, [&](int i) {
            test::Digest digest;
            for (const Cards& hand : hands) {
                for (const int growth : {0, kAnyGrowth}) {
                    digest.add(deficiency(tables, hand, {}, growth));
                    digest.add(deficiency_drawn(tables, hand, {}, growth));
                    digest.add(acceptance(tables, hand, {}, growth));
                }
            }
            found[static_cast<std::size_t>(i)] = digest.number();
        });
        for (const std::uint64_t one : found) CHECK(one == found[0]);
    }
}

}  // namespace
