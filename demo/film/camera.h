// The camera of a film: it opens on all agents, goes to the fight, follows it, and comes back to all agents at the end.
#pragma once

#include "framing/area.h"
#include "framing/fight_follower.h"

#include <optional>

namespace fray::demo {

class FilmCamera {
public:
    static constexpr double opening = 1.3; ///< s, how long all agents are shown first
    static constexpr double closing = 2.6; ///< s before the end, when it begins to come back
    /// s, the least length of a film in which the camera comes back
    static constexpr double least_closed = 6.5;

    /// `width`, `height`: pixels of the picture. `focus`: if it is given, the camera rests on it as long as it shows a
    /// living agent. `seconds`: length of the film, see `set_length`.
    FilmCamera(int width, int height, std::optional<Area> focus, double seconds);

    /// The film has this length from now on: it may become shorter while it is made.
    void set_length(double seconds) { length_ = seconds; }

    /// What the picture at `at` seconds of the film shows. Call it with rising times.
    Area area(const World& world, double at);

private:
    bool rests(const World& world) const;
    Area aim(const World& world, double at, double seconds);
    Area follow(const World& world, double seconds);
    void keep_agents(const World& world);
    double width_of(const Area& area) const;
    Area shown() const;

    double aspect_;
    float pixels_;
    std::optional<Area> focus_;
    double length_;
    float widest_ = 0.0f; ///< m, the most that is shown of the fight; 0: not known yet
    std::optional<FightFollower> follower_;
    Eased x_, y_, zoom_; ///< m, m, and the logarithm of the shown width in m
    double last_ = -1.0; ///< s, of the picture before
};

} // namespace fray::demo
