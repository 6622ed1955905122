// Fields: names for all data that systems share. What a system reads and writes follows from its views (views.h). A
// field is a column, or a whole shared structure.
#pragma once

#include "frame_graph.h"

#include <bitset>
#include <string>
#include <vector>

namespace fray {

// X(name) for each column of the agents (agents.h), and for each shared structure.
// clang-format off
#define FRAY_COLUMNS(X) \
    X(id) X(serial) X(archetype) X(team) X(floor) X(life) X(squad) X(user_data) X(position) X(next_position) \
    X(heading) X(island) X(goal) X(moved) X(velocity) X(mean_velocity) X(sleep) X(walk) X(path) \
    X(preferred_speed) X(facing) X(march) X(body) X(target) X(target_since) X(support) X(scan_due) X(band) \
    X(update_interval) X(orders) X(state) X(wake) X(timer) X(engagement) X(role) X(slot) \
    X(wait_slot) X(wait_place) X(joined) X(fighting_since) X(switched) X(queue_links) X(arrived) X(give_up) X(attack) \
    X(attack_phase) X(impact_speed) X(kept_attack) X(reports) X(brain) X(led_path) X(user_move) X(monster) \
    X(as_target) X(wait_reason) X(health) X(credit) X(threats)
#define FRAY_SHARED_FIELDS(X) \
    X(state_hash) X(user_columns) X(commands) X(row_table) X(squads) X(circles) X(trees) X(grid) X(decisions) X(settling) \
    X(proposals) X(events) X(counters) X(cooldowns) X(target_info) X(limited_attacks) X(acts) X(detail)
// clang-format on

enum class Field : FieldIndex {
#define FRAY_ENUMERATOR(name) name,
    FRAY_COLUMNS(FRAY_ENUMERATOR) FRAY_SHARED_FIELDS(FRAY_ENUMERATOR)
#undef FRAY_ENUMERATOR
        count
};

inline constexpr const char* field_names[] = {
#define FRAY_NAME(name) #name,
    FRAY_COLUMNS(FRAY_NAME) FRAY_SHARED_FIELDS(FRAY_NAME)
#undef FRAY_NAME
};
inline const char* name_of(Field field) { return field_names[static_cast<size_t>(field)]; }

/// What a system may do: the frame graph orders the systems by it.
using Access = std::vector<FieldUse>;

inline FieldUse use_of(Field field, uint8_t access) { return {static_cast<FieldIndex>(field), access}; }

/// The fields that these uses write.
using FieldSet = std::bitset<static_cast<size_t>(Field::count)>;
inline FieldSet fields_written(const Access& access) {
    FieldSet fields;
    for (const FieldUse& use : access)
        if ((use.access & (write_own | write_any)) != 0) fields.set(use.field);
    return fields;
}

inline Access every_field(uint8_t access) {
    Access list;
    for (size_t i = 0; i < static_cast<size_t>(Field::count); ++i) list.push_back({static_cast<FieldIndex>(i), access});
    return list;
}

/// In debug builds: aborts unless the running system has declared this access (bits of FieldAccess).
inline void assert_access([[maybe_unused]] Field field, [[maybe_unused]] uint8_t access) {
#ifdef FRAY_CHECK_ACCESS
    check_access(static_cast<FieldIndex>(field), access, name_of(field));
#endif
}

/// In debug builds: aborts unless the running loop visits this row.
inline void assert_own_row([[maybe_unused]] Field field, [[maybe_unused]] uint32_t row) {
#ifdef FRAY_CHECK_ACCESS
    check_own_row(row, name_of(field));
#endif
}

namespace views {
/// Of a part's type: its member in a view. FRAY_PART specialises it.
template <typename Part> struct PartOf;
} // namespace views

/// Makes the type a part of the world. Views list it by its type, and have it as a member of this name. The fields are
/// those for which systems that use it wait for each other; none: only systems that do so anyway use it.
#define FRAY_PART(Type, name, ...)                                                                                     \
    template <> struct views::PartOf<Type> {                                                                           \
        template <typename Part> struct Member {                                                                       \
            Part& name;                                                                                                \
            template <typename Source> explicit Member(Source& source) : name(source.name) {}                          \
        };                                                                                                             \
        static constexpr Field fields[] = {__VA_ARGS__ __VA_OPT__(, ) Field::count};                                   \
    }

} // namespace fray
