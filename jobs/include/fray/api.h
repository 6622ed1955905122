// What a shared library of fray's shows; everything else in it is hidden.
#pragma once

#ifdef FRAY_SHARED // said by the CMake target and by fray.pc, to who builds fray and to who uses it; changes no layout
#define FRAY_API __attribute__((visibility("default")))
#define FRAY_INSIDE __attribute__((visibility("hidden"))) // of a class that is FRAY_API
#else
#define FRAY_API
#define FRAY_INSIDE
#endif
