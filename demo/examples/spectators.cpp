// A server that sends a battle to clients over a network that loses a tenth of all packets and delivers the others a
// tenth of a second late. One client watches the whole field, the other plays: it is sent what is near it, in packets
// of 1200 bytes at most. Exits with 1 if a client does not see the battle.
#include "must.h"

#include "fray/network.h"

#include <cmath>
#include <cstring>
#include <deque>
#include <random>

namespace {

constexpr int frames = 900, send_every = 2, delay = 3; // of packets: 0.1 s

/// One direction of the network.
struct Link {
    std::deque<std::vector<std::byte>> under_way;
    std::mt19937 dice{1};

    /// Sends a message. Returns the message that arrives now; empty: none does.
    std::vector<std::byte> exchange(std::vector<std::byte> message) {
        under_way.push_back(dice() % 10 == 0 ? std::vector<std::byte>{} : std::move(message));
        if (under_way.size() <= delay) return {};
        std::vector<std::byte> arrived = std::move(under_way.front());
        under_way.pop_front();
        return arrived;
    }
};

struct Client {
    const char* name;
    fray::ClientDef def;
    fray::ClientId id{};
    fray::Replica replica{};
    Link down{}, up{};
    size_t bytes = 0;
};

void fill(fray::World& world) {
    fray::ArchetypeDef soldier;
    soldier.name = "soldier";
    soldier.perception.alert_radius = 60.0f;
    soldier.attacks = {{.name = "swing", .weight = 3, .damage = 10}};
    must(world.add_archetype(soldier), world);
    must(world.add_team("red"), world);
    must(world.add_team("blue"), world);
    for (int i = 0; i < 2000; ++i) {
        const float file = static_cast<float>(i / 2 % 50) * 2.0f, rank = static_cast<float>(i / 100) * 2.0f + 5.0f;
        must(world.spawn(
                 {.team = static_cast<fray::TeamIndex>(i % 2), .position = {i % 2 == 0 ? -rank : rank, file - 50.0f}}),
             world);
    }
}

/// Sends a client its packet, and the server what the client has read.
void serve(fray::Broadcast& broadcast, Client& client) {
    std::vector<std::byte> packet;
    broadcast.write(client.id, &packet).value();
    client.bytes += packet.size();
    const auto arrived = client.down.exchange(std::move(packet));
    if (!arrived.empty()) client.replica.read(arrived).value();

    const uint64_t read = client.replica.receipt();
    std::vector<std::byte> answer(sizeof read);
    std::memcpy(answer.data(), &read, sizeof read);
    const auto heard = client.up.exchange(answer);
    uint64_t acknowledged = 0;
    if (!heard.empty()) std::memcpy(&acknowledged, heard.data(), sizeof acknowledged);
    if (acknowledged != 0) broadcast.acknowledge(client.id, acknowledged).value();
}

/// The share of the agents near the client that it sees within a metre of where they are now.
double seen_by(const Client& client, const fray::World& world) {
    size_t near_by = 0, seen = 0;
    for (size_t row = 0; row < world.agent_count(); ++row) {
        const fray::Vec2 at = world.positions()[row];
        if (std::hypot(at.x - client.def.at.x, at.y - client.def.at.y) > client.def.near_radius) continue;
        ++near_by;
        const fray::ReplicaAgent* const agent = client.replica.find(world.ids()[row]);
        seen += agent != nullptr && std::hypot(agent->position.x - at.x, agent->position.y - at.y) < 1.0f;
    }
    return near_by == 0 ? 1.0 : static_cast<double>(seen) / static_cast<double>(near_by);
}

} // namespace

int main() {
    fray::World world = fray::World::create({.threads = 2}).value();
    fill(world);
    fray::Broadcast broadcast = fray::Broadcast::create(world).value();
    Client clients[] = {
        {"spectator", {.at = {}, .near_radius = 200.0f}},
        {"player", {.at = {0.0f, 20.0f}, .near_radius = 15.0f, .far_radius = 40.0f, .max_bytes = 1200}}};
    for (Client& client : clients) client.id = broadcast.add_client(client.def).value();

    bool good = true;
    for (int frame = 1; frame <= frames; ++frame) {
        must(world.step(1.0 / 60.0), world);
        broadcast.capture().value(); // after every step
        if (frame % send_every != 0) continue;
        for (Client& client : clients) serve(broadcast, client);
    }
    for (const Client& client : clients) {
        const double seen = seen_by(client, world);
        good &= seen > (client.def.max_bytes == 0 ? 0.98 : 0.75);
        std::printf("%s: %.1f kB/s, %zu agents in view, %.1f %% of those near by where they are\n", client.name,
                    static_cast<double>(client.bytes) / (frames / 60.0) / 1000.0, client.replica.agents().size(),
                    100.0 * seen);
    }
    return good ? 0 : 1;
}
