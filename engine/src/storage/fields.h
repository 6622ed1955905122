// Fields: names for all data that systems share. What a system reads and writes follows from its views (views.h). A
// field is a column, a few columns that are used together, or a whole shared structure.
#pragma once

#include "frame_graph.h"

#include <string>
#include <vector>

namespace fray {

// X(field) for each field: first the per-agent columns, then the shared structures.
// clang-format off
#define FRAY_COLUMN_FIELDS(X) \
    X(identity) X(life) X(squad_of) X(user_data) X(position) X(next_position) X(heading) X(island) X(goal) X(moved) \
    X(velocity) X(mean_velocity) X(priority) X(sleep) X(stalled) X(preferred_velocity) X(avoidance) X(detour) X(path) X(guidance) X(march) X(body) \
    X(target) X(target_since) X(support) X(scan_due) X(update_interval) X(band) X(orders) X(state) X(wake) X(timer) X(reached) \
    X(engagement) X(role) X(slot) X(wait_slot) X(joined) X(switched) X(queue_links) X(arrived) X(give_up) X(token) \
    X(attack_phase) X(reports) X(wait_reason) X(own_circle) X(capacity) X(health) X(credit) X(threat) X(impact) X(kept_attack) X(relief) \
    X(brain) X(gait) X(user_move) X(led_path) X(monster) X(state_hash) X(user_columns)
#define FRAY_SHARED_FIELDS(X) \
    X(commands) X(row_table) X(squads) X(circles) X(trees) X(grid) X(decisions) X(settling) \
    X(proposals) X(events) X(counters) X(cooldowns) X(target_info) X(acts) X(detail)
// clang-format on

enum class Field : FieldIndex {
#define FRAY_ENUMERATOR(name) name,
    FRAY_COLUMN_FIELDS(FRAY_ENUMERATOR) FRAY_SHARED_FIELDS(FRAY_ENUMERATOR)
#undef FRAY_ENUMERATOR
        count
};

inline std::vector<std::string> field_names() {
    return {
#define FRAY_NAME(name) #name,
        FRAY_COLUMN_FIELDS(FRAY_NAME) FRAY_SHARED_FIELDS(FRAY_NAME)
#undef FRAY_NAME
    };
}

/// What a system may do: the frame graph orders the systems by it.
using Access = std::vector<FieldUse>;

inline FieldUse use_of(Field field, uint8_t access) { return {static_cast<FieldIndex>(field), access}; }

inline Access every_field(uint8_t access) {
    Access list;
    for (size_t i = 0; i < static_cast<size_t>(Field::count); ++i) list.push_back({static_cast<FieldIndex>(i), access});
    return list;
}

/// In debug builds: aborts unless the running system has declared this access (bits of FieldAccess).
inline void assert_access([[maybe_unused]] Field field, [[maybe_unused]] uint8_t access) {
#ifdef FRAY_CHECK_ACCESS
    static const std::vector<std::string> names = field_names();
    check_access(static_cast<FieldIndex>(field), access, names[static_cast<size_t>(field)].c_str());
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
