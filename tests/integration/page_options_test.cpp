// The program has all options that the pages name.
#include "program.h"
#include "quoted_runs.h"

#include <gtest/gtest.h>
#include <regex>

namespace fray::test {
namespace {

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
