// Five short traces, one for each of the published designs, worked out by hand from the published sources. NAME.toml is
// the scenario. NAME.md has set-up, working and trace: all its blocks marked `trace`, one after the other, are the
// expected events, as `fray run --trace` writes them, with each field as NAME=VALUE.
#include "cli/trace.h"
#include "files/output.h"
#include "fray/battle.h"
#include "fray/inspect.h"
#include "temporary_file.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace fray;
using Lines = std::vector<std::string>;

/// The lines of the trace blocks of a page. A block that does not end leaves a line that no event equals.
Lines expected_of(const std::string& page) {
    Lines lines;
    std::ifstream file(page);
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (!inside) {
            inside = line == "```trace";
        } else if (line == "```") {
            inside = false;
        } else {
            lines.push_back(line);
        }
    }
    if (inside) lines.push_back("the last block does not end");
    return lines;
}

std::string value_of(const nlohmann::ordered_json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_number_float()) return value.dump();
    std::ostringstream out;
    out << std::fixed << std::setprecision(3) << value.get<double>();
    return out.str();
}

/// A line of the page from a line of the trace.
std::string line_of(const std::string& json) {
    const auto event = nlohmann::ordered_json::parse(json);
    std::string line = value_of(event.at("frame")) + " " + value_of(event.at("event"));
    for (const auto& [name, value] : event.items()) {
        if (name != "frame" && name != "event") line += " " + name + "=" + value_of(value);
    }
    return line;
}

Lines fight(const std::string& path, const WorldDef& world) {
    const ScenarioResult loaded = load_scenario(path);
    EXPECT_EQ(loaded.errors, Lines{});
    BattleOptions options;
    options.world = world;
    Battle battle = Battle::create(loaded.scenario, options).value();
    const test::TemporaryFile file("golden.jsonl");
    demo::OutputFile output(file.path);
    demo::Trace trace(output, battle);
    while (!battle.over() && battle.step()) {
        trace.events(battle.world());
        EXPECT_EQ(check_invariants(battle.world()), "");
    }
    EXPECT_TRUE(battle.over()) << battle.world().error_text();
    output.close();

    Lines lines;
    std::ifstream written(file.path);
    std::string json;
    std::getline(written, json); // the head
    while (std::getline(written, json)) lines.push_back(line_of(json));
    return lines;
}

/// Empty if the traces are equal. Otherwise the first line that differs, with the lines around it.
std::string first_difference(const Lines& expected, const Lines& actual) {
    const auto differs = std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end()).first;
    const auto at = static_cast<size_t>(differs - expected.begin());
    if (at == expected.size() && at == actual.size()) return {};
    std::ostringstream out;
    out << "first difference at line " << at + 1 << " of the trace\n";
    for (size_t i = at < 3 ? 0 : at - 3; i < at; ++i) out << "  both      " << expected[i] << "\n";
    for (size_t i = at; i < std::min(at + 6, expected.size()); ++i) out << "  expected  " << expected[i] << "\n";
    for (size_t i = at; i < std::min(at + 6, actual.size()); ++i) out << "  engine    " << actual[i] << "\n";
    return out.str();
}

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, TheEngineDoesWhatThePageSays) {
    const std::string path = std::string(FRAY_GOLDEN_DIR) + "/" + GetParam();
    const Lines expected = expected_of(path + ".md");
    ASSERT_FALSE(expected.empty()) << path << ".md is missing or has no block marked trace";
    WorldDef world;
    world.threads = 1;
    EXPECT_EQ(first_difference(expected, fight(path + ".toml", world)), "") << "one thread";
    world.threads = 4; // The layout of the work must not matter.
    world.debug = {.shuffle_storage = 11, .shuffle_chunks = 12, .chunk_size = 1};
    EXPECT_EQ(first_difference(expected, fight(path + ".toml", world)), "") << "four threads, shuffled";
}

INSTANTIATE_TEST_SUITE_P(Designs, Golden, testing::Values("kungfu", "boss", "belgian", "squad", "ogre"),
                         [](const auto& design) { return std::string(design.param); });

} // namespace
