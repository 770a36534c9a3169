# The Debian package, by `cpack --config build/release/CPackConfig.cmake`: docs/packaging/README.md.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME clustersim)
set(CPACK_PACKAGE_CONTACT "The clustersim authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
    "Predicts when a job starts, how fast it runs and what it costs: a Slurm emulator,
performance models of training, serving and other codes, networks, energy and the
billing rules of the sites. Every number has its source, every answer a range.")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # the libraries' packages, from what the programs load
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Each release has libraries of its own, so it needs a package of its own. The number of the release in the version tells them
# apart, and an upgrade of the system replaces the one by the other.
cmake_host_system_information(RESULT clustersim_release QUERY DISTRIB_VERSION_ID)
if(clustersim_release MATCHES "^[0-9.]+$")
  set(CPACK_DEBIAN_PACKAGE_RELEASE "1~deb${clustersim_release}")
endif()
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)

# What Debian wants beside each program.
install(FILES docs/packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
find_program(GZIP_PROGRAM gzip)
if(GZIP_PROGRAM)
  set(compressed "${PROJECT_BINARY_DIR}/changelog.gz")
  add_custom_command(OUTPUT "${compressed}" DEPENDS CHANGELOG.md
                     COMMAND "${GZIP_PROGRAM}" -9n < "${PROJECT_SOURCE_DIR}/CHANGELOG.md" > "${compressed}" VERBATIM)
  add_custom_target(clustersim_changelog ALL DEPENDS "${compressed}")
  install(FILES "${compressed}" DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
