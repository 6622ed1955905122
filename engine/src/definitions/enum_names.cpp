// to_string of the public enums: the words used in traces, files and error messages.
#include "fray/lists.h"
#include "fray/world.h"

namespace fray {
namespace {

template <typename Enum> const char* word(Enum value) {
    const auto all = words(value);
    const auto i = static_cast<size_t>(value);
    return i < all.size() ? all[i] : "?";
}

} // namespace

const char* to_string(State value) { return word(value); }
const char* to_string(System value) { return word(value); }
const char* to_string(Exchange value) { return word(value); }
const char* to_string(EventType value) { return word(value); }
const char* to_string(CommandType value) { return word(value); }
const char* to_string(Cause value) { return word(value); }
const char* to_string(Reaction value) { return word(value); }
const char* to_string(WaitReason value) { return word(value); }
const char* to_string(OrderKind value) { return word(value); }
const char* to_string(Targeting value) { return word(value); }
const char* to_string(Release value) { return word(value); }
const char* to_string(Choice value) { return word(value); }
const char* to_string(Control value) { return word(value); }
const char* to_string(Mood value) { return word(value); }
const char* to_string(Motion value) { return word(value); }
const char* to_string(Rebalance value) { return word(value); }
const char* to_string(Outside value) { return word(value); }
const char* to_string(Scope value) { return word(value); }
const char* to_string(AttackReport value) { return word(value); }
const char* to_string(Error value) { return word(value); }

} // namespace fray
