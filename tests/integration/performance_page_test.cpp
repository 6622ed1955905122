// The table of systems in engine/docs/performance.md equals the committed results, and the program has all options that
// the pages name.
#include "program.h"
#include "quoted_runs.h"

#include <cmath>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>

namespace fray::test {
namespace {

using Json = nlohmann::json;

double system_ms(const Json& results, const std::string& battle, const std::string& system) {
    for (const Json& row : results["battles"])
        if (row["battle"] == battle && row["threads"] == 2) return row["system_ms"].at(system).get<double>();
    ADD_FAILURE() << "no row of " << battle;
    return NAN;
}

/// Half a unit of the last place of a number.
double half_of_last_place(const std::string& number) {
    const size_t point = number.find('.');
    const size_t places = point == std::string::npos ? 0 : number.size() - point - 1;
    return 0.5001 * std::pow(10.0, -static_cast<double>(places));
}

TEST(PerformancePage, TimesOfSystemsEqualTheCommittedResults) {
    std::ifstream file(FRAY_ROOT "/bench/results/amd-epyc-26-2-2-cores/battles.json");
    const Json results = Json::parse(file);
    constexpr const char* columns[] = {"skirmish", "cannae", "clash-100k", "clash-1m"};
    const Table table = tables(page_lines(FRAY_ROOT "/engine/docs/performance.md")).front();
    ASSERT_EQ(table.rows.size(), 16u) << "13 systems, with the head before them, and the frame and its core-ns after";
    for (size_t row = 1; row <= 13; ++row)
        for (size_t i = 0; i < 4; ++i) {
            const std::string& said = table.rows[row].at(i + 1);
            EXPECT_NEAR(std::stod(said), system_ms(results, columns[i], table.rows[row][0]), half_of_last_place(said))
                << table.rows[row][0] << ", " << columns[i];
        }
}

TEST(Pages, NameOnlyOptionsOfTheProgram) {
    std::string help;
    for (const char* command :
         {"", "run", "replay", "list", "check", "graph", "shot", "scale", "sweep", "view", "film"})
        help += fray(std::string(command) + " --help").text;
    // Of cmake, mpirun and srun, which the pages name too.
    help += " --preset --build --target --host --map-by --bind-to --ntasks --kill-on-bad-exit ";
    const std::regex option("(^|[^-a-z])(--[a-z][-a-z]*)");
    int found = 0;
    for (const char* page : {"tuning", "performance", "formats", "changes"})
        for (const std::string& line : page_lines(std::string(FRAY_ROOT "/engine/docs/") + page + ".md"))
            for (std::sregex_iterator at(line.begin(), line.end(), option), end; at != end; ++at, ++found)
                EXPECT_TRUE(std::regex_search(help, std::regex((*at)[2].str() + "[^-a-z]"))) << page << ": " << line;
    EXPECT_GT(found, 40);
}

} // namespace
} // namespace fray::test
