// `uneri_tests [--part K/N] [WORD ...]` runs all tests, or those with one of the words in their names. --part runs
// every N-th of these, starting with the K-th, so that N processes can share them.
#include <cstring>

#include "tests/check.hpp"

int main(int count, char** words) {
    int part = 1;
    int parts = 1;
    int first_word = 1;
    if (count > 1 && std::strcmp(words[1], "--part") == 0) {
        if (count < 3 || std::sscanf(words[2], "%d/%d", &part, &parts) != 2 || part < 1 || part > parts) {
            std::fprintf(stderr, "--part needs K/N, 1 <= K <= N\n");
            return 2;
        }
        first_word = 3;
    }
    int seen = 0;
    int run = 0;
    int failed = 0;
    for (const auto& [name, test] : uneri::test::cases()) {
        bool wanted = first_word >= count;
        for (int i = first_word; i < count; ++i) wanted = wanted || std::strstr(name, words[i]) != nullptr;
        if (!wanted || seen++ % parts != part - 1) continue;
        const int before = uneri::test::failures();
        test();
        ++run;
        if (uneri::test::failures() != before) {
            ++failed;
            std::printf("FAILED %s\n", name);
        }
    }
    std::printf("%ld checks\n%d passed, %d failed\n", uneri::test::checks(), run - failed, failed);
    return failed == 0 && run > 0 ? 0 : 1;
}
