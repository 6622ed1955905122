// A world with the reference model beside it. The model gets every command and every host pose that the world gets.
// After every step the events of the two are compared, and so is the state that the host can read. A test that steps
// such a world therefore checks engine and model at once.
#pragma once

#include "model/reference_model.h"

#include "fray/inspect.h"
#include "fray/world.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fray::model {

/// Redeclares every function that changes a world, apart from the commands to many agents, which it does not offer. The
/// reference model does not support user states, `advance`, event masks, snapshots made by another world, or crowds of
/// more than 250 agents. At the first use of any of these the model is dismissed: the world continues without
/// comparison.
class OracleWorld : public World {
public:
    static Result<OracleWorld> create(const WorldDef& def = {});

    const ReferenceModel& model() const { return twin_.model; }
    /// Describes the first difference, with the state of the agents concerned. Empty: no difference so far.
    const std::string& difference() const { return difference_; }
    /// Whether the model still runs beside the world.
    bool followed() const { return followed_; }
    /// Ends the comparison: from now on the world runs without the model.
    void dismiss_model() { followed_ = false; }

    Error add_state(const StateDef& def, AgentState* out = nullptr);
    Error add_archetype(const ArchetypeDef& def, ArchetypeIndex* out = nullptr);
    Error add_monsters(std::span<const MonsterDef> defs);
    Error set_ground(std::shared_ptr<const Ground> ground);
    /// The model can have obstacles on a GridMap only.
    Error set_obstacle(const Obstacle& obstacle, ObstacleId* out = nullptr, OnObstacle agents = OnObstacle::push);
    Error remove_obstacle(ObstacleId obstacle);
    Error shift_origin(Vec2 by, std::shared_ptr<const Ground> ground = nullptr);
    Error add_team(std::string_view name, TeamIndex* out = nullptr);
    Error set_hostile(TeamIndex a, TeamIndex b, bool hostile);
    Error add_squad(TeamIndex team, SquadId* out) { return add_squad(team, {}, out); }
    Error add_squad(TeamIndex team, const SquadDef& def, SquadId* out);

    Error spawn(const SpawnDef& def, AgentId* out = nullptr);
    Error despawn(AgentId agent);
    Error join(AgentId agent, SquadId squad);
    Error teleport(AgentId agent, Vec2 position);
    Error teleport(AgentId agent, Vec2 position, Vec2 heading);
    Error set_order(AgentId agent, const OrderDef& order);
    Error set_order(SquadId squad, const OrderDef& order);
    Error queue_order(AgentId agent, const OrderDef& order);
    Error queue_order(SquadId squad, const OrderDef& order);
    Error set_leader(AgentId agent);
    Error set_move_input(SquadId squad, Vec2 direction);
    Error set_target_bias(AgentId target, float metres, AgentId by = {});
    Error set_detail(const DetailDef& detail);
    Error set_update_interval(AgentId agent, int frames);
    Error set_speed_factor(AgentId agent, float factor);
    Error set_radius(AgentId agent, float radius);
    Error set_avoidance_factor(AgentId agent, float factor);
    Error stun(AgentId agent, double seconds);
    Error push(AgentId agent, Vec2 by, double seconds);
    Error add_threat(AgentId agent, AgentId attacker, float points);
    Error set_user_data(AgentId agent, uint64_t data);
    Error leave(AgentId agent);
    Error set_team(AgentId agent, TeamIndex team);
    Error set_team(SquadId squad, TeamIndex team);
    Error set_floor(AgentId agent, int16_t floor);
    Error set_nav_link(int link, const NavLinkDef& def);
    Error remove_nav_link(int link);
    Error set_archetype(AgentId agent, ArchetypeIndex archetype);
    Error remove_squad(SquadId squad);
    Error damage(AgentId agent, float amount, AgentId by = {});
    Error stagger(AgentId agent, AgentId by = {});
    Error set_health(AgentId agent, float health, AgentId by = {});
    Error set_capacity(AgentId target, CircleCapacity capacity);
    Error set_closed_slots(AgentId target, std::span<const int> slots);
    Error set_view(AgentId target, const ViewCone& view);
    Error answer_sight(AgentId viewer, AgentId target, bool seen);
    Error report_attack(AgentId agent, AttackReport report);
    Error reload(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters = {});
    Error set_host_poses(const HostPoses& poses);
    Error set_host_poses(std::span<const AgentId> agents, std::span<const Vec2> positions,
                         std::span<const Vec2> headings = {});

    Error step(double dt);
    Error step_begin(double dt);
    Error step_end();
    Error advance(double elapsed, int* steps = nullptr);
    Error set_event_mask(EventMask mask);
    Error save(std::vector<std::byte>* out);
    Error restore(std::span<const std::byte> snapshot);

    /// Gives a command that names agents by serial and squads by number. A spawn's own serial is ignored.
    Error give(const Command& command);
    /// The commands that wait for the next step.
    const std::vector<Command>& pending() const { return twin_.pending; }
    /// Poses of all agents as the next step's commands leave them: with pending spawns and teleports, without the
    /// host's poses.
    std::map<Serial, Pose> poses() const;
    AgentId id_of(Serial serial) const;    ///< null: no agent ever had the serial
    Serial serial_of(AgentId agent) const; ///< no_serial: the id is null; -2: no agent ever had it
    /// The archetype of an agent that exists or waits to be spawned; null: neither.
    const ArchetypeDef* kind_of(Serial serial) const;

private:
    OracleWorld(World&& world, const WorldDef& def);

    struct Places {
        std::vector<Vec2> positions, previous, goals;
        std::vector<bool> walkable;
    };
    /// The model with everything that waits for the next step. A snapshot restores it as a whole.
    struct Twin {
        ReferenceModel model;
        std::vector<Command> pending;
        std::vector<HostPose> host_poses;
        std::vector<uint32_t> squads;                            // squads made by the host
        std::map<Serial, AgentId> ids;                           // ids of all agents ever spawned
        std::map<std::pair<uint32_t, uint32_t>, Serial> serials; // the inverse of `ids`
    };

    template <typename Fill> Error file(Error error, Command::Kind kind, AgentId agent, Fill fill);
    Error file_order(Error error, Command::Kind kind, AgentId agent, const OrderDef& order);
    Error file_squad_order(Error error, Command::Kind kind, SquadId squad, const OrderDef& order);
    void put_in(const OrderDef& order, Command* command) const;
    void compare_refusal(Error error, AgentId agent, const OrderDef& order);
    void compare_refusal(Error error, Command::Kind kind, const OrderDef& order);
    Error file_teleport(Error error, AgentId agent, Vec2 position, const Vec2* heading);
    void learn(Serial serial, AgentId agent);
    bool move_to_ground(const ArchetypeDef* kind, Vec2* point) const;
    void compare_refusal(Error error, const ArchetypeDef* kind, Vec2 point);
    void compare_ground();
    std::map<Serial, Pose> present_poses() const;
    std::map<Serial, Pose> poses_to_follow() const;
    void follow(double dt, const std::map<Serial, Pose>& poses);
    void compare_shifted(Vec2 by, const Places& before);
    std::vector<bool> walkable_rows() const;
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

    Twin twin_;
    std::optional<std::pair<double, std::map<Serial, Pose>>> begun_; // dt and poses of the step between its begin and
                                                                     // its end
    std::map<std::vector<std::byte>, Twin> snapshots_;
    std::map<Serial, std::deque<std::string>> history_;
    size_t seen_ = 0; // number of agents spawned before the present step
    std::string difference_;
    bool followed_ = true;
    OffGround off_ground_;
};

/// The event as text.
std::string in_words(const Event& event);

/// The order as text.
std::string in_words(const AgentOrder& order);

/// The link as text.
std::string in_words(const NavLinkDef& link);

/// The points in the command. They move with the origin.
std::vector<Vec2*> points_of(Command& command);

/// The unit vector along `way`, rounded as the engine rounds it; (1, 0) if the length is 0.
Vec2 heading_along(Vec2 way);

} // namespace fray::model
