// What a person does who views a battle: everything but the window. Keys, mouse and panels call this; so do the tests.
#pragma once

#include "camera.h"
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
    /// Times real time; the last one: as fast as possible.
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
    /// One step, by `stick`, and then it rests.
    void step_once();
    /// So many frames back, or as many as there are, and then it rests.
    void go_back(uint64_t frames);
    /// Of those that were gone back, at most so many, and then it rests.
    void go_on(uint64_t frames);
    /// How many steps are to be made now, `elapsed` seconds after the last time this was asked. At most `most`: who
    /// falls behind does not hurry to catch up.
    int steps_due(double elapsed, int most);
    /// A step, with what the one who steers wants. False: the battle refused it; the message says so, and it rests.
    bool step_begin(const Steering::Stick& wanted);
    bool step_end();
    bool step(const Steering::Stick& wanted) { return step_begin(wanted) && step_end(); }

    // ---- Whom one looks at

    Serial picked() const { return picked_; } ///< no_serial: nobody
    void pick(Serial agent);
    /// The nearest agent, the living first, within so many metres.
    void pick_at(Vec2 at, float within);
    /// The next living one by serial, or the one before.
    void pick_next(bool backwards);
    bool follows = false; ///< the camera stays with the one who is picked, or steered
    /// Before each picture.
    void move_camera();
    void show_all();
    /// Where the scenario looks.
    void show_focus();

    // ---- What one does to it

    /// Steers the one who is picked, else the first without a brain; lets go of the one who is steered.
    void toggle_steering();
    /// The circle that panels and keys are about: round the one who is picked, else round its target. Null: none.
    AgentId circle_target() const;
    struct Capacity {
        int grid = 0, attack = 0;
        friend bool operator==(const Capacity&, const Capacity&) = default;
    };
    /// As it is with the next step.
    std::optional<Capacity> capacity() const;
    void set_capacity(Capacity capacity);
    void change_capacity(int grid, int attack);

    /// A figure of an archetype, for the battle that goes on. What is wrong is a message, and nothing has changed.
    void tune(const TomlPath& path, const nlohmann::json& value);
    void take_back(const TomlPath& path);
    void take_all_back();
    /// The tuned figures from this frame on: after going back to before they were changed.
    void apply_tuning();
    /// Adds to a whole number of the archetype of `circle_target`.
    void change_figure(const TomlPath& in_archetype, int by);

    void save();
    /// The file was changed by somebody else: what is to be done?
    bool is_asking() const { return asks_; }
    void answer_overwrite();
    void answer_reload();
    void answer_cancel();

    Steering::Stick stick; ///< what keys and gamepad say now

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
    bool attempt(const std::function<void()>& act);

    bool paused_ = false;
    bool told_over_ = false;
    size_t speed_ = real_time;
    double behind_ = 0.0; ///< s of the battle's time
    Serial picked_ = no_serial;
    struct Wish {
        AgentId target;
        Capacity capacity;
        uint64_t frame;
    };
    std::optional<Wish> wish_; ///< what the next step brings
    bool asks_ = false;
    std::string message_;
    bool bad_ = false;
};

/// For programs that watch the viewer: its state as one line of JSON.
std::string state_line(const Viewing& viewing);

} // namespace fray::demo
