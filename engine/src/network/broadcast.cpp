#include "network/packet.h"

#include "as_result.h"
#include "float_mode.h"
#include "storage/rules_math.h"
#include "storage/text.h"
#include "world/world_impl.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>

namespace fray {

using namespace network;

namespace {

constexpr float keeps_beyond = 1.1f;      ///< of `far_radius`: so an agent at the edge does not come and go
constexpr float least_packing = 0.25f;    ///< of entries, so that the estimate of a few does not mislead
constexpr float urgency_of_events = 4.0f; ///< of an agent with another state, attack, health or kind
constexpr float urgency_if_shown = 16.0f; ///< of a newcomer that an earlier packet has shown
constexpr float most_far = 40'000.0f;

[[noreturn]] void refuse(Error error, const std::string& text) { throw BadResult(Failure{error, text}); }

void check(const ClientDef& def) {
    const FloatMode float_mode;
    const auto out_of_range = [](const char* field, auto given, const std::string& allowed) {
        refuse(Error::out_of_range, text("client: ", field, ": given ", given, ", allowed ") + allowed);
    };
    if (!std::isfinite(def.at.x) || !std::isfinite(def.at.y))
        refuse(Error::not_finite, text("client: at: given (", def.at.x, ", ", def.at.y, ")"));
    if (std::max(std::abs(def.at.x), std::abs(def.at.y)) > world_extent)
        refuse(Error::out_of_range,
               text("client: at: given (", def.at.x, ", ", def.at.y, "), allowed within ", world_extent));
    if (!(def.far_radius > 0.0f && def.far_radius <= most_far))
        out_of_range("far_radius", def.far_radius, text("more than 0, to ", most_far));
    if (!(def.near_radius > 0.0f && def.near_radius <= def.far_radius))
        out_of_range("near_radius", def.near_radius, text("more than 0, to ", def.far_radius));
    if (def.far_interval < 1 || def.far_interval > 64) out_of_range("far_interval", def.far_interval, "1 to 64");
    if (def.max_bytes != 0 && (def.max_bytes < 64 || def.max_bytes > 1'000'000))
        out_of_range("max_bytes", def.max_bytes, "0, 64 to 1000000");
}

int32_t rounded(float metres) { return static_cast<int32_t>(std::lround(metres / network_precision)); }

uint8_t rounded(Vec2 heading) {
    constexpr double turn = 6.283185307179586;
    return static_cast<uint8_t>(std::lround(std::atan2(double{heading.y}, double{heading.x}) / turn * 256.0) & 255);
}

} // namespace

struct Broadcast::Impl {
    struct Attack {
        uint32_t generation = 0;
        int16_t number = -1;
        uint64_t began = 0; ///< ms
    };
    /// What packets have said of an agent. A client shows an agent as the newest packet has it that it has read, and
    /// the server does not know which packets it has read since the base. So a packet must speak of an agent unless all
    /// since the base have said the same.
    struct Told {
        uint64_t last = 0;      ///< frame of the last packet that has spoken of it
        uint64_t otherwise = 0; ///< frame of the last packet that has said something else than is the case now
    };
    struct Client {
        ClientDef def{};
        std::deque<View> sent{}; ///< by ascending frame; with `acknowledged` the first is the base of the next packet
        bool acknowledged = false;
        uint32_t packets = 1;            ///< the number of the next packet
        std::vector<std::byte> packet{}; ///< of the frame of the last view
        std::vector<Told> told{};        ///< by index of the id
        float packing = 1.0f;            ///< bytes of the last entries, of those that were estimated
    };
    /// What a packet can say of an agent.
    struct Entry {
        uint32_t place; ///< in the base, or of a newcomer the index of its id
        Parts parts;
        float urgency;
        float bytes; ///< estimated
        bool taken = true;
    };

    const World& world;
    int history;
    Moment moment{};
    uint32_t epoch = 0;            ///< counts the captures before which the world was restored, and the first
    uint64_t jumps = 0;            ///< WorldImpl::jumps at the last capture
    int64_t us = -1;               ///< world time of the last capture; -1: none yet
    std::vector<Attack> attacks{}; ///< by index of the id
    std::vector<Figure> figures{}; ///< by index of the id; generation 0: there is no agent
    std::vector<uint64_t> since{}; ///< by index of the id: frame since which its figure has been as it is
    std::vector<Figure> spare{};   ///< the memory of the figures before
    bool drawn = false;            ///< `figures` are those of `moment`
    std::map<uint32_t, Client> clients{};
    uint32_t next_client = 1;

    Client& client(ClientId id) {
        const auto found = clients.find(id.value);
        if (found == clients.end()) refuse(Error::unknown, text("client ", id.value, ": there is no such client"));
        return found->second;
    }

    void expect_no_step() const {
        if (impl_of(world).stepping) refuse(Error::stepping, "broadcast: called during a step");
    }

    void capture() {
        expect_no_step();
        const int64_t now = std::llround(world.time() * 1e6);
        const bool jumped = us < 0 || impl_of(world).jumps != jumps;
        if (!jumped && world.frame() == moment.frame) return; // no step since the last capture

        make_room_for_attacks();
        // Nothing below needs memory.
        if (jumped) {
            ++epoch;
            jumps = impl_of(world).jumps;
            attacks.clear();
            figures.clear();
            for (auto& [number, client] : clients) {
                forget(client);
                client.told.clear();
            }
        }
        const auto began = static_cast<uint64_t>(jumped ? now : us) / 1000;
        us = now;
        moment = {world.frame(), static_cast<uint64_t>(now) / 1000};
        note_attacks(began);
        drawn = false;
    }

    void make_room_for_attacks() {
        const Events& events = world.events();
        size_t needed = attacks.size();
        for (const AttackEvent& event : events.attacks) needed = std::max<size_t>(needed, event.agent.id.index + 1);
        for (const AttackEndEvent& event : events.attack_ends)
            needed = std::max<size_t>(needed, event.agent.id.index + 1);
        attacks.resize(needed);
    }

    /// Attacks end and begin in the order of the events.
    void note_attacks(uint64_t began) {
        const Events& events = world.events();
        size_t end = 0;
        const auto end_until = [&](uint32_t sequence) {
            for (; end < events.attack_ends.size() && events.attack_ends[end].sequence < sequence; ++end)
                attack_of(events.attack_ends[end].agent.id) = {};
        };
        for (const AttackEvent& event : events.attacks) {
            end_until(event.sequence);
            attack_of(event.agent.id) = {event.agent.id.generation, event.attack, began};
        }
        end_until(UINT32_MAX);
    }
    Attack& attack_of(AgentId agent) {
        if (attacks.size() <= agent.index) attacks.resize(agent.index + 1);
        return attacks[agent.index];
    }

    void draw() {
        if (drawn) return;
        if (world.frame() != moment.frame || impl_of(world).jumps != jumps)
            refuse(Error::out_of_range, "write: the world has changed since the last capture; call capture first");
        std::vector<Figure>& now = spare;
        now.clear();
        const auto ids = world.ids();
        for (size_t row = 0; row < ids.size(); ++row) {
            const AgentId id = ids[row];
            if (now.size() <= id.index) now.resize(id.index + 1);
            Figure& figure = now[id.index];
            figure = {.index = id.index, .generation = id.generation, .frame = moment.frame};
            figure.x = rounded(world.positions()[row].x);
            figure.y = rounded(world.positions()[row].y);
            figure.heading = rounded(world.headings()[row]);
            figure.state = world.states()[row];
            figure.archetype = world.archetypes()[row];
            figure.team = world.teams()[row];
            figure.floor = world.floors()[row];
            figure.health = share(world.healths()[row], world.archetype(figure.archetype).body.health);
            if (id.index >= attacks.size() || attacks[id.index].generation != id.generation) continue;
            figure.attack = attacks[id.index].number;
            figure.began = figure.attack >= 0 ? attacks[id.index].began : 0;
        }
        since.resize(std::max(since.size(), now.size()));
        // Nothing below needs memory.
        for (size_t i = 0; i < now.size(); ++i) {
            const bool same =
                i < figures.size() && figures[i].generation == now[i].generation && difference(figures[i], now[i]) == 0;
            if (!same) since[i] = moment.frame;
        }
        figures.swap(spare);
        drawn = true;
    }

    static uint8_t share(float health, float full) {
        if (health <= 0.0f) return 0;
        if (full == unlimited_health || health >= full) return 255;
        return static_cast<uint8_t>(std::max<long>(1, std::lround(health / full * 255.0f)));
    }

    static void forget(Client& client) {
        client.sent.clear();
        client.packet.clear();
        client.acknowledged = false;
    }

    void acknowledge(Client& client, uint64_t receipt) const {
        const uint64_t own = receipt_of(epoch, moment.frame);
        if (receipt > own)
            refuse(Error::unknown, text("acknowledge: given receipt ", receipt, ", allowed up to ", own));
        if (receipt >> frame_bits != own >> frame_bits) return; // from before the world went back in time
        const uint64_t frame = receipt & most_frame;
        if (client.acknowledged && frame <= client.sent.front().frame) return;
        const auto found =
            std::find_if(client.sent.begin(), client.sent.end(), [&](const View& view) { return view.frame == frame; });
        if (found == client.sent.end()) return; // it came too late
        client.sent.erase(client.sent.begin(), found);
        client.acknowledged = true;
    }

    void write(Client& client, std::vector<std::byte>& out) {
        expect_no_step();
        if (us < 0) refuse(Error::out_of_range, "write: nothing was captured yet");
        if (client.packet.empty() || client.sent.back().frame != moment.frame) make(client);
        out = client.packet;
    }

    /// Makes the next packet. Without memory the client stays as it is.
    void make(Client& client) {
        draw();
        static const View nothing;
        const View& base = client.acknowledged ? client.sent.front() : nothing;

        std::vector<std::byte> packet;
        PacketWriter writer(packet);
        writer.byte(magic);
        writer.byte(version);
        writer.number(epoch);
        writer.number(moment.frame);
        writer.number(client.acknowledged ? moment.frame - base.frame : 0);
        writer.number(static_cast<uint64_t>(us) - base.us);
        if (!client.acknowledged) writer.number(static_cast<uint64_t>(history));

        note_changes(client);
        std::vector<Entry> changed, added;
        look_at(client, base, changed);
        look_for_newcomers(client, base, added);
        float packing = client.packing;
        View view = client.def.max_bytes == 0 ? write_entries(packet, base, changed, added)
                                              : write_what_fits(client, packet, base, changed, added, &packing);
        close_packet(packet);
        client.sent.push_back(std::move(view));
        // Nothing below needs memory.
        for (const Figure& figure : client.sent.back().figures)
            if (figure.frame == moment.frame) client.told[figure.index].last = moment.frame;
        client.packet.swap(packet);
        client.packing = packing;
        ++client.packets;
        const size_t most = static_cast<size_t>(history);
        if (client.sent.size() <= most) return;
        client.sent.pop_front();
        client.acknowledged = false;
    }

    void note_changes(Client& client) const {
        client.told.resize(std::max(client.told.size(), figures.size()));
        for (size_t i = 0; i < figures.size(); ++i)
            if (client.told[i].last < since[i]) client.told[i].otherwise = client.told[i].last;
    }

    float distance(const Client& client, const Figure& figure) const {
        return std::hypot(static_cast<float>(figure.x) * network_precision - client.def.at.x,
                          static_cast<float>(figure.y) * network_precision - client.def.at.y);
    }
    /// Is it the turn of an agent at this distance? Of each `far_interval` packets an agent far away is in one, and not
    /// always in the same, so that it does not depend on which packets a client acknowledges.
    static bool has_turn(const Client& client, float distance, uint32_t index) {
        if (distance <= client.def.near_radius) return true;
        const auto every = static_cast<uint32_t>(client.def.far_interval);
        const uint64_t turn = mix_bits((uint64_t{client.packets / every} << 32) | index);
        return turn % every == client.packets % every;
    }

    /// An estimate of the bytes of these parts, for a client with small packets.
    float size_of(const Client& client, Parts parts, const Figure& before, Figure now) const {
        if (client.def.max_bytes == 0) return 0.0f;
        static Models models; // of no effect
        Measure measure;
        code(measure, models, parts, moment, before, now);
        return static_cast<float>(measure.bits() + 8) / 8.0f;
    }

    /// What has become of the agents that the client knows.
    void look_at(const Client& client, const View& base, std::vector<Entry>& changed) const {
        for (uint32_t place = 0; place < base.figures.size(); ++place) {
            const Figure& before = base.figures[place];
            const Figure* const now = before.index < figures.size() ? &figures[before.index] : nullptr;
            const bool there = now != nullptr && now->generation == before.generation;
            const float away = there ? distance(client, *now) : 0.0f;
            if (!there || away > client.def.far_radius * keeps_beyond) {
                changed.push_back({place, gone, std::numeric_limits<float>::infinity(), 1.0f});
                continue;
            }
            const Told& told = client.told[before.index];
            const Parts parts = difference(before, *now);
            if ((parts == 0 && told.otherwise <= before.frame) || !has_turn(client, away, before.index)) continue;
            const bool event = (parts & ~(part_place | part_heading)) != 0;
            const float urgency = static_cast<float>(moment.frame - std::max(told.last, before.frame)) *
                                  (client.def.near_radius / std::max(away, client.def.near_radius)) *
                                  (event ? urgency_of_events : 1.0f);
            changed.push_back({place, parts, urgency, size_of(client, parts, before, *now)});
        }
    }

    /// Agents that have come into view.
    void look_for_newcomers(const Client& client, const View& base, std::vector<Entry>& added) const {
        size_t in_base = 0;
        const float far = client.def.far_radius / network_precision;
        const float at_x = client.def.at.x / network_precision, at_y = client.def.at.y / network_precision;
        for (const Figure& now : figures) {
            const float x = static_cast<float>(now.x) - at_x, y = static_cast<float>(now.y) - at_y;
            if (now.generation == 0 || x * x + y * y > far * far) continue;
            while (in_base < base.figures.size() && base.figures[in_base].index < now.index) ++in_base;
            if (in_base < base.figures.size() && base.figures[in_base].index == now.index &&
                base.figures[in_base].generation == now.generation)
                continue;
            // A newcomer that the client may show already would vanish if it were left out.
            const float urgency = (client.told[now.index].last > base.frame ? urgency_if_shown : 1.0f) *
                                  (client.def.near_radius / std::max(distance(client, now), client.def.near_radius));
            added.push_back({now.index, all_parts, urgency, size_of(client, all_parts, {}, now)});
        }
    }

    /// Writes the most urgent entries that fit into the packets of this client. What leaves the view is always written.
    /// `packing`: see Client.
    View write_what_fits(const Client& client, std::vector<std::byte>& packet, const View& base,
                         std::vector<Entry>& changed, std::vector<Entry>& added, float* packing) const {
        const size_t head = packet.size();
        const auto room = static_cast<float>(client.def.max_bytes) - static_cast<float>(head + checksum_size);
        const std::vector<Entry*> first = by_urgency(changed), then = by_urgency(added);
        for (;; *packing *= 1.1f) { // as long as entries take more than estimated
            const float estimated = choose(first, then, room / *packing);
            packet.resize(head);
            View view = write_entries(packet, base, changed, added);
            const auto written = static_cast<float>(packet.size() - head);
            if (written > room && estimated > 0.0f) continue;
            if (estimated > room / 2.0f) *packing = std::max(written / estimated, least_packing);
            return view;
        }
    }
    static std::vector<Entry*> by_urgency(std::vector<Entry>& entries) {
        std::vector<Entry*> all;
        for (Entry& entry : entries) all.push_back(&entry);
        std::stable_sort(all.begin(), all.end(),
                         [](const Entry* a, const Entry* b) { return a->urgency > b->urgency; });
        return all;
    }
    /// Takes the most urgent entries of at most so many bytes. Changes of agents that the client knows take half of
    /// them at least, if there are so many; else a crowd that comes into view would push them out. Returns the bytes of
    /// those that could have been left out.
    static float choose(const std::vector<Entry*>& changed, const std::vector<Entry*>& added, float bytes) {
        float left = bytes;
        size_t leaving = 0;
        for (; leaving < changed.size() && changed[leaving]->parts == gone; ++leaving) left -= changed[leaving]->bytes;
        const float before = left;
        const size_t half = take(changed, leaving, left, left / 2);
        leave(added, take(added, 0, left, 0.0f));
        leave(changed, take(changed, half, left, 0.0f));
        return before - left;
    }
    /// Takes entries from `begin` on, until `left` would fall below `least`. Returns the end of those taken.
    static size_t take(const std::vector<Entry*>& entries, size_t begin, float& left, float least) {
        size_t i = begin;
        for (; i < entries.size() && left - entries[i]->bytes >= least; ++i) {
            entries[i]->taken = true;
            left -= entries[i]->bytes;
        }
        return i;
    }
    static void leave(const std::vector<Entry*>& entries, size_t begin) {
        for (size_t i = begin; i < entries.size(); ++i) entries[i]->taken = false;
    }

    /// Writes the entries that are taken, and returns the view that they make of the base.
    View write_entries(std::vector<std::byte>& packet, const View& base, const std::vector<Entry>& changed,
                       const std::vector<Entry>& added) const {
        View view;
        view.frame = moment.frame;
        view.us = static_cast<uint64_t>(us);
        Encoder encoder(packet);
        write_changed(encoder, base, changed, view);
        write_added(encoder, added, view);
        encoder.finish();
        std::sort(view.figures.begin(), view.figures.end(),
                  [](const Figure& a, const Figure& b) { return a.index < b.index; });
        return view;
    }

    static size_t count_taken(const std::vector<Entry>& entries) {
        return static_cast<size_t>(
            std::count_if(entries.begin(), entries.end(), [](const Entry& entry) { return entry.taken; }));
    }

    void write_changed(Encoder& encoder, const View& base, const std::vector<Entry>& changed, View& view) const {
        Models models;
        encoder.number(models.count, count_taken(changed), base.figures.size());
        uint32_t next = 0;
        const auto copy_until = [&](uint32_t place) {
            view.figures.insert(view.figures.end(), base.figures.begin() + next, base.figures.begin() + place);
        };
        for (const Entry& entry : changed) {
            if (!entry.taken) continue;
            copy_until(entry.place);
            encoder.number(models.gap, entry.place - next, base.figures.size());
            next = entry.place + 1;
            encoder.symbol(models.parts, entry.parts);
            if (entry.parts == gone) continue;
            const Figure& before = base.figures[entry.place];
            view.figures.push_back(figures[before.index]);
            code(encoder, models, entry.parts, moment, before, view.figures.back());
        }
        copy_until(static_cast<uint32_t>(base.figures.size()));
    }

    void write_added(Encoder& encoder, const std::vector<Entry>& added, View& view) const {
        Models models;
        encoder.number(models.count, count_taken(added), UINT32_MAX);
        Figure before; // so that places are written as the distance from the newcomer before
        uint32_t next = 0;
        for (const Entry& entry : added) {
            if (!entry.taken) continue;
            view.figures.push_back(figures[entry.place]);
            Figure& now = view.figures.back();
            encoder.number(models.gap, now.index - next, UINT32_MAX);
            next = now.index + 1;
            encoder.number(models.generation, now.generation, UINT32_MAX);
            code(encoder, models, all_parts, moment, before, now);
            before = now;
        }
    }
};

Broadcast::Broadcast(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Broadcast::~Broadcast() = default;
Broadcast::Broadcast(Broadcast&&) noexcept = default;
Broadcast& Broadcast::operator=(Broadcast&&) noexcept = default;

Result<Broadcast> Broadcast::create(const World& world, const BroadcastDef& def) {
    return as_result([&] {
        if (def.history < 2 || def.history > most_history)
            refuse(Error::out_of_range, text("broadcast: history: given ", def.history, ", allowed 2 to 1024"));
        const EventMask needed = event_bit(EventType::attack) | event_bit(EventType::attack_end);
        if ((world.event_mask() & needed) != needed)
            refuse(Error::out_of_range, "broadcast: the world does not record the events attack and attack_end");
        return Broadcast(std::unique_ptr<Impl>(new Impl{.world = world, .history = def.history}));
    });
}

Result<void> Broadcast::capture() {
    return as_result([&] { impl_->capture(); });
}

Result<ClientId> Broadcast::add_client(const ClientDef& def) {
    return as_result([&] {
        check(def);
        const ClientId id = {impl_->next_client};
        impl_->clients[id.value].def = def;
        ++impl_->next_client;
        return id;
    });
}

Result<void> Broadcast::set_client(ClientId client, const ClientDef& def) {
    return as_result([&] {
        check(def);
        impl_->client(client).def = def;
    });
}

Result<void> Broadcast::remove_client(ClientId client) {
    return as_result([&] {
        impl_->client(client);
        impl_->clients.erase(client.value);
    });
}

Result<void> Broadcast::acknowledge(ClientId client, uint64_t receipt) {
    return as_result([&] { impl_->acknowledge(impl_->client(client), receipt); });
}

Result<void> Broadcast::forget(ClientId client) {
    return as_result([&] { Impl::forget(impl_->client(client)); });
}

Result<void> Broadcast::write(ClientId client, std::vector<std::byte>* packet) {
    return as_result([&] { impl_->write(impl_->client(client), *packet); });
}

} // namespace fray
