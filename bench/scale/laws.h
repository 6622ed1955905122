// The scaling laws that are fitted to measured times.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fray::demo {

/// The serial fraction that would explain a speed-up on `threads` threads without other losses (Karp and Flatt 1990). 0
/// for one thread, where it is undefined.
double karp_flatt(double speedup, double threads);

/// Frames per second, or another measure of speed, with a number of threads.
struct Throughput {
    double threads = 1.0;
    double value = 0.0;
};

/// value(n) = rate * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)): the universal scalability law (Gunther 1993);
/// with kappa = 0 it is Amdahl's law. Fitted to the relative errors of `value` by the Levenberg-Marquardt method. A
/// line through transformed points would weigh the points wrongly. Signs are not constrained: a negative sigma means
/// superlinear speed-up.
struct LawFit {
    bool fitted = false;
    std::string why_not;
    double rate = 0.0, sigma = 0.0, kappa = 0.0;
    std::vector<double> residuals;     ///< relative, measured / fitted - 1, in the given order
    double root_mean_square = 0.0;     ///< of the residuals
    size_t points = 0, parameters = 0; ///< if equal, the curve meets all points, and the residuals mean nothing

    double value(double threads) const;
    /// The number of threads with the greatest value; 0: the value never decreases.
    double best_threads() const;
};
LawFit fit_amdahl(const std::vector<Throughput>& measured);
LawFit fit_universal(const std::vector<Throughput>& measured);

} // namespace fray::demo
