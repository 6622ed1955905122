#include "locomotion/motion_exchange.h"

#include "bit_cast.h"
#include "locomotion/motion.h"
#include "ranks/differences.h"
#include "storage/rules_math.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fray {
namespace {

// What is told of an agent: `flags`, for far rows the distance, the columns in the order of the list of
// motion_exchange.h. The bits of `flags`, from the lowest:
//   5: the rows between this agent and the last; `far_away`: the distance follows
//   4: widths of the differences of next_position
//   2: StepVelocity, 2: Aim of the goal, 2: Aim of the heading
//   1: other columns have changed
constexpr uint32_t far_away = 31;
enum StepVelocity : uint32_t { of_step, velocity_as_before, other_velocity };
enum Aim : uint32_t { as_before, first_aim, second_aim, other_aim };
constexpr uint32_t bit_of_widths = 5, bit_of_velocity = 9, bit_of_goal = 11, bit_of_heading = 13,
                   others_follow = 1 << 15;

/// Calls visit(column, note) for each column of which no more is foretold than that it stays as it is, and for `moved`
/// and `facing`. Those that change most often come first.
template <typename Visit> void for_each_other(Agents& agents, MotionNote& note, Visit&& visit) {
    visit(agents.sleep, note.sleep);
    visit(agents.walk, note.walk);
    visit(agents.moved, note.moved);
    visit(agents.update_interval, note.update_interval);
    visit(agents.path, note.path);
    visit(agents.preferred_speed, note.preferred_speed);
    visit(agents.facing, note.facing);
}
/// Which of them are told: a bit for each, in a byte.
constexpr uint32_t others = 7, bit_of_moved = 1 << 2, bit_of_facing = 1 << 6;

/// Bytes that an agent takes at most, and those that are read beyond.
constexpr size_t most_bytes = sizeof(uint16_t) + sizeof(uint32_t) + 2 * sizeof(uint32_t) +
                              4 * most_difference_bytes<Vec2> + 1 + most_difference_bytes<Walk> +
                              most_difference_bytes<Path> + most_difference_bytes<float> + sizeof(UpdateInterval) +
                              sizeof(Sleep) + sizeof(uint8_t) + 3;

/// What all ranks can foretell of an agent. It reads what locomotion does not change, and what it is given.
class Forecast {
public:
    Forecast(const MotionRanks& world, float seconds)
        : world_(world), position_(world.agents.position.any()), target_(world.agents.target.own()), seconds_(seconds) {
    }

    Vec2 here(uint32_t row) const { return position_[row]; }
    // `interval`: before this frame. A step covers so many frames.
    Vec2 next_position(Vec2 here, Vec2 velocity, UpdateInterval interval) const {
        return within_world(here + velocity * seconds(interval));
    }
    Vec2 velocity(Vec2 here, Vec2 next, Vec2 before, UpdateInterval interval) const {
        return seconds_ > 0.0f ? (next - here) * (1.0f / seconds(interval)) : before;
    }
    static uint8_t moved(Vec2 here, Vec2 next, UpdateInterval interval) {
        return next.x != here.x || next.y != here.y ? interval.frames : uint8_t{0};
    }
    /// The position of its target; `otherwise`: it has none.
    Vec2 target_of(uint32_t row, Vec2 otherwise) const {
        const AgentId target = target_[row];
        if (!target) return otherwise;
        const uint32_t its = world_.ids.row[target.index];
        return its < world_.agents.rows() ? position_[its] : otherwise;
    }
    static Vec2 towards(Vec2 here, Vec2 point, Vec2 otherwise) {
        const Vec2 way = point - here;
        const float distance = std::sqrt(glm::dot(way, way));
        return distance < 1e-3f ? otherwise : way * (1.0f / distance);
    }

private:
    float seconds(UpdateInterval interval) const { return seconds_ * static_cast<float>(interval.frames); }

    const MotionRanks& world_;
    const Vec2* position_;
    const AgentId* target_;
    float seconds_;
};

/// The first of these aims that is `v`.
template <typename First, typename Second> Aim aim_of(Vec2 v, Vec2 before, First&& first, Second&& second) {
    return same_bits(v, before)     ? as_before
           : same_bits(v, first())  ? first_aim
           : same_bits(v, second()) ? second_aim
                                    : other_aim;
}

std::array<uint32_t, 2> words_of(Vec2 v) { return bit_cast<std::array<uint32_t, 2>>(v); }

/// Writes what is told of agents.
class MotionWriter {
public:
    MotionWriter(const MotionRanks& world, float seconds) : agents_(world.agents), forecast_(world, seconds) {}

    /// Appends an agent to `to`, which has room for `most_bytes`; nothing if it has not changed. Returns the end.
    /// `distance`: the rows between it and the last. `note` is used up.
    std::byte* write(std::byte* to, uint32_t row, uint32_t distance, MotionNote& note) {
        const Vec2 here = forecast_.here(row), next = agents_.next_position.own()[row];
        const Vec2 velocity = agents_.velocity.own()[row], goal = agents_.goal.own()[row],
                   heading = agents_.heading.own()[row];
        uint32_t changed = 0, bit = 1;
        for_each_other(agents_, note, [&](auto& column, const auto& before) {
            if (column.in_use() && !same_bits(column.own()[row], before)) changed |= bit;
            bit <<= 1;
        });
        const bool moved = !same_bits(next, here);
        if (!moved && changed == 0 && same_bits(velocity, note.velocity) && same_bits(goal, note.goal) &&
            same_bits(heading, note.heading))
            return to;
        const auto target = [&] { return forecast_.target_of(row, goal); };
        const Vec2 next_foretold = forecast_.next_position(here, note.velocity, note.update_interval);
        const auto now = words_of(next), foretold = words_of(next_foretold);
        const uint32_t x = difference_of(now[0], foretold[0]), y = difference_of(now[1], foretold[1]);
        const auto step = same_bits(velocity, forecast_.velocity(here, next, note.velocity, note.update_interval))
                              ? of_step
                          : same_bits(velocity, note.velocity) ? velocity_as_before
                                                               : other_velocity;
        const Aim to_goal = aim_of(
            goal, note.goal, [&] { return forecast_.target_of(row, note.goal); }, [&] { return here; });
        const auto towards = [&](Vec2 point) { return Forecast::towards(here, point, note.heading); };
        const Aim faces = aim_of(
            heading, note.heading, [&] { return towards(goal); }, [&] { return towards(target()); });
        // `moved` and `facing` have forecasts of their own.
        note.moved = Forecast::moved(here, next, note.update_interval);
        foresee(changed, bit_of_moved, agents_.moved, row, note.moved);
        if (agents_.facing.in_use()) {
            note.facing = heading;
            foresee(changed, bit_of_facing, agents_.facing, row, note.facing);
        }

        DifferenceWriter out(to);
        const uint32_t flags = std::min(distance, far_away) | (width_of(x) | width_of(y) << 2) << bit_of_widths |
                               step << bit_of_velocity | to_goal << bit_of_goal | faces << bit_of_heading |
                               (changed != 0 ? others_follow : 0);
        out.value(static_cast<uint16_t>(flags));
        if (distance >= far_away) out.value(distance);
        out.difference(x, width_of(x));
        out.difference(y, width_of(y));
        if (step == other_velocity) out.difference(velocity, note.velocity);
        if (to_goal == other_aim) out.difference(goal, note.goal);
        if (faces == other_aim) out.difference(heading, note.heading);
        if (changed == 0) return out.at();
        out.value(static_cast<uint8_t>(changed));
        for_each_other(agents_, note, [&](auto& column, const auto& before) {
            if ((changed & 1) != 0) out.difference(column.own()[row], before);
            changed >>= 1;
        });
        return out.at();
    }

private:
    template <typename Column, typename T>
    static void foresee(uint32_t& changed, uint32_t bit, const Column& column, uint32_t row, const T& foretold) {
        changed = same_bits(column.own()[row], foretold) ? changed & ~bit : changed | bit;
    }

    Agents& agents_;
    Forecast forecast_;
};

/// Reads a MotionWriter's agents into the columns.
class MotionReader {
public:
    MotionReader(const MotionRanks& world, float seconds) : agents_(world.agents), forecast_(world, seconds) {}

    /// Reads the message of a chunk with the rows [begin, end). False: it is damaged. Up to `most_bytes` beyond its end
    /// may be read.
    bool read(const std::byte* at, const std::byte* stop, uint32_t begin, uint32_t end) {
        std::copy(agents_.position.any() + begin, agents_.position.any() + end,
                  agents_.next_position.write_own().data() + begin);
        uint32_t row = begin;
        for (; at < stop; ++row) {
            DifferenceReader in(at);
            const uint32_t flags = in.value<uint16_t>();
            uint32_t distance = flags & far_away;
            if (distance == far_away) distance = in.value<uint32_t>();
            if (distance >= end - row) return false;
            row += distance;
            if (!read_agent(in, row, flags)) return false;
            at = in.at();
        }
        return at == stop;
    }

private:
    bool read_agent(DifferenceReader& in, uint32_t row, uint32_t flags) {
        const Vec2 here = forecast_.here(row);
        Vec2& velocity = agents_.velocity.write_own().data()[row];
        Vec2& goal = agents_.goal.write_own().data()[row];
        Vec2& heading = agents_.heading.write_own()[row]; // marks the row
        const UpdateInterval interval = agents_.update_interval.own()[row];
        const auto foretold = words_of(forecast_.next_position(here, velocity, interval));
        const uint32_t x = word_after(in.difference(flags >> bit_of_widths & 3), foretold[0]);
        const uint32_t y = word_after(in.difference(flags >> (bit_of_widths + 2) & 3), foretold[1]);
        const Vec2 next = bit_cast<Vec2>(std::array{x, y});
        agents_.next_position.write_own().data()[row] = next;
        switch (flags >> bit_of_velocity & 3) {
        case of_step: velocity = forecast_.velocity(here, next, velocity, interval); break;
        case velocity_as_before: break;
        case other_velocity: in.difference(velocity); break;
        default: return false;
        }
        switch (flags >> bit_of_goal & 3) {
        case first_aim: goal = forecast_.target_of(row, goal); break;
        case second_aim: goal = here; break;
        case other_aim: in.difference(goal); break;
        }
        switch (flags >> bit_of_heading & 3) {
        case first_aim: heading = Forecast::towards(here, goal, heading); break;
        case second_aim: heading = Forecast::towards(here, forecast_.target_of(row, goal), heading); break;
        case other_aim: in.difference(heading); break;
        }
        agents_.moved.write_own().data()[row] = Forecast::moved(here, next, interval);
        if (agents_.facing.in_use()) agents_.facing.write_own()[row] = heading;
        return (flags & others_follow) == 0 || read_others(in, row);
    }
    bool read_others(DifferenceReader& in, uint32_t row) {
        uint32_t changed = in.value<uint8_t>();
        if (changed >> others != 0) return false;
        bool sound = true;
        MotionNote none{};
        for_each_other(agents_, none, [&](auto& column, const auto&) {
            if ((changed & 1) != 0) {
                sound = sound && column.in_use();
                if (sound) in.difference(column.write_own()[row]);
            }
            changed >>= 1;
        });
        return sound;
    }

    Agents& agents_;
    Forecast forecast_;
};

} // namespace

uint64_t MotionExchange::memory() const {
    uint64_t sum = notes.memory() + messages.capacity() * sizeof(messages[0]);
    for (const auto& message : messages) sum += message.capacity();
    return sum;
}

MotionTeller::MotionTeller(const MotionRanks& world, uint32_t chunk, float seconds) : world_(world), seconds_(seconds) {
    if (!world.division.divided()) return;
    lease_.emplace(world.motion_exchange.notes);
    message_ = &world.motion_exchange.messages[chunk];
    message_->clear();
    next_ = chunk * world.settings.chunk_size;
}

void MotionTeller::take_note(uint32_t row) {
    Agents& agents = world_.agents;
    MotionNotes& notes = lease_->memory();
    const uint32_t at = row - first_;
    notes.noted[at / 64] |= uint64_t{1} << at % 64;
    MotionNote& note = notes.by_row[at];
    note.velocity = agents.velocity.own()[row];
    note.goal = agents.goal.own()[row];
    note.heading = agents.heading.own()[row];
    for_each_other(agents, note, [&](auto& column, auto& noted) {
        if (column.in_use()) noted = column.own()[row];
    });
}

void MotionTeller::tell() {
    // Agents are written to a small buffer, so that the message takes no more memory than it needs.
    constexpr size_t enough = 4096;
    std::array<std::byte, enough + most_bytes> buffer;
    std::byte* at = buffer.data();
    const auto flush = [&] { message_->insert(message_->end(), buffer.data(), at), at = buffer.data(); };
    MotionNotes& notes = lease_->memory();
    MotionWriter writer(world_, seconds_);
    for (uint32_t i = 0; i < notes.noted.size(); ++i)
        for (uint64_t noted = notes.noted[i]; noted != 0; noted &= noted - 1) {
            const uint32_t place = 64 * i + static_cast<uint32_t>(std::countr_zero(noted)), row = first_ + place;
            std::byte* const end = writer.write(at, row, row - next_, notes.by_row[place]);
            if (end == at) continue;
            next_ = row + 1;
            at = end;
            if (at >= buffer.data() + enough) flush();
        }
    flush();
}

void begin_motion_exchange(const MotionRanks& world) {
    if (!world.division.divided()) return;
    const uint32_t chunks = world.settings.chunks(world.agents.rows());
    if (world.motion_exchange.messages.size() < chunks) world.motion_exchange.messages.resize(chunks);
}

void exchange_motion(const MotionRanks& world, ParallelLoops& loops, Share share, float seconds) {
    Division& division = world.division;
    if (!division.divided()) return;
    constexpr auto kind = static_cast<size_t>(Exchange::motion);
    constexpr std::array<std::byte, most_bytes> unused{}; // the readers may read so far
    const uint32_t rows = world.agents.rows(), size = world.settings.chunk_size;
    auto& tallies = world.locomotion.tallies;
    Writer out(division.begin_message(kind));
    world.pieces.each(out, loops, share, [&](Writer& its, uint32_t chunk) {
        const auto& message = world.motion_exchange.messages[chunk];
        its.value(tallies[chunk]);
        its.bytes(message.data(), message.size());
    });
    out.bytes(unused.data(), unused.size());
    division.exchange([&](uint32_t rank, std::span<const std::byte> bytes) {
        if (bytes.size() < unused.size()) return false;
        Reader in(bytes.first(bytes.size() - unused.size()));
        const auto read = [&](Reader& its, uint32_t chunk) {
            if (!its.value(tallies[chunk])) return false;
            const size_t length = its.left();
            const std::byte* const message = its.take(length);
            return MotionReader(world, seconds)
                .read(message, message + length, chunk * size, std::min(chunk * size + size, rows));
        };
        return world.pieces.each(in, loops, division.share_of(kind, rank, world.settings.chunks(rows)), read) &&
               in.at_end();
    });
}

} // namespace fray
