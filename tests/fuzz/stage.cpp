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
    frame_ = world().frame();
    rollback_ = Rollback::create(world(), 2).value();
    expect(rollback_->save() == Error::ok, "the stage's image", world().error_text());
}

void Stage::reset() {
    if (!rollback_->keeps(frame_) || rollback_->restore(frame_) != Error::ok) make();
}

Stage& stage(size_t number) {
    static std::array<Stage, 4> stages = {Stage(false, 1), Stage(true, 1), Stage(false, 90), Stage(true, 150)};
    return stages[number % stages.size()];
}

} // namespace fray::fuzz
