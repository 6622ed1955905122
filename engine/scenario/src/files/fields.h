// The keys of a scenario file. The lists of definitions are in fray/lists.h. Those of what else a file has are in
// battle/lists.h, which engine/generate.py writes from fray/scenario.h. Here are the script, and keys without a field.
// The TOML reader, the printer of resolved scenarios and the printer of the JSON Schema visit these lists.
#pragma once

#include "battle/lists.h"
#include "battle/script_commands.h"
#include "files/words.h"
#include "fray/events.h"
#include "fray/scenario.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace fray {

template <typename V, FieldsOf<ScriptOrder> D> void describe(V&& v, D& c) {
    using namespace range;
    const bool to_point = c.kind == OrderKind::move || c.kind == OrderKind::advance;
    if (to_point) {
        v.required("to");
        v("to", "m", c.to);
        v("facing", degrees(between(-360, 360)), "from the x axis, counter-clockwise: where a formation faces",
          c.facing);
        v("files", between(0, 1000), "of a formation, side by side; with as_squads", c.files);
        v("ranks", between(0, 1000), "of a formation, instead of files", c.ranks);
        v("spacing", between(0.1, 100), "m between neighbours of a formation", c.spacing);
        v("floor", between(-32768, 32767), "floor of the point", c.floor);
        v("repeat", "the order goes to the end of the queue when it is over: two or more make a patrol", c.repeat);
    }
    if (c.kind == OrderKind::move) v("run", "at the run speed", c.run);
    if (names_target(c.kind)) {
        v.required("target");
        v("target", "", c.target);
    }
    if (c.kind == OrderKind::perform) {
        v.required("attack");
        v("attack", "name of an attack of the ordered agents", c.attack);
    }
    if (c.kind == OrderKind::escort)
        v("escort_distance", between(0.1, 1000), "m: beyond it an escort follows", c.escort_distance);
    v("queued", "puts the order into the agents' queues; they carry it out after the orders that they have", c.queued);
    v("delay", between(0, 3600), "s that the agent waits after the order before, if the order comes from its queue",
      c.delay);
}

namespace scenario {

/// Shows the fields of a command of World to a visitor of keys: without the agent that it is for, and with agents in
/// place of ids.
template <typename V, typename Agents> class CommandKeys : public FieldVisitor {
public:
    CommandKeys(V& visitor, Agents& others) : visitor_(visitor), others_(others) {}

    void required(const char* key) { required_ = key; }
    void reference(const char* key, Names names, const char* text, auto& index) {
        need(key);
        visitor_.reference(key, names, text, index);
    }
    template <typename T> void operator()(const char* key, FieldRange range, const char* text, T& field) {
        need(key);
        if constexpr (std::is_same_v<std::remove_const_t<T>, float>) // 0.01f is 0.01 to readers
            for (double* bound : {&range.least, &range.greatest})
                *bound = std::stod(to_text(static_cast<float>(*bound)));
        visitor_(key, range, text, field);
    }
    template <typename T> void operator()(const char* key, const char* text, T& field) {
        using Value = std::remove_const_t<T>;
        if constexpr (std::is_same_v<Value, AgentId>) {
            if (found_++ == 0) return;
            if constexpr (!std::is_const_v<Agents>) others_.resize(std::max(others_.size(), found_ - 1));
            need(key);
            if (found_ - 1 <= others_.size()) visitor_(key, text, others_[found_ - 2]);
        } else if constexpr (std::is_same_v<Value, CircleCapacity>) {
            each_required_ = key == required_;
            describe(*this, field);
            each_required_ = false;
        } else if constexpr (std::is_same_v<Value, std::vector<int>>) {
            (*this)(key, all_of<int>(), text, field);
        } else if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
            (*this)(key, all_of<Value>(), text, field);
        } else {
            need(key);
            visitor_(key, text, field);
        }
    }

private:
    void need(const char* key) {
        if (key == required_ || each_required_) visitor_.required(key);
    }
    /// All numbers of a type; of large whole numbers those that a double has exactly.
    template <typename T> static FieldRange all_of() {
        if constexpr (std::is_floating_point_v<T>) return {};
        constexpr double exact = 9007199254740992.0;
        return range::between(std::max(static_cast<double>(std::numeric_limits<T>::lowest()), -exact),
                              std::min(static_cast<double>(std::numeric_limits<T>::max()), exact));
    }

    V& visitor_;
    Agents& others_;
    std::string_view required_; ///< the last key that files must give
    bool each_required_ = false;
    size_t found_ = 0; ///< agents
};

/// Visits the keys of a command but `time` and `command`.
template <typename V, FieldsOf<CommandDef> D> void describe_arguments(V& v, D& c) {
    if (is_for_agents(c.command)) {
        v("agent", range::between(0, max_agents), "number of an agent of the groups, from 0, in the order of spawning",
          c.agent);
        v.reference("group", Names::group, "all agents of a group", c.group);
    }
    if (is_for_squads(c.command))
        v("as_squads", "to the squads of the group; with an order they keep their formation around their leaders",
          c.as_squads);
    visit_command(c.command, [&](auto& command) { describe(v, command); });
}

} // namespace scenario

template <typename V, FieldsOf<WorldCommand> D> void describe(V&& v, D& c) {
    const auto show = [&](auto& command) {
        scenario::CommandKeys keys(v, c.others);
        if constexpr (scenario::in_scripts<std::remove_cvref_t<decltype(command)>>) describe(keys, command);
    };
    visit_command(c.command, show);
}

template <typename V, FieldsOf<CommandDef> D> void describe(V&& v, D& c) {
    v("time", range::between(0, 1e6), "s", c.time);
    v.required("command");
    v.command(c.command);
    scenario::describe_arguments(v, c);
    v.arguments(c);
}

namespace scenario {

/// Visits the keys of a table: the fields of its definition, and keys that exist only in files.
template <typename V, typename D> void describe_keys(V& v, D& d) {
    if constexpr (std::is_same_v<D, ArchetypeDef> || std::is_same_v<D, CircleDef>)
        v.preset("preset", d, "values to start from; other keys change them");
    describe(v, d);
    if constexpr (std::is_same_v<D, ArchetypeDef>) v.switches(d);
}

/// The names of an enum's values, in the order of the enum.
template <class E> std::vector<std::string> words_of(const FieldRange& range) {
    std::vector<std::string> words;
    for (int i = 0; i <= static_cast<int>(range.greatest); ++i) words.emplace_back(to_string(static_cast<E>(i)));
    return words;
}

} // namespace scenario
} // namespace fray
