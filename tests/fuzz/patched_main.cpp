// How libFuzzer changes inputs that are patches (patches.h).
#include "fuzz/patches.h"

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
    return fray::fuzz::mutate_patches(data, size, most, fray::fuzz::input_head, seed);
}
