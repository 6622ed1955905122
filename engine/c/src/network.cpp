// Packets for clients that draw a battle: the world's broadcast, and replicas.
#include "conversions.h"
#include "handles.h"
#include "layouts.h"

#include <span>
#include <utility>

namespace fray::c {
namespace {

Broadcast& broadcast_of(OpenWorld& w) {
    if (!w.broadcast) throw Refused{FRAY_ERROR_UNKNOWN, "broadcast: fray_world_broadcast was not called"};
    return *w.broadcast;
}

ClientDef client_def(const fray_client_def* def) { return from_c(given(def, "client_def")); }

Handles<Replica, fray_replica_id>& replicas() {
    static auto& all = *new Handles<Replica, fray_replica_id>("replica", FRAY_ERROR_STALE_REPLICA, FRAY_MAX_REPLICAS);
    return all;
}

} // namespace
} // namespace fray::c

using namespace fray::c;

fray_error fray_world_broadcast(fray_world_id world, int history) {
    return in_world(world, [&](OpenWorld& w) {
        std::optional<fray::Broadcast> next;
        if (history != 0) next = value_of(fray::Broadcast::create(w.world, {.history = history}));
        w.broadcast = std::move(next);
    });
}

fray_error fray_world_capture(fray_world_id world) {
    return in_world(world, [&](OpenWorld& w) { value_of(broadcast_of(w).capture()); });
}

fray_error fray_world_add_client(fray_world_id world, const fray_client_def* def, uint32_t* out) {
    return in_world(world, [&](OpenWorld& w) {
        given(out, "out") = 0;
        *out = value_of(broadcast_of(w).add_client(client_def(def))).value;
    });
}

fray_error fray_world_set_client(fray_world_id world, uint32_t client, const fray_client_def* def) {
    return in_world(world, [&](OpenWorld& w) {
        const fray::ClientDef made = client_def(def);
        value_of(broadcast_of(w).set_client({client}, made));
    });
}

fray_error fray_world_remove_client(fray_world_id world, uint32_t client) {
    return in_world(world, [&](OpenWorld& w) { value_of(broadcast_of(w).remove_client({client})); });
}

fray_error fray_world_acknowledge(fray_world_id world, uint32_t client, uint64_t receipt) {
    return in_world(world, [&](OpenWorld& w) { value_of(broadcast_of(w).acknowledge({client}, receipt)); });
}

fray_error fray_world_forget_client(fray_world_id world, uint32_t client) {
    return in_world(world, [&](OpenWorld& w) { value_of(broadcast_of(w).forget({client})); });
}

fray_error fray_world_write_packet(fray_world_id world, uint32_t client, void* buffer, size_t capacity, size_t* size) {
    return in_world(world, [&](OpenWorld& w) {
        given(size, "size") = 0;
        value_of(broadcast_of(w).write({client}, &w.packet));
        copy_bytes("packet", w.packet, buffer, capacity, size);
    });
}

fray_error fray_create_replica(const fray_replica_def* def, fray_replica_id* out) {
    return answer([&] {
        given(out, "out") = {0, 0};
        const auto made = def != nullptr ? from_c(*def) : fray::ReplicaDef{};
        *out = replicas().add(std::make_shared<fray::Replica>(value_of(fray::Replica::create(made))));
    });
}

fray_error fray_destroy_replica(fray_replica_id replica) {
    return answer([&] { replicas().remove(replica); });
}

fray_error fray_replica_read(fray_replica_id replica, const void* packet, size_t size, bool* out) {
    return answer([&] {
        given(out, "out") = false;
        const auto* const bytes = static_cast<const std::byte*>(given(packet, size, "packet"));
        *out = value_of(replicas().find(replica)->read({bytes, size}));
    });
}

fray_error fray_replica_receipt(fray_replica_id replica, uint64_t* out) {
    return answer([&] {
        given(out, "out") = 0;
        *out = replicas().find(replica)->receipt();
    });
}

fray_error fray_replica_frame(fray_replica_id replica, uint64_t* out) {
    return answer([&] {
        given(out, "out") = 0;
        *out = replicas().find(replica)->frame();
    });
}

fray_error fray_replica_time(fray_replica_id replica, double* out) {
    return answer([&] {
        given(out, "out") = 0.0;
        *out = replicas().find(replica)->time();
    });
}

fray_error fray_replica_agents(fray_replica_id replica, fray_replica_agent* out, size_t capacity, size_t* count) {
    return answer([&] {
        given(count, "count") = 0;
        const std::shared_ptr<fray::Replica> known = replicas().find(replica);
        copy_list("agents", known->agents(), out, capacity, count,
                  [](const fray::ReplicaAgent& agent) { return *seen_as<fray_replica_agent>(std::span(&agent, 1)); });
    });
}
