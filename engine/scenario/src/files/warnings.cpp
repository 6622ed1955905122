#include "files/warnings.h"

#include "files/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace fray::scenario {
namespace {

class Warner {
public:
    Warner(Problems& warnings, const toml::table& root, const Scenario& scenario)
        : warnings_(warnings), root_(root), archetypes_(*root["archetypes"].as_table()), scenario_(scenario) {}

    void all() {
        for (const ArchetypeDef& archetype : scenario_.archetypes) {
            limits_of_nothing(archetype);
            if (!archetype.brain) continue;     // never requests a slot and never attacks
            if (archetype.engagement.managed) { // unmanaged agents need no slots and tokens
                never_admitted(archetype);
                never_attacks(archetype);
            }
            nothing_in_reach(archetype);
        }
        for (const MonsterDef& monster : scenario_.monsters) durations_of_nothing(monster);
    }

private:
    void add(const ArchetypeDef& archetype, const std::string& key, const std::string& what) {
        const toml::node* table = archetypes_.get(archetype.name);
        const toml::node* node = toml::at_path(*table, key).node();
        warnings_.add((node ? node : table)->source(), fmt::format("archetypes.{}.{}", printable(archetype.name), key),
                      what);
    }

    void never_admitted(const ArchetypeDef& archetype) {
        const std::optional<int> capacity = greatest(archetype, &CircleDef::grid_capacity, &CommandDef::grid);
        if (!capacity || archetype.engagement.grid_weight <= *capacity) return;
        add(archetype, "grid_weight",
            fmt::format("is {}, but no circle of its enemies carries more than {}: it is never admitted",
                        archetype.engagement.grid_weight, *capacity));
    }

    void never_attacks(const ArchetypeDef& archetype) {
        if (archetype.attacks.empty()) return;
        const auto lightest =
            std::min_element(archetype.attacks.begin(), archetype.attacks.end(),
                             [](const AttackDef& a, const AttackDef& b) { return a.weight < b.weight; });
        const std::optional<int> capacity = greatest(archetype, &CircleDef::attack_capacity, &CommandDef::attack);
        if (!capacity || lightest->weight <= *capacity) return;
        add(archetype, "attacks",
            fmt::format("weigh {} or more, but no circle of its enemies carries more than {}: it never attacks",
                        lightest->weight, *capacity));
    }

    /// Warns if none of the archetype's attacks can begin at any distance.
    void nothing_in_reach(const ArchetypeDef& archetype) {
        if (archetype.attacks.empty()) return;
        const bool some = std::any_of(archetype.attacks.begin(), archetype.attacks.end(), [&](const AttackDef& attack) {
            return attack.range[0] <= archetype.engagement.engage_range;
        });
        if (some) return;
        add(archetype, "attacks",
            fmt::format("all begin beyond engage_range ({}): it never attacks",
                        to_text(archetype.engagement.engage_range)));
    }

    /// Warns of conditions that give a duration to an act that ends at once.
    void durations_of_nothing(const MonsterDef& monster) {
        for (const MonsterStateDef& state : monster.states) {
            const std::pair<const char*, const std::vector<ConditionDef>*> lists[] = {
                {"once", &state.once}, {"blood", &state.blood}, {"time", &state.time}};
            for (const auto& [kind, list] : lists)
                for (size_t i = 0; i < list->size(); ++i) duration_of_nothing(monster, state, kind, i, (*list)[i]);
        }
    }

    void duration_of_nothing(const MonsterDef& monster, const MonsterStateDef& state, const char* kind, size_t i,
                             const ConditionDef& condition) {
        if (condition.duration < 0.0) return;
        const auto act = std::find_if(monster.acts.begin(), monster.acts.end(),
                                      [&](const ActDef& a) { return a.name == condition.act; });
        if (act == monster.acts.end() || !act->skills.empty() || !act->cooldowns.empty() || !act->buffs.empty() ||
            !act->color.empty())
            return;
        const toml::array* const rows =
            (*root_["monsters"][monster.name][state.name]["conds"].as_table())[kind].as_array();
        warnings_.add(
            (*rows)[i].source(),
            fmt::format("monsters.{}.{}.conds.{}[{}]", printable(monster.name), state.name, kind, i),
            fmt::format("'{}' ends at once: its duration of {} s has no effect (the chance is the value after it)",
                        printable(condition.act), to_text(condition.duration)));
    }

    void limits_of_nothing(const ArchetypeDef& archetype) {
        const std::vector<std::string> classes = all_classes();
        for (const ClassLimit& limit : archetype.circle.class_limits) {
            const std::string& name = limit.attack_class;
            if (std::find(classes.begin(), classes.end(), name) != classes.end()) continue;
            add(archetype, "circle.class_limits",
                fmt::format("no attack has the class '{}'{}", printable(name), did_you_mean(name, classes)));
        }
    }

    std::vector<std::string> all_classes() const {
        std::set<std::string> classes;
        for (const ArchetypeDef& archetype : scenario_.archetypes) {
            for (const AttackDef& attack : archetype.attacks) classes.insert(attack.attack_class);
        }
        classes.erase("");
        return {classes.begin(), classes.end()};
    }

    /// The greatest capacity of any circle that an agent of this archetype may join, including capacities that the
    /// script sets; none if the archetype has no enemies.
    std::optional<int> greatest(const ArchetypeDef& archetype, int CircleDef::*capacity,
                                int CommandDef::*in_script) const {
        std::optional<int> most;
        for (const ArchetypeDef& enemy : scenario_.archetypes) {
            if (meet(archetype, enemy)) most = std::max(most.value_or(0), enemy.circle.*capacity);
        }
        for (const CommandDef& command : scenario_.script) {
            if (most && command.kind == CommandKind::set_capacity) most = std::max(*most, command.*in_script);
        }
        return most;
    }

    bool meet(const ArchetypeDef& archetype, const ArchetypeDef& enemy) const {
        for (const GroupDef& group : scenario_.groups) {
            for (const GroupDef& other : scenario_.groups) {
                const bool theirs = group.archetype == archetype.name && other.archetype == enemy.name;
                if (theirs && hostile(group.team, other.team)) return true;
            }
        }
        return false;
    }

    bool hostile(const std::string& a, const std::string& b) const {
        if (scenario_.hostile.empty()) return a != b;
        return std::any_of(scenario_.hostile.begin(), scenario_.hostile.end(),
                           [&](const auto& pair) { return pair == std::pair(a, b) || pair == std::pair(b, a); });
    }

    Problems& warnings_;
    const toml::table& root_;
    const toml::table& archetypes_;
    const Scenario& scenario_;
};

} // namespace

void add_warnings(Problems& warnings, const toml::table& root, const Scenario& scenario) {
    Warner(warnings, root, scenario).all();
}

} // namespace fray::scenario
