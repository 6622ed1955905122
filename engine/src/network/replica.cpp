#include "network/packet.h"

#include "as_result.h"
#include "storage/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace fray {

using namespace network;

namespace {

constexpr size_t most_views = 64; ///< of as many agents as a replica accepts, so that packets cannot fill the memory
constexpr int most_max_agents = 1'000'000;

[[noreturn]] void refuse_packet(Error error, const std::string& text) {
    throw BadResult(Failure{error, "packet: " + text});
}

const std::array<Vec2, 256>& directions() {
    static const std::array<Vec2, 256> all = [] {
        std::array<Vec2, 256> made;
        for (size_t i = 0; i < made.size(); ++i) {
            const double angle = static_cast<double>(i) / 256.0 * 6.283185307179586;
            made[i] = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
        }
        return made;
    }();
    return all;
}

ReplicaAgent shown(const Figure& figure, uint64_t ms) {
    ReplicaAgent agent;
    agent.id = {figure.index, figure.generation};
    agent.position = {static_cast<float>(figure.x) * network_precision,
                      static_cast<float>(figure.y) * network_precision};
    agent.heading = directions()[figure.heading];
    agent.health = static_cast<float>(figure.health) / 255.0f;
    agent.attack = figure.attack;
    agent.attack_time = figure.attack >= 0 ? static_cast<float>(ms - std::min(ms, figure.began)) / 1000.0f : 0.0f;
    agent.floor = figure.floor;
    agent.archetype = figure.archetype;
    agent.team = figure.team;
    agent.state = figure.state;
    agent.frame = figure.frame;
    return agent;
}

} // namespace

struct Replica::Impl {
    ReplicaDef def{};
    std::deque<View> views{}; ///< by ascending frame
    size_t history = 0;       ///< of the server: views on which packets may build
    double time = 0.0;
    std::vector<ReplicaAgent> agents{};

    bool read(std::span<const std::byte> bytes) {
        PacketReader reader(bytes);
        if (reader.byte() != magic) refuse_packet(Error::bad_packet, "byte 0: not a packet");
        if (const uint8_t given = reader.byte(); given != version && reader.fault().empty())
            refuse_packet(Error::bad_packet,
                          text("byte 1: of version ", int{given}, ", this library reads version ", int{version}));
        const std::span<const std::byte> body = opened(bytes);
        if (body.empty()) refuse_packet(Error::bad_packet, "damaged or cut off: its checksum does not match");
        reader = PacketReader(body.subspan(2));
        const uint64_t epoch = reader.number(most_epoch), frame = reader.number(most_frame);
        const uint64_t back = reader.number(frame);
        uint64_t us = reader.number(most_us);
        size_t views_of_server = history;
        if (back == 0) {
            views_of_server = static_cast<size_t>(reader.number(most_history));
            if (views_of_server < 2) reader.refuse("history: allowed 2 to 1024");
        }
        if (!reader.fault().empty()) refuse_packet(Error::bad_packet, reader.fault());
        if (!views.empty() && std::pair(epoch, frame) <= std::pair(views.back().epoch, views.back().frame))
            return false;
        static const View nothing;
        const View* base = &nothing;
        if (back != 0) {
            const auto found = std::find_if(views.begin(), views.end(), [&](const View& view) {
                return view.epoch == epoch && view.frame == frame - back;
            });
            if (found == views.end())
                refuse_packet(Error::unknown,
                              text("builds on frame ", frame - back, ", which this client does not have"));
            base = &*found;
            us += base->us;
        }
        const Moment moment = {frame, us / 1000};
        View view = next_view(reader.rest(), *base, moment);
        view.epoch = epoch;
        view.us = us;
        std::vector<ReplicaAgent> now = show(view, moment, static_cast<float>(static_cast<double>(us) * 1e-6 - time),
                                             views.empty() || views.back().epoch != epoch);
        keep(std::move(view), frame - back, views_of_server);
        history = views_of_server;
        agents = std::move(now); // only now: without memory nothing has changed
        time = static_cast<double>(us) * 1e-6;
        return true;
    }

    View next_view(std::span<const std::byte> entries, const View& base, const Moment& moment) const {
        View view;
        view.frame = moment.frame;
        Decoder decoder(entries);
        read_changed(decoder, base, moment, view);
        const auto known = static_cast<std::ptrdiff_t>(view.figures.size());
        read_added(decoder, moment, view);
        const auto by_index = [](const Figure& a, const Figure& b) { return a.index < b.index; };
        std::inplace_merge(view.figures.begin(), view.figures.begin() + known, view.figures.end(), by_index);
        const auto same = [](const Figure& a, const Figure& b) { return a.index == b.index; };
        if (std::adjacent_find(view.figures.begin(), view.figures.end(), same) != view.figures.end()) decoder.refuse();
        if (decoder.refused()) refuse_packet(Error::bad_packet, "forged: a value is out of its range");
        return view;
    }

    static void read_changed(Decoder& decoder, const View& base, const Moment& moment, View& view) {
        Models models;
        const size_t size = base.figures.size();
        size_t next = 0;
        const auto copy_until = [&](size_t place) {
            for (; next < place; ++next) view.figures.push_back(base.figures[next]);
        };
        for (uint64_t count = decoder.number(models.count, 0, size); count != 0; --count) {
            if (next >= size) return decoder.refuse();
            copy_until(next + decoder.number(models.gap, 0, size - 1 - next));
            const auto parts = static_cast<Parts>(decoder.symbol(models.parts, 0));
            const Figure& before = base.figures[next++];
            if (parts == gone) continue;
            if (parts > all_parts) return decoder.refuse();
            view.figures.push_back(before);
            code(decoder, models, parts, moment, before, view.figures.back());
        }
        copy_until(size);
    }

    void read_added(Decoder& decoder, const Moment& moment, View& view) const {
        Models models;
        const uint64_t count = decoder.number(models.count, 0, UINT32_MAX);
        const auto most = static_cast<uint64_t>(def.max_agents);
        if (count + view.figures.size() > most && !decoder.refused())
            refuse_packet(Error::full, text(count + view.figures.size(), " agents in view, allowed ", most,
                                            " (ReplicaDef::max_agents)"));
        Figure before;
        uint64_t next = 0;
        for (uint64_t i = 0; i < count && !decoder.refused(); ++i) {
            Figure now;
            next += decoder.number(models.gap, 0, UINT32_MAX);
            if (next > UINT32_MAX) return decoder.refuse();
            now.index = static_cast<uint32_t>(next++);
            now.generation = static_cast<uint32_t>(decoder.number(models.generation, 0, UINT32_MAX));
            if (now.generation == 0) return decoder.refuse();
            code(decoder, models, all_parts, moment, before, now);
            view.figures.push_back(now);
            before = now;
        }
    }

    /// Returns each agent as the newest packet had it that said something of it. `passed`: s since the packet before.
    /// `anew`: of a world that has gone back in time.
    std::vector<ReplicaAgent> show(const View& view, const Moment& moment, float passed, bool anew) const {
        std::vector<ReplicaAgent> now;
        now.reserve(view.figures.size());
        auto before = agents.begin();
        for (const Figure& figure : view.figures) {
            while (before != agents.end() && before->id.index < figure.index) ++before;
            const bool newer = !anew && before != agents.end() && before->id.index == figure.index &&
                               before->id.generation == figure.generation && before->frame > figure.frame;
            now.push_back(newer ? *before : shown(figure, moment.ms));
            if (newer && before->attack >= 0) now.back().attack_time += passed;
        }
        return now;
    }

    /// Forgets the views on which no packet can build any more. `base`: the frame on which the packet of `view` builds;
    /// the frame of `view` if the packet is whole.
    void keep(View view, uint64_t base, size_t views_of_server) {
        views.push_back(std::move(view)); // first, because it needs memory
        const View& last = views.back();
        while (views.front().epoch != last.epoch || (base != last.frame && views.front().frame < base))
            views.pop_front();
        size_t figures = 0;
        for (const View& one : views) figures += one.figures.size();
        const size_t most = most_views * static_cast<size_t>(def.max_agents);
        while (views.size() > views_of_server || (figures > most && views.size() > 1)) {
            figures -= views.front().figures.size();
            views.pop_front();
        }
    }
};

Replica::Replica() : Replica(ReplicaDef{}) {}
Replica::Replica(const ReplicaDef& def) : impl_(new Impl{.def = def}) {}
Replica::~Replica() = default;
Replica::Replica(Replica&&) noexcept = default;
Replica& Replica::operator=(Replica&&) noexcept = default;

Result<Replica> Replica::create(const ReplicaDef& def) {
    return as_result([&] {
        if (def.max_agents < 1 || def.max_agents > most_max_agents)
            throw BadResult({Error::out_of_range,
                             text("replica: max_agents: given ", def.max_agents, ", allowed 1 to ", most_max_agents)});
        return Replica(def);
    });
}

Result<bool> Replica::read(std::span<const std::byte> packet) {
    return as_result([&] { return impl_->read(packet); });
}

uint64_t Replica::receipt() const {
    if (impl_->views.empty()) return 0;
    return receipt_of(impl_->views.back().epoch, impl_->views.back().frame);
}
uint64_t Replica::frame() const { return impl_->views.empty() ? 0 : impl_->views.back().frame; }
double Replica::time() const { return impl_->time; }
std::span<const ReplicaAgent> Replica::agents() const { return impl_->agents; }

const ReplicaAgent* Replica::find(AgentId agent) const {
    const auto found = std::lower_bound(impl_->agents.begin(), impl_->agents.end(), agent.index,
                                        [](const ReplicaAgent& a, uint32_t index) { return a.id.index < index; });
    return found != impl_->agents.end() && found->id == agent ? &*found : nullptr;
}

} // namespace fray
