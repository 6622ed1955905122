// The numbers of a definition, from its list of fields.
#pragma once

#include "fray/lists.h"

#include <string>
#include <tuple>
#include <type_traits>

namespace fray::test {

/// A visitor that calls visit(key, range, number) for each number of a definition and of all that it contains. Ranges
/// of angles are in radians.
template <typename Visit> class EachNumber : public FieldVisitor {
public:
    explicit EachNumber(Visit visit) : visit_(visit) {}

    template <typename T> void operator()(const std::string& key, const FieldRange& range, const char*, T& value) {
        const FieldRange own = range.degrees ? range.in_radians() : range;
        if constexpr (std::is_arithmetic_v<T>) {
            visit_(key, own, value);
        } else if constexpr (requires { std::tuple_size<T>::value; }) {
            for (auto& each : value) visit_(key, own, each);
        } else if constexpr (requires { describe(*this, value[0]); }) {
            for (auto& each : value) describe(*this, each);
        }
    }
    template <typename T> void operator()(const std::string&, const char*, T& value) {
        if constexpr (requires { describe(*this, value[0]); }) {
            for (auto& each : value) describe(*this, each);
        } else if constexpr (requires { describe(*this, value); }) {
            describe(*this, value);
        }
    }

private:
    Visit visit_;
};

} // namespace fray::test
