# A game of another project, for uneri's Python package and for C++:
#
#   uneri_add_game(mini CLASS uneri::mini::Mini HEADER mini/mini.hpp SOURCES mini/data.cpp INCLUDES src [MODULE mini_core])
#
# NAME is a static library: the game, its tables, and the searches. MODULE is an extension module of Python with TABLES for
# uneri.register_game; it needs find_package(Python COMPONENTS Interpreter Development.Module).
function(uneri_add_game game)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "CLASS;HEADER;MODULE" "SOURCES;INCLUDES")
  if(NOT arg_CLASS OR NOT arg_HEADER)
    message(FATAL_ERROR "uneri_add_game(${game}): CLASS and HEADER are missing")
  endif()
  set(made ${CMAKE_CURRENT_BINARY_DIR}/uneri_${game})
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/templates/tables.cpp.in ${made}/tables.cpp @ONLY)
  add_library(${game} STATIC ${made}/tables.cpp ${arg_SOURCES})
  target_include_directories(${game} PUBLIC ${arg_INCLUDES})
  target_link_libraries(${game} PUBLIC uneri::search)
  set_target_properties(${game} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                           VISIBILITY_INLINES_HIDDEN ON)
  if(arg_MODULE)
    if(NOT COMMAND Python_add_library)
      message(FATAL_ERROR "uneri_add_game(${game} MODULE): find_package(Python COMPONENTS Interpreter Development.Module) first")
    endif()
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/templates/module.cpp.in ${made}/module.cpp @ONLY)
    Python_add_library(${arg_MODULE} MODULE WITH_SOABI ${made}/module.cpp)
    target_link_libraries(${arg_MODULE} PRIVATE ${game})
    set_target_properties(${arg_MODULE} PROPERTIES CXX_VISIBILITY_PRESET hidden)
  endif()
endfunction()
