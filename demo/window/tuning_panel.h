// The panel that shows all values of the archetypes and changes them while the battle runs.
#pragma once

#include "viewing/viewing.h"

#include <string>

namespace fray::demo {

class TuningPanel {
public:
    void draw(Viewing& viewing);
    /// Gives the keyboard focus to the filter when the panel is drawn next.
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
