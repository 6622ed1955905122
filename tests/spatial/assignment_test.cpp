#include "assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

namespace fray {
namespace {

struct Problem {
    int rows, columns;
    std::vector<int32_t> cost;
    int32_t at(int row, int column) const { return cost[static_cast<size_t>(row * columns + column)]; }
};

struct Answer {
    int64_t total = 0;
    std::vector<int> list;
    bool operator==(const Answer&) const = default;
};

std::ostream& operator<<(std::ostream& stream, const Answer& answer) {
    stream << answer.total << ":";
    for (const int column : answer.list) stream << " " << column;
    return stream;
}

template <typename Assign> Answer answer_of(Assign&& assign, const Problem& problem) {
    static thread_local AssignmentScratch scratch; // keeps the contents of the problem before
    std::vector<int16_t> out(static_cast<size_t>(problem.rows) + 1, int16_t{-7});
    Answer answer;
    answer.total = assign(problem.cost.data(), problem.rows, problem.columns, scratch, out.data());
    EXPECT_EQ(out.back(), -7);
    answer.list.assign(out.begin(), out.end() - 1);
    return answer;
}

Answer least_cost(const Problem& problem) { return answer_of(assign_exact, problem); }
Answer nearest(const Problem& problem) { return answer_of(assign_nearest, problem); }

/// Tries all lists in lexicographical order and keeps the first list with the least total.
struct BruteForce {
    const Problem& problem;
    Answer best{std::numeric_limits<int64_t>::max(), {}};
    std::vector<int> list{};
    std::vector<bool> taken = std::vector<bool>(static_cast<size_t>(problem.columns));

    void from(int row, int64_t total) {
        if (row == problem.rows) {
            if (total < best.total) best = {total, list};
            return;
        }
        for (int j = 0; j < problem.columns; ++j) {
            if (taken[static_cast<size_t>(j)]) continue;
            taken[static_cast<size_t>(j)] = true;
            list.push_back(j);
            from(row + 1, total + problem.at(row, j));
            list.pop_back();
            taken[static_cast<size_t>(j)] = false;
        }
    }
};

Answer brute_force(const Problem& problem) {
    BruteForce search{problem};
    search.from(0, 0);
    return search.best;
}

/// Sorts all pairs and takes them in that order.
Answer sorted_pairs(const Problem& problem) {
    std::vector<std::tuple<int32_t, int, int>> pairs;
    for (int i = 0; i < problem.rows; ++i)
        for (int j = 0; j < problem.columns; ++j) pairs.emplace_back(problem.at(i, j), i, j);
    std::sort(pairs.begin(), pairs.end());
    Answer answer{0, std::vector<int>(static_cast<size_t>(problem.rows), -1)};
    std::vector<bool> taken(static_cast<size_t>(problem.columns));
    for (const auto& [cost, i, j] : pairs) {
        if (answer.list[static_cast<size_t>(i)] >= 0 || taken[static_cast<size_t>(j)]) continue;
        answer.list[static_cast<size_t>(i)] = j;
        taken[static_cast<size_t>(j)] = true;
        answer.total += cost;
    }
    return answer;
}

/// Finds the least total as a minimum-cost flow. Each augmenting path is found by Bellman-Ford, without potentials or
/// reduced costs.
class Flow {
public:
    explicit Flow(const Problem& problem) : p_(problem) {}

    /// The least total for the rows from `first` on. Columns marked in `gone` are not used.
    int64_t least_total(int first, const std::vector<bool>& gone) {
        column_.assign(static_cast<size_t>(p_.rows), -1);
        row_.assign(static_cast<size_t>(p_.columns), -1);
        int64_t total = 0;
        for (int row = first; row < p_.rows; ++row) total += send(row, gone);
        return total;
    }

private:
    int64_t send(int source, const std::vector<bool>& gone) {
        constexpr int64_t far = std::numeric_limits<int64_t>::max();
        std::vector<int64_t> distance(static_cast<size_t>(p_.columns), far);
        std::vector<int> from(static_cast<size_t>(p_.columns), -1), queue{source};
        std::vector<bool> queued(static_cast<size_t>(p_.rows));
        for (size_t head = 0; head < queue.size(); ++head) { // Bellman-Ford with a queue
            const int row = queue[head], own = column_[static_cast<size_t>(row)];
            queued[static_cast<size_t>(row)] = false;
            const int64_t at = own < 0 ? 0 : distance[static_cast<size_t>(own)] - p_.at(row, own);
            for (int j = 0; j < p_.columns; ++j) {
                const auto column = static_cast<size_t>(j);
                if (gone[column] || j == own || at + p_.at(row, j) >= distance[column]) continue;
                distance[column] = at + p_.at(row, j);
                from[column] = row;
                const int holder = row_[column];
                if (holder < 0 || queued[static_cast<size_t>(holder)]) continue;
                queued[static_cast<size_t>(holder)] = true;
                queue.push_back(holder);
            }
        }
        int end = -1;
        for (int j = 0; j < p_.columns; ++j) {
            const auto column = static_cast<size_t>(j);
            if (row_[column] >= 0 || distance[column] == far) continue;
            if (end < 0 || distance[column] < distance[static_cast<size_t>(end)]) end = j;
        }
        const int64_t length = distance[static_cast<size_t>(end)];
        for (int row = -1; row != source;) {
            row = from[static_cast<size_t>(end)];
            row_[static_cast<size_t>(end)] = row;
            std::swap(end, column_[static_cast<size_t>(row)]);
        }
        return length;
    }

    const Problem& p_;
    std::vector<int> column_, row_;
};

/// The lexicographically smallest list of least total. Solves the remaining rows anew for every row and every column.
Answer fixed_one_by_one(const Problem& problem) {
    Flow flow(problem);
    std::vector<bool> gone(static_cast<size_t>(problem.columns));
    Answer answer{flow.least_total(0, gone), {}};
    int64_t rest = answer.total;
    for (int row = 0; row < problem.rows; ++row)
        for (int j = 0; j < problem.columns; ++j) {
            if (gone[static_cast<size_t>(j)]) continue;
            gone[static_cast<size_t>(j)] = true;
            const int64_t without = flow.least_total(row + 1, gone);
            if (without + problem.at(row, j) == rest) {
                rest = without;
                answer.list.push_back(j);
                break;
            }
            gone[static_cast<size_t>(j)] = false;
        }
    return answer;
}

using Random = std::mt19937;

Problem uniform(Random& random, int rows, int columns, int32_t low, int32_t high) {
    Problem problem{rows, columns, {}};
    std::uniform_int_distribution<int32_t> cost(low, high);
    for (int i = 0; i < rows * columns; ++i) problem.cost.push_back(cost(random));
    return problem;
}

/// Distances in mm from holders, given as (angle, metres from the centre), to slots on a circle of 4 m.
Problem ring(int columns, const std::vector<std::pair<double, double>>& holders) {
    Problem problem{static_cast<int>(holders.size()), columns, {}};
    for (const auto& [angle, radius] : holders)
        for (int j = 0; j < columns; ++j) {
            const double slot = 6.283185307179586 * j / columns;
            const double x = radius * std::cos(angle) - 4.0 * std::cos(slot);
            const double y = radius * std::sin(angle) - 4.0 * std::sin(slot);
            problem.cost.push_back(static_cast<int32_t>(std::lround(1000.0 * std::hypot(x, y))));
        }
    return problem;
}

Problem random_ring(Random& random, int rows, int columns) {
    std::uniform_real_distribution<double> angle(0.0, 6.283185307179586), radius(2.0, 12.0);
    std::vector<std::pair<double, double>> holders(static_cast<size_t>(rows));
    for (auto& holder : holders) holder = {angle(random), radius(random)};
    return ring(columns, holders);
}

Problem rotated_ring(int rows, int columns, double slots) {
    std::vector<std::pair<double, double>> holders;
    for (int i = 0; i < rows; ++i) holders.emplace_back(6.283185307179586 * (i + slots) / columns, 4.0);
    return ring(columns, holders);
}

/// A chain: the best column of each row is the only other good column of the next row. A greedy assignment pushes the
/// last row far out.
Problem chain(int rows, int columns) {
    Problem problem{rows, columns, std::vector<int32_t>(static_cast<size_t>(rows * columns), 1000000)};
    for (int i = 0; i < rows; ++i) {
        problem.cost[static_cast<size_t>(i * columns + i)] = 1000 + i;
        if (i + 1 < columns) problem.cost[static_cast<size_t>(i * columns + i + 1)] = 1000 - i;
    }
    return problem;
}

/// The cost is the product of the row and the column number, a classic bad case for augmenting paths.
Problem products(int rows, int columns) {
    Problem problem{rows, columns, {}};
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) problem.cost.push_back((i + 1) * (j + 1));
    return problem;
}

void compare(const Problem& problem, Answer (*reference)(const Problem&)) {
    ASSERT_EQ(least_cost(problem), reference(problem)) << problem.rows << " x " << problem.columns;
    ASSERT_EQ(nearest(problem), sorted_pairs(problem)) << problem.rows << " x " << problem.columns;
}
void compare_small(const Problem& problem) { compare(problem, brute_force); }
void compare_large(const Problem& problem) { compare(problem, fixed_one_by_one); }

#ifdef FRAY_SLOW_BUILD
constexpr bool slow = true;
#else
constexpr bool slow = false;
#endif

TEST(Assignment, EqualsBruteForceUpToEightColumns) {
    Random random(1);
    for (int columns = 1; columns <= 5; ++columns)
        for (int rows = 0; rows <= columns; ++rows)
            for (const int32_t range : {0, 1, 2, 3, 5, 10, 100, 10000})
                for (int i = 0; i < 400; ++i) compare_small(uniform(random, rows, columns, -range, range));
    for (int columns = 6; columns <= 8; ++columns)
        for (int rows = 1; rows <= columns; ++rows)
            for (const int32_t range : {1, 2, 4, 30, 1000000})
                for (int i = 0; i < (slow ? 4 : 25); ++i) compare_small(uniform(random, rows, columns, 0, range));
}

TEST(Assignment, EqualsBruteForceInEveryProblemWithTwoCosts) {
    for (const auto& [rows, columns] : {std::pair{2, 4}, {3, 3}, {3, 4}, {4, 4}, {3, 5}})
        for (uint32_t bits = 0; bits<1u << (rows * columns); bits += rows * columns> 12 ? 7 : 1) {
            Problem problem{rows, columns, {}};
            for (int i = 0; i < rows * columns; ++i) problem.cost.push_back(static_cast<int32_t>(bits >> i & 1));
            compare_small(problem);
        }
}

TEST(Assignment, EqualsBruteForceOnRings) {
    Random random(3);
    for (int columns = 2; columns <= 8; ++columns)
        for (int rows = 1; rows <= columns; ++rows) {
            for (int i = 0; i < 20; ++i) compare_small(random_ring(random, rows, columns));
            compare_small(ring(columns, std::vector<std::pair<double, double>>(static_cast<size_t>(rows), {0.3, 9.0})));
            compare_small(ring(columns, std::vector<std::pair<double, double>>(static_cast<size_t>(rows), {0.0, 0.0})));
            for (const double slots : {0.5, -0.5, 0.25, 1.0, 3.5}) compare_small(rotated_ring(rows, columns, slots));
            compare_small(chain(rows, columns));
            compare_small(products(rows, columns));
        }
}

TEST(Assignment, CostsMayBeAtTheirLimits) {
    Random random(4);
    constexpr int32_t limit = max_assignment_cost;
    for (int i = 0; i < (slow ? 50 : 300); ++i)
        for (const auto& [rows, columns] : {std::pair{2, 2}, {3, 3}, {4, 6}, {6, 6}, {5, 8}, {7, 7}}) {
            Problem problem = uniform(random, rows, columns, -limit, limit);
            compare_small(problem);
            for (int32_t& cost : problem.cost) cost = cost < 0 ? -limit : limit;
            compare_small(problem);
        }
}

TEST(Assignment, ReferencesAgree) {
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Problem problem = uniform(random, 3 + i % 3, 5 + i % 2, 0, 4);
        ASSERT_EQ(brute_force(problem), fixed_one_by_one(problem));
    }
}

TEST(Assignment, EqualsMinimumCostFlowUpToTwentyColumns) {
    Random random(6);
    for (const auto& [rows, columns] :
         {std::pair{9, 9}, {5, 9}, {12, 12}, {6, 12}, {16, 16}, {15, 16}, {8, 16}, {3, 16}, {17, 20}}) {
        for (const int32_t range : {0, 1, 3, 10, 50, 100000})
            for (int i = 0; i < 8; ++i) compare_large(uniform(random, rows, columns, -range, range));
        for (int i = 0; i < 8; ++i) compare_large(random_ring(random, rows, columns));
        compare_large(rotated_ring(rows, columns, 0.5));
        compare_large(chain(rows, columns));
        compare_large(products(rows, columns));
    }
}

/// For problems that are too large to solve anew for each pair. Compares the total with that of the flow. For some
/// pairs of a row and a column below its own it shows that the row cannot have that column at the same total.
void compare_largest(Random& random, const Problem& problem, int pairs) {
    const Answer answer = least_cost(problem);
    ASSERT_EQ(nearest(problem), sorted_pairs(problem));
    Flow flow(problem);
    std::vector<bool> none_gone(static_cast<size_t>(problem.columns));
    ASSERT_EQ(answer.total, flow.least_total(0, none_gone)) << problem.rows << " x " << problem.columns;
    for (int i = 0; i < pairs; ++i) {
        std::vector<bool> gone = none_gone;
        const int row = static_cast<int>(random() % static_cast<uint32_t>(problem.rows));
        int64_t rest = answer.total;
        for (int before = 0; before < row; ++before) {
            const int column = answer.list[static_cast<size_t>(before)];
            ASSERT_FALSE(gone[static_cast<size_t>(column)]);
            gone[static_cast<size_t>(column)] = true;
            rest -= problem.at(before, column);
        }
        const int own = answer.list[static_cast<size_t>(row)];
        const int lower = own == 0 ? 0 : static_cast<int>(random() % static_cast<uint32_t>(own));
        if (lower == own || gone[static_cast<size_t>(lower)]) continue;
        gone[static_cast<size_t>(lower)] = true;
        ASSERT_GT(problem.at(row, lower) + flow.least_total(row + 1, gone), rest) << row << " " << lower;
    }
}

TEST(Assignment, EqualsMinimumCostFlowAroundSixtyFourColumns) {
    Random random(7);
    for (const auto& [rows, columns] : {std::pair{63, 63}, {64, 64}, {32, 64}, {40, 65}, {65, 65}}) {
        for (const int32_t range : {1, 2, 5, 40, 100000})
            compare_largest(random, uniform(random, rows, columns, 0, range), 40);
        compare_largest(random, random_ring(random, rows, columns), 20);
        compare_largest(random, rotated_ring(rows, columns, 0.5), 20);
        compare_largest(random, chain(rows, columns), 5);
        compare_largest(random, products(rows, columns), 5);
    }
}

TEST(Assignment, EqualsMinimumCostFlowUpToTheLargestSize) {
    Random random(8);
    for (const auto& [rows, columns] : {std::pair{128, 256}, {256, 256}, {200, 250}}) {
        compare_largest(random, uniform(random, rows, columns, 0, 3), slow ? 1 : 6);
        if (slow) continue;
        compare_largest(random, uniform(random, rows, columns, -1000, 1000), 2);
        compare_largest(random, random_ring(random, rows, columns), 2);
    }
}

TEST(Assignment, EqualCostsAreAssignedInOrderOfColumns) {
    for (const int rows : {1, 2, 255, 256}) {
        const Problem problem{rows, 256, std::vector<int32_t>(static_cast<size_t>(rows * 256), 5)};
        Answer expected{5 * rows, std::vector<int>(static_cast<size_t>(rows))};
        std::iota(expected.list.begin(), expected.list.end(), 0);
        EXPECT_EQ(least_cost(problem), expected);
        EXPECT_EQ(nearest(problem), expected);
    }
}

} // namespace
} // namespace fray
