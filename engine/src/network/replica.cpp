#include "network/packet.h"

#include "as_result.h"
#include "fray/network.h"
#include "storage/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace fray {

using namespace network;

namespace {

constexpr size_t most_figures = size_t{1} << 23; ///< in all views together, so that packets cannot fill the memory

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
    agent.storey = figure.storey;
    agent.archetype = figure.archetype;
    agent.team = figure.team;
    agent.state = figure.state;
    agent.frame = figure.frame;
    return agent;
}

} // namespace

struct Replica::Impl {
    std::deque<View> views; ///< by ascending frame
    double time = 0.0;
    std::vector<ReplicaAgent> agents;

    bool read(std::span<const std::byte> bytes) {
        PacketReader reader(bytes);
        if (reader.byte() != magic || !reader.fault().empty()) refuse_packet(Error::bad_packet, "byte 0: not a packet");
        if (const uint8_t given = reader.byte(); given != version && reader.fault().empty())
            refuse_packet(Error::bad_packet,
                          text("byte 1: of version ", int{given}, ", this library reads version ", int{version}));
        const auto history = static_cast<size_t>(reader.number(most_history));
        if (history < 2) reader.refuse("history: allowed 2 to 1024");
        const uint64_t epoch = reader.number(most_epoch), frame = reader.number(most_frame);
        const uint64_t back = reader.number(frame);
        const uint64_t us = reader.number(uint64_t{1} << 53);
        expect_good(reader);
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
        }
        const Moment moment = {frame, us / 1000};
        View view = next_view(reader, *base, moment);
        view.epoch = epoch;
        expect_good(reader);
        if (reader.left() != 0)
            refuse_packet(Error::bad_packet, text("byte ", reader.at(), ": there is more than the packet"));
        std::vector<ReplicaAgent> now = show(view, moment, static_cast<float>(static_cast<double>(us) * 1e-6 - time),
                                             views.empty() || views.back().epoch != epoch);
        keep(std::move(view), frame - back, history);
        agents = std::move(now); // only now: without memory nothing has changed
        time = static_cast<double>(us) * 1e-6;
        return true;
    }

    static void expect_good(const PacketReader& reader) {
        if (!reader.fault().empty()) refuse_packet(Error::bad_packet, reader.fault());
    }

    static View next_view(PacketReader& reader, const View& base, const Moment& moment) {
        View view;
        view.frame = moment.frame;
        const std::vector<bool> removed = read_removed(reader, base.figures.size());
        read_changed(reader, base, removed, moment, view);
        const size_t known = view.figures.size();
        read_added(reader, moment, view);
        const auto by_index = [](const Figure& a, const Figure& b) { return a.index < b.index; };
        std::inplace_merge(view.figures.begin(), view.figures.begin() + static_cast<std::ptrdiff_t>(known),
                           view.figures.end(), by_index);
        const auto same = [](const Figure& a, const Figure& b) { return a.index == b.index; };
        if (std::adjacent_find(view.figures.begin(), view.figures.end(), same) != view.figures.end())
            reader.refuse("an agent comes into the view that is in it already");
        return view;
    }

    static std::vector<bool> read_removed(PacketReader& reader, size_t size) {
        std::vector<bool> removed(size);
        const size_t count = reader.count(size);
        size_t next = 0;
        for (size_t i = 0; i < count && reader.fault().empty(); ++i) {
            if (next >= size)
                reader.refuse("an agent that is not in the view");
            else
                next += reader.number(size - 1 - next);
            if (!reader.fault().empty()) break;
            removed[next++] = true;
        }
        return removed;
    }

    static void read_changed(PacketReader& reader, const View& base, const std::vector<bool>& removed,
                             const Moment& moment, View& view) {
        const size_t size = base.figures.size();
        size_t count = reader.count(size);
        size_t copied = 0;
        const auto copy_until = [&](size_t end) {
            for (; copied < end; ++copied)
                if (!removed[copied]) view.figures.push_back(base.figures[copied]);
        };
        for (size_t next = 0; count != 0 && reader.fault().empty(); --count) {
            if (next >= size) return reader.refuse("an agent that is not in the view");
            next += reader.number(size - 1 - next);
            const uint8_t parts = reader.byte();
            if (!reader.fault().empty()) return;
            if (removed[next]) return reader.refuse("an agent that has left the view");
            if (parts > all_parts) return reader.refuse(text("parts ", int{parts}, ", allowed 0 to ", int{all_parts}));
            copy_until(next + 1);
            reader.figure(parts, moment, &view.figures.back());
            ++next;
        }
        copy_until(size);
    }

    static void read_added(PacketReader& reader, const Moment& moment, View& view) {
        const size_t count = reader.count(UINT32_MAX);
        Figure figure;
        uint64_t next = 0;
        for (size_t i = 0; i < count && reader.fault().empty(); ++i) {
            next += reader.number(UINT32_MAX);
            if (next > UINT32_MAX) return reader.refuse("an index of more than 32 bits");
            figure.index = static_cast<uint32_t>(next++);
            figure.generation = static_cast<uint32_t>(reader.number(UINT32_MAX));
            if (reader.fault().empty() && figure.generation == 0) return reader.refuse("generation 0");
            reader.figure(all_parts, moment, &figure);
            view.figures.push_back(figure);
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
    void keep(View view, uint64_t base, size_t history) {
        views.push_back(std::move(view)); // first, because it needs memory
        const View& last = views.back();
        while (views.front().epoch != last.epoch || (base != last.frame && views.front().frame < base))
            views.pop_front();
        size_t figures = 0;
        for (const View& one : views) figures += one.figures.size();
        while (views.size() > history || (figures > most_figures && views.size() > 1)) {
            figures -= views.front().figures.size();
            views.pop_front();
        }
    }
};

Replica::Replica() : impl_(std::make_unique<Impl>()) {}
Replica::~Replica() = default;
Replica::Replica(Replica&&) noexcept = default;
Replica& Replica::operator=(Replica&&) noexcept = default;

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
