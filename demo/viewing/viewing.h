// All actions of a person that views a battle, independent of the window. Keys, mouse, panels and tests call it.
#pragma once

#include "camera.h"
#include "framing/area.h"
#include "framing/fight_follower.h"
#include "layers.h"
#include "session.h"
#include "steering.h"
#include "tuning/tuning.h"

#include <array>
#include <optional>
#include <string>

namespace fray::demo {

class Viewing {
public:
    /// Multiples of real time; 0: as fast as possible.
    static constexpr std::array<double, 9> speeds = {0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 0.0};
    static constexpr size_t real_time = 3;

    Viewing(Battle&& battle, Tuning tuning);

    const World& world() const { return session.world(); }

    // ---- Time

    bool is_paused() const { return paused_; }
    void pause(bool paused);
    size_t speed() const { return speed_; }
    void set_speed(size_t speed) { speed_ = speed < speeds.size() ? speed : speed_; }
    void faster() { set_speed(speed_ + 1); }
    void slower() {
        if (speed_ > 0) set_speed(speed_ - 1);
    }
    /// Makes a step with `move_input` as input, then pauses.
    void step_once();
    /// Goes back by `frames`, or as far as possible, then pauses.
    void go_back(uint64_t frames);
    /// Replays at most `frames` of the frames that were gone back, then pauses.
    void go_on(uint64_t frames);
    /// The number of steps to make now, `elapsed` seconds after the last call. At most `most`: lost time is skipped.
    int steps_due(double elapsed, int most);
    /// Makes a step with the move input of the steered agent. Returns false if the battle rejected the step; then
    /// `message` has the reason, and the battle is paused.
    bool step_begin(const Steering::MoveInput& wanted);
    bool step_end();
    bool step(const Steering::MoveInput& wanted) { return step_begin(wanted) && step_end(); }

    // ---- Selection

    Serial picked() const { return picked_; } ///< the selected agent; no_serial: none
    void pick(Serial agent);
    /// Selects the nearest agent within `within` metres; living agents come first.
    void pick_at(Vec2 at, float within);
    /// Selects the next or the previous living agent by serial.
    void pick_next(bool backwards);

    // ---- Camera

    /// What the camera follows: the selected or the steered agent, or the place with the most attacks.
    enum class Follows : uint8_t { nothing, agent, action };
    Follows follows() const { return follows_; }
    void follow(Follows what);
    /// Follows it, or nothing if it is followed already.
    void toggle_following(Follows what) { follow(follows_ == what ? Follows::nothing : what); }
    /// Call it before each picture, `elapsed` seconds after the last.
    void move_camera(double elapsed);
    void show_all();
    /// Shows the focus of the scenario's picture. Where that shows no living agent: all agents, or the action.
    void show_focus();

    // ---- Steering and tuning

    /// Steers the selected agent, or else the first agent without a brain. If an agent is already steered, releases it.
    void toggle_steering();
    /// The target of the circle that panels and keys act on: the selected agent, or else its target. Null: none.
    AgentId circle_target() const;
    /// The capacities of the circle around `circle_target` in the next step.
    std::optional<CircleCapacity> capacity() const;
    void set_capacity(CircleCapacity capacity);
    void change_capacity(int grid, int attack);

    /// Sets a value of an archetype in the running battle. An error becomes a message, and nothing changes.
    void tune(const TomlPath& path, const nlohmann::json& value);
    void take_back(const TomlPath& path);
    void take_all_back();
    /// Applies the tuned values from this frame on. Needed after going back to a frame before the change.
    void apply_tuning();
    /// Adds `by` to an integer value of the archetype of `circle_target`.
    void change_figure(const TomlPath& in_archetype, int by);

    void save();
    /// The file was changed by another program, and the person must choose what happens.
    bool is_asking() const { return asks_; }
    void answer_overwrite();
    void answer_reload();
    void answer_cancel();

    Steering::MoveInput move_input; ///< the present move input of keys and gamepad

    const std::string& message() const { return message_; }
    bool is_bad_message() const { return bad_; }
    void say(std::string message, bool bad = false);

    Session session;
    Tuning tuning;
    Camera camera;
    Layers layers;
    Steering steering;

private:
    template <class Act> void tune_by(Act&& act);
    void show(const Area& area);
    Area area_without_focus(Vec2 size) const;
    void follow_action(double elapsed);
    std::optional<Area> find_action();
    bool attempt(const std::function<void()>& act);

    bool paused_ = false;
    bool told_over_ = false;
    size_t speed_ = real_time;
    double behind_ = 0.0; ///< s of simulated time that is due but not stepped yet
    Serial picked_ = no_serial;
    Follows follows_ = Follows::nothing;
    std::optional<FightFollower> action_;
    double looked_ = 0.0; ///< s of the world, when the action was looked for last
    Eased x_, y_;         ///< m, the centre of the camera that follows the action
    struct Wish {
        AgentId target;
        CircleCapacity capacity;
        uint64_t frame;
    };
    std::optional<Wish> wish_; ///< the capacity that the next step sets
    bool asks_ = false;
    std::string message_;
    bool bad_ = false;
};

/// The viewer's state as a line of JSON, for programs that observe the viewer.
std::string state_line(const Viewing& viewing);

} // namespace fray::demo
