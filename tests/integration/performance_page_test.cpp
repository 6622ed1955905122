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

double system_ms(const Json& results, int64_t agents, int threads, const std::string& system) {
    for (const Json& row : results["rows"])
        if (row["agents"] == agents && row["threads"] == threads && row["jobs"] == "tbb")
            return row.at("system_ms_" + system).get<double>();
    ADD_FAILURE() << "no row of " << agents << " agents, " << threads << " threads";
    return NAN;
}

TEST(PerformancePage, TimesOfSystemsEqualTheCommittedResults) {
    std::ifstream file(FRAY_ROOT "/bench/results/amd-epyc-25-17-2-cores/scale.json");
    const Json results = Json::parse(file);
    constexpr std::pair<int64_t, int> columns[] = {{100'000, 1}, {100'000, 2}, {1'000'000, 1}, {1'000'000, 2}};
    const Table table = tables(page_lines(FRAY_ROOT "/engine/docs/performance.md")).front();
    ASSERT_GE(table.rows.size(), 12u);
    for (size_t row = 1; row <= 11; ++row)
        for (size_t i = 0; i < 4; ++i) {
            const std::string& said = table.rows[row].at(i + 1);
            const double half = columns[i].first == 100'000 ? 0.00501 : 0.0501; // half a unit of the last place
            EXPECT_NEAR(std::stod(said), system_ms(results, columns[i].first, columns[i].second, table.rows[row][0]),
                        half)
                << table.rows[row][0];
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
