#include "trace.h"

#include "fray/text.h"

#include <nlohmann/json.hpp>

namespace fray::demo {
namespace {

std::string json_text(std::string_view text) {
    return escaped(nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace

Trace::Trace(OutputFile& file, const Battle& battle) : file_(file) {
    const World& world = battle.world();
    know_names(world);
    for (size_t row = 0; row < world.agent_count(); ++row) know(world, world.serials()[row], world.archetypes()[row]);
    put("{{\"trace\":1,\"scenario\":{},\"seed\":{},\"hz\":{}}}\n", json_text(battle.scenario().name), battle.seed(),
        battle.scenario().hz);
    flush();
}

/// Stores the names of archetypes and teams that were added since the last call.
void Trace::know_names(const World& world) {
    for (size_t i = archetypes_.size(); i < world.archetype_count(); ++i) {
        const ArchetypeDef& def = world.archetype(static_cast<ArchetypeIndex>(i));
        archetypes_.push_back(json_text(def.name));
        std::vector<std::string>& attacks = attacks_.emplace_back();
        for (const AttackDef& attack : def.attacks) attacks.push_back(json_text(attack.name));
    }
    for (size_t i = teams_.size(); i < world.team_count(); ++i)
        teams_.push_back(json_text(world.team_name(static_cast<TeamIndex>(i))));
}

void Trace::events(const World& world) {
    know_names(world);
    for (const Event& event : world.events()) one(world, event);
    flush();
}

const std::string& Trace::attack_name(const Event& event) const {
    static const std::string none = "null";
    const auto agent = static_cast<size_t>(event.agent);
    if (event.attack < 0 || agent >= archetype_of_.size()) return none;
    const std::vector<std::string>& attacks = attacks_[archetype_of_[agent]];
    const auto attack = static_cast<size_t>(event.attack);
    return attack < attacks.size() ? attacks[attack] : none;
}

const MonsterDef* Trace::monster_of(const World& world, const Event& event) const {
    const auto agent = static_cast<size_t>(event.agent);
    if (agent >= monster_of_.size() || monster_of_[agent] < 0) return nullptr;
    return &world.monster(static_cast<size_t>(monster_of_[agent]));
}

std::string Trace::act_name(const World& world, const Event& event) const {
    const MonsterDef* const monster = monster_of(world, event);
    if (monster == nullptr || event.a < 0 || static_cast<size_t>(event.a) >= monster->acts.size()) return "null";
    return json_text(monster->acts[static_cast<size_t>(event.a)].name);
}

void Trace::know(const World& world, Serial agent, ArchetypeIndex archetype) {
    const auto serial = static_cast<size_t>(agent);
    if (archetype_of_.size() <= serial) {
        archetype_of_.resize(serial + 1);
        monster_of_.resize(serial + 1, -1);
    }
    archetype_of_[serial] = archetype;
    monster_of_[serial] = world.monster_of(world.find(agent));
}

void Trace::one(const World& world, const Event& e) {
    put("{{\"frame\":{},\"event\":\"{}\",\"agent\":{}", world.counters().frame, to_string(e.type), e.agent);
    switch (e.type) {
    case EventType::spawn: {
        know(world, e.agent, static_cast<ArchetypeIndex>(e.a));
        put(",\"archetype\":{},\"team\":{},\"squad\":{},\"leader\":{},\"x\":{},\"y\":{}",
            archetypes_[static_cast<size_t>(e.a)], teams_[static_cast<size_t>(e.c)], e.b, e.target, e.x, e.y);
        break;
    }
    case EventType::despawn: break;
    case EventType::order:
        put(",\"order\":\"{}\",\"target\":{},\"x\":{},\"y\":{}", to_string(static_cast<OrderKind>(e.a)), e.target, e.x,
            e.y);
        break;
    case EventType::target: put(",\"target\":{},\"reason\":\"{}\"", e.target, to_string(e.cause)); break;
    case EventType::band: put(",\"target\":{},\"band\":{},\"distance\":{}", e.target, e.a, e.x); break;
    case EventType::state:
        put(",\"from\":\"{}\",\"to\":\"{}\"", world.state_name(static_cast<State>(e.a)),
            world.state_name(static_cast<State>(e.b)));
        break;
    case EventType::request:
    case EventType::reserve:
    case EventType::withdraw: put(",\"target\":{}", e.target); break;
    case EventType::arrive: put(",\"target\":{},\"slot\":{}", e.target, e.slot); break;
    case EventType::attack: put(",\"target\":{},\"attack\":{}", e.target, attack_name(e)); break;
    case EventType::attack_end:
        put(",\"target\":{},\"attack\":{},\"cause\":\"{}\"", e.target, attack_name(e), to_string(e.cause));
        break;
    case EventType::hit:
    case EventType::miss:
        put(",\"target\":{},\"attack\":{},\"damage\":{},\"distance\":{}", e.target, attack_name(e), e.x, e.y);
        break;
    case EventType::hurt: put(",\"amount\":{},\"by\":{}", e.x, e.target); break;
    case EventType::death: put(",\"by\":{}", e.target); break;
    case EventType::unslot:
    case EventType::slot:
        put(",\"target\":{},\"slot\":{},\"cause\":\"{}\"", e.target, e.slot, to_string(e.cause));
        break;
    case EventType::token:
        put(",\"target\":{},\"attack\":{},\"weight\":{},\"slot\":{}", e.target, attack_name(e), e.a, e.slot);
        break;
    case EventType::wait:
        put(",\"target\":{},\"reason\":\"{}\",\"need\":{},\"free\":{}", e.target,
            to_string(static_cast<WaitReason>(e.c)), e.a, e.b);
        break;
    case EventType::react:
        put(",\"target\":{},\"band\":{},\"reaction\":\"{}\",\"need\":{}", e.target, e.a,
            to_string(static_cast<Reaction>(e.b)), e.c != 0);
        break;
    case EventType::stagger: put(",\"by\":{}", e.target); break;
    case EventType::heal: put(",\"amount\":{}", e.x); break;
    case EventType::act:
        put(",\"act\":{},\"state\":{},\"condition\":{}", act_name(world, e),
            json_text(monster_of(world, e) != nullptr ? monster_of(world, e)->states[static_cast<size_t>(e.b)].name
                                                      : ""),
            e.c);
        break;
    case EventType::act_end: put(",\"act\":{},\"cause\":\"{}\"", act_name(world, e), to_string(e.cause)); break;
    case EventType::say: {
        const MonsterDef* const monster = monster_of(world, e);
        const auto act = static_cast<size_t>(e.a), line = static_cast<size_t>(e.b);
        put(",\"text\":{}", json_text(monster != nullptr ? monster->acts[act].talk[line] : ""));
        break;
    }
    case EventType::buff:
    case EventType::color:
    case EventType::skills: put(",\"act\":{}", act_name(world, e)); break;
    case EventType::pose: {
        const MonsterDef* const monster = monster_of(world, e);
        put(",\"pose\":{}", json_text(monster != nullptr ? monster->states[static_cast<size_t>(e.a)].pose : ""));
        break;
    }
    case EventType::summon: put(",\"child\":{}", e.target); break;
    case EventType::leader: put(",\"before\":{}", e.target); break;
    case EventType::join:
        put(",\"team\":{},\"squad\":{},\"leader\":{}", teams_[static_cast<size_t>(e.c)], e.b, e.target);
        break;
    case EventType::move_input: put(",\"squad\":{},\"x\":{},\"y\":{}", e.a, e.x, e.y); break;
    case EventType::launch: put(",\"target\":{},\"attack\":{},\"flight_us\":{}", e.target, attack_name(e), e.a); break;
    case EventType::reload: put(",\"archetypes\":{},\"monsters\":{}", e.a, e.b); break;
    case EventType::phase: put(",\"phase\":{}", e.a); break;
    case EventType::capacity: put(",\"target\":{},\"grid\":{},\"attack\":{}", e.target, e.a, e.b); break;
    }
    put("}}\n");
}

void Trace::positions(const World& world, bool goals) {
    const auto serials = world.serials();
    const auto states = world.states();
    row_of_.assign(static_cast<size_t>(world.spawned()), -1);
    for (size_t row = 0; row < serials.size(); ++row) {
        if (states[row] != State::dead) row_of_[static_cast<size_t>(serials[row])] = static_cast<int64_t>(row);
    }
    const auto axis = [&](std::span<const Vec2> points, float Vec2::*member) {
        const char* separator = "";
        for (const int64_t row : row_of_) {
            if (row < 0) {
                put("{}null", separator);
            } else {
                put("{}{}", separator, points[static_cast<size_t>(row)].*member);
            }
            separator = ",";
        }
    };
    put("{{\"frame\":{},\"event\":\"positions\",\"agent\":-1,\"x\":[", world.counters().frame);
    axis(world.positions(), &Vec2::x);
    put("],\"y\":[");
    axis(world.positions(), &Vec2::y);
    if (goals) {
        put("],\"goal_x\":[");
        axis(world.goals(), &Vec2::x);
        put("],\"goal_y\":[");
        axis(world.goals(), &Vec2::y);
    }
    put("]}}\n");
    flush();
}

void Trace::flush() {
    file_.write({line_.data(), line_.size()});
    line_.clear();
}

} // namespace fray::demo
