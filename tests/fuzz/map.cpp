// Grid maps: the text of a map, the same ground as bytes, and what a world does on it.
#include "fuzz/fuzz.h"
#include "fuzz/look.h"
#include "fuzz/walk.h"

#include "fray/spatial/grid_map.h"

#include <cstring>
#include <string_view>
#include <vector>

namespace fray::fuzz {

void run(Input input) {
    static constexpr float cells[] = {1.0f, 0.5f, 2.0f, 0.01f, 100.0f, 0.3f, 5.0f, 0.0f};
    const bool is_text = input.value<uint8_t>() % 4 != 0;
    const float cell = cells[input.value<uint8_t>() % std::size(cells)];
    const float low = static_cast<float>(input.value<int8_t>());
    const auto rest = input.rest();
    if (!is_text) {
        int32_t sides[2] = {};
        if (rest.size() >= 12) std::memcpy(sides, rest.data() + 4, sizeof sides);
        if (sides[0] > 256 || sides[1] > 256) return; // few bytes can tell many cells
        if (const auto ground = GridMap::read(std::as_bytes(rest))) walk_on(ground, ground->low(), ground->high());
        return;
    }
    auto made =
        GridMap::parse({reinterpret_cast<const char*>(rest.data()), rest.size()}, "fuzz.map", cell, {low, -low});
    if (!made) return expect(!made.error_text().empty(), "refused without a word");
    const auto ground = std::make_shared<const GridMap>(std::move(*made));
    std::vector<std::byte> bytes;
    expect(ground->write(&bytes), "write");
    const auto again = GridMap::read(bytes);
    std::vector<std::byte> twice;
    expect(again != nullptr && again->write(&twice) && bytes == twice, "the bytes of a map are not read as that map");
    walk_on(ground, ground->low(), ground->high());
}

} // namespace fray::fuzz
