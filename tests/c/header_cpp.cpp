// The header compiles as C++ with nothing included before it.
#include "fray/fray_c.h"

extern "C" int fray_c_header_in_cpp() { return fray_version().major == 0 ? 0 : 1; }
