#include "check.hpp"

int main() {
    int failed = 0;
    for (const auto& [name, run] : uneri::test::cases()) {
        const int before = uneri::test::failures();
        run();
        if (uneri::test::failures() != before) {
            ++failed;
            std::printf("FAILED %s\n", name);
        }
    }
    const auto total = static_cast<int>(uneri::test::cases().size());
    std::printf("%ld checks\n%d passed, %d failed\n", uneri::test::checks(), total - failed, failed);
    return failed == 0 ? 0 : 1;
}
