// The laws of scaling that measured times are held against.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fray::demo {

/// The serial share that a speed-up on so many threads would come from, if nothing else stood in its way (Karp and
/// Flatt 1990). Of one thread there is none: 0.
double karp_flatt(double speedup, double threads);

/// Frames a second, or anything else that grows with them, on so many threads.
struct Throughput {
    double threads = 1.0;
    double value = 0.0;
};

/// value(n) = rate * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)): the universal scalability law (Gunther 1993);
/// with kappa = 0 it is Amdahl's. Fitted by Levenberg and Marquardt's method to the relative errors of `value`, not
/// by a line through the transformed points, which weighs them wrongly. Signs are not constrained: a negative sigma
/// says that it went faster than in proportion.
struct LawFit {
    bool fitted = false;
    std::string why_not;
    double rate = 0.0, sigma = 0.0, kappa = 0.0;
    std::vector<double> residuals;     ///< relative, measured over fitted - 1, in the order given
    double root_mean_square = 0.0;     ///< of the residuals
    size_t points = 0, parameters = 0; ///< as many as points: it goes through them all, and the residuals say nothing

    double value(double threads) const;
    /// Where adding threads no longer helps; 0: nowhere.
    double best_threads() const;
};
LawFit fit_amdahl(const std::vector<Throughput>& measured);
LawFit fit_universal(const std::vector<Throughput>& measured);

} // namespace fray::demo
