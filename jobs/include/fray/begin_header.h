// Every public C++ header of fray begins with this file and ends with fray/end_header.h. It says what a host must be,
// and it hides the macros of hosts that have names of fray. fray/end_header.h brings them back.
//
// A new name in the list below needs a line in both files. tests/integration/host_macros.h has the macros of hosts;
// tests compile all public headers after them.
//
// The list has no include guard: headers of fray include each other, and each of them hides and brings back.
#ifndef FRAY_BEGIN_HEADER_H
#define FRAY_BEGIN_HEADER_H

#if __cplusplus <= 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG <= 201703L)
#error "fray needs C++20: compile this file with -std=c++20 or later (Visual C++: /std:c++20)"
#endif
// Debug containers of libstdc++ have another layout. CMake defines FRAY_GLIBCXX_DEBUG if fray is built with them.
#if defined(_GLIBCXX_DEBUG) && !defined(FRAY_GLIBCXX_DEBUG)
#error "_GLIBCXX_DEBUG changes std::vector: build fray with -D_GLIBCXX_DEBUG too, or compile this file without it"
#elif defined(FRAY_GLIBCXX_DEBUG) && !defined(_GLIBCXX_DEBUG)
#error "fray was built with _GLIBCXX_DEBUG: compile this file with -D_GLIBCXX_DEBUG too, or build fray without it"
#endif

#endif

#pragma push_macro("check") // Unreal, macOS
#pragma push_macro("max")   // Windows
#pragma push_macro("min")   // Windows
#pragma push_macro("near")  // Windows
#pragma push_macro("slots") // Qt
#undef check
#undef max
#undef min
#undef near
#undef slots
