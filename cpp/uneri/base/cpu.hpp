// Hot loops are compiled twice, for the plain baseline and for x86-64-v3 (processors since about 2013); the loader
// picks one at run time. The results are the same (integers in rules, -ffp-contract=off for the rest). Off where the
// toolchain cannot do it and under sanitizers, whose runtime is not up yet when the choice is made.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(UNERI_NO_CLONES)
#define UNERI_HOT_CLONES __attribute__((target_clones("default", "arch=x86-64-v3"), flatten))
#else
#define UNERI_HOT_CLONES
#endif
