// The enumerators and constants of C have the values of C++.
#include "fray/debug_draw.h"
#include "fray/fray.h"
#include "fray/fray_c.h"

#include <gtest/gtest.h>

namespace fray::test {
namespace {

#define SAME(c, cpp) static_assert(static_cast<int>(c) == static_cast<int>(cpp))

SAME(FRAY_OK, Error::ok);
SAME(FRAY_ERROR_STALE_ID, Error::stale_id);
SAME(FRAY_ERROR_NOT_FINITE, Error::not_finite);
SAME(FRAY_ERROR_OUT_OF_RANGE, Error::out_of_range);
SAME(FRAY_ERROR_UNKNOWN, Error::unknown);
SAME(FRAY_ERROR_WRONG_SQUAD, Error::wrong_squad);
SAME(FRAY_ERROR_STEPPING, Error::stepping);
SAME(FRAY_ERROR_FULL, Error::full);
SAME(FRAY_ERROR_BAD_SNAPSHOT, Error::bad_snapshot);
SAME(FRAY_ERROR_STATE_FAILED, Error::state_failed);
SAME(FRAY_ERROR_BAD_CALL, Error::bad_call);
SAME(FRAY_ERROR_OFF_GROUND, Error::off_ground);
SAME(FRAY_ERROR_DEAD, Error::dead);
SAME(FRAY_ERROR_OUT_OF_MEMORY, Error::out_of_memory);

#undef SAME

/// The last enumerator has a name, and no number beyond it has one.
template <typename E> void expect_end(const char* (*name)(E), int end) {
    EXPECT_STRNE(name(static_cast<E>(end - 1)), "?");
    for (const int number : {end, -1, 255, 256, 1 << 20, -(1 << 30)})
        EXPECT_STREQ(name(static_cast<E>(number)), "?") << number;
}

/// The names end where the enumerators of C end, so the engine has none that C lacks.
TEST(Enums, NamesEndWhereTheEnumeratorsOfCEnd) {
    expect_end(fray_target_cause_name, FRAY_TARGET_CAUSE_THREAT + 1);
    expect_end(fray_slot_cause_name, FRAY_SLOT_CAUSE_RELIEVED + 1);
    expect_end(fray_unslot_cause_name, FRAY_UNSLOT_CAUSE_TARGET_GONE + 1);
    expect_end(fray_attack_end_cause_name, FRAY_ATTACK_END_CAUSE_TARGET_GONE + 1);
    expect_end(fray_act_end_cause_name, FRAY_ACT_END_CAUSE_RELOADED + 1);
    expect_end(fray_order_done_cause_name, FRAY_ORDER_DONE_CAUSE_CANCELLED + 1);
    expect_end(fray_wait_reason_name, FRAY_WAIT_REASON_WAY + 1);
    expect_end(fray_event_name, FRAY_EVENT_COUNT);
    expect_end(fray_command_name, FRAY_COMMAND_REPORT_ATTACK + 1);
    expect_end(fray_frame_system_name, FRAY_FRAME_SYSTEM_COUNT);
    EXPECT_STREQ(fray_event_name(FRAY_EVENT_SKIP), "skip");
    EXPECT_STREQ(fray_command_name(FRAY_COMMAND_REPORT_ATTACK), "report_attack");
    EXPECT_STREQ(fray_frame_system_name(FRAY_FRAME_SYSTEM_PUBLISH), "publish");
    EXPECT_STREQ(fray_error_name(FRAY_ERROR_OUT_OF_MEMORY), "out_of_memory");
    for (const int number : {-1, FRAY_ERROR_OUT_OF_MEMORY + 1, 63, FRAY_ERROR_BAD_PACKET + 1, 255, 256, 1 << 30})
        EXPECT_STREQ(fray_error_name(static_cast<fray_error>(number)), "?") << number;
}

} // namespace
} // namespace fray::test
