// Prints a line for each part of the core with the digest of its seeded behaviour. Each must equal the one in
// expected.inc, on all platforms. The program needs no files, threads or Python. The exit code is 1 if a digest
// differs.
// After an intended change of behaviour, copy the lines of the output to expected.inc.
//   uneri_digest choices GAME NUMBER      # so many choices of a network, in one line to compare between machines
#include <array>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

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

int print_choices(std::string_view game, long number) {
    using namespace uneri::digest;
    constexpr std::pair<std::string_view, Digest (*)(long)> kGames[] = {{"namima", namima_choices},
                                                                        {"onda", onda_choices},
                                                                        {"solo", solo_choices},
                                                                        {"tacta", tacta_choices},
                                                                        {"tidal", tidal_choices}};
    for (const auto& [name, choices] : kGames) {
        if (name != game || number <= 0) continue;
        std::printf("%s, %ld choices: 0x%016" PRIx64 "\n", name.data(), number, choices(number).value());
        return 0;
    }
    std::fprintf(stderr, "wanted: choices GAME NUMBER, of namima, onda, solo, tacta or tidal, and from 1 on\n");
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace uneri::digest;
    if (argc == 4 && std::string_view(argv[1]) == "choices") return print_choices(argv[2], std::atol(argv[3]));
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
