// Who goes to which slot: the assignment of least total cost, and the greedy one. For very many small problems: nothing
// is allocated, and the smallest are answered without a solver.
#pragma once

#include <cstdint>

namespace fray {

inline constexpr int max_assignment = 256; ///< rows and columns of a problem at most

/// A cost lies between minus this and this: as millimetres, 134 km.
inline constexpr int32_t max_assignment_cost = 1 << 27;

/// Working memory, 17 KB; needs no preparing, and keeps nothing between calls. Each thread has its own.
struct AssignmentScratch {
    int32_t price[max_assignment];      ///< by column, as the next two
    int32_t open_price[max_assignment]; ///< the same, prohibitive for the settled
    int32_t distance[max_assignment];
    int32_t from_row[max_assignment];
    int16_t row_of[max_assignment]; ///< by column; -1: free
    int16_t settled[max_assignment];
    int32_t settled_distance[max_assignment];
    int16_t waiting[max_assignment];
    int16_t from_column[max_assignment];
    uint64_t tight[max_assignment * (max_assignment / 64)]; ///< by row, a bit for each column
    int64_t nearest[max_assignment];                        ///< by row
};

/// `cost`: rows times columns, row after row; 0 <= rows <= columns <= max_assignment. Writes each row's column to
/// `out`: the assignment of least total cost; of several the one whose list of columns is the lexicographically
/// smallest. Returns the total. Takes O(rows^2 columns) steps at most. Safe from many threads, a scratch each.
int64_t assign_exact(const int32_t* cost, int rows, int columns, AssignmentScratch& scratch, int16_t* out);

/// The same, but greedily: of all pairs of a row and a column without partner the one of least cost, then the lower
/// row, then the lower column, until every row has its column.
int64_t assign_nearest(const int32_t* cost, int rows, int columns, AssignmentScratch& scratch, int16_t* out);

} // namespace fray
