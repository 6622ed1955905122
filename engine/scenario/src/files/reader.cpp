#include "files/reader.h"

#include "files/monster_reader.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>

namespace fray::scenario {
namespace {

constexpr double degree = 3.14159265358979323846 / 180.0;

bool contains(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

const std::vector<std::string>& KnownNames::of(Names names) const {
    switch (names) {
    case Names::archetype: return archetypes;
    case Names::team: return teams;
    case Names::monster: return monsters;
    case Names::group: break;
    }
    return groups;
}

std::vector<const toml::key*> keys_in_order(const toml::table& table) {
    std::vector<const toml::key*> keys; // toml++ sorts them by name
    for (const auto& [key, value] : table) keys.push_back(&key);
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto* a, const auto* b) { return a->source().begin < b->source().begin; });
    return keys;
}

std::string type_text(const toml::node& node) {
    switch (node.type()) {
    case toml::node_type::table: return "a table";
    case toml::node_type::array: return "a list";
    case toml::node_type::string: return fmt::format("the text '{}'", printable(node.ref<std::string>()));
    case toml::node_type::integer: return fmt::format("the number {}", node.ref<int64_t>());
    case toml::node_type::floating_point: return fmt::format("the number {}", to_text(node.ref<double>()));
    case toml::node_type::boolean: return node.ref<bool>() ? "true" : "false";
    case toml::node_type::date:
    case toml::node_type::date_time: return "a date";
    case toml::node_type::time: return "a time of day";
    case toml::node_type::none: break;
    }
    return "nothing";
}

Reader::Reader(Problems& problems, const KnownNames& names, const toml::table& table, std::string place)
    : problems_(problems), names_(names), table_(table), place_(std::move(place)) {}

std::string Reader::place_of(std::string_view key) const {
    return place_.empty() ? std::string(key) : fmt::format("{}.{}", place_, key);
}

const toml::node* Reader::find(const std::string& key) {
    known_.push_back(key);
    return table_.get(key);
}

void Reader::wrong(const toml::node& node, std::string_view key, std::string_view what) {
    broken_.emplace_back(key.substr(0, key.find('[')));
    problems_.add(node.source(), place_of(key), what);
}

void Reader::wrong_type(const toml::node& node, std::string_view key, std::string_view allowed) {
    wrong(node, key, fmt::format("is {}; allowed: {}", type_text(node), allowed));
}

bool Reader::read_number(const toml::node& node, std::string_view key, double* out, std::string_view allowed) {
    if (!node.is_number()) {
        wrong_type(node, key, fmt::format("a number, {}", allowed));
        return false;
    }
    *out = *node.value<double>();
    // Fields may be floats, so refuse a number that does not fit into a float.
    if (std::isfinite(static_cast<float>(*out))) return true;
    wrong(node, key, fmt::format("is {}; allowed: a finite number, {}", to_text(*out), allowed));
    return false;
}

bool Reader::read_whole(const toml::node& node, std::string_view key, int64_t* out, const FieldRange& range) {
    if (!node.is_integer()) {
        wrong_type(node, key, fmt::format("a whole number, {}", to_text(range)));
        return false;
    }
    *out = *node.value<int64_t>();
    if (range.contains(*out)) return true;
    wrong(node, key, fmt::format("is {}; allowed: {}", *out, to_text(range)));
    return false;
}

int Reader::read_word(const toml::node& node, std::string_view key, const std::vector<std::string>& words) {
    if (!node.is_string()) {
        wrong_type(node, key, quoted_list(words));
        return -1;
    }
    const std::string given = node.ref<std::string>();
    const auto found = std::find(words.begin(), words.end(), given);
    if (found != words.end()) return static_cast<int>(found - words.begin());
    wrong(node, key,
          fmt::format("is '{}'{}; allowed: {}", printable(given), did_you_mean(given, words), quoted_list(words)));
    return -1;
}

const toml::array* Reader::read_array(const toml::node& node, std::string_view key, size_t size,
                                      std::string_view allowed) {
    const toml::array* array = node.as_array();
    if (array && array->size() == size) return array;
    if (!array) {
        wrong_type(node, key, fmt::format("a list of {}", allowed));
    } else {
        wrong(node, key, fmt::format("is a list of {}; allowed: {}", array->size(), allowed));
    }
    return nullptr;
}

bool Reader::read_point(const toml::node& node, std::string_view key, Vec2* out) {
    const toml::array* array = read_array(node, key, 2, "2 numbers [x, y]");
    if (!array) return false;
    const FieldRange range = range::between(-double{world_extent}, double{world_extent});
    double x = 0.0;
    double y = 0.0;
    if (!read_in_range<float>((*array)[0], fmt::format("{}[0]", key), &x, range)) return false;
    if (!read_in_range<float>((*array)[1], fmt::format("{}[1]", key), &y, range)) return false;
    *out = {static_cast<float>(x), static_cast<float>(y)};
    return true;
}

bool Reader::read_name(const toml::node& node, std::string_view key, Names names, std::string* out) {
    const std::vector<std::string>& known = names_.of(names);
    if (!node.is_string()) {
        wrong_type(node, key, known.empty() ? "a name" : quoted_list(known));
        return false;
    }
    *out = node.ref<std::string>();
    if (contains(known, *out)) return true;
    const std::string allowed = known.empty() ? "nothing, as none is given" : quoted_list(known);
    wrong(node, key, fmt::format("is '{}'{}; allowed: {}", printable(*out), did_you_mean(*out, known), allowed));
    return false;
}

void Reader::flag(const char* key, bool& out) {
    const toml::node* node = find(key);
    if (!node) return;
    if (!node->is_boolean()) return wrong_type(*node, key, "true, false");
    out = node->ref<bool>();
}

void Reader::number_or_unlimited(const char* key, float& out, const FieldRange& range) {
    const toml::node* node = find(key);
    if (!node) return;
    if (node->is_string() && node->ref<std::string>() == "unlimited") {
        out = unlimited_health;
        return;
    }
    if (!node->is_number()) return wrong_type(*node, key, fmt::format("a number, {}, or 'unlimited'", to_text(range)));
    double value = 0.0;
    if (read_in_range<float>(*node, key, &value, range)) out = static_cast<float>(value);
}

void Reader::text(const char* key, std::string& out) {
    const toml::node* node = find(key);
    if (!node) return;
    if (!node->is_string()) return wrong_type(*node, key, "a text");
    if (node->ref<std::string>().empty()) return wrong(*node, key, "is empty; allowed: a text");
    out = node->ref<std::string>();
}

void Reader::angle(const char* key, float& out, const FieldRange& range) {
    const std::string in_file = in_degrees(key);
    double value = 0.0;
    if (const toml::node* node = find(in_file); node && read_in_range<float>(*node, in_file, &value, range)) {
        out = static_cast<float>(value * degree);
    }
}

void Reader::angle(const char* key, std::array<float, 2>& out, const FieldRange& range) {
    std::array<float, 2> degrees = {static_cast<float>(out[0] / degree), static_cast<float>(out[1] / degree)};
    const std::string in_file = in_degrees(key);
    const bool given = has(in_file);
    numbers(in_file, degrees, range);
    if (!given) return;
    for (size_t i = 0; i < 2; ++i) out[i] = static_cast<float>(degrees[i] * degree);
}

void Reader::point(const char* key, Vec2& out) {
    if (const toml::node* node = find(key)) read_point(*node, key, &out);
}

void Reader::points(const char* key, std::vector<Vec2>& out) {
    const toml::node* node = find(key);
    if (!node) return;
    const toml::array* array = node->as_array();
    if (!array) return wrong_type(*node, key, "a list of points [x, y]");
    if (array->empty()) return wrong(*node, key, "is an empty list; allowed: at least one point [x, y]");
    for (size_t i = 0; i < array->size(); ++i) {
        if (!read_point((*array)[i], fmt::format("{}[{}]", key, i), &out.emplace_back())) out.pop_back();
    }
}

void Reader::wholes(const char* key, std::vector<int>& out, const FieldRange& range) {
    const toml::node* node = find(key);
    if (!node) return;
    const std::string what = fmt::format("a list of whole numbers, each {}", to_text(range));
    each(*node, key, what, [&](const toml::node& element, const std::string& place) {
        int64_t value = 0;
        if (read_whole(element, place, &value, range)) out.push_back(static_cast<int>(value));
    });
}

void Reader::reference(const char* key, Names names, const char*, std::string& out) {
    if (const toml::node* node = find(key)) read_name(*node, key, names, &out);
}

void Reader::table(const char* key, std::vector<std::string>& out, int most, const char*) {
    const toml::node* node = find(key);
    if (!node) return;
    const toml::array* array = node->as_array();
    if (!array) return wrong_type(*node, key, "a list of names");
    const auto count = static_cast<int64_t>(array->size());
    if (count < 1 || count > most) return wrong(*node, key, fmt::format("are {}; allowed: 1 to {}", count, most));
    for (size_t i = 0; i < array->size(); ++i) {
        const toml::node& element = (*array)[i];
        const std::string place = fmt::format("{}[{}]", key, i);
        if (!element.is_string() || element.ref<std::string>().empty()) {
            wrong_type(element, place, "a name");
        } else if (contains(out, element.ref<std::string>())) {
            wrong(element, place, fmt::format("'{}' is given twice", printable(element.ref<std::string>())));
        } else {
            out.push_back(element.ref<std::string>());
        }
    }
}

void Reader::table(const char* key, std::vector<std::pair<std::string, std::string>>& out, int, const char*) {
    const toml::node* node = find(key);
    if (!node) return;
    each(*node, key, "a list of pairs of names", [&](const toml::node& element, const std::string& place) {
        const toml::array* pair = read_array(element, place, 2, "2 names");
        if (!pair) return;
        std::pair<std::string, std::string> both;
        const bool first = read_name((*pair)[0], place + "[0]", Names::team, &both.first);
        if (read_name((*pair)[1], place + "[1]", Names::team, &both.second) && first) out.push_back(both);
    });
}

const Preset* Reader::read_preset(const char* key, const std::vector<std::string>& names) {
    const toml::node* node = find(key);
    const int chosen = node ? read_word(*node, key, names) : -1;
    return chosen < 0 ? nullptr : &presets()[static_cast<size_t>(chosen)];
}

void Reader::preset(const char* key, CircleDef& out, const char*) {
    const CircleDef plain;
    if (const Preset* preset = read_preset(key, preset_names<CircleDef>()))
        out = preset->circle(plain.grid_capacity, plain.attack_capacity);
}

void Reader::preset(const char* key, ArchetypeDef& out, const char*) {
    const Preset* preset = read_preset(key, preset_names<ArchetypeDef>());
    if (!preset) return;
    out = preset->archetype();
    if (preset->circle != nullptr) out.circle = preset->circle(out.circle.grid_capacity, out.circle.attack_capacity);
}

void Reader::switches(ArchetypeDef& out) {
    const auto reacts = [](const PhaseDef& phase) { return phase.reactions.has_value(); };
    if (!has("reacts") && (has("reactions") || std::any_of(out.boss.phases.begin(), out.boss.phases.end(), reacts)))
        out.boss.reacts = true;
    if (!has("timed") && has("timers")) out.boss.timed = true;
}

void Reader::weights(const char* key, ReactionWeights& out) {
    const toml::node* node = find(key);
    const toml::array* array = node ? read_array(*node, key, 3, "3 whole numbers: stay, combat, heal") : nullptr;
    if (!array) return;
    int64_t values[3] = {};
    for (size_t i = 0; i < 3; ++i)
        if (!read_whole((*array)[i], fmt::format("{}[{}]", key, i), &values[i], range_of<ReactionWeights>("stay")))
            return;
    if (values[0] + values[1] + values[2] == 0) {
        return wrong(*node, key, "are all 0; allowed: one of them more than 0");
    }
    out = {static_cast<int>(values[0]), static_cast<int>(values[1]), static_cast<int>(values[2])};
}

void Reader::texts(const char* key, std::vector<std::string>& out) {
    const toml::node* node = find(key);
    if (!node) return;
    each(*node, key, "a list of texts", [&](const toml::node& element, const std::string& place) {
        if (!element.is_string()) return wrong_type(element, place, "a text");
        out.push_back(element.ref<std::string>());
    });
}

template <class D, class T>
void Reader::classes(const char* key, std::vector<D>& out, const char* field, T D::*number) {
    const FieldRange range = range_of<D>(field);
    const toml::node* node = find(key);
    if (!node) return;
    const toml::table* table = node->as_table();
    if (!table) return wrong_type(*node, key, fmt::format("a table of classes, each {}", to_text(range)));
    for (const auto& [name, value] : *table) {
        const std::string place = fmt::format("{}.{}", key, printable(name.str()));
        std::conditional_t<std::is_integral_v<T>, int64_t, double> given{};
        if constexpr (std::is_integral_v<T>) {
            if (!read_whole(value, place, &given, range)) continue;
        } else {
            if (!read_in_range<float>(value, place, &given, range)) continue;
        }
        out.push_back({std::string(name.str())});
        out.back().*number = static_cast<T>(given);
    }
}
template void Reader::classes(const char*, std::vector<ClassLimit>&, const char*, int ClassLimit::*);
template void Reader::classes(const char*, std::vector<DamageFactor>&, const char*, float DamageFactor::*);

void Reader::table(const char* key, std::vector<ArchetypeDef>& out, int most, const char*) {
    const toml::node* node = find(key);
    if (!node) return;
    const toml::table* table = node->as_table();
    if (!table) return wrong_type(*node, key, "a table of archetypes");
    if (table->size() > static_cast<size_t>(most)) {
        return wrong(*node, key, fmt::format("are {}; allowed: 1 to {}", table->size(), most));
    }
    for (const toml::key* name : keys_in_order(*table)) {
        const std::string place = fmt::format("{}.{}", key, printable(name->str()));
        const toml::node& value = *table->get(name->str());
        const toml::table* inner_table = value.as_table();
        if (!inner_table) {
            wrong_type(value, place, "a table");
            continue;
        }
        Reader inner(problems_, names_, *inner_table, place_of(place));
        ArchetypeDef& archetype = out.emplace_back();
        describe_keys(inner, archetype);
        archetype.name = name->str();
        inner.finish();
    }
}

void Reader::table(const char* key, std::vector<MonsterDef>& out, int most, const char*) {
    const toml::node* node = find(key);
    if (!node) return;
    const toml::table* table = node->as_table();
    if (!table) return wrong_type(*node, key, "a table of monsters");
    if (table->size() > static_cast<size_t>(most)) {
        return wrong(*node, key, fmt::format("are {}; allowed: 1 to {}", table->size(), most));
    }
    for (const auto& [name, value] : *table) {
        const std::string place = fmt::format("{}.{}", key, printable(name.str()));
        const toml::table* inner = value.as_table();
        if (!inner) {
            wrong_type(value, place, "a table");
            continue;
        }
        out.push_back(read_monster(problems_, *inner, place_of(place), names_));
        out.back().name = name.str();
    }
}

void Reader::required(const char* key) {
    if (!command_.empty())
        needed_.emplace_back(key);
    else if (!has(key))
        problems_.add(table_.source(), place_, fmt::format("has no '{}', which it needs", key));
}

void Reader::one_of(std::initializer_list<const char*> keys) {
    std::vector<const char*> given;
    for (const char* key : keys)
        if (has(key)) given.push_back(key);
    if (given.size() == 1) return;
    problems_.add(table_.source(), place_,
                  given.empty() ? fmt::format("has neither '{}'; it needs one of them", fmt::join(keys, "' nor '"))
                                : fmt::format("has both '{}' and '{}'; allowed: one of them", given[0], given[1]));
}

void Reader::related(std::string_view key, const std::string& value, std::string_view how, std::string_view other,
                     const std::string& than) {
    if (contains(broken_, key) || contains(broken_, other)) return;
    const toml::node* node = table_.get(key);
    const char* by_default = node ? "" : " (the default)";
    if (!node) node = table_.get(other);
    const toml::source_region& where = node ? node->source() : table_.source();
    problems_.add(where, place_of(key),
                  fmt::format("is {}{}; allowed: {} {} ({})", value, by_default, how, other, than));
}

void Reader::needs(const char* what, double value, const char* other, const std::string&) {
    if (!(value > 0.0) || has(other)) return;
    const toml::node* node = toml::at_path(table_, what).node();
    problems_.add(node ? node->source() : table_.source(), place_of(what),
                  fmt::format("is {}; allowed: 0 without a '{}'", to_text(value), other));
}

void Reader::agent(const std::string& key, ScriptAgent& out) {
    const std::string group = key + "_group";
    whole(key, out.number, range::between(0, max_agents));
    reference(group.c_str(), Names::group, "", out.group);
    if (std::erase(needed_, key) > 0)
        need_one(key, group);
    else if (has(key) && has(group))
        one_of({key.c_str(), group.c_str()});
}

void Reader::need_one(const std::string& key, const std::string& other) {
    if (has(key) != has(other)) return;
    problems_.add(table_.source(), place_, fmt::format("'{}' needs one of '{}' and '{}'", command_, key, other));
}

void Reader::command(ScriptCommand& out) {
    static const std::vector<std::string> words = [] {
        std::vector<std::string> list;
        for (const ScriptCommand& command : script_commands()) list.emplace_back(to_string(command));
        return list;
    }();
    const toml::node* node = find("command");
    const int chosen = node ? read_word(*node, "command", words) : -1;
    if (chosen < 0) return;
    out = script_commands()[static_cast<size_t>(chosen)];
    command_ = words[static_cast<size_t>(chosen)];
}

const std::vector<std::string>& Reader::keys_of_commands() {
    static const std::vector<std::string> keys = [] {
        const toml::table nothing;
        const KnownNames names;
        Problems problems("");
        Reader reader(problems, names, nothing, "");
        for (const ScriptCommand& command : script_commands()) {
            CommandDef def{.command = command};
            describe_arguments(reader, def);
        }
        return reader.known_;
    }();
    return keys;
}

void Reader::arguments(const CommandDef& read) {
    const std::vector<std::string> own = known_, &all = keys_of_commands();
    known_.insert(known_.end(), all.begin(), all.end());
    if (command_.empty()) return;
    for (const auto& [key, value] : table_)
        if (contains(all, key.str()) && !contains(own, key.str()))
            wrong(value, key.str(), fmt::format("is not for '{}'", command_));
    for (const std::string& key : needed_) {
        const std::string in_file = contains(own, key) ? key : in_degrees(key.c_str());
        if (!has(in_file)) problems_.add(table_.source(), place_, fmt::format("'{}' needs '{}'", command_, in_file));
    }
    if (is_for_agents(read.command)) need_one("agent", "group");
}

void Reader::finish() {
    for (const auto& [key, value] : table_) {
        const std::string name(key.str());
        if (contains(known_, name)) continue;
        problems_.add(key.source(), place_,
                      fmt::format("unknown key '{}'{}", printable(name), did_you_mean(name, known_)));
    }
}

} // namespace fray::scenario
