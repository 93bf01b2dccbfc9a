// Tests Tidal with several threads.
#include "tests/threads_stress.hpp"
#include "uneri/games/tidal/tidal.hpp"

namespace {

using namespace uneri;

TEST(threads_play_tidal) {
    test::check_among_threads<tidal::Tidal>(PlainData(PlainData::Map{{"players", 3}, {"rounds", 2}}), 7);
}

}  // namespace
