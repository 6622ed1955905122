// The assignment problem: which agent (row) goes to which slot (column). There is an exact solver, which finds the
// least total cost, and a greedy solver. Both are made for very many small problems: they allocate nothing, and the
// exact solver has shortcuts for problems with one or two rows.
#pragma once

#include <cstdint>

namespace fray {

inline constexpr int max_assignment = 256; ///< the most rows and columns of a problem

/// A cost lies between -max_assignment_cost and max_assignment_cost; in millimetres this is 134 km.
inline constexpr int32_t max_assignment_cost = 1 << 27;

/// Working memory, 17 KB. It needs no initialisation and keeps nothing between calls. Each thread needs its own.
struct AssignmentScratch {
    int32_t price[max_assignment];      ///< by column
    int32_t open_price[max_assignment]; ///< by column: its price; prohibitive for settled columns
    int32_t distance[max_assignment];   ///< by column: shortest distance that Dijkstra's search has found so far
    int32_t from_row[max_assignment];   ///< by column: the row from which it was reached
    int16_t row_of[max_assignment];     ///< by column: its row; -1: the column is free
    int16_t settled[max_assignment];    ///< columns in the order in which they were settled; also the stack of a search
    int32_t settled_distance[max_assignment];               ///< by index in `settled`: the distance of that column
    int16_t waiting[max_assignment];                        ///< rows without a column
    int16_t from_column[max_assignment];                    ///< by column: the column from which it was reached
    uint64_t tight[max_assignment * (max_assignment / 64)]; ///< by row, a bit for each column
    int64_t nearest[max_assignment];                        ///< by row: key of its cheapest column
};

/// Exact assignment. `cost` has rows times columns entries, row after row; 0 <= rows <= columns <= max_assignment.
/// Writes the column of each row to `out` and returns the total cost, which is the least possible. Of several
/// assignments with this total it finds the lexicographically smallest list of columns. Takes at most
/// O(rows^2 * columns) steps. Safe from many threads at once, each with its own scratch.
int64_t assign_exact(const int32_t* cost, int rows, int columns, AssignmentScratch& scratch, int16_t* out);

/// Greedy assignment. It takes the cheapest pair of an unassigned row and a free column, again and again, until every
/// row has a column. Of equally cheap pairs it takes that with the lower row, then with the lower column. Parameters,
/// `out` and the returned total are as in assign_exact, but the total may not be the least.
int64_t assign_nearest(const int32_t* cost, int rows, int columns, AssignmentScratch& scratch, int16_t* out);

} // namespace fray
