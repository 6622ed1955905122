// `fray scale` and `fray run --timeline` as processes: their files, their errors and their exit codes.
#include "scenario/program_folder.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

using fray::test::Answer, fray::test::expect_ends, fray::test::expect_refused, fray::test::expect_runs,
    fray::test::expect_says, fray::test::fray;

class ScaleProgram : public fray::test::ProgramFolder {
protected:
    Json json(const std::string& name) const { return Json::parse(text(name)); }
    /// Makes a folder that describes a machine with this CPU quota and returns the arguments that select it.
    std::string machine(const std::string& quota) const {
        for (const auto& [path, content] : std::map<std::string, std::string>{
                 {"proc/self/cgroup", "0::/\n"}, {"sys/fs/cgroup/cpu.max", quota + "\n"}}) {
            const std::filesystem::path where = dir_ / "machine" / path;
            std::filesystem::create_directories(where.parent_path());
            std::ofstream(where) << content;
        }
        return " --machine-root " + file("machine");
    }
};

const std::string small = "scale clash --agents 400 --frames 4 --warmup 3 --repeats 2 --oversubscribe ";

std::vector<std::vector<std::string>> csv_cells(const std::string& text) {
    std::vector<std::vector<std::string>> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.emplace_back();
        std::istringstream cells(line + ",");
        for (std::string cell; std::getline(cells, cell, ',');) lines.back().push_back(cell);
    }
    return lines;
}

TEST_F(ScaleProgram, JsonAndCsvAgree) {
    expect_runs(fray(small + "--threads 1,2 --idle 1 --pin --chain --json " + file("j") + " --csv " + file("c")));
    const Json all = json("j");
    const auto lines = csv_cells(text("c"));
    ASSERT_EQ(all["rows"].size(), 12u) << "warm and cold: serial, one and two threads pinned and not, two as a chain";
    ASSERT_EQ(lines.size(), 13u);
    for (size_t row = 0; row < 12; ++row)
        for (size_t column = 0; column < lines[0].size(); ++column) {
            const Json& value = all["rows"][row].at(lines[0][column]);
            const std::string& cell = lines[row + 1].at(column);
            if (value.is_null()) {
                EXPECT_EQ(cell, "");
            } else if (value.is_string()) {
                EXPECT_EQ(cell, value.get<std::string>());
            } else {
                EXPECT_EQ(Json::parse(cell), value) << lines[0][column];
            }
        }
}

TEST_F(ScaleProgram, FiguresFollowFromEachOther) {
    ASSERT_EQ(fray(small + "--threads 1,2,3 --quiet --json " + file("j")).code, 0);
    const Json all = json("j");
    std::string hash;
    for (const Json& row : all["rows"]) {
        if (hash.empty()) hash = row["hash"];
        EXPECT_EQ(row["hash"], hash);
        EXPECT_EQ(row["source"], "measured");
        EXPECT_EQ(row["frames"], 8);
        EXPECT_LE(row["frame_ms_q1"], row["frame_ms"]);
        EXPECT_LE(row["frame_ms"], row["frame_ms_q3"]);
        EXPECT_LE(row["frame_ms_q3"], row["frame_ms_p99"]);
        const double threads = row["threads"], speedup = row["speedup"];
        EXPECT_NEAR(row["efficiency"].get<double>(), speedup / threads, 1e-9);
        EXPECT_NEAR(row["core_ns_per_agent"].get<double>(), row["frame_ms"].get<double>() * 1e6 * threads / 400.0,
                    1e-6);
        if (row["jobs"] == "serial") {
            EXPECT_EQ(speedup, 1.0);
        }
        double shares = 0.0;
        for (const auto& [name, value] : row.items())
            if (name.rfind("system_share_", 0) == 0) shares += value.get<double>();
        EXPECT_NEAR(shares, 1.0, 1e-9);
    }
}

TEST_F(ScaleProgram, WeakScalingKeepsAgentsPerThread) {
    ASSERT_EQ(fray(small + "--weak --threads 1,2,3 --quiet --json " + file("j")).code, 0);
    const Json rows = json("j")["rows"];
    ASSERT_EQ(rows.size(), 4u);
    for (const Json& row : rows) {
        EXPECT_EQ(row["agents"].get<int>(), 400 * row["threads"].get<int>());
    }
    EXPECT_EQ(rows[0]["hash"], rows[1]["hash"]);
}

TEST_F(ScaleProgram, MoreThreadsThanCpusAreRefusedOrMarked) {
    const std::string half = machine("50000 100000");
    const std::string arguments = "scale clash --agents 300 --frames 2 --warmup 0 --repeats 1 --threads 1,2" + half;
    const Answer refused = fray(arguments);
    expect_refused(refused, "--threads 2: this process can use 1 at once");
    expect_says(refused, "quota is 0.50 cpus");
    const Answer marked =
        fray(arguments + " --oversubscribe --json " + file("j") + " --csv " + file("c") + " --report " + file("h"));
    ASSERT_EQ(marked.code, 0) << marked.text;
    expect_says(marked, "OVER");
    const Json all = json("j");
    EXPECT_EQ(all["machine"]["quota_cpus"], 0.5);
    EXPECT_EQ(all["rows"].size(), 3u);
    for (const Json& row : all["rows"]) {
        EXPECT_EQ(row["oversubscribed"], row["threads"] == 2);
    }
    EXPECT_NE(text("h").find("<tr class=\"over\">"), std::string::npos);
    EXPECT_NE(text("c").find(",true,"), std::string::npos);
}

TEST_F(ScaleProgram, ADifferentStateHashExitsThree) {
    const Answer answer = fray(small + "--threads 1,2 --fault-frame 5 --json " + file("j"));
    expect_ends(3, answer, "frame 5: clash, 400 agents, 2 threads");
    expect_says(answer, "serial");
    EXPECT_FALSE(std::filesystem::exists(file("j"))) << "no figures of a broken promise";
}

TEST_F(ScaleProgram, ASharedWarmupGivesTheSameHashes) {
    const std::string longer = "scale clash --agents 400 --warmup 30 --repeats 2 --oversubscribe --quiet ";
    ASSERT_EQ(fray(longer + "--threads 2 --frames 14 --json " + file("apart")).code, 0);
    ASSERT_EQ(fray(longer + "--threads 1,2 --frames 4 --share-warmup --json " + file("shared")).code, 0);
    const Json apart = json("apart"), shared = json("shared");
    EXPECT_EQ(apart["rows"][0]["hash"], shared["rows"][0]["hash"]) << "ten frames after the snapshot are not measured";
    expect_ends(3, fray(longer + "--threads 1,2 --frames 4 --share-warmup --fault-frame 42"), "frame 42: clash");
    EXPECT_EQ(fray("scale arena --share-warmup --frames 1 --repeats 1 --threads 1").code, 2) << "it has a script";
}

TEST_F(ScaleProgram, PredictionsAreKeptApartAndWithinTheirBounds) {
    const Answer answer = fray(small + "--threads 1 --events --project 2,8,64 --json " + file("j"));
    ASSERT_EQ(answer.code, 0) << answer.text;
    expect_says(answer, "predicted, not measured");
    const Json projections = json("j")["projections"];
    EXPECT_EQ(projections["source"], "predicted");
    EXPECT_FALSE(projections["assumptions"].empty());
    const Json& rows = projections["list"][0]["rows"];
    ASSERT_EQ(rows.size(), 4u);
    for (const Json& row : rows) {
        EXPECT_EQ(row["source"], "predicted");
        EXPECT_GE(row["frame_ms"].get<double>(), row["critical_path_ms"].get<double>() * 0.999);
        EXPECT_GE(row["frame_ms"].get<double>(), row["work_by_cores_ms"].get<double>() * 0.999);
        EXPECT_GE(row["frame_ms_as_chain"].get<double>(), row["critical_path_ms"].get<double>() * 0.999);
        EXPECT_GE(row["frame_ms_with_memory"].get<double>(), row["frame_ms"].get<double>() * 0.999);
        EXPECT_EQ(row["memory_ms"] == 0.0, projections["list"][0]["fits_the_last_cache"]);
        EXPECT_EQ(row.contains("check"), row["cores"] == 1) << "only what was measured is checked";
    }
    EXPECT_NEAR(rows[0]["frame_ms"].get<double>(), rows[0]["work_by_cores_ms"].get<double>(), 1e-9);
}

TEST_F(ScaleProgram, BadInputExitsTwoWithOneError) {
    for (const std::string arguments :
         {"scale nobody-has-this", "scale --threads 0", "scale --threads 1000000", "scale --threads",
          "scale --threads x", "scale --agents 0", "scale --agents -4", "scale --repeats 0", "scale --frames 0",
          "scale --warmup -1", "scale --idle 0", "scale --bandwidth 10", "scale --project 0",
          "scale --weak --project 4", "scale --json /nowhere/j", "scale --csv /nowhere/c", "scale --report /nowhere/h",
          "scale --set archetypes.soldier.helth=3", "scale --weak --agents 16000000 --threads 2 --oversubscribe"}) {
        const Answer answer = fray(arguments);
        EXPECT_EQ(answer.code, 2) << arguments << "\n" << answer.text;
        EXPECT_FALSE(answer.text.empty()) << arguments;
        EXPECT_LE(std::count(answer.text.begin(), answer.text.end(), '\n'), 2) << arguments << "\n" << answer.text;
    }
}

/// Every begin has an end, every span lies inside its parent, and times ascend.
TEST_F(ScaleProgram, TheTimelineIsStrictlyNested) {
    for (const std::string jobs : {"--threads 1", "--threads 2", "--jobs serial"}) {
        ASSERT_EQ(fray("run clash --agents 9000 --frames 6 --quiet " + jobs + " --timeline " + file("t")).code, 0);
        const std::map<std::string, std::string> parent = {{"system", "frame"}, {"loop", "system"}, {"chunk", "loop"}};
        std::map<int, std::vector<std::string>> open;
        std::map<std::string, int> seen;
        double last = 0.0;
        const Json all = json("t");
        for (const Json& event : all["traceEvents"]) {
            const std::string kind = event["ph"];
            if (kind == "M") continue;
            EXPECT_GE(event["ts"].get<double>(), last);
            last = event["ts"];
            ++seen[kind];
            if (kind == "C") {
                EXPECT_EQ(event["args"]["updates"], 9000);
                continue;
            }
            std::vector<std::string>& stack = open[event["tid"]];
            if (kind == "E") {
                ASSERT_FALSE(stack.empty());
                stack.pop_back();
                continue;
            }
            const std::string category = event["cat"];
            const bool helps = event["name"].get<std::string>().find("(helps)") != std::string::npos;
            ++seen[category + (helps ? " of another's" : "")];
            // On a helping thread, and while the thread of the frame waits and helps, the parent may be on another
            // thread.
            EXPECT_EQ(stack.empty() ? "frame" : stack.back(), category == "frame" ? "frame" : parent.at(category));
            stack.push_back(category);
        }
        for (const auto& [thread, stack] : open) EXPECT_TRUE(stack.empty());
        EXPECT_EQ(seen["frame"], 6);
        EXPECT_EQ(seen["system"], 6 * 13);
        EXPECT_EQ(seen["C"], 6);
        EXPECT_EQ(seen["B"], seen["E"]);
        EXPECT_GT(seen["chunk"], seen["loop"]);
    }
}

} // namespace
