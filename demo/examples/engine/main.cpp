// A small game on fray, SDL2 and OpenGL 3.3: two armies of a thousand fighters, and a hero for the player. It
// has the parts that every game needs: a loop with steps of a fixed length (here), entities of its own that play
// animations (fighters.h), and a picture between two steps (drawing.h). engine/docs/integration.md walks through it.
//
//     fray_example_engine [--seed S] [--camera field|hero]
//     fray_example_engine --frames N [--screenshot FILE.ppm | --no-window]
//
// W, A, S and D move the hero; Space strikes the nearest enemy; the wheel and the right mouse button move the camera; C
// lets it follow the hero.
#include "command_line.h"
#include "drawing.h"
#include "must.h"
#include "options.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <glm/geometric.hpp>
#include <optional>
#include <string>
#include <utility>

namespace game {
namespace {

constexpr double dt = 1.0 / 60.0;        // s, length of a step
constexpr double longest_frame = 0.1;    // s: after a longer frame the game is slow for a moment, instead of stuck
constexpr int frames_for_a_picture = 60; // with --frames only every sixtieth frame is drawn, and the last

/// What the player does: it moves the camera, and gives commands to the hero.
class Player {
public:
    Player(const Hero& hero, bool near_hero) : hero_(hero), follows_(near_hero) {
        if (near_hero) camera_.distance = 16.0f;
    }

    /// Reads the input since the last frame. Returns whether the game goes on.
    bool read_input() {
        SDL_Event event;
        while (SDL_PollEvent(&event)) {
            if (event.type == SDL_QUIT) return false;
            if (event.type == SDL_KEYDOWN && event.key.repeat == 0) {
                if (event.key.keysym.sym == SDLK_ESCAPE) return false;
                if (event.key.keysym.sym == SDLK_c) follows_ = !follows_;
                if (event.key.keysym.sym == SDLK_SPACE) strikes_ = true;
            }
            if (event.type == SDL_MOUSEWHEEL)
                camera_.distance = std::clamp(camera_.distance * std::pow(0.9f, event.wheel.preciseY), 6.0f, 200.0f);
            if (event.type == SDL_MOUSEMOTION && (event.motion.state & SDL_BUTTON_RMASK) != 0) {
                const float metres = camera_.distance * 0.001f; // for a pixel
                camera_.focus -= right() * (metres * static_cast<float>(event.motion.xrel)) -
                                 forwards() * (metres * static_cast<float>(event.motion.yrel));
                follows_ = false;
            }
        }
        const Uint8* const keys = SDL_GetKeyboardState(nullptr);
        fray::Vec2 way{};
        if (keys[SDL_SCANCODE_W]) way += forwards();
        if (keys[SDL_SCANCODE_S]) way -= forwards();
        if (keys[SDL_SCANCODE_D]) way += right();
        if (keys[SDL_SCANCODE_A]) way -= right();
        const float length = glm::length(way);
        way_ = length > 0.5f ? way / length : fray::Vec2{};
        return true;
    }

    /// Gives the commands for the next step. They cost nothing if nothing has changed.
    void command(fray::World& world) {
        if (!lives(world)) return;
        if (world.move_input(hero_.squad) != way_) must(world.set_move_input(hero_.squad, way_), world);
        fray::AgentId enemy;
        if (strikes_ && world.nearest_hostiles(hero_.agent, 5.0f, {&enemy, 1}) == 1)
            must(world.set_order(hero_.agent, {.kind = fray::OrderKind::perform, .target = enemy, .attack = 0}), world);
        strikes_ = false;
    }

    const Camera& camera(const fray::World& world, double part) {
        if (follows_) camera_.focus = world.interpolated_position(hero_.agent, part).value_or(camera_.focus);
        return camera_;
    }

private:
    /// Not for a hero that is dead, or that was despawned since: then its id is stale, and a command would be refused.
    bool lives(const fray::World& world) const {
        return world.is_valid(hero_.agent) && world.state(hero_.agent) != fray::AgentState::dead;
    }
    fray::Vec2 forwards() const { return {std::cos(camera_.yaw), std::sin(camera_.yaw)}; }
    fray::Vec2 right() const { return {std::sin(camera_.yaw), -std::cos(camera_.yaw)}; }

    Hero hero_;
    Camera camera_;
    fray::Vec2 way_{};
    bool follows_ = false, strikes_ = false;
};

/// The seconds since the last call, at most `longest_frame`.
class FrameClock {
public:
    double elapsed() {
        const auto now = std::chrono::steady_clock::now();
        const std::chrono::duration<double> since = now - std::exchange(last_, now);
        return std::min(since.count(), longest_frame);
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::string headline(const Fighters& fighters, double frame_seconds) {
    char text[128];
    std::snprintf(text, sizeof text, "blue %d   red %d   %.0f fps   %.1f ms", fighters.living()[0],
                  fighters.living()[1], 1.0 / frame_seconds, 1000.0 * frame_seconds);
    return text;
}

void play(const Options& options) {
    fray::World world = fray::World::create({.seed = options.seed, .event_mask = Fighters::heard_events()}).value();
    Player player(draw_up(world), options.near_hero);
    Fighters fighters;
    Scene scene;
    std::optional<Renderer> renderer;
    if (options.window) renderer.emplace("fray");
    FrameClock clock;
    double waiting = 0.0;      // s of game time that no step has used yet
    double frame_seconds = dt; // averaged
    for (int frame = 1; options.frames == 0 || frame <= options.frames; ++frame) {
        if (renderer && !player.read_input()) break;
        const double elapsed = options.frames == 0 ? clock.elapsed() : dt;
        for (waiting += elapsed; waiting >= dt; waiting -= dt) {
            player.command(world);
            fighters.bury(world);
            const double now = world.time();
            must(world.step(dt), world);
            fighters.hear({world, now, dt});
        }
        if (!renderer || (options.frames != 0 && frame != options.frames && frame % frames_for_a_picture != 0))
            continue;
        const double part = waiting / dt;
        set_scene(scene, world, fighters, part, dt);
        renderer->draw(player.camera(world, part), scene);
        if (frame == options.frames && !options.screenshot.empty()) renderer->save(options.screenshot);
        renderer->show();
        frame_seconds += 0.05 * (elapsed - frame_seconds);
        if (frame % 30 == 0) renderer->set_title(headline(fighters, frame_seconds));
    }
    const StrikeCount& strikes = fighters.strikes();
    std::printf(
        "frame %llu   blue %d   red %d   strikes: %d animated, %d in fray, %d of them together   state %016llx\n",
        static_cast<unsigned long long>(world.frame()), fighters.living()[0], fighters.living()[1], strikes.animated,
        strikes.in_fray, strikes.together, static_cast<unsigned long long>(world.state_hash()));
}

} // namespace
} // namespace game

int main(int argc, char** argv) {
    return run([&] { game::play(game::read_options(argc, argv)); });
}
