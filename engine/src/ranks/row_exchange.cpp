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
uint8_t* marks_of(ColumnBase& column) { return reinterpret_cast<uint8_t*>(column.bytes()); }

/// Appends ascending rows from `next` on: the distances from row to row, in a byte, or in five bytes from 255 on.
void write_numbers(Writer& out, const Vector<uint32_t>& rows, uint32_t next, Vector<std::byte>& bytes) {
    bytes.clear();
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

bool read_numbers(Reader& in, Vector<uint32_t>& rows, Share range) {
    uint32_t count = 0;
    if (!in.value(count) || count > range.end - range.begin) return false;
    rows.resize(count);
    uint64_t next = range.begin;
    for (uint32_t& row : rows) {
        uint8_t near = 0;
        uint32_t distance = 0;
        if (!in.value(near)) return false;
        distance = near;
        if (near == 255 && !in.value(distance)) return false;
        next += distance;
        if (next >= range.end) return false;
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

void clear_marks(Agents& agents, ParallelLoops& loops) {
    constexpr uint32_t rows_a_piece = 1 << 16; // a byte of each takes little time
    loops.parallel_for(agents.rows(), rows_a_piece, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (auto& column : agents.written) {
            uint8_t* const written = marks_of(column);
            for (uint32_t row = begin; row < end; ++row) written[row] &= row_written;
        }
    });
}

bool told_rows(Writer& out, Agents& agents, const FieldSet& fields, Share piece, Share within, ToldRows& told) {
    const uint32_t begin = std::max(piece.begin, within.begin), end = std::max(begin, std::min(piece.end, within.end));
    for (size_t group = 0; group < hash_group_count; ++group) {
        const uint8_t* const written = marks_of(agents.written[group]);
        Vector<uint32_t>& its = told.attacker_group[group];
        its.clear();
        for_each_marked(written, begin, end, row_to_tell, [&](uint32_t row) { its.push_back(row); });
        write_numbers(out, its, piece.begin, told.distances);
        const auto count = static_cast<uint32_t>(its.size());
        if (count == 0) continue;
        for_each_column(agents, fields, group, [&](const ColumnBase& column) {
            column.gather(out.room(count * column.element_size()), its.data(), count);
        });
    }
    return true;
}

bool told_rows(Reader& in, Agents& agents, const FieldSet& fields, Share piece, Share, ToldRows& told) {
    for (size_t group = 0; group < hash_group_count; ++group) {
        uint8_t* const written = marks_of(agents.written[group]);
        Vector<uint32_t>& its = told.attacker_group[group];
        if (!read_numbers(in, its, piece)) return false;
        if (its.empty()) continue;
        for (const uint32_t row : its) written[row] |= row_written;
        bool whole = true;
        for_each_column(agents, fields, group, [&](ColumnBase& column) {
            const std::byte* const from = in.take(its.size() * column.element_size());
            whole = whole && from != nullptr;
            if (whole) column.scatter(from, its.data(), static_cast<uint32_t>(its.size()));
        });
        if (!whole) return false;
    }
    return true;
}

} // namespace fray
