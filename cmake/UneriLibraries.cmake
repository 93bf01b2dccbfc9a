# The libraries of the core: for this project, and for those that find it (UneriPackage.cmake). The includer sets
# UNERI_HEADERS (the folder with uneri/*.hpp), UNERI_SOURCES (with uneri/*.cpp and loops/) and UNERI_DATA (JSON files).
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF) # no modules here; clang would ask for a scanner
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # archives go into shared libraries and Python modules, too
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
include(${CMAKE_CURRENT_LIST_DIR}/UneriFlags.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/UneriAvx2.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/UneriV3.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/UneriData.cmake)
find_package(Threads REQUIRED)

# A game has many small files, and reading headers takes most of the time of each. So a build that is made once compiles
# them as one; where files are edited, each is compiled by itself.
set(_uneri_once OFF)
if(SKBUILD_STATE STREQUAL "wheel")
  set(_uneri_once ON)
endif()
option(UNERI_UNITY "Compile the files of a game as one" ${_uneri_once})

# L0, and of L2 the networks and the searches, which know no game's type. All else of L2 is headers.
function(uneri_add_base)
  file(GLOB base_sources CONFIGURE_DEPENDS ${UNERI_SOURCES}/uneri/base/*.cpp)
  add_library(uneri_base STATIC ${base_sources})
  target_include_directories(uneri_base PUBLIC ${UNERI_HEADERS})
  target_link_libraries(uneri_base PUBLIC uneri_flags Threads::Threads)
  set_target_properties(uneri_base PROPERTIES UNITY_BUILD ${UNERI_UNITY} UNITY_BUILD_BATCH_SIZE 0)

  file(GLOB net_sources CONFIGURE_DEPENDS ${UNERI_SOURCES}/uneri/engine/net/*.cpp)
  add_library(uneri_net STATIC ${net_sources})
  target_link_libraries(uneri_net PUBLIC uneri_base)
  uneri_add_v3(uneri_net ${UNERI_SOURCES}/uneri/engine/net/net_loops.cpp)

  file(GLOB search_sources CONFIGURE_DEPENDS ${UNERI_SOURCES}/uneri/engine/search/*.cpp)
  add_library(uneri_search STATIC ${search_sources})
  target_link_libraries(uneri_search PUBLIC uneri_net)
endfunction()

# L1: uneri_GAME, which sees the base and, in its GAME.hpp, the concept. And uneri_GAME_loops, the engine's loops over it.
function(uneri_add_core_game game)
  set(folder ${UNERI_SOURCES}/uneri/games/${game})
  file(GLOB_RECURSE game_sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  # What reads and writes options runs when a game is loaded, and is made small.
  set(options_sources ${game_sources})
  list(FILTER options_sources INCLUDE REGEX "/${game}/(board|deck|dial|options|ruleset_[a-z]+)\\.cpp$")
  if(options_sources)
    list(REMOVE_ITEM game_sources ${options_sources})
    add_library(uneri_${game}_options OBJECT ${options_sources})
    target_link_libraries(uneri_${game}_options PUBLIC uneri_base)
    set_target_properties(uneri_${game}_options PROPERTIES UNITY_BUILD ${UNERI_UNITY} UNITY_BUILD_BATCH_SIZE 0)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_FLAGS_RELEASE MATCHES "-O3")
      target_compile_options(uneri_${game}_options PRIVATE -Os)
    endif()
    set(options_objects $<TARGET_OBJECTS:uneri_${game}_options>)
  endif()
  add_library(uneri_${game} STATIC ${game_sources} ${options_objects})
  target_link_libraries(uneri_${game} PUBLIC uneri_base)
  # Kernels and what is behind them have a folder of their own: long files, whose names repeat.
  set_target_properties(uneri_${game} PROPERTIES UNITY_BUILD ${UNERI_UNITY} UNITY_BUILD_BATCH_SIZE 0)
  list(FILTER game_sources INCLUDE REGEX "/${game}/.*/|_kernels\\.cpp$")
  set_source_files_properties(${game_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  uneri_add_avx2_kernels(${game})
  uneri_add_data(${game})

  # Not with other files: `flatten` would then inline all of them into each loop.
  set(loops ${UNERI_SOURCES}/loops/${game}.cpp)
  set_source_files_properties(${loops} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  add_library(uneri_${game}_loops STATIC ${loops})
  target_link_libraries(uneri_${game}_loops PUBLIC uneri_${game} uneri_search)
  list(TRANSFORM UNERI_HOT_${game} PREPEND ${folder}/ OUTPUT_VARIABLE hot_sources)
  uneri_add_v3(uneri_${game}_loops ${loops} ${hot_sources})
endfunction()
