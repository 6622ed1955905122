// Macros that mark the symbols which a shared library of fray exports. All other symbols of the library are hidden.
#pragma once

#include "fray/begin_header.h"

// The CMake target and fray.pc define FRAY_SHARED, both for the build of the library and for programs that use it. It
// changes no memory layout.
#ifdef FRAY_SHARED
#define FRAY_API __attribute__((visibility("default")))
#define FRAY_INSIDE __attribute__((visibility("hidden"))) // for private members of a class that is FRAY_API
#else
#define FRAY_API
#define FRAY_INSIDE
#endif

#include "fray/end_header.h"
