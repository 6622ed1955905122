// Reads a TOML text into a scenario, or reports all its errors.
#include "battle/script_commands.h"
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

std::vector<std::string> keys_of(const toml::node* node) {
    std::vector<std::string> keys;
    if (const toml::table* table = node ? node->as_table() : nullptr) {
        for (const auto& [key, value] : *table) keys.emplace_back(key.str());
    }
    return keys;
}

std::vector<std::string> texts_of(const toml::node* node) {
    std::vector<std::string> texts;
    if (const toml::array* array = node ? node->as_array() : nullptr) {
        for (const toml::node& element : *array) {
            if (element.is_string()) texts.push_back(element.ref<std::string>());
        }
    }
    return texts;
}

std::vector<std::string> names_in(const toml::node* node) {
    std::vector<std::string> names;
    if (const toml::array* array = node ? node->as_array() : nullptr) {
        for (const toml::node& element : *array) {
            const toml::table* table = element.as_table();
            const auto name = table ? (*table)["name"].value<std::string>() : std::nullopt;
            if (name) names.push_back(*name);
        }
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
            const std::string what = check(archetype);
            if (!what.empty()) {
                problems_.add(table.get(archetype.name)->source(),
                              fmt::format("archetypes.{}", printable(archetype.name)), what);
            }
        }
    }

    /// Checks that the archetypes in the tables of monsters exist, and that summons do not make too many agents.
    void monsters() {
        const std::string what = check(scenario_.archetypes, scenario_.monsters);
        if (!what.empty()) problems_.add(root_.get("monsters")->source(), "monsters", what);
    }

    void links() {
        if (scenario_.links.size() > static_cast<size_t>(max_links))
            problems_.add(root_.get("links")->source(), "links",
                          fmt::format("are {}; allowed: 0 to {}", scenario_.links.size(), max_links));
        for (size_t i = 0; i < scenario_.links.size(); ++i)
            if (const std::string what = check(scenario_.links[i]); !what.empty())
                problems_.add(where("links", i), fmt::format("links[{}]", i), what);
        for (size_t i = 0; i < scenario_.script.size(); ++i) {
            const CommandDef& command = scenario_.script[i];
            if (command.kind != CommandKind::set_link || static_cast<size_t>(command.link) < scenario_.links.size())
                continue;
            problems_.add(where("script", i, "link"), fmt::format("script[{}].link", i),
                          fmt::format("is {}; the scenario has {} links", command.link, scenario_.links.size()));
        }
    }

    void joins() {
        for (size_t i = 0; i < scenario_.groups.size(); ++i) {
            const GroupDef& group = scenario_.groups[i];
            if (group.joins.empty()) continue;
            const auto refuse = [&](const std::string& what) {
                problems_.add(where("groups", i, "joins"), group_place(i) + ".joins", what);
            };
            const GroupDef* const other = group_named(group.joins);
            if (other >= &group)
                refuse(fmt::format("'{}' is not an earlier group", printable(group.joins)));
            else if (other->team != group.team)
                refuse(fmt::format("'{}' is of team '{}'; allowed: groups of '{}'", printable(group.joins),
                                   printable(other->team), printable(group.team)));
            else if (other->squad == 0)
                refuse(fmt::format("'{}' has no squads; allowed: groups with 'squad'", printable(group.joins)));
            else if (group.squad != 0)
                refuse("is given together with 'squad'; allowed: one of them");
        }
    }

    void numbers() {
        const auto shares = std::any_of(scenario_.groups.begin(), scenario_.groups.end(),
                                        [](const GroupDef& group) { return group.share > 0.0; });
        if (shares && !root_.contains("agents")) {
            return problems_.add(root_.source(), "agents", "is missing; groups with a 'share' need it");
        }
        for (size_t i = 0; i < scenario_.groups.size(); ++i) {
            if (scenario_.groups[i].when == When::script && scenario_.groups[i].share > 0.0) {
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

    const GroupDef* group_named(const std::string& name) const {
        for (const GroupDef& group : scenario_.groups) {
            if (group.name == name) return &group;
        }
        return nullptr;
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
            serial(i, "target", command.target, total);
            serial(i, "by", command.by, total);
            if (command.kind == CommandKind::add_threat && command.threat == 0.0f)
                problems_.add(where("script", i, "threat"), fmt::format("script[{}].threat", i),
                              "is 0; allowed: -1e9 to 1e9, not 0");
            const GroupDef* group = group_of(command);
            if (command.kind == CommandKind::perform) performs(i, group);
            figures(i);
            formations(i);
            if (!group) continue;
            if (command.kind == CommandKind::set_leader && group->squad == 0 && group->joins.empty())
                wrong(i, "do",
                      fmt::format("is 'set_leader', but '{}' has no squads; allowed: groups with 'squad' or 'joins'",
                                  printable(group->name)));
            if (command.kind == CommandKind::spawn && group->when != When::script) {
                problems_.add(where("script", i, "group"), fmt::format("script[{}].group", i),
                              fmt::format("'{}' is spawned at the start; allowed: groups with when = 'script'",
                                          printable(group->name)));
            }
            const ArchetypeDef& archetype = archetype_of(*group);
            if (command.kind == CommandKind::path || command.kind == CommandKind::evade) moves(i, *group, archetype);
            if (command.kind == CommandKind::set_closed_slots) closes(i, archetype);
            if (command.kind == CommandKind::set_health) health(i, archetype);
            if (command.kind == CommandKind::set_archetype) rearms(i, archetype);
            if (const std::optional<OrderKind> order = script_command(command.kind).order)
                carries_out(i, *order, archetype);
        }
    }

    /// Figures of which the range depends on the command.
    void figures(size_t i) {
        const CommandDef& c = scenario_.script[i];
        const auto allow = [&](const char* key, auto given, auto least, auto most, const char* or_else = "") {
            if (given >= least && given <= most) return;
            wrong(i, key,
                  fmt::format("is {}; allowed with '{}': {}{} to {}", given, to_string(c.kind), or_else, least, most));
        };
        if (c.kind == CommandKind::set_speed_factor) allow("factor", c.factor, 0.0f, most_speed_factor);
        if (c.kind == CommandKind::set_avoidance_factor)
            allow("factor", c.factor, least_avoidance_factor, most_avoidance_factor);
        if (c.kind == CommandKind::set_radius && c.body_radius != 0.0f)
            allow("body_radius", c.body_radius, least_radius, most_radius, "0, ");
        if (c.kind != CommandKind::push) return;
        allow("seconds", c.seconds, least_push, most_push);
        const double speed = std::hypot(double{c.displacement.x}, double{c.displacement.y}) / c.seconds;
        if (c.seconds < least_push || speed <= most_push_speed) return;
        wrong(i, "displacement",
              fmt::format("is ({}, {}) m in {} s, {:.6g} m/s; allowed: 0 to {} m/s", c.displacement.x, c.displacement.y,
                          c.seconds, speed, most_push_speed));
    }

    /// A formation is a part of an order to squads that takes effect at once.
    void formations(size_t i) {
        const CommandDef& c = scenario_.script[i];
        if (!script_command(c.kind).order || (c.files == 0 && c.ranks == 0)) return;
        const char* const key = c.files != 0 ? "files" : "ranks";
        if (!c.as_squads) wrong(i, key, "needs 'as_squads = true'");
        if (c.queue) wrong(i, key, "is not allowed together with 'queue'");
        if (c.files != 0 && c.ranks != 0) wrong(i, key, "is given with 'ranks'; allowed: one of the two");
    }

    void update_interval(size_t i) {
        const int frames = scenario_.script[i].frames;
        if (frames == 0 || is_update_interval(frames)) return;
        problems_.add(where("script", i, "frames"), fmt::format("script[{}].frames", i),
                      fmt::format("is {}; allowed: 0, 1, 2, 4, 8", frames));
    }

    void points(const toml::source_region& at, const std::string& place, size_t given) {
        if (given > max_detail_points)
            problems_.add(at, place, fmt::format("are {} points; allowed: 0 to {}", given, max_detail_points));
    }

    void detail() {
        if (scenario_.detail) points(root_.get("detail")->source(), "detail.points", scenario_.detail->points.size());
        for (size_t i = 0; i < scenario_.script.size(); ++i) {
            const CommandDef& command = scenario_.script[i];
            if (command.kind == CommandKind::set_update_interval) update_interval(i);
            if (command.kind != CommandKind::set_detail) continue;
            const std::string place = fmt::format("script[{}]", i);
            if (!scenario_.detail) problems_.add(where("script", i), place, "needs a table 'detail'");
            points(where("script", i, "points"), place + ".points", command.points.size());
        }
    }

    /// The group of the agents that get the command; null: unknown, because a script command spawns the agent later.
    const GroupDef* group_of(const CommandDef& command) const {
        if (command.agent < 0) return group_named(command.group);
        const std::vector<int64_t> counts = group_counts(scenario_);
        int64_t first = 0;
        for (size_t i = 0; i < counts.size(); ++i) {
            if (scenario_.groups[i].when != When::start) continue;
            first += counts[i];
            if (command.agent < first) return &scenario_.groups[i];
        }
        return nullptr;
    }

    const ArchetypeDef& archetype_of(const GroupDef& group) const {
        return *std::find_if(scenario_.archetypes.begin(), scenario_.archetypes.end(),
                             [&](const ArchetypeDef& archetype) { return archetype.name == group.archetype; });
    }

    void moves(size_t i, const GroupDef& group, const ArchetypeDef& archetype) {
        if (archetype.body.motion == Motion::host) return;
        const CommandDef& command = scenario_.script[i];
        const char* key = command.agent < 0 ? "group" : "agent";
        problems_.add(where("script", i, key), fmt::format("script[{}].{}", i, key),
                      fmt::format("'{}' moves '{}' of archetype '{}', which has motion 'fray'; allowed: 'host'",
                                  to_string(command.kind), printable(group.name), printable(archetype.name)));
    }

    /// Checks that the ordered agents have the attack of a command `perform`. If the group is unknown, it is enough
    /// that the agents of any group that the script spawns have it.
    void performs(size_t i, const GroupDef* ordered) {
        const std::string& given = scenario_.script[i].attack_name;
        std::vector<std::string> attacks, archetypes;
        for (const GroupDef& group : scenario_.groups) {
            if (ordered ? &group != ordered : group.when == When::start) continue;
            if (std::find(archetypes.begin(), archetypes.end(), group.archetype) != archetypes.end()) continue;
            archetypes.push_back(group.archetype);
            for (const AttackDef& attack : archetype_of(group).attacks)
                if (!attack.name.empty()) attacks.push_back(attack.name);
        }
        if (std::find(attacks.begin(), attacks.end(), given) != attacks.end()) return;
        const std::string of = quoted_list(archetypes);
        problems_.add(where("script", i, "attack"), fmt::format("script[{}].attack", i),
                      fmt::format("is '{}'{}; allowed: {}", printable(given), did_you_mean(given, attacks),
                                  attacks.empty() ? fmt::format("none, for {} has no attacks", of)
                                                  : fmt::format("{}, the attacks of {}", quoted_list(attacks), of)));
    }

    /// Orders that the world would refuse (rules.md, A23).
    void carries_out(size_t i, OrderKind order, const ArchetypeDef& archetype) {
        const bool needs_brain = order == OrderKind::attack || order == OrderKind::advance ||
                                 order == OrderKind::hold || order == OrderKind::escort;
        if (archetype.brain || !needs_brain) return;
        problems_.add(
            where("script", i, "do"), fmt::format("script[{}].do", i),
            fmt::format("is '{}', but archetype '{}' has no brain; allowed: 'free', 'go', 'stand', 'retreat', "
                        "'perform'",
                        to_string(order), printable(archetype.name)));
    }

    void health(size_t i, const ArchetypeDef& archetype) {
        const float given = scenario_.script[i].health;
        const float full = archetype.body.health;
        if (full != unlimited_health && given <= full) return;
        problems_.add(
            where("script", i, "health"), fmt::format("script[{}].health", i),
            full == unlimited_health
                ? fmt::format("is {}; allowed: none, for that of '{}' has no limit", given, printable(archetype.name))
                : fmt::format("is {}; allowed: 0 to {}, that of '{}'", given, full, printable(archetype.name)));
    }

    void rearms(size_t i, const ArchetypeDef& before) {
        const std::string& name = scenario_.script[i].archetype;
        const ArchetypeDef& now = *std::find_if(scenario_.archetypes.begin(), scenario_.archetypes.end(),
                                                [&](const ArchetypeDef& def) { return def.name == name; });
        const bool other = now.engagement.managed != before.engagement.managed;
        if (!other && now.brain == before.brain) return;
        problems_.add(where("script", i, "archetype"), fmt::format("script[{}].archetype", i),
                      fmt::format("is '{}', for agents of '{}'; allowed: archetypes with the same '{}'",
                                  printable(name), printable(before.name), other ? "managed" : "brain"));
    }

    void closes(size_t i, const ArchetypeDef& archetype) {
        const std::vector<int>& slots = scenario_.script[i].slots;
        for (size_t k = 0; k < slots.size(); ++k) {
            const std::string place = fmt::format("script[{}].slots[{}]", i, k);
            if (slots[k] >= archetype.circle.slots) {
                problems_.add(where("script", i, "slots"), place,
                              fmt::format("is {}; allowed: 0 to {} round '{}'", slots[k], archetype.circle.slots - 1,
                                          printable(archetype.name)));
            } else if (std::find(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(k), slots[k]) !=
                       slots.begin() + static_cast<std::ptrdiff_t>(k)) {
                problems_.add(where("script", i, "slots"), place, fmt::format("{} is given twice", slots[k]));
            }
        }
    }

    Problems& problems_;
    const toml::table& root_;
    const Scenario& scenario_;
};

KnownNames names_of(const toml::table& root) {
    return {keys_of(root.get("archetypes")), texts_of(root.get("teams")), names_in(root.get("groups")),
            keys_of(root.get("monsters"))};
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
        return command.kind == CommandKind::set_update_interval || command.kind == CommandKind::set_detail;
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
                     [](const CommandDef& a, const CommandDef& b) { return a.at < b.at; });
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
