// Spans as events: strictly nested on each thread and in order of time.
#include "files/timeline.h"

#include "fray/job_recorder.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace fray::demo {
namespace {

using Kind = JobSpan::Kind;

/// The events of a thread as text: "+frame@0" begins a span, "-chunk@9" ends a span, and * marks a helping thread.
std::vector<std::string> told(const std::vector<std::vector<JobSpan>>& threads, size_t thread) {
    static const char* const names[] = {"frame", "system", "loop", "chunk"};
    std::vector<std::string> list;
    for (const TimelineEvent& event : timeline_events(threads)) {
        if (event.thread != thread) continue;
        const std::string name = std::string(names[static_cast<size_t>(event.span.kind)]) + (event.helps ? "*" : "");
        list.push_back((event.begins ? "+" : "-") + name + "@" + std::to_string(event.ns));
    }
    return list;
}

constexpr uint32_t none = JobSpan::none;

/// The first thread runs the frame. The second helps with two loops, first the first and then the second. Spans are in
/// the order of their ends.
std::vector<std::vector<JobSpan>> two_threads() {
    return {{{Kind::chunk, 1, 0, 0, 12, 20},
             {Kind::loop, 1, 0, none, 11, 24},
             {Kind::chunk, 1, 1, 1, 25, 30},
             {Kind::loop, 1, 1, none, 24, 31},
             {Kind::system, 1, none, none, 10, 31},
             {Kind::frame, none, none, none, 0, 40}},
            {{Kind::chunk, 1, 0, 1, 13, 17}, {Kind::chunk, 1, 0, 2, 17, 22}, {Kind::chunk, 1, 1, 0, 25, 29}}};
}

TEST(TimelineEvents, FrameSystemLoopAndChunkAreNested) {
    EXPECT_EQ(told(two_threads(), 0),
              (std::vector<std::string>{"+frame@0", "+system@10", "+loop@11", "+chunk@12", "-chunk@20", "-loop@24",
                                        "+loop@24", "+chunk@25", "-chunk@30", "-loop@31", "-system@31", "-frame@40"}));
}

TEST(TimelineEvents, AHelpingThreadHasTheSystemAndTheLoopToo) {
    EXPECT_EQ(told(two_threads(), 1),
              (std::vector<std::string>{"+system*@13", "+loop*@13", "+chunk@13", "-chunk@17", "+chunk@17", "-chunk@22",
                                        "-loop*@22", "-system*@22", "+system*@25", "+loop*@25", "+chunk@25",
                                        "-chunk@29", "-loop*@29", "-system*@29"}));
}

TEST(TimelineEvents, SpansWithoutLengthStayInside) {
    const std::vector<std::vector<JobSpan>> thread = {{{Kind::chunk, 1, 0, 1, 5, 9},
                                                       {Kind::chunk, 1, 0, 2, 9, 9},
                                                       {Kind::loop, 1, 0, none, 5, 9},
                                                       {Kind::system, 1, none, none, 5, 9}}};
    int depth = 0, deepest = 0;
    for (const TimelineEvent& event : timeline_events(thread)) {
        depth += event.begins ? 1 : -1;
        deepest = std::max(deepest, depth);
        EXPECT_GE(depth, 0);
        EXPECT_FALSE(event.helps) << "its loop is there";
    }
    EXPECT_EQ(depth, 0);
    EXPECT_EQ(deepest, 3);
}

} // namespace
} // namespace fray::demo
