// Reloading (rules: Reloading): validation, and what a host sees of a reload. The reference model checks the rules
// themselves.
#include "must.h"
#include "scene.h"

#include <gtest/gtest.h>

#include <string>

namespace fray {
namespace {

using namespace test;

struct Reload : Scene {
    /// Gives a reload, which takes effect in the next step.
    void reload(const ArchetypeDef& def) { ASSERT_EQ(world.reload({&def, 1}), Error::ok) << world.error_text(); }
    void refused(const ArchetypeDef& def, Error error, const std::string& text) {
        EXPECT_EQ(world.reload({&def, 1}), error);
        EXPECT_EQ(world.error_text(), text);
        step();
        EXPECT_TRUE(all(EventType::reload).empty());
    }
};

void wander(void*, const StateBatch&, StateWriter&) {}

TEST_F(Reload, AnAgentInAStateThatIsNoLongerNamedGoesToIdle) {
    ASSERT_EQ(world.add_state({"wander", wander, nullptr}), Error::ok);
    ArchetypeDef def = puppet();
    def.states = {{"wander", 0.0f, true}};
    const AgentId one = foe(def, {});
    step(3);
    ASSERT_TRUE(is_user_state(state(one)));
    def.states.clear();
    reload(def);
    step();
    EXPECT_EQ(state(one), AgentState::idle);
    EXPECT_EQ(last(EventType::state, one).event.b, static_cast<int>(AgentState::idle));
}

TEST_F(Reload, AnInvalidReloadIsRefusedAsAWhole) {
    ArchetypeDef def = puppet();
    foe(def, {});
    ArchetypeDef other = def;
    other.name = "ghost";
    refused(other, Error::unknown, "reload: archetype 'ghost': there is none of that name");
    other = def;
    other.attacks[0].weight = -1;
    refused(other, Error::out_of_range,
            "reload: archetype 'puppet': attacks[0].weight: given -1, allowed 0 to 1000000");
    other = def;
    other.engagement.managed = false;
    refused(other, Error::out_of_range,
            "reload: archetype 'puppet': managed: given false, allowed true, as it is: a reload cannot change it");
    other = def;
    other.autonomous = false;
    refused(other, Error::out_of_range,
            "reload: archetype 'puppet': brain: given false, allowed true, as it is: a reload cannot change it");
    other = def;
    other.states = {{"hide", 0.5f, false}};
    refused(other, Error::unknown, "reload: archetype 'puppet': states: no state 'hide'");
    const ArchetypeDef twice[] = {def, def};
    EXPECT_EQ(world.reload(twice), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "reload: archetype 'puppet': given twice");
    MonsterDef beast;
    beast.name = "beast";
    EXPECT_EQ(world.reload({&def, 1}, {&beast, 1}), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "reload: monster 'beast': states: given 0, allowed 1 to 255");
    EXPECT_EQ(world.monster_count(), 0u);
    beast.states.resize(1);
    const MonsterDef beasts[] = {beast, beast};
    EXPECT_EQ(world.reload({}, beasts), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "reload: monster 'beast': given twice");
    other = def;
    other.attacks.clear();
    for (int i = 0; i < max_attacks; ++i) other.attacks.push_back(swing(1));
    other.circle.class_limits.clear();
    for (int i = 0; i <= max_attack_classes; ++i)
        other.circle.class_limits.push_back({"class " + std::to_string(i), 1});
    other.circle.class_limits.pop_back();
    other.attacks[0].attack_class = "one more";
    refused(other, Error::full, "reload: attack classes: at most 1024 in a world");
    const auto with_classes = [&](const char* prefix) {
        ArchetypeDef many = def;
        for (int i = 0; i < 600; ++i) many.circle.class_limits.push_back({prefix + std::to_string(i), 1});
        return many;
    };
    reload(with_classes("first "));
    const ArchetypeDef second = with_classes("second ");
    EXPECT_EQ(world.reload({&second, 1}), Error::full) << "what waits counts, too";
    ASSERT_EQ(world.step_begin(frame_time), Error::ok);
    EXPECT_EQ(world.reload({&def, 1}), Error::stepping);
    must(world.step_end());
}

TEST_F(Reload, AnArchetypeAddedLaterIsCheckedWithItsMonster) {
    MonsterDef beast;
    beast.name = "beast";
    beast.states.resize(1);
    beast.acts.resize(1);
    beast.acts[0].name = "bite";
    beast.acts[0].attacks = {"bite"};
    ASSERT_EQ(world.add_monsters({&beast, 1}), Error::ok);
    ArchetypeDef def = puppet();
    def.monster = "beast";
    EXPECT_EQ(world.add_archetype(def), Error::out_of_range);
    EXPECT_EQ(world.error_text(), "monster 'beast': on archetype 'puppet': act 'bite': skill: no attack 'bite'");
    def.attacks[0].name = "bite";
    const AgentId follower = foe(def, {});
    step();
    EXPECT_EQ(world.monster_of(follower), 0);
}

} // namespace
} // namespace fray
