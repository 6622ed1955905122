if(NOT fray_SHARED AND NOT TARGET fmt::fmt)
  find_dependency(fmt)
endif()
include("${CMAKE_CURRENT_LIST_DIR}/component-navmesh.cmake" OPTIONAL) # where there is one, scenarios can be fought on it
include("${CMAKE_CURRENT_LIST_DIR}/fray-scenario-targets.cmake")
