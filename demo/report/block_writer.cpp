#include "block_writer.h"

#include <algorithm>
#include <bit>

namespace fray::demo {

void BlockWriter::add(const Sample& sample) {
    const bool first = empty();
    known_ = first ? 0 : past_.front().values.size();
    frames_.push_back(sample.frame);
    bytes_.clear();
    put_varint(bytes_, static_cast<uint32_t>(sample.frame));
    put_varint(bytes_, static_cast<uint32_t>(sample.agents()));
    for (size_t i = 0; i < (floors_ ? column_count : columns_without_floors); ++i) {
        column_.clear();
        put_column(static_cast<Column>(i), sample.columns[i]);
        put_varint(bytes_, static_cast<uint32_t>(column_.size()));
        bytes_.insert(bytes_.end(), column_.begin(), column_.end());
    }
    put_lists(sample);
    put_cooldowns(sample);
    if (floors_) put_links(sample);
    if (has_threats_) put_threats(sample);
    gzip_.add(bytes_, first ? Gzip::Content::repetitive : Gzip::Content::noisy);
}

Bytes BlockWriter::finish() {
    frames_.clear();
    for (Past& past : past_) past = {};
    followers_.clear();
    cooldowns_.clear();
    links_.clear();
    threats_.clear();
    return gzip_.finish();
}

void BlockWriter::put_column(Column column, const std::vector<int32_t>& values) {
    Past& past = past_[static_cast<size_t>(column)];
    const Coding coding = coding_of(column);
    const bool first = frames_.size() == 1;
    past.values.resize(values.size(), 0);
    past.ways.resize(values.size(), 0);
    if (column == Column::state) states_before_ = past.values;
    if (column == Column::state) states_ = values;
    if (first && !values.empty()) std::copy(values.begin(), values.end() - 1, past.values.begin() + 1);
    if (!first && (coding == Coding::motion || coding == Coding::turn)) {
        return put_moving(values, past, coding == Coding::turn);
    }
    if (coding == Coding::clock) {
        put_clock(values, past);
    } else if (coding == Coding::follows && !first) {
        put_following(values, past);
    } else {
        put_sparse(
            values.size(), [&](size_t i) { return values[i] != past.values[i]; },
            [&](size_t i) { return values[i] - past.values[i]; });
    }
    past.values = values;
}

void BlockWriter::put_moving(const std::vector<int32_t>& values, Past& past, bool turn) {
    const bool on = !turn && goes_on(values, past);
    if (!turn) column_.push_back(on ? 1 : 0);
    const auto lacking = [&](size_t i) { return way(past.values[i], values[i], turn) - (on ? past.ways[i] : 0); };
    still_.clear();
    for (size_t i = 0; i < values.size(); ++i) {
        if (past.ways[i] == 0) {
            still_.push_back(i);
            continue;
        }
        const uint32_t difference = zigzag(lacking(i));
        column_.push_back(static_cast<uint8_t>(std::min(difference, 255u)));
        if (difference >= 255) put_varint(column_, difference);
    }
    put_sparse(
        still_.size(), [&](size_t i) { return lacking(still_[i]) != 0; }, [&](size_t i) { return lacking(still_[i]); });
    for (size_t i = 0; i < values.size(); ++i) {
        const int32_t moved = way(past.values[i], values[i], turn);
        past.ways[i] = i < known_ ? moved : 0;
        past.values[i] = values[i];
    }
}

/// Whether the column takes fewer bits when every agent is expected to continue its last movement than when every agent
/// is expected to stand.
bool BlockWriter::goes_on(const std::vector<int32_t>& values, const Past& past) const {
    int64_t standing = 0, going = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        const int32_t moved = values[i] - past.values[i];
        standing += std::bit_width(zigzag(moved));
        going += std::bit_width(zigzag(moved - past.ways[i]));
    }
    return going < standing;
}

void BlockWriter::put_clock(const std::vector<int32_t>& values, const Past& past) {
    const auto now = static_cast<int32_t>(frames_.back());
    const auto difference = [&](size_t i) { return values[i] == 0 ? 0 : now + 2 - values[i]; };
    const bool first = frames_.size() == 1;
    constexpr int32_t attacking = static_cast<int32_t>(AgentState::attack) + 1;
    const auto begins = [&](size_t i) { return !first && states_[i] == attacking && states_before_[i] != attacking; };
    for (size_t i = 0; i < values.size(); ++i) {
        if (begins(i)) put_varint(column_, zigzag(difference(i)));
    }
    put_sparse(
        values.size(), [&](size_t i) { return !begins(i) && values[i] != past.values[i]; }, difference);
}

void BlockWriter::put_following(const std::vector<int32_t>& values, const Past& past) {
    expected_.resize(values.size());
    for (size_t i = 0; i < values.size(); ++i) {
        int32_t& known = follower(i, past.values[i]);
        expected_[i] = known < 0 ? past.values[i] : known;
        known = values[i];
    }
    put_sparse(
        values.size(), [&](size_t i) { return values[i] != expected_[i]; },
        [&](size_t i) { return values[i] - expected_[i]; });
}

int32_t& BlockWriter::follower(size_t i, int32_t before) {
    constexpr size_t states = 128, values = 16;
    if (followers_.empty()) followers_.resize(states * states * values, -1);
    const auto at = [](int32_t value) { return static_cast<size_t>(value); };
    return followers_[(at(states_[i]) * states + at(states_before_[i])) * values + at(before)];
}

template <class Changed, class Difference>
void BlockWriter::put_sparse(size_t count, Changed changed, Difference difference) {
    gaps_.clear();
    values_.clear();
    uint32_t changes = 0, passed = 0;
    for (size_t i = 0; i < count; ++i) {
        if (!changed(i)) {
            ++passed;
            continue;
        }
        put_varint(gaps_, passed);
        put_varint(values_, zigzag(difference(i)));
        passed = 0;
        ++changes;
    }
    put_varint(column_, changes);
    column_.insert(column_.end(), gaps_.begin(), gaps_.end());
    column_.insert(column_.end(), values_.begin(), values_.end());
}

int32_t BlockWriter::way(int32_t from, int32_t to, bool turn) const {
    if (!turn) return to - from;
    const int32_t half = heading_steps_ / 2;
    return ((to - from + half) & (heading_steps_ - 1)) - half;
}

void BlockWriter::put_lists(const Sample& sample) {
    put_varint(bytes_, static_cast<uint32_t>(sample.launches.size()));
    for (const Launch& launch : sample.launches) {
        for (const int32_t value : {launch.by, launch.followed, launch.x, launch.y, launch.to_x, launch.to_y,
                                    launch.height, launch.at_ms, launch.flight_ms}) {
            put_varint(bytes_, zigzag(value));
        }
    }
    put_varint(bytes_, static_cast<uint32_t>(sample.closed.size()));
    for (const ClosedSlots& closed : sample.closed) {
        put_varint(bytes_, static_cast<uint32_t>(closed.target));
        put_varint(bytes_, static_cast<uint32_t>(closed.slots.size()));
        for (const int32_t slot : closed.slots) put_varint(bytes_, static_cast<uint32_t>(slot));
    }
}

/// Writes the cooldowns that are new or end at another time. End time 0 means that a cooldown was cancelled. A cooldown
/// that has run out is not written.
void BlockWriter::put_cooldowns(const Sample& sample) {
    const auto key = [](const Cooldown& cooldown) { return std::pair(cooldown.agent, cooldown.attack); };
    std::vector<Cooldown> changes;
    auto before = cooldowns_.begin();
    const auto pass = [&](const Cooldown* until) {
        for (; before != cooldowns_.end() && (until == nullptr || key(*before) < key(*until)); ++before)
            if (before->over > sample.now) changes.push_back({before->agent, before->attack, 0});
    };
    for (const Cooldown& cooldown : sample.cooldowns) {
        pass(&cooldown);
        const bool known = before != cooldowns_.end() && key(*before) == key(cooldown);
        if (!known || before->over != cooldown.over) changes.push_back(cooldown);
        before += known;
    }
    pass(nullptr);
    put_varint(bytes_, static_cast<uint32_t>(changes.size()));
    int32_t agent = 0;
    for (const Cooldown& change : changes) {
        put_varint(bytes_, static_cast<uint32_t>(change.agent - agent));
        put_varint(bytes_, static_cast<uint32_t>(change.attack));
        put_varint(bytes_, static_cast<uint32_t>(change.over));
        agent = change.agent;
    }
    cooldowns_ = sample.cooldowns;
}

void BlockWriter::put_links(const Sample& sample) {
    const auto of = [](const std::vector<FloorLink>& links, int32_t number) {
        return std::find_if(links.begin(), links.end(), [&](const FloorLink& link) { return link.number == number; });
    };
    Bytes changes;
    uint32_t count = 0;
    for (const FloorLink& link : sample.links) {
        const auto before = of(links_, link.number);
        if (before != links_.end() && *before == link) continue;
        ++count;
        put_varint(changes, static_cast<uint32_t>(link.number));
        put_varint(changes, 1);
        for (const int32_t value : link.values) put_varint(changes, zigzag(value));
    }
    for (const FloorLink& before : links_) {
        if (of(sample.links, before.number) != sample.links.end()) continue;
        ++count;
        put_varint(changes, static_cast<uint32_t>(before.number));
        put_varint(changes, 0);
    }
    put_varint(bytes_, count);
    bytes_.insert(bytes_.end(), changes.begin(), changes.end());
    links_ = sample.links;
}

void BlockWriter::put_threats(const Sample& sample) {
    const auto key = [](const ThreatRow& row) { return std::pair(row.agent, row.attacker); };
    Bytes changes;
    uint32_t count = 0;
    int32_t agent = 0;
    const auto put = [&](const ThreatRow& row, bool stays) {
        ++count;
        put_varint(changes, static_cast<uint32_t>(row.agent - agent));
        put_varint(changes, static_cast<uint32_t>(row.attacker));
        put_varint(changes, stays ? 1 : 0);
        if (stays) put_varint(changes, zigzag(row.value));
        agent = row.agent;
    };
    auto before = threats_.begin();
    for (const ThreatRow& row : sample.threats) {
        for (; before != threats_.end() && key(*before) < key(row); ++before) put(*before, false);
        const bool known = before != threats_.end() && key(*before) == key(row);
        if (!known || before->value != row.value) put(row, true);
        before += known;
    }
    for (; before != threats_.end(); ++before) put(*before, false);
    put_varint(bytes_, count);
    bytes_.insert(bytes_.end(), changes.begin(), changes.end());
    threats_ = sample.threats;
}

} // namespace fray::demo
