#include "assignment.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

// Exact assignment after Jonker and Volgenant (1987), extended to fewer rows than columns. Every row bids for a column
// once. The rows that are outbid get their columns by shortest augmenting paths. (Measured on circles of 4 to 64 slots,
// further rounds of bidding cost more than the paths that they save.)
//
// Every column has a price >= 0, and a row pays cost + price. These two properties hold all the time:
//   - a row that has a column pays no more for it than for any other column (the pair is tight), and
//   - a free column has price 0.
// An assignment of all rows with these two properties has the least total cost. Every assignment of least total cost
// consists of tight pairs, and leaves only columns of price 0 free (complementary slackness). The solver then finds the
// lexicographically smallest of these.
//
// int32 is large enough: while a column is free, no row pays more for its column than the highest cost. So no price
// exceeds the difference between the highest and the lowest cost.

namespace fray {
namespace {

constexpr int16_t none = -1;
constexpr int32_t closed_price = 3 << 29; ///< a price so high that every path to the column is longer than `closed`
constexpr int32_t closed = 1 << 30;       ///< a distance greater than that of any open column

/// Packs a sum and its column into a single number. The least key has the lowest sum, and among equal sums the lowest
/// column.
int64_t key_of(int32_t sum, int column) { return (static_cast<int64_t>(sum) << 8) + column; }
int column_of(int64_t key) { return static_cast<int>(key & 255); }
int32_t sum_of(int64_t key) { return static_cast<int32_t>(key >> 8); }

/// The keys of the two cheapest columns of a row.
struct TwoBest {
    int64_t best = std::numeric_limits<int64_t>::max(), second = best;
    void see(int64_t key) {
        second = std::min(second, std::max(best, key));
        best = std::min(best, key);
    }
    int32_t regret() const { return sum_of(second) - sum_of(best); }
};

TwoBest two_best(const int32_t* cost, int columns) {
    TwoBest two;
    for (int j = 0; j < columns; ++j) two.see(key_of(cost[j], j));
    return two;
}

TwoBest two_best(const int32_t* cost, const int32_t* price, int columns) {
    TwoBest two;
    for (int j = 0; j < columns; ++j) two.see(key_of(cost[j] + price[j], j));
    return two;
}

uint64_t bit(int column) { return uint64_t{1} << (column % 64); }

template <typename Test> uint64_t bits_where(int count, Test&& test) {
    uint64_t bits = 0;
    for (int j = 0; j < count; ++j) bits |= static_cast<uint64_t>(test(j)) << j;
    return bits;
}

int64_t total_of(const int32_t* cost, int rows, int columns, const int16_t* column) {
    int64_t total = 0;
    for (int i = 0; i < rows; ++i) total += cost[i * columns + column[i]];
    return total;
}

int64_t assign_one(const int32_t* cost, int columns, int16_t* out) {
    const int64_t best = two_best(cost, columns).best;
    out[0] = static_cast<int16_t>(column_of(best));
    return sum_of(best);
}

/// Solves two rows. Both rows get their cheapest column, unless it is the same column. Then the row that loses less
/// takes its second cheapest. If both lose the same, the result is the list with the lower first column; the first
/// columns of the two lists always differ.
int64_t assign_two(const int32_t* cost, int columns, int16_t* out) {
    const TwoBest a = two_best(cost, columns), b = two_best(cost + columns, columns);
    int64_t first = a.best, second = b.best;
    if (column_of(first) == column_of(second)) {
        const bool first_gives_way =
            a.regret() != b.regret() ? a.regret() < b.regret() : column_of(a.second) < column_of(a.best);
        (first_gives_way ? first : second) = first_gives_way ? a.second : b.second;
    }
    out[0] = static_cast<int16_t>(column_of(first));
    out[1] = static_cast<int16_t>(column_of(second));
    return static_cast<int64_t>(sum_of(first)) + sum_of(second);
}

/// The general exact solver. `fixed` is the number of columns, so that the compiler knows it; 0: any number.
template <int fixed> class Exact {
public:
    Exact(const int32_t* cost, int rows, int columns, AssignmentScratch& scratch, int16_t* column)
        : cost_(cost), rows_(rows), any_columns_(columns), s_(scratch), column_(column) {}

    int64_t solve() {
        if (!all_bid_at_once()) {
            while (waiting_ > 0) augment(s_.waiting[--waiting_]);
            find_tight();
            for (int i = 0; i < rows_; ++i) lower(i);
        }
        return total_of(cost_, rows_, columns(), column_);
    }

private:
    int columns() const { return fixed > 0 ? fixed : any_columns_; }
    int words() const { return (columns() + 63) / 64; }
    const int32_t* costs(int row) const { return cost_ + row * columns(); }
    uint64_t* tight(int row) const { return s_.tight + row * words(); }
    int32_t paid(int row) const { return costs(row)[column_[row]] + s_.price[column_[row]]; }

    void give(int column, int row) {
        s_.row_of[column] = static_cast<int16_t>(row);
        column_[row] = static_cast<int16_t>(column);
    }
    void wait(int row) { s_.waiting[waiting_++] = static_cast<int16_t>(row); }

    bool all_bid_at_once();
    void augment(int row);
    int settle_up_to_free(int row, int& settled);
    int32_t reach_from(int row, int32_t offset);
    void find_tight();
    void lower(int row);
    int first_lower(int row, const uint64_t* among) const;
    bool leads(int from, int to, uint64_t* unseen);
    void shift(int row, int column, int own);

    const int32_t* cost_;
    int rows_, any_columns_;
    AssignmentScratch& s_;
    int16_t* column_; ///< by row: the caller's list
    int waiting_ = 0;
    uint64_t unpriced_[max_assignment / 64];   ///< a bit per column: 1 if its price is 0
    uint64_t changeable_[max_assignment / 64]; ///< a bit per column: 0 if it belongs to a row that has its final column
};

/// Every row bids for its cheapest column the amount that its second cheapest would cost more. The highest bid becomes
/// the price, and the rows that are outbid wait. True: no row waits, and the assignment is final, because every row has
/// the lowest of its cheapest columns. No total is less. In any other list with the same total each row has a cheapest
/// column, too, so no entry is lower.
template <int fixed> bool Exact<fixed>::all_bid_at_once() {
    std::fill_n(s_.price, columns(), 0);
    std::fill_n(s_.row_of, columns(), none);
    for (int i = 0; i < rows_; ++i) {
        const TwoBest two = two_best(costs(i), columns());
        const int j = column_of(two.best);
        const int holder = s_.row_of[j];
        if (holder != none && two.regret() <= s_.price[j]) {
            wait(i);
            continue;
        }
        if (holder != none) wait(holder);
        give(j, i);
        s_.price[j] = two.regret();
    }
    return waiting_ == 0;
}

/// Gives a waiting row a column along a shortest augmenting path: Dijkstra's search finds the free column with the
/// least additional cost, and the rows along the path move to other columns.
template <int fixed> void Exact<fixed>::augment(int row) {
    int settled = 0;
    int j = settle_up_to_free(row, settled);
    for (int k = 0; k < settled; ++k) s_.price[s_.settled[k]] += s_.distance[j] - s_.settled_distance[k];
    column_[row] = none;
    for (int i = none; i != row;) {
        i = s_.from_row[j];
        const int before = column_[i];
        give(j, i);
        j = before;
    }
}

/// Settles columns in the order of their distance from the row. Returns the first free column.
template <int fixed> int Exact<fixed>::settle_up_to_free(int row, int& settled) {
    std::copy_n(s_.price, columns(), s_.open_price);
    std::fill_n(s_.distance, columns(), closed);
    int32_t least = reach_from(row, 0);
    for (;;) {
        int j = 0;
        while (s_.distance[j] != least) ++j;
        const int i = s_.row_of[j];
        if (i == none) return j;
        s_.settled[settled] = static_cast<int16_t>(j);
        s_.settled_distance[settled++] = least;
        s_.distance[j] = closed; // no sum with closed_price is less: distance and from_row of the column stay
        s_.open_price[j] = closed_price;
        least = reach_from(i, least - paid(i));
    }
}

/// Returns the distance of the nearest open column. A single loop of plain selections, which the compiler vectorises.
template <int fixed> int32_t Exact<fixed>::reach_from(int row, int32_t offset) {
    const int32_t* const cost = costs(row);
    int32_t least = closed;
    for (int j = 0; j < columns(); ++j) {
        const int32_t sum = cost[j] + s_.open_price[j] + offset;
        const bool nearer = sum < s_.distance[j];
        s_.from_row[j] = nearer ? row : s_.from_row[j];
        s_.distance[j] = nearer ? sum : s_.distance[j];
        least = std::min(least, s_.distance[j]);
    }
    return least;
}

template <int fixed> void Exact<fixed>::find_tight() {
    for (int word = 0; word < words(); ++word) {
        const int begin = word * 64, count = std::min(columns() - begin, 64);
        const int32_t* const price = s_.price + begin;
        unpriced_[word] = bits_where(count, [=](int j) { return price[j] == 0; });
        changeable_[word] = ~uint64_t{0};
        for (int i = 0; i < rows_; ++i) {
            const int32_t* const cost = costs(i) + begin;
            tight(i)[word] = bits_where(count, [=, least = paid(i)](int j) { return cost[j] + price[j] == least; });
        }
    }
}

/// Gives a row the lowest column that it can have while all rows before it keep theirs. The holder of that column moves
/// along a tight pair to another column. The holder of that column moves on in turn. The last holder takes the column
/// that the row leaves.
template <int fixed> void Exact<fixed>::lower(int row) {
    const int own = column_[row];
    uint64_t unseen[max_assignment / 64];
    std::copy_n(changeable_, words(), unseen);
    for (int j = first_lower(row, unseen); j != none; j = first_lower(row, unseen))
        if (leads(j, own, unseen)) {
            shift(row, j, own);
            break;
        }
    changeable_[column_[row] / 64] &= ~bit(column_[row]);
}

/// The lowest column below the row's own that is in `among` and tight for the row, or none.
template <int fixed> int Exact<fixed>::first_lower(int row, const uint64_t* among) const {
    const int own = column_[row];
    for (int word = 0; word <= own / 64; ++word) {
        uint64_t bits = tight(row)[word] & among[word];
        if (word == own / 64) bits &= bit(own) - 1;
        if (bits != 0) return word * 64 + std::countr_zero(bits);
    }
    return none;
}

/// True if the holder of `from` can move on to another column, that column's holder to a third, and so on until `to` is
/// taken. All moves are along tight pairs and to columns in `unseen`. A free column counts as held by an imaginary row
/// for which all columns of price 0 are tight. Removes every column it visits from `unseen`: a column that does not
/// lead to `to` now will not lead there in a later search for the same row.
template <int fixed> bool Exact<fixed>::leads(int from, int to, uint64_t* unseen) {
    int16_t* const stack = s_.settled;
    int size = 0;
    stack[size++] = static_cast<int16_t>(from);
    unseen[from / 64] &= ~bit(from);
    while (size > 0) {
        const int16_t at = stack[--size];
        const uint64_t* const next = s_.row_of[at] == none ? unpriced_ : tight(s_.row_of[at]);
        for (int word = 0; word < words(); ++word) {
            uint64_t bits = next[word] & unseen[word];
            unseen[word] &= ~bits;
            for (; bits != 0; bits &= bits - 1) {
                const int j = word * 64 + std::countr_zero(bits);
                s_.from_column[j] = at;
                if (j == to) return true;
                stack[size++] = static_cast<int16_t>(j);
            }
        }
    }
    return false;
}

/// The row takes `column`. The holders along the path that `leads` found move on, and the last takes the row's old
/// column `own`.
template <int fixed> void Exact<fixed>::shift(int row, int column, int own) {
    for (int to = own; to != column;) {
        const int from = s_.from_column[to];
        const int holder = s_.row_of[from];
        s_.row_of[to] = static_cast<int16_t>(holder);
        if (holder != none) column_[holder] = static_cast<int16_t>(to);
        to = from;
    }
    give(column, row);
}

[[maybe_unused]] bool valid(const int32_t* cost, int rows, int columns) {
    return rows >= 0 && rows <= columns && columns <= max_assignment &&
           std::all_of(cost, cost + rows * columns,
                       [](int32_t c) { return c >= -max_assignment_cost && c <= max_assignment_cost; });
}

} // namespace

int64_t assign_exact(const int32_t* cost, int rows, int columns, AssignmentScratch& scratch, int16_t* out) {
    assert(valid(cost, rows, columns));
    if (rows == 0) return 0;
    if (rows == 1) return assign_one(cost, columns, out);
    if (rows == 2) return assign_two(cost, columns, out);
    if (columns == 8) return Exact<8>(cost, rows, columns, scratch, out).solve();
    return Exact<0>(cost, rows, columns, scratch, out).solve();
}

int64_t assign_nearest(const int32_t* cost, int rows, int columns, AssignmentScratch& scratch, int16_t* out) {
    assert(valid(cost, rows, columns));
    constexpr int64_t placed = std::numeric_limits<int64_t>::max();
    int64_t* const nearest = scratch.nearest;
    const auto look = [&](int row) { nearest[row] = two_best(cost + row * columns, scratch.price, columns).best; };
    std::fill_n(scratch.price, columns, 0);
    for (int i = 0; i < rows; ++i) look(i);
    int64_t total = 0;
    for (int count = 0; count < rows; ++count) {
        int row = 0;
        for (int i = 1; i < rows; ++i)
            if (nearest[i] >> 8 < nearest[row] >> 8) row = i; // compares costs only, so the lower row wins a tie
        const int column = column_of(nearest[row]);
        total += sum_of(nearest[row]);
        out[row] = static_cast<int16_t>(column);
        nearest[row] = placed;
        scratch.price[column] = closed_price;
        for (int i = 0; i < rows; ++i)
            if (nearest[i] != placed && column_of(nearest[i]) == column) look(i);
    }
    return total;
}

} // namespace fray
