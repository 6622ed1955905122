// Every file in demo/scenarios/bad states its errors at its top, in lines that begin with `#!`.
#include "fray/scenario.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace fray {
namespace {

std::vector<std::string> promised(const std::filesystem::path& file) {
    std::vector<std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("#! ", 0) == 0) lines.push_back(file.string() + ":" + line.substr(3));
    }
    return lines;
}

TEST(BadFiles, GiveTheErrorsThatTheyState) {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(FRAY_SCENARIO_DIR "/bad")) {
        const ScenarioResult result = load_scenario(entry.path().string());
        EXPECT_FALSE(result.ok()) << entry.path();
        EXPECT_EQ(result.errors, promised(entry.path())) << entry.path();
        ++files;
    }
    EXPECT_GE(files, 7);
}

/// toml++ would overflow the stack.
TEST(BadFiles, DeepNestingIsRefused) {
    const auto repeated = [](const std::string& part, int count) {
        std::string all;
        for (int i = 0; i < count; ++i) all += part;
        return all;
    };
    const std::string dots = repeated("a.", 300'000) + "a", what = "nested too deeply; allowed: 64 levels";
    for (const std::string& text : {"x = 1\n" + dots + " = 1", "[" + dots + "]", "[[" + dots + "]]",
                                    "x = {" + dots + " = 1}", "x = " + repeated("[", 300'000),
                                    "x = " + repeated("{a=", 300'000), repeated("a . \"b\" . ", 100'000) + "a = 1",
                                    "x = 'it''s' # \"\ny = \"\"\"\\\"\"\"\"\"\"\n" + dots + " = 1"}) {
        for (const std::vector<std::string>& errors :
             {parse_scenario(text, "f.toml").errors, parse_definitions(text, "f.toml").errors}) {
            ASSERT_EQ(errors.size(), 1u) << text.substr(0, 40);
            EXPECT_NE(errors[0].find(what), std::string::npos) << errors[0];
        }
    }
    EXPECT_EQ(parse_scenario("x = 1\n" + dots + " = 1", "f.toml").errors[0].rfind("f.toml:2:130: ", 0), 0u);
    for (const std::string& set : {dots + "=1", "teams=" + repeated("[", 300'000), "teams={" + dots + "=1}"})
        EXPECT_FALSE(parse_scenario("teams = ['a']", "f.toml", {set}).ok());
    // Dots and brackets in strings, comments and numbers are no depth.
    const std::string no_depth = repeated("[.", 100), numbers = repeated("1.5, ", 100);
    const auto good = parse_scenario("# " + no_depth + "\nname = '" + no_depth + "'\nteams = [\"" + no_depth +
                                         "\",  + no_depth + ]\nbad = [" + numbers + "]",
                                     "f.toml");
    for (const std::string& error : good.errors) EXPECT_EQ(error.find("nested"), std::string::npos) << error;
}

TEST(BadFiles, EveryTruncationOfAGoodFileGivesErrorsWithAPlace) {
    std::ifstream in(FRAY_SCENARIO_DIR "/kungfu.toml");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    for (size_t length = 0; length < text.size(); length += 7) {
        const ScenarioResult result = parse_scenario(text.substr(0, length), "cut.toml");
        for (const std::string& error : result.errors) EXPECT_EQ(error.rfind("cut.toml:", 0), 0u) << error;
    }
}

} // namespace
} // namespace fray
