// Prints a line for each part of the core with the digest of its seeded behaviour. Each must equal the one in
// expected.inc, on all platforms. The program needs no files, threads or Python. The exit code is 1 if a digest
// differs.
// After an intended change of behaviour, copy the lines of the output to expected.inc.
#include <array>
#include <cinttypes>
#include <cstdio>
#include <string_view>

#include "digest/digest.hpp"

namespace {

struct Expected {
    std::string_view name;
    std::uint64_t value;
};
constexpr Expected kExpected[] = {
#include "digest/expected.inc"
};

const Expected* expected(std::string_view name) {
    for (const Expected& one : kExpected) {
        if (one.name == name) return &one;
    }
    return nullptr;
}

}  // namespace

int main() {
    using namespace uneri::digest;
    Parts parts;
    for (const auto add : {add_namima, add_namima_hands, add_onda, add_solo, add_tacta, add_tidal}) add(parts);
    bool equal = parts.size() == std::size(kExpected);
    for (const Part& part : parts) {
        const Expected* known = expected(part.name);
        const bool same = known != nullptr && known->value == part.value;
        equal = equal && same;
        std::printf("{\"%s\", 0x%016" PRIx64 "u},%s\n", part.name.c_str(), part.value, same ? "" : "  // differs");
    }
    std::printf("%s\n", equal ? "all digests are equal" : "digests differ");
    return equal ? 0 : 1;
}
