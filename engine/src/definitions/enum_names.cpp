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

const char* to_string(AgentState value) { return word(value); }
const char* to_string(FrameSystem value) { return word(value); }
const char* exchange_name(size_t exchange) {
    static_assert(exchange_of_commands == system_count && exchange_count == exchange_of_agreement + 1);
    if (exchange == exchange_of_commands) return "commands";
    if (exchange == exchange_of_agreement) return "agreement";
    return to_string(static_cast<FrameSystem>(exchange));
}
const char* to_string(EventType value) { return word(value); }
const char* to_string(CommandType value) { return word(value); }
const char* to_string(TargetCause value) { return word(value); }
const char* to_string(SlotCause value) { return word(value); }
const char* to_string(UnslotCause value) { return word(value); }
const char* to_string(AttackEndCause value) { return word(value); }
const char* to_string(ActEndCause value) { return word(value); }
const char* to_string(OrderDoneCause value) { return word(value); }
const char* to_string(Reaction value) { return word(value); }
const char* to_string(WaitReason value) { return word(value); }
const char* to_string(OrderKind value) { return word(value); }
const char* to_string(Targeting value) { return word(value); }
const char* to_string(ReleasePolicy value) { return word(value); }
const char* to_string(AttackChoice value) { return word(value); }
const char* to_string(SquadControl value) { return word(value); }
const char* to_string(SquadMood value) { return word(value); }
const char* to_string(MotionType value) { return word(value); }
const char* to_string(RebalanceMode value) { return word(value); }
const char* to_string(RoamMode value) { return word(value); }
const char* to_string(CooldownScope value) { return word(value); }
const char* to_string(AttackReport value) { return word(value); }
const char* to_string(Error value) { return word(value); }

} // namespace fray
