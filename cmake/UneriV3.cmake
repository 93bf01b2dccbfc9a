# Code that is built twice: for all processors of the platform, and for x86-64-v3 (base/cpu.hpp says how it is chosen).
#
# Both builds compile the same functions. A program that links two functions of one name keeps one of them, so an old
# processor could meet the new one's instructions. So the second build is closed: its objects are linked into one, in
# which only names with x86_64_v3 stay visible; all others belong to this object alone. What it calls and does not have
# is the first build's. The tests closed_* look into it (ClosedCode.cmake).
#
# Only with gcc and the GNU linker. Other compilers, processors and sanitizers have the first build alone.
include(CheckCXXSourceCompiles)

set(UNERI_HAS_V3 OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_OBJCOPY AND NOT WIN32 AND NOT APPLE AND NOT UNERI_SANITIZE)
  set(CMAKE_REQUIRED_FLAGS -march=x86-64-v3)
  check_cxx_source_compiles("
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#error it would have code that runs when the program is loaded
#endif
int main() { return __builtin_cpu_supports(\"x86-64-v3\") ? 0 : 1; }
" UNERI_COMPILES_V3)
  set(CMAKE_REQUIRED_FLAGS "-r -nostdlib -no-pie")
  set(CMAKE_REQUIRED_LINK_OPTIONS -Wl,--force-group-allocation)
  check_cxx_source_compiles("int main() { return 0; }" UNERI_LINKS_CLOSED)
  unset(CMAKE_REQUIRED_FLAGS)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(UNERI_COMPILES_V3 AND UNERI_LINKS_CLOSED)
    set(UNERI_HAS_V3 ON)
  endif()
endif()

# Adds the second build of `sources` to a static library that has the first.
function(uneri_add_v3 target)
  if(NOT UNERI_HAS_V3)
    return()
  endif()
  set(sources ${ARGN})
  set(closed ${CMAKE_CURRENT_BINARY_DIR}/${target}_v3.o)
  if(CMAKE_CONFIGURATION_TYPES) # one for each: Ninja Multi-Config
    set(closed ${CMAKE_CURRENT_BINARY_DIR}/$<CONFIG>/${target}_v3.o)
  endif()
  add_library(${target}_v3 OBJECT EXCLUDE_FROM_ALL ${sources})
  # Symbols that are unique in a process could not be hidden.
  target_compile_options(${target}_v3 PRIVATE -march=x86-64-v3 -fno-lto -fno-gnu-unique)
  target_compile_definitions(${target}_v3 PRIVATE UNERI_V3_BUILD)
  target_link_libraries(${target}_v3 PRIVATE uneri_base)
  set_target_properties(${target}_v3 PROPERTIES UNITY_BUILD ${UNERI_UNITY} UNITY_BUILD_BATCH_SIZE 0)
  add_custom_command(
    OUTPUT ${closed}
    COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -no-pie -Wl,--force-group-allocation -o ${closed}.open
            $<TARGET_OBJECTS:${target}_v3>
    COMMAND ${CMAKE_OBJCOPY} --wildcard "--keep-global-symbol=*x86_64_v3*" ${closed}.open ${closed}
    DEPENDS ${target}_v3 $<TARGET_OBJECTS:${target}_v3>
    COMMAND_EXPAND_LISTS VERBATIM)
  set_property(GLOBAL APPEND PROPERTY UNERI_CLOSED_OBJECTS ${closed})
  target_sources(${target} PRIVATE ${closed})
  target_compile_definitions(${target} PUBLIC UNERI_HAS_V3)
endfunction()
