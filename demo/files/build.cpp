#include "build.h"

namespace fray::demo {

Build this_build() {
    const auto given = [](const std::string& text) { return text.empty() ? "unknown" : text; };
#ifdef __VERSION__
#ifdef __clang__
    const std::string compiler = __VERSION__;
#else
    const std::string compiler = std::string("g++ ") + __VERSION__;
#endif
#else
    const std::string compiler = "unknown";
#endif
    return {given(FRAY_VERSION), given(FRAY_COMMIT), compiler, given(FRAY_BUILD_FLAGS), given(FRAY_BUILD_TYPE)};
}

} // namespace fray::demo
