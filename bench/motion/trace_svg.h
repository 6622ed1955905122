// The ways that a crowd has taken, as a picture.
#pragma once

#include "scenes.h"

#include <span>
#include <string>
#include <vector>

namespace fray::motion {

class WayTrace {
public:
    /// `scene` outlives it. Of large crowds every so manieth is drawn.
    explicit WayTrace(const Scene& scene);

    void add(double seconds, std::span<const Vec2> positions);
    /// An SVG document: walls, ways from blue (start) to red, whoever stands as a disc, all where they are last.
    std::string svg() const;

private:
    void draw_walls(std::string& out) const;
    void draw_way(std::string& out, size_t walker) const;
    void draw_body(std::string& out, size_t walker) const;

    const Scene& scene_;
    size_t every_;
    double next_ = 0.0;                   ///< s
    std::vector<std::vector<Vec2>> ways_; ///< by walker; empty: not drawn
    std::vector<Vec2> last_;
};

} // namespace fray::motion
