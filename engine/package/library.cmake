# How fray's libraries are built: static or shared (FRAY_SHARED), with nothing to be seen from outside but FRAY_API.

function(fray_hide target)
  # UNITY_BUILD: a host's own may join more sources of the target than their names allow.
  set_target_properties(${target} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON UNITY_BUILD OFF)
  if(FRAY_SHARED)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_definitions(${target} PUBLIC FRAY_SHARED)
  endif()
  if(FRAY_GLIBCXX_DEBUG)
    target_compile_definitions(${target} PUBLIC FRAY_GLIBCXX_DEBUG)
  endif()
endfunction()

# fray::NAME from the sources. While the version is 0.x every minor one may break what was built for another.
function(fray_library target name)
  set(kind STATIC)
  if(FRAY_SHARED)
    set(kind SHARED)
  endif()
  add_library(${target} ${kind} ${ARGN})
  add_library(fray::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} INSTALL_RPATH "$ORIGIN"
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  fray_hide(${target})
endfunction()
