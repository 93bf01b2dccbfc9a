# The C++ files that most games have in one form. `found` gets the game's own cpp/FOLDER/NAME.cpp, or else a file that is
# written from templates/TEMPLATE.cpp.in, for a game whose class is uneri::GAME::Game.
function(uneri_find_game_file found game folder name template)
  set(file ${PROJECT_SOURCE_DIR}/cpp/${folder}/${name}.cpp)
  if(NOT EXISTS ${file})
    string(SUBSTRING ${game} 0 1 first)
    string(SUBSTRING ${game} 1 -1 rest)
    string(TOUPPER ${first} first)
    set(class ${first}${rest})
    set(file ${PROJECT_BINARY_DIR}/generated_games/${folder}/${name}.cpp)
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/templates/${template}.cpp.in ${file} @ONLY)
  endif()
  set(${found} ${file} PARENT_SCOPE)
endfunction()
