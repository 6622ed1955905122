#include "block_file.h"
#include "fray/recording.h"

namespace fray {

using namespace recording;

Result<void> save_snapshot(const World& world, const std::string& path) {
    return as_result([&] {
        std::vector<std::byte> snapshot;
        if (const Error error = world.save(&snapshot); error != Error::ok) fail(path, world.error_text(), error);
        constexpr int level = 3;
        BlockWriter file(path, level);
        file.write(BlockKind::snapshot, world.frame(), snapshot);
        file.close();
    });
}

Result<void> load_snapshot(World& world, const std::string& path) {
    return as_result([&] {
        const BlockReader file(path);
        if (!file.cut().empty()) fail(path, file.cut());
        if (file.blocks().empty()) fail_at(path, file.bytes(), "cut off: there is no snapshot");
        if (file.blocks().size() != 1 || file.blocks()[0].kind != BlockKind::snapshot)
            fail(path, "a recording, not a snapshot");
        const Error error = world.restore(file.read(file.blocks()[0]));
        if (error != Error::ok) fail(path, world.error_text(), error);
    });
}

} // namespace fray
