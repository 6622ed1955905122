// Archives of definitions: `definition` writes or reads a struct field by field (ranks/archive.h).
#pragma once

#include "definitions/definitions.h"
#include "fray/lists.h"
#include "storage/archive.h"

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace fray {

/// Writes or reads a value of any of these types: number, enum, optional, string, vector, array, or a struct that has a
/// list of its fields (`describe` in fray/defs.h, or `fields_of`).
template <typename Archive, typename T> bool definition(Archive& archive, T& v) {
    const auto parts = [&](auto& list) {
        return std::all_of(list.begin(), list.end(), [&](auto& part) { return definition(archive, part); });
    };
    const auto sized = [&](auto& list) {
        uint64_t size = list.size();
        if (!archive.value(size)) return false;
        if constexpr (Archive::reading) {
            if (size > archive.left()) return false;
            if constexpr (sizeof(list[0]) > 1) { // one by one, so that a wrong size cannot allocate much memory
                list.clear();
                for (; size > 0; --size)
                    if (!definition(archive, list.emplace_back())) return false;
                return true;
            }
            list.resize(size);
        }
        return parts(list);
    };
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        return archive.value(v);
    } else if constexpr (requires { v.emplace(); }) { // optional
        bool has = v.has_value();
        if (!definition(archive, has)) return false;
        if constexpr (Archive::reading) v.reset();
        if (has && !v) v.emplace();
        return !has || definition(archive, *v);
    } else if constexpr (requires { v.push_back({}); }) { // string, vector
        return sized(v);
    } else if constexpr (requires { v.begin(); }) { // array
        return parts(v);
    } else if constexpr (requires { describe(ForEachField([](auto&) {}), v); }) {
        bool whole = true;
        describe(ForEachField([&](auto& field) { whole = whole && definition(archive, field); }), v);
        return whole;
    } else {
        return std::apply([&](auto&... fields) { return (definition(archive, fields) && ...); }, fields_of(v));
    }
}

} // namespace fray
