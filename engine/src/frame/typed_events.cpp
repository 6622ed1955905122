#include "frame/typed_events.h"

#include "engagement/token_rules.h"
#include "storage/rules_math.h"

#include <array>
#include <tuple>
#include <utility>

namespace fray {
namespace {

/// Makes events of records. `event_record.h` says what the fields of a record hold.
class Translation {
public:
    explicit Translation(const EventView& world) : world_(world) {}

    void fill(SpawnEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.archetype = static_cast<ArchetypeIndex>(r.a);
        e.team = static_cast<TeamIndex>(r.c);
        e.squad = squad(r.b);
        e.leader = agent(r.target);
        e.position = {r.x, r.y};
        e.user_data = user_data(r.agent);
    }
    void fill(DespawnEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.user_data = user_data(r.agent);
    }
    void fill(AttackEvent& e, const EventRecord& r) const {
        both(e, r);
        e.attack = r.attack;
        e.windup = seconds_of(r.a);
        e.duration = seconds_of(r.b);
    }
    void fill(OrderEvent& e, const EventRecord& r) const {
        both(e, r);
        e.order = kind_of(static_cast<StoredOrder>(r.a));
        e.run = static_cast<StoredOrder>(r.a) == StoredOrder::run;
        e.attack = r.attack;
        e.point = {r.x, r.y};
    }
    void fill(OrderDoneEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.order = kind_of(static_cast<StoredOrder>(r.a));
        e.run = static_cast<StoredOrder>(r.a) == StoredOrder::run;
        e.point = {r.x, r.y};
        e.cause = r.cause;
    }
    void fill(BandEvent& e, const EventRecord& r) const {
        both(e, r);
        e.band = r.a;
        e.distance = r.x;
    }
    void fill(StateEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.from = static_cast<AgentState>(r.a);
        e.to = static_cast<AgentState>(r.b);
    }
    template <typename E>
    requires std::is_same_v<E, HitEvent> || std::is_same_v<E, MissEvent>
    void fill(E& e, const EventRecord& r) const {
        both(e, r);
        e.attack = r.attack;
        e.damage = r.x;
        e.distance = r.y;
        e.projectile = static_cast<uint32_t>(r.a);
    }
    void fill(HurtEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.attacker = agent(r.target);
        e.amount = r.x;
    }
    void fill(DeathEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.killer = agent(r.target);
    }
    void fill(TokenEvent& e, const EventRecord& r) const {
        both(e, r);
        e.attack = r.attack;
        e.slot = r.slot;
        e.weight = r.a;
    }
    void fill(CapacityEvent& e, const EventRecord& r) const {
        e.target = agent(r.target);
        e.grid_capacity = r.a;
        e.attack_capacity = r.b;
    }
    void fill(WaitEvent& e, const EventRecord& r) const {
        both(e, r);
        e.reason = static_cast<WaitReason>(r.c);
        e.required = amount_of(e.reason, r.a);
        e.available = amount_of(e.reason, r.b);
    }
    void fill(ReactEvent& e, const EventRecord& r) const {
        both(e, r);
        e.band = r.a;
        e.reaction = static_cast<Reaction>(r.b);
        e.hurt = r.c != 0;
    }
    void fill(StaggerEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.attacker = agent(r.target);
    }
    void fill(HealEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.amount = r.x;
    }
    void fill(PhaseEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.phase = r.a;
    }
    void fill(ActEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.act = r.a;
        e.state = r.b;
        e.condition = r.c;
    }
    void fill(ActEndEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.act = r.a;
        e.cause = r.cause;
    }
    void fill(SayEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.act = r.a;
        e.line = r.b;
    }
    void fill(PoseEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.state = r.a;
    }
    void fill(SummonEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.summoned = agent(r.target);
    }
    void fill(LeaderEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.previous_leader = agent(r.target);
    }
    void fill(JoinEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.squad = squad(r.b);
        e.team = static_cast<TeamIndex>(r.c);
        e.leader = agent(r.target);
    }
    void fill(ArchetypeEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.from = static_cast<ArchetypeIndex>(r.a);
        e.to = static_cast<ArchetypeIndex>(r.b);
    }
    void fill(FloorEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.from = static_cast<int16_t>(r.a);
        e.to = static_cast<int16_t>(r.b);
        e.nav_link = r.c;
    }
    void fill(MoveInputEvent& e, const EventRecord& r) const {
        e.squad = squad(r.a);
        e.leader = agent(r.agent);
        e.direction = {r.x, r.y};
    }
    void fill(LaunchEvent& e, const EventRecord& r) const {
        both(e, r);
        e.attack = r.attack;
        e.flight_time = seconds_of(r.a);
        e.projectile = static_cast<uint32_t>(r.b);
        e.to = {r.x, r.y};
    }
    void fill(ReloadEvent& e, const EventRecord& r) const {
        e.archetypes = r.a;
        e.monsters = r.b;
    }
    void fill(DropEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.command = static_cast<CommandType>(r.a);
    }
    void fill(SkipEvent& e, const EventRecord& r) const { e.count = r.a; }
    void fill(MoraleEvent& e, const EventRecord& r) const {
        e.squad = squad(r.a);
        e.leader = agent(r.agent);
        e.from = static_cast<SquadMood>(r.b);
        e.to = static_cast<SquadMood>(r.c);
        e.points = static_cast<int32_t>(r.x);
    }

    /// Fills an event of any other kind: copies the fields that the record and the event have in common.
    template <typename E> void fill(E& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        if constexpr (requires { e.target; }) e.target = agent(r.target);
        if constexpr (requires { e.attack; }) e.attack = r.attack;
        if constexpr (requires { e.slot; }) e.slot = r.slot;
        if constexpr (requires { e.cause; }) e.cause = r.cause;
        if constexpr (requires { e.act; }) e.act = r.a;
    }

private:
    EventAgent agent(Serial serial) const {
        if (serial == no_serial) return {};
        const Row row = world_.ids.row_of_serial(serial);
        if (row == Row::none()) return {{}, serial};
        return {world_.id[row], serial};
    }
    uint64_t user_data(Serial serial) const {
        const Row row = world_.ids.row_of_serial(serial);
        return row == Row::none() ? 0 : world_.user_data[row];
    }
    template <typename E> void both(E& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.target = agent(r.target);
    }
    static SquadId squad(int32_t number) { return {static_cast<uint32_t>(number)}; }

    const EventView& world_;
};

template <typename... Kind> std::tuple<Vector<Kind>...> lists_of(std::tuple<std::span<const Kind>&...>);
using AllLists = decltype(lists_of(event_lists(std::declval<Events&>())));

/// Fills the event with this index in the list of its kind.
using Fill = void (*)(AllLists& lists, const Translation& translation, const EventRecord& record, uint32_t index,
                      uint32_t sequence);
template <size_t list>
void fill(AllLists& lists, const Translation& translation, const EventRecord& record, uint32_t index,
          uint32_t sequence) {
    auto& event = std::get<list>(lists)[index];
    event.sequence = sequence;
    translation.fill(event, record);
}

template <size_t... list> constexpr auto table_of(std::index_sequence<list...>) {
    std::array<Fill, sizeof...(list)> table{};
    ((table[static_cast<size_t>(std::tuple_element_t<list, AllLists>::value_type::type)] = fill<list>), ...);
    return table;
}
/// By EventType.
constexpr std::array<Fill, event_type_count> fills = table_of(std::make_index_sequence<std::tuple_size_v<AllLists>>());

/// Records in a chunk.
constexpr uint32_t records_a_chunk = 2048;

} // namespace

struct TypedEvents::Lists {
    AllLists all;
};

TypedEvents::TypedEvents() : lists_(1) {}
TypedEvents::~TypedEvents() = default;

void TypedEvents::add(ParallelLoops& loops, const Vector<EventRecord>& records, const EventView& world) {
    const Translation translation(world);
    const auto count = static_cast<uint32_t>(records.size());
    const size_t base = order_.size();
    steps_.push_back({world.clock.frame, seconds_of(world.clock.now), static_cast<uint32_t>(base)});
    order_.resize(base + count);
    // How many events of each kind a chunk has, and then the indices at which they begin.
    places_.assign(ParallelLoops::chunk_count(count, records_a_chunk), {});
    loops.parallel_for(count, records_a_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        for (uint32_t i = begin; i < end; ++i) ++places_[chunk][static_cast<size_t>(records[i].type)];
    });
    AllLists& lists = lists_[0].all;
    const auto make_room = [&](auto& list) {
        const auto kind = static_cast<size_t>(std::remove_cvref_t<decltype(list)>::value_type::type);
        size_t end = list.size();
        for (Places& places : places_) end += std::exchange(places[kind], static_cast<uint32_t>(end));
        list.resize(end);
    };
    std::apply([&](auto&... list) { (make_room(list), ...); }, lists);
    loops.parallel_for(count, records_a_chunk, [&](uint32_t chunk, uint32_t begin, uint32_t end) {
        Places places = places_[chunk];
        for (uint32_t i = begin; i < end; ++i) {
            const auto kind = static_cast<size_t>(records[i].type);
            order_[base + i] = {records[i].type, places[kind]};
            fills[kind](lists, translation, records[i], places[kind]++, static_cast<uint32_t>(base + i));
        }
    });
    show();
}

void TypedEvents::clear() noexcept {
    std::apply([](auto&... list) { (list.clear(), ...); }, lists_[0].all);
    order_.clear();
    steps_.clear();
    show();
}

/// Lets the spans of `view_` point to the lists, which may have moved in memory.
void TypedEvents::show() noexcept {
    std::apply(
        [&](auto&... span) {
            std::apply([&](auto&... list) { ((span = {list.data(), list.size()}), ...); }, lists_[0].all);
        },
        event_lists(view_));
    view_.order = {order_.data(), order_.size()};
    view_.steps = {steps_.data(), steps_.size()};
}

uint64_t TypedEvents::memory() const {
    const auto bytes = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
    return bytes(order_) + bytes(steps_) + bytes(places_) +
           std::apply([&](const auto&... list) { return (bytes(list) + ...); }, lists_[0].all);
}

} // namespace fray
