#include "ranks/row_exchange.h"
#include "ranks/differences.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>

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

uint32_t count_of(Share rows) { return rows.end - rows.begin; }

void list_all(Vector<Row>& rows, Share range) {
    rows.clear();
    for (Row row{range.begin}; row < range.end; ++row) rows.push_back(row);
}

/// Appends ascending rows of a range: how many, and unless they are all, the distances from row to row, in a byte, or
/// in five bytes from 255 on.
void write_numbers(Writer& out, const Vector<Row>& rows, Share range, Vector<std::byte>& bytes) {
    out.value(static_cast<uint32_t>(rows.size()));
    if (rows.size() == count_of(range)) return;
    bytes.clear();
    uint32_t next = range.begin;
    for (const Row row : rows) {
        const uint32_t distance = row.number() - next;
        next = row.number() + 1;
        bytes.push_back(static_cast<std::byte>(std::min(distance, 255u)));
        if (distance < 255) continue;
        bytes.resize(bytes.size() + sizeof distance);
        std::memcpy(bytes.data() + bytes.size() - sizeof distance, &distance, sizeof distance);
    }
    out.bytes(bytes.data(), bytes.size());
}

bool read_numbers(Reader& in, Vector<Row>& rows, Share range) {
    uint32_t count = 0;
    if (!in.value(count) || count > count_of(range)) return false;
    if (count == count_of(range)) return list_all(rows, range), true;
    rows.resize(count);
    uint64_t next = range.begin;
    for (Row& row : rows) {
        uint8_t near = 0;
        uint32_t distance = 0;
        if (!in.value(near)) return false;
        distance = near;
        if (near == 255 && !in.value(distance)) return false;
        next += distance;
        if (next >= range.end) return false;
        row = Row(static_cast<uint32_t>(next++));
    }
    return true;
}

/// Lists the rows of a piece that were written in columns of a group.
void list_written(Agents& agents, size_t group, Share piece, ToldRows& told) {
    Vector<Row>& its = told.by_group[group];
    its.clear();
    for_each_marked(marks_of(agents.written[group]), piece.begin, piece.end, row_to_tell,
                    [&](Row row) { its.push_back(row); });
}

/// Reads such a list, and marks its rows as written. False: the bytes are damaged.
bool read_written(Reader& in, Agents& agents, size_t group, Share piece, ToldRows& told) {
    if (!read_numbers(in, told.by_group[group], piece)) return false;
    uint8_t* const written = marks_of(agents.written[group]);
    for (const Row row : told.by_group[group]) written[row.number()] |= row_written;
    return true;
}

/// Memory for so many bytes, and for zeros behind them that fill the last word. The memory never shrinks.
std::byte* memory_for(Vector<std::byte>& memory, size_t bytes) {
    const size_t room = bytes + sizeof(uint32_t);
    if (memory.size() < room) memory.resize(room);
    std::memset(memory.data() + bytes, 0, sizeof(uint32_t));
    return memory.data();
}

} // namespace

uint64_t ToldRows::memory() const {
    uint64_t sum = before.capacity() + distances.capacity() + values.capacity() + earlier.capacity();
    for (const Vector<Row>& rows : by_group) sum += rows.capacity() * sizeof(Row);
    return sum;
}

void clear_marks(Agents& agents, ParallelLoops& loops) {
    constexpr uint32_t rows_a_piece = 1 << 16; // a byte of each takes little time
    loops.parallel_for(agents.rows(), rows_a_piece, [&](uint32_t, uint32_t begin, uint32_t end) {
        for (auto& column : agents.written) {
            uint8_t* const written = marks_of(column);
            for (Row row{begin}; row < end; ++row) written[row.number()] &= row_written;
        }
    });
}

void note_rows(const Agents& agents, const FieldSet& fields, Share piece, ToldRows& told) {
    const size_t rows = count_of(piece);
    size_t all = 0, at = 0;
    for (size_t group = 0; group < hash_group_count; ++group)
        for_each_column(agents, fields, group, [&](const ColumnBase& column) { all += rows * column.element_size(); });
    std::byte* const noted = memory_for(told.before, all);
    for (size_t group = 0; group < hash_group_count; ++group)
        for_each_column(agents, fields, group, [&](const ColumnBase& column) {
            const size_t size = rows * column.element_size();
            std::memcpy(noted + at, column.bytes() + piece.begin * column.element_size(), size);
            at += size;
        });
}

/// Leaves out the rows of a group that are as `note_rows` has kept them. `noted`: where the columns of the group begin.
void leave_out_same(const Agents& agents, const FieldSet& fields, size_t group, Share piece, const std::byte* noted,
                    Vector<Row>& rows) {
    const uint32_t all = count_of(piece);
    std::array<std::pair<const ColumnBase*, const std::byte*>, 64> columns;
    size_t count = 0;
    for_each_column(agents, fields, group, [&](const ColumnBase& column) {
        assert(count < columns.size());
        columns[count++] = {&column, noted};
        noted += all * column.element_size();
    });
    std::erase_if(rows, [&](Row row) {
        return std::all_of(columns.begin(), columns.begin() + static_cast<ptrdiff_t>(count), [&](const auto& of) {
            const size_t size = of.first->element_size();
            return std::memcmp(of.first->bytes() + row.number() * size, of.second + (row.number() - piece.begin) * size,
                               size) == 0;
        });
    });
    if (rows.size() > all / 8 * 7) list_all(rows, piece); // what is as before takes few bytes
}

/// Are these all rows of the piece, so that the columns themselves are the words? `bytes`: of the rows in a column.
bool is_whole(const Vector<Row>& rows, Share piece, Base base, size_t bytes) {
    return base == Base::noted && rows.size() == count_of(piece) && bytes % sizeof(uint32_t) == 0;
}

bool told_rows(Writer& out, Agents& agents, const FieldSet& fields, Share piece, Base base, ToldRows& told) {
    const uint32_t all = count_of(piece);
    const std::byte* noted = told.before.data();
    for (size_t group = 0; group < hash_group_count; ++group) {
        list_written(agents, group, piece, told);
        Vector<Row>& its = told.by_group[group];
        if (base == Base::noted) leave_out_same(agents, fields, group, piece, noted, its);
        write_numbers(out, its, piece, told.distances);
        for_each_column(agents, fields, group, [&](const ColumnBase& column) {
            const size_t size = column.element_size(), bytes = its.size() * size;
            if (is_whole(its, piece, base, bytes)) {
                write_differences(out, column.bytes() + piece.begin * size, noted, words_of(bytes));
                noted += bytes;
                return;
            }
            std::byte* const values = memory_for(told.values, bytes);
            std::byte* const earlier = memory_for(told.earlier, bytes);
            column.gather(values, its.data(), static_cast<uint32_t>(its.size()));
            if (base == Base::noted)
                for (size_t i = 0; i < its.size(); ++i)
                    std::memcpy(earlier + i * size, noted + (its[i].number() - piece.begin) * size, size);
            else
                std::memset(earlier, 0, bytes);
            write_differences(out, values, earlier, words_of(bytes));
            if (base == Base::noted) noted += all * size;
        });
    }
    return true;
}

bool told_rows(Reader& in, Agents& agents, const FieldSet& fields, Share piece, Base base, ToldRows& told) {
    for (size_t group = 0; group < hash_group_count; ++group) {
        if (!read_written(in, agents, group, piece, told)) return false;
        const Vector<Row>& its = told.by_group[group];
        const auto count = static_cast<uint32_t>(its.size());
        bool whole = true;
        for_each_column(agents, fields, group, [&](ColumnBase& column) {
            const size_t size = column.element_size(), bytes = count * size;
            if (is_whole(its, piece, base, bytes)) {
                whole = whole && read_differences(in, column.bytes() + piece.begin * size, words_of(bytes));
                return;
            }
            std::byte* const values = memory_for(told.values, bytes);
            if (base == Base::noted)
                column.gather(values, its.data(), count);
            else
                std::memset(values, 0, bytes);
            whole = whole && read_differences(in, values, words_of(bytes));
            if (whole) column.scatter(values, its.data(), count);
        });
        if (!whole) return false;
    }
    return true;
}

} // namespace fray
