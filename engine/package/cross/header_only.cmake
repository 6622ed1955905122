# For the toolchains beside this file: the header-only libraries of the build machine. A cross compiler must not search
# /usr/include, which has the build machine's C library, so each library is linked into a folder of its own.
get_property(trying GLOBAL PROPERTY IN_TRY_COMPILE)
if(trying)
  return()
endif()

set(folder ${CMAKE_BINARY_DIR}/header_only)
# NAME for find_package, with TARGET, for what is called CONTENT in /usr/include; and definitions.
function(header_only name target content)
  if(NOT EXISTS /usr/include/${content})
    return()
  endif()
  file(MAKE_DIRECTORY ${folder}/${name})
  file(CREATE_LINK /usr/include/${content} ${folder}/${name}/${content} SYMBOLIC)
  file(CONFIGURE OUTPUT ${folder}/${name}-config.cmake @ONLY CONTENT
"if(NOT TARGET @target@)
  add_library(@target@ INTERFACE IMPORTED)
  target_include_directories(@target@ SYSTEM INTERFACE @folder@/@name@)
  target_compile_definitions(@target@ INTERFACE @ARGN@)
endif()
")
  set(${name}_DIR ${folder} CACHE PATH "" FORCE)
endfunction()
header_only(glm glm::glm glm)
header_only(nanoflann nanoflann::nanoflann nanoflann.hpp)
header_only(fmt fmt::fmt fmt FMT_HEADER_ONLY)
