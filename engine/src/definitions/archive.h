// Archives: Writer appends values to a byte vector, and Reader reads them back. Functions that save and restore are
// templates over the archive type, so the same code does both. Values are written with their bytes in memory.
#pragma once

#include "definitions/definitions.h"
#include "storage/block_pool.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <tuple>
#include <type_traits>
#include <vector>

namespace fray {

/// A checksum that detects damage. It does not protect from forgery.
uint64_t checksum(std::span<const std::byte> data);

class Writer {
public:
    explicit Writer(std::vector<std::byte>& out) : out_(out) {}
    static constexpr bool reading = false;

    bool bytes(const void* data, size_t size) {
        const size_t at = out_.size();
        out_.resize(at + size);
        if (size != 0) std::memcpy(out_.data() + at, data, size);
        return true;
    }
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
        v = {};
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

/// Writes or reads a value of any of these types: number, enum, optional, string, vector, array, or a struct that has a
/// list of its fields (`describe` in fray/defs.h, or `fields_of`).
template <typename Archive, typename T> bool definition(Archive& archive, T& v) {
    const auto parts = [&](auto& list) {
        return std::all_of(list.begin(), list.end(), [&](auto& part) { return definition(archive, part); });
    };
    const auto sized = [&](auto& list) {
        uint64_t size = list.size();
        if (!archive.value(size)) return false;
        if constexpr (Archive::reading) {
            if (size > archive.left()) return false;
            if constexpr (sizeof(list[0]) > 1) { // one by one, so that a wrong size cannot allocate much memory
                list.clear();
                for (; size > 0; --size)
                    if (!definition(archive, list.emplace_back())) return false;
                return true;
            }
            list.resize(size);
        }
        return parts(list);
    };
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        return archive.value(v);
    } else if constexpr (requires { v.emplace(); }) { // optional
        bool has = v.has_value();
        if (!definition(archive, has)) return false;
        if constexpr (Archive::reading) v.reset();
        if (has && !v) v.emplace();
        return !has || definition(archive, *v);
    } else if constexpr (requires { v.push_back({}); }) { // string, vector
        return sized(v);
    } else if constexpr (requires { v.begin(); }) { // array
        return parts(v);
    } else if constexpr (requires { describe(ForEachField([](auto&) {}), v); }) {
        bool whole = true;
        describe(ForEachField([&](auto& field) { whole = whole && definition(archive, field); }), v);
        return whole;
    } else {
        return std::apply([&](auto&... fields) { return (definition(archive, fields) && ...); }, fields_of(v));
    }
}

} // namespace fray
