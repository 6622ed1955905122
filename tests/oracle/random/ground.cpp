#include "random/designs.h"
#include "random/dice.h"
#include "storage/rules_math.h"

#include "fray/spatial/grid_map.h"

namespace fray::model {
namespace {

class GroundMaker : Designer {
public:
    explicit GroundMaker(FuzzScenario& fuzz_scenario) : Designer(fuzz_scenario, 0x7c3d8f0e2b5a9164ull) {}

    void run() {
        measure();
        cell_ = dice_.one_of({0.5f, 1.0f, 1.0f, 2.0f, 3.5f});
        side_ = std::clamp(static_cast<int>(2.0f * half_size_ / cell_) + dice_.between(1, 12), 2, 120);
        cells_.assign(static_cast<size_t>(side_ * side_), 1);
        switch (dice_.between(0, 3)) {
        case 0: grains(dice_.between(1, 12)); break;
        case 1: walls(dice_.between(2, side_)); break;
        case 2: rivers(); break;
        default: walls(dice_.between(1, side_ / 2)); rivers();
        }
        cells_[static_cast<size_t>(dice_.between(0, side_ * side_ - 1))] = 1;
        const float low = -0.5f * cell_ * static_cast<float>(side_) + dice_.between(-2.0f, 2.0f);
        scenario_.moved_ground = [side = side_, cells = cells_, cell = cell_, low](Vec2 by) {
            return std::make_shared<const GridMap>(
                GridMap::create(side, side, cells, cell, Vec2{low, low} + by).value());
        };
        scenario_.ground = scenario_.moved_ground({});
    }

private:
    void measure() {
        for (const FrameInput& input : scenario_.frames)
            for (const FuzzCommand& command : input.commands)
                if (command.kind == Kind::spawn || command.kind == Kind::teleport)
                    half_size_ = std::max({half_size_, std::abs(command.position.x), std::abs(command.position.y)});
        half_size_ = std::min(half_size_, 40.0f);
    }

    uint8_t& at(int x, int y) { return cells_[static_cast<size_t>(y * side_ + x)]; }

    void grains(int percent) {
        for (uint8_t& cell : cells_) cell = dice_.between(0, 99) >= percent;
    }

    void walls(int count) {
        for (int i = 0; i < count; ++i) {
            int x = dice_.between(0, side_ - 1), y = dice_.between(0, side_ - 1);
            const bool along = dice_.chance(0.5);
            for (int n = dice_.between(1, 10); n > 0 && x < side_ && y < side_; --n, ++(along ? x : y)) at(x, y) = 0;
        }
    }

    void rivers() {
        for (int i = dice_.between(1, 3); i > 0; --i) {
            const int line = dice_.between(0, side_ - 1);
            const bool along = dice_.chance(0.5);
            const uint8_t kind = dice_.chance(0.7) ? GridMap::water : GridMap::wall;
            for (int k = 0; k < side_; ++k) (along ? at(k, line) : at(line, k)) = kind;
            for (int bridges = dice_.between(0, 3); bridges > 0; --bridges) {
                const int k = dice_.between(0, side_ - 1);
                (along ? at(k, line) : at(line, k)) = 1;
            }
        }
    }

    float half_size_ = 2.0f, cell_ = 1.0f;
    int side_ = 2;
    std::vector<uint8_t> cells_;
};

} // namespace

void add_ground(FuzzScenario& fuzz_scenario) { GroundMaker(fuzz_scenario).run(); }

} // namespace fray::model
