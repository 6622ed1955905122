#include "monsters.h"

#include "core.h"
#include "fray/world.h"
#include "rules_math.h"
#include "text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fray {
namespace {

// ---- Checks ---------------------------------------------------------------------------------------------------------

template <typename List> size_t find_name(const List& list, const std::string& name) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
    return static_cast<size_t>(found - list.begin());
}

class MonsterCheck {
public:
    /// `known`: those that are there already.
    MonsterCheck(std::vector<const ArchetypeDef*> archetypes, std::span<const MonsterDef> known,
                 std::span<const MonsterDef> defs)
        : archetypes_(std::move(archetypes)), known_(known), defs_(defs) {}

    std::string run() {
        if (known_.size() + defs_.size() > max_monsters) return text("monsters: at most ", max_monsters);
        for (size_t i = 0; i < defs_.size() && text_.empty(); ++i) monster(defs_[i], i);
        for (const ArchetypeDef* const archetype : archetypes_) {
            if (!text_.empty() || archetype->monster.empty()) continue;
            if (const MonsterDef* const def = find(archetype->monster)) pair(*archetype, *def);
        }
        if (text_.empty()) chains();
        return text_;
    }

private:
    template <typename... Parts> void complain(const Parts&... parts) {
        if (text_.empty()) text_ = text("monster '", monster_, "': ", parts...);
    }

    void monster(const MonsterDef& def, size_t number) {
        monster_ = def.name;
        if (def.name.empty()) complain("it has no name");
        for (size_t i = 0; i < number; ++i)
            if (defs_[i].name == def.name) complain("there is one of that name already");
        if (find_name(known_, def.name) != known_.size()) complain("there is one of that name already");
        if (def.states.empty() || def.states.size() > 255)
            complain("states: given ", def.states.size(), ", allowed 1 to 255");
        if (def.acts.size() > 65534) complain("acts: given ", def.acts.size(), ", allowed 0 to 65534");
        if (def.summon_depth < 1 || def.summon_depth > 16)
            complain("summon_depth: given ", def.summon_depth, ", allowed 1 to 16");
        unique(def.states, "state");
        unique(def.acts, "act");
        for (const MonsterStateDef& state : def.states) this->state(def, state);
        for (const ActDef& act : def.acts) this->act(def, act);
    }

    template <typename List> void unique(const List& list, const char* what) {
        std::vector<std::string> names;
        for (const auto& entry : list) names.push_back(entry.name);
        std::sort(names.begin(), names.end());
        const auto twice = std::adjacent_find(names.begin(), names.end());
        if (twice != names.end()) complain(what, " '", *twice, "': is there twice");
    }

    void state(const MonsterDef& def, const MonsterStateDef& s) {
        const std::string where = text("state '", s.name, "': ");
        const float alert = s.action[0], track = s.action[1];
        const bool none = alert == 0.0f && track == 0.0f;
        if (!none && !(alert > 0.0f && alert <= world_extent && track > 0.0f && track <= world_extent))
            complain(where, "action: given ", alert, " and ", track, ", allowed more than 0, at most ", world_extent);
        if (!(s.patrol_distance >= 0.0f && s.patrol_distance <= world_extent))
            complain(where, "patrol distance: given ", s.patrol_distance, ", allowed 0 to ", world_extent);
        if (s.patrol_count < -1) complain(where, "patrol count: given ", s.patrol_count, ", allowed -1 or more");
        for (const ConditionDef& c : s.once) condition(def, where + "once: ", c);
        for (const ConditionDef& c : s.blood) {
            condition(def, where + "blood: ", c);
            if (c.op == ConditionDef::Operator::every) complain(where, "blood: allowed are < > =");
            if (!(c.value >= 0.0 && c.value <= 1.0))
                complain(where, "blood: value given ", c.value, ", allowed 0 to 1");
        }
        for (const ConditionDef& c : s.time) {
            condition(def, where + "time: ", c);
            if (!(c.value >= 1.0 && c.value <= 86400.0) || c.value != std::floor(c.value))
                complain(where, "time: value given ", c.value, ", allowed whole seconds, 1 to 86400");
        }
        if (s.once.size() + s.blood.size() + s.time.size() > 65535)
            complain(where, "conditions: at most 65535 in a state");
    }

    void condition(const MonsterDef& def, const std::string& where, const ConditionDef& c) {
        if (find_name(def.acts, c.act) == def.acts.size()) complain(where, "no act '", c.act, "'");
        if (c.duration != -1.0 && !(c.duration >= 0.001 && c.duration <= 86400.0))
            complain(where, "duration given ", c.duration, ", allowed 0.001 to 86400 s, or -1");
        if (c.chance < 0 || c.chance > 100) complain(where, "chance given ", c.chance, ", allowed 0 to 100");
    }

    void act(const MonsterDef& def, const ActDef& a) {
        const std::string where = text("act '", a.name, "': ");
        if (!a.state.empty() && find_name(def.states, a.state) == def.states.size())
            complain(where, "no state '", a.state, "'");
        for (const ActDef::Cooldown& c : a.cooldowns)
            if (!(c.seconds >= 0.0 && c.seconds <= 3600.0))
                complain(where, "cd of '", c.attack, "': given ", c.seconds, ", allowed 0 to 3600 s");
        for (const ActDef::Call& c : a.calls) {
            if (c.count < 1 || c.count > 1000)
                complain(where, "callmonster: count given ", c.count, ", allowed 1 to 1000");
            const ArchetypeDef* const called = archetype_named(c.archetype);
            if (called == nullptr)
                complain(where, "callmonster: no archetype '", c.archetype, "'");
            else if (!c.monster.empty() && find(c.monster) == nullptr)
                complain(where, "callmonster: no monster '", c.monster, "'");
            else if (!called->brain)
                complain(where, "callmonster: archetype '", c.archetype, "' has no brain");
        }
    }

    /// A monster on an archetype, and those whom it calls.
    void pair(const ArchetypeDef& archetype, const MonsterDef& def) {
        const auto key = std::pair(archetype.name, def.name);
        if (std::find(pairs_.begin(), pairs_.end(), key) != pairs_.end()) return;
        pairs_.push_back(key);
        monster_ = def.name;
        const std::string on = text("on archetype '", archetype.name, "': ");
        const auto known = [&](const std::string& attack) {
            return find_name(archetype.attacks, attack) != archetype.attacks.size();
        };
        for (const MonsterStateDef& s : def.states) {
            if (s.action[0] == 0.0f && s.action[1] == 0.0f) continue;
            if (s.action[0] <= archetype.attack_start)
                complain(on, "state '", s.name, "': alert distance given ", s.action[0], ", allowed more than ",
                         archetype.attack_start, " (attack_start)");
            if (s.action[1] <= archetype.bands[2])
                complain(on, "state '", s.name, "': track distance given ", s.action[1], ", allowed more than ",
                         archetype.bands[2], " (the band before)");
        }
        for (const ActDef& a : def.acts) {
            for (const std::string& skill : a.skills)
                if (!known(skill)) complain(on, "act '", a.name, "': skill: no attack '", skill, "'");
            for (const ActDef::Cooldown& c : a.cooldowns)
                if (!known(c.attack)) complain(on, "act '", a.name, "': cd: no attack '", c.attack, "'");
            for (const ActDef::Call& c : a.calls) {
                const ArchetypeDef& other = *archetype_named(c.archetype);
                const std::string& name = c.monster.empty() ? other.monster : c.monster;
                if (const MonsterDef* const called = find(name)) pair(other, *called);
                monster_ = def.name;
            }
        }
    }

    /// However deep they may call one another: how many come of one at most.
    void chains() {
        for (const auto& [archetype, name] : pairs_) {
            std::vector<std::string> chain;
            if (called_by(archetype, name, 0, chain) <= most_called) continue;
            std::string path;
            for (const std::string& link : chain) path += (path.empty() ? "" : " -> ") + link;
            monster_ = name;
            return complain("callmonster: more than ", most_called, " come of one: ", path);
        }
    }

    double called_by(const std::string& archetype, const std::string& name, int depth,
                     std::vector<std::string>& chain) const {
        const MonsterDef* const def = find(name);
        if (def == nullptr || depth >= def->summon_depth) return 0.0;
        double sum = 0.0, most = 0.0;
        std::vector<std::string> longest;
        for (const ActDef& act : def->acts)
            for (const ActDef::Call& call : act.calls) {
                if (sum > most_called) break;
                const ArchetypeDef& other = *archetype_named(call.archetype);
                std::vector<std::string> below;
                const double inner =
                    called_by(call.archetype, call.monster.empty() ? other.monster : call.monster, depth + 1, below);
                const double all = call.count * (1.0 + inner);
                sum += all;
                if (all <= most) continue;
                most = all;
                longest = below.empty() ? std::vector<std::string>{call.archetype} : below;
            }
        chain = {archetype};
        chain.insert(chain.end(), longest.begin(), longest.end());
        return sum;
    }

    const MonsterDef* find(const std::string& name) const {
        const size_t here = find_name(defs_, name);
        if (here != defs_.size()) return &defs_[here];
        const size_t before = find_name(known_, name);
        return before != known_.size() ? &known_[before] : nullptr;
    }

    const ArchetypeDef* archetype_named(const std::string& name) const {
        for (const ArchetypeDef* const archetype : archetypes_)
            if (archetype->name == name) return archetype;
        return nullptr;
    }

    static constexpr int most_called = 1'000'000;

    std::vector<const ArchetypeDef*> archetypes_;
    std::span<const MonsterDef> known_, defs_;
    std::string monster_, text_;
    std::vector<std::pair<std::string, std::string>> pairs_;
};

// ---- Tables ---------------------------------------------------------------------------------------------------------

class MonsterCompiler {
public:
    explicit MonsterCompiler(Core& core) : core_(core) {}

    /// The table of a monster on an archetype; no_monster: there is no such monster.
    uint16_t table_of(ArchetypeIndex archetype, const std::string& name) {
        const size_t number = find_name(core_.monster_defs, name);
        if (number == core_.monster_defs.size()) return no_monster;
        for (const auto& [of, table] : core_.monsters[number].tables)
            if (of == archetype) return table;
        const auto table = static_cast<uint16_t>(core_.monster_tables.size());
        core_.monsters[number].tables.emplace_back(archetype, table);
        core_.monster_tables.emplace_back();
        MonsterTable made = compile(archetype, core_.monster_defs[number]); // makes others on the way
        core_.monster_tables[table] = std::move(made);
        return table;
    }

private:
    MonsterTable compile(ArchetypeIndex archetype, const MonsterDef& def) {
        MonsterTable table;
        table.summon_depth = static_cast<uint8_t>(def.summon_depth);
        for (const MonsterStateDef& s : def.states) table.states.push_back(compile(def, s));
        for (const ActDef& a : def.acts) table.acts.push_back(compile(archetype, def, a));
        return table;
    }

    static MonsterState compile(const MonsterDef& def, const MonsterStateDef& s) {
        MonsterState state;
        state.alert = s.action[0];
        state.track_squared = s.action[1] * s.action[1];
        state.patrol_distance = s.patrol_distance;
        state.patrol_count = s.patrol_distance > 0.0f ? s.patrol_count : 0;
        state.has_pose = !s.pose.empty();
        for (const auto* list : {&s.once, &s.blood, &s.time}) {
            if (list == &s.blood) state.blood_begin = static_cast<uint32_t>(state.conditions.size());
            if (list == &s.time) state.time_begin = static_cast<uint32_t>(state.conditions.size());
            for (const ConditionDef& c : *list)
                state.conditions.push_back({c.op, static_cast<float>(c.value), static_cast<int64_t>(c.value),
                                            static_cast<uint16_t>(find_name(def.acts, c.act)),
                                            static_cast<int16_t>(c.chance),
                                            c.duration < 0.0 ? never : microseconds_of(c.duration)});
        }
        return state;
    }

    Act compile(ArchetypeIndex archetype, const MonsterDef& def, const ActDef& a) {
        const ArchetypeDef& kind = core_.archetype_defs[archetype];
        Act act;
        if (!a.skills.empty()) {
            act.usable.resize(kind.attacks.size(), 0);
            for (const std::string& skill : a.skills)
                for (size_t i = 0; i < kind.attacks.size(); ++i) act.usable[i] |= kind.attacks[i].name == skill;
        }
        for (const ActDef::Cooldown& c : a.cooldowns)
            for (size_t i = 0; i < kind.attacks.size(); ++i) {
                if (kind.attacks[i].name != c.attack) continue;
                act.cooldowns.push_back({static_cast<uint16_t>(i), microseconds_of(c.seconds)});
                Archetype& compiled = core_.archetypes[archetype];
                int16_t& clock = compiled.attacks[i].agent_clock;
                if (clock < 0) clock = static_cast<int16_t>(compiled.agent_clocks++);
            }
        for (const ActDef::Call& c : a.calls) {
            const auto other = static_cast<ArchetypeIndex>(find_name(core_.archetype_defs, c.archetype));
            const std::string& name = c.monster.empty() ? core_.archetype_defs[other].monster : c.monster;
            act.calls.push_back({other, table_of(other, name), c.count, c.dies_with_owner});
        }
        act.lines = static_cast<int32_t>(a.talk.size());
        if (!a.state.empty()) act.state = static_cast<int32_t>(find_name(def.states, a.state));
        act.buffs = !a.buffs.empty();
        act.colors = !a.color.empty();
        return act;
    }

    Core& core_;
};

} // namespace

bool Condition::holds(float health) const {
    switch (op) {
    case ConditionDef::Operator::less: return health < fraction;
    case ConditionDef::Operator::greater: return health > fraction;
    default: return health == fraction;
    }
}

bool Condition::holds(int64_t second) const {
    switch (op) {
    case ConditionDef::Operator::less: return second < seconds;
    case ConditionDef::Operator::greater: return second > seconds;
    case ConditionDef::Operator::equal: return second == seconds;
    default: return second % seconds == 0;
    }
}

int64_t Condition::next(int64_t second) const {
    const int64_t after = second + 1;
    switch (op) {
    case ConditionDef::Operator::less: return after < seconds ? after : never;
    case ConditionDef::Operator::greater: return std::max(after, seconds + 1);
    case ConditionDef::Operator::equal: return after <= seconds ? seconds : never;
    default: return (after + seconds - 1) / seconds * seconds;
    }
}

std::string check_monsters(const Core& core, std::span<const MonsterDef> defs) {
    std::vector<const ArchetypeDef*> archetypes;
    for (const ArchetypeDef& def : core.archetype_defs) archetypes.push_back(&def);
    return MonsterCheck(std::move(archetypes), core.monster_defs, defs).run();
}

std::string check(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters) {
    std::vector<const ArchetypeDef*> all;
    for (const ArchetypeDef& def : archetypes) all.push_back(&def);
    return MonsterCheck(std::move(all), {}, monsters).run();
}

void compile_monsters(Core& core, std::span<const MonsterDef> defs) {
    for (const MonsterDef& def : defs) {
        core.monster_defs.push_back(def);
        core.monsters.push_back({def.name, {}});
    }
    MonsterCompiler compiler(core);
    for (size_t i = 0; i < core.archetype_defs.size(); ++i)
        if (!core.archetype_defs[i].monster.empty())
            core.archetypes[i].monster =
                compiler.table_of(static_cast<ArchetypeIndex>(i), core.archetype_defs[i].monster);
}

const uint8_t* usable_attacks(const Core& core, const Archetype& archetype, const Brain* brains,
                              const MonsterBrain* monsters, uint32_t row) {
    if (monsters != nullptr && monsters[row].skills != no_act)
        return core.monster_tables[monsters[row].table].acts[monsters[row].skills].usable.data();
    const PhaseTables& tables = tables_of(archetype, brains, row);
    return tables.usable.empty() ? nullptr : tables.usable.data();
}

int64_t agent_cooldown_of(const Core& core, const Archetype& archetype, const MonsterBrain* monsters, uint32_t row,
                          uint32_t index, size_t attack) {
    int64_t cooldown = archetype.attacks[attack].agent_cooldown;
    if (monsters == nullptr || monsters[row].table == no_monster) return cooldown;
    const auto& acts = core.monster_tables[monsters[row].table].acts;
    for (const RunningAct& running : core.acts.of(index))
        for (const Act::Cooldown& c : acts[running.act].cooldowns)
            if (c.attack == attack) cooldown = c.cooldown;
    return cooldown;
}

} // namespace fray
