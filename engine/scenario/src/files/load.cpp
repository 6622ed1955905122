// Reads a TOML text into a scenario, or reports all its errors.
#include "army/lookup.h"
#include "files/changes.h"
#include "files/ground_reader.h"
#include "files/monster_reader.h"
#include "files/parse_toml.h"
#include "files/reader.h"
#include "files/warnings.h"
#include "float_mode.h"
#include "fray/text.h"
#include "fray/world.h"
#include "input_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace fray {
namespace scenario {
namespace {

std::vector<std::string> keys_of(const toml::table* table) {
    std::vector<std::string> keys;
    if (table == nullptr) return keys;
    for (const toml::key* key : keys_in_order(*table)) keys.emplace_back(key->str());
    return keys;
}

std::vector<std::string> texts_of(const toml::array* array) {
    std::vector<std::string> texts;
    for (size_t i = 0; array && i < array->size(); ++i)
        if (const auto text = (*array)[i].value<std::string>()) texts.push_back(*text);
    return texts;
}

std::vector<std::string> names_in(const toml::array* array) {
    std::vector<std::string> names;
    for (size_t i = 0; array && i < array->size(); ++i) {
        const toml::table* table = (*array)[i].as_table();
        const auto name = table ? (*table)["name"].value<std::string>() : std::nullopt;
        if (name) names.push_back(*name);
    }
    return names;
}

/// Checks that compare several parts of a file.
class Checks {
public:
    Checks(Problems& problems, const toml::table& root, const Scenario& scenario)
        : problems_(problems), root_(root), scenario_(scenario) {}

    void unique_names() {
        unique("groups", root_["groups"].as_array());
        if (const toml::table* archetypes = root_["archetypes"].as_table()) {
            for (const auto& [name, node] : *archetypes) {
                const toml::table* archetype = node.as_table();
                if (!archetype) continue;
                unique(fmt::format("archetypes.{}.attacks", printable(name.str())), (*archetype)["attacks"].as_array());
            }
        }
    }

    /// Call this and `definitions` only if the scenario has no errors yet.
    void whole_scenario() {
        definitions();
        if (!problems_.empty()) return;
        joins();
        links();
        numbers();
        if (!problems_.empty()) return;
        extent();
        script();
        detail();
    }

    void definitions() {
        archetypes();
        check_skills(problems_, root_, scenario_);
        if (problems_.empty()) monsters();
    }

private:
    const toml::source_region& where(const char* list, size_t i, const char* key = nullptr) const {
        const toml::node& element = (*root_[list].as_array())[i];
        const toml::node* inner = key ? element.as_table()->get(key) : nullptr;
        return inner ? inner->source() : element.source();
    }

    std::string group_place(size_t i) const { return fmt::format("groups.{}", printable(scenario_.groups[i].name)); }

    void unique(const std::string& place, const toml::array* list) {
        std::vector<std::string> seen;
        for (size_t i = 0; list && i < list->size(); ++i) {
            const toml::table* table = (*list)[i].as_table();
            const toml::node* node = table ? table->get("name") : nullptr;
            if (!node || !node->is_string()) continue;
            const std::string name = node->ref<std::string>();
            if (std::find(seen.begin(), seen.end(), name) == seen.end()) {
                seen.push_back(name);
            } else {
                problems_.add(node->source(), fmt::format("{}[{}].name", place, i),
                              fmt::format("'{}' is given twice", printable(name)));
            }
        }
    }

    /// Reports archetypes that the engine would refuse. Its check finds more than the ranges in the lists of fields.
    void archetypes() {
        const toml::table& table = *root_["archetypes"].as_table();
        for (const ArchetypeDef& archetype : scenario_.archetypes) {
            const std::string what = validate(archetype);
            if (!what.empty()) {
                problems_.add(table.get(archetype.name)->source(),
                              fmt::format("archetypes.{}", printable(archetype.name)), what);
            }
        }
    }

    /// Checks that the archetypes in the tables of monsters exist, and that summons do not make too many agents.
    void monsters() {
        const std::string what = validate(scenario_.archetypes, scenario_.monsters);
        if (!what.empty()) problems_.add(root_.get("monsters")->source(), "monsters", what);
    }

    void links() {
        const size_t count = scenario_.nav_links.size();
        if (count > static_cast<size_t>(max_nav_links))
            problems_.add(root_.get("nav_links")->source(), "nav_links",
                          fmt::format("are {}; allowed: 0 to {}", count, max_nav_links));
        for (size_t i = 0; i < count; ++i)
            if (const std::string what = validate(scenario_.nav_links[i]); !what.empty())
                problems_.add(where("nav_links", i), fmt::format("nav_links[{}]", i), what);
        for (size_t i = 0; i < scenario_.script.size(); ++i) {
            const auto* const link = std::get_if<ScriptNavLink>(&scenario_.script[i].command);
            if (link != nullptr && static_cast<size_t>(link->nav_link) >= count)
                wrong(i, "nav_link", fmt::format("is {}; the scenario has {} links", link->nav_link, count));
        }
    }

    void joins() {
        for (size_t i = 0; i < scenario_.groups.size(); ++i) {
            const GroupDef& group = scenario_.groups[i];
            if (group.joins.empty()) continue;
            const auto refuse = [&](const std::string& what) {
                problems_.add(where("groups", i, "joins"), group_place(i) + ".joins", what);
            };
            const GroupDef* const other = named(scenario_.groups, group.joins);
            if (other >= &group)
                refuse(fmt::format("'{}' is not an earlier group", printable(group.joins)));
            else if (other->team != group.team)
                refuse(fmt::format("'{}' is of team '{}'; allowed: groups of '{}'", printable(group.joins),
                                   printable(other->team), printable(group.team)));
            else if (other->squad_size == 0)
                refuse(fmt::format("'{}' has no squads; allowed: groups with 'squad_size'", printable(group.joins)));
            else if (group.squad_size != 0)
                refuse("is given together with 'squad_size'; allowed: one of them");
        }
    }

    void numbers() {
        const auto shares = std::any_of(scenario_.groups.begin(), scenario_.groups.end(),
                                        [](const GroupDef& group) { return group.share > 0.0; });
        if (shares && !root_.contains("agents")) {
            return problems_.add(root_.source(), "agents", "is missing; groups with a 'share' need it");
        }
        for (size_t i = 0; i < scenario_.groups.size(); ++i) {
            if (scenario_.groups[i].spawn_trigger == SpawnTrigger::script && scenario_.groups[i].share > 0.0) {
                problems_.add(where("groups", i, "share"), group_place(i) + ".share",
                              "is not for a group that the script spawns; allowed: 'count'");
            }
        }
        int64_t total = 0;
        for (const int64_t count : group_counts(scenario_)) total += count;
        const toml::node* groups = root_.get("groups");
        if (total == 0) problems_.add(groups->source(), "groups", "have no agents; allowed: at least one");
        if (total > max_agents) {
            problems_.add(groups->source(), "groups",
                          fmt::format("have {} agents; allowed: 1 to {}", total, max_agents));
        }
    }

    void extent() {
        const std::vector<int64_t> counts = group_counts(scenario_);
        for (size_t i = 0; i < counts.size(); ++i) {
            float reach = 0.0f;
            for (const Vec2 p : formation_positions(scenario_.groups[i], counts[i])) {
                reach = std::max({reach, std::abs(p.x), std::abs(p.y)});
            }
            if (reach <= world_extent) continue;
            problems_.add(where("groups", i), group_place(i),
                          fmt::format("reaches {} m from the origin; allowed: 0 to {}", to_text(std::ceil(reach)),
                                      to_text(world_extent)));
        }
    }

    /// Adds an error of a key of a script command.
    void wrong(size_t command, const char* key, std::string_view what) {
        problems_.add(where("script", command, key), fmt::format("script[{}].{}", command, key), what);
    }

    void serial(size_t command, const char* key, int64_t given, int64_t total) {
        if (given < total) return;
        wrong(command, key, fmt::format("is {}; allowed: 0 to {}", given, total - 1));
    }

    void script() {
        int64_t total = 0;
        for (const int64_t count : group_counts(scenario_)) total += count;
        for (size_t i = 0; i < scenario_.script.size(); ++i) {
            const CommandDef& command = scenario_.script[i];
            serial(i, "agent", command.agent, total);
            Numbers numbers{{}, *this, i, total};
            describe_arguments(numbers, command);
            visit_command(command.command, [&](const auto& each) { check(i, each, group_of(scenario_, command)); });
        }
    }

    /// Checks the numbers of the agents that a command names.
    struct Numbers : FieldVisitor {
        Checks& checks;
        size_t command;
        int64_t total;

        template <typename T> void operator()(const char*, const FieldRange&, const char*, const T&) {}
        template <typename T> void operator()(const char* key, const char*, const T& value) {
            if constexpr (std::is_same_v<T, ScriptAgent>) checks.serial(command, key, value.number, total);
        }
    };

    // Each `check` compares a command with the rest of the file. The group is that of the commanded agents; null: it is
    // unknown, because a script command spawns the agent later.

    template <typename C> void check(size_t, const C&, const GroupDef*) {}

    void check(size_t i, const WorldCommand& world, const GroupDef* group) {
        visit_command(world.command, [&](const auto& command) { check(i, command, group); });
    }

    void check(size_t i, const ScriptOrder& order, const GroupDef* group) {
        if (order.kind == OrderKind::perform) performs(i, order.attack, group);
        formations(i, order);
        if (group) carries_out(i, order.kind, archetype_of(*group));
    }

    void check(size_t i, const ScriptSpawn& spawn, const GroupDef*) {
        if (named(scenario_.groups, spawn.group)->spawn_trigger == SpawnTrigger::script) return;
        wrong(i, "group",
              fmt::format("'{}' is spawned at the start; allowed: groups with spawn_trigger = 'script'",
                          printable(spawn.group)));
    }

    void check(size_t i, const ScriptPath&, const GroupDef* group) { moves(i, group); }
    void check(size_t i, const ScriptEvade&, const GroupDef* group) { moves(i, group); }

    void check(size_t i, const ScriptDetail& detail, const GroupDef*) {
        if (!scenario_.detail)
            problems_.add(where("script", i), fmt::format("script[{}]", i), "needs a table 'detail'");
        points(where("script", i, "points"), fmt::format("script[{}].points", i), detail.points.size());
    }

    void check(size_t i, const command::SetLeader&, const GroupDef* group) {
        if (!group || group->squad_size != 0 || !group->joins.empty()) return;
        wrong(i, "command",
              fmt::format("is 'set_leader', but '{}' has no squads; allowed: groups with 'squad_size' or 'joins'",
                          printable(group->name)));
    }

    void check(size_t i, const command::AddThreat& command, const GroupDef*) {
        if (command.threat == 0.0f) wrong(i, "threat", "is 0; allowed: -1e9 to 1e9, not 0");
    }

    void check(size_t i, const command::SetUpdateInterval& command, const GroupDef*) {
        if (command.update_interval != 0 && !is_update_interval(command.update_interval))
            wrong(i, "update_interval", fmt::format("is {}; allowed: 0, 1, 2, 4, 8", command.update_interval));
    }

    void check(size_t i, const command::Push& c, const GroupDef*) {
        const double speed = std::hypot(double{c.displacement.x}, double{c.displacement.y}) / c.duration;
        if (speed <= max_push_speed) return;
        wrong(i, "displacement",
              fmt::format("is ({}, {}) m in {} s, {:.6g} m/s; allowed: 0 to {} m/s", c.displacement.x, c.displacement.y,
                          c.duration, speed, max_push_speed));
    }

    /// A formation is a part of an order to squads that takes effect at once.
    void formations(size_t i, const ScriptOrder& order) {
        if (order.files == 0 && order.ranks == 0) return;
        const char* const key = order.files != 0 ? "files" : "ranks";
        if (!scenario_.script[i].as_squads) wrong(i, key, "needs 'as_squads = true'");
        if (order.queued) wrong(i, key, "is not allowed together with 'queued'");
        if (order.files != 0 && order.ranks != 0) wrong(i, key, "is given with 'ranks'; allowed: one of the two");
    }

    void points(const toml::source_region& at, const std::string& place, size_t given) {
        if (given > max_detail_points)
            problems_.add(at, place, fmt::format("are {} points; allowed: 0 to {}", given, max_detail_points));
    }

    void detail() {
        if (scenario_.detail) points(root_.get("detail")->source(), "detail.points", scenario_.detail->points.size());
    }

    const ArchetypeDef& archetype_of(const GroupDef& group) const {
        return *named(scenario_.archetypes, group.archetype);
    }

    void moves(size_t i, const GroupDef* group) {
        if (!group) return;
        const ArchetypeDef& archetype = archetype_of(*group);
        if (archetype.body.motion == MotionType::host) return;
        const CommandDef& command = scenario_.script[i];
        wrong(i, command.agent < 0 ? "group" : "agent",
              fmt::format("'{}' moves '{}' of archetype '{}', which has motion '{}'; allowed: 'host'",
                          to_string(command.command), printable(group->name), printable(archetype.name),
                          to_string(archetype.body.motion)));
    }

    /// Checks that the ordered agents have the attack of a command `perform`. If the group is unknown, it is enough
    /// that the agents of any group that the script spawns have it.
    void performs(size_t i, const std::string& given, const GroupDef* ordered) {
        std::vector<std::string> attacks, archetypes;
        for (const GroupDef& group : scenario_.groups) {
            if (ordered ? &group != ordered : group.spawn_trigger == SpawnTrigger::start) continue;
            if (std::find(archetypes.begin(), archetypes.end(), group.archetype) != archetypes.end()) continue;
            archetypes.push_back(group.archetype);
            for (const AttackDef& attack : archetype_of(group).attacks)
                if (!attack.name.empty()) attacks.push_back(attack.name);
        }
        if (std::find(attacks.begin(), attacks.end(), given) != attacks.end()) return;
        const std::string of = quoted_list(archetypes);
        wrong(i, "attack",
              fmt::format("is '{}'{}; allowed: {}", printable(given), did_you_mean(given, attacks),
                          attacks.empty() ? fmt::format("none, for {} has no attacks", of)
                                          : fmt::format("{}, the attacks of {}", quoted_list(attacks), of)));
    }

    /// Orders that the world would refuse (rule can_carry_out).
    void carries_out(size_t i, OrderKind order, const ArchetypeDef& archetype) {
        if (archetype.autonomous || !needs_brain(order)) return;
        wrong(i, "command",
              fmt::format("is '{}', but archetype '{}' has no brain; allowed: 'free', 'move', 'stand', 'perform'",
                          to_string(order), printable(archetype.name)));
    }

    void check(size_t i, const command::SetHealth& command, const GroupDef* group) {
        if (!group) return;
        const ArchetypeDef& archetype = archetype_of(*group);
        const float given = command.health, full = archetype.body.health;
        if (full == unlimited_health)
            wrong(i, "health",
                  fmt::format("is {}; allowed: none, for that of '{}' has no limit", given, printable(archetype.name)));
        else if (!(given >= 0.0f && given <= full))
            wrong(i, "health",
                  fmt::format("is {}; allowed: 0 to {}, that of '{}'", given, full, printable(archetype.name)));
    }

    void check(size_t i, const command::SetArchetype& command, const GroupDef* group) {
        if (!group) return;
        const ArchetypeDef &before = archetype_of(*group), &now = scenario_.archetypes[command.archetype];
        const bool other = now.engagement.managed != before.engagement.managed;
        if (!other && now.autonomous == before.autonomous) return;
        wrong(i, "archetype",
              fmt::format("is '{}', for agents of '{}'; allowed: archetypes with the same '{}'", printable(now.name),
                          printable(before.name), other ? "managed" : "autonomous"));
    }

    void check(size_t i, const command::SetClosedSlots& command, const GroupDef* group) {
        if (!group) return;
        const ArchetypeDef& archetype = archetype_of(*group);
        const std::vector<int>& slots = command.slots;
        const int most = archetype.circle.slots != 0 ? archetype.circle.slots : max_slots;
        for (size_t k = 0; k < slots.size(); ++k) {
            const auto refuse = [&](const std::string& what) {
                problems_.add(where("script", i, "slots"), fmt::format("script[{}].slots[{}]", i, k), what);
            };
            const auto here = slots.begin() + static_cast<std::ptrdiff_t>(k);
            if (slots[k] < 0 || slots[k] >= most)
                refuse(
                    fmt::format("is {}; allowed: 0 to {} round '{}'", slots[k], most - 1, printable(archetype.name)));
            else if (std::find(slots.begin(), here, slots[k]) != here)
                refuse(fmt::format("{} is given twice", slots[k]));
        }
    }

    Problems& problems_;
    const toml::table& root_;
    const Scenario& scenario_;
};

KnownNames names_of(const toml::table& root) {
    return {keys_of(root["archetypes"].as_table()), texts_of(root["teams"].as_array()),
            names_in(root["groups"].as_array()), keys_of(root["monsters"].as_table())};
}

void read(Problems& problems, Problems& warnings, const toml::table& root, const std::string* folder_of,
          Scenario* scenario) {
    const KnownNames names = names_of(root);
    Reader reader(problems, names, root, "");
    describe_keys(reader, *scenario);
    reader.finish();
    Checks checks(problems, root, *scenario);
    checks.unique_names();
    if (problems.empty()) checks.whole_scenario();
    if (scenario->ground && folder_of != nullptr) {
        if (problems.empty()) make_ground(problems, root, *folder_of, &*scenario->ground);
        if (problems.empty()) check_ground(problems, warnings, root, *scenario);
    }
    if (problems.empty()) add_warnings(warnings, root, *scenario);
}

/// Reads archetypes and monsters only.
void read_definitions(Problems& problems, const toml::table& root, Scenario* scenario) {
    const KnownNames names = names_of(root);
    Reader reader(problems, names, root, "");
    reader.table("monsters", scenario->monsters, max_monsters, "");
    reader.table("archetypes", scenario->archetypes, max_archetypes, "");
    reader.required("archetypes");
    reader.finish();
    Checks checks(problems, root, *scenario);
    checks.unique_names();
    if (problems.empty()) checks.definitions();
}

bool is_whole_scenario(const toml::table& root) { return root.contains("groups") || root.contains("teams"); }

std::string name_of(const std::string& file) { return std::filesystem::path(file).stem().string(); }

/// Returns false if the file cannot be read; `*text` is then the error message.
bool read_file(const std::string& path, std::string* text) {
    std::error_code unknown;
    const std::string error =
        std::filesystem::exists(path, unknown) ? read_input(path, InputLimits::scenario, text) : "no such file";
    if (!error.empty()) *text = escaped(fmt::format("{}:1:1: {}", path, error));
    return error.empty();
}

} // namespace
} // namespace scenario

Scenario without_detail(Scenario scenario) {
    scenario.detail.reset();
    for (ArchetypeDef& archetype : scenario.archetypes) archetype.update_interval = 1;
    std::erase_if(scenario.script, [](const CommandDef& command) {
        return std::holds_alternative<ScriptDetail>(command.command) ||
               world_command<command::SetUpdateInterval>(command) != nullptr;
    });
    return scenario;
}

ScenarioResult parse_scenario(std::string_view text, const std::string& name, const std::vector<std::string>& sets,
                              bool makes_ground) {
    const FloatMode float_mode;
    ScenarioResult result;
    result.text = std::string(text);
    result.scenario.name = scenario::name_of(name);
    scenario::Problems problems(name);
    scenario::Problems warnings(name, "warning: ");
    try {
        toml::table root =
            scenario::parse_toml(text); // no file name: toml++ copies it in functions that must not throw
        scenario::apply_changes(problems, root, sets);
        scenario::read(problems, warnings, root, makes_ground ? &name : nullptr, &result.scenario);
    } catch (const toml::parse_error& error) {
        problems.add(error.source(), "", scenario::printable(error.description(), 400));
    }
    result.errors = problems.sorted();
    result.warnings = warnings.sorted();
    std::stable_sort(result.scenario.script.begin(), result.scenario.script.end(),
                     [](const CommandDef& a, const CommandDef& b) { return a.time < b.time; });
    return result;
}

DefinitionsResult parse_definitions(std::string_view text, const std::string& name) {
    const FloatMode float_mode;
    scenario::Problems problems(name);
    Scenario read;
    try {
        const toml::table root = scenario::parse_toml(text);
        if (scenario::is_whole_scenario(root)) {
            ScenarioResult whole = parse_scenario(text, name, {}, false);
            return {std::move(whole.scenario.archetypes), std::move(whole.scenario.monsters), std::move(whole.errors)};
        }
        scenario::read_definitions(problems, root, &read);
    } catch (const toml::parse_error& error) {
        problems.add(error.source(), "", scenario::printable(error.description(), 400));
    }
    return {std::move(read.archetypes), std::move(read.monsters), problems.sorted()};
}

ScenarioResult load_scenario(const std::string& path, const std::vector<std::string>& sets) {
    std::string text;
    if (!scenario::read_file(path, &text)) return {{}, {}, {text}, {}};
    return parse_scenario(text, path, sets);
}

DefinitionsResult load_definitions(const std::string& path) {
    std::string text;
    if (!scenario::read_file(path, &text)) return {{}, {}, {text}};
    return parse_definitions(text, path);
}

} // namespace fray
