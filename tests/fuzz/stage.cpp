#include "fuzz/stage.h"

#include "fuzz/fuzz.h"

#include <array>

namespace fray::fuzz {

Stage::Stage(bool ground, int frames) : ground_(ground) {
    Skirmish skirmish(ground);
    skirmish.spawn();
    skirmish.live(frames);
    expect(skirmish.world.save(&snapshot_) == Error::ok, "save");
    make();
}

void Stage::make() {
    rollback_.reset();
    skirmish_ = std::make_unique<Skirmish>(ground_);
    expect(world().restore(snapshot_) == Error::ok, "the stage's snapshot", world().error_text());
    rollback_ = Rollback::create(world(), 2).value();
    keep();
}

void Stage::keep() {
    frame_ = world().frame();
    expect(rollback_->save() == Error::ok, "the stage's image", world().error_text());
}

void Stage::reset() {
    if (rollback_->keeps(frame_) && rollback_->restore(frame_) == Error::ok) return;
    // The input may have restored a snapshot, which ends the images. If it has added archetypes, the stage's snapshot
    // is one of another world.
    if (world().restore(snapshot_) == Error::ok)
        keep();
    else
        make();
}

Stage& stage(size_t number) {
    static std::array<Stage, 4> stages = {Stage(false, 1), Stage(true, 1), Stage(false, 90), Stage(true, 150)};
    return stages[number % stages.size()];
}

} // namespace fray::fuzz
