// Archives: Writer appends values to a byte vector, and Reader reads them back. Functions that save and restore are
// templates over the archive type, so the same code does both. Values are written with their bytes in memory.
#pragma once

#include "storage/block_pool.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace fray {

/// A checksum that detects damage. It does not protect from forgery.
uint64_t checksum(std::span<const std::byte> data);

class Writer {
public:
    explicit Writer(std::vector<std::byte>& out) : out_(out) {}
    static constexpr bool reading = false;

    bool bytes(const void* data, size_t size) {
        const auto* const begin = static_cast<const std::byte*>(data);
        out_.insert(out_.end(), begin, begin + size);
        return true;
    }
    /// Appends so many bytes for the caller to fill. Valid until the next call.
    std::byte* room(size_t size) {
        out_.resize(out_.size() + size);
        return out_.data() + out_.size() - size;
    }
    /// Removes the last bytes again.
    void take_back(size_t size) { out_.resize(out_.size() - size); }
    template <typename T> bool value(const T& v) { return bytes(&v, sizeof v); }
    template <typename T, typename Allocator> bool list(const std::vector<T, Allocator>& v) {
        return value(static_cast<uint64_t>(v.size())) && bytes(v.data(), v.size() * sizeof(T));
    }
    template <typename T> bool array(const PoolArray<T>& v, BlockPool&) {
        return value(v.size) && bytes(v.data, v.size * sizeof(T));
    }

private:
    std::vector<std::byte>& out_;
};

/// Reads what a Writer has written. Its functions return false if the bytes end too early, or if the size of a list is
/// greater than the number of bytes left.
class Reader {
public:
    explicit Reader(std::span<const std::byte> in) : in_(in) {}
    static constexpr bool reading = true;

    bool bytes(void* data, size_t size) {
        if (size > in_.size() - at_) return false;
        if (size != 0) std::memcpy(data, in_.data() + at_, size);
        at_ += size;
        return true;
    }
    /// The next bytes, where they lie; null: there are fewer left.
    const std::byte* take(size_t size) {
        if (size > in_.size() - at_) return nullptr;
        at_ += size;
        return in_.data() + at_ - size;
    }
    template <typename T> bool value(T& v) { return bytes(&v, sizeof v); }
    bool value(bool& v) {
        uint8_t byte = 0;
        const bool there = value(byte) && byte <= 1; // another byte is not a bool
        v = byte == 1;
        return there;
    }
    template <typename T, typename Allocator> bool list(std::vector<T, Allocator>& v) {
        uint64_t size = 0;
        if (!value(size) || size > (in_.size() - at_) / sizeof(T)) return false;
        v.resize(size);
        return bytes(v.data(), size * sizeof(T));
    }
    template <typename T> bool array(PoolArray<T>& v, BlockPool& pool) {
        uint32_t size = 0;
        if (!value(size) || size > (in_.size() - at_) / sizeof(T)) return false;
        v.size = 0; // what it held need not be copied
        v.reserve(pool, size);
        v.size = size;
        return bytes(v.data, size * sizeof(T));
    }
    size_t left() const { return in_.size() - at_; }
    bool at_end() const { return left() == 0; }

private:
    std::span<const std::byte> in_;
    size_t at_ = 0;
};

} // namespace fray
