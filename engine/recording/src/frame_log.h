// Writes and reads the records in a block: calls, ends of frames with their hashes, and checksums of columns.
#pragma once

#include "fray/inspect.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fray::recording {

enum class Record : uint8_t { call, frame_end, names, sums };

class FrameLogWriter {
public:
    void call(std::span<const std::byte> bytes);
    void frame_end(uint64_t hash);
    /// Writes the checksums of all columns after a frame. Call it after `frame_end` for this frame.
    void sums(const std::vector<ColumnSum>& sums);
    std::span<const std::byte> bytes() const { return bytes_; }
    void clear();

private:
    void put(const void* data, size_t size);
    template <typename T> void put(const T& value) { put(&value, sizeof value); }

    std::vector<std::byte> bytes_;
    std::vector<std::string> names_; ///< column names, as they were last written
};

/// Reads records in order. A function returns false if the next record is of another kind or is incomplete.
class FrameLogReader {
public:
    explicit FrameLogReader(std::vector<std::byte> bytes = {}) : bytes_(std::move(bytes)) {}
    bool at_end() const { return at_ == bytes_.size(); }
    /// The kind of the next record. Call it only if `at_end` is false.
    Record peek() const { return static_cast<Record>(bytes_[at_]); }

    bool call(std::span<const std::byte>& bytes);
    bool frame_end(uint64_t& hash);
    bool names();
    bool sums(std::vector<ColumnSum>& sums);

private:
    bool get(void* data, size_t size);
    template <typename T> bool get(T& value) { return get(&value, sizeof value); }
    bool tag(Record record);

    std::vector<std::byte> bytes_;
    size_t at_ = 0;
    std::vector<std::string> names_;
};

} // namespace fray::recording
