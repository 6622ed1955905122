// The table of all worlds. Its size is fixed, so that a call finds its world without a lock. It is never destroyed. So
// a world that the host did not destroy stays intact at the end of the program.
#include "api.h"
#include "defs.h"

#include <atomic>
#include <utility>

namespace fray::c {

struct Place {
    enum : uint32_t { idle, in_call, in_frame };

    std::atomic<uint32_t> use = idle; ///< a thread that changes it from `idle` may use the place alone
    std::atomic<uint32_t> generation = 1;
    std::atomic<OpenWorld*> world = nullptr;
};

namespace {

constinit Place places[FRAY_MAX_WORLDS];
constinit std::atomic<int> world_count = 0;

void settle_in(OpenWorld& world) {
    for (uint32_t i = 0; i < FRAY_MAX_WORLDS; ++i) {
        Place& place = places[i];
        uint32_t idle = Place::idle;
        if (place.world != nullptr || !place.use.compare_exchange_strong(idle, Place::in_call)) continue;
        if (place.world == nullptr) {
            world.id = {i, place.generation};
            place.world = &world;
            ++world_count;
            place.use = Place::idle;
            return;
        }
        place.use = Place::idle;
    }
    throw Refused{FRAY_ERROR_FULL, "worlds: at most " + std::to_string(FRAY_MAX_WORLDS)};
}

bool same(fray_world_id a, fray_world_id b) { return a.index == b.index && a.generation == b.generation; }

} // namespace

const Deciding*& Deciding::innermost() {
    thread_local const Deciding* deciding = nullptr;
    return deciding;
}
Deciding::Deciding(fray_world_id world) : world_(world), outer_(std::exchange(innermost(), this)) {}
Deciding::~Deciding() { innermost() = outer_; }
bool Deciding::is_for(fray_world_id world) {
    const Deciding* d = innermost();
    while (d != nullptr && !same(d->world_, world)) d = d->outer_;
    return d != nullptr;
}

OpenWorld::OpenWorld(const fray_world_def& def)
    : jobs(make_jobs(def.jobs, def.threads, def.pin, def.host_jobs)), ranks(make_communicator(def.communicator)),
      profiler(def.profiler), world(value_of(World::create(world_def(def, jobs.get(), ranks.get(), &profiler)))) {}

// ---- Access to a world ----------------------------------------------------------------------------------------------

Turn::Turn(fray_world_id id, Use use) noexcept : use_(use) { enter(id); }

void Turn::enter(fray_world_id id) noexcept {
    constexpr const char* stale = "world: null, destroyed, or never made by fray_create_world";
    if (id.index >= FRAY_MAX_WORLDS || id.generation == 0 || places[id.index].generation != id.generation)
        return refuse(FRAY_ERROR_STALE_WORLD, stale);
    if (Deciding::is_for(id))
        return refuse(FRAY_ERROR_STEPPING, "called from a user state, in which only its writer may be used");
    Place& place = places[id.index];
    uint32_t present = Place::idle;
    const uint32_t mine = use_ == Use::frame || use_ == Use::end ? Place::in_frame : Place::in_call;
    if (!place.use.compare_exchange_strong(present, mine))
        return present == Place::in_frame ? refuse(FRAY_ERROR_STEPPING, "called during a step of this world")
                                          : refuse(FRAY_ERROR_BUSY, "another call to this world is under way");
    place_ = &place;
    OpenWorld* const found = place.world;
    if (place.generation != id.generation || found == nullptr) return refuse(FRAY_ERROR_STALE_WORLD, stale);
    if (found->begun && use_ != Use::end && use_ != Use::any)
        return refuse(FRAY_ERROR_STEPPING, "called between step_begin and step_end: only step_end is allowed");
    world = found;
}

Turn::~Turn() {
    if (place_ != nullptr) place_->use = Place::idle;
}

void Turn::refuse(fray_error code, const char* why) noexcept { error = code, text = why; }

fray_error Turn::told(Error result) noexcept {
    return result == Error::ok ? FRAY_OK : note(code_of(result), world->world.error_text(), world);
}

fray_error Turn::caught() noexcept {
    try {
        throw;
    } catch (const Refused& refused) {
        return note(refused.error, refused.text, world);
    } catch (...) {
        return note_exception(world);
    }
}

std::unique_ptr<OpenWorld> Turn::take() {
    std::unique_ptr<OpenWorld> taken(world);
    place_->world = nullptr;
    if (++place_->generation == 0) ++place_->generation;
    --world_count;
    return taken;
}

} // namespace fray::c

using namespace fray::c;

fray_version_number fray_version(void) { return {FRAY_VERSION_MAJOR, FRAY_VERSION_MINOR, FRAY_VERSION_PATCH}; }

fray_error fray_create_world(const fray_world_def* def, fray_world_id* out) {
    return answer([&] {
        given(out, "out") = {};
        auto world = std::make_unique<OpenWorld>(initialised(def, "world_def"));
        settle_in(*world);
        *out = world.release()->id;
    });
}

fray_error fray_destroy_world(fray_world_id world) {
    // `taken` is destroyed after `turn` has freed the place, because its destructor may end a step, which calls the
    // host.
    std::unique_ptr<OpenWorld> taken;
    Turn turn(world, Use::any);
    if (turn.world == nullptr) return note(turn.error, turn.text, nullptr);
    taken = turn.take();
    return FRAY_OK;
}

bool fray_world_is_valid(fray_world_id world) {
    return world.index < FRAY_MAX_WORLDS && world.generation != 0 &&
           places[world.index].generation == world.generation && places[world.index].world != nullptr;
}

int fray_world_count(void) { return world_count; }
