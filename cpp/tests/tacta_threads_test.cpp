// Tests TACTA with several threads.
#include "tests/threads_stress.hpp"
#include "uneri/games/tacta/tacta.hpp"

namespace {

using namespace uneri;

TEST(threads_play_tacta) {
    test::check_among_threads<tacta::Tacta>(PlainData(PlainData::Map{{"suits", "c"}, {"table", "600x480"}}), 7);
}

}  // namespace
