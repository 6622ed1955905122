// Patches: an input of a fuzzer that changes bytes of something valid, which the program makes when it starts. So the
// corpus need not hold files of a format that changes, and a change of a few bytes is a short input.
#pragma once

#include "fuzz/fuzz.h"

#include <vector>

namespace fray::fuzz {

/// Changes `bytes` as the input says.
void apply_patches(Input input, std::vector<std::byte>& bytes);

/// Adds a random patch to an input of `size` bytes that begins with `head` bytes of another meaning, or replaces one.
/// Returns the new size. For LLVMFuzzerCustomMutator.
size_t mutate_patches(uint8_t* data, size_t size, size_t most, size_t head, unsigned seed);

// A fuzzer with patches defines it, and is linked with patched_main.cpp.
extern const size_t input_head; ///< bytes of an input before its patches

} // namespace fray::fuzz
