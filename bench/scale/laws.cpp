#include "laws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace fray::demo {
namespace {

constexpr size_t most_parameters = 3; ///< log of the rate, sigma and kappa
using Vector = std::array<double, most_parameters>;
using Matrix = std::array<Vector, most_parameters>;

double slowness(double n, const Vector& p) { return 1.0 + p[1] * (n - 1.0) + p[2] * n * (n - 1.0); }

/// Solves the first `size` equations of a * x = b, for a symmetric and positive definite; returns false if a is not.
bool solve(Matrix a, Vector b, size_t size, Vector& x) {
    for (size_t i = 0; i < size; ++i) {
        if (!(a[i][i] > 1e-300)) return false;
        for (size_t row = i + 1; row < size; ++row) {
            const double factor = a[row][i] / a[i][i];
            for (size_t column = i; column < size; ++column) a[row][column] -= factor * a[i][column];
            b[row] -= factor * b[i];
        }
    }
    x = {};
    for (size_t i = size; i-- > 0;) {
        double sum = b[i];
        for (size_t column = i + 1; column < size; ++column) sum -= a[i][column] * x[column];
        x[i] = sum / a[i][i];
    }
    return true;
}

/// Log of measured / fitted; infinite where the fitted value is not positive.
double error_of(const Throughput& point, const Vector& p) {
    const double slow = slowness(point.threads, p);
    if (!(slow > 0.0)) return INFINITY;
    return std::log(point.value / point.threads) - p[0] + std::log(slow);
}

double cost_of(const std::vector<Throughput>& measured, const Vector& p) {
    double sum = 0.0;
    for (const Throughput& point : measured) {
        const double error = error_of(point, p);
        sum += error * error;
    }
    return sum;
}

/// Makes a damped step; returns false if no step decreases the cost.
bool improve(const std::vector<Throughput>& measured, size_t size, Vector& p, double& cost, double& damping) {
    Matrix normal{};
    Vector slope{};
    for (const Throughput& point : measured) {
        const double n = point.threads, slow = slowness(n, p);
        const Vector derivative = {-1.0, (n - 1.0) / slow, n * (n - 1.0) / slow};
        const double error = error_of(point, p);
        for (size_t i = 0; i < size; ++i) {
            slope[i] -= derivative[i] * error;
            for (size_t j = 0; j < size; ++j) normal[i][j] += derivative[i] * derivative[j];
        }
    }
    for (; damping < 1e12; damping *= 10.0) {
        Matrix damped = normal;
        for (size_t i = 0; i < size; ++i) damped[i][i] *= 1.0 + damping;
        Vector step;
        if (!solve(damped, slope, size, step)) continue;
        Vector next = p;
        for (size_t i = 0; i < size; ++i) next[i] += step[i];
        const double next_cost = cost_of(measured, next);
        if (!(next_cost < cost)) continue;
        p = next;
        cost = next_cost;
        damping = std::max(damping * 0.1, 1e-12);
        return true;
    }
    return false;
}

std::string why_not_fitted(const std::vector<Throughput>& measured, size_t parameters) {
    std::set<double> counts;
    for (const Throughput& point : measured) {
        if (!(point.value > 0.0) || !std::isfinite(point.value)) return "a measured value is not positive";
        counts.insert(point.threads);
    }
    if (counts.size() >= parameters) return {};
    return fmt::format("needs {} thread counts, has {}", parameters, counts.size());
}

LawFit fit(const std::vector<Throughput>& measured, size_t parameters) {
    LawFit fit;
    fit.points = measured.size();
    fit.parameters = parameters;
    fit.why_not = why_not_fitted(measured, parameters);
    if (!fit.why_not.empty()) return fit;
    Vector p = {std::log(measured.front().value / measured.front().threads), 0.01, 0.0};
    double cost = cost_of(measured, p), damping = 1e-3;
    for (int i = 0; i < 500 && improve(measured, parameters, p, cost, damping); ++i) {
    }
    fit.fitted = true;
    fit.rate = std::exp(p[0]);
    fit.sigma = p[1];
    fit.kappa = p[2];
    double squares = 0.0;
    for (const Throughput& point : measured) {
        fit.residuals.push_back(point.value / fit.value(point.threads) - 1.0);
        squares += fit.residuals.back() * fit.residuals.back();
    }
    fit.root_mean_square = std::sqrt(squares / static_cast<double>(measured.size()));
    return fit;
}

} // namespace

double karp_flatt(double speedup, double threads) {
    if (threads <= 1.0 || speedup <= 0.0) return 0.0;
    return (1.0 / speedup - 1.0 / threads) / (1.0 - 1.0 / threads);
}

double LawFit::value(double threads) const {
    return rate * threads / (1.0 + sigma * (threads - 1.0) + kappa * threads * (threads - 1.0));
}

double LawFit::best_threads() const {
    return fitted && kappa > 0.0 && sigma < 1.0 ? std::sqrt((1.0 - sigma) / kappa) : 0.0;
}

LawFit fit_amdahl(const std::vector<Throughput>& measured) { return fit(measured, 2); }
LawFit fit_universal(const std::vector<Throughput>& measured) { return fit(measured, 3); }

} // namespace fray::demo
