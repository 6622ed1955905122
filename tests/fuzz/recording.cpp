// Recordings from strangers. The file is that of a skirmish, with changes in what a block holds, in its header or
// anywhere. Where the input does not change the checksums, they are made right, so that the changes are seen.
#include "fuzz/fuzz.h"
#include "fuzz/look.h"
#include "fuzz/patches.h"
#include "fuzz/skirmish.h"

#include "fray/recording.h"
#include "fray/spatial/grid_map.h"

#include <cstdio>
#include <filesystem>
#include <unistd.h>
#include <vector>
#include <xxhash.h>
#include <zstd.h>

namespace fray::fuzz {
namespace {

constexpr size_t file_header = 16, block_header = 40, checked_header = 32;

/// A file that only this process uses.
std::string own_file(const char* name) {
    return (std::filesystem::temp_directory_path() / ("fray-fuzz-" + std::to_string(getpid()) + name)).string();
}

struct RemovedAtExit {
    std::string path = own_file(".rec");
    ~RemovedAtExit() { std::remove(path.c_str()); }
};

struct Block {
    std::vector<std::byte> header, raw;

    uint64_t number(size_t at) const {
        uint64_t number = 0;
        std::memcpy(&number, header.data() + at, sizeof number);
        return number;
    }
};

struct File {
    std::vector<std::byte> header;
    std::vector<Block> blocks;
};

std::vector<std::byte> bytes_of(const std::string& path) {
    std::vector<std::byte> bytes(std::filesystem::file_size(path));
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    expect(file != nullptr && std::fread(bytes.data(), 1, bytes.size(), file) == bytes.size(), "read", path);
    std::fclose(file);
    return bytes;
}

void write(const std::string& path, const std::vector<std::byte>& bytes) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    expect(file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size(), "write", path);
    std::fclose(file);
}

File split(const std::vector<std::byte>& bytes) {
    File file;
    const auto at = [&](size_t place) { return bytes.begin() + static_cast<std::ptrdiff_t>(place); };
    file.header.assign(at(0), at(file_header));
    for (size_t place = file_header; place < bytes.size();) {
        Block block;
        block.header.assign(at(place), at(place + block_header));
        block.raw.resize(block.number(16));
        const size_t packed = block.number(24);
        expect(ZSTD_decompress(block.raw.data(), block.raw.size(), bytes.data() + place + block_header, packed) ==
                   block.raw.size(),
               "unpack");
        place += block_header + packed;
        file.blocks.push_back(std::move(block));
    }
    return file;
}

/// Packs the contents, and makes sizes and checksum right. `patch`: changes of the header, before its checksum.
void append(std::vector<std::byte>& out, Block block, Input* patch) {
    std::vector<std::byte> packed(ZSTD_compressBound(block.raw.size()));
    packed.resize(ZSTD_compress(packed.data(), packed.size(), block.raw.data(), block.raw.size(), 1));
    const auto put = [&](size_t at, uint64_t number) { std::memcpy(block.header.data() + at, &number, sizeof number); };
    put(16, block.raw.size());
    put(24, packed.size());
    if (patch != nullptr) {
        apply_patches(*patch, block.header);
        block.header.resize(block_header);
    }
    std::vector<std::byte> checked(block.header.begin(), block.header.begin() + checked_header);
    checked.insert(checked.end(), packed.begin(), packed.end());
    put(32, XXH64(checked.data(), checked.size(), 0));
    out.insert(out.end(), block.header.begin(), block.header.end());
    out.insert(out.end(), packed.begin(), packed.end());
}

/// A recording of a skirmish, with two snapshots.
File record(bool ground, int frames_before) {
    const RemovedAtExit file;
    Skirmish skirmish(ground);
    if (frames_before != 0) skirmish.spawn();
    skirmish.live(frames_before);
    Recorder recorder = Recorder::create(skirmish.world, file.path, {.snapshot_interval = 0.2}).value();
    if (frames_before == 0) skirmish.spawn();
    skirmish.live(6);
    skirmish.give_waiting_calls();
    skirmish.live(5);
    recorder.close().value();
    return split(bytes_of(file.path));
}

/// A grid map takes memory by its cells, of which few bytes can tell many.
std::shared_ptr<const Ground> read_small_ground(std::span<const std::byte> bytes) {
    int32_t sides[2] = {};
    if (bytes.size() < 12) return nullptr;
    std::memcpy(sides, bytes.data() + 4, sizeof sides);
    return sides[0] <= 256 && sides[1] <= 256 ? read_ground(bytes) : nullptr;
}

void replay(const std::string& path) {
    const auto opened = Recording::open(path);
    if (!opened) return expect(!opened.error_text().empty(), "refused without a word");
    const Recording& recording = *opened;
    const auto jobs = make_serial_jobs();
    World world =
        World::create(
            {.seed = recording.seed(), .hz = recording.hz(), .read_ground = read_small_ground, .jobs = jobs.get()})
            .value();
    auto made = Replayer::create(recording, world, skirmish_states());
    if (!made) return expect(!made.error_text().empty(), "refused without a word");
    Replayer& replayer = *made;
    bool more = true;
    for (int i = 0; i < 40 && more; ++i) {
        const auto stepped = replayer.step();
        more = stepped.ok() && stepped.value();
    }
    if (replayer.divergence()) static_cast<void>(to_string(*replayer.divergence()));
    if (const auto snapshots = recording.snapshots(); !snapshots.empty())
        static_cast<void>(replayer.seek(snapshots.back()));
    if (world.step(frame_time) == Error::ok) look_at(world);
}

} // namespace

const size_t input_head = 3; ///< bytes before the patches: the recording; the block; what is changed

void run(Input input) {
    static const File files[] = {record(false, 0), record(true, 0), record(true, 70)};
    static const RemovedAtExit out;
    const File& file = files[input.value<uint8_t>() % std::size(files)];
    const size_t chosen = input.value<uint8_t>() % file.blocks.size();
    const auto where = input.value<uint8_t>() % 8;
    std::vector<std::byte> bytes = file.header;
    for (size_t i = 0; i < file.blocks.size(); ++i) {
        Block block = file.blocks[i];
        const bool changes = i == chosen;
        if (changes && where < 6) apply_patches(input, block.raw);
        append(bytes, std::move(block), changes && where == 6 ? &input : nullptr);
    }
    if (where == 7) apply_patches(input, bytes);
    write(out.path, bytes);
    replay(out.path);
}

} // namespace fray::fuzz
