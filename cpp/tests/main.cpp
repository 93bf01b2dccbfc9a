// `uneri_tests [WORD ...]`: all tests, or those with one of the words in their names.
#include <cstring>

#include "tests/check.hpp"

int main(int count, char** words) {
    int run = 0;
    int failed = 0;
    for (const auto& [name, test] : uneri::test::cases()) {
        bool wanted = count < 2;
        for (int i = 1; i < count; ++i) wanted = wanted || std::strstr(name, words[i]) != nullptr;
        if (!wanted) continue;
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
