#include "game.h"

#include "files/rings.h"
#include "fray/inspect.h"

#include <nlohmann/json.hpp>

namespace fray::live {
namespace {

constexpr EventMask watched = event_bits(EventType::attack, EventType::attack_end, EventType::hit, EventType::death);

constexpr double pressure_time = 4.0;    ///< s over which the pressure is averaged
constexpr size_t most_with_queues = 300; ///< in larger battles the lines of queues would hide the agents

} // namespace

Game::Game(Battle&& battle) : battle_(std::move(battle)) {
    if (const Ground* const ground = world().ground(); ground != nullptr) ground_ = demo::cells_of(*ground);
}

Game::Made Game::make(const std::string& text, const std::string& name, bool hash) {
    ScenarioResult read = parse_scenario(text, name);
    Made made{nullptr, std::move(read.errors), std::move(read.warnings)};
    if (!made.errors.empty()) return made;
    BattleOptions options;
    options.world.hashes = hash;
    options.world.event_mask = watched;
    Result<Battle> battle = Battle::create(read.scenario, options);
    if (!battle)
        made.errors.push_back(name + ": " + battle.error_text());
    else
        made.game.reset(new Game(std::move(*battle)));
    return made;
}

std::string Game::text_of(Error error) const { return error == Error::ok ? std::string() : world().error_text(); }

std::string Game::step(const Player::Input& input) {
    World& world = battle_.world();
    if (const Result<void> given = battle_.give_commands(); !given) return given.error_text();
    if (player_.agent()) {
        if (const Error error = player_.before_step(battle_, input); error != Error::ok) return text_of(error);
        if (wanted_ && player_.lives(world) && world.capacity(player_.agent()) != wanted_) {
            if (const Error error = world.set_capacity(player_.agent(), *wanted_); error != Error::ok)
                return text_of(error);
        }
    }
    if (const Result<void> stepped = battle_.step_world(); !stepped) return stepped.error_text();
    if (!player_.agent()) player_.find(world); // the first step spawns it
    decided_ = decided_ || battle_.over();
    count_events();
    marks.show(world, player_, begun_, world.agent_count() <= most_with_queues);
    if (player_.agent()) count_attackers();
    return {};
}

void Game::count_attackers() {
    const World& world = battle_.world();
    bool attacked = false;
    attacking_ = 0;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        if (world.targets()[row] != player_.agent() || marks.style[row] < static_cast<uint8_t>(Style::step_in))
            continue;
        ++attacking_;
        attacked = attacked || marks.style[row] > static_cast<uint8_t>(Style::step_in);
    }
    pressure_ += ((attacked ? 1.0 : 0.0) - pressure_) / (pressure_time * world.hz());
}

void Game::count_events() {
    const World& world = battle_.world();
    begun_.resize(static_cast<size_t>(world.spawn_count()), -1.0);
    for (const AttackEndEvent& end : world.events().attack_ends) begun_[static_cast<size_t>(end.agent.serial)] = -1.0;
    for (const AttackEvent& begin : world.events().attacks)
        begun_[static_cast<size_t>(begin.agent.serial)] = world.counters().time;
    for (const HitEvent& hit : world.events().hits) {
        hits_given_ += hit.agent.id == player_.agent() ? 1 : 0;
        if (hit.target.id != player_.agent() || !player_.agent()) continue;
        ++hits_taken_;
        damage_taken_ += double{hit.damage};
    }
}

std::string Game::describe() const {
    const World& world = battle_.world();
    nlohmann::json json;
    json["name"] = battle_.scenario().name;
    json["hz"] = world.hz();
    json["duration"] = battle_.scenario().duration;
    json["teams"] = battle_.scenario().teams;
    const PictureDef& picture = battle_.scenario().picture;
    json["picture"] = {{"focus", {picture.focus.x, picture.focus.y}}, {"width", picture.width}};
    if (ground_.columns > 0)
        json["ground"] = {{"columns", ground_.columns},
                          {"lines", ground_.lines},
                          {"cell", ground_.cell},
                          {"low", {ground_.low.x, ground_.low.y}}};
    return json.dump();
}

std::string Game::state() const {
    const World& world = battle_.world();
    nlohmann::json json;
    json["frame"] = world.frame();
    json["time"] = world.time();
    json["living"] = battle_.living();
    json["over"] = decided_;
    if (!player_.agent()) return json.dump();
    const AgentId agent = player_.agent();
    nlohmann::json& player = json["player"];
    const std::optional<size_t> row = world.row_of(agent);
    if (!row) return json.dump();
    const ArchetypeDef& archetype = world.archetype(world.archetypes()[*row]);
    player = {{"row", *row},
              {"lives", player_.lives(world)},
              {"taken", player_.taken()},
              {"attacks", player_.attacks(world)},
              {"dashes", player_.dashes(world)},
              {"strikes", !archetype.attacks.empty()},
              {"moved_by_host", archetype.body.motion == MotionType::host},
              {"hits_given", hits_given_},
              {"hits_taken", hits_taken_},
              {"damage_taken", damage_taken_},
              {"pressure", pressure_}};
    if (archetype.body.health != unlimited_health) player["health"] = {world.healths()[*row], archetype.body.health};
    if (const std::optional<CircleCapacity> capacity = world.capacity(agent))
        player["capacity"] = {{"grid", capacity->grid_capacity}, {"attack", capacity->attack_capacity}};
    const float approach = demo::approach_radius_of(archetype);
    player["rings"] = {approach, approach + archetype.circle.roam_gap};
    for (const CircleInfo& info : world.circles())
        if (info.target == agent && archetype.circle.director.pressure > 0.0f)
            player["wanted_pressure"] = info.wanted_pressure;
    const std::optional<CircleView> circle = inspect_circle(world, agent);
    if (!circle) return json.dump();
    nlohmann::json slots = nlohmann::json::array();
    for (size_t i = 0; i < circle->slots.size(); ++i) {
        const std::optional<size_t> holder = world.row_of(circle->slots[i]);
        slots.push_back(circle->closed[i] ? -2 : holder ? static_cast<int>(*holder) : -1);
    }
    player["circle"] = {{"slots", slots},
                        {"grid_used", circle->grid_capacity - circle->grid_free},
                        {"attack_used", circle->attack_capacity - circle->attack_free},
                        {"waiting", circle->queue.size()},
                        {"attacking", attacking_}};
    return json.dump();
}

} // namespace fray::live
