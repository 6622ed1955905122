// The entry of the fuzzers that change something valid by patches (patches.h).
#include "fuzz/fuzz.h"
#include "fuzz/patches.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fray::fuzz::run(fray::fuzz::Input({data, size}));
    return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
    return fray::fuzz::mutate_patches(data, size, most, fray::fuzz::input_head, seed);
}
