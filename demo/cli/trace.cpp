#include "trace.h"

#include "files/event_kinds.h"
#include "files/whole_numbers.h"
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
    for (size_t i = archetypes_.size(); i < world.archetype_count(); ++i)
        archetypes_.push_back(json_text(world.archetype(static_cast<ArchetypeIndex>(i)).name));
    if (tables_.attacks.size() < world.archetype_count()) know_attacks(world);
    for (size_t i = teams_.size(); i < world.team_count(); ++i)
        teams_.push_back(json_text(world.team_name(static_cast<TeamIndex>(i))));
}

/// Stores the names of all attacks.
void Trace::know_attacks(const World& world) {
    tables_.attacks.clear();
    for (size_t i = 0; i < world.archetype_count(); ++i) {
        std::vector<std::string>& attacks = tables_.attacks.emplace_back();
        for (const AttackDef& attack : world.archetype(static_cast<ArchetypeIndex>(i)).attacks)
            attacks.push_back(json_text(attack.name));
    }
}

const std::string& Trace::attack_name(const Tables& tables, Serial agent, int attack) {
    static const std::string none = "null";
    const auto serial = static_cast<size_t>(agent);
    if (attack < 0 || serial >= tables.archetype_of.size()) return none;
    const std::vector<std::string>& attacks = tables.attacks[tables.archetype_of[serial]];
    const auto index = static_cast<size_t>(attack);
    return index < attacks.size() ? attacks[index] : none;
}

const MonsterDef* Trace::monster_of(const World& world, Serial agent) const {
    const auto serial = static_cast<size_t>(agent);
    if (serial >= monster_of_.size() || monster_of_[serial] < 0) return nullptr;
    return &world.monster(static_cast<size_t>(monster_of_[serial]));
}

std::string Trace::act_name(const World& world, Serial agent, int32_t act) const {
    const MonsterDef* const monster = monster_of(world, agent);
    if (monster == nullptr || act < 0 || static_cast<size_t>(act) >= monster->acts.size()) return "null";
    return json_text(monster->acts[static_cast<size_t>(act)].name);
}

void Trace::know(const World& world, Serial agent, ArchetypeIndex archetype) {
    const auto serial = static_cast<size_t>(agent);
    if (tables_.archetype_of.size() <= serial) {
        tables_.archetype_of.resize(serial + 1);
        monster_of_.resize(serial + 1, -1);
    }
    tables_.archetype_of[serial] = archetype;
    monster_of_[serial] = world.monster_of(world.find(agent).value_or(AgentId{})).value_or(-1);
}

void Trace::events(const World& world) {
    know_names(world);
    const bool renamed = !world.events().reloads.empty() || !world.events().archetypes.empty();
    if (renamed) before_ = tables_;
    if (!world.events().reloads.empty()) know_attacks(world);
    const auto attack_of = [&](const auto& e) { return attack_name(tables_, e.agent.serial, e.attack); };
    const auto act_of = [&](const auto& e) { return act_name(world, e.agent.serial, e.act); };
    const auto put_target = [&](const auto& e) { put(",\"target\":{}", e.target.serial); };
    const auto put_slot = [&](const auto& e) {
        put(",\"target\":{},\"slot\":{},\"cause\":\"{}\"", e.target.serial, e.slot, to_string(e.cause));
    };
    const auto put_hit = [&](const auto& e) {
        put(",\"target\":{},\"attack\":{},\"damage\":{},\"distance\":{}", e.target.serial, attack_of(e), e.damage,
            e.distance);
    };
    const Overloaded fields = {
        [&](const SpawnEvent& e) {
            know(world, e.agent.serial, e.archetype);
            put(",\"archetype\":{},\"team\":{},\"squad\":{},\"leader\":{},\"x\":{},\"y\":{}", archetypes_[e.archetype],
                teams_[e.team], e.squad.value, e.leader.serial, e.position.x, e.position.y);
        },
        [](const DespawnEvent&) {},
        [&](const OrderEvent& e) {
            put(",\"order\":\"{}\",\"run\":{},\"target\":{},\"attack\":{},\"x\":{},\"y\":{}", to_string(e.order), e.run,
                e.target.serial, attack_of(e), e.point.x, e.point.y);
        },
        [&](const ArchetypeEvent& e) {
            know(world, e.agent.serial, e.to);
            put(",\"from\":{},\"to\":{}", archetypes_[e.from], archetypes_[e.to]);
        },
        [&](const FloorEvent& e) { put(",\"from\":{},\"to\":{},\"nav_link\":{}", e.from, e.to, e.nav_link); },
        [&](const OrderDoneEvent& e) {
            put(",\"order\":\"{}\",\"run\":{},\"x\":{},\"y\":{},\"cause\":\"{}\"", to_string(e.order), e.run, e.point.x,
                e.point.y, to_string(e.cause));
        },
        [&](const TargetEvent& e) { put(",\"target\":{},\"cause\":\"{}\"", e.target.serial, to_string(e.cause)); },
        [&](const BandEvent& e) {
            put(",\"target\":{},\"band\":{},\"distance\":{}", e.target.serial, e.band, e.distance);
        },
        [&](const StateEvent& e) {
            put(",\"from\":\"{}\",\"to\":\"{}\"", world.state_name(e.from), world.state_name(e.to));
        },
        [&](const RequestEvent& e) { put_target(e); },
        [&](const WithdrawEvent& e) { put_target(e); },
        [&](const ArriveEvent& e) { put(",\"target\":{},\"slot\":{}", e.target.serial, e.slot); },
        [&](const AttackEvent& e) { put(",\"target\":{},\"attack\":{}", e.target.serial, attack_of(e)); },
        [&](const AttackEndEvent& e) {
            // What a reload or another archetype has ended was an attack of the table before.
            const Tables& tables = renamed && e.cause == AttackEndCause::withdrew ? before_ : tables_;
            put(",\"target\":{},\"attack\":{},\"cause\":\"{}\"", e.target.serial,
                attack_name(tables, e.agent.serial, e.attack), to_string(e.cause));
        },
        [&](const HitEvent& e) { put_hit(e); },
        [&](const MissEvent& e) { put_hit(e); },
        [&](const HurtEvent& e) { put(",\"amount\":{},\"attacker\":{}", e.amount, e.attacker.serial); },
        [&](const DeathEvent& e) { put(",\"killer\":{}", e.killer.serial); },
        [&](const UnslotEvent& e) { put_slot(e); },
        [&](const SlotEvent& e) { put_slot(e); },
        [&](const TokenEvent& e) {
            put(",\"target\":{},\"attack\":{},\"weight\":{},\"slot\":{}", e.target.serial, attack_of(e), e.weight,
                e.slot);
        },
        [&](const CapacityEvent& e) {
            put(",\"target\":{},\"grid_capacity\":{},\"attack_capacity\":{}", e.target.serial, e.grid_capacity,
                e.attack_capacity);
        },
        [&](const ReserveEvent& e) { put_target(e); },
        [&](const WaitEvent& e) {
            put(",\"target\":{},\"reason\":\"{}\",\"required\":{},\"available\":{}", e.target.serial,
                to_string(e.reason), wait_number(e.reason, e.required), wait_number(e.reason, e.available));
        },
        [&](const ReactEvent& e) {
            put(",\"target\":{},\"band\":{},\"reaction\":\"{}\",\"hurt\":{}", e.target.serial, e.band,
                to_string(e.reaction), e.hurt);
        },
        [&](const StaggerEvent& e) { put(",\"attacker\":{}", e.attacker.serial); },
        [&](const HealEvent& e) { put(",\"amount\":{}", e.amount); },
        [&](const PhaseEvent& e) { put(",\"phase\":{}", e.phase); },
        [&](const ActEvent& e) {
            const MonsterDef* const monster = monster_of(world, e.agent.serial);
            put(",\"act\":{},\"state\":{},\"condition\":{}", act_of(e),
                json_text(monster != nullptr ? monster->states[static_cast<size_t>(e.state)].name : ""), e.condition);
        },
        [&](const ActEndEvent& e) { put(",\"act\":{},\"cause\":\"{}\"", act_of(e), to_string(e.cause)); },
        [&](const SayEvent& e) {
            const MonsterDef* const monster = monster_of(world, e.agent.serial);
            const auto act = static_cast<size_t>(e.act), line = static_cast<size_t>(e.line);
            put(",\"text\":{}", json_text(monster != nullptr ? monster->acts[act].lines[line] : ""));
        },
        [&](const BuffEvent& e) { put(",\"act\":{}", act_of(e)); },
        [&](const ColorEvent& e) { put(",\"act\":{}", act_of(e)); },
        [&](const AttackSetEvent& e) { put(",\"act\":{}", act_of(e)); },
        [&](const PoseEvent& e) {
            const MonsterDef* const monster = monster_of(world, e.agent.serial);
            put(",\"pose\":{}",
                json_text(monster != nullptr ? monster->states[static_cast<size_t>(e.state)].pose : ""));
        },
        [&](const SummonEvent& e) { put(",\"summoned\":{}", e.summoned.serial); },
        [&](const LeaderEvent& e) { put(",\"previous_leader\":{}", e.previous_leader.serial); },
        [&](const JoinEvent& e) {
            put(",\"team\":{},\"squad\":{},\"leader\":{}", teams_[e.team], e.squad.value, e.leader.serial);
        },
        [&](const MoveInputEvent& e) {
            put(",\"squad\":{},\"x\":{},\"y\":{}", e.squad.value, e.direction.x, e.direction.y);
        },
        [&](const LaunchEvent& e) {
            put(",\"target\":{},\"attack\":{},\"flight_us\":{}", e.target.serial, attack_of(e),
                microseconds(e.flight_time));
        },
        [&](const ReloadEvent& e) { put(",\"archetypes\":{},\"monsters\":{}", e.archetypes, e.monsters); },
        [&](const DropEvent& e) { put(",\"command\":\"{}\"", to_string(e.command)); },
        [&](const SkipEvent& e) { put(",\"count\":{}", e.count); },
        [&](const MoraleEvent& e) {
            put(",\"squad\":{},\"from\":\"{}\",\"to\":\"{}\",\"points\":{}", e.squad.value, to_string(e.from),
                to_string(e.to), e.points);
        },
    };
    for_each_event(world.events(), [&](const auto& e) {
        put("{{\"frame\":{},\"event\":\"{}\",\"agent\":{}", world.counters().frame, to_string(e.type), agent_of(e));
        fields(e);
        put("}}\n");
    });
    flush();
}

void Trace::positions(const World& world, bool goals) {
    const auto serials = world.serials();
    const auto states = world.states();
    row_of_.assign(static_cast<size_t>(world.spawn_count()), -1);
    for (size_t row = 0; row < serials.size(); ++row) {
        if (states[row] != AgentState::dead) row_of_[static_cast<size_t>(serials[row])] = static_cast<int64_t>(row);
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
