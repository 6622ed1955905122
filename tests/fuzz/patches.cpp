#include "fuzz/patches.h"

#include <algorithm>
#include <random>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace fray::fuzz {
namespace {

struct Patch {
    uint8_t kind = 0;
    uint8_t at[3] = {}; ///< modulo the number of bytes there are
    uint64_t value = 0;
};
static_assert(sizeof(Patch) == 16 && offsetof(Patch, value) == 8);
constexpr size_t patch_bytes = 12; ///< kind, place, value
constexpr size_t most_patches = 16;

void apply(const Patch& patch, std::vector<std::byte>& bytes) {
    if (bytes.size() < 16) return;
    const size_t place = patch.at[0] | patch.at[1] << 8 | size_t{patch.at[2]} << 16;
    const size_t at = place % (bytes.size() - 8);
    const auto write = [&](size_t size) { std::memcpy(bytes.data() + at, &patch.value, size); };
    switch (patch.kind % 8) {
    case 0: return write(1);
    case 1: return write(2);
    case 2: return write(4);
    case 3: return write(8);
    case 4: { // adds to a number
        uint32_t number = 0;
        std::memcpy(&number, bytes.data() + at, sizeof number);
        number += static_cast<uint32_t>(static_cast<int8_t>(patch.value));
        std::memcpy(bytes.data() + at, &number, sizeof number);
        return;
    }
    case 5: { // copies from elsewhere
        const size_t from = patch.value % (bytes.size() - 8), size = size_t{1} << (patch.kind >> 3) % 4;
        std::memmove(bytes.data() + at, bytes.data() + from, size);
        return;
    }
    case 6: // inserts bytes
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), 1 + patch.value % 64, std::byte{0});
        return;
    default: { // removes bytes
        const size_t count = std::min<size_t>(1 + patch.value % 64, bytes.size() - at);
        const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        bytes.erase(first, first + static_cast<std::ptrdiff_t>(count));
    }
    }
}

} // namespace

void apply_patches(Input input, std::vector<std::byte>& bytes) {
    for (size_t i = 0; i < most_patches && !input.at_end(); ++i) {
        Patch patch;
        const auto head = input.take(4), value = input.take(8);
        std::memcpy(&patch, head.data(), head.size());
        if (!value.empty()) std::memcpy(&patch.value, value.data(), value.size());
        apply(patch, bytes);
    }
}

size_t mutate_patches(uint8_t* data, size_t size, size_t most, size_t head, unsigned seed) {
    std::minstd_rand random(seed);
    if (size < head || random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
    static constexpr uint64_t telling[] = {0,
                                           1,
                                           2,
                                           7,
                                           30,
                                           100,
                                           255,
                                           256,
                                           0x7fff,
                                           0xffff,
                                           0x7fffffff,
                                           0x80000000,
                                           0xffffffff,
                                           0x7f800000,         // infinity
                                           0x7fc00000,         // not a number
                                           0x7f7fffff,         // the greatest float
                                           0x00000001,         // the least float
                                           0xc6800000,         // -16384
                                           0x7fffffffffffffff, // never
                                           0x8000000000000000,
                                           0xffffffffffffffff,
                                           0xc000000000000000, // long ago
                                           0x0000000100000000,
                                           1'000'000,
                                           0x0fffffffffffffff};
    uint8_t patch[patch_bytes];
    patch[0] = static_cast<uint8_t>(random() % 16 < 12 ? random() % 6 : random());
    const auto place = static_cast<uint32_t>(random());
    std::memcpy(patch + 1, &place, 3);
    const uint64_t value =
        random() % 3 == 0 ? uint64_t{random()} << 32 | random() : telling[random() % std::size(telling)];
    std::memcpy(patch + 4, &value, 8);
    const size_t count = std::min((size - head) / patch_bytes, most_patches);
    // One patch is most often refused for one reason; few more find what two wrong values do together.
    const size_t number = count == 0 ? 0 : random() % (random() % 3 == 0 ? count + 1 : count);
    const size_t at = head + number * patch_bytes;
    if (at + patch_bytes > most) return LLVMFuzzerMutate(data, size, most);
    std::memcpy(data + at, patch, patch_bytes);
    return std::max(std::min(size, head + count * patch_bytes), at + patch_bytes);
}

} // namespace fray::fuzz
