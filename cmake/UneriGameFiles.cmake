# The C++ files that most games have in one form. `found` gets cpp/FOLDER/GAME*.cpp that the game has of its own, or else
# the file that is written from cpp/FOLDER/TEMPLATE.cpp.in: for a game whose class is uneri::GAME::Game.
function(uneri_find_game_file found game folder template own)
  set(file ${PROJECT_SOURCE_DIR}/cpp/${folder}/${own}.cpp)
  if(NOT EXISTS ${file})
    string(SUBSTRING ${game} 0 1 first)
    string(SUBSTRING ${game} 1 -1 rest)
    string(TOUPPER ${first} first)
    set(class ${first}${rest})
    set(file ${CMAKE_BINARY_DIR}/generated_games/${folder}/${own}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/cpp/${folder}/${template}.cpp.in ${file} @ONLY)
  endif()
  set(${found} ${file} PARENT_SCOPE)
endfunction()
