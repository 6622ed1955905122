// Error codes and texts, the log, and failed assertions.
#include "api.h"

#include "fray/fatal.h"
#include "fray/text.h"

#include <new>

namespace fray::c {
namespace {

/// A function that the host has set for all worlds.
template <typename Function> struct Hook {
    Function function = nullptr;
    void* user = nullptr;
};
constinit Hook<fray_log_fn> the_log;
constinit Hook<fray_assert_fn> the_assert;

std::string& last_error() {
    thread_local std::string text;
    return text;
}

/// Calls the host's log function. Calls of fray that are refused inside the log function are not logged, to avoid
/// endless recursion.
void tell(fray_error error, const char* text) {
    thread_local bool telling = false;
    const auto log = the_log;
    if (log.function == nullptr || telling) return;
    const bool bad = error == FRAY_ERROR_EXCEPTION || error == FRAY_ERROR_OUT_OF_MEMORY || error == FRAY_ERROR_DEAD;
    telling = true;
    try {
        log.function(bad ? FRAY_LOG_ERROR : FRAY_LOG_WARNING, text, log.user);
    } catch (...) {
        // The host's function may be C++ and throw. Its exception cannot be reported anywhere.
    }
    telling = false;
}

void remember(std::string& where, std::string_view text) noexcept {
    try {
        where = escaped_lines(text); // for texts of exceptions; the engine's own texts are already escaped
    } catch (...) {
        where.clear();
    }
}

/// The engine calls it for a failed assertion; it calls the host's function.
void report_failed_assert(const char* text) {
    if (the_assert.function != nullptr) the_assert.function(text, the_assert.user);
}

} // namespace

fray_error note(fray_error error, std::string_view text, OpenWorld* world) noexcept {
    remember(last_error(), text);
    if (world != nullptr) remember(world->error, text);
    tell(error, last_error().c_str());
    return error;
}

fray_error note_exception(OpenWorld* world) noexcept {
    try {
        throw;
    } catch (const Refused& refused) {
        return note(refused.error, refused.text, world);
    } catch (const std::bad_alloc&) {
        return note(FRAY_ERROR_OUT_OF_MEMORY, "out of memory", world);
    } catch (const std::exception& e) {
        return note(FRAY_ERROR_EXCEPTION, e.what(), world);
    } catch (...) {
        return note(FRAY_ERROR_EXCEPTION, "an exception that is not a std::exception", world);
    }
}

} // namespace fray::c

using namespace fray::c;

const char* fray_last_error(void) { return last_error().c_str(); }

const char* fray_error_text(fray_world_id world) {
    const Turn turn(world, Use::any);
    return turn.world != nullptr ? turn.world->error.c_str() : fray_last_error();
}

void fray_set_log(fray_log_fn log, void* user) { the_log = {log, user}; }

void fray_set_assert(fray_assert_fn assert_failed, void* user) {
    the_assert = {assert_failed, user};
    fray::set_fatal_handler(assert_failed != nullptr ? report_failed_assert : nullptr);
}
