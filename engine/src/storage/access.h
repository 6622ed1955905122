// Declarations of the fields that a system reads and writes. The frame graph orders the systems by them, and debug
// builds check every access to a column against them.
#pragma once

#include "storage/fields.h"

#include <initializer_list>
#include <vector>

namespace fray {

using Access = std::vector<FieldUse>;

inline FieldUse use_of(Field field, uint8_t access) { return {static_cast<FieldIndex>(field), access}; }

/// Declares the same access to several fields. `access`: bits of FieldAccess.
inline Access uses(std::initializer_list<Field> fields, uint8_t access) {
    Access list;
    for (const Field field : fields) list.push_back({static_cast<FieldIndex>(field), access});
    return list;
}

inline Access operator+(Access a, const Access& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

inline Access every_field(uint8_t access) {
    Access list;
    for (size_t i = 0; i < static_cast<size_t>(Field::count); ++i) list.push_back({static_cast<FieldIndex>(i), access});
    return list;
}

inline Access every_column(uint8_t access) {
    Access list = every_field(access);
    list.resize(static_cast<size_t>(Field::user_columns) + 1);
    return list;
}

} // namespace fray
