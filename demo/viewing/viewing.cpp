#include "viewing.h"

#include "files/require.h"
#include "files/whole_file.h"
#include "fray/inspect.h"
#include "inspector.h"
#include "picture/crowd.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

namespace fray::demo {
namespace {

constexpr float action_mark = 7.0f; ///< pixels, the least radius of a mark when the camera goes to the action
constexpr double longest_way = 1.0; ///< s, about how long the camera is on a long way to another fight

float distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// The part of a scenario that a reload reads. The session keeps a copy per reload for the replay, so the rest is
/// dropped.
std::shared_ptr<const Scenario> definitions_of(Scenario scenario) {
    scenario.ground.reset();
    scenario.groups.clear();
    scenario.script.clear();
    return std::make_shared<const Scenario>(std::move(scenario));
}

} // namespace

Viewing::Viewing(Battle&& battle, Tuning tuned) : session(std::move(battle)), tuning(std::move(tuned)) {}

void Viewing::say(std::string message, bool bad) {
    message_ = std::move(message);
    bad_ = bad;
}

bool Viewing::attempt(const std::function<void()>& act) {
    try {
        act();
        return true;
    } catch (const BadResult& error) {
        say(error.what(), true);
        return false;
    }
}

// ---- Time

void Viewing::pause(bool paused) {
    paused_ = paused;
    behind_ = 0.0;
}

int Viewing::steps_due(double elapsed, int most) {
    if (paused_) return 0;
    const double times = speeds[speed_];
    if (times == 0.0) return most;
    const double hz = session.battle().scenario().hz;
    behind_ += elapsed * times;
    const int due = std::min(static_cast<int>(behind_ * hz), most);
    behind_ = std::min(behind_ - due / hz, 1.0 / hz);
    return due;
}

bool Viewing::step_begin(const Steering::MoveInput& wanted) {
    const bool begun = attempt([&] {
        steering.before_step(session, wanted);
        session.step_begin();
    });
    if (!begun) pause(true);
    return begun;
}

bool Viewing::step_end() {
    const bool done = attempt([&] { session.step_end(); });
    if (!done) pause(true);
    const bool over = done && session.battle().over();
    if (over && !told_over_) {
        pause(true);
        say("the battle is over");
    }
    told_over_ = over;
    return done;
}

void Viewing::step_once() {
    pause(true);
    step(move_input);
}

void Viewing::go_back(uint64_t frames) {
    pause(true);
    const uint64_t now = session.frame(), earliest = session.earliest();
    const uint64_t to = now - std::min(frames, now - earliest);
    if (to == now) return say("this is as far back as it goes");
    attempt([&] {
        if (!session.go_back(to)) say("it cannot go back there", true);
    });
    told_over_ = session.battle().over();
}

void Viewing::go_on(uint64_t frames) {
    pause(true);
    const uint64_t to = std::min(session.frame() + frames, session.latest());
    while (session.frame() < to && attempt([&] { session.step(); })) {
    }
}

// ---- Selection

void Viewing::pick(Serial agent) {
    picked_ = world().find(agent) ? agent : no_serial;
    if (picked_ == no_serial && follows_ == Follows::agent) follow(Follows::nothing);
}

void Viewing::pick_at(Vec2 at, float within) {
    Serial nearest[2] = {no_serial, no_serial}; // living, dead
    float best[2] = {within, within};
    for (size_t row = 0; row < world().agent_count(); ++row) {
        const size_t dead = world().states()[row] == AgentState::dead ? 1 : 0;
        const float away = distance(world().positions()[row], at);
        if (away > best[dead]) continue;
        best[dead] = away;
        nearest[dead] = world().serials()[row];
    }
    pick(nearest[0] != no_serial ? nearest[0] : nearest[1]);
}

void Viewing::pick_next(bool backwards) {
    Serial next = no_serial, first = no_serial;
    const auto before = [&](Serial a, Serial b) { return b == no_serial || (backwards ? a > b : a < b); };
    for (size_t row = 0; row < world().agent_count(); ++row) {
        if (world().states()[row] == AgentState::dead) continue;
        const Serial serial = world().serials()[row];
        if (before(serial, first)) first = serial;
        const bool beyond = picked_ != no_serial && (backwards ? serial < picked_ : serial > picked_);
        if (beyond && before(serial, next)) next = serial;
    }
    pick(next != no_serial ? next : first);
}

// ---- Camera

void Viewing::follow(Follows what) {
    follows_ = what;
    action_.reset();
    if (what != Follows::action) return;
    if (const std::optional<Area> area = find_action()) show(*area);
    x_ = {camera.centre().x, 0.0}, y_ = {camera.centre().y, 0.0};
}

void Viewing::move_camera(double elapsed) {
    if (follows_ == Follows::action) follow_action(elapsed);
    if (follows_ != Follows::agent) return;
    const auto row = row_of(world(), steering.agent() != no_serial ? steering.agent() : picked_);
    if (row) camera.look_at(world().positions()[*row]);
}

/// The agents around the fight, as near as marks are large. A battle that has gone back is looked at anew.
std::optional<Area> Viewing::find_action() {
    const Vec2 low = camera.field_low(), high = camera.field_high(), size = {high.x - low.x, high.y - low.y};
    const float widest = width_for_marks(world(), size.x, action_mark);
    if (!action_ || world().time() < looked_) {
        action_.emplace(widest);
        looked_ = world().time();
    }
    const std::optional<Vec2> spot = action_->find(world(), world().time() - std::exchange(looked_, world().time()));
    return spot ? std::optional(area_around(world(), *spot, widest, size.x / size.y)) : std::nullopt;
}

/// Moves to the fight. How near the camera is, the person decides.
void Viewing::follow_action(double elapsed) {
    const std::optional<Area> area = find_action();
    if (!area) return;
    const double width = camera.high().x - camera.low().x;
    const double fastest = std::max(fastest_pan * width, distance(area->centre, camera.centre()) / longest_way);
    x_.follow(area->centre.x, slow_pan, fastest, elapsed);
    y_.follow(area->centre.y, slow_pan, fastest, elapsed);
    camera.look_at({static_cast<float>(x_.value), static_cast<float>(y_.value)});
}

void Viewing::show(const Area& area) { camera.show(area.centre, area.size.x, area.size.y); }

void Viewing::show_all() {
    follow(Follows::nothing);
    camera.show_all(world());
}

void Viewing::show_focus() {
    follow(Follows::nothing);
    const PictureDef& picture = session.battle().scenario().picture;
    const Vec2 low = camera.field_low(), high = camera.field_high(), size = {high.x - low.x, high.y - low.y};
    const Area focus = {picture.focus, {picture.width, picture.width * size.y / size.x}};
    show(picture.width > 0.0f && shows_agent(world(), focus) ? focus : area_without_focus(size));
}

/// What pictures open on; but before the first attack, when the armies are still apart, as much of them as can be seen
/// as shapes.
Area Viewing::area_without_focus(Vec2 size) const {
    if (std::ranges::count(world().states(), AgentState::attack) > 0) return open_area(world(), size.x, size.y);
    const float widest = width_for_marks(world(), size.x, least_mark);
    const Area whole = whole_area(world());
    const bool is_seen = world().agent_count() < 40 || std::max(whole.size.x, whole.size.y) <= widest;
    return is_seen ? whole : action_area(world(), widest, size.x / size.y);
}

// ---- Steering and tuning

void Viewing::toggle_steering() {
    attempt([&] {
        if (steering.agent() != no_serial) {
            steering.release(session);
            return say("let go");
        }
        const Serial agent = picked_ != no_serial ? picked_ : Steering::first_without_brain(world());
        if (agent == no_serial) return say("pick an agent to steer: every agent has a brain of its own", true);
        if (!steering.take(session, agent)) return say(fmt::format("#{} is dead or gone", agent), true);
        pick(agent);
        say(fmt::format("you steer #{}: WASD or arrows, Enter strikes, E lets go", agent));
    });
}

AgentId Viewing::circle_target() const {
    const AgentId picked = world().find(picked_).value_or(AgentId{});
    const std::optional<AgentId> target = world().target(picked);
    if (!target) return {};
    return !inspect_circle(world(), picked) && inspect_circle(world(), *target) ? *target : picked;
}

std::optional<CircleCapacity> Viewing::capacity() const {
    const AgentId target = circle_target();
    if (!target) return std::nullopt;
    if (wish_ && wish_->target == target && wish_->frame == session.frame()) return wish_->capacity;
    return world().capacity(target);
}

void Viewing::set_capacity(CircleCapacity wanted) {
    const AgentId target = circle_target();
    if (!target)
        return say("pick an agent: the capacities are those of the circle round it, or round its target", true);
    const bool taken = attempt([&] {
        session.give([=](Battle& battle) { require(battle.world().set_capacity(target, wanted), battle.world()); });
    });
    if (taken) wish_ = Wish{target, wanted, session.frame()};
}

void Viewing::change_capacity(int grid, int attack) {
    const std::optional<CircleCapacity> now = capacity();
    set_capacity(now ? CircleCapacity{now->grid_capacity + grid, now->attack_capacity + attack} : CircleCapacity{});
}

/// Applies a change to both the tuning and the battle, or to neither.
template <class Act> void Viewing::tune_by(Act&& act) {
    Tuning before = tuning;
    if (const std::string wrong = act(); !wrong.empty()) return say(wrong, true);
    const bool taken = attempt([&] { apply_tuning(); });
    if (taken)
        say("");
    else
        tuning = std::move(before);
}

void Viewing::apply_tuning() {
    session.give([changed = definitions_of(tuning.scenario())](Battle& battle) { battle.reload(*changed).value(); });
}

void Viewing::tune(const TomlPath& path, const nlohmann::json& value) {
    tune_by([&] { return tuning.set(path, value); });
}
void Viewing::take_back(const TomlPath& path) {
    tune_by([&] { return tuning.take_back(path); });
}
void Viewing::take_all_back() {
    tune_by([&] { return tuning.take_all_back(); });
}

void Viewing::change_figure(const TomlPath& in_archetype, int by) {
    const std::optional<ArchetypeIndex> archetype = world().archetype_of(circle_target());
    if (!archetype) return say("pick an agent first: the figure is that of its archetype, or of its target's", true);
    TomlPath path = {"archetypes", world().archetype(*archetype).name};
    path.insert(path.end(), in_archetype.begin(), in_archetype.end());
    const Tunable* figure = find_figure(tuning.figures(), path);
    if (figure != nullptr && figure->value.is_number_integer()) tune(path, figure->value.get<int64_t>() + by);
}

void Viewing::save() {
    const Tuning::Saved saved = tuning.save();
    asks_ = saved.differs;
    say(saved.message, !saved.done);
}

void Viewing::answer_overwrite() {
    asks_ = false;
    std::string theirs;
    const std::string unread = read_whole(tuning.path(), &theirs);
    bool written = false;
    tune_by([&] {
        const Tuning::Saved saved = tuning.overwrite();
        written = saved.done;
        return saved.done ? std::string() : saved.message;
    });
    if (!bad_) return say(fmt::format("{}: saved over the other changes", tuning.path()));
    if (!written || !unread.empty()) return;
    // The battle has refused the values of the file: the file gets its old text back.
    if (const std::string error = replace_whole(tuning.path(), theirs); !error.empty())
        say(message_ + "\n" + error, true);
}

void Viewing::answer_reload() {
    asks_ = false;
    tune_by([&] {
        const Tuning::Saved saved = tuning.reload();
        return saved.done ? std::string() : saved.message;
    });
    if (!bad_) say(fmt::format("{}: reloaded", tuning.path()));
}

void Viewing::answer_cancel() {
    asks_ = false;
    say("not saved");
}

std::string state_line(const Viewing& viewing) {
    const World& world = viewing.world();
    const Session& session = viewing.session;
    const std::optional<CircleCapacity> capacity = viewing.capacity();
    static constexpr std::array follows = {"nothing", "agent", "action"}; // in the order of Viewing::Follows
    nlohmann::ordered_json line;
    line["frame"] = session.frame();
    line["latest"] = session.latest();
    line["hash"] = fmt::format("{:016x}", world.state_hash());
    line["paused"] = viewing.is_paused();
    line["speed"] = Viewing::speeds[viewing.speed()];
    line["picked"] = viewing.picked();
    line["steered"] = viewing.steering.agent();
    line["follows"] = follows[static_cast<size_t>(viewing.follows())];
    if (capacity) line["capacity"] = {capacity->grid_capacity, capacity->attack_capacity};
    line["layers"] = viewing.layers.on();
    line["changes"] = viewing.tuning.changes().size();
    line["asks"] = viewing.is_asking();
    line["message"] = viewing.message();
    if (const auto row = row_of(world, viewing.steering.agent())) {
        const Vec2 at = world.positions()[*row];
        line["at"] = {at.x, at.y};
    }
    return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace fray::demo
