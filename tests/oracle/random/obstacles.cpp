#include "random/designs.h"
#include "random/dice.h"
#include "storage/rules_math.h"

namespace fray::model {
namespace {

using Place = ObstacleChange::Place;

class ObstacleMaker : Designer {
public:
    explicit ObstacleMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0xd807aa98a3030242ull) {}

    void run() {
        const double restoring = dice_.one_of({0.0, 0.0, 0.01, 0.05});
        if (dice_.chance(0.1)) scenario_.world.off_ground = OffGround::refuse;
        for (frame_ = 0; frame_ < frames_; ++frame_) {
            if (dice_.chance(often_)) make_plan();
            input().restores = dice_.chance(restoring);
        }
    }

private:
    // ---- Plans -----------------------------------------------------------------------------------------------------

    void make_plan() {
        switch (dice_.by_weight({2, 1, 2, 2, 2, 1, 1, 1})) {
        case 0: door(); break;
        case 1: beam(); break;
        case 2: on_agents(); break;
        case 3: on_slot(); break;
        case 4: between_two(); break;
        case 5: wall_in(); break;
        case 6: dice_.chance(0.3) ? cover_all() : outside(); break;
        default: remove_any(); break;
        }
    }

    void door() {
        ObstacleChange change = made({dice_.between(0.02f, 3.0f), dice_.between(0.02f, 0.6f)});
        change.obstacle.at = anywhere(1.2f);
        set(change);
    }

    /// A long and thin rectangle that may cut the ground in two.
    void beam() {
        ObstacleChange change = made({2.5f * half_size_ + 10.0f, dice_.one_of({0.01f, 0.1f, 1.0f})});
        change.obstacle.at = anywhere(0.8f);
        set(change);
    }

    void on_agents() {
        for (int count = dice_.one_of({1, 1, 2, 4}); count > 0; --count) {
            ObstacleChange change = made({dice_.between(0.05f, 1.5f), dice_.between(0.05f, 1.5f)});
            change.place = Place::agent;
            change.aimed = any_agent();
            change.obstacle.at = dice_.point(0.5f);
            set(change);
        }
    }

    void on_slot() {
        for (int count = dice_.one_of({1, 1, 2, 3}); count > 0; --count) {
            ObstacleChange change = made({dice_.between(0.05f, 0.8f), dice_.between(0.05f, 0.8f)});
            change.place = Place::slot;
            change.aimed = aim_at(dice_, dice_.one_of({Aim::target, Aim::target, Aim::attacked, Aim::any}));
            change.slot = dice_.between(0, 19);
            set(change);
        }
    }

    void between_two() {
        ObstacleChange change = made({dice_.between(0.2f, 6.0f), dice_.between(0.02f, 0.3f)});
        change.place = Place::way;
        using enum Aim;
        change.aimed =
            aim_at(dice_, dice_.one_of(any, approaching, requester, sight_foe, patroller, follows, supporter));
        set(change);
    }

    /// Four walls around an agent and what is near it. One of them may be missing.
    void wall_in() {
        const float distance = dice_.one_of({0.7f, 2.0f, 4.0f, half_size_ * 0.7f});
        const AimedCommand aimed = any_agent();
        const Vec2 along = direction();
        const int missing = dice_.between(-2, 3);
        const int first = after();
        std::vector<ObstacleChange> walls;
        for (int side = 0; side < 4; ++side) {
            if (side == missing) continue;
            ObstacleChange change = made({distance + 0.3f, dice_.one_of({0.05f, 0.3f, 1.0f})});
            const Vec2 turned[] = {along, {-along.y, along.x}, along * -1.0f, {along.y, -along.x}};
            change.obstacle.at = turned[side] * distance;
            change.obstacle.axis = turned[(side + 1) % 4];
            change.place = Place::agent;
            change.aimed = aimed;
            change.after = static_cast<size_t>(first);
            walls.push_back(change);
        }
        for (ObstacleChange& change : walls) set(change);
    }

    /// No agent can stand anywhere, or only in a part.
    void cover_all() {
        ObstacleChange change = made({200.0f, 200.0f});
        if (dice_.chance(0.5)) change.obstacle.at = direction() * dice_.between(190.0f, 200.0f);
        set(change);
        remove(change.number, frame_ + dice_.between(0, 5));
    }

    void outside() {
        ObstacleChange change = made({dice_.between(0.1f, 20.0f), dice_.between(0.1f, 20.0f)});
        change.obstacle.at = direction() * (half_size_ + dice_.between(10.0f, 60.0f));
        set(change);
    }

    /// The number may be that of an obstacle that is gone, or that never was.
    void remove_any() { remove(dice_.between(0, number_ + 1), frame_); }

    // ---- Parts -----------------------------------------------------------------------------------------------------

    ObstacleChange made(Vec2 half) {
        ObstacleChange change;
        change.number = ++number_;
        change.after = static_cast<size_t>(after());
        change.obstacle.half_extents = dice_.chance(0.1) ? Vec2{half.y, half.x} : half;
        change.obstacle.axis = direction();
        if (dice_.chance(0.3)) change.agents = OnObstacle::refuse;
        if (dice_.chance(0.3)) change.obstacle.blocks = ObstacleBlocks::walking;
        return change;
    }

    /// Along an axis, or turned; of any length.
    Vec2 direction() {
        if (dice_.chance(0.3)) return dice_.chance(0.5) ? Vec2{1.0f, 0.0f} : Vec2{0.0f, -1.0f};
        return any_direction(dice_) * dice_.one_of({1.0f, 1.0f, 0.01f, 30.0f});
    }

    /// Before the commands of the frame, among them, or after all of them.
    int after() {
        const auto last = static_cast<int>(input().commands.size()) + 1;
        return dice_.one_of({0, last, dice_.between(0, last)});
    }

    Vec2 anywhere(float factor) { return dice_.point(factor) * half_size_; }

    AimedCommand any_agent() {
        using enum Aim;
        return aim_at(dice_, dice_.one_of(any, any, target, requester, approaching, ready, attacker, follows, patroller,
                                          leader, travelling, escorted, holding, owner, pushed, supporter));
    }

    void set(const ObstacleChange& change) {
        add(change);
        if (!dice_.chance(0.85)) return;
        const int when = frame_ + dice_.one_of({0, 1, dice_.between(1, lasting_), dice_.between(1, lasting_)});
        remove(change.number, when);
        if (dice_.chance(0.1)) remove(change.number, when + dice_.between(0, 3));
    }

    void remove(int number, int when) {
        ObstacleChange change;
        change.removes = true;
        change.number = number;
        change.after = when == frame_ ? input().commands.size() + 1 : static_cast<size_t>(dice_.between(0, 5));
        if (when < frames_) scenario_.frames[static_cast<size_t>(when)].obstacles.push_back(change);
    }

    void add(const ObstacleChange& change) { input().obstacles.push_back(change); }

    float half_size_ = half_size(2.0f, 40.0f);
    double often_ = dice_.one_of({0.02, 0.05, 0.05, 0.2}); // probability of a plan in a frame
    int lasting_ = dice_.one_of({3, 20, 60, 200});         // most frames that an obstacle stays
    int number_ = 0;                                       // of the last obstacle
};

} // namespace

void add_obstacles(FuzzScenario& fuzz_scenario) {
    if (fuzz_scenario.ground != nullptr) ObstacleMaker(fuzz_scenario).run();
}

} // namespace fray::model
