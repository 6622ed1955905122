#include "files/monster_reader.h"

#include "files/reader.h"
#include "saturated_cast.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace fray::scenario {

using namespace range;

namespace {

using Json = nlohmann::ordered_json;
using Operator = ConditionDef::Operator;

struct OperatorWord {
    const char* sign; ///< in a row
    const char* key;  ///< in a table
    Operator op;
};
constexpr OperatorWord operators[] = {{"<", "below", Operator::below},
                                      {">", "above", Operator::above},
                                      {"=", "equals", Operator::equals},
                                      {"%", "every", Operator::every}};
template <class Is> const OperatorWord& operator_where(Is&& is) {
    return *std::find_if(std::begin(operators), std::end(operators), is);
}

class MonsterReader : Reader {
public:
    using Reader::Reader;

    MonsterDef read() {
        MonsterDef def;
        const std::vector<const toml::key*> in_order = keys_in_order(table_);
        for (const toml::key* key : in_order) {
            const std::string name(key->str());
            if (name.starts_with("state_")) states_.push_back(name);
            if (name.starts_with("act_")) acts_.push_back(name);
        }
        for (const toml::key* key : in_order) {
            const std::string name(key->str());
            const toml::node* const node = table_.get(name);
            if (name == "summon_depth")
                def.summon_depth =
                    static_cast<int>(whole(*node, name, range_of<MonsterDef>("summon_depth")).value_or(1));
            else if (!name.starts_with("state_") && !name.starts_with("act_"))
                problems_.add(key->source(), place_,
                              fmt::format("unknown key '{}'; allowed: state_…, act_…, summon_depth", printable(name)));
            else if (const toml::table* inner = node->as_table(); inner == nullptr)
                wrong_type(*node, name, "a table");
            else if (name.starts_with("state_"))
                def.states.push_back(state(name, *inner));
            else
                def.acts.push_back(act(name, *inner));
        }
        if (def.states.empty()) problems_.add(table_.source(), place_, "has no state; it needs one, 'state_1'");
        // A monster begins in state_1, wherever this state is in the file.
        const auto first = std::find_if(def.states.begin(), def.states.end(),
                                        [](const MonsterStateDef& state) { return state.name == "state_1"; });
        if (first != def.states.end()) std::rotate(def.states.begin(), first, first + 1);
        return def;
    }

private:
    // ---- States -----------------------------------------------------------------------------------------------------
    MonsterStateDef state(const std::string& name, const toml::table& table) {
        MonsterStateDef def;
        def.name = name;
        for (const auto& [key, node] : table) {
            const std::string at = name + "." + std::string(key.str());
            if (key == "action_distances") {
                if (const auto pair = two_numbers(node, at, more_than(0), more_than(0))) def.action_distances = *pair;
            } else if (key == "patrol") {
                patrol(node, at, def);
            } else if (key == "pose") {
                def.pose = pose(node, at);
            } else if (key == "conditions") {
                conditions(node, at, def);
            } else {
                unknown(key, name, {"action_distances", "patrol", "pose", "conditions"});
            }
        }
        return def;
    }

    void patrol(const toml::node& node, const std::string& at, MonsterStateDef& def) {
        const auto pair = two_numbers(node, at, range_of<MonsterStateDef>("patrol_distance"),
                                      range_of<MonsterStateDef>("patrol_count"));
        const auto count =
            pair ? whole((*node.as_array())[1], at + "[1]", range_of<MonsterStateDef>("patrol_count")) : std::nullopt;
        if (!count) return;
        def.patrol_distance = (*pair)[0];
        def.patrol_count = static_cast<int>(*count);
    }

    std::string pose(const toml::node& node, const std::string& at) {
        const toml::array* array = node.as_array();
        if (array && array->size() == 1 && (*array)[0].is_string()) return (*array)[0].ref<std::string>();
        if (node.is_string()) return node.ref<std::string>();
        wrong_type(node, at, "a text");
        return {};
    }

    void conditions(const toml::node& node, const std::string& at, MonsterStateDef& def) {
        const toml::table* table = node.as_table();
        if (!table) return wrong_type(node, at, "a table");
        for (const auto& [key, rows] : *table) {
            const std::string kind(key.str());
            std::vector<ConditionDef>* const list = kind == "on_enter"    ? &def.on_enter
                                                    : kind == "on_health" ? &def.on_health
                                                    : kind == "on_time"   ? &def.on_time
                                                                          : nullptr;
            if (!list) {
                unknown(key, at, {"on_enter", "on_health", "on_time"});
                continue;
            }
            const toml::array* array = rows.as_array();
            if (!array) {
                wrong_type(rows, at + "." + kind, "a list of conditions");
                continue;
            }
            for (size_t i = 0; i < array->size(); ++i)
                condition((*array)[i], fmt::format("{}.{}[{}]", at, kind, i), kind, *list);
        }
    }

    /// A condition is a table with names, or a row [operator, value, act], or a row with a duration and a chance after
    /// these, or with `once` after these five.
    /// If a condition names a list of acts, `list` gets a condition for each of them.
    void condition(const toml::node& node, const std::string& at, const std::string& kind,
                   std::vector<ConditionDef>& list) {
        const size_t errors = broken_.size();
        ConditionDef def;
        std::vector<std::string> acts;
        if (const toml::table* table = node.as_table())
            acts = named(*table, at, kind, def);
        else
            acts = row(node, at, kind, def);
        if (errors != broken_.size()) return;
        for (std::string& act : acts) {
            def.act = std::move(act);
            list.push_back(def);
        }
    }

    std::vector<std::string> row(const toml::node& node, const std::string& at, const std::string& kind,
                                 ConditionDef& def) {
        const toml::array* row = node.as_array();
        if (row && row->size() == 4) {
            wrong(node, at, two_readings(*row));
            return {};
        }
        if (!row || row->size() < 3 || row->size() > 6) {
            wrong(node, at,
                  "is not a row of 3, 5 or 6 (operator, value, act; duration, chance; once), nor a table like "
                  "{ below = 0.5, act = 'act_1' }");
            return {};
        }
        def.op = op((*row)[0], at + "[0]", kind);
        def.value = value((*row)[1], at + "[1]", kind);
        if (row->size() >= 5) {
            duration((*row)[3], at + "[3]", def);
            chance((*row)[4], at + "[4]", def);
        }
        if (row->size() == 6) once((*row)[5], at + "[5]", def);
        return acts((*row)[2], at + "[2]");
    }

    /// The error text for a row of four values. In the published format the legend says that the fourth value is a
    /// duration, but the example gives a chance there.
    static std::string two_readings(const toml::array& row) {
        const auto as_text = [](const toml::node& value) {
            if (value.is_string()) return fmt::format("'{}'", printable(value.ref<std::string>()));
            return value.is_number() ? to_text(*value.value<double>()) : std::string("…");
        };
        const std::string before = fmt::format("{}, {}, {}", as_text(row[0]), as_text(row[1]), as_text(row[2]));
        const std::string last = as_text(row[3]);
        return fmt::format("is a row of 4, which has two readings; allowed: [{}, {}, -1] for a duration of {} s, "
                           "[{}, -1, {}] for a chance of {} %",
                           before, last, last, before, last, last);
    }

    std::vector<std::string> named(const toml::table& table, const std::string& at, const std::string& kind,
                                   ConditionDef& def) {
        std::vector<std::string> allowed;
        if (kind != "on_enter") allowed = {"below", "above", "equals"};
        if (kind == "on_time") allowed.emplace_back("every");
        std::vector<std::string> known = allowed;
        known.insert(known.end(), {"act", "duration", "chance", "once"});
        std::vector<std::string> given, named_acts;
        for (const auto& [key, node] : table) {
            const std::string name(key.str()), place = at + "." + name;
            if (std::find(allowed.begin(), allowed.end(), name) != allowed.end()) {
                given.push_back(name);
                def.op = operator_where([&](const OperatorWord& word) { return name == word.key; }).op;
                def.value = value(node, place, kind);
            } else if (key == "act") {
                named_acts = acts(node, place);
            } else if (key == "duration") {
                duration(node, place, def);
            } else if (key == "chance") {
                chance(node, place, def);
            } else if (key == "once") {
                once(node, place, def);
            } else {
                unknown(key, at, known, "; allowed: " + quoted_list(known));
            }
        }
        if (!table.contains("act")) wrong(table, at, "needs 'act'");
        if (!allowed.empty() && given.empty()) wrong(table, at, "needs one of " + quoted_list(allowed));
        if (given.size() > 1)
            wrong(table, at, fmt::format("has both '{}' and '{}'; allowed: one of them", given[0], given[1]));
        return named_acts;
    }

    /// Returns the names of the acts that the node gives: the name of an act, or a list of names.
    std::vector<std::string> acts(const toml::node& node, const std::string& at) {
        const toml::array* list = node.as_array();
        if (!list) return {one_of(node, at, acts_)};
        if (list->empty()) wrong(node, at, "is an empty list; allowed: an act, or a list of acts");
        std::vector<std::string> names;
        for (size_t i = 0; i < list->size(); ++i)
            names.push_back(one_of((*list)[i], fmt::format("{}[{}]", at, i), acts_));
        return names;
    }

    void once(const toml::node& node, const std::string& at, ConditionDef& def) {
        if (!node.is_boolean()) return wrong_type(node, at, "true or false");
        def.once = node.ref<bool>();
    }

    /// A duration of 0 means no duration, as -1 does.
    void duration(const toml::node& node, const std::string& at, ConditionDef& def) {
        if (missing(node) || (node.is_number() && *node.value<double>() == 0.0)) return;
        if (const auto seconds = number(node, at, range_of<ConditionDef>("duration"))) def.duration = *seconds;
    }

    void chance(const toml::node& node, const std::string& at, ConditionDef& def) {
        if (missing(node)) return;
        if (const auto percent = whole(node, at, or_missing(range_of<ConditionDef>("chance"))))
            def.chance = static_cast<int>(*percent);
    }

    /// A range of a value that may be missing, for error texts.
    static FieldRange or_missing(const FieldRange& range) { return or_also(-1, range); }
    /// Whether a value is missing, which the tables write as -1.
    static bool missing(const toml::node& node) { return node.is_number() && *node.value<double>() == -1.0; }

    Operator op(const toml::node& node, const std::string& at, const std::string& kind) {
        const std::string allowed = kind == "on_health" ? "'<', '>', '='" : "'<', '>', '=', '%'";
        const auto given = node.value_exact<std::string>();
        for (const OperatorWord& known : operators)
            if (given && *given == known.sign && !(kind == "on_health" && known.op == Operator::every)) return known.op;
        wrong_type(node, at, allowed);
        return Operator::equals;
    }

    double value(const toml::node& node, const std::string& at, const std::string& kind) {
        if (kind == "on_enter") return 0.0;
        if (kind == "on_time") return static_cast<double>(whole(node, at, between(1, 86400)).value_or(1));
        return number(node, at, between(0, 1)).value_or(0.0);
    }

    // ---- Acts -------------------------------------------------------------------------------------------------------
    ActDef act(const std::string& name, const toml::table& table) {
        ActDef def;
        def.name = name;
        for (const auto& [key, node] : table) {
            const std::string at = name + "." + std::string(key.str());
            if (key == "attacks")
                each(node, at, "a list",
                     [&](const toml::node& e, const std::string& p) { def.attacks.push_back(name_of(e, p)); });
            else if (key == "cooldowns")
                each(node, at, "a list", [&](const toml::node& e, const std::string& p) { cooldown(e, p, def); });
            else if (key == "buffs")
                buff(node, at, def);
            else if (key == "color")
                def.color = text(node, at);
            else if (key == "lines")
                each(node, at, "a list",
                     [&](const toml::node& e, const std::string& p) { def.lines.push_back(text(e, p)); });
            else if (key == "summons")
                each(node, at, "a list", [&](const toml::node& e, const std::string& p) { call(e, p, def); });
            else if (key == "state")
                def.state = one_of(node, at, states_);
            else
                unknown(key, name, {"attacks", "cooldowns", "buffs", "color", "lines", "summons", "state"});
        }
        return def;
    }

    void buff(const toml::node& node, const std::string& at, ActDef& def) {
        const auto add = [&](const toml::node& e, const std::string& p) {
            if (const auto given = whole(e, p, between(-2147483648.0, 2147483647.0)))
                def.buffs.push_back(static_cast<int>(*given));
        };
        if (node.is_integer()) return add(node, at);
        each(node, at, "a list", add);
    }

    void cooldown(const toml::node& node, const std::string& at, ActDef& def) {
        const toml::array* row = node.as_array();
        if (!row || row->size() != 2) return wrong(node, at, "is not a row of 2: attack, seconds");
        const std::string attack = name_of((*row)[0], at + "[0]");
        if (const auto seconds = number((*row)[1], at + "[1]", range_of<ActDef::Cooldown>("seconds")))
            def.cooldowns.push_back({attack, *seconds});
    }

    void call(const toml::node& node, const std::string& at, ActDef& def) {
        const toml::array* row = node.as_array();
        if (!row || row->size() < 1 || row->size() > 4)
            return wrong(node, at, "is not a row of 1 to 4: archetype, monster, count, dies with its owner");
        ActDef::Summon call;
        call.archetype = one_of((*row)[0], at + "[0]", names_.archetypes);
        if (row->size() > 1 && !missing((*row)[1]))
            call.monster = one_of((*row)[1], at + "[1]", names_.monsters, ", or -1");
        if (row->size() > 2 && !missing((*row)[2]))
            call.count = static_cast<int>(
                whole((*row)[2], at + "[2]", or_missing(range_of<ActDef::Summon>("count"))).value_or(1));
        if (row->size() > 3 && !missing((*row)[3])) {
            const toml::node& dies = (*row)[3];
            if (dies.is_boolean())
                call.dies_with_owner = dies.ref<bool>();
            else if (dies.is_integer() && (dies.ref<int64_t>() == 0 || dies.ref<int64_t>() == 1))
                call.dies_with_owner = dies.ref<int64_t>() == 1;
            else
                wrong_type(dies, at + "[3]", "true, false, 1, 0, or -1");
        }
        def.summons.push_back(call);
    }

    // ---- Values -----------------------------------------------------------------------------------------------------
    /// A name may be a number, because tables of monsters often number attacks and archetypes.
    std::string name_of(const toml::node& node, const std::string& at) {
        if (node.is_integer()) return std::to_string(node.ref<int64_t>());
        return text(node, at);
    }

    std::string text(const toml::node& node, const std::string& at) {
        if (node.is_string() && !node.ref<std::string>().empty()) return node.ref<std::string>();
        wrong_type(node, at, "a text that is not empty");
        return {};
    }

    /// One of these names. `also`: what is allowed besides, for the error text.
    std::string one_of(const toml::node& node, const std::string& at, const std::vector<std::string>& known,
                       const char* also = "") {
        const std::string given =
            node.is_integer() ? std::to_string(node.ref<int64_t>()) : node.value_or(std::string());
        if (!given.empty() && std::find(known.begin(), known.end(), given) != known.end()) return given;
        const std::string allowed = (known.empty() ? "nothing, as none is given" : quoted_list(known)) + also;
        if (given.empty())
            wrong_type(node, at, allowed);
        else
            wrong(node, at,
                  fmt::format("is '{}'{}; allowed: {}", printable(given), did_you_mean(given, known), allowed));
        return given;
    }

    template <class T = double>
    std::optional<T> number(const toml::node& node, const std::string& at, const FieldRange& range) {
        if (!node.is_number()) {
            wrong_type(node, at, fmt::format("a number, {}", to_text(range)));
            return {};
        }
        const double given = *node.value<double>();
        if (range.contains(static_cast<T>(given))) return static_cast<T>(given);
        wrong(node, at, fmt::format("is {}; allowed: {}", to_text(given), to_text(range, given)));
        return {};
    }

    std::optional<int64_t> whole(const toml::node& node, const std::string& at, const FieldRange& range) {
        if (!node.is_integer()) {
            wrong_type(node, at, fmt::format("a whole number, {}", to_text(range)));
            return {};
        }
        const auto given = number(node, at, range);
        return given ? std::optional(saturated_cast<int64_t>(*given)) : std::nullopt;
    }

    std::optional<std::array<float, 2>> two_numbers(const toml::node& node, const std::string& at,
                                                    const FieldRange& first, const FieldRange& second) {
        const toml::array* array = read_array(node, at, 2, "2 numbers");
        if (!array) return {};
        const auto a = number<float>((*array)[0], at + "[0]", first);
        const auto b = number<float>((*array)[1], at + "[1]", second);
        if (!a || !b) return {};
        return std::array{*a, *b};
    }

    void unknown(const toml::key& key, const std::string& at, const std::vector<std::string>& known,
                 const std::string& allowed = "") {
        broken_.emplace_back(at);
        problems_.add(
            key.source(), place_of(at),
            fmt::format("unknown key '{}'{}{}", printable(key.str()), did_you_mean(key.str(), known), allowed));
    }

    std::vector<std::string> states_, acts_;
};

/// Checks that an archetype has the attacks that its monster names. The engine checks agents that are summoned with
/// another monster.
void check_skills(Problems& problems, const toml::table& table, const ArchetypeDef& archetype,
                  const MonsterDef& monster) {
    std::vector<std::string> attacks;
    for (const AttackDef& attack : archetype.attacks) attacks.push_back(attack.name);
    const auto look = [&](const ActDef& act, const char* key, size_t i, const std::string& attack) {
        if (std::find(attacks.begin(), attacks.end(), attack) != attacks.end()) return;
        const toml::node* const act_node = table.get(act.name);
        const toml::node* const list = act_node->as_table()->get(key);
        problems.add((*list->as_array())[i].source(),
                     fmt::format("monsters.{}.{}.{}[{}]", printable(monster.name), printable(act.name), key, i),
                     fmt::format("archetype '{}' has no attack '{}'{}", printable(archetype.name), printable(attack),
                                 did_you_mean(attack, attacks)));
    };
    for (const ActDef& act : monster.acts) {
        for (size_t i = 0; i < act.attacks.size(); ++i) look(act, "attacks", i, act.attacks[i]);
        for (size_t i = 0; i < act.cooldowns.size(); ++i) look(act, "cooldowns", i, act.cooldowns[i].attack);
    }
}

Json conditions_json(const std::vector<ConditionDef>& conditions) {
    Json rows = Json::array();
    for (const ConditionDef& c : conditions) {
        // Whole numbers are written without a point, because the reader demands it for conditions on time.
        const bool whole = c.value == std::floor(c.value);
        const Json value = whole ? Json(saturated_cast<int64_t>(c.value)) : Json(c.value);
        const char* const sign = operator_where([&](const OperatorWord& word) { return word.op == c.op; }).sign;
        rows.push_back(Json::array({sign, value, c.act, c.duration, c.chance}));
        if (c.once) rows.back().push_back(true);
    }
    return rows;
}

Json act_json(const ActDef& act) {
    Json json = Json::object();
    if (!act.attacks.empty()) json["attacks"] = act.attacks;
    for (const ActDef::Cooldown& c : act.cooldowns) json["cooldowns"].push_back(Json::array({c.attack, c.seconds}));
    if (!act.buffs.empty()) json["buffs"] = act.buffs;
    if (!act.color.empty()) json["color"] = act.color;
    if (!act.lines.empty()) json["lines"] = act.lines;
    for (const ActDef::Summon& c : act.summons)
        json["summons"].push_back(
            Json::array({c.archetype, c.monster.empty() ? Json(-1) : Json(c.monster), c.count, c.dies_with_owner}));
    if (!act.state.empty()) json["state"] = act.state;
    return json;
}

} // namespace

MonsterDef read_monster(Problems& problems, const toml::table& table, const std::string& place,
                        const KnownNames& names) {
    return MonsterReader(problems, names, table, place).read();
}

void check_skills(Problems& problems, const toml::table& root, const Scenario& scenario) {
    for (const ArchetypeDef& archetype : scenario.archetypes)
        for (const MonsterDef& monster : scenario.monsters)
            if (archetype.monster == monster.name)
                check_skills(problems, *root["monsters"][monster.name].as_table(), archetype, monster);
}

Json monster_json(const MonsterDef& monster) {
    Json json = {{"summon_depth", monster.summon_depth}};
    for (const MonsterStateDef& s : monster.states) {
        Json& state = json[s.name] = Json::object();
        if (s.action_distances[0] > 0.0f) state["action_distances"] = {s.action_distances[0], s.action_distances[1]};
        if (s.patrol_distance > 0.0f)
            state["patrol"] = Json::array({static_cast<double>(s.patrol_distance), s.patrol_count});
        if (!s.pose.empty()) state["pose"] = s.pose;
        state["conditions"] = {{"on_enter", conditions_json(s.on_enter)},
                               {"on_health", conditions_json(s.on_health)},
                               {"on_time", conditions_json(s.on_time)}};
    }
    for (const ActDef& act : monster.acts) json[act.name] = act_json(act);
    return json;
}

Json monster_schema() {
    const Json number = {{"type", "number"}};
    const Json integer = {{"type", "integer"}};
    const Json text = {{"type", "string"}};
    const Json name = {{"type", Json::array({"string", "integer"})}};
    const auto list = [](const Json& items) { return Json{{"type", "array"}, {"items", items}}; };
    const auto row = [](const std::vector<Json>& items, size_t least) {
        return Json{{"type", "array"}, {"items", items}, {"minItems", least}, {"maxItems", items.size()}};
    };
    const auto either = [](const Json& one, const Json& other) { return Json{{"oneOf", Json::array({one, other})}}; };
    const auto object = [](const Json& properties) {
        return Json{{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
    };
    const auto filled = [](Json items) {
        items["minItems"] = 1;
        return items;
    };
    const Json action = {{"type", "number"}, {"exclusiveMinimum", 0}};
    const Json acts = either(text, filled(list(text)));
    const Json duration = {{"type", "number"}, {"minimum", -1}, {"maximum", 86400}};
    const Json chance = {{"type", "integer"}, {"minimum", -1}, {"maximum", 100}};
    const Json share = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    const Json seconds = {{"type", "integer"}, {"minimum", 1}, {"maximum", 86400}};
    const auto conditions = [&](const Json& value, const std::vector<const char*>& keys,
                                const std::vector<const char*>& words) {
        const Json op = {{"enum", words}};
        Json properties = Json::object(), one = Json::array();
        for (const char* key : keys) {
            properties[key] = value;
            one.push_back({{"required", {key}}});
        }
        properties["act"] = acts;
        properties["duration"] = duration;
        properties["chance"] = chance;
        properties["once"] = {{"type", "boolean"}};
        Json table = object(properties);
        table["required"] = Json::array({"act"});
        if (!keys.empty()) table["oneOf"] = one;
        return list({{"oneOf", Json::array({table, row({op, value, acts}, 3),
                                            row({op, value, acts, duration, chance, {{"type", "boolean"}}}, 5)})}});
    };
    const Json by_kind =
        object({{"on_enter", conditions(Json::object(), {}, {"<", ">", "=", "%"})},
                {"on_health", conditions(share, {"below", "above", "equals"}, {"<", ">", "="})},
                {"on_time", conditions(seconds, {"below", "above", "equals", "every"}, {"<", ">", "=", "%"})}});
    const Json patrol = row({number, integer}, 2);
    const Json state = object({{"action_distances", row({action, action}, 2)},
                               {"patrol", patrol},
                               {"pose", either(text, row({text}, 1))},
                               {"conditions", by_kind}});
    const Json dies = {{"enum", Json::array({false, true, -1, 0, 1})}};
    const Json act = object({{"attacks", list(name)},
                             {"cooldowns", list(row({name, number}, 2))},
                             {"buffs", either(integer, list(integer))},
                             {"color", text},
                             {"lines", list(text)},
                             {"summons", list(row({name, name, integer, dies}, 1))},
                             {"state", text}});
    return {{"type", "object"},
            {"additionalProperties", false},
            {"properties", {{"summon_depth", {{"type", "integer"}, {"minimum", 1}, {"maximum", 16}}}}},
            {"patternProperties", {{"^state_", state}, {"^act_", act}}}};
}

} // namespace fray::scenario
