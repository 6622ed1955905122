// Parts of the world, as views list them (views.h).
#pragma once

namespace fray {

namespace views {
/// Of a part's type: its member in a view. FRAY_PART specialises it.
template <typename Part> struct PartOf;
} // namespace views

/// Makes the type a part of the world. Views list it by its type, and have it as a member of this name.
#define FRAY_PART(Type, name)                                                                                          \
    template <> struct views::PartOf<Type> {                                                                           \
        template <typename Part> struct Member {                                                                       \
            Part& name;                                                                                                \
            template <typename Source> explicit Member(Source& source) : name(source.name) {}                          \
        };                                                                                                             \
    }

} // namespace fray
