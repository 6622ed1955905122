#include "block_file.h"
#include "fray/recording.h"

namespace fray {

using namespace recording;

namespace {

void write(const World& world, const std::string& path, std::string_view about) {
    std::vector<std::byte> snapshot;
    if (const Error error = world.save(&snapshot); error != Error::ok) fail(path, world.error_text(), error);
    constexpr int level = 3;
    BlockWriter file(path, level);
    file.write(BlockKind::snapshot, world.frame(), snapshot);
    if (!about.empty()) file.write(BlockKind::about, world.frame(), std::as_bytes(std::span(about)));
    file.close();
}

void read(World& world, const std::string& path, std::string* about) {
    const BlockReader file(path);
    const std::vector<Block>& blocks = file.blocks();
    if (!file.cut().empty()) fail(path, file.cut());
    if (blocks.empty()) fail_at(path, file.bytes(), "cut off: there is no snapshot");
    const bool has_text = blocks.size() == 2 && blocks[1].kind == BlockKind::about;
    if (blocks[0].kind != BlockKind::snapshot || (blocks.size() != 1 && !has_text))
        fail(path, "a recording, not a snapshot");
    if (about != nullptr) {
        const std::vector<std::byte> text = has_text ? file.read(blocks[1]) : std::vector<std::byte>{};
        about->assign(reinterpret_cast<const char*>(text.data()), text.size());
    }
    const Error error = world.restore(file.read(blocks[0]));
    if (error != Error::ok) fail(path, world.error_text(), error);
}

} // namespace

Result<void> save_snapshot(const World& world, const std::string& path) { return save_snapshot(world, path, {}); }

Result<void> save_snapshot(const World& world, const std::string& path, std::string_view about) {
    return as_result([&] { write(world, path, about); });
}

Result<void> load_snapshot(World& world, const std::string& path) { return load_snapshot(world, path, nullptr); }

Result<void> load_snapshot(World& world, const std::string& path, std::string* about) {
    return as_result([&] { read(world, path, about); });
}

} // namespace fray
