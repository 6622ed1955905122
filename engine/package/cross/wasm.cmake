# WebAssembly by Debian's emscripten; node-acorn is what it shortens scripts with.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
# A node that is not Debian's does not look for modules where Debian has them.
foreach(tool IN ITEMS COMPILER LINKER)
  set(CMAKE_CXX_${tool}_LAUNCHER env NODE_PATH=/usr/share/nodejs:/usr/lib/nodejs)
endforeach()
# Exceptions of WebAssembly itself: with those by script, every call that may throw would go through a script.
set(CMAKE_CXX_FLAGS_INIT "-fwasm-exceptions -msimd128")
include(${CMAKE_CURRENT_LIST_DIR}/header_only.cmake)
