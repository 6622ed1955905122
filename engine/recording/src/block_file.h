// Files of checked, compressed blocks (engine/docs/recordings.md), written from front to back and read in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fray::recording {

inline constexpr uint32_t format_version = 3;

enum class BlockKind : uint32_t { about = 1, key, frames, end, snapshot };

struct Block {
    BlockKind kind = BlockKind::about;
    uint64_t frame = 0;    ///< at which it begins
    uint64_t raw_size = 0; ///< bytes, unpacked
    uint64_t packed_size = 0;
    uint64_t at = 0; ///< bytes from the file's beginning, of its header
};

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Throws RecordingError, `path: what`.
[[noreturn]] void fail(const std::string& path, const std::string& what);
/// Throws RecordingError, `path: byte at: what`.
[[noreturn]] void fail_at(const std::string& path, uint64_t at, const std::string& what);

/// Removed again unless it is closed.
class BlockWriter {
public:
    /// Throws RecordingError.
    BlockWriter(const std::string& path, int level);
    ~BlockWriter();
    BlockWriter(const BlockWriter&) = delete;
    BlockWriter& operator=(const BlockWriter&) = delete;

    const std::string& path() const { return path_; }
    void write(BlockKind kind, uint64_t frame, std::span<const std::byte> raw);
    void close();

private:
    void put(const void* data, size_t size);
    void discard() noexcept;

    std::string path_;
    int level_;
    File file_;
    std::vector<std::byte> packed_;
};

/// All checksums are verified when it is opened. Throws RecordingError, here and everywhere.
class BlockReader {
public:
    explicit BlockReader(const std::string& path);
    const std::string& path() const { return path_; }
    const std::vector<Block>& blocks() const { return blocks_; }
    uint64_t bytes() const { return bytes_; }
    std::vector<std::byte> read(const Block& block) const;

private:
    void read_header();
    /// The block that begins here, its checksum verified.
    Block scan(uint64_t at);
    void get(uint64_t at, void* data, size_t size) const;

    std::string path_;
    File file_;
    uint64_t bytes_ = 0;
    std::vector<Block> blocks_;
};

} // namespace fray::recording
