#include "storage/columns.h"

#include <algorithm>
#include <type_traits>

namespace fray {

size_t ColumnBase::lines_for(size_t rows) const {
    const size_t lines = (rows * element_size_ + sizeof(Line) - 1) / sizeof(Line);
    // The memory at least doubles, so that spawning many agents singly does not copy the column each time.
    return lines <= storage_.size() ? storage_.size() : std::max(lines, storage_.size() * 2);
}

void ColumnBase::reserve(size_t rows) {
    const size_t lines = lines_for(rows);
    if (lines == 0) return;
    if (lines != storage_.size()) storage_.resize(lines);
    data_ = storage_.data()->bytes;
}

void ColumnBase::resize(size_t rows) {
    reserve(rows);
    if (rows > rows_) {
        reset(Row(static_cast<uint32_t>(rows_)));
        // Each round copies all new rows that are filled already.
        std::byte* const begin = data_ + rows_ * element_size_;
        const size_t size = (rows - rows_) * element_size_;
        for (size_t filled = element_size_; filled < size; filled *= 2)
            std::memcpy(begin + filled, begin, std::min(filled, size - filled));
    }
    rows_ = rows;
}

namespace {

/// Calls `copy(size)`. Common sizes are constants, so that an element is copied without a call.
template <typename Copy> void with_size(size_t size, Copy&& copy) {
    switch (size) {
    case 1: return copy(std::integral_constant<size_t, 1>());
    case 2: return copy(std::integral_constant<size_t, 2>());
    case 4: return copy(std::integral_constant<size_t, 4>());
    case 8: return copy(std::integral_constant<size_t, 8>());
    case 16: return copy(std::integral_constant<size_t, 16>());
    case 20: return copy(std::integral_constant<size_t, 20>());
    case 64: return copy(std::integral_constant<size_t, 64>());
    default: return copy(size);
    }
}

} // namespace

void ColumnBase::copy_rows(const Row* to, const Row* from, uint32_t count) {
    with_size(element_size_, [&](auto size) {
        for (uint32_t i = 0; i < count; ++i)
            std::memcpy(data_ + to[i].number() * size, data_ + from[i].number() * size, size);
    });
}

void ColumnBase::gather(std::byte* to, const Row* order, uint32_t count) const {
    with_size(element_size_, [&](auto size) {
        for (uint32_t i = 0; i < count; ++i) std::memcpy(to + i * size, data_ + order[i].number() * size, size);
    });
}

void ColumnBase::scatter(const std::byte* from, const Row* order, uint32_t count) {
    with_size(element_size_, [&](auto size) {
        for (uint32_t i = 0; i < count; ++i) std::memcpy(data_ + order[i].number() * size, from + i * size, size);
    });
}

void ColumnRegistry::enable(Field field, bool on) {
    columns_.clear();
    for (Registered& registered : all_) {
        if (registered.optional && registered.column->field() == field && registered.enabled != on) {
            registered.enabled = on;
            ++version_;
            if (on)
                registered.column->resize(rows_);
            else
                registered.column->disable();
        }
        if (registered.enabled) columns_.push_back(registered.column);
    }
}

bool ColumnRegistry::enabled(Field field) const {
    return std::any_of(columns_.begin(), columns_.end(),
                       [&](const ColumnBase* column) { return column->field() == field; });
}

void ColumnRegistry::resize(size_t rows) {
    for (ColumnBase* column : columns_) column->resize(rows);
    rows_ = rows;
}

void ColumnRegistry::resize(size_t rows, ParallelLoops& loops) {
    loops.parallel_for(static_cast<uint32_t>(columns_.size()), 1,
                       [&](uint32_t, uint32_t column, uint32_t) { columns_[column]->resize(rows); });
    rows_ = rows;
}

void ColumnRegistry::reserve(size_t rows) {
    for (ColumnBase* column : columns_) column->reserve(rows);
}

uint64_t ColumnRegistry::growth(size_t rows) const {
    uint64_t bytes = 0;
    for (const ColumnBase* column : columns_) bytes += column->growth(rows);
    return bytes;
}

uint64_t ColumnRegistry::memory() const {
    uint64_t bytes = 0;
    for (const ColumnBase* column : columns_) bytes += column->capacity_bytes();
    return bytes;
}

} // namespace fray
