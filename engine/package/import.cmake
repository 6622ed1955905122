# A library that brings no files for CMake, as fray::NAME if it is there; for the build and for the installed package.
function(fray_import name file)
  string(TOUPPER FRAY_${name}_LIBRARY variable)
  find_library(${variable} ${file})
  if(${variable} AND NOT TARGET fray::${name})
    add_library(fray::${name} UNKNOWN IMPORTED)
    set_target_properties(fray::${name} PROPERTIES IMPORTED_LOCATION "${${variable}}")
  endif()
endfunction()
