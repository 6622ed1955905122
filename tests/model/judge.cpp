#include "judge.h"

#include "storage/rules_math.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

namespace fray::model {

namespace {

constexpr size_t most_agents = 150;

bool stays_normalised(Vec2 v) {
    const double length = std::sqrt(double{v.x} * double{v.x} + double{v.y} * double{v.y});
    return v.x * v.x + v.y * v.y == 1.0f && static_cast<float>(double{v.x} / length) == v.x &&
           static_cast<float>(double{v.y} / length) == v.y;
}

std::vector<Vec2> make_stable_headings() {
    std::vector<Vec2> result = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
    for (int i = 1; i < 400; ++i) {
        const Vec2 v = unit_vector(1.5707963f * static_cast<float>(i) / 400.0f);
        if (!stays_normalised(v)) continue;
        result.insert(result.end(), {v, {-v.y, v.x}, {-v.x, -v.y}, {v.y, -v.x}});
    }
    return result;
}

/// Whether its position is a point of the world.
bool has_point(const Command& command) {
    switch (command.kind) {
    case Command::Kind::spawn:
    case Command::Kind::place: return true;
    case Command::Kind::order:
    case Command::Kind::order_squad: return command.order == OrderKind::go || command.order == OrderKind::retreat;
    default: return false;
    }
}

std::vector<Vec2*> points_of(Command& command) {
    std::vector<Vec2*> points;
    if (has_point(command)) points.push_back(&command.position);
    for (Vec2& point : command.detail.points) points.push_back(&point);
    return points;
}

/// m: goals and the like, of which the judge does not know, are no farther from whose they are.
constexpr float border = 256.0f;

bool within(Vec2 point, float most) { return std::abs(point.x) <= most && std::abs(point.y) <= most; }

/// One frame-by-frame run of both.
class Judge {
public:
    explicit Judge(const Drama& drama)
        : drama_(drama), world_(drama.world), model_(drama.world.seed, drama.world.refusals) {}

    Verdict run(int frames);

private:
    void set_up();
    void run_frame(const FrameInput& input);
    std::vector<Command> give_commands(const FrameInput& input);
    void read_poses();
    Command on_ground(const Command& given) const;
    Serial serial_of(Serial number) const;
    Command in_serials(const Command& given);
    void learn_of_summoned();
    std::vector<Command> answer(const std::vector<SightAnswer>& answers);
    std::vector<Command> answer_hurts(HurtAnswer answer);
    void note_hurts();
    const ArchetypeDef* archetype_of(Serial serial) const;
    bool fit_health(Command& command) const;
    void shift(const FrameInput& input, size_t after, std::vector<Command>& pending);
    void shift(Vec2 by, std::vector<Command>& pending);
    bool leaves_world(Vec2 by, std::vector<Command>& pending) const;
    Vec2 shifted(Vec2 position, Vec2 by, Serial serial) const;
    void compare_shifted(Vec2 by, const std::vector<Vec2>& positions, const std::vector<Vec2>& previous,
                         const std::vector<Vec2>& goals);
    Vec2 from_origin(Vec2 point) const;
    std::vector<Command> take_aim(const std::vector<AimedCommand>& aimed);
    Serial aimed_at(const AimedCommand& aimed) const;
    bool is_aim(const AimedCommand& aimed, const Agent& agent) const;
    bool is_aim_of_monsters(Aim aim, const Agent& agent) const;
    bool is_aim_of_squads(Aim aim, const Agent& agent) const;
    bool is_target_of_monster(const Agent& agent) const;
    void put_in(Serial other, Command* command) const;
    bool can_be_given(const Command& command) const;
    bool others_are_there(const Command& command) const;
    void issue(const Command& command);
    void issue_spawn(const Command& command);
    bool issue_to_squad(const Command& command);
    int slots_round(Serial serial) const;
    void take_out_slots(Command& command) const;
    void move_host_agents(const FrameInput& input);
    std::vector<HostMove> moves_of(const FrameInput& input) const;
    Pose host_pose(const HostMove& move) const;
    void compare_events(const std::vector<Event>& expected);
    void compare_rows();
    void compare_row(size_t row, const Agent& agent);
    void compare_circles();
    void compare_questions();
    void compare_leaders();
    void compare_missiles();
    void compare_circle(const Circle& circle);
    void compare_definitions();
    void remember(const std::vector<Event>& events);

    AgentId id_of(Serial serial) const;
    Serial serial_of(AgentId id) const;
    std::vector<Serial> serials_of(const std::vector<AgentId>& ids) const;

    template <typename A, typename B>
    void same(const std::string& what, const A& engine, const B& expected, Serial about) {
        if (!verdict_.same || engine == expected) return;
        differ(fmt::format("{}: engine {}, model {}", what, engine, expected), {about});
    }
    void must(Error error, const std::string& call);
    void differ(const std::string& what, const std::vector<Serial>& about);
    std::string describe(Serial serial) const;

    const Drama& drama_;
    World world_;
    ReferenceModel model_;
    Verdict verdict_;
    std::map<Serial, Serial> numbers_;       // serials by the drama's numbers
    std::vector<uint32_t> squads_;           // by the drama's numbers - 1; 0: nobody can join it
    Serial spawns_ = 0;                      // of this frame, so far
    std::map<Serial, ArchetypeIndex> kinds_; // of this frame's
    std::map<Serial, AgentId> ids_;          // of all agents ever spawned
    std::map<std::pair<uint32_t, uint32_t>, Serial> serials_;
    std::map<Serial, Pose> poses_;
    std::vector<AgentId> borrowed_ids_; // the engine reads host poses in its next step
    std::vector<Vec2> borrowed_positions_;
    std::vector<Vec2> borrowed_headings_;
    std::set<Serial> despawned_;
    Vec2 origin_;                          // moved by so much in all
    std::shared_ptr<const Ground> ground_; // as it is now
    std::map<Serial, float> wounds_;       // of those whose health is the host's: not answered yet
    std::map<int, Serial> named_;          // by aimed commands
    std::deque<std::vector<std::pair<Serial, Serial>>> questions_; // of sight, of the last frames, the last one first
    std::map<Serial, std::deque<std::string>> history_;
};

// ---- Driving ----------------------------------------------------------------------------------------------------

Verdict Judge::run(int frames) {
    set_up();
    const size_t count = frames < 0 ? drama_.frames.size() : std::min<size_t>(drama_.frames.size(), frames);
    for (size_t i = 0; i < count && verdict_.same; ++i) {
        if (model_.agents().size() > most_agents) break; // they summon each other: the model takes too long
        run_frame(drama_.frames[i]);
    }
    verdict_.tally = model_.tally();
    return verdict_;
}

void Judge::set_up() {
    ground_ = drama_.ground;
    if (ground_ != nullptr) must(world_.set_ground(ground_), "set_ground");
    model_.set_ground(ground_);
    for (const ArchetypeDef& def : drama_.archetypes) {
        must(world_.add_archetype(def), "add_archetype");
        model_.add_archetype(def);
    }
    if (!drama_.monsters.empty()) must(world_.add_monsters(drama_.monsters), "add_monsters");
    model_.add_monsters(drama_.monsters);
    for (int team = 0; team < drama_.teams; ++team) {
        must(world_.add_team(fmt::format("team {}", team)), "add_team");
        model_.add_team();
    }
    for (const Drama::Hostility& h : drama_.hostilities) {
        must(world_.set_hostile(h.a, h.b, h.hostile), "set_hostile");
        model_.set_hostile(h.a, h.b, h.hostile);
    }
    for (size_t i = 0; i < drama_.squads.size(); ++i) {
        const TeamIndex team = drama_.squads[i];
        const SquadDef def = i < drama_.squad_defs.size() ? drama_.squad_defs[i] : SquadDef{};
        SquadId squad;
        must(world_.add_squad(team, def, &squad), "add_squad");
        same("squad number", squad.value, model_.add_squad(team, def), no_serial);
        squads_.push_back(squad.value);
    }
}

void Judge::run_frame(const FrameInput& input) {
    read_poses();
    spawns_ = 0;
    kinds_.clear();
    const std::vector<Command> commands = give_commands(input);
    move_host_agents(input);
    if (!verdict_.same) return;
    must(world_.step(input.dt), "step");
    if (!verdict_.same) return;
    const std::vector<Event> expected = model_.step(commands, input.dt, poses_);
    questions_.push_front(model_.sight_questions());
    if (questions_.size() > 8) questions_.pop_back();
    learn_of_summoned();
    note_hurts();
    compare_events(expected);
    if (verdict_.same) remember(expected);
    same("load", world_.load(), model_.load(), no_serial);
    compare_rows();
    compare_circles();
    compare_questions();
    compare_leaders();
    compare_missiles();
    const auto reloads = [](const Command& command) { return command.kind == Command::Kind::reload; };
    if (std::any_of(commands.begin(), commands.end(), reloads)) compare_definitions();
    same("put on the ground", world_.counters().moved_to_ground, model_.put_on_ground(), no_serial);
    const std::string breach = world_.check_invariants();
    if (!breach.empty()) differ("check_invariants: " + breach, {});
    ++verdict_.frames;
}

/// Issues the frame's commands, and says what they came to; in between the host moves the origin.
std::vector<Command> Judge::give_commands(const FrameInput& input) {
    std::vector<Command> commands;
    for (size_t i = 0; i < input.commands.size(); ++i) {
        shift(input, i, commands);
        Command command = in_serials(input.commands[i]);
        take_out_slots(command);
        if (!others_are_there(command)) continue; // the maker does not know whom aimed commands have despawned
        if (!fit_health(command)) continue;
        issue(command);
        commands.push_back(on_ground(command));
    }
    shift(input, input.commands.size(), commands);
    for (const Command& command : answer_hurts(input.hurts)) commands.push_back(command);
    for (const Command& command : take_aim(input.aimed)) commands.push_back(command);
    for (const Command& command : answer(input.answers)) commands.push_back(command);
    shift(input, input.commands.size() + 1, commands);
    return commands;
}

/// Whom fray moves comes to the nearest place where it can stand.
Command Judge::on_ground(const Command& given) const {
    Command command = given;
    const bool puts = given.kind == Command::Kind::spawn || given.kind == Command::Kind::place;
    if (!puts || ground_ == nullptr || ground_->walkable(given.position)) return command;
    const auto agent = model_.agents().find(given.agent);
    const auto spawned = kinds_.find(given.agent);
    ArchetypeIndex archetype = given.archetype;
    if (given.kind == Command::Kind::place) {
        if (agent == model_.agents().end() && spawned == kinds_.end()) return command; // it is not there
        archetype = agent != model_.agents().end() ? agent->second.archetype : spawned->second;
    }
    if (model_.definitions().archetypes[archetype].motion == Motion::host) return command;
    command.put_on_ground = ground_->nearest(given.position, 4.0f * world_extent, &command.position);
    return command;
}

Serial Judge::serial_of(Serial number) const {
    const auto found = numbers_.find(number);
    return found == numbers_.end() ? number : found->second;
}

/// With serials, numbers of squads and the origin as they are.
Command Judge::in_serials(const Command& given) {
    Command command = given;
    if (given.kind == Command::Kind::spawn) {
        numbers_[given.agent] = model_.next_serial() + spawns_++;
        if (given.squad == 0) squads_.push_back(0);
    }
    if (given.squad != 0) command.squad = squads_[given.squad - 1];
    command.agent = serial_of(given.agent);
    command.target = serial_of(given.target);
    command.by = serial_of(given.by);
    for (Vec2* point : points_of(command)) *point = from_origin(*point);
    return command;
}

Vec2 Judge::from_origin(Vec2 point) const {
    return {std::clamp(point.x + origin_.x, -world_extent, world_extent),
            std::clamp(point.y + origin_.y, -world_extent, world_extent)};
}

/// As the world has it before the step; null: it has gone.
const ArchetypeDef* Judge::archetype_of(Serial serial) const {
    const auto agent = model_.agents().find(serial);
    if (agent != model_.agents().end()) return &model_.archetype_of(agent->second);
    const auto spawned = kinds_.find(serial);
    return spawned == kinds_.end() ? nullptr : &model_.definitions().archetypes[spawned->second];
}

int Judge::slots_round(Serial serial) const {
    const ArchetypeDef* def = archetype_of(serial);
    return def != nullptr ? def->circle.slots : max_slots; // it has gone: whatever is said to it
}

/// No more than it can have; false: it has health without limit.
bool Judge::fit_health(Command& command) const {
    if (command.kind != Command::Kind::health) return true;
    const ArchetypeDef* def = archetype_of(command.agent);
    if (def == nullptr) return true; // it has gone: whatever is said to it
    command.amount = std::min(command.amount, def->health);
    return def->health != unlimited_health;
}

/// Those that the judge did not spawn.
void Judge::learn_of_summoned() {
    for (const Event& event : world_.events()) {
        if (event.type != EventType::spawn || ids_.count(event.agent) != 0) continue;
        const AgentId id = world_.find(event.agent);
        ids_[event.agent] = id;
        serials_[{id.index, id.generation}] = event.agent;
    }
}

/// What was told to the host of those whose health is its own.
void Judge::note_hurts() {
    for (const Event& event : world_.events()) {
        if (event.type != EventType::hurt && event.type != EventType::heal) continue;
        const ArchetypeDef* def = archetype_of(event.agent);
        if (def == nullptr || !def->host_health || def->health == unlimited_health) continue;
        wounds_[event.agent] += event.type == EventType::hurt ? event.x : -event.x;
    }
}

/// Issues what they are left with, also to those who have died of something else, and says what it came to.
std::vector<Command> Judge::answer_hurts(HurtAnswer answer) {
    std::vector<Command> result;
    if (answer == HurtAnswer::later) return result;
    for (const auto& [serial, wound] : std::exchange(wounds_, {})) {
        const auto agent = model_.agents().find(serial);
        if (answer == HurtAnswer::never || agent == model_.agents().end() || despawned_.count(serial) != 0) continue;
        Command command;
        command.kind = Command::Kind::health;
        command.agent = serial;
        command.amount = std::max(0.0f, agent->second.health - wound);
        if (!fit_health(command)) continue;
        issue(command);
        result.push_back(command);
    }
    return result;
}

// ---- Moving the origin ------------------------------------------------------------------------------------------

void Judge::shift(const FrameInput& input, size_t after, std::vector<Command>& pending) {
    const size_t last = input.commands.size() + 1;
    for (const Shift& one : input.shifts)
        if (std::min(one.after, last) == after) shift(one.by, pending);
}

/// `pending`: commands that wait for the next step. On ground nobody is to be spawned or placed then: whether he can
/// stand where he comes to, a rounding decides.
void Judge::shift(Vec2 by, std::vector<Command>& pending) {
    if (!verdict_.same) return;
    const auto puts = [](const Command& one) {
        return one.kind == Command::Kind::spawn || one.kind == Command::Kind::place;
    };
    if (ground_ != nullptr && (!drama_.moved_ground || std::any_of(pending.begin(), pending.end(), puts))) return;
    const bool leaves = leaves_world(by, pending);
    const auto near_border = [by](const auto& pose) {
        return !within(pose.second.position + by, world_extent - border);
    };
    if (!leaves && std::any_of(poses_.begin(), poses_.end(), near_border)) return;
    if (!leaves && !within(origin_ + by, world_extent - border)) return; // there is nobody yet

    const auto copy = [](std::span<const Vec2> from) { return std::vector<Vec2>(from.begin(), from.end()); };
    const std::vector<Vec2> positions = copy(world_.positions()), previous = copy(world_.previous_positions()),
                            goals = copy(world_.goals());
    const std::shared_ptr<const Ground> ground = ground_ == nullptr ? nullptr : drama_.moved_ground(origin_ + by);
    const Error error = world_.shift_origin(by, ground);
    if (leaves) {
        if (error == Error::ok) differ("shift_origin moves something out of the world", {});
        return compare_shifted({}, positions, previous, goals);
    }
    must(error, "shift_origin");
    same("the model moves the origin", model_.shift_origin(by, ground), true, no_serial);
    ground_ = ground;
    compare_shifted(by, positions, previous, goals);
    origin_ = origin_ + by;
    for (auto& [serial, pose] : poses_) pose.position = shifted(pose.position, by, serial);
    for (Command& command : pending)
        for (Vec2* point : points_of(command)) *point = *point + by;
}

/// Something would come to lie outside it for certain.
bool Judge::leaves_world(Vec2 by, std::vector<Command>& pending) const {
    const auto out = [by](Vec2 point) { return !within(point + by, world_extent); };
    const std::vector<Vec2>& far = model_.detail().points;
    if (std::any_of(far.begin(), far.end(), out)) return true;
    for (const auto& [serial, pose] : poses_)
        if (out(pose.position)) return true;
    for (const Projectile& missile : model_.missiles())
        if (out(missile.from)) return true;
    for (Command& command : pending)
        for (const Vec2* point : points_of(command))
            if (out(*point)) return true;
    return false;
}

/// Whom rounding puts off the ground comes to the nearest place on it.
Vec2 Judge::shifted(Vec2 position, Vec2 by, Serial serial) const {
    if (by == Vec2{}) return position; // refused: nothing has moved
    Vec2 moved = position + by;
    const auto agent = model_.agents().find(serial);
    const bool walks = agent != model_.agents().end() && model_.archetype_of(agent->second).motion == Motion::fray;
    if (ground_ != nullptr && walks && !ground_->walkable(moved)) ground_->nearest(moved, 1.0f, &moved);
    return moved;
}

/// What the host sees of it at once.
void Judge::compare_shifted(Vec2 by, const std::vector<Vec2>& positions, const std::vector<Vec2>& previous,
                            const std::vector<Vec2>& goals) {
    for (size_t row = 0; row < positions.size(); ++row) {
        const Serial serial = world_.serials()[row];
        same("position, moved", world_.positions()[row] == shifted(positions[row], by, serial), true, serial);
        same("position of a frame ago, moved", world_.previous_positions()[row] == previous[row] + by, true, serial);
        same("goal, moved", world_.goals()[row] == goals[row] + by, true, serial);
    }
}

// ---- What the host does -----------------------------------------------------------------------------------------

/// Positions as the engine left them: the model does not move anybody.
void Judge::read_poses() {
    poses_.clear();
    for (size_t row = 0; row < world_.agent_count(); ++row)
        poses_[world_.serials()[row]] = {world_.positions()[row], world_.headings()[row]};
}

/// Issues them, and says what they came to.
std::vector<Command> Judge::answer(const std::vector<SightAnswer>& answers) {
    std::vector<Command> result;
    for (const SightAnswer& one : answers) {
        const auto late = static_cast<size_t>(one.late);
        if (late >= questions_.size() || questions_[late].empty()) continue;
        const auto& [viewer, target] = questions_[late][static_cast<size_t>(one.nth) % questions_[late].size()];
        Command command;
        command.kind = Command::Kind::sight;
        command.agent = viewer;
        command.target = target;
        command.seen = one.seen;
        if (!can_be_given(command)) continue;
        issue(command);
        result.push_back(command);
    }
    return result;
}

/// Issues them, and says what they came to.
std::vector<Command> Judge::take_aim(const std::vector<AimedCommand>& aimed) {
    std::vector<Command> result;
    for (const AimedCommand& one : aimed) {
        const Serial serial = aimed_at(one);
        if (serial == no_serial) continue;
        if (one.name != 0) named_[one.name] = serial;
        const Agent& agent = model_.agents().at(serial);
        Command command = in_serials(one.command);
        command.agent = serial;
        if (command.kind == Command::Kind::stick || command.kind == Command::Kind::order_squad) {
            if (!model_.squad_of(agent).made) continue;
            command.agent = no_serial;
            command.squad = agent.squad;
        }
        if (one.against) {
            AimedCommand other;
            other.aim = *one.against;
            put_in(aimed_at(other), &command);
        }
        if (one.own_target) command.target = agent.target;
        if (command.kind != Command::Kind::sight && command.order != OrderKind::attack) command.target = no_serial;
        const bool orders = command.kind == Command::Kind::order || command.kind == Command::Kind::order_squad;
        if (orders && command.order != OrderKind::go && command.order != OrderKind::retreat) command.position = {};
        take_out_slots(command);
        if (!can_be_given(command) || !fit_health(command)) continue;
        issue(command);
        result.push_back(on_ground(command));
    }
    return result;
}

void Judge::put_in(Serial other, Command* command) const {
    const bool is_author = command->kind == Command::Kind::damage || command->kind == Command::Kind::prefer;
    (is_author ? command->by : command->target) = other;
}

Serial Judge::aimed_at(const AimedCommand& aimed) const {
    const Serial given = serial_of(aimed.command.agent);
    if (aimed.aim == Aim::given) return model_.agents().count(given) != 0 ? given : no_serial;
    if (aimed.aim == Aim::named) {
        const auto found = named_.find(aimed.name);
        return found != named_.end() && model_.agents().count(found->second) != 0 ? found->second : no_serial;
    }
    std::vector<Serial> found;
    for (const auto& [serial, agent] : model_.agents())
        if (agent.living() && is_aim(aimed, agent)) found.push_back(serial);
    return found.empty() ? no_serial : found[static_cast<size_t>(aimed.nth) % found.size()];
}

bool Judge::is_aim(const AimedCommand& aimed, const Agent& agent) const {
    const bool is_target = aimed.aim == Aim::target || aimed.aim == Aim::attacked;
    if (aimed.at != no_serial && serial_of(aimed.at) != (is_target ? agent.serial : agent.circle)) return false;
    const auto attacked = [this, &agent] {
        return std::any_of(model_.agents().begin(), model_.agents().end(), [&agent](const auto& other) {
            return other.second.permit && other.second.circle == agent.serial;
        });
    };
    const auto reserves = [this, &agent] {
        const auto circle = model_.circles().find(agent.circle);
        return circle != model_.circles().end() && circle->second.reserver == agent.serial;
    };
    const auto is_target_of = [this, &agent](const auto& which) {
        return std::any_of(model_.agents().begin(), model_.agents().end(), [&](const auto& other) {
            return other.second.target == agent.serial && which(other.second, model_.archetype_of(other.second));
        });
    };
    const auto anybody = [](const Agent&, const ArchetypeDef&) { return true; };
    const auto free = [](const Agent&, const ArchetypeDef& other) { return !other.staged; };
    const auto by_sight = [](const Agent&, const ArchetypeDef& other) { return other.targeting == Targeting::sight; };
    const auto runs = [](const Agent& other, const ArchetypeDef&) { return other.runs; };
    const ArchetypeDef& def = model_.archetype_of(agent);
    const bool seeks = def.targeting == Targeting::sight && def.line_of_sight && agent.target == no_serial;
    const bool holds = agent.role == Role::holder && !agent.permit;
    switch (aimed.aim) {
    case Aim::attacker: return agent.permit.has_value();
    case Aim::stepping_in: return agent.permit && !agent.permit->begun;
    case Aim::interrupted: return agent.permit && agent.permit->interrupted && !agent.permit->begun;
    case Aim::winding_up: return agent.permit && agent.permit->begun && !agent.permit->hit_handed;
    case Aim::past_hit: return agent.permit && agent.permit->begun && agent.permit->hit_handed;
    case Aim::striker: return agent.role == Role::striker;
    case Aim::ready: return holds && agent.arrived && agent.state == State::combat;
    case Aim::approaching: return holds && !agent.arrived;
    case Aim::asker: return agent.role == Role::asker;
    case Aim::reserver: return agent.role == Role::asker && reserves();
    case Aim::resting: return agent.role == Role::none && model_.now() < agent.rest_until;
    case Aim::target: return model_.circles().count(agent.serial) != 0;
    case Aim::attacked: return attacked();
    case Aim::seeker: return seeks;
    case Aim::flagged_seeker: return seeks && agent.flagged;
    case Aim::free_one: return !def.staged;
    case Aim::free_attacker: return !def.staged && agent.permit;
    case Aim::running: return agent.run_due.has_value();
    case Aim::closing: return agent.close_due.has_value();
    case Aim::hit: return agent.staggered;
    case Aim::hit_idle:
        return agent.staggered && agent.role == Role::none && (def.staged || agent.state == State::idle);
    case Aim::hit_at_circle: return agent.staggered && agent.role != Role::none;
    case Aim::staggered: return agent.state == State::stagger;
    case Aim::sliding: return agent.state == State::slide_back;
    case Aim::healing: return agent.state == State::heal;
    case Aim::roleless:
        return def.staged && agent.role == Role::none &&
               (agent.state == State::stagger || agent.state == State::slide_back || agent.state == State::heal);
    case Aim::foe: return is_target_of(anybody);
    case Aim::free_foe: return is_target_of(free);
    case Aim::sight_foe: return is_target_of(by_sight);
    case Aim::run_foe: return is_target_of(runs);
    default: return is_aim_of_monsters(aimed.aim, agent);
    }
}

bool Judge::is_aim_of_monsters(Aim aim, const Agent& agent) const {
    switch (aim) {
    case Aim::monster: return agent.monster.has_value();
    case Aim::acting: return agent.monster && !agent.monster->running.empty();
    case Aim::patroller: return agent.state == State::patrol;
    case Aim::calm: return agent.monster && agent.target == no_serial;
    case Aim::monster_foe: return is_target_of_monster(agent);
    case Aim::owner:
        return std::any_of(model_.agents().begin(), model_.agents().end(), [&agent](const auto& other) {
            return other.second.owner == agent.serial && other.second.living();
        });
    case Aim::child: return agent.owner != no_serial;
    case Aim::doomed: return agent.dies_with_owner;
    default: return is_aim_of_squads(aim, agent);
    }
}

bool Judge::is_aim_of_squads(Aim aim, const Agent& agent) const {
    const Squad& squad = model_.squad_of(agent);
    const std::vector<Projectile>& missiles = model_.missiles();
    const auto spreads = [this](const Agent& other) {
        return model_.archetype_of(other).targeting == Targeting::spread;
    };
    switch (aim) {
    case Aim::leader: return squad.made && squad.leader == agent.serial;
    case Aim::follows: return agent.state == State::follow;
    case Aim::returns: return agent.state == State::returning;
    case Aim::led: return agent.state == State::led;
    case Aim::led_soon: return model_.led(agent) && agent.state != State::led;
    case Aim::busy: return squad.stick_held() && squad.def.control == Control::paths && !model_.led(agent);
    case Aim::far_off: return model_.follower(agent) && (agent.target != no_serial || agent.role != Role::none);
    case Aim::member: return squad.made && squad.leader != agent.serial;
    case Aim::last_of_squad:
        return squad.made && std::none_of(squad.members.begin(), squad.members.end(), [&](Serial serial) {
                   const auto other = model_.agents().find(serial);
                   return serial != agent.serial && other != model_.agents().end() && other->second.living();
               });
    case Aim::shooter:
        return std::any_of(missiles.begin(), missiles.end(), [&](const auto& one) { return one.by == agent.serial; });
    case Aim::shot_at:
        return std::any_of(missiles.begin(), missiles.end(),
                           [&](const auto& one) { return one.target == agent.serial; });
    case Aim::spreader: return spreads(agent) && agent.target != no_serial;
    case Aim::seldom: return agent.period > 1;
    case Aim::spread_foe:
        return std::any_of(model_.agents().begin(), model_.agents().end(), [&](const auto& other) {
            return other.second.target == agent.serial && spreads(other.second);
        });
    default: return false;
    }
}

bool Judge::is_target_of_monster(const Agent& agent) const {
    return std::any_of(model_.agents().begin(), model_.agents().end(), [&agent](const auto& other) {
        return other.second.target == agent.serial && other.second.monster.has_value();
    });
}

bool Judge::can_be_given(const Command& command) const {
    if (despawned_.count(command.agent) != 0 || !others_are_there(command)) return false;
    if (command.kind == Command::Kind::sight) return command.target != no_serial && command.target != command.agent;
    if (command.kind == Command::Kind::lead) return model_.squad_of(model_.agents().at(command.agent)).made;
    if (command.kind == Command::Kind::prefer) return command.by != command.agent;
    if (command.kind == Command::Kind::place)
        return model_.archetype_of(model_.agents().at(command.agent)).motion != Motion::host;
    const bool orders = command.kind == Command::Kind::order || command.kind == Command::Kind::order_squad;
    if (!orders || command.order != OrderKind::attack) return true;
    return command.target != no_serial && command.target != command.agent;
}

bool Judge::others_are_there(const Command& command) const {
    return despawned_.count(command.by) == 0 && despawned_.count(command.target) == 0;
}

void Judge::issue(const Command& command) {
    using Kind = Command::Kind;
    if (command.kind == Kind::spawn) return issue_spawn(command);
    if (command.kind == Kind::reload)
        return must(world_.reload(command.definitions.archetypes, command.definitions.monsters), "reload");
    if (command.kind == Kind::detail) return must(world_.set_detail(command.detail), "set_detail");
    SquadId squad;
    if (command.kind == Kind::add_squad) {
        must(world_.add_squad(command.team, command.squad_def, &squad), "add_squad");
        return squads_.push_back(squad.value);
    }
    if (issue_to_squad(command)) return;
    if (command.kind == Kind::set_hostile)
        return must(world_.set_hostile(command.team, command.other_team, command.hostile), "set_hostile");

    const AgentId id = id_of(command.agent);
    Error error = Error::ok;
    switch (command.kind) {
    case Kind::despawn: error = world_.despawn(id); break;
    case Kind::place:
        error =
            command.turns ? world_.place(id, command.position, command.heading) : world_.place(id, command.position);
        break;
    case Kind::order: error = world_.order(id, Order{command.order, id_of(command.target), command.position}); break;
    case Kind::lead: error = world_.lead(id); break;
    case Kind::join: error = world_.join(id, SquadId{command.squad}); break;
    case Kind::prefer: error = world_.prefer(id, command.amount, id_of(command.by)); break;
    case Kind::period: error = world_.set_period(id, command.period); break;
    case Kind::health: error = world_.set_health(id, command.amount); break;
    case Kind::damage: error = world_.damage(id, command.amount, id_of(command.by)); break;
    case Kind::capacity: error = world_.capacity(id, command.grid, command.attack); break;
    case Kind::close_slots: error = world_.close_slots(id, command.slots); break;
    case Kind::view: error = world_.view(id, command.heading, command.half_angle); break;
    case Kind::report: error = world_.report(id, command.reported); break;
    case Kind::sight: error = world_.answer_sight(id, id_of(command.target), command.seen); break;
    default: break;
    }
    // To one despawned before: refused at the door or dropped later, as the engine likes.
    if (despawned_.count(command.agent) == 0 || error != Error::stale_id)
        must(error, fmt::format("command {} to agent {}", static_cast<int>(command.kind), command.agent));
    if (command.kind == Kind::despawn) despawned_.insert(command.agent);
    if (command.kind != Kind::place || despawned_.count(command.agent) != 0) return;
    Pose& pose = poses_[command.agent];
    pose.position = on_ground(command).position;
    if (command.turns) pose.heading = command.heading;
}

bool Judge::issue_to_squad(const Command& command) {
    const SquadId squad{command.squad};
    switch (command.kind) {
    case Command::Kind::stick: must(world_.stick(squad, command.position), "stick"); return true;
    case Command::Kind::order_squad:
        must(world_.order(squad, Order{command.order, id_of(command.target), command.position}), "order of a squad");
        return true;
    default: return false;
    }
}

/// Those to be closed that are not there: aimed commands do not know whom they meet, plain ones no reloads.
void Judge::take_out_slots(Command& command) const {
    std::erase_if(command.slots, [slots = slots_round(command.agent)](int slot) { return slot >= slots; });
}

void Judge::issue_spawn(const Command& command) {
    SpawnDef def;
    def.archetype = command.archetype;
    def.team = command.team;
    def.layer = command.layer;
    def.squad = SquadId{command.squad};
    def.position = command.position;
    def.heading = command.heading;
    AgentId id;
    must(world_.spawn(def, &id), fmt::format("spawn of {}", command.agent));
    kinds_[command.agent] = command.archetype;
    ids_[command.agent] = id;
    serials_[{id.index, id.generation}] = command.agent;
    poses_[command.agent] = {on_ground(command).position, command.heading};
}

void Judge::move_host_agents(const FrameInput& input) {
    std::vector<AgentId>& ids = borrowed_ids_;
    std::vector<Vec2>& positions = borrowed_positions_;
    std::vector<Vec2>& headings = borrowed_headings_;
    ids.clear();
    positions.clear();
    headings.clear();
    for (const HostMove& move : moves_of(input)) {
        const auto agent = model_.agents().find(move.agent);
        if (agent == model_.agents().end() || !agent->second.living() || despawned_.count(move.agent) != 0) continue;
        if (model_.archetype_of(agent->second).motion != Motion::host) continue;
        const Pose pose = host_pose(move);
        ids.push_back(id_of(move.agent));
        positions.push_back(pose.position);
        headings.push_back(pose.heading);
        poses_[move.agent] = pose;
    }
    if (!ids.empty()) must(world_.set_host_poses(ids, positions, headings), "set_host_poses");
}

/// Those of the drama, and of whom it does not know.
std::vector<HostMove> Judge::moves_of(const FrameInput& input) const {
    std::vector<HostMove> moves = input.moves;
    for (HostMove& move : moves) move.agent = serial_of(move.agent);
    for (const auto& [serial, agent] : model_.agents()) {
        if (agent.owner == no_serial) continue;
        HostMove move;
        move.agent = serial;
        moves.push_back(move);
    }
    return moves;
}

Pose Judge::host_pose(const HostMove& move) const {
    Pose pose = poses_.at(move.agent);
    const int64_t row = world_.row_of(id_of(move.agent));
    const Agent& agent = model_.agents().at(move.agent);
    const auto target = poses_.find(agent.target);
    const Vec2 goal = row >= 0 ? world_.goals()[static_cast<size_t>(row)] : pose.position;
    const Vec2 way = goal - pose.position;
    const float distance = std::sqrt(dot(way, way));
    switch (move.kind) {
    case HostMove::Kind::step:
        pose.position = distance <= move.length ? goal : pose.position + way * (move.length / distance);
        break;
    case HostMove::Kind::goal: pose.position = goal; break;
    case HostMove::Kind::beside:
        if (target != poses_.end()) {
            const Vec2 out = stable_heading(pose.position - target->second.position);
            pose.position = target->second.position + out * move.length;
        }
        break;
    case HostMove::Kind::point: pose.position = from_origin(move.position); break;
    case HostMove::Kind::by: pose.position = pose.position + move.position; break;
    }
    if (move.turns && target != poses_.end()) pose.heading = stable_heading(target->second.position - pose.position);
    return pose;
}

// ---- Comparing --------------------------------------------------------------------------------------------------

void Judge::compare_events(const std::vector<Event>& expected) {
    const std::span<const Event> found = world_.events();
    for (size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
        if (i < found.size() && i < expected.size() && found[i] == expected[i]) {
            ++verdict_.compared[{found[i].type, found[i].cause}];
            ++verdict_.events;
            continue;
        }
        std::string text = fmt::format("event {} of the frame ({} in the engine, {} in the model)\n", i, found.size(),
                                       expected.size());
        std::vector<Serial> about;
        const size_t first = i > 6 ? i - 6 : 0;
        for (size_t k = first; k < i; ++k) text += fmt::format("    both:   {}\n", in_words(found[k]));
        for (size_t k = i; k < std::min(i + 5, found.size()); ++k)
            text += fmt::format("    engine: {}\n", in_words(found[k]));
        for (size_t k = i; k < std::min(i + 5, expected.size()); ++k)
            text += fmt::format("    model:  {}\n", in_words(expected[k]));
        if (i < found.size()) about.insert(about.end(), {found[i].agent, found[i].target});
        if (i < expected.size()) about.insert(about.end(), {expected[i].agent, expected[i].target});
        return differ(text, about);
    }
}

void Judge::compare_rows() {
    if (!verdict_.same) return;
    same("agents in the world", world_.agent_count(), model_.agents().size(), no_serial);
    for (size_t row = 0; row < world_.agent_count() && verdict_.same; ++row) {
        const Serial serial = world_.serials()[row];
        const auto agent = model_.agents().find(serial);
        if (agent == model_.agents().end()) return differ(fmt::format("the model has no agent {}", serial), {serial});
        compare_row(row, agent->second);
    }
}

void Judge::compare_row(size_t row, const Agent& agent) {
    const Serial serial = agent.serial;
    const auto named = [serial](const char* what) { return fmt::format("{} of agent {}", what, serial); };
    same(named("id"), world_.ids()[row] == id_of(serial), true, serial);
    same(named("row"), world_.row_of(id_of(serial)), static_cast<int64_t>(row), serial);
    same(named("state"), to_string(world_.states()[row]), std::string(to_string(agent.state)), serial);
    same(named("health"), world_.healths()[row], agent.health, serial);
    same(named("target"), serial_of(world_.targets()[row]), agent.target, serial);
    same(named("slot"), world_.slots()[row], agent.slot, serial);
    same(named("attack"), world_.attacks()[row], agent.permit ? agent.permit->attack : -1, serial);
    same(named("place"), world_.places()[row], agent.place, serial);
    same(named("team"), world_.teams()[row], agent.team, serial);
    same(named("archetype"), world_.archetypes()[row], agent.archetype, serial);
    same(named("layer"), world_.layers()[row], agent.layer, serial);
    same(named("period"), world_.period(id_of(serial)), agent.period, serial);
    same(named("monster"), world_.monster_of(id_of(serial)), agent.monster ? agent.monster->number : -1, serial);
    if (agent.owner != no_serial && agent.spawned_frame + 1 == model_.frame()) { // it has come just now
        const Vec2 apart = world_.headings()[row] - agent.heading;
        same(named("heading as its owner's"), dot(apart, apart) < 1.0e-8f, true, serial); // it may have been moved
    }
    // Who lost its target in settle keeps the band until the next sense; nothing looks at it.
    if (agent.target != no_serial) same(named("band"), world_.bands()[row], agent.band, serial);
}

/// Of sight: by the viewer's serial, the nearest first.
void Judge::compare_questions() {
    const auto list = [](const std::vector<std::pair<Serial, Serial>>& questions) {
        std::string text;
        for (const auto& [viewer, target] : questions) text += fmt::format("{}: {}; ", viewer, target);
        return text;
    };
    std::vector<std::pair<Serial, Serial>> found;
    for (const SightQuestion& question : world_.sight_questions())
        found.emplace_back(serial_of(question.viewer), serial_of(question.target));
    same("questions of sight", list(found), list(model_.sight_questions()), no_serial);
}

/// Of the squads that the host made.
void Judge::compare_leaders() {
    for (const uint32_t squad : squads_)
        if (squad != 0)
            same(fmt::format("leader of squad {}", squad), serial_of(world_.leader(SquadId{squad})),
                 model_.leader(squad), model_.leader(squad));
}

/// By when they land; those that land at once in any order.
void Judge::compare_missiles() {
    const auto in_words = [](Serial by, Serial target, int attack, int64_t lands_us) {
        return fmt::format("{:12} us: by {} at {} with attack {}; ", lands_us, by, target, attack);
    };
    std::vector<std::string> found, expected;
    int64_t last = 0;
    for (const auto& missile : world_.missiles()) {
        found.push_back(in_words(missile.by, serial_of(missile.target), missile.attack, missile.lands_us));
        same("missiles by when they land", missile.lands_us >= last, true, missile.by);
        last = missile.lands_us;
    }
    for (const Projectile& missile : model_.missiles())
        expected.push_back(in_words(missile.by, missile.target, missile.attack, missile.lands_us));
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    same("number of missiles", found.size(), expected.size(), no_serial);
    same("missiles", fmt::format("{}", fmt::join(found, "")), fmt::format("{}", fmt::join(expected, "")), no_serial);
}

/// As the host asks for them after a reload.
void Judge::compare_definitions() {
    const Definitions& expected = model_.definitions();
    same("number of archetypes", world_.archetype_count(), expected.archetypes.size(), no_serial);
    same("number of monsters", world_.monster_count(), expected.monsters.size(), no_serial);
    for (size_t i = 0; i < expected.archetypes.size() && verdict_.same; ++i)
        same(fmt::format("archetype {} as it was given", i),
             world_.archetype(static_cast<ArchetypeIndex>(i)) == expected.archetypes[i], true, no_serial);
    for (size_t i = 0; i < expected.monsters.size() && verdict_.same; ++i)
        same(fmt::format("monster {} as it was given", i), world_.monster(i) == expected.monsters[i], true, no_serial);
}

void Judge::compare_circles() {
    if (!verdict_.same) return;
    std::vector<Serial> expected;
    for (const auto& [serial, circle] : model_.circles()) expected.push_back(serial);
    const std::vector<Serial> found = serials_of(world_.circle_targets());
    same("circles round", fmt::format("{}", fmt::join(found, " ")), fmt::format("{}", fmt::join(expected, " ")),
         no_serial);
    same("number of circles", world_.counters().circles, expected.size(), no_serial);
    for (const auto& [serial, circle] : model_.circles()) compare_circle(circle);
}

void Judge::compare_circle(const Circle& circle) {
    if (!verdict_.same) return;
    const Serial target = circle.target;
    const Agent& agent = model_.agents().at(target);
    const auto named = [target](const char* what) { return fmt::format("{} of the circle round {}", what, target); };
    World::CircleView view;
    if (!world_.circle(id_of(target), &view)) return differ(named("no view"), {target});
    same(named("grid capacity"), view.grid_capacity, agent.grid_capacity, target);
    same(named("attack capacity"), view.attack_capacity, agent.attack_capacity, target);
    same(named("free grid capacity"), view.grid_free, model_.grid_free(circle), target);
    same(named("free attack capacity"), view.attack_free, model_.attack_free(circle), target);

    std::vector<Serial> slots(static_cast<size_t>(model_.archetype_of(agent).circle.slots), no_serial);
    for (const auto& [slot, holder] : circle.slots) slots[static_cast<size_t>(slot)] = holder;
    const auto list = [](const auto& serials) { return fmt::format("[{}]", fmt::join(serials, " ")); };
    same(named("slots"), list(serials_of(view.slots)), list(slots), target);
    same(named("queue"), list(serials_of(view.queue)), list(circle.queue), target);
    same(named("ring"), list(serials_of(view.ring)), list(circle.ring), target);
    same(named("strikers"), list(serials_of(view.strikers)), list(circle.strikers), target);
    same(named("reserver"), serial_of(view.reserver), circle.reserver, target);
    std::set<int> closed, expected;
    for (size_t slot = 0; slot < view.closed.size(); ++slot) {
        if (view.closed[slot]) closed.insert(static_cast<int>(slot));
        if (model_.closed(circle, static_cast<int>(slot))) expected.insert(static_cast<int>(slot));
    }
    same(named("number of slots"), view.closed.size(), slots.size(), target);
    same(named("closed slots"), list(closed), list(expected), target);
}

// ---- Names and words --------------------------------------------------------------------------------------------

AgentId Judge::id_of(Serial serial) const {
    const auto found = ids_.find(serial);
    return found == ids_.end() ? AgentId{} : found->second;
}

Serial Judge::serial_of(AgentId id) const {
    if (!id) return no_serial;
    const auto found = serials_.find({id.index, id.generation});
    return found == serials_.end() ? -2 : found->second; // -2: an id that nobody has
}

std::vector<Serial> Judge::serials_of(const std::vector<AgentId>& ids) const {
    std::vector<Serial> result;
    for (const AgentId id : ids) result.push_back(serial_of(id));
    return result;
}

void Judge::must(Error error, const std::string& call) {
    if (error != Error::ok) differ(fmt::format("{}: {}: {}", call, to_string(error), world_.error_text()), {});
}

void Judge::remember(const std::vector<Event>& events) {
    for (const Event& event : events) {
        std::deque<std::string>& past = history_[event.agent];
        past.push_back(fmt::format("frame {}: {}", model_.frame() - 1, in_words(event)));
        if (past.size() > 16) past.pop_front();
    }
}

void Judge::differ(const std::string& what, const std::vector<Serial>& about) {
    if (!verdict_.same) return;
    verdict_.same = false;
    verdict_.report = fmt::format("seed {}, frame {}: {}\n", drama_.seed, verdict_.frames, what);
    std::set<Serial> agents(about.begin(), about.end());
    agents.erase(no_serial);
    for (const Serial serial : agents) {
        verdict_.report += describe(serial);
        for (const std::string& line : history_[serial]) verdict_.report += "    " + line + "\n";
    }
}

/// The agent as the model has it after this frame (before it, where a call was refused).
std::string Judge::describe(Serial serial) const {
    const auto found = model_.agents().find(serial);
    if (found == model_.agents().end()) return fmt::format("  agent {}: not in the world\n", serial);
    const Agent& a = found->second;
    const ArchetypeDef& def = model_.archetype_of(a);
    std::string text = fmt::format(
        "  agent {}: archetype {} (brain {}, {}, {}, {}), team {}, squad {}, layer {}, at ({}, {}) heading ({}, {}), "
        "state {}, health {}, target {}, order {}, slot {}, place {}, {}, {}, ready at {} us, rests until {} us, "
        "now {} us\n",
        serial, a.archetype, def.brain, to_string(def.release), to_string(def.choice), to_string(def.targeting), a.team,
        a.squad, a.layer, a.position.x, a.position.y, a.heading.x, a.heading.y, to_string(a.state), a.health, a.target,
        to_string(a.order), a.slot, a.place, a.arrived ? "arrived" : "not arrived",
        a.permit ? fmt::format("permit for attack {} (begun {}, steps in until {} us)", a.permit->attack,
                               a.permit->begun, a.permit->begin_until)
                 : "no permit",
        a.ready_at, a.rest_until, model_.now());
    const auto due = [](const std::optional<int64_t>& clock) { return clock ? fmt::format("{} us", *clock) : "none"; };
    text += fmt::format(
        "    {}, until {} us, band {}, {}, {}, phase {} of {}, {} flasks, last reaction in band {}, close clock {}, "
        "run clock {}, stagger {} s\n",
        def.staged ? "staged" : "free", a.until, a.band, a.runs ? "runs" : "walks",
        a.flagged ? "flagged" : "not flagged", a.phase, def.phases.size(), a.flasks, a.reaction_band, due(a.close_due),
        due(a.run_due), def.stagger);
    const Squad& squad = model_.squad_of(a);
    if (squad.made)
        text +=
            fmt::format("    squad {}: leader {}, follow {} m, at most {} m, control {}, stick ({}, {}); it is {}led, "
                        "{}a follower\n",
                        a.squad, squad.leader, squad.def.follow, squad.def.max_distance, to_string(squad.def.control),
                        squad.stick.x, squad.stick.y, model_.led(a) ? "" : "not ", model_.follower(a) ? "" : "not ");
    text += fmt::format("    period {} (archetype {}, host {}), {} turn in frame {}; load {} of a budget of {} turns\n",
                        a.period, def.period, a.host_period.value_or(0), model_.has_turn(a) ? "its" : "not its",
                        model_.frame(), model_.load(), model_.detail().turns);
    const auto leader = model_.agents().find(squad.leader);
    if (squad.made && leader != model_.agents().end())
        text += fmt::format("    {} mm from its leader\n",
                            millimetres(distance_squared(a.position, leader->second.position)));
    if (a.owner != no_serial)
        text += fmt::format("    summoned by {}, depth {}, dies with it: {}\n", a.owner, a.depth, a.dies_with_owner);
    if (a.monster) {
        text += fmt::format("    monster {}, its state {} ({}) since {} us, {} s looked at, {} health seen, {}, {} "
                            "patrols done, post ({}, {}) way ({}, {})\n",
                            a.monster->number, a.monster->state, a.monster->fresh ? "fresh" : "not fresh",
                            a.monster->since, a.monster->seconds, a.monster->health_seen,
                            a.monster->goes_out ? "on the way out" : "on the way back", a.monster->patrols,
                            a.monster->post.x, a.monster->post.y, a.monster->way.x, a.monster->way.y);
        const MonsterDef& monster = model_.definitions().monsters[static_cast<size_t>(a.monster->number)];
        for (const RunningAct& one : a.monster->running) {
            const ActDef& act = monster.acts[static_cast<size_t>(one.act)];
            text += fmt::format("    act {} by condition {} runs until {}, skills [{}], cd [", one.act, one.condition,
                                due(one.end), fmt::join(act.skills, ", "));
            for (const ActDef::Cooldown& cooldown : act.cooldowns)
                text += fmt::format("{}: {} s; ", cooldown.attack, cooldown.seconds);
            text += "]\n";
        }
        for (size_t i = 0; i < def.attacks.size(); ++i) {
            const auto own = a.cooldowns.find(static_cast<int>(i));
            text += fmt::format("    attack {} '{}', weight {}, {} s for the agent, its own clock {}\n", i,
                                def.attacks[i].name, def.attacks[i].weight, def.attacks[i].cooldown.agent,
                                own != a.cooldowns.end() ? fmt::format("until {} us", own->second) : "never ran");
        }
    }
    const auto target = model_.agents().find(a.target);
    if (target != model_.agents().end())
        text += fmt::format("    {} mm from its target, seen at {} rad\n",
                            millimetres(distance_squared(a.position, target->second.position)),
                            bearing(a.position, a.heading, target->second.position));
    const auto circle = model_.circles().find(serial);
    if (circle != model_.circles().end())
        text += fmt::format(
            "    its circle: capacities {} and {}, queue [{}], ring [{}], strikers [{}], closed [{}], blocked [{}], "
            "reserver {}, rebalancing due {}, {} slots, {}, surround {}\n",
            a.grid_capacity, a.attack_capacity, fmt::join(circle->second.queue, " "),
            fmt::join(circle->second.ring, " "), fmt::join(circle->second.strikers, " "), fmt::join(a.closed, " "),
            fmt::join(circle->second.blocked, " "), circle->second.reserver, circle->second.rebalancing_due,
            def.circle.slots, to_string(def.circle.rebalance), def.circle.surround);
    return text;
}

} // namespace

Verdict run_both(const Drama& drama, int frames) { return Judge(drama).run(frames); }

std::string in_words(const Event& event) {
    std::string text = fmt::format("{} of {}", to_string(event.type), event.agent);
    if (event.target != no_serial) text += fmt::format(", target {}", event.target);
    if (event.cause != Cause::none) text += fmt::format(", cause {}", to_string(event.cause));
    if (event.attack >= 0) text += fmt::format(", attack {}", event.attack);
    if (event.slot >= 0) text += fmt::format(", slot {}", event.slot);
    if (event.type == EventType::order) text += fmt::format(", {}", to_string(static_cast<OrderKind>(event.a)));
    if (event.type == EventType::refuse)
        text += fmt::format(", {}, need {}, free {}", to_string(static_cast<Refusal>(event.c)), event.a, event.b);
    else if (event.type == EventType::state)
        text +=
            fmt::format(", {} to {}", to_string(static_cast<State>(event.a)), to_string(static_cast<State>(event.b)));
    else if (event.a != 0 || event.b != 0 || event.c != 0)
        text += fmt::format(", a {} b {} c {}", event.a, event.b, event.c);
    if (event.x != 0.0f || event.y != 0.0f) text += fmt::format(", x {} y {}", event.x, event.y);
    return text;
}

Vec2 stable_heading(Vec2 direction) {
    static const std::vector<Vec2> table = make_stable_headings();
    return *std::max_element(table.begin(), table.end(),
                             [direction](Vec2 a, Vec2 b) { return dot(a, direction) < dot(b, direction); });
}

} // namespace fray::model
