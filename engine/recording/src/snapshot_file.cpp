#include "block_file.h"
#include "fray/recording.h"

namespace fray {

using namespace recording;

void save_snapshot(const World& world, const std::string& path) {
    std::vector<std::byte> snapshot;
    if (world.save(&snapshot) != Error::ok) fail(path, world.error_text());
    constexpr int level = 3;
    BlockWriter file(path, level);
    file.write(BlockKind::snapshot, world.frame(), snapshot);
    file.close();
}

void load_snapshot(World& world, const std::string& path) {
    const BlockReader file(path);
    if (file.blocks().empty()) fail_at(path, file.bytes(), "cut off: there is no snapshot");
    if (file.blocks().size() != 1 || file.blocks()[0].kind != BlockKind::snapshot)
        fail(path, "a recording, not a snapshot");
    if (world.restore(file.read(file.blocks()[0])) != Error::ok) fail(path, world.error_text());
}

} // namespace fray
