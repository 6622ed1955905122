#include "ranks/row_exchange.h"

#include <algorithm>

namespace fray {
namespace {

/// Calls visit(column) for each enabled column of these fields with a group. The order is the same on all ranks.
template <typename Visit>
void for_each_column(const Agents& agents, const FieldSet& fields, size_t group, Visit&& visit) {
    for (ColumnBase* column : agents.registry.columns())
        if (fields[static_cast<size_t>(column->field())] &&
            static_cast<size_t>(hash_group_of(column->field())) == group)
            visit(*column);
}

/// The marks are no field of a system: they are set by whatever is written.
const uint8_t* marks_of(const ColumnBase& column) { return reinterpret_cast<const uint8_t*>(column.bytes()); }
uint8_t* marks_of(ColumnBase& column) { return reinterpret_cast<uint8_t*>(column.bytes()); }

/// Appends ascending rows: the distances from row to row, in a byte, or in five bytes from 255 on.
void write_rows(Writer& out, const Vector<uint32_t>& rows, Vector<std::byte>& bytes) {
    bytes.clear();
    uint32_t next = 0;
    for (const uint32_t row : rows) {
        const uint32_t distance = row - next;
        next = row + 1;
        bytes.push_back(static_cast<std::byte>(std::min(distance, 255u)));
        if (distance < 255) continue;
        bytes.resize(bytes.size() + sizeof distance);
        std::memcpy(bytes.data() + bytes.size() - sizeof distance, &distance, sizeof distance);
    }
    out.value(static_cast<uint32_t>(rows.size()));
    out.bytes(bytes.data(), bytes.size());
}

bool read_rows(Reader& in, Vector<uint32_t>& rows, uint32_t end) {
    uint32_t count = 0;
    if (!in.value(count) || count > end) return false;
    rows.resize(count);
    uint64_t next = 0;
    for (uint32_t& row : rows) {
        uint8_t near = 0;
        uint32_t distance = 0;
        if (!in.value(near)) return false;
        distance = near;
        if (near == 255 && !in.value(distance)) return false;
        next += distance;
        if (next >= end) return false;
        row = static_cast<uint32_t>(next++);
    }
    return true;
}

} // namespace

FieldSet fields_written(const Access& access) {
    FieldSet fields;
    for (const FieldUse& use : access)
        if ((use.access & (write_own | write_any)) != 0) fields.set(use.field);
    return fields;
}

void RowExchange::clear_marks(Agents& agents) {
    for (auto& column : agents.written) {
        uint8_t* const written = marks_of(column);
        for (uint32_t row = 0; row < agents.rows(); ++row) written[row] &= row_written;
    }
}

void RowExchange::write(Writer& out, const Agents& agents, const FieldSet& fields, Share rows) {
    for (size_t group = 0; group < hash_group_count; ++group) {
        const uint8_t* const written = marks_of(agents.written[group]);
        rows_[group].clear();
        for_each_marked(written, rows.begin, rows.end, row_to_tell, [&](uint32_t row) { rows_[group].push_back(row); });
        write_rows(out, rows_[group], bytes_);
        const auto count = static_cast<uint32_t>(rows_[group].size());
        for_each_column(agents, fields, group, [&](const ColumnBase& column) {
            column.gather(out.room(count * column.element_size()), rows_[group].data(), count);
        });
    }
}

bool RowExchange::read(Reader& in, Agents& agents, const FieldSet& fields) {
    for (size_t group = 0; group < hash_group_count; ++group) {
        uint8_t* const written = marks_of(agents.written[group]);
        Vector<uint32_t>& rows = rows_[group];
        if (!read_rows(in, rows, agents.rows())) return false;
        for (const uint32_t row : rows) written[row] |= row_written;
        bool whole = true;
        for_each_column(agents, fields, group, [&](ColumnBase& column) {
            const std::byte* const from = in.take(rows.size() * column.element_size());
            whole = whole && from != nullptr;
            if (whole) column.scatter(from, rows.data(), static_cast<uint32_t>(rows.size()));
        });
        if (!whole) return false;
    }
    return true;
}

} // namespace fray
