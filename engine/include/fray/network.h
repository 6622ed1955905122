// Network: what clients need to draw a battle that runs on a server, in small packets. A Broadcast on the server writes
// packets, a Replica on the client reads them. How packets travel is the host's: they may be lost, come twice or come
// in another order.
//
// A packet holds what has changed since the newest frame that the client has acknowledged: where agents are, which way
// they look, their states, attacks and healths, rounded to what an eye can see. A client is sent the agents near its
// point of view: near agents more often, and the most urgent first if packets have a size limit. The format is
// described in engine/docs/formats.md.
//
// Threads: a Broadcast and its world may be used by one thread at a time, a Replica by one thread at a time.
#pragma once

#include "fray/begin_header.h"

#include "fray/api.h"
#include "fray/result.h"
#include "fray/states.h"
#include "fray/world.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace fray {

/// m: positions in packets are multiples of this.
inline constexpr float network_precision = 1.0f / 64.0f;

/// How a Broadcast works.
struct BroadcastDef {
    /// Packets that are remembered for each client, 2 to 1024, with 48 bytes for each agent in view. A client that
    /// acknowledges none of the last so many packets is sent a whole packet.
    int history = 64;
};

/// What a client is sent.
struct ClientDef {
    Vec2 at{};                 ///< m: the point of view, within world_extent
    float near_radius = 60.0f; ///< m, > 0 to `far_radius`: agents within it are in every packet
    float far_radius = 200.0f; ///< m, to 40 000: agents beyond it are not sent, and are removed beyond 1.1 times that
    int far_interval = 4;      ///< 1 to 64: an agent farther away than `near_radius` is in one of n packets
    int max_bytes = 0;         ///< size of a packet, 64 to 1e6; 0: no limit. What leaves the view may exceed it
};

/// A client of a Broadcast. Numbers are never used again.
struct ClientId {
    uint32_t value = 0; ///< 0: null
    explicit operator bool() const { return value != 0; }
    friend bool operator==(const ClientId&, const ClientId&) = default;
};

/// The server's side. Clients of an earlier Broadcast need a new Replica. The world must outlive its Broadcast, must
/// not be moved meanwhile, and must record the events `attack` and `attack_end`.
class FRAY_API Broadcast {
public:
    /// Makes a Broadcast. `out_of_range`: a field of `def` is not allowed, or the world does not record the events.
    static Result<Broadcast> create(const World& world, const BroadcastDef& def = {});
    ~Broadcast();
    Broadcast(Broadcast&&) noexcept;
    Broadcast& operator=(Broadcast&&) noexcept;

    /// Notes the attacks of the last step. Call it after every step, or `advance`, even if no packet is due. If a
    /// snapshot or an image was restored, clients are sent whole packets, and attacks that have begun already are not
    /// shown. `stepping`: a step runs.
    Result<void> capture();

    /// Adds a client. `out_of_range`, `not_finite`: a field of `def` is not allowed.
    Result<ClientId> add_client(const ClientDef& def);
    /// Changes what a client is sent. `unknown`: there is no such client. Other errors as for `add_client`.
    Result<void> set_client(ClientId client, const ClientDef& def);
    /// Removes a client. `unknown`: there is no such client.
    Result<void> remove_client(ClientId client);
    /// The client has sent back what it has read (Replica::receipt). What comes late has no effect, nor has a receipt
    /// without a packet. `unknown`: there is no such client, or the receipt is of a later frame than the last captured.
    Result<void> acknowledge(ClientId client, uint64_t receipt);
    /// The next packet of the client is whole, for a client that has begun anew. `unknown`: there is no such client.
    Result<void> forget(ClientId client);

    /// Writes a packet of the last captured frame; a second call gives the same packet. Overwrites `*packet`. The first
    /// call after a capture reads the world. Later calls, for any client, write the captured frame even if the world
    /// has changed since. `unknown`: there is no such client. `out_of_range`: nothing was captured yet, or the world
    /// has changed between the capture and the first call. `stepping`: a step runs.
    Result<void> write(ClientId client, std::vector<std::byte>* packet);

private:
    struct Impl;
    explicit Broadcast(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

/// What a Replica accepts.
struct ReplicaDef {
    /// Agents in view, 1 to 1 000 000. A server that sends more is refused, so that it cannot fill the memory: all
    /// views together hold at most 64 times that, with 48 bytes for each agent.
    int max_agents = 32'768;
};

/// An agent as a client sees it.
struct ReplicaAgent {
    AgentId id{};
    Vec2 position{};             ///< m, a multiple of network_precision
    Vec2 heading = {1.0f, 0.0f}; ///< a unit vector, one of 256 directions
    float health = 1.0f;         ///< share of its full health, 0 to 1 in steps of 1/255; 0: it is dead
    float attack_time = 0.0f;    ///< s since its attack began, at the time of the newest packet
    int16_t attack = -1;         ///< number of the attack that it carries out, in its attack table; -1: none
    int16_t floor = 0;
    ArchetypeIndex archetype = 0;
    TeamIndex team = 0;
    AgentState state = AgentState::idle;
    uint64_t frame = 0; ///< of the packet that last told of a change

    friend bool operator==(const ReplicaAgent&, const ReplicaAgent&) = default;
};

/// The client's side. It needs no world, but the same definitions as the server, to know what archetypes, attacks and
/// states are.
class FRAY_API Replica {
public:
    Replica(); ///< with the defaults of ReplicaDef
    /// Makes a replica. `out_of_range`: a field of `def` is not allowed.
    static Result<Replica> create(const ReplicaDef& def);
    ~Replica();
    Replica(Replica&&) noexcept;
    Replica& operator=(Replica&&) noexcept;

    /// Reads a packet. False: a newer packet was read before, so this packet has no effect. `bad_packet`: not a packet,
    /// of another version, or damaged. `unknown`: the packet builds on a frame that this client does not have (any
    /// more); the server should `forget` what it knows of the client. `full`: it shows more agents than
    /// `ReplicaDef::max_agents`. After an error nothing has changed.
    Result<bool> read(std::span<const std::byte> packet);

    uint64_t
    receipt() const;        ///< of the newest packet, to be sent back for `Broadcast::acknowledge`; 0 before the first
    uint64_t frame() const; ///< of the newest packet; 0 before the first
    double time() const;    ///< world time of the newest packet, s
    /// The agents, by ascending index of their ids. Valid until the next `read`.
    std::span<const ReplicaAgent> agents() const;
    const ReplicaAgent* find(AgentId agent) const; ///< null: it is not in view. Valid until the next `read`

private:
    struct Impl;
    explicit Replica(const ReplicaDef& def);

    std::unique_ptr<Impl> impl_;
};

} // namespace fray

#include "fray/end_header.h"
