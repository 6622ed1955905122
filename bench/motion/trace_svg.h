// Draws the paths that a crowd has taken.
#pragma once

#include "scenes.h"

#include <span>
#include <string>
#include <vector>

namespace fray::motion {

class WayTrace {
public:
    /// `scene` must outlive this object. In a large crowd only every n-th walker is drawn.
    explicit WayTrace(const Scene& scene);

    void add(double seconds, std::span<const Vec2> positions);
    /// An SVG document: walls, paths from blue (start) to red, standing agents as discs, and all agents at their last
    /// positions.
    std::string svg() const;

private:
    void draw_walls(std::string& out) const;
    void draw_way(std::string& out, size_t walker) const;
    void draw_body(std::string& out, size_t walker) const;

    const Scene& scene_;
    size_t every_;
    double next_ = 0.0;                   ///< s, time of the next sample
    std::vector<std::vector<Vec2>> ways_; ///< by walker; empty: not drawn
    std::vector<Vec2> last_;
};

} // namespace fray::motion
