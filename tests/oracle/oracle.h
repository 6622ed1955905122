// The oracle listens to a world: the reference model gets every command that the world accepts. After every step the
// events of the two are compared, and so is the state that the host can read. What a listener does not hear: refusals
// (`expected` says what the model thinks of them), and changes that the host makes to the memory of its poses after
// set_host_poses.
#pragma once

#include "commands/commands.h"
#include "model/reference_model.h"

#include "fray/command_log.h"
#include "fray/inspect.h"
#include "fray/world.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fray {
struct RepeatedPoses;
}

namespace fray::model {

/// The reference model does not support user states, event masks, removed teams, snapshots that were not made by
/// `save`, or crowds of more than 250 agents. At the first use of any of these but masks the model is dismissed: the
/// world continues without comparison.
class Oracle final : public CommandListener {
public:
    Oracle() = default;
    explicit Oracle(World& world, const WorldDef& def = {}) { listen(world, def); }
    Oracle(const Oracle&) = delete;
    Oracle& operator=(const Oracle&) = delete;

    /// Begins anew with this world, which has to be new. `def`: with which it was created.
    void listen(World& world, const WorldDef& def = {});

    const ReferenceModel& model() const { return twin_.model; }
    /// Describes the first difference, with the state of the agents concerned. Empty: no difference so far.
    const std::string& difference() const { return difference_; }
    /// Whether the model still runs beside the world.
    bool followed() const { return followed_; }
    /// Ends the comparison: from now on the world runs without the model.
    void dismiss_model() { followed_ = false; }

    /// Saves the world, and the model with it. The model is restored with the world from this snapshot.
    Error save(std::vector<std::byte>* out);
    /// Gives the world a command that names agents by serial (`named`).
    Error give(AnyCommand command);
    /// What the world has to answer to this command, which names agents by serial, as far as the model knows.
    Error expected(const AnyCommand& command) const;
    /// `call`: what the world has just refused, for the model, which has to refuse it too. Returns true if it does not.
    template <typename Call> void expect_refusal(const char* what, Call&& call) {
        same(what, false, call(twin_.model, twin_.pending), no_serial);
    }

    /// The commands that wait for the next step.
    const std::vector<Given>& pending() const { return twin_.pending; }
    /// Poses of all agents as the next step's commands leave them: with pending spawns and teleports, without the
    /// host's poses.
    std::map<Serial, Pose> poses() const;
    /// Poses as the last step has left them.
    const std::map<Serial, Pose>& poses_before() const { return places_.poses; }
    AgentId id_of(Serial serial) const;     ///< null: no agent ever had the serial
    Serial serial_of(AgentId agent) const;  ///< no_serial: the id is null; -2: no agent ever had it
    const Agent* find(Serial serial) const; ///< null: the agent is not in the world
    /// The archetype of an agent that exists or waits to be spawned; null: neither.
    const ArchetypeDef* kind_of(Serial serial) const;

    void command(std::span<const std::byte> bytes) override;
    void stepped() override;

private:
    struct Places { // of all agents, by row
        std::map<Serial, Pose> poses;
        std::vector<Vec2> positions, previous, goals;
    };
    /// The model with everything that waits for the next step. A snapshot restores it as a whole.
    struct Twin {
        ReferenceModel model;
        std::vector<Given> pending{};
        std::vector<HostPose> host_poses{};
        std::vector<uint32_t> squads{};                            // squads made by the host
        std::map<Serial, AgentId> ids{};                           // ids of all agents ever spawned
        std::map<std::pair<uint32_t, uint32_t>, Serial> serials{}; // the inverse of `ids`
    };

    template <typename C> void hear(const C& c); // a command that waits for the next step
    void hear(const command::Begin&);
    void hear(const command::AddState&) { followed_ = false; }
    void hear(const command::AddArchetype& c) { twin_.model.add_archetype(*c.def); }
    void hear(const command::AddMonsters&);
    void hear(const command::AddTeam&) { twin_.model.add_team(); }
    void hear(const command::RemoveTeam&) { followed_ = false; }
    void hear(const command::SetHostile& c) { file(SetHostile{c.a, c.b, c.hostile}); }
    void hear(const command::AddSquad& c);
    void hear(const command::RemoveSquad& c);
    static void hear(const command::AddColumn&) {} // nothing to the rules
    static void hear(const command::WriteColumn&) {}
    static void hear(const command::KeepLeftover&) {}
    void hear(const command::SetGround&);
    void hear(const command::ShiftOrigin& c);
    void hear(const command::SetObstacle& c);
    void hear(const command::RemoveObstacle& c);
    void hear(const command::SetDetail& c) { file(SetDetail{*c.detail}); }
    void hear(const command::Reload& c);
    void hear(const command::SetHostPoses& c);
    void hear(const command::Step& c) { dt_ = c.dt; }
    void hear(const command::Restore& c);
    void file(AnyCommand command);
    Error expected(AgentId agent, const OrderDef& order) const;
    Error on_ground(const ArchetypeDef* kind, Vec2 point) const;
    void learn(Serial serial, AgentId agent);
    bool move_to_ground(const ArchetypeDef* kind, Vec2* point) const;
    void compare_ground();
    void note_places();
    void compare_shifted(Vec2 by, const std::vector<bool>& walkable);
    Vec2 shifted(Vec2 position, Vec2 by, Serial serial, bool walkable) const;
    void compare_events(const std::vector<Event>& expected);
    void compare_event_ids();
    void compare_counters();
    void compare_rows();
    void compare_row(size_t row, const Agent& agent);
    void compare_queries(size_t row, const Agent& agent);
    void compare_orders(const Agent& agent);
    void compare_body(const Agent& agent);
    void compare_threats(const Agent& agent);
    AgentOrder in_serials(const OrderDef& order) const;
    void compare_circles();
    void compare_circle(const CircleInfo& info, const Circle& circle);
    void compare_questions();
    void compare_squads();
    void compare_links();
    void compare_target_biases();
    void compare_projectiles();
    void compare_definitions();
    bool is_living(Serial serial) const;
    std::vector<Serial> serials_of(std::span<const AgentId> ids) const;
    template <typename A, typename B>
    void same(const std::string& what, const A& engine, const B& expected, Serial about);
    void differ(const std::string& what, const std::vector<Serial>& about = {});
    void remember(const std::vector<Event>& events);
    std::string describe(Serial serial) const;
    std::string describe_reach(const Agent& agent, const Agent& target) const;

    World* world_ = nullptr;
    Twin twin_{.model = ReferenceModel(0)};
    double dt_ = 0.0;                      // of the step that runs
    Places places_;                        // after the last step, restore or move of the origin
    std::shared_ptr<RepeatedPoses> poses_; // that the bytes of commands have given
    bool begins_ = false;                  // it hears the commands that make the world
    std::map<std::vector<std::byte>, Twin> snapshots_;
    std::map<Serial, std::deque<std::string>> history_;
    size_t seen_ = 0; // number of agents spawned before the present step
    std::string difference_;
    bool followed_ = false;
    OffGround off_ground_{};
};

/// The event as text.
std::string in_words(const Event& event);

/// The order as text.
std::string in_words(const AgentOrder& order);

/// The link as text.
std::string in_words(const NavLinkDef& link);

/// The points in the command. They move with the origin.
std::vector<Vec2*> points_of(AnyCommand& command);

/// The unit vector along `way`, rounded as the engine rounds it; (1, 0) if the length is 0.
Vec2 heading_along(Vec2 way);

} // namespace fray::model
