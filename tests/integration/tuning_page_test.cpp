// Compares engine/docs/tuning.md with the program: its scenarios load, and the fights have the figures of its tables
// and texts. When a rule changes, each failure prints the row as it must be on the page.
#include "quoted_runs.h"
#include "repetitions.h"
#include "scenario/program_folder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

namespace fray::test {
namespace {

namespace fs = std::filesystem;

/// The scenario file in the head of a table: in demo/scenarios/tuning or in its parent folder.
std::string scenario_file(const std::string& name) {
    const std::string file = FRAY_SCENARIO_DIR "/tuning/" + name;
    return fs::exists(file) ? file : FRAY_SCENARIO_DIR "/" + name;
}

struct Fought {
    nlohmann::json stats;
    std::string trace;
};

/// Rounded to hundredths, as on the page.
std::string rounded(double value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, std::round(value * 100.0) / 100.0).ptr;
    return {buffer, end};
}

/// `fight.total.attacks` is a figure of --stats. `"event":"act" "act":"act_1"` counts the lines of --trace
/// --trace-wait-reasons that contain all these words.
std::optional<std::string> figure(const Fought& run, const std::string& what) {
    if (what.starts_with('"')) {
        std::istringstream words(what), lines(run.trace);
        const std::vector<std::string> all{std::istream_iterator<std::string>(words), {}};
        int64_t count = 0;
        for (std::string line; std::getline(lines, line);)
            count += std::all_of(all.begin(), all.end(),
                                 [&](const std::string& w) { return line.find(w) != std::string::npos; });
        return std::to_string(count);
    }
    const nlohmann::json* at = &run.stats;
    std::istringstream path(what);
    for (std::string key; std::getline(path, key, '.');) {
        if (!at->is_object() || !at->contains(key)) return std::nullopt;
        at = &(*at)[key];
    }
    if (at->is_number()) return rounded(at->get<double>());
    return std::nullopt;
}

class TuningPage : public ProgramFolder {
protected:
    void SetUp() override {
        ProgramFolder::SetUp();
        setenv("FRAY_CALLER_DIR", FRAY_ROOT, 1); // paths on the page are relative to this folder
    }
    void TearDown() override {
        unsetenv("FRAY_CALLER_DIR");
        ProgramFolder::TearDown();
    }

    Fought run(const std::string& scenario, const std::string& arguments) const {
        const Answer answer = fray("run " + scenario + " --quiet --threads 1 " + arguments + " --stats " + file("s") +
                                   " --trace " + file("t") + " --trace-wait-reasons");
        EXPECT_EQ(answer.code, 0) << answer.text;
        return {nlohmann::json::parse(text("s"), nullptr, false), text("t")};
    }

    std::vector<std::string> page_ = page_lines(FRAY_ROOT "/engine/docs/tuning.md");
};

TEST_F(TuningPage, ScenariosLoadWithoutAWarning) {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(FRAY_SCENARIO_DIR "/tuning")) {
        const Answer answer = fray("check " + entry.path().string());
        EXPECT_EQ(answer.code, 0) << answer.text;
        EXPECT_EQ(answer.text.find("warning"), std::string::npos) << answer.text;
        ++files;
    }
    EXPECT_GE(files, 6);
}

TEST_F(TuningPage, FightsHaveTheFiguresOfTheTables) {
    int checked = 0;
    for (const Table& table : tables(page_)) {
        const std::vector<std::string>& head = table.rows.front();
        const std::vector<std::string> name = in_backticks(head.front());
        if (name.empty() || !name.front().ends_with(".toml")) continue;
        std::vector<Fought> runs;
        for (size_t column = 1; column < head.size(); ++column) {
            std::string arguments;
            for (const std::string& part : in_backticks(head[column])) arguments += part + " ";
            runs.push_back(run(scenario_file(name.front()), arguments));
        }
        for (size_t row = 1; row < table.rows.size(); ++row) {
            const std::vector<std::string> what = in_backticks(table.rows[row].front());
            ASSERT_FALSE(what.empty()) << "line " << table.line << ", row " << row;
            std::string said = "|", found = "|";
            for (size_t column = 1; column < head.size(); ++column) {
                said += " " + table.rows[row].at(column) + " |";
                found += " " + figure(runs[column - 1], what.front()).value_or("no such figure") + " |";
                ++checked;
            }
            EXPECT_EQ(said, found) << "line " << table.line << ": " << what.front();
        }
    }
    EXPECT_GT(checked, 40);
}

TEST_F(TuningPage, TheProgramPrintsTheQuotedLines) {
    int checked = 0;
    for (const Answered& quote : answers(page_)) {
#ifdef FRAY_SLOW_BUILD
        if (quote.arguments.starts_with("sweep")) continue; // takes hundreds of battles
#endif
        const bool searches = quote.arguments.find("--goal") != std::string::npos;
        if (searches && repetitions(false, true, true)) continue; // takes hundreds of battles too
        const Answer answer = fray(quote.arguments);
        for (const std::string& line : quote.lines) {
            EXPECT_NE(("\n" + answer.text).find("\n" + line + "\n"), std::string::npos)
                << "line " << quote.line << ": " << line << "\nof:\n"
                << answer.text;
            ++checked;
        }
    }
    EXPECT_GT(checked, 3);
}

} // namespace
} // namespace fray::test
