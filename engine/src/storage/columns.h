// Columns: per-agent arrays, indexed by row, and the registry of all columns.
//
// sort_storage, snapshots, the state hash, the memory count and the debug checks of accesses all iterate over the
// registry. So a column takes part in all of them as soon as it is declared.
//
// Views (views.h) call `own` or `write_own` if only the element of the agent that a loop visits is used, otherwise
// `any` or `write_any`. Debug builds check this against the views of the running system.
#pragma once

#include "atomic_ref.h"
#include "parallel.h"
#include "prefetch.h"
#include "storage/fields.h"
#include "storage/row.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace fray {

enum class Persist : uint8_t {
    state,   ///< part of the world's state: saved, and hashed in every frame
    fixed,   ///< set when an agent is spawned or changes its squad: saved, and hashed only then
    saved,   ///< saved, but not hashed: options of the world influence its contents
    derived, ///< computed anew before it is read: neither saved nor hashed
};

/// The hashed columns of an agent are in two groups, because most agents that change only move: then the other columns
/// need not be hashed again.
enum class HashGroup : uint8_t { motion, others };
inline constexpr size_t hash_group_count = 2;

constexpr HashGroup hash_group_of(Field field) {
    using enum Field;
    for (const Field moving :
         {position, next_position, heading, goal, moved, velocity, walk, sleep, path, preferred_speed, facing, march})
        if (field == moving) return HashGroup::motion;
    return HashGroup::others;
}

/// A part of an element that is hashed like a column of its own: bytes.
struct HashPiece {
    size_t offset, size;
};

/// A column without its element type, as the registry uses it.
class ColumnBase {
public:
    /// `hashed`: none: an element is hashed whole.
    ColumnBase(std::string name, Field field, Persist persist, size_t element_size, std::vector<HashPiece> hashed = {})
        : name_(std::move(name)), field_(field), persist_(persist), element_size_(element_size),
          hashed_(std::move(hashed)) {
        if (hashed_.empty()) hashed_.push_back({0, element_size});
    }
    virtual ~ColumnBase() = default;
    ColumnBase(const ColumnBase&) = delete;
    ColumnBase& operator=(const ColumnBase&) = delete;

    const std::string& name() const { return name_; }
    /// False for an optional column that is not enabled (then `bytes` is null), and in a world without agents.
    bool in_use() const { return rows_ != 0; }
    size_t rows() const { return rows_; }
    Field field() const { return field_; }
    Persist persist() const { return persist_; }
    size_t element_size() const { return element_size_; }
    /// All that is hashed of an element, in the order of hashing.
    const std::vector<HashPiece>& hashed() const { return hashed_; }
    std::byte* bytes() { return data_; }
    const std::byte* bytes() const { return data_; }
    uint64_t capacity_bytes() const { return storage_.size() * sizeof(Line); }

    /// Makes room for `rows` rows. Pointers into the column become invalid.
    void reserve(size_t rows);
    /// Bytes that `reserve(rows)` would allocate. The old memory that it frees afterwards is not subtracted.
    uint64_t growth(size_t rows) const {
        const size_t lines = lines_for(rows);
        return lines == storage_.size() ? 0 : lines * sizeof(Line);
    }
    /// Changes the number of rows. New rows hold the initial value.
    void resize(size_t rows);
    /// Takes all rows away.
    void disable() {
        rows_ = 0;
        data_ = nullptr;
    }
    /// Sets a row to the initial value.
    void reset(Row row) { std::memcpy(data_ + row.number() * element_size_, initial_.data(), element_size_); }
    /// Copies row from[i] to row to[i], for all i below `count`. No row may be in both lists.
    void copy_rows(const Row* to, const Row* from, uint32_t count);
    /// Copies the elements of the rows order[0], order[1], ... order[count - 1] to `to`, in this order.
    void gather(std::byte* to, const Row* order, uint32_t count) const;
    /// The reverse: copies elements from `from` to these rows.
    void scatter(const std::byte* from, const Row* order, uint32_t count);

protected:
    void swap_storage(ColumnBase& other) {
        std::swap(data_, other.data_);
        std::swap(storage_, other.storage_);
    }

    std::vector<std::byte> initial_;
    std::byte* data_ = nullptr;

private:
    std::string name_;
    Field field_;
    Persist persist_;
    size_t element_size_;
    std::vector<HashPiece> hashed_;
    size_t rows_ = 0;
    struct alignas(64) Line { ///< a cache line; an element of 1, 2, 4, ... 64 bytes never crosses a line
        Line() {}             // no zeros, because `resize` writes the initial values
        std::byte bytes[64];
    };
    size_t lines_for(size_t rows) const;

    Vector<Line> storage_;
};

class ColumnRegistry {
public:
    void add(ColumnBase& column, bool optional = false) {
        all_.push_back({&column, optional, !optional});
        if (!optional) columns_.push_back(&column);
    }
    /// Enables or disables the optional columns of a field. Enabled columns get their rows and are part of `columns`.
    void enable(Field field, bool on);
    bool enabled(Field field) const;
    /// Counts the changes to which optional columns are enabled.
    uint64_t version() const { return version_; }
    /// The enabled columns in the order in which they were registered.
    const std::vector<ColumnBase*>& columns() const { return columns_; }

    size_t rows() const { return rows_; }
    void resize(size_t rows);
    /// The same with many threads, for many new rows.
    void resize(size_t rows, ParallelLoops& loops);
    void reserve(size_t rows);
    uint64_t growth(size_t rows) const;
    /// Sets the number of rows to 0. The columns keep their memory.
    void forget_rows() { rows_ = 0; }
    uint64_t memory() const;

    /// Columns of bytes, by row: whether a column of this HashGroup has been written (bits of RowMark).
    std::array<ColumnBase*, hash_group_count> written{};

private:
    struct Registered {
        ColumnBase* column;
        bool optional, enabled;
    };
    std::vector<Registered> all_;
    std::vector<ColumnBase*> columns_; ///< the enabled columns
    uint64_t version_ = 0;
    size_t rows_ = 0;
};

/// Marks a column as optional: it takes no memory until it is enabled, and must not be used before.
struct Optional {};

/// The pieces of a component that are hashed: its members, or ranges of bytes.
template <typename T, typename Member> HashPiece piece(Member T::*member) {
    const T element{};
    return {static_cast<size_t>(reinterpret_cast<const std::byte*>(&(element.*member)) -
                                reinterpret_cast<const std::byte*>(&element)),
            sizeof(Member)};
}
inline HashPiece piece(HashPiece bytes) { return bytes; }
template <typename... Pieces> std::vector<HashPiece> pieces(Pieces... of) { return {piece(of)...}; }

/// What is noted about a row that has been written: a bit set.
enum RowMark : uint8_t {
    row_written = 1, ///< since the last hash (column_hash.h)
    row_to_tell = 2, ///< since a divided loop began (row_exchange.h)
};

/// Calls visit(row) for each row of [begin, end) with any of the bits of `mask` in its byte. Tests eight rows at a
/// time, because most rows have none.
template <typename Visit>
void for_each_marked(const uint8_t* bytes, uint32_t begin, uint32_t end, uint8_t mask, Visit&& visit) {
    uint32_t row = begin;
    for (; row + 8 <= end; row += 8) {
        uint64_t eight;
        std::memcpy(&eight, bytes + row, 8);
        if ((eight & mask * 0x0101010101010101u) == 0) continue;
        for (uint32_t i = row; i < row + 8; ++i)
            if ((bytes[i] & mask) != 0) visit(Row(i));
    }
    for (; row < end; ++row)
        if ((bytes[row] & mask) != 0) visit(Row(row));
}

/// Whether RowWriter notes writes to a column. It must for columns with Persist::state, and for columns that become
/// such a column by `swap`. It must also for a column that a divided loop may write in a row in which it writes none of
/// these.
enum class Tracking : uint8_t { tracked, untracked };

/// Access to write a column. If that is tracked, it notes which rows are written, so that the state hash looks at these
/// alone, and so that ranks tell each other of these alone.
template <typename T, Tracking tracking> class RowWriter {
public:
    /// `written`: not used if the column is untracked.
    RowWriter(T* data, std::byte* written) : data_(data), written_(reinterpret_cast<uint8_t*>(written)) {}

    T& operator[](Row row) const {
        // Two threads may write different columns of a row.
        if constexpr (tracking == Tracking::tracked)
            atomic_ref<uint8_t>(written_[row.number()]).store(row_written | row_to_tell, std::memory_order_relaxed);
        return data_[row.number()];
    }
    /// The elements, without a note: for reading, and for rows that have been noted.
    T* data() const { return data_; }
    void prefetch_note(Row row) const {
        if constexpr (tracking == Tracking::tracked) fray::prefetch(written_ + row.number());
    }

private:
    T* data_;
    uint8_t* written_;
};

/// Bytes that a component of type T may have: a cache line.
template <typename T> inline constexpr size_t most_bytes_of = 64;

/// A column of elements of type T.
template <typename T, Tracking tracking = Tracking::tracked> class Column final : public ColumnBase {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= most_bytes_of<T>);

public:
    using Element = T;
    using Write = RowWriter<T, tracking>;

    /// `initial`: of a new row. `hashed`: the pieces of an element that are hashed one by one; none: it is hashed
    /// whole.
    Column(ColumnRegistry& registry, Field field, Persist persist, const T& initial, std::vector<HashPiece> hashed = {})
        : Column(registry, field, persist, initial, std::move(hashed), false) {}
    Column(ColumnRegistry& registry, Field field, Persist persist, const T& initial, Optional)
        : Column(registry, field, persist, initial, {}, true) {}
    Column(ColumnRegistry& registry, Field field, Persist persist, const T& initial, std::vector<HashPiece> hashed,
           Optional)
        : Column(registry, field, persist, initial, std::move(hashed), true) {}

    /// For who may read and change every row: see views.h for others.
    const T& operator[](Row row) const { return any()[row.number()]; }
    T& change(Row row) { return write_any()[row]; }
    /// All elements, by row.
    const T* data() const { return any(); }
    /// All elements, to be changed without a note of the rows.
    T* unnoted() { return write_any().data(); }
    const T* own() const { return get(read_own); }
    const T* any() const { return get(read_any); }
    /// Prefetches an element of these. It is not an access, so nothing is checked.
    static void prefetch(const T* elements, Row row) {
        const T* const element = elements + row.number();
        fray::prefetch(element);
        if constexpr (sizeof(T) > 16 && 64 % sizeof(T) != 0) // it may lie in two cache lines
            fray::prefetch(reinterpret_cast<const std::byte*>(element + 1) - 1);
    }
    Write write_own() { return get_mutable(fray::write_own); }
    Write write_any() { return get_mutable(fray::write_any); }
    /// Exchanges the elements of two columns by exchanging their memory.
    void swap(Column& other) {
        assert_access(field(), fray::write_any);
        assert_access(other.field(), fray::write_any);
        swap_storage(other);
    }

private:
    Column(ColumnRegistry& registry, Field field, Persist persist, const T& initial, std::vector<HashPiece> hashed,
           bool optional)
        : ColumnBase(name_of(field), field, persist, sizeof(T), std::move(hashed)), registry_(registry),
          group_(static_cast<size_t>(hash_group_of(field))) {
        assert(persist != Persist::state || tracking == Tracking::tracked);
        initial_.resize(sizeof(T));
        std::memcpy(initial_.data(), &initial, sizeof(T));
        registry.add(*this, optional);
    }
    const T* get(uint8_t access) const {
        assert_access(field(), access);
        return reinterpret_cast<const T*>(data_);
    }
    Write get_mutable(uint8_t access) {
        assert_access(field(), access);
        return {reinterpret_cast<T*>(data_),
                tracking == Tracking::tracked ? registry_.written[group_]->bytes() : nullptr};
    }

    ColumnRegistry& registry_;
    size_t group_; ///< HashGroup
};
/// A column of which writes are not noted.
template <typename T> using UntrackedColumn = Column<T, Tracking::untracked>;

/// A user-defined column (`World::add_column`) with elements of `size` bytes.
class UserColumnStore final : public ColumnBase {
public:
    UserColumnStore(ColumnRegistry& registry, std::string name, size_t size, const void* initial)
        : ColumnBase(std::move(name), Field::user_columns, Persist::state, size) {
        initial_.resize(size);
        std::memcpy(initial_.data(), initial, size);
        registry.add(*this);
    }
    std::span<const std::byte> initial() const { return initial_; }
};

} // namespace fray
