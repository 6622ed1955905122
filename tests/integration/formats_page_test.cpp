// Compares engine/docs/formats.md with the files that are written. Every key is on the page, every key of the page is
// written, and the version numbers are those in the bytes.
#include "fray/world.h"
#include "quoted_runs.h"
#include "scenario/program_folder.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace fray::test {
namespace {

using Json = nlohmann::json;
using Words = std::set<std::string>;

/// The words in backticks under a heading.
Words words_under(const std::vector<std::string>& lines, const std::string& heading) {
    Words words;
    bool inside = false;
    for (const std::string& line : lines) {
        if (line.starts_with("#")) inside = line.substr(line.find_first_not_of("# ")) == heading;
        if (!inside) continue;
        for (const std::string& word : in_backticks(line)) words.insert(word);
    }
    return words;
}

/// The words in backticks in the first cells of the tables under a heading.
Words fields_under(const std::vector<std::string>& lines, const std::string& heading) {
    Words words;
    for (const Table& table : tables(lines)) {
        if (table.heading != heading) continue;
        for (const auto& row : table.rows)
            for (const std::string& word : in_backticks(row.front())) words.insert(word);
    }
    return words;
}

/// The columns of a CSV file.
Words columns_of(const std::string& csv) {
    std::istringstream head(csv.substr(0, csv.find('\n')));
    Words columns;
    for (std::string name; std::getline(head, name, ',');) columns.insert(name);
    return columns;
}

Words keys_of(const Json& object) {
    Words keys;
    for (const auto& [key, value] : object.items()) keys.insert(key);
    return keys;
}

/// All keys of the JSON, except names from the scenario and names of systems.
Words all_keys(const Json& json) {
    static const Words of_names = {"living", "living_in_full", "archetypes", "system_ms", "system_bytes"};
    Words keys = json.is_object() ? keys_of(json) : Words{};
    if (!json.is_structured()) return keys;
    for (const auto& [key, value] : json.items()) {
        if (json.is_array() || !of_names.contains(key) || !value.is_object())
            keys.merge(all_keys(value));
        else
            for (const Json& one : value) keys.merge(all_keys(one));
    }
    return keys;
}

Words without(const Words& all, const Words& some) {
    Words rest;
    std::ranges::set_difference(all, some, std::inserter(rest, rest.end()));
    return rest;
}

class FormatsPage : public ProgramFolder {
protected:
    void good(const std::string& arguments) const {
        const Answer answer = fray(arguments);
        EXPECT_EQ(answer.code, 0) << arguments << "\n" << answer.text;
    }
    /// Compares both ways: written keys are in the section, and the first cells of its tables are written keys.
    void agrees(const std::string& heading, const Words& keys) const {
        EXPECT_EQ(without(keys, words_under(page_, heading)), Words{}) << "written, and not under " << heading;
        EXPECT_EQ(without(fields_under(page_, heading), keys), Words{}) << "under " << heading << ", and not written";
    }
    /// The version number in the table of formats.
    std::string number_of(const std::string& format) const {
        const Table formats = tables(page_).front();
        for (const auto& row : formats.rows)
            if (row.front().starts_with(format)) return row.at(2);
        return "no such row";
    }

    std::vector<std::string> page_ = page_lines(FRAY_ROOT "/engine/docs/formats.md");
};

TEST_F(FormatsPage, ThePageHasTheKeysOfStatistics) {
    good("run kungfu --frames 300 --quiet --compare-detail --stats " + file("s"));
    agrees("Figures", all_keys(Json::parse(text("s"))));
}

TEST_F(FormatsPage, ThePageHasTheKeysOfTimelines) {
    good("run kungfu --frames 5 --quiet --threads 2 --timeline " + file("t"));
    agrees("Timeline", all_keys(Json::parse(text("t"))));
}

TEST_F(FormatsPage, ThePageHasTheKeysOfScaling) {
    good("scale clash --agents 500 --threads 1,2 --oversubscribe --warmup 0 --frames 4 --repeats 1 --project 2 --quiet "
         "--json " +
         file("j") + " --csv " + file("c"));
    const Json json = Json::parse(text("j"));
    Words keys;
    for (std::string key : all_keys(json)) { // every system has the same two keys
        for (const std::string of_system : {"system_ms_", "system_share_"})
            if (key.starts_with(of_system)) key = of_system + "apply_commands";
        keys.insert(key);
    }
    agrees("Scaling", keys);
    EXPECT_EQ("`fray_scale` " + json["fray_scale"].dump(), number_of("[scaling]"));
    Words of_row = keys_of(json["rows"][0]);
    of_row.erase("repeat_ms");
    EXPECT_EQ(columns_of(text("c")), of_row);
}

/// `pressure` stands for all figures in keys with such an ending.
std::string without_figure(const std::string& key, const Words& figures) {
    for (const std::string ending : {"_low", "_high", "_battles", "_q1", "_median", "_q3"})
        if (key.ends_with(ending) && figures.count(key.substr(0, key.size() - ending.size())) > 0)
            return "pressure" + ending;
    return key;
}

TEST_F(FormatsPage, ThePageHasTheKeysOfSweeps) {
    const std::string key = "archetypes.player.circle.attack_capacity";
    good("sweep arena --frames 200 --seeds 2 --goal attackers=0.1 --vary archetypes.player.circle.grid_capacity=4:5 "
         "--vary " +
         key + "=2:4 --quiet --journal " + file("l") + " --json " + file("j") + " --csv " + file("c") + " --runs " +
         file("r"));
    const Json json = Json::parse(text("j"));
    Words all = all_keys(json), keys, figures;
    for (const Json& figure : json["figures"]) figures.insert(figure["name"].get<std::string>());
    for (const Json& name : json["keys"]) all.erase(name.get<std::string>());
    for (const std::string& one : all) keys.insert(without_figure(one, figures));
    for (const std::string& figure : figures) keys.insert(figure);
    agrees("Sweeps", keys);
    EXPECT_EQ("`fray_sweep` " + json["fray_sweep"].dump(), number_of("[sweeps]"));
    EXPECT_EQ("`fray_sweep_journal` 1", number_of("journal of a sweep"));
    EXPECT_TRUE(text("l").starts_with("{\"fray_sweep_journal\":1,")) << text("l").substr(0, 80);
    EXPECT_EQ(columns_of(text("c")), keys_of(json["variants"][0]));
    EXPECT_EQ(columns_of(text("r")), keys_of(json["runs"][0]));
}

/// The fields that each event may have.
std::map<std::string, Words> fields_of_events(const std::vector<std::string>& page) {
    std::map<std::string, Words> all;
    for (const Table& table : tables(page))
        if (table.heading == "Trace")
            for (const auto& row : table.rows) {
                const std::vector<std::string> fields = in_backticks(row.at(1));
                for (const std::string& event : in_backticks(row.front())) all[event] = {fields.begin(), fields.end()};
            }
    return all;
}

TEST_F(FormatsPage, ThePageHasTheFieldsOfEveryEvent) {
    const std::map<std::string, Words> known = fields_of_events(page_);
    std::map<std::string, Words> seen;
    for (const std::string scenario :
         {"kungfu --frames 1900", "ogre --frames 1300", "five-heroes --frames 900", "boss", "knight",
          "wounded --agents 60 --frames 300", "menagerie --agents 100 --frames 1500"}) {
        good("run " + scenario + " --quiet --trace-wait-reasons --trace-positions 100 --trace-goals --trace " +
             file("t"));
        std::istringstream lines(text("t"));
        std::string line;
        std::getline(lines, line);
        EXPECT_EQ("`trace` " + Json::parse(line)["trace"].dump(), number_of("[trace]"));
        while (std::getline(lines, line)) {
            const Json json = Json::parse(line);
            seen[json["event"]].merge(keys_of(json));
        }
    }
    for (const auto& [event, fields] : seen) {
        ASSERT_TRUE(known.count(event)) << event;
        EXPECT_EQ(without(fields, {"frame", "event", "agent"}), known.at(event)) << event;
    }
    EXPECT_GE(seen.size(), 30u);
    EXPECT_EQ(known.size(), static_cast<size_t>(event_type_count) + 1); // the extra event is `positions`
}

uint32_t number_at(const void* bytes, size_t at) {
    uint32_t number = 0;
    std::memcpy(&number, static_cast<const char*>(bytes) + at, sizeof number);
    return number;
}

TEST_F(FormatsPage, ThePageHasTheVersionNumbers) {
    World world = World::create({.threads = 1}).value();
    std::vector<std::byte> bytes;
    ASSERT_EQ(world.save(&bytes), Error::ok);
    EXPECT_EQ(std::to_string(number_at(bytes.data(), 8)), number_of("[snapshot](#snapshots) in memory"));
    good("run kungfu --frames 2 --quiet --record " + file("r") + " --report " + file("p.html"));
    EXPECT_EQ(std::to_string(number_at(text("r").data(), 8)), number_of("[recording]"));
    const std::string page = text("p.html");
    const size_t at = page.find("\"format\":");
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ("its data `format` " + page.substr(at + 9, page.find(',', at) - at - 9), number_of("page"));
}

} // namespace
} // namespace fray::test
