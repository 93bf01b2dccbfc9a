// Coarse kernels are compiled several times, for the plain baseline and for newer x86-64 levels, and the loader picks
// one at run time; results are the same everywhere (integers only in rules, -ffp-contract=off for the rest). Off where
// the toolchain cannot do it and under sanitizers, whose runtime is not up yet when the choice is made.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(UNERI_NO_CLONES)
#define UNERI_HOT_CLONES __attribute__((target_clones("default", "arch=x86-64-v2", "arch=x86-64-v3"), flatten))
#else
#define UNERI_HOT_CLONES
#endif
