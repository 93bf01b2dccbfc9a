// Kernels that gain much from AVX2 and BMI2 are in files *_kernels.cpp. CMake builds each twice: for all processors of
// the platform, and with these instructions. Their definitions are in unnamed namespaces, except for one table of
// functions per build. has_avx2 picks the table at each use. Both builds give the same answers.
#pragma once

#if defined(__x86_64__) && defined(__AVX2__) && defined(__BMI2__) && defined(__LZCNT__)
#include <immintrin.h>
#define UNERI_AVX2 1
#endif

// The function table of this build, and the one to use.
#ifdef UNERI_AVX2_BUILD
#define UNERI_KERNELS(name) name##Avx2
#else
#define UNERI_KERNELS(name) name##Portable
#endif
#ifdef UNERI_AVX2_KERNELS  // the AVX2 builds are linked in
#define UNERI_BEST_KERNELS(name) (has_avx2() ? name##Avx2 : name##Portable)
#else
#define UNERI_BEST_KERNELS(name) name##Portable
#endif

namespace uneri::namima {

#ifdef UNERI_AVX2_KERNELS
inline bool has_avx2() noexcept {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");  // only reads two stored bits
}
#endif

}  // namespace uneri::namima
