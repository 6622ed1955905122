#include "files/warnings.h"

#include "army/crowding.h"
#include "army/lookup.h"
#include "files/words.h"
#include "fray/events.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace fray::scenario {
namespace {

class Warner {
public:
    Warner(Problems& warnings, const toml::table& root, const Scenario& scenario)
        : warnings_(warnings), root_(root), archetypes_(*root["archetypes"].as_table()), scenario_(scenario) {}

    void all() {
        find_kinds();
        teams_without_groups();
        slots_below_capacity();
        groups_on_each_other();
        for (const ArchetypeDef& archetype : scenario_.archetypes) {
            limits_of_nothing(archetype);
            ring_within_bodies(archetype);
            view_of_nothing(archetype);
            if (!archetype.autonomous) continue; // never requests a slot and never attacks
            if (archetype.engagement.managed) {  // unmanaged agents need no slots and tokens
                never_admitted(archetype);
                never_attacks(archetype);
                nothing_limits(archetype);
            }
            nothing_in_reach(archetype);
            bands_within_bodies(archetype);
            targeting_of_nothing(archetype);
            healing_of_nothing(archetype);
            lost_at_once(archetype);
        }
        for (const MonsterDef& monster : scenario_.monsters) {
            durations_of_nothing(monster);
            lost_at_once(monster);
        }
    }

private:
    void add(const ArchetypeDef& archetype, const std::string& key, const std::string& what) {
        const toml::node* table = archetypes_.get(archetype.name);
        const toml::node* node = toml::at_path(*table, key).node();
        warnings_.add((node ? node : table)->source(), fmt::format("archetypes.{}.{}", printable(archetype.name), key),
                      what);
    }

    void never_admitted(const ArchetypeDef& archetype) {
        const std::optional<int> capacity =
            greatest(archetype, &CircleDef::grid_capacity, &CircleCapacity::grid_capacity);
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
        const std::optional<int> capacity =
            greatest(archetype, &CircleDef::attack_capacity, &CircleCapacity::attack_capacity);
        if (!capacity || lightest->weight <= *capacity) return;
        add(archetype, "attacks",
            fmt::format("weigh {} or more, but no circle of its enemies carries more than {}: it never attacks",
                        lightest->weight, *capacity));
    }

    /// Warns of attacks of weight 0 that no limit of a class holds back.
    void nothing_limits(const ArchetypeDef& archetype) {
        for (const AttackDef& attack : archetype.attacks) {
            const auto limits = [&](const ArchetypeDef* enemy) {
                return std::any_of(enemy->circle.class_limits.begin(), enemy->circle.class_limits.end(),
                                   [&](const ClassLimit& limit) { return limit.attack_class == attack.attack_class; });
            };
            const std::vector<const ArchetypeDef*> enemies = enemies_of(archetype);
            if (attack.weight != 0 || enemies.empty() || std::any_of(enemies.begin(), enemies.end(), limits)) continue;
            add(archetype, "attacks",
                fmt::format("'{}' has the weight 0, and no circle of its enemies has a limit for its class: all such "
                            "agents may use it at once",
                            printable(attack.name)));
        }
    }

    /// Warns if the slots of a circle are so near that the bodies of all enemies must stand outside them.
    void ring_within_bodies(const ArchetypeDef& archetype) {
        const float ring = archetype.circle.approach_radius;
        float needed = 0.0f; // rule approach_distance
        for (const ArchetypeDef* enemy : enemies_of(archetype)) {
            if (!enemy->autonomous || !enemy->engagement.managed) continue;
            const float least = between_centres(archetype, *enemy) + 0.5f;
            needed = needed > 0.0f ? std::min(needed, least) : least;
        }
        if (ring == 0.0f || ring >= needed) return;
        add(archetype, "circle.approach_radius",
            fmt::format("is {}, but the bodies of all enemies need {} m: they stand outside the ring", to_text(ring),
                        short_text(needed)));
    }

    void view_of_nothing(const ArchetypeDef& archetype) {
        if (archetype.circle.waits_in_view && archetype.circle.roam_mode != RoamMode::flank)
            add(archetype, "circle.waits_in_view", "has no effect without roam_mode 'flank'");
    }

    /// Warns if none of the archetype's attacks can ever begin, whatever the enemy and the distance.
    void nothing_in_reach(const ArchetypeDef& archetype) {
        if (archetype.attacks.empty()) return;
        const float engage = archetype.engagement.engage_range;
        const bool some = engage == 0.0f || std::any_of(archetype.attacks.begin(), archetype.attacks.end(),
                                                        [&](const AttackDef& a) { return a.range[0] <= engage; });
        if (!some) {
            add(archetype, "attacks",
                fmt::format("all begin beyond engage_range ({}): it never attacks", to_text(engage)));
            return;
        }
        const std::vector<const ArchetypeDef*> enemies = enemies_of(archetype);
        if (enemies.empty()) return;
        float nearest = 0.0f, touch = 0.0f,
              reach = 0.0f; // m: smallest given attack ring, least distance of centres, greatest reach
        for (const ArchetypeDef* enemy : enemies) {
            if (reaches(archetype, *enemy)) return;
            const float ring = archetype.engagement.managed ? enemy->circle.attack_radius : 0.0f;
            if (ring > 0.0f) nearest = nearest > 0.0f ? std::min(nearest, ring) : ring;
            touch =
                touch > 0.0f ? std::min(touch, between_centres(archetype, *enemy)) : between_centres(archetype, *enemy);
            for (const AttackDef& attack : archetype.attacks)
                reach = std::max(reach, reach_of(archetype, *enemy, attack));
        }
        const std::string far = to_text(reach);
        if (nearest == 0.0f)
            add(archetype, "attacks",
                fmt::format("reach {} m at most, but the bodies of all its enemies keep it {} m away: it never attacks",
                            far, short_text(touch)));
        else if (reach < nearest)
            add(archetype, "attacks",
                fmt::format(
                    "reach {} m at most, but the attack rings of all its enemies are {} m or more: it never attacks",
                    far, to_text(nearest)));
        else
            add(archetype, "attacks",
                fmt::format(
                    "do not fit the attack rings of its enemies ({} m or more), by range or angle: it never attacks",
                    to_text(nearest)));
    }

    /// Whether an attack of the archetype can begin with this enemy as the target (rule reaches).
    static bool reaches(const ArchetypeDef& archetype, const ArchetypeDef& enemy) {
        const CircleDef& circle = enemy.circle;
        const float touch = between_centres(archetype, enemy);
        for (const AttackDef& attack : archetype.attacks) {
            const float least = std::max(attack.range[0], touch), reach = reach_of(archetype, enemy, attack);
            if (reach < least) continue;
            if (!archetype.engagement.managed) return true;
            if (attack.angle[0] > 0.0f || attack.angle[1] < 0.0f) continue; // bearing 0: holders face their target
            if (circle.attack_radius == 0.0f) return true;
            if (attack.range[0] <= circle.attack_radius && circle.attack_radius <= reach) return true;
            // Or the attack can begin at the slot, or on the way from the slot to the attack ring.
            const float slot = circle.approach_radius > 0.0f
                                   ? circle.approach_radius
                                   : std::max(enemy.body.radius + 3.6f, circle.attack_radius + 1.0f);
            if (attack.range[0] <= slot + circle.arrival_radius && reach >= slot - circle.arrival_radius) return true;
        }
        return false;
    }

    /// The distance of the centres of two bodies that touch, m.
    static float between_centres(const ArchetypeDef& a, const ArchetypeDef& b) { return a.body.radius + b.body.radius; }

    /// The greatest distance at which an attack can begin, m (rules range_of and engage_range_of).
    static float reach_of(const ArchetypeDef& archetype, const ArchetypeDef& enemy, const AttackDef& attack) {
        const float touch = between_centres(archetype, enemy);
        const bool given = attack.range[1] > 0.0f;
        const float reach = given ? attack.range[1] : touch + 1.2f;
        const float engage = archetype.engagement.engage_range;
        return engage > 0.0f ? std::min(reach, engage) : reach;
    }

    /// Warns if `bands` are given, but the bodies keep the archetype out of the first band of every enemy.
    void bands_within_bodies(const ArchetypeDef& archetype) {
        const float first = archetype.perception.bands[0];
        if (first == 0.0f || !archetype.boss.reacts) return;
        float least = 0.0f;
        for (const ArchetypeDef* enemy : enemies_of(archetype)) {
            const float touch = between_centres(archetype, *enemy);
            if (first > touch + 0.3f) return; // an unmanaged agent stops 0.3 m before the bodies touch
            least = least > 0.0f ? std::min(least, touch) : touch;
        }
        if (least == 0.0f) return;
        add(archetype, "bands",
            fmt::format(
                "the first is {} m, but the bodies of all its enemies keep it {} m away: it never comes into band 0",
                to_text(first), short_text(least)));
    }

    /// Warns of keys that have an effect only with another targeting.
    void targeting_of_nothing(const ArchetypeDef& archetype) {
        const Targeting targeting = archetype.perception.targeting;
        const toml::table& table = *archetypes_.get(archetype.name)->as_table();
        const auto warn = [&](const char* key, const char* what) {
            if (table.contains(key))
                add(archetype, key,
                    fmt::format("has no effect with targeting '{}'; it is for {}", to_string(targeting), what));
        };
        if (targeting != Targeting::threat) warn("threat_half_life", "targeting 'threat'");
        if (targeting == Targeting::sight) return;
        for (const char* key : {"sight_radius", "fov_deg"}) warn(key, "targeting 'sight'");
        if (!scenario_.ground) warn("needs_line_of_sight", "targeting 'sight', or a ground");
    }

    /// Warns of healing that never comes: it is a reaction, and takes a heal charge (rules in_need and react).
    void healing_of_nothing(const ArchetypeDef& archetype) {
        if (!archetypes_.get(archetype.name)->as_table()->contains("heal")) return;
        if (!archetype.boss.reacts)
            add(archetype, "heal", "has no effect without reactions: give 'reactions', or 'reacts = true'");
        else if (archetype.boss.heal.charges == 0)
            add(archetype, "heal", "has no effect without 'charges'");
    }

    /// Warns if the archetype sees farther than the distance at which it loses a target, which is its last band. If no
    /// bands are given, the band depends on the enemy; the greatest counts.
    void lost_at_once(const ArchetypeDef& archetype) {
        const PerceptionDef& seen = archetype.perception;
        if (seen.targeting != Targeting::sight || !archetype.monster.empty()) return;
        float track = seen.bands[3];
        if (track == 0.0f)
            for (const ArchetypeDef* enemy : enemies_of(archetype))
                track = std::max(track, 12.0f + (between_centres(archetype, *enemy) - 0.8f));
        if (track == 0.0f || seen.sight_radius <= track) return;
        add(archetype, "sight_radius",
            fmt::format("is {}, but it loses its target beyond {} m, the last of its bands", to_text(seen.sight_radius),
                        short_text(track)));
    }

    void lost_at_once(const MonsterDef& monster) {
        for (const MonsterStateDef& state : monster.states) {
            if (state.action_distances[0] <= state.action_distances[1]) continue;
            const toml::node* const node =
                (*root_["monsters"][monster.name][state.name].as_table()).get("action_distances");
            warnings_.add(node->source(),
                          fmt::format("monsters.{}.{}.action_distances", printable(monster.name), state.name),
                          fmt::format("alert {} is more than track {}: it loses what it has just noticed",
                                      to_text(state.action_distances[0]), to_text(state.action_distances[1])));
        }
    }

    void teams_without_groups() {
        const toml::array& teams = *root_["teams"].as_array();
        for (size_t i = 0; i < scenario_.teams.size(); ++i) {
            const std::string& team = scenario_.teams[i];
            const bool some = std::any_of(scenario_.groups.begin(), scenario_.groups.end(),
                                          [&](const GroupDef& group) { return group.team == team; });
            if (!some)
                warnings_.add(teams[i].source(), fmt::format("teams[{}]", i),
                              fmt::format("'{}' has no group", printable(team)));
        }
    }

    /// Warns of commands that set more grid capacity than the slots of the circle carry.
    void slots_below_capacity() {
        for (size_t i = 0; i < scenario_.script.size(); ++i) {
            const auto* const set = world_command<command::SetCapacity>(scenario_.script[i]);
            const GroupDef* const group = group_of(scenario_, scenario_.script[i]);
            if (set == nullptr || group == nullptr) continue;
            const ArchetypeDef& target = *named(scenario_.archetypes, group->archetype);
            int lightest = max_weight;
            for (const ArchetypeDef* enemy : enemies_of(target))
                if (enemy->autonomous && enemy->engagement.managed)
                    lightest = std::min(lightest, enemy->engagement.grid_weight);
            const int slots = target.circle.slots;
            if (slots == 0 || int64_t{slots} * lightest >= set->capacity.grid_capacity) continue;
            warnings_.add(
                (*root_["script"].as_array())[i].source(), fmt::format("script[{}].grid_capacity", i),
                fmt::format(
                    "is {}, but '{}' has {} slots, which agents of the grid weight {} fill with {}: the rest has no "
                    "effect. With slots = 0 there are as many slots as the capacity",
                    set->capacity.grid_capacity, printable(target.name), slots, lightest, slots * lightest));
        }
    }

    void groups_on_each_other() {
        const toml::array& groups = *root_["groups"].as_array();
        const auto point = [](Vec2 at) { return fmt::format("[{}, {}]", to_text(at.x), to_text(at.y)); };
        for (const Crowding& each : crowdings(scenario_)) {
            const GroupDef &group = scenario_.groups[each.group], &other = scenario_.groups[each.other];
            warnings_.add(groups[each.group].source(), fmt::format("groups.{}", printable(group.name)),
                          fmt::format("has agents on {}: those at {} and {} are {} m apart, but their bodies need {} m",
                                      each.group == each.other ? "each other"
                                                               : fmt::format("those of '{}'", printable(other.name)),
                                      point(each.at), point(each.other_at), short_text(each.apart),
                                      short_text(each.needed)));
        }
    }

    /// The length rounded to a millimetre, because a sum of radii can have more digits than the file gave.
    static std::string short_text(double metres) { return to_text(std::round(metres * 1e3) / 1e3); }

    /// Warns of conditions that give a duration to an act that ends at once, where it has no effect (rule start_act).
    void durations_of_nothing(const MonsterDef& monster) {
        for (const MonsterStateDef& state : monster.states) {
            const std::pair<const char*, const std::vector<ConditionDef>*> lists[] = {
                {"on_enter", &state.on_enter}, {"on_health", &state.on_health}, {"on_time", &state.on_time}};
            for (const auto& [kind, list] : lists) {
                if (list->empty()) continue;
                const toml::array& given =
                    *(*root_["monsters"][monster.name][state.name]["conditions"].as_table())[kind].as_array();
                size_t next = 0;
                for (size_t i = 0; i < given.size(); ++i)
                    for (const size_t end = next + acts_of(given[i]); next < end; ++next)
                        duration_of_nothing(monster, state, kind, i, (*list)[next], given[i]);
            }
        }
    }

    /// The number of acts that a condition in the file names. Each of them makes a ConditionDef.
    static size_t acts_of(const toml::node& condition) {
        const toml::node* act = nullptr;
        if (const toml::array* row = condition.as_array()) act = row->get(2);
        if (const toml::table* table = condition.as_table()) act = table->get("act");
        const toml::array* const list = act ? act->as_array() : nullptr;
        return list ? list->size() : 1;
    }

    void duration_of_nothing(const MonsterDef& monster, const MonsterStateDef& state, const char* kind, size_t i,
                             const ConditionDef& condition, const toml::node& given) {
        if (condition.duration < 0.0) return;
        const ActDef* const act = named(monster.acts, condition.act);
        if (act == nullptr) return;
        const bool lasts =
            !act->attacks.empty() || !act->cooldowns.empty() || !act->buffs.empty() || !act->color.empty();
        if (lasts && act->state.empty()) return; // a change of state ends all acts
        const char* const hint = given.is_array() ? " (the chance is the value after it)" : "";
        warnings_.add(given.source(),
                      fmt::format("monsters.{}.{}.conditions.{}[{}]", printable(monster.name), state.name, kind, i),
                      fmt::format("'{}' ends at once: its duration of {} s has no effect{}", printable(condition.act),
                                  to_text(condition.duration), hint));
    }

    void limits_of_nothing(const ArchetypeDef& archetype) {
        const std::vector<std::string> classes = all_classes(&AttackDef::attack_class);
        for (const ClassLimit& limit : archetype.circle.class_limits)
            class_of_nothing(archetype, "circle.class_limits", limit.attack_class, classes);
        const std::vector<std::string> damage = all_classes(&AttackDef::damage_class);
        for (const DamageFactor& factor : archetype.body.damage_factors)
            class_of_nothing(archetype, "damage_factors", factor.damage_class, damage);
    }

    void class_of_nothing(const ArchetypeDef& archetype, const char* key, const std::string& name,
                          const std::vector<std::string>& classes) {
        if (std::find(classes.begin(), classes.end(), name) == classes.end())
            add(archetype, key,
                fmt::format("no attack has the class '{}'{}", printable(name), did_you_mean(name, classes)));
    }

    std::vector<std::string> all_classes(std::string AttackDef::*of) const {
        std::set<std::string> classes;
        for (const ArchetypeDef& archetype : scenario_.archetypes) {
            for (const AttackDef& attack : archetype.attacks) classes.insert(attack.*of);
        }
        classes.erase("");
        return {classes.begin(), classes.end()};
    }

    /// The greatest capacity of any circle that an agent of this archetype may join, including capacities that the
    /// script sets; empty if the archetype has no enemies.
    std::optional<int> greatest(const ArchetypeDef& archetype, int CircleDef::*capacity,
                                int CircleCapacity::*in_script) const {
        std::optional<int> most;
        for (const ArchetypeDef* enemy : enemies_of(archetype))
            most = std::max(most.value_or(0), enemy->circle.*capacity);
        for (const CommandDef& command : scenario_.script)
            if (const auto* const set = world_command<command::SetCapacity>(command); most && set != nullptr)
                most = std::max(*most, set->capacity.*in_script);
        return most;
    }

    std::vector<const ArchetypeDef*> enemies_of(const ArchetypeDef& archetype) const {
        std::vector<const ArchetypeDef*> enemies;
        for (const ArchetypeDef& enemy : scenario_.archetypes)
            if (meet(archetype, enemy)) enemies.push_back(&enemy);
        return enemies;
    }

    /// Whether agents of the two archetypes can be on hostile teams.
    bool meet(const ArchetypeDef& archetype, const ArchetypeDef& enemy) const {
        for (size_t i = 0; i < kinds_.size(); ++i)
            for (size_t j = 0; j < kinds_.size(); ++j)
                if (kinds_[i].contains(archetype.name) && kinds_[j].contains(enemy.name) &&
                    are_hostile(scenario_, scenario_.teams[i], scenario_.teams[j]))
                    return true;
        return false;
    }

    /// The archetypes of each team: those of its groups, and those that monsters summon (rules commit_summons and
    /// summon).
    void find_kinds() {
        for (const std::string& team : scenario_.teams) {
            Team found;
            for (const GroupDef& group : scenario_.groups)
                if (group.team == team) add_kind(found, group.archetype, monster_of(group.archetype), 0);
            kinds_.push_back(std::move(found.kinds));
        }
    }

    struct Team {
        std::set<std::string> kinds;
        std::set<std::tuple<std::string, std::string, int>> seen; ///< archetype, monster, depth
    };

    void add_kind(Team& team, const std::string& archetype, const std::string& monster, int depth) {
        if (!team.seen.emplace(archetype, monster, depth).second) return;
        team.kinds.insert(archetype);
        for (const MonsterDef& def : scenario_.monsters) {
            if (def.name != monster || depth >= def.summon_depth) continue;
            for (const ActDef& act : def.acts)
                for (const ActDef::Summon& call : act.summons)
                    add_kind(team, call.archetype, call.monster.empty() ? monster_of(call.archetype) : call.monster,
                             depth + 1);
        }
    }

    /// The monster that an archetype names.
    const std::string& monster_of(const std::string& archetype) const {
        return named(scenario_.archetypes, archetype)->monster;
    }

    Problems& warnings_;
    const toml::table& root_;
    const toml::table& archetypes_;
    const Scenario& scenario_;
    std::vector<std::set<std::string>> kinds_; ///< by team: the names of its archetypes
};

} // namespace

void add_warnings(Problems& warnings, const toml::table& root, const Scenario& scenario) {
    Warner(warnings, root, scenario).all();
}

} // namespace fray::scenario
