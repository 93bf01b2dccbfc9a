// Tests ONDA with several threads. threads_test.cpp tests its searches and batches separately.
#include "tests/threads_stress.hpp"
#include "uneri/games/onda/onda.hpp"

namespace {

using namespace uneri;

TEST(threads_play_onda) {
    test::check_among_threads<onda::Onda>(PlainData(PlainData::Map{{"players", 3}, {"rounds", 1}}), 7);
}

}  // namespace
