# Data of a game that its owner may correct stands once, in UNERI_DATA/GAME_NAME.json. The reference reads the file;
# the core has its text compiled in: the function `std::string_view NAME_json() noexcept` in namespace uneri::GAME.
function(uneri_add_data game)
  file(GLOB files CONFIGURE_DEPENDS ${UNERI_DATA}/${game}_*.json)
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    get_filename_component(name ${file} NAME_WE)
    string(REGEX REPLACE "^${game}_" "" function ${name})
    file(READ ${file} digits HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${digits}")
    string(REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")
    set(source ${CMAKE_CURRENT_BINARY_DIR}/generated/uneri_${name}.cpp)
    file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
// Written by cmake/UneriData.cmake from @name@.json.
#include <string_view>

namespace uneri::@game@ {

std::string_view @function@_json() noexcept;
std::string_view @function@_json() noexcept {
    static constexpr unsigned char kText[] = {
@bytes@};
    return {reinterpret_cast<const char*>(kText), sizeof kText};
}

}  // namespace uneri::@game@
]])
    target_sources(uneri_${game} PRIVATE ${source})
  endforeach()
endfunction()
