#include "frame/typed_events.h"

#include "engagement/token_rules.h"
#include "storage/rules_math.h"

#include <tuple>

namespace fray {
namespace {

/// Makes events of records. `event_record.h` says what the fields of a record hold.
class Translation {
public:
    explicit Translation(const StorageLayer& layer) : layer_(layer) {}

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
        e.order = static_cast<OrderKind>(r.a);
        e.attack = r.attack;
        e.point = {r.x, r.y};
    }
    void fill(OrderDoneEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.order = static_cast<OrderKind>(r.a);
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
        e.before = static_cast<State>(r.a);
        e.now = static_cast<State>(r.b);
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
        e.grid = r.a;
        e.attack = r.b;
    }
    void fill(WaitEvent& e, const EventRecord& r) const {
        both(e, r);
        e.reason = static_cast<WaitReason>(r.c);
        e.need = amount_of(e.reason, r.a);
        e.free = amount_of(e.reason, r.b);
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
        e.before = agent(r.target);
    }
    void fill(JoinEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.squad = squad(r.b);
        e.team = static_cast<TeamIndex>(r.c);
        e.leader = agent(r.target);
    }
    void fill(ArchetypeEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.before = static_cast<ArchetypeIndex>(r.a);
        e.now = static_cast<ArchetypeIndex>(r.b);
    }
    void fill(StoreyEvent& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.before = static_cast<int16_t>(r.a);
        e.now = static_cast<int16_t>(r.b);
        e.link = r.c;
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
        e.before = static_cast<Mood>(r.b);
        e.now = static_cast<Mood>(r.c);
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
        const uint32_t row = layer_.ids.row_of_serial(serial);
        if (row == no_index) return {{}, serial};
        return {layer_.agents.id.any()[row], serial};
    }
    uint64_t user_data(Serial serial) const {
        const uint32_t row = layer_.ids.row_of_serial(serial);
        return row == no_index ? 0 : layer_.agents.user_data.any()[row];
    }
    template <typename E> void both(E& e, const EventRecord& r) const {
        e.agent = agent(r.agent);
        e.target = agent(r.target);
    }
    static SquadId squad(int32_t number) { return {static_cast<uint32_t>(number)}; }

    const StorageLayer& layer_;
};

template <typename... Kind> std::tuple<Vector<Kind>...> lists_of(std::tuple<std::span<const Kind>&...>);

} // namespace

struct TypedEvents::Lists {
    decltype(lists_of(event_lists(std::declval<Events&>()))) all;
};

TypedEvents::TypedEvents() : lists_(1) {}
TypedEvents::~TypedEvents() = default;

void TypedEvents::add(const Vector<EventRecord>& records, const StorageLayer& layer) {
    const Translation translation(layer);
    steps_.push_back({layer.clock.frame, seconds_of(layer.clock.now), static_cast<uint32_t>(order_.size())});
    order_.reserve(order_.size() + records.size());
    for (const EventRecord& record : records) {
        const auto add_if = [&](auto& list) {
            using Kind = typename std::remove_cvref_t<decltype(list)>::value_type;
            if (Kind::type != record.type) return;
            order_.push_back({record.type, static_cast<uint32_t>(list.size())});
            Kind& event = list.emplace_back();
            event.sequence = static_cast<uint32_t>(order_.size() - 1);
            translation.fill(event, record);
        };
        std::apply([&](auto&... list) { (add_if(list), ...); }, lists_[0].all);
    }
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
    return bytes(order_) + bytes(steps_) +
           std::apply([&](const auto&... list) { return (bytes(list) + ...); }, lists_[0].all);
}

} // namespace fray
