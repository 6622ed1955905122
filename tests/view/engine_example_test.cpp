// Runs the example engine on a virtual display, and without a window. Checks what is visible from outside: the line
// that it prints, its screenshot, and its exit code.
#include "scenario/program_folder.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace fray::test {
namespace {

/// The line that the program prints at its end.
struct Ending {
    int blue = -1, red = -1, animated = -1, struck = -1, together = -1;
};

Ending ending_of(const std::string& text) {
    Ending ending;
    unsigned long long frame = 0;
    const int found =
        std::sscanf(text.c_str(), "frame %llu blue %d red %d strikes: %d animated, %d in fray, %d of them together",
                    &frame, &ending.blue, &ending.red, &ending.animated, &ending.struck, &ending.together);
    return found == 6 ? ending : Ending{};
}

struct Pixmap {
    int width = 0, height = 0;
    std::string pixels; ///< red, green, blue
};

Pixmap read_pixmap(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    Pixmap pixmap;
    std::string magic;
    int most = 0;
    file >> magic >> pixmap.width >> pixmap.height >> most;
    file.get(); // the line end
    pixmap.pixels.assign(std::istreambuf_iterator<char>(file), {});
    return magic == "P6" && most == 255 ? pixmap : Pixmap{};
}

class EngineExample : public WithFolder {
protected:
    /// Runs the program on a display of its own.
    Answer on_display(const std::string& arguments) const {
        const std::string number = file("display");
        return shell("Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp 3>" + number +
                     " >/dev/null 2>&1 & display=$!; for i in $(seq 200); do [ -s " + number +
                     " ] && break; sleep 0.05; done; env -u WAYLAND_DISPLAY SDL_VIDEODRIVER=x11 DISPLAY=:$(cat " +
                     number + ") " FRAY_PROGRAM " " + arguments + " 2>&1; code=$?; kill $display; exit $code");
    }
};

TEST_F(EngineExample, TheAnimationStrikesWhenTheEngineDoes) {
    const Answer answer = fray("--frames 1200 --no-window");
    EXPECT_EQ(answer.code, 0) << answer.text;
    const Ending ending = ending_of(answer.text);
    EXPECT_GT(ending.struck, 2000) << answer.text;
    EXPECT_EQ(ending.together, ending.struck) << answer.text;
    // An attacker that dies or staggers in the step of its hit does not show the strike. A strike at a target that has
    // just died is shown, but fray has no hit.
    EXPECT_NEAR(ending.animated, ending.struck, ending.struck / 50) << answer.text;
    EXPECT_GT(ending.blue, 0);
    EXPECT_LT(ending.blue + ending.red, 1950) << "too few have died";
}

TEST_F(EngineExample, AWindowShowsTheSameFight) {
    if (shell("command -v Xvfb").code != 0) GTEST_SKIP() << "there is no Xvfb";
    const Answer without = fray("--frames 360 --seed 7 --no-window");
    const std::string picture = file("picture.ppm");
    const Answer with = on_display("--frames 360 --seed 7 --screenshot " + picture);
    EXPECT_EQ(with.code, 0) << with.text;
    expect_says(without, "state ");
    EXPECT_EQ(with.text, without.text);

    const Pixmap pixmap = read_pixmap(picture);
    ASSERT_EQ(pixmap.width, 1280);
    ASSERT_EQ(pixmap.height, 720);
    ASSERT_EQ(pixmap.pixels.size(), size_t{1280} * 720 * 3);
    int blue = 0, red = 0, grass = 0, steel = 0;
    for (size_t i = 0; i < pixmap.pixels.size(); i += 3) {
        const int r = static_cast<uint8_t>(pixmap.pixels[i]), g = static_cast<uint8_t>(pixmap.pixels[i + 1]),
                  b = static_cast<uint8_t>(pixmap.pixels[i + 2]);
        blue += b > r + 60 && b > g + 40;
        red += r > g + 60 && r > b + 60;
        grass += g > r && g > b + 20;
        steel += b > 120 && std::abs(r - g) < 20 && std::abs(g - b) < 30;
    }
    EXPECT_GT(blue, 5000);
    EXPECT_GT(red, 5000);
    EXPECT_GT(grass, 100'000);
    EXPECT_GT(steel, 1000);
}

TEST_F(EngineExample, RefusalsNameTheValueAndWhatIsAllowed) {
    const std::pair<const char*, const char*> cases[] = {
        {"--frames 0", "--frames: given '0', allowed 1 to 1000000"},
        {"--frames", "--frames: given '', allowed 1 to 1000000"},
        {"--seed -1", "--seed: given '-1', allowed 0 to 999999999"},
        {"--frames 1 --screenshot a.png", "--screenshot: given 'a.png', allowed a name that ends with .ppm"},
        {"--camera sky", "--camera: given 'sky', allowed field, hero"},
        {"--no-window", "--no-window and --screenshot need --frames N, allowed 1 to 1000000"},
        {"--speed 3", "given '--speed', allowed --frames N,"},
    };
    for (const auto& [arguments, text] : cases) expect_refused(fray(arguments), text);
}

TEST_F(EngineExample, WithoutADisplayItSaysWhatIsNeeded) {
    const Answer answer =
        shell("env -u DISPLAY -u WAYLAND_DISPLAY SDL_VIDEODRIVER=x11 " FRAY_PROGRAM " --frames 1 2>&1");
    expect_ends(1, answer, "no display: ");
    expect_says(answer, "needed: a screen, or --no-window");
}

} // namespace
} // namespace fray::test
