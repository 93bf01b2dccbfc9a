// Tests SOLO with several threads.
#include "tests/threads_stress.hpp"
#include "uneri/games/solo/solo.hpp"

namespace {

using namespace uneri;

TEST(threads_play_solo) {
    test::check_among_threads<solo::Solo>(
        PlainData(PlainData::Map{{"players", 3}, {"max_rounds", 1}, {"turn_cap", 60}}), 7);
}

}  // namespace
