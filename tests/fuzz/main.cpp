// The entry of all fuzzers.
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fray::fuzz::run(fray::fuzz::Input({data, size}));
    return 0;
}
