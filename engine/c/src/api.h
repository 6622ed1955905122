// Every function of the C interface runs through the templates of this file. They find the world, keep other calls out
// of it, catch all exceptions, and note the error.
#pragma once

#include "fray/fray_c.h"

#include "open_world.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace fray::c {

/// The C code of an engine error. All numbers are equal except those of `bad_file` and what follows it.
inline fray_error code_of(Error error) {
    return error == Error::bad_file     ? FRAY_ERROR_BAD_FILE
           : error == Error::bad_packet ? FRAY_ERROR_BAD_PACKET
                                        : static_cast<fray_error>(error);
}

/// A refused call. It is an exception inside the library; the C functions return its `error`.
struct Refused {
    fray_error error;
    std::string text;
};

/// Returns `*pointer`; throws Refused if it is null.
template <typename T> T& given(T* pointer, const char* name) {
    if (pointer == nullptr) throw Refused{FRAY_ERROR_NULL_POINTER, std::string(name) + ": given null"};
    return *pointer;
}
/// Returns `array`; throws Refused if it is null and `count` is not 0.
template <typename T> T* given(T* array, size_t count, const char* name) {
    if (count != 0 && array == nullptr)
        throw Refused{FRAY_ERROR_NULL_POINTER, std::string(name) + ": given null, for " + std::to_string(count)};
    return array;
}
/// Returns `*def`; throws Refused if it is null, or was not filled in by its function fray_init_`name`.
template <typename Def> const Def& initialised(const Def* def, const char* name) {
    if (given(def, name).struct_size == sizeof(Def)) return *def;
    throw Refused{FRAY_ERROR_BAD_DEF, std::string("fray_") + name + ": given struct_size " +
                                          std::to_string(def->struct_size) + ", allowed " +
                                          std::to_string(sizeof(Def)) + "; begin with fray_init_" + name};
}
/// Throws Refused if a list of `count` things has none of this number.
template <typename Number> void known(const char* what, Number number, size_t count) {
    if (std::cmp_greater_equal(number, 0) && std::cmp_less(number, count)) return;
    throw Refused{FRAY_ERROR_UNKNOWN,
                  std::string(what) + " " + std::to_string(number) + ": there are " + std::to_string(count)};
}
/// Returns the value of a Result; throws Refused if there is none.
template <typename T> T value_of(Result<T> result) {
    if (!result.ok()) throw Refused{code_of(result.error()), result.error_text()};
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}
/// Copies a list to the host's memory. `out` null and `capacity` 0: only counts. Throws Refused if there is no room.
template <typename List, typename Out, typename Convert>
void copy_list(const char* what, const List& list, Out* out, size_t capacity, size_t* count, Convert convert) {
    *count = list.size();
    if (out == nullptr && capacity == 0) return;
    given(out, capacity, "out");
    if (capacity < list.size())
        throw Refused{FRAY_ERROR_BAD_SIZE, std::string(what) + ": there are " + std::to_string(list.size()) +
                                               ", given room for " + std::to_string(capacity)};
    std::transform(list.begin(), list.end(), out, convert);
}
/// Copies bytes to the host's memory. `buffer` null and `capacity` 0: only gives the size. Throws Refused if there is
/// no room.
inline void copy_bytes(const char* what, std::span<const std::byte> bytes, void* buffer, size_t capacity,
                       size_t* size) {
    *size = bytes.size();
    if (buffer == nullptr && capacity == 0) return;
    if (capacity < bytes.size())
        throw Refused{FRAY_ERROR_BAD_SIZE, std::string(what) + ": takes " + std::to_string(bytes.size()) +
                                               " bytes, given room for " + std::to_string(capacity)};
    if (buffer == nullptr) throw Refused{FRAY_ERROR_NULL_POINTER, "buffer: given null"};
    std::memcpy(buffer, bytes.data(), bytes.size());
}
inline const char* text_or_empty(const char* text) { return text != nullptr ? text : ""; }

/// Returns the column that `find` returns. `find` throws std::invalid_argument if there is no such column; this becomes
/// Refused.
template <typename Find> void* find_column(Find&& find) {
    try {
        return find();
    } catch (const std::invalid_argument& e) {
        throw Refused{FRAY_ERROR_UNKNOWN, e.what()};
    }
}

/// Stores the error text for fray_last_error, and for the world's fray_error_text if there is a world; calls the log.
/// Returns `error`.
fray_error note(fray_error error, std::string_view text, OpenWorld* world) noexcept;
/// Notes FRAY_ERROR_STALE_ID, for an agent without a row. It is no exception, because games often ask for agents that
/// are gone, and exceptions are slow.
inline fray_error no_agent(OpenWorld& world) noexcept {
    return note(FRAY_ERROR_STALE_ID, "agent: null, despawned, or not there before the next step", &world);
}
/// Notes the exception that is being handled. Call it in a `catch` block.
fray_error note_exception(OpenWorld* world) noexcept;

/// Runs a call that needs no world. An exception becomes an error code.
template <typename Work> fray_error answer(Work&& work) noexcept {
    try {
        work();
        return FRAY_OK;
    } catch (...) {
        return note_exception(nullptr);
    }
}

/// Sets `*def` to the result of `make`. Refuses a `size` other than that of the struct in this library.
template <typename Def, typename Make>
fray_error fill_in(Def* def, size_t size, const char* name, Make&& make) noexcept {
    return answer([&] {
        given(def, name);
        if (size != sizeof(Def))
            throw Refused{FRAY_ERROR_BAD_SIZE, std::string("fray_") + name + ": given " + std::to_string(size) +
                                                   " bytes, allowed " + std::to_string(sizeof(Def))};
        Def made = make();
        if constexpr (requires { made.struct_size; }) made.struct_size = sizeof(Def);
        *def = made;
    });
}

/// What a call does with its world, and thus when it is allowed.
enum class Use : uint8_t {
    call,  ///< reads the world or gives it a command
    frame, ///< makes a step, or restores another state of the world
    end,   ///< ends a step that was begun; allowed between step_begin and step_end
    any,   ///< reads or destroys the world; allowed between step_begin and step_end
};

struct Place;

/// Gives a call exclusive access to its world, until the destructor. If the call is refused, `world` is null, and
/// `error` and `text` give the reason.
class Turn {
public:
    Turn(fray_world_id id, Use use) noexcept;
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    OpenWorld* world = nullptr;
    fray_error error = FRAY_OK;
    const char* text = "";

    /// Notes an error of the engine and returns its code.
    fray_error told(Error result) noexcept;
    fray_error told(fray_error noted) noexcept { return noted; }
    /// Notes the exception that is being handled and returns its code.
    fray_error caught() noexcept;
    /// Removes the world from the table and returns it; its id is stale from then on.
    std::unique_ptr<OpenWorld> take();

private:
    void enter(fray_world_id id) noexcept;
    void refuse(fray_error code, const char* why) noexcept;

    Place* place_ = nullptr; ///< the held place in the table; null: none
    Use use_;
};

/// Runs a call that concerns a world. `work(OpenWorld&)` returns an Error, or nothing, or a fray_error that it has
/// already noted. The last is for errors that are too frequent for exceptions.
template <typename Work> fray_error in_world(fray_world_id id, Use use, Work&& work) noexcept {
    Turn turn(id, use);
    if (turn.world == nullptr) return note(turn.error, turn.text, nullptr);
    try {
        if constexpr (std::is_void_v<decltype(work(*turn.world))>) {
            work(*turn.world);
            return FRAY_OK;
        } else {
            return turn.told(work(*turn.world));
        }
    } catch (...) {
        return turn.caught();
    }
}
template <typename Work> fray_error in_world(fray_world_id id, Work&& work) noexcept {
    return in_world(id, Use::call, work);
}

/// While the object lives, this thread counts as running a user state of the world.
class Deciding {
public:
    explicit Deciding(fray_world_id world);
    ~Deciding();
    Deciding(const Deciding&) = delete;
    Deciding& operator=(const Deciding&) = delete;

    static bool is_for(fray_world_id world);

private:
    static const Deciding*& innermost();

    fray_world_id world_;
    const Deciding* outer_; ///< the enclosing mark: a user state may step another world; null: none
};

inline Vec2 vec(fray_vec2 v) { return {v.x, v.y}; }
inline fray_vec2 vec(Vec2 v) { return {v.x, v.y}; }
inline AgentId agent(fray_agent_id id) { return {id.index, id.generation}; }
inline fray_agent_id agent(AgentId id) { return {id.index, id.generation}; }
inline SquadId squad(fray_squad_id id) { return {id.value}; }
inline fray_squad_id squad(SquadId id) { return {id.value}; }

/// Converts a number to a single-byte enum. A number that does not fit becomes 255, which is not a value of any enum
/// of fray.
template <typename Enum> Enum narrowed(int32_t value) {
    static_assert(sizeof(Enum) == 1);
    return static_cast<Enum>(value >= 0 && value < 255 ? value : 255);
}

} // namespace fray::c
