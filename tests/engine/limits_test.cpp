// Every limited number of a definition or a call: the limits are accepted, and the next number of the field's own type
// beyond them is refused with the field's name. A fight goes on soundly with any of them at its limit. The limits of
// definitions come from their field lists.
#include "definitions/archive.h"
#include "engine/each_number.h"
#include "engine/random_fields.h"
#include "fray/inspect.h"
#include "fray/jobs.h"
#include "fray/lists.h"
#include "fray/world.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <type_traits>

namespace fray {
namespace {

template <typename T> T next(T value, int way) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(value + way);
    else
        return std::nextafter(value, static_cast<T>(way) * std::numeric_limits<T>::infinity());
}

// ---- The lists ------------------------------------------------------------------------------------------------------

using Complaint = std::function<std::string()>;

/// A visitor that tries the limits of every number of a definition, while the other fields keep their values.
class EveryLimit : public FieldVisitor {
public:
    explicit EveryLimit(Complaint complaint, std::string prefix = {})
        : complaint_(std::move(complaint)), prefix_(std::move(prefix)) {}

    template <typename T> void operator()(const std::string& key, const FieldRange& range, const char*, T& value) {
        const FieldRange own = range.degrees ? range.in_radians() : range;
        if constexpr (std::is_enum_v<T>) {
            const T before = value;
            value = static_cast<T>(static_cast<int>(own.greatest) + 1);
            expect_refused(key);
            value = before;
        } else if constexpr (std::is_arithmetic_v<T>) {
            number(key, own, value);
        } else if constexpr (requires { value.has_value(); }) {
            number(key, own, value.emplace(1.0f));
            value.reset();
        } else if constexpr (requires { std::tuple_size<T>::value; }) {
            numbers_of(key, own, value);
        } else {
            for (size_t i = 0; i < value.size(); ++i) within(key + "[" + std::to_string(i) + "].", value[i]);
        }
    }
    template <typename T> void operator()(const std::string& key, const char*, T& value) {
        if constexpr (requires { describe(*this, value[0]); })
            for (size_t i = 0; i < value.size(); ++i) within(key + "[" + std::to_string(i) + "].", value[i]);
        else if constexpr (requires { describe(*this, value); })
            within(key + ".", value);
    }

    int numbers = 0;

private:
    template <typename T> void number(const std::string& key, const FieldRange& range, T& value) {
        ++numbers;
        const T before = value, least = static_cast<T>(range.least);
        const bool from_zero = std::is_floating_point_v<T> && range.open && range.least == 0.0;
        value = from_zero ? static_cast<T>(least_size) : range.open ? next(least, 1) : least;
        expect_taken(key);
        const bool any = range.least == static_cast<double>(std::numeric_limits<T>::lowest()); // of the type
        value = range.open || any ? least : next(least, -1);
        if (any)
            expect_taken(key);
        else if (!range.also || value != static_cast<T>(*range.also))
            expect_refused(key);
        if (any) {
            value = static_cast<T>(range.greatest);
            expect_taken(key);
        } else if (std::isfinite(range.greatest)) {
            value = static_cast<T>(range.greatest);
            expect_taken(key);
            value = next(value, 1);
            expect_refused(key);
        } else if (std::is_floating_point_v<T> && !range.unlimited) {
            value = std::numeric_limits<T>::infinity();
            expect_refused(key);
        }
        if constexpr (std::is_floating_point_v<T>) {
            value = std::numeric_limits<T>::quiet_NaN();
            expect_refused(key);
            value = next(static_cast<T>(least_size), -1);
            expect_refused(key);
        }
        value = before;
    }
    /// If the list may be all 0, it is tried with other numbers, because in a list of zeros each number limits the
    /// others.
    template <typename T> void numbers_of(const std::string& key, const FieldRange& range, T& values) {
        const T before = values;
        if (range.all_zero) {
            values = {};
            expect_taken(key);
            for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<typename T::value_type>(i + 1);
        }
        for (size_t i = 0; i < values.size(); ++i) number(key + "[" + std::to_string(i) + "]", range, values[i]);
        values = before;
    }
    template <typename T> void within(const std::string& prefix, T& value) {
        EveryLimit inner(complaint_, prefix_ + prefix);
        describe(inner, value);
        numbers += inner.numbers;
    }
    /// Accepted: no complaint, or a complaint about a relation to another field, which another test checks.
    void expect_taken(const std::string& key) const {
        const std::string said = complaint_();
        const bool relation = !said.empty() && said.back() == ')';
        EXPECT_TRUE(said.empty() || relation) << prefix_ << key << ": " << said;
    }
    void expect_refused(const std::string& key) const {
        const std::string said = complaint_();
        EXPECT_NE(said.find(key + ": given "), std::string::npos) << prefix_ << key << ": " << said;
        EXPECT_NE(said.find(", allowed "), std::string::npos) << said;
    }

    Complaint complaint_;
    std::string prefix_;
};

/// An archetype in which no field's value limits another field, and no list is empty.
ArchetypeDef wide() {
    ArchetypeDef def;
    def.name = "soldier";
    def.body.walk_speed = 0.0f;
    def.body.run_speed = 100.0f;
    def.engagement.engage_range = 1.0f;
    def.perception.alert_radius = def.engagement.hit_range = world_extent;
    def.circle.approach_radius = 1000.0f;
    def.circle.class_limits = {{"heavy", 1}};
    def.attacks = {{.name = "swing", .attack_class = "heavy", .range = {0.0f, world_extent}}};
    def.attacks[0].windup = 0.0;
    def.attacks[0].duration = 3600.0;
    def.boss.timers = {{0.001, 3600.0}, {0.001, 3600.0}};
    def.boss.phases = {{.health_threshold = 0.5f, .reactions = ReactionDef{}}};
    def.states = {{.name = "flee"}};
    for (auto* const table : {&def.boss.reactions.table, &def.boss.reactions.hurt})
        for (ReactionWeights& weights : *table) weights = {1, 1, 1};
    return def;
}

MonsterDef ogre() {
    MonsterDef def{.name = "ogre", .states = {{.name = "state_1"}}, .acts = {{.name = "act_1"}}};
    def.states[0].action_distances = {20.0f, 30.0f};
    def.states[0].on_enter = {{.act = "act_1"}};
    def.acts[0].cooldowns = {{"swing", 1.0}};
    def.acts[0].summons = {{.archetype = "soldier"}};
    return def;
}

TEST(Limits, LimitsOfDefinitionsAreExact) {
    ArchetypeDef archetype = wide();
    EXPECT_EQ(validate(archetype), "");
    EveryLimit of_archetypes([&] { return validate(archetype); });
    describe(of_archetypes, archetype);
    EXPECT_GT(of_archetypes.numbers, 80);

    SquadDef squad;
    squad.max_leader_distance = world_extent;
    describe(EveryLimit([&] { return validate(squad); }), squad);

    NavLinkDef link;
    link.to_floor = 7;
    describe(EveryLimit([&] { return validate(link); }), link);

    MonsterDef monster = ogre();
    const std::vector<ArchetypeDef> soldiers = {wide()};
    const auto complaint = [&] { return validate(soldiers, std::vector<MonsterDef>{monster}); };
    EXPECT_EQ(complaint(), "");
    describe(EveryLimit(complaint), monster);
}

TEST(Limits, LimitsOfWorldsAreExact) {
    const std::unique_ptr<JobSystem> jobs = make_serial_jobs();
    WorldDef def;
    def.jobs = jobs.get();
    describe(EveryLimit([&] { return World::create(def).error_text(); }), def);
}

/// Converts to any type. An aggregate initialised with such values shows how many members it has.
struct Anything {
    template <typename T> operator T() const { return {}; }
};
template <typename D, typename... Members> constexpr size_t member_count() {
    if constexpr (requires { D{Members{}..., Anything{}}; })
        return member_count<D, Members..., Anything>();
    else
        return sizeof...(Members);
}
/// Counts the members that a list names. A component is one member.
struct MemberCounter : FieldVisitor {
    size_t count = 0;

    template <typename T> void operator()(const char*, const FieldRange&, const char*, T&) { ++count; }
    template <typename T> void operator()(const char*, const char*, T&) { ++count; }
    template <typename T> void name(T&) { ++count; }
    template <typename T> void reference(const char*, Names, const char*, T&) { ++count; }
    template <typename T> void component(const char*, const char*, T&) { ++count; }
};
template <typename D> size_t listed_count() {
    MemberCounter counter;
    D def;
    describe(counter, def);
    return counter.count;
}
template <typename D> void expect_whole() { EXPECT_EQ(listed_count<D>(), member_count<D>()) << typeid(D).name(); }
template <typename... D> void expect_whole_lists() { (expect_whole<D>(), ...); }

TEST(Lists, FieldListsHaveEveryMember) {
    expect_whole_lists<CooldownDef, AttackDef, ClassLimit, CircleDef, ReactionWeights, TimerDef, BackstepDef, HealDef,
                       PhaseDef, UserStateUse, BodyDef, PerceptionDef, EngagementDef, BossDef, ArchetypeDef,
                       ConditionDef, ActDef::Cooldown, ActDef::Summon, ActDef, MonsterStateDef, MonsterDef, SquadDef,
                       NavLinkDef, DebugDef>();
}

TEST(Lists, FieldListsAreWhatIsSerialized) {
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        test::RandomFields random(seed, 0.5);
        ArchetypeDef archetype = wide(), archetype_again;
        MonsterDef monster = ogre(), monster_again;
        describe(random, archetype);
        describe(random, monster);
        EXPECT_NE(archetype, wide());
        std::vector<std::byte> bytes;
        Writer writer(bytes);
        definition(writer, archetype);
        definition(writer, monster);
        Reader reader(bytes);
        EXPECT_TRUE(definition(reader, archetype_again) && definition(reader, monster_again) && reader.at_end());
        EXPECT_EQ(archetype_again, archetype);
        EXPECT_EQ(monster_again, monster);
    }
}

// ---- Fights at the limits -------------------------------------------------------------------------------------------

enum class Extreme : uint8_t { least, smallest, greatest };

/// Eighteen agents fight hand to hand with two. One of the two has no brain.
void expect_sound_fight(const ArchetypeDef& def, const std::string& what,
                        const std::vector<MonsterDef>& monsters = {}) {
    World world = World::create({.threads = 1}).value();
    ArchetypeIndex kind = 0, target = 0;
    ASSERT_EQ(world.add_archetype(def, &kind), Error::ok) << what << world.error_text();
    ArchetypeDef idol = def;
    idol.name = "idol";
    idol.monster.clear();
    idol.autonomous = false;
    ASSERT_EQ(world.add_archetype(idol, &target), Error::ok) << what << world.error_text();
    ASSERT_EQ(world.add_monsters(monsters), Error::ok) << what << world.error_text();
    for (const char* const team : {"red", "blue"}) ASSERT_EQ(world.add_team(team), Error::ok);
    for (int i = 0; i < 20; ++i) {
        const TeamIndex team = i % 10 == 5;
        const Vec2 at = {static_cast<float>(i / 4) * 1.2f, static_cast<float>(i % 4) * 1.5f};
        ASSERT_EQ(world.spawn({.archetype = i == 5 ? target : kind, .team = team, .position = at}), Error::ok)
            << what << world.error_text();
    }
    for (int frame = 1; frame <= 90; ++frame) {
        ASSERT_EQ(world.step(1.0 / 30.0), Error::ok) << what << world.error_text();
        if (frame % 6 == 0) {
            ASSERT_EQ(check_invariants(world), "") << what << ", frame " << frame;
        }
    }
}

/// The archetypes for which every number has an effect: a fighter that waits in a circle, and a boss.
std::vector<ArchetypeDef> fighters() {
    ArchetypeDef soldier{.name = "soldier"};
    soldier.attacks = {{.name = "stab"}, {.name = "throw", .range = {2.0f, 12.0f}}};
    soldier.attacks[1].projectile_speed = 8.0f;
    soldier.circle.slots = 3; // so that some wait
    soldier.circle.class_limits = {{"heavy", 1}};
    soldier.attacks[0].attack_class = "heavy";
    ArchetypeDef boss = boss_archetype();
    boss.name = "boss";
    boss.attacks = {{.name = "stab", .range = {0.0f, 3.0f}}};
    boss.boss.phases = {{.health_threshold = 0.9f, .reactions = ReactionDef{}}};
    return {soldier, boss};
}

/// Calls try_it(def, what) with each number of the definition at each of its extremes.
template <typename Def, typename Try> void try_extremes(const Def& usual, Try&& try_it) {
    for (const Extreme extreme : {Extreme::least, Extreme::smallest, Extreme::greatest}) {
        for (int index = 0;; ++index) {
            Def def = usual;
            int left = index;
            std::string changed; // the number and its value; empty: there are not so many
            describe(test::EachNumber([&]<typename T>(const std::string& key, const FieldRange& range, T& value) {
                         if (left-- != 0) return;
                         double number = extreme == Extreme::least ? range.least : std::min(range.greatest, 1e9);
                         const bool is_zero = extreme == Extreme::least && range.open && range.least == 0.0;
                         if (extreme == Extreme::smallest || is_zero) number = std::is_integral_v<T> ? 1.0 : least_size;
                         if (range.contains(static_cast<T>(number))) value = static_cast<T>(number);
                         changed = key + " = " + std::to_string(value);
                     }),
                     def);
            if (changed.empty()) break;
            if (def != usual) try_it(def, usual.name + ": " + changed);
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

/// No limit leads to a place or a speed that is not finite, or to a snapshot that is refused.
TEST(Limits, AFightWithANumberAtItsLimitIsSound) {
    int fights = 0;
    for (const ArchetypeDef& usual : fighters()) {
        ASSERT_EQ(validate(usual), "");
        try_extremes(usual, [&](const ArchetypeDef& def, const std::string& what) {
            if (!validate(def).empty()) return; // another field limits it further
            ++fights;
            expect_sound_fight(def, what);
        });
    }
    ArchetypeDef beast = fighters()[1];
    beast.monster = "ogre";
    beast.attacks[0].name = "swing";
    beast.engagement.engage_range = 1.0f;
    MonsterDef monster = ogre();
    monster.states[0].action_distances = {1.5f, 30.0f};
    monster.acts[0].summons = {}; // hundreds of agents would take long
    ASSERT_EQ(validate(std::vector{beast}, std::vector{monster}), "");
    try_extremes(monster, [&](const MonsterDef& def, const std::string& what) {
        if (!validate(std::vector{beast}, std::vector{def}).empty()) return;
        ++fights;
        expect_sound_fight(beast, what, {def});
    });
    EXPECT_GT(fights, 300);
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

constexpr float pi = 3.14159265f;

template <typename T> struct Span {
    T least, greatest = std::numeric_limits<T>::max(); ///< without a limit of its own: that of the type
    bool open = false;                                 ///< `least` itself is refused
};

TEST(Limits, LimitsOfCallsAreExact) {
    World world = World::create({.threads = 1}).value();
    ArchetypeDef soldier = wide();
    soldier.states.clear();
    ASSERT_EQ(world.add_archetype(soldier), Error::ok);
    ASSERT_EQ(world.add_team("red"), Error::ok);
    AgentId agent;
    ASSERT_EQ(world.spawn({}, &agent), Error::ok);
    AgentId other;
    ASSERT_EQ(world.spawn({}, &other), Error::ok);
    const auto call = [&]<typename T>(const std::string& name, const Span<T>& span, auto asked) {
        const auto expect_taken = [&](T value) {
            EXPECT_EQ(asked(value), Error::ok) << name << ": " << value << ": " << world.error_text();
        };
        const auto expect_refused = [&](T value) {
            EXPECT_NE(asked(value), Error::ok) << name << ": " << value;
            const std::string said = world.error_text();
            EXPECT_NE(said.find(name), std::string::npos) << name << ": " << value << ": " << said;
            if (std::isnan(value)) return;
            EXPECT_NE(said.find("given "), std::string::npos) << said;
            EXPECT_NE(said.find(", allowed "), std::string::npos) << said;
        };
        expect_taken(span.open ? next(span.least, 1) : span.least);
        expect_refused(span.open ? span.least : next(span.least, -1));
        expect_taken(span.greatest);
        if (span.greatest != std::numeric_limits<T>::max()) expect_refused(next(span.greatest, 1));
        expect_refused(std::numeric_limits<T>::quiet_NaN());
    };
    using Float = Span<float>;
    using Double = Span<double>;
    call("set_target_bias", Float{-1000, 1000}, [&](float v) { return world.set_target_bias(agent, v); });
    call("add_threat: attacker", Float{-1e9f, 1e9f}, [&](float v) { return world.add_threat(agent, other, v); });
    call("set_view: half angle", Float{0, pi}, [&](float v) { return world.set_view(agent, {{1.0f, 0.0f}, v}); });
    call("damage", Float{.least = 0, .open = true}, [&](float v) { return world.damage(agent, v); });
    call("set_health", Float{0, 100}, [&](float v) { return world.set_health(agent, v); });
    call("set_detail: beyond[0]", Float{0}, [&](float v) { return world.set_detail({.distances = {v, v, v}}); });
    call("step: dt", Double{0, 1}, [&](double v) { return world.step(v); });
    call("advance", Double{0, 10}, [&](double v) { return world.advance(v, nullptr); });
}

TEST(Limits, BoundsOfWholeNumbersNeedNotBeWhole) {
    const FieldRange halves = {.least = 0.5, .greatest = 2.5, .also = -1.5};
    for (const int value : {1, 2}) EXPECT_TRUE(halves.contains(value)) << value;
    for (const int value : {-2, -1, 0, 3}) EXPECT_FALSE(halves.contains(value)) << value;
    const FieldRange beyond = {.least = -1e300, .greatest = 1e300};
    for (const int64_t value : {INT64_MIN, int64_t{0}, INT64_MAX}) EXPECT_TRUE(beyond.contains(value)) << value;
    EXPECT_FALSE(range::above(0.5, 3.0).contains(0));
    EXPECT_TRUE(range::above(0.5, 3.0).contains(1));
    EXPECT_FALSE(range::above(1.0, 3.0).contains(1));
}

TEST(Limits, ARangeInDegreesIsConvertedWhole) {
    const FieldRange angle = range::degrees(range::or_also(180.0, range::between(0.0, 90.0))).in_radians();
    EXPECT_NEAR(*angle.also, 3.14159265, 1e-6);
    EXPECT_NEAR(angle.greatest, 1.57079633, 1e-6);
    EXPECT_FALSE(angle.degrees);
}

/// A refused value differs in print from the allowed values, and the printed limits are the documented limits.
TEST(Limits, MessagesShowValueAndLimits) {
    ArchetypeDef def = wide();
    def.body.mass = next(0.01f, -1);
    EXPECT_EQ(validate(def), "mass: given 0.009999999, allowed 0.01 to 1000000");
    def.body.mass = next(1e6f, 1);
    EXPECT_EQ(validate(def), "mass: given 1000000.06, allowed 0.01 to 1000000");
    def = wide();
    def.circle.approach_radius = 1e-40f;
    EXPECT_EQ(validate(def), "circle.approach_radius: given 1e-40, allowed 0 to 1000, and not between 0 and 1e-09");
    def = wide();
    def.engagement.engage_range = 3.0f;
    def.perception.alert_radius = 2.0f;
    EXPECT_EQ(validate(def), "alert_radius: given 2, allowed more than 3 (engage_range)");
    def = wide();
    def.perception.bands = {1.0f, 1.0f, 2.0f, 3.0f};
    EXPECT_NE(validate(def).find("bands[1]: given 1, allowed "), std::string::npos) << validate(def);
}

} // namespace
} // namespace fray
