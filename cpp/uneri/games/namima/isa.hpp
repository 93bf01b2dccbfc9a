// Kernels that gain a lot from AVX2 and BMI2 are written once, in a file NAME.inl, and compiled twice: for the plain
// baseline in namespace `plain`, and between UNERI_AVX2_BEGIN and UNERI_AVX2_END in namespace `fast`. Which of them
// runs is asked each time (`has_fast()`); the results are the same. No template of the standard library is instantiated
// in between, since its code could be shared with callers that run on older machines.
#pragma once

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#define UNERI_HAS_AVX2_CODE 1
#if defined(__clang__)
#define UNERI_AVX2_BEGIN \
    _Pragma("clang attribute push(__attribute__((target(\"avx2,bmi,bmi2,lzcnt,popcnt\"))), apply_to = function)")
#define UNERI_AVX2_END _Pragma("clang attribute pop")
#else
#define UNERI_AVX2_BEGIN _Pragma("GCC push_options") _Pragma("GCC target(\"avx2,bmi,bmi2,lzcnt,popcnt\")")
#define UNERI_AVX2_END _Pragma("GCC pop_options")
#endif
#else
#define UNERI_HAS_AVX2_CODE 0
#endif

namespace uneri::namima {

inline bool has_fast() noexcept {
#if UNERI_HAS_AVX2_CODE
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");  // two bits that the program has at hand
#else
    return false;
#endif
}

}  // namespace uneri::namima
