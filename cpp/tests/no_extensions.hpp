// Shows the core as to a compiler without GNU extensions, above all MSVC. gcc reads it by -include: it includes the
// whole standard library, then renames the extensions to undefined names and removes the macros that guard them.
#pragma once

#include <bits/stdc++.h>

#undef __GNUC__
#undef __GNUC_MINOR__
#undef __x86_64__
#undef __aarch64__
#undef __SSE2__
#undef __unix__
#undef __linux__
#undef __gnu_linux__
#undef __GLIBC__
#undef __APPLE__
#define _WIN32 1

#define __int128 NO_EXTENSION_int128
#define __extension__ NO_EXTENSION_extension
#define __attribute__(x) NO_EXTENSION_attribute
#define __asm__ NO_EXTENSION_asm
#define __typeof__ NO_EXTENSION_typeof
#define __builtin_ctz NO_EXTENSION_ctz
#define __builtin_ctzl NO_EXTENSION_ctzl
#define __builtin_ctzll NO_EXTENSION_ctzll
#define __builtin_clz NO_EXTENSION_clz
#define __builtin_clzl NO_EXTENSION_clzl
#define __builtin_clzll NO_EXTENSION_clzll
#define __builtin_ffs NO_EXTENSION_ffs
#define __builtin_popcount NO_EXTENSION_popcount
#define __builtin_popcountl NO_EXTENSION_popcountl
#define __builtin_popcountll NO_EXTENSION_popcountll
#define __builtin_parityll NO_EXTENSION_parityll
#define __builtin_bswap64 NO_EXTENSION_bswap64
#define __builtin_prefetch NO_EXTENSION_prefetch
#define __builtin_expect NO_EXTENSION_expect
#define __builtin_memset NO_EXTENSION_memset
#define __builtin_memcpy NO_EXTENSION_memcpy
#define __builtin_unreachable NO_EXTENSION_unreachable
#define __builtin_assume NO_EXTENSION_assume
#define __builtin_cpu_supports NO_EXTENSION_cpu_supports
#define __builtin_mul_overflow NO_EXTENSION_mul_overflow
#define __builtin_add_overflow NO_EXTENSION_add_overflow
