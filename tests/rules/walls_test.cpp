// Walls between agents (rules walled_off and in_wall; rules.md, Ground), and what follows for attacks, hits, arrows,
// tokens and sight.
#include "rules/two_teams.h"
#include "spatial/parsed_map.h"

namespace fray::model {
namespace {

/// An attacker that strikes in every frame in which it may, and its victim, on a floor of 20 by 20 m around the origin.
class Walls : public TwoTeams {
protected:
    Walls() { carries = false; }

    /// A floor with a column of this kind at x = 0, as wide as a cell. There is a way round its end, 9 m away or more.
    void floor_with_column(uint8_t kind_of_cells, float cell = 1.0f) {
        const int side = static_cast<int>(20.0f / cell) | 1; // odd, so that a column is in the middle
        std::vector<uint8_t> cells(static_cast<size_t>(side * side), GridMap::passable);
        for (int line = 1; line < side; ++line) cells[static_cast<size_t>(line * side + side / 2)] = kind_of_cells;
        const float low = -0.5f * cell * static_cast<float>(side);
        accept(world.set_ground(
            std::make_shared<const GridMap>(GridMap::create(side, side, cells, cell, {low, low}).value())));
    }
    void open_floor() { floor_with_column(GridMap::passable); }
    ObstacleId set(const Obstacle& obstacle) {
        ObstacleId id;
        accept(world.set_obstacle(obstacle, &id));
        return id;
    }

    static ArchetypeDef fights(float radius, float range) {
        ArchetypeDef def = unmanaged_agent();
        def.perception.bands = {15.0f, 16.0f, 17.0f, 30.0f};
        def.body.radius = radius;
        def.engagement.engage_range = 0.0f;
        def.attacks = {swing(1, 0.0, 0.0, 0.0)};
        def.attacks[0].range = {0.0f, range};
        return def;
    }
    void face(Vec2 at, Vec2 victims_place, float radius = 0.4f, float victims_radius = 0.4f, float range = 15.0f) {
        face(at, victims_place, fights(radius, range), victims_radius);
    }
    void face(Vec2 at, Vec2 victims_place, const ArchetypeDef& def, float victims_radius = 0.4f) {
        ArchetypeDef other = player();
        other.body.radius = victims_radius;
        victim = spawn(kind(other), heroes, victims_place);
        attacker = spawn(kind(def), orcs, at);
        frames(2);
        poses[attacker].heading = normalised(victims_place - at);
    }
    /// How often the attacker hits in some frames.
    int hits() {
        frames(2);
        const int before = count(E::hit, attacker);
        frames(8);
        return count(E::hit, attacker) - before;
    }

    Serial attacker = no_serial, victim = no_serial;
};

TEST_F(Walls, StopBlowsAndWaterDoesNot) {
    for (const float radius : {0.2f, 0.4f, 1.5f})
        for (const float cell : {0.5f, 1.0f, 2.0f})
            for (const uint8_t column : {GridMap::wall, GridMap::water, GridMap::passable}) {
                start_again();
                floor_with_column(column, cell);
                const float beside = 0.5f * cell + 0.05f;
                face({-beside, 0.3f}, {beside, -0.3f}, radius, 0.4f);
                EXPECT_EQ(hits() > 0, column != GridMap::wall) << "radius " << radius << ", cell " << cell;
            }
}

TEST_F(Walls, ABlowCountsIfNoWallIsBetweenWhenItLands) {
    floor_with_column(GridMap::wall);
    ArchetypeDef def = fights(0.4f, 15.0f);
    def.attacks[0].windup = 0.05;
    def.attacks[0].duration = 0.2;
    face({-5, 0}, {-3, 0}, def);
    frames(3);
    ASSERT_EQ(count(E::attack, attacker), 1);
    poses[victim].position = {1, 0};
    frames(10);
    EXPECT_EQ(count(E::miss, attacker), 1);
    EXPECT_EQ(count(E::hit, attacker), 0);
    frames(30);
    EXPECT_EQ(count(E::attack, attacker), 1) << "no attack begins at a target behind a wall";
}

TEST_F(Walls, AnArrowMissesBehindADoorThatClosesAfterTheShot) {
    for (const ObstacleBlocks blocks : {ObstacleBlocks::all, ObstacleBlocks::walking}) {
        start_again();
        open_floor();
        ArchetypeDef def = fights(0.4f, 15.0f);
        def.attacks[0].projectile_speed = 100.0f;
        def.attacks[0].recovery = 100.0;
        face({-5, 0}, {5, 0}, def);
        frames(3);
        ASSERT_EQ(count(E::launch, attacker), 1);
        ASSERT_EQ(count(E::hit, attacker), 0);
        set({.at = {0, 0}, .half_extents = {0.5f, 3.0f}, .blocks = blocks});
        frames(15);
        EXPECT_EQ(count(E::hit, attacker), blocks == ObstacleBlocks::walking ? 1 : 0);
        EXPECT_EQ(count(E::miss, attacker), blocks == ObstacleBlocks::all ? 1 : 0);
    }
}

TEST_F(Walls, ACornerThatIsClippedByLessThanTheNarrowerBodyDoesNotCount) {
    const struct {
        float radius, other, corner;
        bool free;
    } cases[] = {
        {0.4f, 0.4f, -0.39f, true}, {0.4f, 0.4f, -0.41f, false}, {0.4f, 2.0f, -0.41f, false},
        {2.0f, 0.4f, -0.39f, true}, {1.5f, 2.0f, -1.45f, true},  {0.2f, 2.0f, -0.21f, false},
    };
    for (const auto& one : cases)
        for (const float up : {1.0f, -1.0f}) {
            start_again();
            open_floor();
            face({-3, 0}, {3, 0}, one.radius, one.other);
            set({.at = {0, up * (one.corner + 5.0f)}, .half_extents = {0.3f, 5.0f}});
            EXPECT_EQ(hits() > 0, one.free) << one.radius << " " << one.other << " " << one.corner << " " << up;
        }
}

TEST_F(Walls, ALineDoesNotBendThroughAnotherWall) {
    open_floor();
    face({-1, 0.3f}, {1, 0.3f});
    set({.at = {0, 5}, .half_extents = {0.05f, 5.0f}});
    EXPECT_GT(hits(), 0) << "round the end of the wall";
    set({.at = {0, 0}, .half_extents = {9.0f, 0.05f}});
    EXPECT_EQ(hits(), 0) << "into the corner of two walls";
}

TEST_F(Walls, TheObstacleInWhichAnAgentStandsIsItsOwn) {
    open_floor();
    face({-3, 0}, {0, 0});
    set({.at = {0, 0}, .half_extents = {1.0f, 4.0f}, .axis = {1.0f, 0.1f}});
    EXPECT_GT(hits(), 0) << "a gate is struck";
    const ObstacleId fence = set({.at = {-1.5f, 0}, .half_extents = {0.2f, 4.0f}});
    EXPECT_EQ(hits(), 0) << "another obstacle before the gate";
    accept(world.remove_obstacle(fence));
    EXPECT_GT(hits(), 0);
    poses[victim].position = {1.2f, 0};
    EXPECT_EQ(hits(), 0) << "it stands behind the gate";
    poses[victim].position = {-1.2f, 0};
    EXPECT_GT(hits(), 0) << "it stands before the gate";
    poses[attacker].position = {0, 2};
    poses[attacker].heading = normalised(Vec2{-1.2f, -2.0f});
    EXPECT_GT(hits(), 0) << "a tower shoots";
}

TEST_F(Walls, DoorsStopBlowsWhileTheyAreClosed) {
    floor_with_column(GridMap::wall);
    face({-2, 0}, {-2, 1});
    EXPECT_GT(hits(), 0);
    const ObstacleId door = set({.at = {-2, 0.5f}, .half_extents = {1.5f, 0.05f}});
    EXPECT_EQ(hits(), 0);
    accept(world.remove_obstacle(door));
    EXPECT_GT(hits(), 0);
    set({.at = {-2, 0.5f}, .half_extents = {1.5f, 0.05f}, .blocks = ObstacleBlocks::walking});
    EXPECT_GT(hits(), 0) << "a ditch";
}

TEST_F(Walls, AgentsBesideAndInWalls) {
    floor_with_column(GridMap::wall, 2.0f); // from x = -1 to 1
    face({-3, 0}, {-0.8f, 0});
    EXPECT_GT(hits(), 0) << "its body reaches out of the wall";
    poses[attacker].position = {3, 0};
    poses[attacker].heading = {-1, 0};
    EXPECT_EQ(hits(), 0) << "from the other side";
    poses[victim].position = {0, 0};
    EXPECT_GT(hits(), 0) << "on the wall";
    std::swap(poses[victim].position, poses[attacker].position);
    poses[attacker].heading = {1, 0};
    EXPECT_GT(hits(), 0) << "from the wall";
    poses[attacker].position = {0.8f, 0};
    EXPECT_GT(hits(), 0) << "beside the wall";
    poses[victim].position = {-3, 0};
    poses[attacker].heading = {-1, 0};
    EXPECT_EQ(hits(), 0) << "through the wall";
}

TEST_F(Walls, AHolderBehindAWallGetsNoTokenUntilADoorOpens) {
    open_floor();
    ArchetypeDef def = fighter(1, swing(1, 0.05, 0.1, 0.0));
    def.attacks[0].range = {0.0f, 10.0f};
    def.engagement.engage_range = def.engagement.hit_range = 10.0f;
    carries = true;
    const Serial hero = spawn_hero({.slots = 1}), holder = spawn(kind(def), orcs, {4, 0});
    set_capacity(hero, 12, 0);
    frames(20);
    ASSERT_TRUE(agent(holder).arrived);
    carries = false;
    const ObstacleId wall = set({.at = {6, 0}, .half_extents = {0.2f, 4.0f}});
    poses[holder].position = {8, 0};
    set_capacity(hero, 12, 10);
    frames(20);
    EXPECT_EQ(count(E::token, holder), 0);
    EXPECT_EQ(wait_reason(world, oracle.id_of(holder))->reason, WaitReason::way);
    accept(world.remove_obstacle(wall));
    frames(40);
    EXPECT_GT(count(E::attack, holder), 0);
    EXPECT_EQ(agent(holder).target, hero);
}

TEST_F(Walls, AnUnmanagedAgentIsNotCloseToATargetBehindAWall) {
    floor_with_column(GridMap::wall);
    ArchetypeDef def = fights(0.4f, 2.0f);
    def.boss.reactions.table.fill({1, 0, 0});
    face({-0.6f, 0}, {0.6f, 0}, def);
    frames(5);
    EXPECT_EQ(agent(attacker).state, AgentState::pursue);
    poses[victim].position = {-0.6f, 1.2f};
    frames(5);
    EXPECT_GT(count(E::attack, attacker), 0);
}

TEST_F(Walls, SightPassesOverWaterAndNotThroughWalls) {
    for (const Targeting targeting : {Targeting::sight, Targeting::team})
        for (const uint8_t column : {GridMap::wall, GridMap::water}) {
            start_again();
            floor_with_column(column);
            ArchetypeDef def = fights(0.4f, 2.0f);
            def.perception.targeting = targeting;
            def.perception.needs_line_of_sight = true;
            face({-4, 0}, {4, 0}, def);
            EXPECT_EQ(next_target(attacker, 5), column == GridMap::water ? victim : no_serial);
        }
}

} // namespace
} // namespace fray::model
