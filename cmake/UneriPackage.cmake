# Installed as share/uneri/CMakeLists.txt: the libraries of the core as one folder of the project that finds them
# (uneriConfig.cmake). What this folder sets stays in it, and what the project sets for its own code stays outside:
# unity builds, checkers and warnings. Flags of the compiler are the project's.
cmake_minimum_required(VERSION 3.24...4.1)
set(UNERI_SOURCES "${CMAKE_CURRENT_LIST_DIR}")
set(UNERI_DATA "${CMAKE_CURRENT_LIST_DIR}/data")
get_filename_component(UNERI_HEADERS ../../include ABSOLUTE)
set(CMAKE_UNITY_BUILD OFF)
foreach(checker IN ITEMS CLANG_TIDY CPPCHECK CPPLINT INCLUDE_WHAT_YOU_USE)
  unset(CMAKE_CXX_${checker})
endforeach()
add_compile_options(-w) # MSVC reads it, too

include(../cmake/uneri/UneriGames.cmake)
include(../cmake/uneri/UneriLibraries.cmake)
uneri_add_base()
target_include_directories(uneri_base SYSTEM INTERFACE ${UNERI_HEADERS})
add_library(uneri::net ALIAS uneri_net)
add_library(uneri::search ALIAS uneri_search)
foreach(game IN LISTS UNERI_ALL_GAMES)
  uneri_add_core_game(${game})
  add_library(uneri::${game} ALIAS uneri_${game}_loops)
endforeach()
set_property(GLOBAL PROPERTY UNERI_COMPONENTS ${UNERI_ALL_GAMES} net search)
