// The records in a block of calls: calls, ends of frames with their hashes, and sums of columns.
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
    /// Call it after the `frame_end` of the frame to which the sums belong.
    void sums(const std::vector<ColumnSum>& sums);
    std::span<const std::byte> bytes() const { return bytes_; }
    void clear();

private:
    void put(const void* data, size_t size);
    template <typename T> void put(const T& value) { put(&value, sizeof value); }

    std::vector<std::byte> bytes_;
    std::vector<std::string> names_; ///< the column names that were last written
};

/// Reads records in order. A function that returns false found another kind of record, or a record that is cut off.
class FrameLogReader {
public:
    explicit FrameLogReader(std::vector<std::byte> bytes = {}) : bytes_(std::move(bytes)) {}
    bool at_end() const { return at_ == bytes_.size(); }
    /// The kind of the next record. Not to be called at the end.
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
