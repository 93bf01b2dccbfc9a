# uneri_flags: what our code needs, wherever it is built: C++20, floats that do not depend on the instruction set,
# sanitizers. uneri_warnings: what this project wants to hear of; others that build our code are not asked to.
add_library(uneri_flags INTERFACE)
add_library(uneri_warnings INTERFACE)
target_compile_features(uneri_flags INTERFACE cxx_std_20)
if(MSVC)
  target_compile_options(uneri_flags INTERFACE /permissive- /utf-8)
  target_compile_options(uneri_warnings INTERFACE /W4 /wd5030) # 5030: attributes of gnu::, which it ignores
  if(UNERI_WERROR)
    target_compile_options(uneri_warnings INTERFACE /WX)
  endif()
else()
  target_compile_options(uneri_flags INTERFACE -ffp-contract=off -ffunction-sections -fdata-sections)
  target_compile_options(uneri_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow)
  # musl gives a thread a stack of 128 KiB: no function may take half of it. Sanitizers make frames larger.
  if(NOT UNERI_SANITIZE)
    target_compile_options(uneri_warnings INTERFACE -Wframe-larger-than=65536)
  endif()
  # gcc 12 sees overlap in `"text" + std::to_string(n)` where there is none (its bug 105651, mended in 13), and an index
  # of -128 where a state keeps the seat to act as int8_t.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(uneri_warnings INTERFACE -Wno-restrict -Wno-array-bounds)
  endif()
  if(UNERI_WERROR)
    target_compile_options(uneri_warnings INTERFACE -Werror)
  endif()
endif()

set(_uneri_threads ON)
if(EMSCRIPTEN) # Pyodide loads no module that has threads
  set(_uneri_threads OFF)
endif()
option(UNERI_THREADS "Use threads" ${_uneri_threads})
if(NOT UNERI_THREADS)
  target_compile_definitions(uneri_flags INTERFACE UNERI_NO_THREADS)
endif()
# Emscripten has exceptions only where a flag asks for them. Pyodide's build says which kind it wants.
if(EMSCRIPTEN AND NOT CMAKE_CXX_FLAGS MATCHES "exceptions")
  target_compile_options(uneri_flags INTERFACE -fexceptions)
  target_link_options(uneri_flags INTERFACE -fexceptions)
endif()

if(UNERI_SANITIZE)
  set(_sanitize -fsanitize=${UNERI_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_compile_options(uneri_flags INTERFACE ${_sanitize} -g1)
  target_compile_definitions(uneri_flags INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(uneri_flags INTERFACE ${_sanitize})
endif()
