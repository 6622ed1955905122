// Parts of the world, as views list them (views.h).
#pragma once

#include "storage/fields.h"

namespace fray {

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
