// Checks and compiles monsters.
#include "definitions/monsters.h"

#include "definitions/field_check.h"
#include "definitions/kinds.h"
#include "float_mode.h"
#include "fray/world.h"
#include "saturated_cast.h"
#include "storage/rules_math.h"
#include "storage/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace fray {
namespace {

// ---- Checks ---------------------------------------------------------------------------------------------------------

/// Checks each monster alone, then together with every archetype that can follow it, then how many agents can be
/// summoned.
class MonsterCheck {
public:
    /// `defs`: the monsters to check. `known`: monsters of the world; `defs` may refer to them.
    MonsterCheck(std::vector<const ArchetypeDef*> archetypes, std::span<const MonsterDef> known,
                 std::span<const MonsterDef> defs)
        : archetypes_(std::move(archetypes)), known_(known), defs_(defs) {
        for (const ArchetypeDef* const archetype : archetypes_) by_name_.emplace(archetype->name, archetype);
        for (const auto list : {known_, defs_})
            for (const MonsterDef& def : list)
                if (!def.name.empty()) monsters_.emplace(def.name, &def);
    }

    std::string run() {
        const FloatMode float_mode;
        if (known_.size() + defs_.size() > max_monsters) return text("monsters: at most ", max_monsters);
        for (size_t i = 0; i < defs_.size() && text_.empty(); ++i) monster(defs_[i], i);
        if (text_.empty()) pairs();
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
            if (defs_[i].name == def.name) complain("the name is taken already");
        if (find_name(known_, def.name) != known_.size()) complain("the name is taken already");
        unique(def.states, "state");
        unique(def.acts, "act");
        for (const MonsterStateDef& state : def.states) this->state(def, state);
        for (const ActDef& act : def.acts) this->act(def, act);
        fields("", def);
    }

    template <typename Def> void fields(const std::string& where, const Def& def) {
        FieldCheck check(where);
        describe(check, def);
        if (!check.complaint().empty()) complain(check.complaint());
    }

    template <typename List> void unique(const List& list, const char* what) {
        std::vector<std::string> names;
        for (const auto& entry : list) names.push_back(entry.name);
        std::sort(names.begin(), names.end());
        const auto twice = std::adjacent_find(names.begin(), names.end());
        if (twice != names.end()) complain(what, " '", *twice, "': given twice");
    }

    void state(const MonsterDef& def, const MonsterStateDef& s) {
        const std::string where = text("state '", s.name, "': ");
        fields(where, s);
        if ((s.action_distances[0] == 0.0f) != (s.action_distances[1] == 0.0f))
            complain(where, "action_distances: given ", s.action_distances[0], " and ", s.action_distances[1],
                     ", allowed both 0, or both more than 0");
        for (const ConditionDef& c : s.on_enter) condition(def, where + "on_enter: ", c);
        for (const ConditionDef& c : s.on_health) {
            condition(def, where + "on_health: ", c);
            if (c.op == ConditionDef::Operator::every) complain(where, "on_health: allowed are < > =");
            if (!(c.value >= 0.0 && c.value <= 1.0))
                complain(where, "on_health: value given ", c.value, ", allowed 0 to 1");
        }
        for (const ConditionDef& c : s.on_time) {
            condition(def, where + "on_time: ", c);
            if (!(c.value >= 1.0 && c.value <= 86400.0) || c.value != std::floor(c.value))
                complain(where, "on_time: value given ", c.value, ", allowed whole seconds, 1 to 86400");
        }
        if (const size_t all = s.on_enter.size() + s.on_health.size() + s.on_time.size(); all > most_conditions)
            complain(where, "conditions: given ", all, ", allowed 0 to ", most_conditions);
    }

    void condition(const MonsterDef& def, const std::string& where, const ConditionDef& c) {
        if (find_name(def.acts, c.act) == def.acts.size()) complain(where, "no act '", c.act, "'");
    }

    void act(const MonsterDef& def, const ActDef& a) {
        const std::string where = text("act '", a.name, "': ");
        if (!a.state.empty() && find_name(def.states, a.state) == def.states.size())
            complain(where, "no state '", a.state, "'");
        fields(where, a);
        std::vector<std::string> cooled;
        for (const ActDef::Cooldown& c : a.cooldowns) cooled.push_back(c.attack);
        std::sort(cooled.begin(), cooled.end());
        const auto twice = std::adjacent_find(cooled.begin(), cooled.end());
        if (twice != cooled.end()) complain(where, "cd of '", *twice, "': given twice");
        for (const ActDef::Summon& c : a.summons) {
            const ArchetypeDef* const called = archetype_named(c.archetype);
            if (called == nullptr)
                complain(where, "summons: no archetype '", c.archetype, "'");
            else if (!c.monster.empty() && find(c.monster) == nullptr)
                complain(where, "summons: no monster '", c.monster, "'");
            else if (!called->autonomous)
                complain(where, "summons: archetype '", c.archetype, "' has no brain");
        }
    }

    /// Checks all pairs of an archetype and a monster that can occur. A pair comes from the archetype's own monster, or
    /// from a summons.
    void pairs() {
        for (const ArchetypeDef* const archetype : archetypes_) add_pair(archetype, find(archetype->monster));
        std::set<const MonsterDef*> looked_at;
        for (size_t i = 0; i < pairs_.size() && text_.empty(); ++i) {
            const auto [archetype, def] = pairs_[i];
            pair(*archetype, *def);
            if (!looked_at.insert(def).second) continue;
            for (const ActDef& act : def->acts)
                for (const ActDef::Summon& call : act.summons) add_pair(archetype_named(call.archetype), called(call));
            if (pairs_.size() > most_tables)
                complain("summons: more than ", most_tables, " tables, one for each archetype that follows it");
        }
    }

    void add_pair(const ArchetypeDef* archetype, const MonsterDef* def) {
        if (def != nullptr && known_pairs_.insert({archetype, def}).second) pairs_.emplace_back(archetype, def);
    }

    /// Checks a monster on an archetype that follows it.
    void pair(const ArchetypeDef& archetype, const MonsterDef& def) {
        monster_ = def.name;
        const std::string on = text("on archetype '", archetype.name, "': ");
        if (!archetype.autonomous) complain(on, "it has no brain");
        const auto known = [&](const std::string& attack) {
            return find_name(archetype.attacks, attack) != archetype.attacks.size();
        };
        for (const MonsterStateDef& s : def.states) {
            if (s.action_distances[0] == 0.0f && s.action_distances[1] == 0.0f) continue;
            // An engage range that is not given (0) is computed from the bodies later, so it cannot be checked here.
            if (s.action_distances[0] <= archetype.engagement.engage_range)
                complain(on, "state '", s.name, "': alert radius given ", s.action_distances[0], ", allowed more than ",
                         archetype.engagement.engage_range, " (engage_range)");
            if (s.action_distances[1] <= archetype.perception.bands[2])
                complain(on, "state '", s.name, "': track distance given ", s.action_distances[1],
                         ", allowed more than ", archetype.perception.bands[2], " (the band before)");
        }
        for (const ActDef& a : def.acts) {
            for (const std::string& skill : a.attacks)
                if (!known(skill)) complain(on, "act '", a.name, "': skill: no attack '", skill, "'");
            for (const ActDef::Cooldown& c : a.cooldowns)
                if (!known(c.attack)) complain(on, "act '", a.name, "': cd: no attack '", c.attack, "'");
        }
    }

    /// Checks how many agents one agent can cause: those that it summons, those that these summon, and so on.
    void chains() {
        for (const auto& [archetype, def] : pairs_) {
            if (called_by(def, 0).sum <= most_called) continue;
            std::string path = archetype->name;
            const MonsterDef* owner = def;
            for (int depth = 0; const ActDef::Summon* const call = called_by(owner, depth).most; ++depth) {
                path += " -> " + call->archetype;
                owner = called(*call);
            }
            monster_ = def->name;
            return complain("summons: given more than ", most_called, " agents from one summoner: ", path);
        }
    }

    struct Called {
        double sum = 0.0;                     ///< number of agents; a double, because it can be very large
        const ActDef::Summon* most = nullptr; ///< the summons that contributes most to `sum`
    };
    /// The agents that follow from one agent at this depth with the monster `def`, if each act runs once.
    Called called_by(const MonsterDef* def, int depth) {
        if (def == nullptr || depth >= def->summon_depth) return {};
        const auto [at, is_new] = called_by_.try_emplace({def, depth});
        if (!is_new) return at->second;
        Called all;
        double most = 0.0;
        for (const ActDef& act : def->acts)
            for (const ActDef::Summon& call : act.summons) {
                const double come = call.count * (1.0 + called_by(called(call), depth + 1).sum);
                all.sum += come;
                if (come > most) all.most = &call;
                most = std::max(most, come);
            }
        return called_by_[{def, depth}] = all;
    }

    /// The monster that the summoned agents follow; null: none.
    const MonsterDef* called(const ActDef::Summon& call) const {
        return find(call.monster.empty() ? archetype_named(call.archetype)->monster : call.monster);
    }

    const MonsterDef* find(const std::string& name) const {
        const auto found = monsters_.find(name);
        return found != monsters_.end() ? found->second : nullptr;
    }

    /// The first archetype with this name; null: there is none.
    const ArchetypeDef* archetype_named(const std::string& name) const {
        const auto found = by_name_.find(name);
        return found != by_name_.end() ? found->second : nullptr;
    }

    static constexpr int most_called = 1'000'000;     ///< agents
    static constexpr size_t most_tables = no_monster; ///< so that no table has the number `no_monster`
    static constexpr int most_conditions = 32767;     ///< per state; EventRecord::c holds the number of a condition

    std::vector<const ArchetypeDef*> archetypes_;
    std::span<const MonsterDef> known_, defs_;
    std::string monster_, text_;
    std::unordered_map<std::string_view, const ArchetypeDef*> by_name_;
    std::unordered_map<std::string_view, const MonsterDef*> monsters_;
    std::vector<std::pair<const ArchetypeDef*, const MonsterDef*>> pairs_;
    std::set<std::pair<const ArchetypeDef*, const MonsterDef*>> known_pairs_;
    std::map<std::pair<const MonsterDef*, int>, Called> called_by_;
};

// ---- Tables ---------------------------------------------------------------------------------------------------------

/// Compiles the monster tables of a world. The definitions must have been checked.
class MonsterCompiler {
public:
    explicit MonsterCompiler(Kinds& kinds) : kinds_(kinds) {
        for (size_t i = 0; i < kinds.monster_defs.size(); ++i) monsters_.emplace(kinds.monster_defs[i].name, i);
        for (size_t i = 0; i < kinds.monster_tables.size(); ++i) {
            const MonsterTable& table = kinds.monster_tables[i];
            tables_.emplace(std::pair{table.archetype, table.monster}, static_cast<uint16_t>(i));
        }
    }

    /// The number of the table for this monster and archetype; adds an empty table if there is none yet. Returns
    /// `no_monster` if no monster has this name.
    uint16_t table_of(ArchetypeIndex archetype, const std::string& name) {
        const auto found = monsters_.find(name);
        if (found == monsters_.end()) return no_monster;
        const auto monster = static_cast<uint16_t>(found->second);
        const auto number = static_cast<uint16_t>(kinds_.monster_tables.size());
        const auto [at, is_new] = tables_.try_emplace({archetype, monster}, number);
        if (is_new) {
            kinds_.monster_tables.emplace_back();
            kinds_.monster_tables.back().archetype = archetype;
            kinds_.monster_tables.back().monster = monster;
        }
        return at->second;
    }

    /// Compiles all tables, including the tables for summoned agents that are added during this.
    void fill() {
        for (size_t i = 0; i < kinds_.monster_tables.size(); ++i) {
            const auto [archetype, monster] =
                std::pair{kinds_.monster_tables[i].archetype, kinds_.monster_tables[i].monster};
            MonsterTable made = compile(archetype, kinds_.monster_defs[monster]); // may add tables
            made.archetype = archetype;
            made.monster = monster;
            kinds_.monster_tables[i] = std::move(made);
            // The monster's acts may give any attack of the archetype a cooldown.
            Archetype& follower = kinds_.archetypes[archetype];
            follower.agent_clocks = static_cast<uint16_t>(follower.attacks.size());
            for (Attack& attack : follower.attacks) attack.agent_clock = true;
        }
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
        state.alert = s.action_distances[0];
        state.track_squared = s.action_distances[1] * s.action_distances[1];
        state.patrol_distance = s.patrol_distance;
        state.patrol_count = s.patrol_distance > 0.0f ? s.patrol_count : 0;
        state.has_pose = !s.pose.empty();
        for (const auto* list : {&s.on_enter, &s.on_health, &s.on_time}) {
            if (list == &s.on_health) state.blood_begin = static_cast<uint32_t>(state.conditions.size());
            if (list == &s.on_time) state.time_begin = static_cast<uint32_t>(state.conditions.size());
            for (const ConditionDef& c : *list)
                state.conditions.push_back({c.op, list == &s.on_health ? static_cast<float>(c.value) : 0.0f,
                                            list == &s.on_time ? saturated_cast<int64_t>(c.value) : 0,
                                            static_cast<uint16_t>(find_name(def.acts, c.act)),
                                            static_cast<int16_t>(c.chance),
                                            c.duration < 0.0 ? never : microseconds_of(c.duration), c.once});
        }
        return state;
    }

    Act compile(ArchetypeIndex archetype, const MonsterDef& def, const ActDef& a) {
        const ArchetypeDef& kind = kinds_.archetype_defs[archetype];
        Act act;
        if (!a.attacks.empty()) {
            act.usable.resize(std::max<size_t>(kind.attacks.size(), 1), 0); // never empty, even without attacks
            for (const std::string& skill : a.attacks)
                for (size_t i = 0; i < kind.attacks.size(); ++i) act.usable[i] |= kind.attacks[i].name == skill;
        }
        for (const ActDef::Cooldown& c : a.cooldowns)
            for (size_t i = 0; i < kind.attacks.size(); ++i)
                if (kind.attacks[i].name == c.attack)
                    act.cooldowns.push_back({static_cast<uint16_t>(i), microseconds_of(c.seconds)});
        for (const ActDef::Summon& c : a.summons) {
            const auto other = static_cast<ArchetypeIndex>(find_name(kinds_.archetype_defs, c.archetype));
            const std::string& name = c.monster.empty() ? kinds_.archetype_defs[other].monster : c.monster;
            act.calls.push_back({other, table_of(other, name), c.count, c.dies_with_owner});
        }
        act.lines = static_cast<int32_t>(a.lines.size());
        if (!a.state.empty()) act.state = static_cast<int32_t>(find_name(def.states, a.state));
        act.cools = !a.cooldowns.empty(); // even if a reload has removed all attacks that they name
        act.buffs = !a.buffs.empty();
        act.colors = !a.color.empty();
        return act;
    }

    Kinds& kinds_;
    std::unordered_map<std::string_view, size_t> monsters_;
    std::map<std::pair<ArchetypeIndex, uint16_t>, uint16_t> tables_; ///< key: archetype and monster
};

} // namespace

bool Condition::holds(float health) const {
    switch (op) {
    case ConditionDef::Operator::below: return health < fraction;
    case ConditionDef::Operator::above: return health > fraction;
    default: return health == fraction;
    }
}

bool Condition::holds(int64_t second) const {
    switch (op) {
    case ConditionDef::Operator::below: return second < seconds;
    case ConditionDef::Operator::above: return second > seconds;
    case ConditionDef::Operator::equals: return second == seconds;
    default: return second % seconds == 0;
    }
}

int64_t Condition::next(int64_t second) const {
    const int64_t after = second + 1;
    switch (op) {
    case ConditionDef::Operator::below: return after < seconds ? after : never;
    case ConditionDef::Operator::above: return std::max(after, seconds + 1);
    case ConditionDef::Operator::equals: return after <= seconds ? seconds : never;
    default: return (after + seconds - 1) / seconds * seconds;
    }
}

std::string check_monsters(const Kinds& kinds, std::span<const MonsterDef> defs) {
    std::vector<const ArchetypeDef*> archetypes;
    for (const ArchetypeDef& def : kinds.archetype_defs) archetypes.push_back(&def);
    return MonsterCheck(std::move(archetypes), kinds.monster_defs, defs).run();
}

std::string check_follower(const Definitions& all, const ArchetypeDef& def) {
    if (def.monster.empty()) return {};
    if (all.monsters.empty()) return {};
    std::vector<const ArchetypeDef*> archetypes{&def};
    for (const ArchetypeDef& other : all.archetypes) archetypes.push_back(&other);
    return MonsterCheck(std::move(archetypes), {}, all.monsters).run();
}

std::string validate(std::span<const ArchetypeDef> archetypes, std::span<const MonsterDef> monsters) {
    std::vector<const ArchetypeDef*> all;
    for (const ArchetypeDef& def : archetypes) all.push_back(&def);
    return MonsterCheck(std::move(all), {}, monsters).run();
}

void compile_monsters(Kinds& kinds) {
    MonsterCompiler compiler(kinds);
    for (size_t i = 0; i < kinds.archetype_defs.size(); ++i)
        kinds.archetypes[i].monster =
            compiler.table_of(static_cast<ArchetypeIndex>(i), kinds.archetype_defs[i].monster);
    compiler.fill();
}

} // namespace fray
