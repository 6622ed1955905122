# UNTESTED: never run with vcpkg itself. An overlay port of the sources that it lies in:
#   vcpkg install fray --overlay-ports=fray/engine/package/vcpkg/ports
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS FEATURE_OPTIONS FEATURES
  scenario FRAY_SCENARIO
  recording FRAY_RECORDING
  navmesh FRAY_NAVMESH)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${FEATURE_OPTIONS} -DFRAY_DEMO=OFF -DFRAY_TESTS=OFF -DFRAY_BENCH=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/fray)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE"
  "${SOURCE_PATH}/engine/package/THIRD-PARTY-NOTICES.txt")
