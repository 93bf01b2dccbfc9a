// Code that is built twice: for all processors of the platform, and for x86-64-v3 (AVX2, BMI2: processors since about
// 2013). The program picks a build when it runs. cmake/UneriV3.cmake has the second build and says what keeps the two
// apart. The answers are the same (integers in rules, -ffp-contract=off for the rest).
//
// CMake defines UNERI_V3_BUILD for the second build, and UNERI_HAS_V3 for the file that picks one.
#pragma once

namespace uneri {

#ifdef UNERI_HAS_V3
inline bool has_v3() noexcept { return __builtin_cpu_supports("x86-64-v3"); }  // only reads stored bits
#endif

}  // namespace uneri

// Functions that loops call from several places. Inlined, each call would be a copy of the rules.
#if defined(__GNUC__)
#define UNERI_NOINLINE __attribute__((noinline))
#else
#define UNERI_NOINLINE
#endif

// Inlines all that a loop calls, in the second build alone. gcc 12 leaves calls in these loops: SOLO's playouts
// took 1.14 times as long, its searches and Tidal's batches 1.4 times. It costs some seconds of compiling a game.
#if defined(UNERI_V3_BUILD)
#define UNERI_FLATTEN __attribute__((flatten))
#else
#define UNERI_FLATTEN
#endif
