// Packets for clients that draw a battle: the world's broadcast, and replicas. Replicas are kept in a table that does
// not belong to a world, because clients have none.
#include "api.h"
#include "layouts.h"

#include <cstring>
#include <mutex>
#include <utility>

namespace fray::c {
namespace {

Broadcast& broadcast_of(OpenWorld& w) {
    if (!w.broadcast) throw Refused{FRAY_ERROR_UNKNOWN, "broadcast: fray_world_broadcast was not called"};
    return *w.broadcast;
}

ClientDef client_def(const fray_client_def* given_def) {
    const fray_client_def& def = initialised(given_def, "client_def");
    return {vec(def.at), def.near_radius, def.far_radius, def.far_every, def.max_bytes};
}

struct ReplicaPlace {
    uint32_t generation = 1;
    std::shared_ptr<Replica> replica;
};

struct Replicas {
    std::mutex mutex;
    std::vector<ReplicaPlace> places;
};

/// Never destroyed, because a host may still use a replica when the program ends.
Replicas& replicas() {
    static Replicas& all = *new Replicas;
    return all;
}

ReplicaPlace& place_of(Replicas& all, fray_replica_id id) {
    if (id.index < all.places.size() && all.places[id.index].generation == id.generation &&
        all.places[id.index].replica != nullptr)
        return all.places[id.index];
    throw Refused{FRAY_ERROR_STALE_REPLICA, "replica: null, destroyed, or never made"};
}

std::shared_ptr<Replica> replica_of(fray_replica_id id) {
    Replicas& all = replicas();
    const std::lock_guard lock(all.mutex);
    return place_of(all, id).replica;
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
        *size = w.packet.size();
        if (buffer == nullptr && capacity == 0) return;
        if (capacity < *size)
            throw Refused{FRAY_ERROR_BAD_SIZE, "packet: takes " + std::to_string(*size) + " bytes, given room for " +
                                                   std::to_string(capacity)};
        std::memcpy(given(buffer, capacity, "buffer"), w.packet.data(), *size);
    });
}

fray_error fray_create_replica(fray_replica_id* out) {
    return answer([&] {
        given(out, "out") = {0, 0};
        auto replica = std::make_shared<fray::Replica>();
        Replicas& all = replicas();
        const std::lock_guard lock(all.mutex);
        size_t i = 0;
        while (i < all.places.size() && all.places[i].replica != nullptr) ++i;
        if (i == FRAY_MAX_REPLICAS)
            throw Refused{FRAY_ERROR_FULL, "replicas: at most " + std::to_string(FRAY_MAX_REPLICAS)};
        if (i == all.places.size()) all.places.emplace_back();
        all.places[i].replica = std::move(replica);
        *out = {static_cast<uint32_t>(i), all.places[i].generation};
    });
}

fray_error fray_destroy_replica(fray_replica_id replica) {
    return answer([&] {
        Replicas& all = replicas();
        const std::lock_guard lock(all.mutex);
        ReplicaPlace& place = place_of(all, replica);
        place.replica.reset();
        ++place.generation;
    });
}

fray_error fray_replica_read(fray_replica_id replica, const void* packet, size_t size, bool* out) {
    return answer([&] {
        given(out, "out") = false;
        const auto* const bytes = static_cast<const std::byte*>(given(packet, size, "packet"));
        *out = value_of(replica_of(replica)->read({bytes, size}));
    });
}

fray_error fray_replica_receipt(fray_replica_id replica, uint64_t* out) {
    return answer([&] {
        given(out, "out") = 0;
        *out = replica_of(replica)->receipt();
    });
}

fray_error fray_replica_frame(fray_replica_id replica, uint64_t* out) {
    return answer([&] {
        given(out, "out") = 0;
        *out = replica_of(replica)->frame();
    });
}

fray_error fray_replica_time(fray_replica_id replica, double* out) {
    return answer([&] {
        given(out, "out") = 0.0;
        *out = replica_of(replica)->time();
    });
}

fray_error fray_replica_agents(fray_replica_id replica, fray_replica_agent* out, size_t capacity, size_t* count) {
    return answer([&] {
        given(count, "count") = 0;
        const std::shared_ptr<fray::Replica> known = replica_of(replica);
        const auto agents = known->agents();
        *count = agents.size();
        if (out == nullptr && capacity == 0) return;
        if (capacity < agents.size())
            throw Refused{FRAY_ERROR_BAD_SIZE, "agents: there are " + std::to_string(agents.size()) +
                                                   ", given room for " + std::to_string(capacity)};
        std::copy_n(seen_as<fray_replica_agent>(agents), agents.size(), given(out, capacity, "out"));
    });
}
