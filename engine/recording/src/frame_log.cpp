#include "frame_log.h"

#include <algorithm>
#include <cstring>

namespace fray::recording {

void FrameLogWriter::put(const void* data, size_t size) {
    const size_t at = bytes_.size();
    bytes_.resize(at + size);
    if (size != 0) std::memcpy(bytes_.data() + at, data, size);
}

void FrameLogWriter::call(std::span<const std::byte> bytes) {
    put(Record::call);
    put(static_cast<uint64_t>(bytes.size()));
    put(bytes.data(), bytes.size());
}

void FrameLogWriter::frame_end(uint64_t hash) {
    put(Record::frame_end);
    put(hash);
}

void FrameLogWriter::sums(const std::vector<ColumnSum>& sums) {
    const auto same_name = [](const std::string& name, const ColumnSum& sum) { return name == sum.name; };
    if (!std::equal(names_.begin(), names_.end(), sums.begin(), sums.end(), same_name)) {
        names_.clear();
        put(Record::names);
        put(static_cast<uint32_t>(sums.size()));
        for (const ColumnSum& sum : sums) {
            names_.push_back(sum.name);
            put(static_cast<uint32_t>(sum.name.size()));
            put(sum.name.data(), sum.name.size());
        }
    }
    put(Record::sums);
    for (const ColumnSum& sum : sums) {
        put(sum.sum);
        put(sum.by_serial);
    }
}

void FrameLogWriter::clear() {
    bytes_.clear();
    names_.clear();
}

bool FrameLogReader::get(void* data, size_t size) {
    if (size > bytes_.size() - at_) return false;
    if (size != 0) std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
    return true;
}

bool FrameLogReader::tag(Record record) {
    Record there{};
    return get(there) && there == record;
}

bool FrameLogReader::call(std::span<const std::byte>& bytes) {
    uint64_t size = 0;
    if (!tag(Record::call) || !get(size) || size > bytes_.size() - at_) return false;
    bytes = {bytes_.data() + at_, size};
    at_ += size;
    return true;
}

bool FrameLogReader::frame_end(uint64_t& hash) { return tag(Record::frame_end) && get(hash); }

bool FrameLogReader::names() {
    uint32_t count = 0;
    if (!tag(Record::names) || !get(count) || count > (bytes_.size() - at_) / sizeof(uint32_t)) return false;
    names_.resize(count);
    return std::all_of(names_.begin(), names_.end(), [&](std::string& name) {
        uint32_t size = 0;
        if (!get(size) || size > bytes_.size() - at_) return false;
        name.resize(size);
        return get(name.data(), size);
    });
}

bool FrameLogReader::sums(std::vector<ColumnSum>& sums) {
    if (!tag(Record::sums)) return false;
    sums.resize(names_.size());
    for (size_t i = 0; i < sums.size(); ++i) {
        sums[i].name = names_[i];
        if (!get(sums[i].sum) || !get(sums[i].by_serial)) return false;
    }
    return true;
}

} // namespace fray::recording
