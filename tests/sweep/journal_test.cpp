// The journal of a sweep: its runs are read again, even if the end of the file is damaged.
#include "files/bad_input.h"
#include "sweep/journal.h"
#include "temporary_file.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <sstream>

namespace fray::demo {
namespace {

using Json = nlohmann::ordered_json;
using test::TemporaryFile;

const Json sweep = {{"scenario", "arena"}, {"seeds", 4}};

RunFigures run(double value) {
    RunFigures figures;
    figures.values.fill(value);
    figures[Figure::time_to_kill] = std::numeric_limits<double>::quiet_NaN();
    figures.seed = 7;
    figures.frames = 120;
    figures.player = 3;
    figures.hash = 0xfedcba9876543210u;
    return figures;
}

std::string text_of(const TemporaryFile& file) {
    std::ostringstream text;
    text << std::ifstream(file.path).rdbuf();
    return text.str();
}

void write(const TemporaryFile& file, const std::string& text) { std::ofstream(file.path, std::ios::trunc) << text; }

std::string error_of(const TemporaryFile& file, const Json& of = sweep) {
    try {
        Journal journal(file.path, of);
    } catch (const BadInput& error) {
        return error.what();
    }
    return "none";
}

TEST(Journal, RunsAreReadAgain) {
    const TemporaryFile file("journal");
    {
        Journal journal(file.path, sweep);
        journal.add({{"4", "x,\"y\n"}, 7}, run(0.1));
    }
    Journal journal(file.path, sweep);
    EXPECT_EQ(journal.found(), 1u);
    const RunFigures* const found = journal.find({{"4", "x,\"y\n"}, 7});
    ASSERT_NE(found, nullptr);
    EXPECT_EQ((*found)[Figure::pressure], 0.1);
    EXPECT_TRUE(std::isnan((*found)[Figure::time_to_kill]));
    EXPECT_EQ(found->hash, 0xfedcba9876543210u);
    EXPECT_EQ(found->frames, 120);
    EXPECT_EQ(journal.find({{"4", "x,\"y\n"}, 8}), nullptr);
    journal.remove();
    EXPECT_FALSE(file.there());
}

TEST(Journal, ContinuesAfterTruncationAtAnyByte) {
    const TemporaryFile file("journal");
    {
        Journal journal(file.path, sweep);
        journal.add({{"1"}, 1}, run(0.1));
        journal.add({{"2"}, 1}, run(0.2));
    }
    const std::string whole = text_of(file);
    for (size_t length = 0; length <= whole.size(); length += length + 2 > whole.size() ? 1 : 3) {
        write(file, whole.substr(0, length));
        {
            Journal journal(file.path, sweep);
            for (const std::string value : {"1", "2"})
                if (journal.find({{value}, 1}) == nullptr) journal.add({{value}, 1}, run(value == "1" ? 0.1 : 0.2));
        }
        EXPECT_EQ(text_of(file), whole) << length;
    }
}

TEST(Journal, TheJournalOfAnotherSweepIsRefusedWithTheDifference) {
    const TemporaryFile file("journal");
    { const Journal journal(file.path, sweep); }
    const std::string before = text_of(file);
    const std::string said = error_of(file, {{"scenario", "arena"}, {"seeds", 5}});
    EXPECT_NE(said.find(file.path), std::string::npos);
    EXPECT_NE(said.find("seeds is 4 there, 5 here"), std::string::npos) << said;
    EXPECT_EQ(said.find("scenario is"), std::string::npos) << said;
    EXPECT_EQ(text_of(file), before);
}

TEST(Journal, OtherFilesAreLeftUnchanged) {
    const TemporaryFile file("journal");
    for (const std::string text : {"my notes", "my notes\nmore\n", "{\"a\":1}\n", "[]\n", "\n", "\xff\xfe\n"}) {
        write(file, text);
        EXPECT_NE(error_of(file).find("not a journal"), std::string::npos) << text;
        EXPECT_EQ(text_of(file), text);
    }
}

TEST(Journal, ADamagedLineIsNamed) {
    const TemporaryFile file("journal");
    { const Journal journal(file.path, sweep); }
    const std::string head = text_of(file);
    for (const std::string line :
         {"{}", "x", "{\"values\":[\"1\"],\"seed\":1,\"frames\":1,\"player\":0,\"figures\":[1],\"hash\":\"0\"}"}) {
        write(file, head + line + "\n");
        EXPECT_NE(error_of(file).find("line 2 is damaged"), std::string::npos) << line;
    }
}

TEST(Journal, ServesOneSweepAtATime) {
    const TemporaryFile file("journal");
    const Journal journal(file.path, sweep);
    EXPECT_NE(error_of(file).find("in use by another sweep"), std::string::npos);
}

} // namespace
} // namespace fray::demo
