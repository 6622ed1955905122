#include "frame_graph.h"

#include "fray/frame_graph.h"
#include "fray/world.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fray {
namespace {

FrameGraph make(std::vector<std::pair<const char*, std::vector<FieldUse>>> systems, std::vector<int>* ran = nullptr) {
    FrameGraph graph({"a", "b", "c"});
    int number = 0;
    for (auto& [name, uses] : systems) {
        const int mine = number++;
        graph.add({name, "why", uses, [ran, mine] {
                       if (ran != nullptr) ran->push_back(mine);
                   }});
    }
    graph.build();
    return graph;
}

using Edges = std::vector<std::pair<uint32_t, uint32_t>>;

TEST(FrameGraph, EdgesFollowFromDeclarations) {
    const FrameGraph graph = make({{"writes a", {{0, write_own}}},
                                   {"writes b", {{1, write_own}}},
                                   {"reads a", {{0, read_any}}},
                                   {"reads a and b", {{0, read_own}, {1, read_any}}}});
    EXPECT_EQ(graph.edges(), (Edges{{0, 2}, {1, 3}, {0, 3}}));
    EXPECT_FALSE(graph.ordered(0, 1)) << "two that share nothing may run at once";
    EXPECT_FALSE(graph.ordered(2, 3)) << "two that only read may run at once";
}

TEST(FrameGraph, TransitiveEdgesAreLeftOut) {
    const FrameGraph graph = make({{"1", {{0, write_own}}}, {"2", {{0, write_own}}}, {"3", {{0, write_own}}}});
    EXPECT_EQ(graph.edges(), (Edges{{0, 1}, {1, 2}}));
    EXPECT_TRUE(graph.ordered(0, 2));
}

TEST(FrameGraph, AFieldWrittenAsOwnIsNotReadAsAny) {
    FrameGraph graph({"position"});
    EXPECT_THROW(graph.add({"locomotion", "why", {{0, write_own}, {0, read_any}}, [] {}}), std::logic_error);
}

TEST(FrameGraph, RunsEverySystemOnceInOrder) {
    std::vector<int> ran;
    FrameGraph graph =
        make({{"1", {{0, write_own}}}, {"2", {{0, read_own}, {1, write_own}}}, {"3", {{1, read_own}}}}, &ran);
    const auto serial = make_serial_jobs();
    graph.run(*serial);
    EXPECT_EQ(ran, (std::vector<int>{0, 1, 2}));
    const auto tbb = make_tbb_jobs({.threads = 2}).value();
    ran.clear();
    tbb->execute([&] { graph.run(*tbb); });
    EXPECT_EQ(ran, (std::vector<int>{0, 1, 2}));
}

TEST(FrameGraphDeathTest, AnUndeclaredAccessIsNamed) {
    SystemRights rights;
    rights.system = "classify_distances";
    rights.access[3] = read_own;
    current_rights() = &rights;
    check_access(3, read_own, "health"); // fine
    EXPECT_DEATH(check_access(3, write_own, "health"), "system classify_distances did not declare to write own health");
    EXPECT_DEATH(check_access(3, read_any, "health"), "system classify_distances did not declare to read any health");
    current_rights() = nullptr;
}

/// Outside of loops that say which rows they visit, every row is a loop's own.
TEST(FrameGraph, ALoopUsesItsOwnRowsAlone) {
    check_own_row(7, "health");
    const RowsScope loop({4, 6});
    check_own_row(5, "health");
    EXPECT_DEATH(check_own_row(6, "health"), "row 6 of health is used as its own by a loop over the rows from 4 to 6");
    const RightsScope another_loop(current_rights());
    check_own_row(6, "health");
}

/// The graph of the real frame: all its systems, and the system that each of them waits for.
TEST(FrameGraph, TheFrameHasThirteenSystemsAndTwoPairsSideBySide) {
    const World world = World::create({.threads = 1}).value();
    const std::string dot = graph_dot(world);
    const char* const systems[] = {
        "apply_commands",     "sort_storage", "build_trees",  "build_grid",       "acquire_targets",
        "classify_distances", "evaluate_fsm", "resolve_hits", "plan_engagements", "commit",
        "collect_events",     "locomotion",   "publish"};
    for (const char* system : systems)
        EXPECT_NE(dot.find(std::string("  ") + system + " ["), std::string::npos) << system;
    for (const char* edge :
         {"apply_commands -> sort_storage", "sort_storage -> build_trees", "sort_storage -> build_grid",
          "build_trees -> acquire_targets", "build_grid -> classify_distances", "acquire_targets -> classify_distances",
          "classify_distances -> evaluate_fsm", "evaluate_fsm -> resolve_hits", "resolve_hits -> plan_engagements",
          "plan_engagements -> commit", "commit -> locomotion", "commit -> collect_events", "locomotion -> publish",
          "collect_events -> publish"})
        EXPECT_NE(dot.find(std::string("  ") + edge + " "), std::string::npos) << edge;
    EXPECT_EQ(std::count(dot.begin(), dot.end(), '>'), 14) << dot;
    EXPECT_NE(graph_mermaid(world).find("flowchart LR"), std::string::npos);
}

} // namespace
} // namespace fray
