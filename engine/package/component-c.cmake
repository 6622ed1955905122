# As a shared library it has everything inside; as a static one it needs what it was built with.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/fray-c-targets.cmake" fray_c_static REGEX "^add_library\\(fray::c STATIC")
if(fray_c_static)
  foreach(fray_part IN ITEMS navmesh recording scenario)
    include("${CMAKE_CURRENT_LIST_DIR}/component-${fray_part}.cmake" OPTIONAL)
  endforeach()
endif()
include("${CMAKE_CURRENT_LIST_DIR}/fray-c-targets.cmake")
