// Values of any type from the fuzzer's input: of commands (commands/commands.h) and definitions. Their lists of
// fields say what there is to fill, so a new command or field needs nothing here.
#pragma once

#include "fuzz/fuzz.h"

#include "commands/commands.h"
#include "definitions/definitions.h"
#include "fray/fray.h"
#include "fray/lists.h"
#include "world/command_log.h"

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace fray::fuzz {

/// Mostly a small number, sometimes an extreme one.
template <typename T> T number(Input& input) {
    const auto kind = input.value<uint8_t>();
    if constexpr (std::is_floating_point_v<T>) {
        using limits = std::numeric_limits<T>;
        static constexpr T telling[] = {T{0},
                                        T{1},
                                        T{-1},
                                        limits::infinity(),
                                        -limits::infinity(),
                                        limits::max(),
                                        limits::min(),
                                        limits::quiet_NaN(),
                                        T(-0.0),
                                        T(16384),
                                        T(1e-6)};
        if (kind < std::size(telling)) return telling[kind];
        return static_cast<T>(input.value<int16_t>()) / T{256};
    } else {
        if (kind < 16) return input.value<T>();
        if (kind < 20) return std::numeric_limits<T>::max();
        if (kind < 24) return std::numeric_limits<T>::lowest();
        return static_cast<T>(input.value<uint8_t>() % 16);
    }
}

/// Changes the fields of a definition that have certain numbers in its list.
class FieldChanger : public FieldVisitor {
public:
    FieldChanger(Input& input, size_t chosen) : input_(input), chosen_(chosen) {}
    size_t count() const { return count_; }

    template <typename T, typename... C>
    void operator()(const char*, const FieldRange& range, const char*, T& field, C&... others) {
        const FieldRange own = range.degrees ? range.in_radians() : range;
        visit(&own, field, others...);
    }
    template <typename T, typename... C> void operator()(const char*, const char*, T& field, C&... others) {
        visit(nullptr, field, others...);
    }

private:
    /// The last of the fields is changed: that of the struct of C, if the list visits two structs.
    template <typename T> void visit(const FieldRange* range, T& field) {
        if constexpr (requires { describe(*this, field); }) {
            describe(*this, field);
        } else if constexpr (requires {
                                 describe(*this, field[0]);
                                 field.size();
                             }) {
            if (count_++ == chosen_) resize(field);
            for (auto& entry : field) describe(*this, entry);
        } else if constexpr (
            requires { field.begin(); } && !requires { field.push_back({}); }) {
            for (auto& entry : field) visit(range, entry);
        } else if (count_++ == chosen_) {
            change(range, field);
        }
    }
    template <typename T, typename C> void visit(const FieldRange* range, T& field, C& other) {
        if constexpr (requires { describe(*this, field, other); })
            describe(*this, field, other);
        else if constexpr (std::is_arithmetic_v<C> || std::is_enum_v<C>) {
            if (count_++ == chosen_) change(range, other);
        } else if constexpr (std::is_array_v<C> && std::is_arithmetic_v<std::remove_all_extents_t<C>>) {
            for (auto& entry : other) visit(range, field, entry);
        }
    }
    template <typename T> void resize(T& list) {
        if (input_.chance(2) && !list.empty())
            list.pop_back();
        else if (list.size() < 8)
            list.push_back(list.empty() ? typename T::value_type{} : list.front());
    }
    template <typename T> void change(const FieldRange* range, T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            value = !value;
        } else if constexpr (std::is_enum_v<T>) {
            value = static_cast<T>(input_.value<uint8_t>() % 8);
        } else if constexpr (std::is_arithmetic_v<T>) {
            value = range == nullptr || input_.chance(8) ? number<T>(input_) : within<T>(*range);
        } else if constexpr (requires { value.emplace(); }) {
            if (value) {
                value.reset();
            } else {
                value.emplace();
                if constexpr (std::is_arithmetic_v<typename T::value_type>) change(range, *value);
            }
        } else if constexpr (std::is_same_v<T, std::string>) {
            value = input_.chance(2) ? "" : input_.chance(2) ? "stab" : "beast";
        }
    }
    template <typename T> T within(const FieldRange& range) {
        const double least = std::max(range.least, -1e6), greatest = std::min(range.greatest, 1e6);
        switch (input_.value<uint8_t>() % 4) {
        case 0: return static_cast<T>(least);
        case 1: return static_cast<T>(greatest);
        default: return static_cast<T>(least + (greatest - least) * std::pow(input_.value<uint8_t>() / 255.0, 4.0));
        }
    }

    Input& input_;
    size_t chosen_, count_ = 0;
};

/// Changes up to three fields of a definition.
template <typename Def> void change_fields(Input& input, Def& def) {
    FieldChanger all(input, ~size_t{0});
    describe(all, def);
    for (size_t i = input.below(4); i > 0; --i) {
        FieldChanger one(input, input.below(all.count()));
        describe(one, def);
    }
}

/// Fills in the fields of commands. What they point to lasts as long as this object.
class Filler {
public:
    Filler(Input& input, const World& world) : input_(input), world_(world) {}

    void fill(command::Any& command) {
        visit_command(command, [&](auto& c) {
            std::apply([&](auto&... field) { (value(field), ...); }, command::all_fields(c));
        });
    }

    AgentId agent() {
        const auto ids = world_.ids();
        const auto which = input_.value<uint8_t>();
        if (which == 255 || ids.empty()) return {};
        if (which >= 248) return {number<uint32_t>(input_), number<uint32_t>(input_)};
        return ids[which % ids.size()];
    }
    template <typename T> void value(T& v) {
        if constexpr (std::is_same_v<T, AgentId>) {
            v = agent();
        } else if constexpr (std::is_same_v<T, SquadId> || std::is_same_v<T, ObstacleId>) {
            v = {number<uint32_t>(input_)};
        } else if constexpr (std::is_same_v<T, HostPoses>) {
            poses(v);
        } else if constexpr (std::is_same_v<T, std::string_view>) {
            v = text();
        } else if constexpr (std::is_same_v<T, std::span<const std::byte>>) {
            bytes(v);
        } else if constexpr (std::is_same_v<T, bool>) {
            v = (input_.value<uint8_t>() & 1) != 0;
        } else if constexpr (std::is_enum_v<T>) {
            v = static_cast<T>(input_.value<uint8_t>() % 16);
        } else if constexpr (std::is_arithmetic_v<T>) {
            v = number<T>(input_);
        } else if constexpr (std::is_pointer_v<T>) {
            auto& kept = keep<std::remove_const_t<std::remove_pointer_t<T>>>();
            definition_of(kept);
            v = &kept;
        } else if constexpr (requires { v.emplace(); }) {
            if (input_.chance(2)) value(v.emplace());
        } else if constexpr (requires { v.subspan(0); }) {
            auto& kept = keep<std::vector<std::remove_const_t<typename T::element_type>>>();
            kept.resize(input_.below(4));
            for (auto& entry : kept) definition_of(entry);
            v = kept;
        } else if constexpr (requires { v.push_back({}); }) {
            v.resize(input_.below(4));
            for (auto& entry : v) value(entry);
        } else if constexpr (requires { v.begin(); }) {
            for (auto& entry : v) value(entry);
        } else if constexpr (requires(FieldChanger changer) { describe(changer, v); }) {
            change_fields(input_, v);
        } else {
            std::apply([&](auto&... fields) { (value(fields), ...); }, fields_of(v));
        }
    }

private:
    template <typename T> T& keep() {
        const auto kept = std::make_shared<T>();
        kept_.push_back(kept);
        return *kept;
    }
    template <typename T> void definition_of(T& def) {
        if constexpr (std::is_same_v<T, ArchetypeDef>) {
            if (world_.archetype_count() != 0)
                def = world_.archetype(static_cast<ArchetypeIndex>(input_.below(world_.archetype_count())));
            change_fields(input_, def);
        } else if constexpr (std::is_same_v<T, MonsterDef>) {
            if (world_.monster_count() != 0) def = world_.monster(input_.below(world_.monster_count()));
            change_fields(input_, def);
        } else {
            value(def);
        }
    }
    std::string_view text() {
        static constexpr std::string_view texts[] = {
            "", "red", "mark", "flees", "new", "\xff\n\"", "a long name that is long"};
        return texts[input_.below(std::size(texts))];
    }
    void bytes(std::span<const std::byte>& v) {
        auto& kept = keep<std::vector<std::byte>>();
        switch (input_.value<uint8_t>() % 4) {
        case 0: break;
        case 1: static_cast<void>(world_.save(&kept)); break;
        case 2:
            if (world_.ground() != nullptr) static_cast<void>(world_.ground()->write(&kept));
            break;
        default: kept.assign(1 + input_.below(16), static_cast<std::byte>(input_.value<uint8_t>()));
        }
        v = kept;
    }
    void poses(HostPoses& poses) {
        auto& agents = keep<std::vector<AgentId>>();
        auto &positions = keep<std::vector<Vec2>>(), &headings = keep<std::vector<Vec2>>();
        agents.resize(input_.below(6));
        positions.resize(agents.size());
        if (input_.chance(2)) headings.resize(agents.size());
        for (AgentId& id : agents) id = agent();
        for (auto* list : {&positions, &headings})
            for (Vec2& v : *list) value(v);
        poses = HostPoses::packed(agents, positions, headings);
    }

    Input& input_;
    const World& world_;
    std::vector<std::shared_ptr<const void>> kept_;
};

/// The command as `replay_command` takes it.
inline std::vector<std::byte> bytes_of(const command::Any& command) {
    struct Told final : CommandListener {
        std::vector<std::byte> bytes;
        void command(std::span<const std::byte> given) override { bytes.assign(given.begin(), given.end()); }
        void stepped() override {}
    } told;
    CallNotes notes(told);
    visit_command(command, [&](const auto& c) { notes.tell(c); });
    return told.bytes;
}

} // namespace fray::fuzz
