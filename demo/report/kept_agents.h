// Which agents the page shows: all, or, of very many, a sample that is the same in every run.
#pragma once

#include "fray/scenario.h"
#include "fray/world.h"

#include <cstdint>
#include <vector>

namespace fray::demo {

class KeptAgents {
public:
    explicit KeptAgents(size_t most) : most_(most) {}

    /// After every step. At the first all are taken, or, if they are more than `most`, as many as that: half of them
    /// are those nearest to the focus, so that whole fights are seen there; the rest are taken evenly by serial. Who
    /// comes later is taken while there is room.
    void update(const World& world, const PictureDef& picture);

    size_t size() const { return size_; }
    /// -1: not shown.
    int32_t index_of(Serial serial) const;
    /// How far from the focus everybody is shown, m; 0: everywhere.
    float radius() const { return radius_; }
    Vec2 focus() const { return focus_; }

private:
    void choose(const World& world, const PictureDef& picture);
    void keep(Serial serial);

    size_t most_;
    bool chosen_ = false;
    float radius_ = 0.0f;
    Vec2 focus_;
    Serial next_ = 0; ///< who was not looked at yet
    size_t size_ = 0;
    std::vector<int32_t> index_; ///< by serial
};

} // namespace fray::demo
