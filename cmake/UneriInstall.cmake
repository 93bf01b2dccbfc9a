# For C++ users: headers, the sources that they build with them, and the files of find_package(uneri). The sources come
# along instead of archives, so that any compiler and any flags will do, and the wheel stays small.
# In a wheel all of it lies within the package (uneri.get_include(), uneri.get_cmake_dir()).
include(CMakePackageConfigHelpers)
set(root .)
if(SKBUILD)
  set(root uneri)
endif()
set(package ${root}/share/cmake/uneri)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/uneriConfigVersion.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(DIRECTORY cpp/uneri DESTINATION ${root}/include FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY cpp/uneri cpp/loops DESTINATION ${root}/share/uneri FILES_MATCHING PATTERN "*.cpp")
install(DIRECTORY python/uneri/data/ DESTINATION ${root}/share/uneri/data FILES_MATCHING PATTERN "*.json"
        PATTERN "*.schema.json" EXCLUDE PATTERN networks EXCLUDE)
install(FILES cmake/UneriPackage.cmake DESTINATION ${root}/share/uneri RENAME CMakeLists.txt)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/uneriConfigVersion.cmake cmake/uneriConfig.cmake cmake/UneriAddGame.cmake cmake/UneriAvx2.cmake
              cmake/UneriData.cmake cmake/UneriFlags.cmake cmake/UneriGames.cmake cmake/UneriLibraries.cmake
              cmake/UneriV3.cmake DESTINATION ${package})
install(FILES cmake/templates/module.cpp.in cmake/templates/tables.cpp.in DESTINATION ${package}/templates)
