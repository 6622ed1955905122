// Files of compressed blocks with checksums (engine/docs/recordings.md). They are written from front to back and read
// in any order.
#pragma once

#include "as_result.h"
#include "fray/result.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fray::recording {

inline constexpr uint32_t format_version = 20;

enum class BlockKind : uint32_t { about = 1, key, frames, end, snapshot };

struct Block {
    BlockKind kind = BlockKind::about;
    uint64_t frame = 0;       ///< number of the frame at which the block begins
    uint64_t raw_size = 0;    ///< bytes, unpacked
    uint64_t packed_size = 0; ///< bytes, packed
    uint64_t at = 0;          ///< offset of the block's header in the file, bytes
};

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Throws BadResult with `error` and the text `PATH: WHAT`.
[[noreturn]] void fail(const std::string& path, const std::string& what, Error error = Error::bad_file);
/// Throws BadResult with Error::bad_file and the text `PATH: byte AT: WHAT`; `at` is an offset in the file.
[[noreturn]] void fail_at(const std::string& path, uint64_t at, const std::string& what);

/// Writes a file of blocks in place, under a lock that no other writer gets. The destructor removes the file if `close`
/// was not called.
class BlockWriter {
public:
    /// `level` is the compression level of zstd. The constructor, `write` and `close` throw BadResult.
    BlockWriter(const std::string& path, int level);
    ~BlockWriter();
    BlockWriter(const BlockWriter&) = delete;
    BlockWriter& operator=(const BlockWriter&) = delete;

    const std::string& path() const { return path_; }
    void write(BlockKind kind, uint64_t frame, std::span<const std::byte> raw);
    /// Writes everything out, so that it is not lost if the process is killed.
    void flush();
    void close();

private:
    File open();
    size_t pack(std::span<const std::byte> raw);
    /// Lengthens what is packed to at least so many bytes, so that the reader does not take it for forged: it refuses
    /// a block that becomes more than a thousand times as large. Returns the new size.
    size_t pad(size_t size, size_t least);
    void put(const void* data, size_t size);
    void discard() noexcept;

    std::string path_;
    int level_;
    File file_;
    std::unique_ptr<std::byte[]> packed_; ///< the last block
    size_t room_ = 0;                     ///< bytes of `packed_`
};

/// Reads a file of blocks. The constructor verifies all checksums. The constructor and `read` throw BadResult. If the
/// file was cut off, its blocks are those before the cut.
class BlockReader {
public:
    explicit BlockReader(const std::string& path);
    const std::string& path() const { return path_; }
    const std::vector<Block>& blocks() const { return blocks_; }
    uint64_t bytes() const { return bytes_; }
    /// Where and how the file ends within a block; empty: it ends with a whole block.
    const std::string& cut() const { return cut_; }
    std::vector<std::byte> read(const Block& block) const;

private:
    void read_header();
    /// Reads the header of the block at this offset and verifies its checksum. Returns false and sets `cut_` if the
    /// file ends before the block does.
    bool scan(uint64_t at, Block* block);
    bool is_cut(uint64_t at, uint64_t bytes) const;
    void get(uint64_t at, void* data, size_t size) const;

    std::string path_;
    File file_;
    uint64_t bytes_ = 0;
    std::vector<Block> blocks_;
    std::string cut_;
};

} // namespace fray::recording
