#include "block_file.h"

#include "fray/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <xxhash.h>
#include <zstd.h>

namespace fray::recording {
namespace {

constexpr char magic[8] = {'\x89', 'F', 'R', 'A', 'Y', '\r', '\n', '\x1a'};

/// A block that unpacks to more bytes than these, and to more than so many times its packed size, is a trap. Blocks of
/// large battles are packed to a tenth.
constexpr uint64_t always_unpacked = 64 << 20, most_times = 1000;

/// Bytes from which on a block is packed by several threads.
constexpr size_t packed_by_threads = 16 << 20;

struct FreePacker {
    void operator()(ZSTD_CCtx* packer) const { ZSTD_freeCCtx(packer); }
};

struct FileHeader {
    char magic[8];
    uint32_t version;
    uint32_t unused;
};
struct BlockHeader {
    BlockKind kind;
    uint32_t unused;
    uint64_t frame, raw_size, packed_size;
    uint64_t checksum; ///< XXH64 hash of the fields above and the packed bytes
};
constexpr size_t checked_header = offsetof(BlockHeader, checksum);

std::string system_error() { return std::strerror(errno); }

/// Removes a file, but not a pipe or a device. Allocates no memory, because a destructor calls it.
void remove_file(const std::string& path) noexcept {
    struct stat status;
    if (stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) std::remove(path.c_str());
}

/// Computes the XXH64 hash of data that is added in pieces.
class Checksum {
public:
    Checksum() {
        if (state_ == nullptr) throw std::bad_alloc();
        XXH64_reset(state_.get(), 0);
    }
    void add(const void* data, size_t size) { XXH64_update(state_.get(), data, size); }
    uint64_t value() const { return XXH64_digest(state_.get()); }

private:
    struct Free {
        void operator()(XXH64_state_t* state) const noexcept { XXH64_freeState(state); }
    };
    std::unique_ptr<XXH64_state_t, Free> state_{XXH64_createState()};
};

} // namespace

void fail(const std::string& path, const std::string& what, Error error) {
    throw BadResult({error, escaped(path + ": " + what)});
}
void fail_at(const std::string& path, uint64_t at, const std::string& what) {
    fail(path, "byte " + std::to_string(at) + ": " + what);
}

// ---- Writing --------------------------------------------------------------------------------------------------------

BlockWriter::BlockWriter(const std::string& path, int level) : path_(path), level_(level), file_(open()) {
    FileHeader header{};
    std::memcpy(header.magic, magic, sizeof magic);
    header.version = format_version;
    try {
        put(&header, sizeof header);
    } catch (...) {
        discard();
        throw;
    }
}

/// A regular file is emptied only under the lock, so that the recording of another writer stays as it is.
File BlockWriter::open() {
    File file(std::fopen(path_.c_str(), "abe"));
    if (!file) fail(path_, "cannot be opened for writing: " + system_error());
    const int number = fileno(file.get());
    struct stat status {};
    if (fstat(number, &status) != 0 || !S_ISREG(status.st_mode)) return file;
    // Some network file systems have no locks.
    if (flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        fail(path_, "is being written by another recording");
    // Between the two calls another writer may have removed the file that was opened.
    struct stat named {};
    if (stat(path_.c_str(), &named) != 0 || named.st_ino != status.st_ino || named.st_dev != status.st_dev)
        fail(path_, "was removed or replaced while it was opened");
    if (ftruncate(number, 0) != 0) fail(path_, "cannot be opened for writing: " + system_error());
    return file;
}

BlockWriter::~BlockWriter() {
    if (file_) discard();
}

void BlockWriter::discard() noexcept {
    remove_file(path_); // still under the lock
    file_.reset();
}

/// Packs `raw` into `packed_`. Returns its size, or an error of zstd. The bytes do not depend on the number of threads.
size_t BlockWriter::pack(std::span<const std::byte> raw) {
    if (const size_t most = ZSTD_compressBound(raw.size()); most > room_) {
        packed_.reset(new std::byte[most]); // not set to 0: most of it is never touched
        room_ = most;
    }
    const bool large = raw.size() >= packed_by_threads;
    if (const std::unique_ptr<ZSTD_CCtx, FreePacker> packer(large ? ZSTD_createCCtx() : nullptr); packer) {
        const auto threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u));
        ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_compressionLevel, level_);
        ZSTD_CCtx_setParameter(packer.get(), ZSTD_c_nbWorkers, threads);
        const size_t size = ZSTD_compress2(packer.get(), packed_.get(), room_, raw.data(), raw.size());
        if (ZSTD_isError(size) == 0) return size; // otherwise no threads were to be had
    }
    return ZSTD_compress(packed_.get(), room_, raw.data(), raw.size(), level_);
}

size_t BlockWriter::pad(size_t size, size_t least) {
    constexpr size_t head = 8; // of a frame that zstd skips: its magic number and its size
    if (size >= least) return size;
    const size_t content = std::max(least, size + head) - size - head;
    const uint32_t words[2] = {0x184D2A50u, static_cast<uint32_t>(content)};
    for (size_t i = 0; i < head; ++i)
        packed_.get()[size + i] = static_cast<std::byte>(words[i / 4] >> 8 * (i % 4) & 0xff);
    std::fill_n(packed_.get() + size + head, content, std::byte{0});
    return size + head + content;
}

void BlockWriter::write(BlockKind kind, uint64_t frame, std::span<const std::byte> raw) {
    size_t size = pack(raw);
    if (ZSTD_isError(size) != 0) fail(path_, ZSTD_getErrorName(size));
    if (raw.size() > always_unpacked) size = pad(size, raw.size() / most_times);
    BlockHeader header{kind, 0, frame, raw.size(), size, 0};
    Checksum checksum;
    checksum.add(&header, checked_header);
    checksum.add(packed_.get(), size);
    header.checksum = checksum.value();
    put(&header, sizeof header);
    put(packed_.get(), size);
}

void BlockWriter::flush() {
    if (std::fflush(file_.get()) != 0) fail(path_, "cannot be written: " + system_error());
}

void BlockWriter::close() {
    if (std::fclose(file_.release()) == 0) return;
    const int error = errno;
    remove_file(path_);
    fail(path_, std::string("cannot be written: ") + std::strerror(error));
}

void BlockWriter::put(const void* data, size_t size) {
    if (std::fwrite(data, 1, size, file_.get()) != size) fail(path_, "cannot be written: " + system_error());
}

// ---- Reading --------------------------------------------------------------------------------------------------------

BlockReader::BlockReader(const std::string& path) : path_(path) {
    struct stat status {};
    if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) // opening a pipe would wait for its writer
        fail(path_, "is a folder, a device or a pipe; allowed: a file");
    file_.reset(std::fopen(path.c_str(), "rbe"));
    if (!file_) fail(path_, "cannot be opened: " + system_error());
    if (fseeko(file_.get(), 0, SEEK_END) != 0) fail(path_, "cannot be read: " + system_error());
    bytes_ = static_cast<uint64_t>(ftello(file_.get()));
    read_header();
    Block block;
    for (uint64_t at = sizeof(FileHeader); at < bytes_ && scan(at, &block);) {
        blocks_.push_back(block);
        at += sizeof(BlockHeader) + block.packed_size;
    }
}

void BlockReader::read_header() {
    FileHeader header{};
    if (bytes_ >= sizeof header.magic) get(0, header.magic, sizeof header.magic);
    if (std::memcmp(header.magic, magic, sizeof magic) != 0) fail_at(path_, 0, "not a recording or snapshot of fray's");
    if (bytes_ < sizeof header) fail_at(path_, bytes_, "cut off in the file's header");
    get(0, &header, sizeof header);
    if (header.version != format_version)
        fail_at(path_, 8,
                "of version " + std::to_string(header.version) + ", this library reads version " +
                    std::to_string(format_version) +
                    (header.version > format_version ? ": a newer fray wrote it" : ""));
}

/// Whether the zstd frame at this offset needs more than the bytes that are there. Otherwise the size in its block's
/// header is wrong.
bool BlockReader::is_cut(uint64_t at, uint64_t bytes) const {
    std::vector<std::byte> packed(bytes);
    get(at, packed.data(), packed.size());
    return ZSTD_isError(ZSTD_findFrameCompressedSize(packed.data(), packed.size())) != 0;
}

bool BlockReader::scan(uint64_t at, Block* block) {
    const auto cut = [&](const std::string& what) {
        cut_ = "byte " + std::to_string(at) + ": cut off " + what;
        return false;
    };
    BlockHeader header{};
    if (bytes_ - at < sizeof header) return cut("in a block's header");
    get(at, &header, sizeof header);
    const uint64_t there = bytes_ - at - sizeof header;
    if (header.packed_size > there) {
        const std::string sizes =
            "the block takes " + std::to_string(header.packed_size) + " bytes, there are " + std::to_string(there);
        if (is_cut(at + sizeof header, there)) return cut("in a block: " + sizes);
        fail_at(path_, at, "damaged: " + sizes);
    }
    Checksum checksum;
    checksum.add(&header, checked_header);
    std::vector<std::byte> piece;
    for (uint64_t done = 0; done < header.packed_size; done += piece.size()) {
        piece.resize(std::min<uint64_t>(1 << 20, header.packed_size - done));
        get(at + sizeof header + done, piece.data(), piece.size());
        checksum.add(piece.data(), piece.size());
    }
    if (checksum.value() != header.checksum) fail_at(path_, at, "damaged: the block's checksum does not match");
    if (header.kind < BlockKind::about || header.kind > BlockKind::snapshot)
        fail_at(path_, at,
                "a block of kind " + std::to_string(static_cast<uint32_t>(header.kind)) + ", allowed 1 to 5");
    *block = {header.kind, header.frame, header.raw_size, header.packed_size, at};
    return true;
}

std::vector<std::byte> BlockReader::read(const Block& block) const {
    std::vector<std::byte> packed(block.packed_size);
    get(block.at + sizeof(BlockHeader), packed.data(), packed.size());
    if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != block.raw_size)
        fail_at(path_, block.at, "forged: the block's two sizes do not agree");
    if (block.raw_size > always_unpacked && block.raw_size / most_times > block.packed_size)
        fail_at(path_, block.at,
                "forged: " + std::to_string(block.packed_size) + " bytes do not unpack to " +
                    std::to_string(block.raw_size));
    std::vector<std::byte> raw;
    try {
        raw.resize(block.raw_size);
    } catch (const std::exception&) {
        fail_at(path_, block.at, "no memory for a block of " + std::to_string(block.raw_size) + " bytes");
    }
    const size_t size = ZSTD_decompress(raw.data(), raw.size(), packed.data(), packed.size());
    if (size != raw.size()) fail_at(path_, block.at, "forged: the block cannot be unpacked");
    return raw;
}

void BlockReader::get(uint64_t at, void* data, size_t size) const {
    if (fseeko(file_.get(), static_cast<off_t>(at), SEEK_SET) != 0 || std::fread(data, 1, size, file_.get()) != size)
        fail_at(path_, at, "cannot be read: " + system_error());
}

} // namespace fray::recording
