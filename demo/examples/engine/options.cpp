#include "options.h"

#include "command_line.h"

#include <stdexcept>

namespace game {

Options read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--no-window") {
            options.window = false;
            continue;
        }
        const std::string value = i + 1 < argc ? argv[++i] : "";
        if (name == "--frames")
            options.frames = static_cast<int>(number(name, value, 1, 1'000'000));
        else if (name == "--seed")
            options.seed = number(name, value, 0, 999'999'999);
        else if (name == "--screenshot" && value.size() > 4 && value.ends_with(".ppm"))
            options.screenshot = value;
        else if (name == "--screenshot")
            throw std::invalid_argument(name + ": given '" + value + "', allowed a name that ends with .ppm");
        else if (name == "--camera" && (value == "field" || value == "hero"))
            options.near_hero = value == "hero";
        else if (name == "--camera")
            throw std::invalid_argument(name + ": given '" + value + "', allowed field, hero");
        else
            throw std::invalid_argument("given '" + name +
                                        "', allowed --frames N, --screenshot FILE.ppm, --seed S, "
                                        "--camera field|hero, --no-window");
    }
    if (options.frames == 0 && (!options.window || !options.screenshot.empty()))
        throw std::invalid_argument("--no-window and --screenshot need --frames N, allowed 1 to 1000000");
    if (!options.window && !options.screenshot.empty())
        throw std::invalid_argument("--screenshot needs a window: it is not allowed with --no-window");
    return options;
}

} // namespace game
