// Kernels that gain much from AVX2 and BMI2 are in files *_kernels.cpp. CMake builds these twice: for every processor
// of the platform, and with these instructions. All that they define is in unnamed namespaces, but for one table of
// functions a build; which one is used is asked each time (has_avx2). The answers are the same.
#pragma once

#if defined(__x86_64__) && defined(__AVX2__) && defined(__BMI2__) && defined(__LZCNT__)
#include <immintrin.h>
#define UNERI_AVX2 1
#endif

// The table of this build.
#ifdef UNERI_AVX2_BUILD
#define UNERI_KERNELS(name) name##Avx2
#else
#define UNERI_KERNELS(name) name##Portable
#endif

namespace uneri::namima {

#ifdef UNERI_AVX2_KERNELS  // they are linked
inline bool has_avx2() noexcept {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");  // two bits that the program has at hand
}
#endif

}  // namespace uneri::namima
