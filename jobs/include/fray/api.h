// What a shared library of fray's shows; everything else in it is hidden.
#pragma once

#ifdef FRAY_SHARED // said by the CMake target and by fray.pc, to who builds fray and to who uses it; changes no layout
#define FRAY_API __attribute__((visibility("default")))
#else
#define FRAY_API
#endif
