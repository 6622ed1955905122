#include "behaviour/user_states.h"

#include "fray/fatal.h"
#include "fray/world.h"
#include "storage/rules_math.h"
#include "storage/text.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace fray {
namespace {

using Decision = StateWriter::Decision;

/// The agents of a chunk that are in the same user state.
class Batch {
public:
    Batch(const UserStateView& world, uint32_t chunk, size_t state, FsmOutput& out)
        : world_(world), chunk_(chunk), def_(world.kinds.states[state]), rows_(out.user[state]),
          targets_(out.user_targets), decisions_(out.user_decisions) {}

    void run(EventWriter& events) {
        find_targets();
        decisions_.assign(rows_.size(), {});
        try {
#ifdef FRAY_CHECK_ACCESS
            decide_twice();
#else
            decide(0, rows_.size());
#endif
            check();
        } catch (const std::exception& e) {
            return fail(e.what());
        } catch (...) {
            return fail("an exception that is not a std::exception");
        }
        for (size_t i = 0; i < rows_.size(); ++i) carry_out(row_of(i), decisions_[i], events);
    }

private:
    Row row_of(size_t i) const { return Row(rows_[i]); }

    void find_targets() {
        targets_.clear();
        for (size_t i = 0; i < rows_.size(); ++i) {
            const AgentId target = world_.target[row_of(i)];
            targets_.push_back(target ? world_.ids.row[target.index].number() : no_row);
        }
    }

    void decide(size_t begin, size_t end) {
        const size_t all = world_.rows;
        const StateBatch batch{.rows = {rows_.data() + begin, end - begin},
                               .target_rows = {targets_.data() + begin, end - begin},
                               .positions = {world_.position.data(), all},
                               .headings = {world_.heading.data(), all},
                               .healths = {world_.health.data(), all},
                               .serials = {world_.serial.data(), all},
                               .archetypes = {world_.archetype.data(), all},
                               .time = seconds_of(world_.clock.now),
                               .frame = world_.clock.frame};
        StateWriter writer({decisions_.data() + begin, end - begin}, &world_.user_columns);
        const RightsScope none(nullptr); // user code is not checked, and may read other worlds
        def_.decide(def_.context, batch, writer);
    }

    void check() const {
        for (size_t i = 0; i < rows_.size(); ++i) {
            const Decision& d = decisions_[i];
            const auto complain = [&](const char* what, double given) {
                throw std::invalid_argument(text(what, given, ", of agent ", world_.serial[row_of(i)]));
            };
            for (const float coordinate : {d.goal.x, d.goal.y})
                if (!(std::abs(coordinate) <= world_extent))
                    complain("goal outside the world: ", static_cast<double>(coordinate));
            if (!(d.wait >= 0.0 && d.wait <= 3600.0)) complain("wait not within 0 to 3600 s: ", d.wait);
            const size_t last = first_user_state + world_.kinds.states.size();
            const bool known = d.next == AgentState::idle || d.next == AgentState::pursue ||
                               (is_user_state(d.next) && static_cast<size_t>(d.next) < last);
            if (d.leaves && !known) complain("next state not allowed: ", static_cast<double>(d.next));
        }
    }

#ifdef FRAY_CHECK_ACCESS
    /// Checks that no decision depends on the batch: decides a second time, with the user columns restored, in reverse
    /// order and in two halves. Aborts at the first difference.
    void decide_twice() {
        const std::vector<std::byte> before = user_bytes();
        decide(0, rows_.size());
        const Vector<Decision> first = decisions_;
        const std::vector<std::byte> after = user_bytes();
        put_user_bytes(before);
        decisions_.assign(rows_.size(), {});
        std::reverse(rows_.begin(), rows_.end());
        std::reverse(targets_.begin(), targets_.end());
        const size_t half = rows_.size() / 2;
        decide(half, rows_.size());
        decide(0, half);
        for (auto* list : {&rows_, &targets_}) std::reverse(list->begin(), list->end());
        std::reverse(decisions_.begin(), decisions_.end());
        for (size_t i = 0; i < rows_.size(); ++i)
            if (std::memcmp(&first[i], &decisions_[i], sizeof(Decision)) != 0) differs(i, "decision");
        const std::vector<std::byte> again = user_bytes();
        const size_t size = rows_.empty() ? 0 : again.size() / rows_.size();
        for (size_t i = 0; i < rows_.size(); ++i)
            if (!std::equal(after.begin() + static_cast<std::ptrdiff_t>(i * size),
                            after.begin() + static_cast<std::ptrdiff_t>((i + 1) * size),
                            again.begin() + static_cast<std::ptrdiff_t>(i * size)))
                differs(i, "column");
    }

    /// The elements of all user columns, agent after agent.
    std::vector<std::byte> user_bytes() const {
        std::vector<std::byte> bytes;
        for (const uint32_t row : rows_)
            for (const auto& column : world_.user_columns) {
                const std::byte* const at = column->bytes() + row * column->element_size();
                bytes.insert(bytes.end(), at, at + column->element_size());
            }
        return bytes;
    }
    void put_user_bytes(const std::vector<std::byte>& bytes) {
        const std::byte* from = bytes.data();
        for (const uint32_t row : rows_)
            for (const auto& column : world_.user_columns) {
                std::copy(from, from + column->element_size(), column->bytes() + row * column->element_size());
                from += column->element_size();
            }
    }

    [[noreturn]] void differs(size_t i, const char* what) const {
        fatal(text("state '", def_.name, "', agent ", world_.serial[row_of(i)], ", frame ", world_.clock.frame,
                   ": its ", what, " depends on the other agents of its batch"));
    }
#endif

    void carry_out(Row row, const Decision& decision, EventWriter& events) {
        if (decision.moves) world_.user_move.change(row) = {decision.goal, decision.gait, {}};
        uint8_t& wake = world_.wake.change(row);
        if (decision.leaves) {
            AgentState& state = world_.state.change(row);
            if (state != decision.next)
                events.add({.type = EventType::state,
                            .agent = world_.serial[row],
                            .a = static_cast<int32_t>(state),
                            .b = static_cast<int32_t>(decision.next)});
            state = decision.next;
        }
        if (decision.leaves || decision.wait == 0.0)
            wake |= wake_again;
        else
            world_.timer.change(row) =
                std::min(world_.timer.change(row), world_.clock.now + microseconds_of(decision.wait));
    }

    /// Handles an exception: the agents stay as they were, and are evaluated again in the next frame. Of several
    /// failures in a chunk, the first is kept.
    void fail(const char* what) {
        for (size_t i = 0; i < rows_.size(); ++i) world_.wake.change(row_of(i)) |= wake_again;
        Vector<char>& failure = world_.behaviour.decisions[chunk_].failure;
        if (!failure.empty()) return;
        const std::string why = text("state '", def_.name, "': ", what);
        failure.assign(why.begin(), why.end());
    }

    UserStateView world_;
    uint32_t chunk_;
    const StateDef& def_;
    Vector<uint32_t>& rows_;
    Vector<uint32_t>& targets_;
    Vector<Decision>& decisions_;
};

} // namespace

void decide_user_states(const UserStateView& world, uint32_t chunk, EventWriter events) {
    FsmOutput& out = world.behaviour.decisions[chunk];
    for (size_t state = 0; state < out.user.size(); ++state)
        if (!out.user[state].empty()) Batch(world, chunk, state, out).run(events);
}

void* StateWriter::column_bytes(uint32_t user_column, size_t size, size_t* rows) const {
    const UserColumns& columns = *static_cast<const UserColumns*>(world_);
    if (user_column == 0 || user_column > columns.size())
        throw std::invalid_argument(text("user column ", user_column, ": there are ", columns.size()));
    UserColumnStore& store = *columns[user_column - 1];
    if (store.element_size() != size)
        throw std::invalid_argument(
            text("user column '", store.name(), "': element of ", size, " bytes asked, has ", store.element_size()));
    *rows = store.rows();
    return store.bytes();
}

} // namespace fray
