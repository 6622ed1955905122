#include "film.h"

#include "picture/draw.h"
#include "picture/palette.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace fray::demo {
namespace {

constexpr double after_end = 2.2; ///< s, how long the film goes on after the end of a battle

View view_of_half(const FilmDef& def, size_t index, size_t count) {
    View view;
    const auto width = static_cast<float>(def.width), height = static_cast<float>(def.height);
    const auto part = [&](size_t i) { return std::round(width * static_cast<float>(i) / static_cast<float>(count)); };
    view.left = part(index);
    view.right = part(index + 1);
    view.bottom = height;
    view.middle = {0.5f * (view.left + view.right), 0.5f * height};
    view.ui = std::clamp(std::min(height / 900.0f, width / 1400.0f), 0.5f, 4.0f);
    return view;
}

} // namespace

Film::Film(const FilmDef& def, std::vector<Filmed> filmed) : def_(def), canvas_(def.width, def.height, palette.ground) {
    const double seconds = (def.until - def.from) / def.speed;
    frames_ = std::max<int64_t>(std::llround(seconds * def.fps), 1);
    for (size_t i = 0; i < filmed.size(); ++i) {
        const View view = view_of_half(def, i, filmed.size());
        halves_.push_back({std::move(filmed[i]),
                           FilmCamera(static_cast<int>(view.width()), def.height, def.focus, seconds),
                           {},
                           view});
    }
}

int64_t Film::steps_before() const {
    return static_cast<int64_t>(std::ceil(def_.from * halves_.front().filmed.battle->scenario().hz));
}

bool Film::step_before() {
    bool any = false;
    for (Half& half : halves_) {
        if (half.filmed.battle->world().time() < def_.from) any = half.step() || any;
        half.counts = {};
    }
    return any;
}

bool Film::is_over() const {
    return std::all_of(halves_.begin(), halves_.end(),
                       [&](const Half& half) { return half.over && half.filmed.battle->world().time() < def_.from; });
}

bool Film::Half::step() {
    over = over || !filmed.step();
    if (over) return false;
    const World& world = filmed.battle->world();
    recent.add(world);
    const auto states = world.states();
    counts.hits += static_cast<int64_t>(world.events().hits.size());
    counts.most_attacks =
        std::max<int64_t>(counts.most_attacks, std::count(states.begin(), states.end(), AgentState::attack));
    return true;
}

void Film::Half::advance(double time) {
    const World& world = filmed.battle->world();
    // The first step spawns the agents.
    while (!over && (world.time() < time - 1e-9 || world.frame() == 0)) step();
}

Moment Film::Half::moment(double time) const {
    const World& world = filmed.battle->world();
    const double late = (world.time() - time) * world.hz();
    return {over ? 1.0f : static_cast<float>(std::clamp(1.0 - late, 0.0, 1.0)), &recent};
}

const Canvas* Film::next() {
    if (next_ >= frames_) return nullptr;
    const double time = def_.from + static_cast<double>(next_) * def_.speed / def_.fps;
    canvas_ = Canvas(def_.width, def_.height, palette.ground);
    FilmTime at{static_cast<double>(next_) / def_.fps, static_cast<double>(frames_) / def_.fps, time, def_.speed};
    for (Half& half : halves_) {
        half.advance(time);
        if (half.over) shorten();
        at.length = static_cast<double>(frames_) / def_.fps;
        at.battle = std::min(time, half.filmed.battle->world().time());
        draw_half(half, time, at);
    }
    const Battle& battle = *halves_.front().filmed.battle;
    if (halves_.size() > 1) {
        const float x = halves_.front().view.right, line = std::max(1.0f, halves_.front().view.ui * 2.0f);
        canvas_.rectangle({x - line, 0.0f}, {x + line, static_cast<float>(def_.height)}, palette.rule);
    }
    draw_opening(canvas_, battle, def_.remark, at);
    if (halves_.size() == 1) draw_verdict(canvas_, battle, halves_.front().counts, at);
    ++next_;
    return &canvas_;
}

void Film::draw_half(Half& half, double time, const FilmTime& at) {
    const World& world = half.filmed.battle->world();
    half.camera.set_length(at.length);
    half.view.show(half.camera.area(world, at.at));
    draw_field(canvas_, half.view, world, half.moment(time));
    draw_score(canvas_, half.view, *half.filmed.battle, at);
    if (halves_.size() > 1) draw_label(canvas_, half.view, label(half));
}

void Film::shorten() {
    const bool all = std::all_of(halves_.begin(), halves_.end(), [](const Half& half) { return half.over; });
    if (all) frames_ = std::min(frames_, next_ + std::max<int64_t>(std::llround(after_end * def_.fps), 1));
}

HalfLabel Film::label(const Half& half) const {
    const auto states = half.filmed.battle->world().states();
    const auto attacks = std::count(states.begin(), states.end(), AgentState::attack);
    return {half.filmed.title, fmt::format("attacking now: {}   hits: {}", attacks, half.counts.hits)};
}

} // namespace fray::demo
