# Kernels that are built twice: files *_kernels.cpp of a game, once more with AVX2 and BMI2 where the compiler has them.
# The program asks the processor which build to use (games/namima/cpu_dispatch.hpp).
include(CheckCXXSourceCompiles)

set(UNERI_AVX2_FLAGS -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt)
string(REPLACE ";" " " CMAKE_REQUIRED_FLAGS "${UNERI_AVX2_FLAGS}")
check_cxx_source_compiles("
#if !defined(__GNUC__) || !defined(__x86_64__)
#error other compilers and processors have the portable build alone
#endif
#include <immintrin.h>
int main() { return _mm256_movemask_epi8(_mm256_set1_epi8(1)) + __builtin_cpu_supports(\"avx2\"); }
" UNERI_HAS_AVX2)
unset(CMAKE_REQUIRED_FLAGS)

# The second build of a game's kernels. It is an archive of its own and comes after the game on the command line of the
# linker: of an inline function that both have, the linker takes the first one, which runs on every processor.
function(uneri_add_avx2_kernels game)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${UNERI_SOURCES}/uneri/games/${game}/*_kernels.cpp)
  if(NOT UNERI_HAS_AVX2 OR NOT sources)
    return()
  endif()
  add_library(uneri_${game}_avx2 STATIC ${sources})
  target_compile_options(uneri_${game}_avx2 PRIVATE ${UNERI_AVX2_FLAGS})
  target_compile_definitions(uneri_${game}_avx2 PRIVATE UNERI_AVX2_BUILD)
  target_compile_definitions(uneri_${game} PRIVATE UNERI_AVX2_KERNELS)
  target_link_libraries(uneri_${game}_avx2 PUBLIC uneri_${game})
  target_link_libraries(uneri_${game} PUBLIC uneri_${game}_avx2)
endfunction()
