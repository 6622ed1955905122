#include "battle.h"

#include "movement.h"
#include "stage_manager.h"

namespace plain {
namespace {

template <typename List> size_t index_named(const List& list, const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
    return static_cast<size_t>(found - list.begin());
}

size_t team_index(const fray::Scenario& scenario, const std::string& name) {
    return static_cast<size_t>(std::find(scenario.teams.begin(), scenario.teams.end(), name) - scenario.teams.begin());
}

std::vector<std::vector<bool>> hostilities(const fray::Scenario& scenario) {
    const size_t teams = scenario.teams.size();
    std::vector<std::vector<bool>> hostile(teams, std::vector<bool>(teams, scenario.hostile.empty()));
    for (size_t a = 0; a < teams; ++a) hostile[a][a] = false;
    for (const auto& [a, b] : scenario.hostile) {
        hostile[team_index(scenario, a)][team_index(scenario, b)] = true;
        hostile[team_index(scenario, b)][team_index(scenario, a)] = true;
    }
    return hostile;
}

/// A compromise: a cell holds few agents in a melee, and a search before the melee visits few cells.
float alert_cell_size(const fray::Scenario& scenario) {
    float widest = 0.0f;
    for (const fray::ArchetypeDef& archetype : scenario.archetypes)
        widest = std::max(widest, archetype.perception.alert_radius);
    return std::clamp(widest / 4.0f, 4.0f, 8.0f);
}

/// The cell size at which agents that touch are in the same cell or in adjacent cells, m.
float neighbour_cell_size(const fray::Scenario& scenario) {
    float widest = 0.0f;
    for (const fray::ArchetypeDef& archetype : scenario.archetypes) widest = std::max(widest, archetype.body.radius);
    return 2.0f * widest + neighbour_margin;
}

/// Agents of a ring face inwards; other agents face in the direction of their group.
Vec2 heading_of(const fray::GroupDef& group, Vec2 position) {
    const Vec2 inward = group.at - position;
    if (group.formation == fray::GroupFormation::ring && inward != Vec2{}) return inward * (1.0f / length(inward));
    return {std::cos(group.facing), std::sin(group.facing)};
}

} // namespace

Battle::Battle(const fray::Scenario& scenario, int64_t agents, std::optional<uint64_t> seed)
    : scenario_(scenario), dt_(1.0 / scenario.hz), random_(static_cast<unsigned>(seed.value_or(scenario.seed))),
      alert_(hostilities(scenario), alert_cell_size(scenario)), neighbours_(neighbour_cell_size(scenario)) {
    for (const fray::ArchetypeDef& def : scenario.archetypes)
        archetypes_.push_back(std::make_unique<Archetype>(def, static_cast<int>(archetypes_.size()), dt_));
    const std::vector<int64_t> counts = fray::group_counts(scenario_, agents);
    std::vector<std::vector<Agent*>> groups;
    for (size_t i = 0; i < counts.size(); ++i) {
        spawn(scenario_.groups[i], counts[i]);
        groups.emplace_back(living_.end() - counts[i], living_.end());
    }
    script_ = Script(scenario_, groups, living_);
}

void Battle::spawn(const fray::GroupDef& group, int64_t count) {
    const std::vector<Vec2> positions = fray::formation_positions(group, count);
    const size_t squad_size = group.squad_size > 0 ? static_cast<size_t>(group.squad_size) : 1;
    const bool companies = group.formation == fray::GroupFormation::companies && group.squad_size > 0;
    const size_t company = companies ? static_cast<size_t>(group.company_size) : positions.size() + 1;
    for (size_t i = 0; i < positions.size(); ++i) {
        if (i % company % squad_size == 0) squads_.push_back(std::make_unique<Squad>());
        spawn_agent(group, positions[i], *squads_.back());
    }
}

void Battle::spawn_agent(const fray::GroupDef& group, Vec2 position, Squad& squad) {
    const Archetype& archetype = *archetypes_[index_named(scenario_.archetypes, group.archetype)];
    const int team = static_cast<int>(team_index(scenario_, group.team));
    const int serial = static_cast<int>(agents_.size());
    Agent& agent =
        *agents_.emplace_back(std::make_unique<Agent>(serial, archetype, team, position, heading_of(group, position)));
    agent.layer = group.floor;
    agent.roam_jitter = std::uniform_real_distribution<float>(-0.5f, 0.5f)(random_);
    squad.add(agent);
    living_.push_back(&agent);
}

const Report& Battle::step() {
    report_ = {};
    auto begun = std::chrono::steady_clock::now();
    const auto lap = [&](System stage) {
        const auto now = std::chrono::steady_clock::now();
        report_.system_ms[static_cast<size_t>(stage)] = std::chrono::duration<double, std::milli>(now - begun).count();
        begun = now;
    };
    frame_.now = static_cast<double>(frame_number_++) * dt_;
    frame_.hits.clear();
    frame_.attacks_started = 0;

    script_.update(frame_.now);
    alert_.update(squads_, living_, frame_.now);
    lap(System::acquire_targets);
    think();
    lap(System::evaluate_fsm);
    settle();
    lap(System::resolve_hits);
    manage_stages();
    lap(System::stage_manager);
    move();
    lap(System::locomotion);
    count();
    return report_;
}

void Battle::think() {
    for (Agent* const agent : living_)
        if (agent->archetype.def.autonomous) agent->update(frame_);
}

/// Applies hits in the order of their due times. Then the agents that died release everything they held.
void Battle::settle() {
    std::sort(frame_.hits.begin(), frame_.hits.end(), [](const Hit& a, const Hit& b) {
        return a.due != b.due ? a.due < b.due : a.attacker->serial < b.attacker->serial;
    });
    for (const Hit& hit : frame_.hits) strike(hit);
    if (!fallen_.empty()) bury();
}

void Battle::strike(const Hit& hit) {
    const fray::AttackDef& attack = hit.attacker->attack_def(hit.attack);
    const float hit_range = std::min(attack.range[1] + 0.5f, hit.attacker->archetype.def.engagement.hit_range);
    if (squared_distance(hit.attacker->position, hit.target->position) > hit_range * hit_range) return;
    const bool was_alive = hit.target->alive();
    hit.target->health -= attack.damage;
    if (was_alive && !hit.target->alive()) fallen_.push_back(hit.target);
}

void Battle::bury() {
    for (Agent* const agent : fallen_) {
        agent->leave_circle();
        agent->target = nullptr;
        agent->state = &states::dead;
        std::erase(agent->squad->members, agent);
    }
    for (Agent* const agent : fallen_)
        if (StageManager* const stage = agent->stage_if_any()) stage->disband(frame_.now);
    std::erase_if(living_, [](const Agent* agent) { return !agent->alive(); });
    report_.deaths = static_cast<int>(fallen_.size());
    fallen_.clear();
}

void Battle::manage_stages() {
    for (Agent* const agent : living_)
        if (StageManager* const stage = agent->stage_if_any()) stage->update(frame_.now, random_);
}

void Battle::move() {
    neighbours_.clear_and_fit(living_);
    for (Agent* const agent : living_) neighbours_.insert(*agent);
    move_agents(living_, neighbours_, static_cast<float>(dt_));
}

void Battle::count() {
    report_.living = static_cast<int>(living_.size());
    report_.attacks_started = frame_.attacks_started;
    for (const Agent* const agent : living_) ++report_.bands[static_cast<size_t>(agent->band)];
}

} // namespace plain
