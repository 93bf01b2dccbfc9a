// ONDA among threads. threads_test.cpp has its searches and batches one by one.
#include "tests/threads_stress.hpp"
#include "uneri/games/onda/onda.hpp"

namespace {

using namespace uneri;

TEST(threads_play_onda) {
    test::check_among_threads<onda::Onda>(PlainData(PlainData::Map{{"players", 3}, {"rounds", 1}}), 7);
}

}  // namespace
