// All figures of the archetypes, to be changed while they fight, and saved.
#pragma once

#include "viewing/viewing.h"

#include <string>

namespace fray::demo {

class TuningPanel {
public:
    void draw(Viewing& viewing);
    /// The next time that it is drawn, what is typed goes into its filter.
    void ask_for_filter() { wants_filter_ = true; }

private:
    void show_picked(const Viewing& viewing);
    void head(Viewing& viewing);
    void choose(const Viewing& viewing);
    void groups(Viewing& viewing);
    static void row(Viewing& viewing, const Tunable& figure);
    bool passes(const Tunable& figure) const;

    std::string archetype_;
    Serial picked_ = no_serial;
    std::string filter_;
    bool wants_filter_ = false;
};

} // namespace fray::demo
