#include "key_help.h"

namespace fray::demo {

const std::vector<std::pair<std::string, std::string>>& key_help() {
    static const std::vector<std::pair<std::string, std::string>> help = {
        {"Space, K", "pause, go on"},
        {". and ,", "one frame on, one back"},
        {"Right, Left; L, J", "1 s on, back; 5 s on, back, within the kept frames"},
        {"Home, End", "the earliest frame that is kept; the latest frame"},
        {"> and <; Backspace", "faster, slower, 1/8x to 16x and max; 1x"},
        {"drag, wheel, Up, Down", "move, zoom"},
        {"V", "follow the action"},
        {"A, Z", "view all agents; the scenario's view"},
        {"click, Tab, Shift+Tab", "pick an agent; the next, the previous agent"},
        {"G, Esc", "follow it; let it go"},
        {"E", "steer it, or the first without a brain; let go"},
        {"WASD, arrows; Shift; Enter", "while steering: run; walk; strike"},
        {"Page up, Page down", "grid capacity of its circle; with Shift: attack capacity"},
        {"Ctrl+Page up, Page down", "the same capacities of the archetype, in the tuning"},
        {"F5, /", "agent or tuning; find a figure"},
        {"Ctrl+S", "save what was tuned into the scenario's file"},
        {"O U C S X P Q Y", "ground, links, circles, slots, holders, tokens, queues, reasons"},
        {"T H R I B W M N", "targets, goals, alert, sight, agents, headings, projectiles, states"},
        {"? or F1; F2 to F4", "this help; layers, times, the right side"},
        {"F12", "picture of the window, fray-view-FRAME.png"},
        {"Ctrl+Q", "close; asks once if figures are not saved"},
        {"Gamepad", "left stick, A: run, strike; Y: steer; Start: pause; LB, RB: back, on"},
    };
    return help;
}

} // namespace fray::demo
