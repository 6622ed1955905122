#include "tuning/toml_editor.h"

#include "files/whole_file.h"
#include "fray/scenario.h"
#include "repetitions.h"
#include "scenes.h"
#include "tuning/figures.h"

#include <cmath>
#include <fmt/format.h>

namespace fray::demo {
namespace {

using Json = nlohmann::json;

TEST(TomlEditor, ReplacesAValueAndNothingElse) {
    const std::string text = "# a\n[a.b]  # table\nx =  1.50   # one and a half\ny = 'z'\r\n";
    EXPECT_EQ(with_change(text, {"a", "b", "x"}, 2.25),
              "# a\n[a.b]  # table\nx =  2.25   # one and a half\ny = 'z'\r\n");
    EXPECT_EQ(with_change(text, {"a", "b", "y"}, "w"),
              "# a\n[a.b]  # table\nx =  1.50   # one and a half\ny = \"w\"\r\n");
}

TEST(TomlEditor, KeepsTheStyleOfNumbers) {
    EXPECT_EQ(with_change("x = 1.5", {"x"}, 3.0), "x = 3.0");
    EXPECT_EQ(with_change("x = 1", {"x"}, 3.0), "x = 3");
    EXPECT_EQ(with_change("x = 1", {"x"}, 3), "x = 3");
    EXPECT_EQ(with_change("x = 1_000", {"x"}, 0.1), "x = 0.1");
    EXPECT_EQ(with_change("x = true", {"x"}, false), "x = false");
    EXPECT_EQ(with_change("x = \"unlimited\"", {"x"}, 12.5), "x = 12.5");
}

TEST(TomlEditor, FindsValuesInEveryKindOfTableAndList) {
    EXPECT_EQ(with_change("a = { b = { c = 1 }, d = 2 }", {"a", "b", "c"}, 7), "a = { b = { c = 7 }, d = 2 }");
    EXPECT_EQ(with_change("a.b.c = 1", {"a", "b", "c"}, 7), "a.b.c = 7");
    EXPECT_EQ(with_change("'a' . \"b c\" = 1", {"a", "b c"}, 7), "'a' . \"b c\" = 7");
    EXPECT_EQ(with_change("[a]\nb.c = 1", {"a", "b", "c"}, 7), "[a]\nb.c = 7");
    EXPECT_EQ(with_change("[a.\"b.c\"]\nx = 1\n", {"a", "b.c", "x"}, 7), "[a.\"b.c\"]\nx = 7\n");
    EXPECT_EQ(with_change("a = [\n  { x = 1 }, # one\n  { x = 2 },\n]", {"a", "1", "x"}, 7),
              "a = [\n  { x = 1 }, # one\n  { x = 7 },\n]");
    EXPECT_EQ(with_change("[[a]]\nx = 1\n[[a]]\nx = 2\n[a.b]\ny = 3\n", {"a", "1", "x"}, 7),
              "[[a]]\nx = 1\n[[a]]\nx = 7\n[a.b]\ny = 3\n");
    EXPECT_EQ(with_change("[[a]]\nx = 1\n[[a]]\nx = 2\n[a.b]\ny = 3\n", {"a", "1", "b", "y"}, 7),
              "[[a]]\nx = 1\n[[a]]\nx = 2\n[a.b]\ny = 7\n");
}

TEST(TomlEditor, IsNotMisledByTextsAndComments) {
    const std::string text = "s = '''\n[a]\nx = 1\n'''\nt = \"# \\\" [a]\" # [a]\n[a] # ]\nx = 1 # x = 2\n";
    EXPECT_EQ(with_change(text, {"a", "x"}, 7),
              "s = '''\n[a]\nx = 1\n'''\nt = \"# \\\" [a]\" # [a]\n[a] # ]\nx = 7 # x = 2\n");
    EXPECT_EQ(with_change("m = \"\"\"a\"\"\"\"\"\nx = 1", {"x"}, 2), "m = \"\"\"a\"\"\"\"\"\nx = 2");
}

TEST(TomlEditor, ReplacesOnlyTheElementOfAListThatDiffers) {
    EXPECT_EQ(with_change("x = [ 1.0,\t2,  3.50 ] # y", {"x"}, {1, 2, 4}), "x = [ 1.0,\t2,  4.0 ] # y");
    EXPECT_EQ(with_change("x = [1, 2]", {"x"}, {1, 2, 3}), "x = [1, 2, 3]");
    EXPECT_EQ(with_change("[a]\n", {"a", "x"}, {0.5, 2}), "[a]\nx = [0.5, 2]\n");
}

TEST(TomlEditor, AddsToTheInnermostTableThatExists) {
    EXPECT_EQ(with_change("[a]\nx = 1 # one\n\n# b\n[b]\n", {"a", "y"}, 2), "[a]\nx = 1 # one\ny = 2\n\n# b\n[b]\n");
    EXPECT_EQ(with_change("[a]\n  x = 1\n[b]\n", {"a", "c", "y"}, 2), "[a]\n  x = 1\n  c.y = 2\n[b]\n");
    EXPECT_EQ(with_change("a = { x = 1 } # here\n", {"a", "y"}, 2), "a = { x = 1, y = 2 } # here\n");
    EXPECT_EQ(with_change("a = {}\n", {"a", "y"}, 2), "a = { y = 2 }\n");
    EXPECT_EQ(with_change("a = [{ x = 1 }]\n", {"a", "0", "c", "y"}, 2), "a = [{ x = 1, c.y = 2 }]\n");
    EXPECT_EQ(with_change("[a]", {"a", "y"}, 2), "[a]\ny = 2\n");
    EXPECT_EQ(with_change("[a]\r\nx = 1\r\n", {"a", "y"}, 2), "[a]\r\nx = 1\r\ny = 2\r\n");
    EXPECT_EQ(with_change("[[a]]\nx = 1\n[[a]]\n[b]\n", {"a", "0", "y"}, 2), "[[a]]\nx = 1\ny = 2\n[[a]]\n[b]\n");
    EXPECT_EQ(with_change("", {"y"}, 2), "y = 2\n");
    EXPECT_EQ(with_change("[a]\nx = '''\n1\n'''\n", {"a", "y z"}, "\"q\""),
              "[a]\nx = '''\n1\n'''\n\"y z\" = \"\\\"q\\\"\"\n");
    EXPECT_EQ(with_change("\xEF\xBB\xBF[a]\n", {"y"}, 2), "\xEF\xBB\xBFy = 2\n[a]\n");
}

TEST(TomlEditor, DoesNotAddElementsToLists) {
    EXPECT_THROW(with_change("[a]\n", {"a", "b", "0", "x"}, 1), std::invalid_argument);
}

TEST(TomlEditor, TruncatedTextsDoNoHarm) {
    const std::string text =
        "a.'b' = { c = [1, \"]\", '''x'''], d = {} } # e\n[[f.\"g\"]]\nh = \"\"\"i\"\"\"\n[j]\nk = [{ l = 1 }]\n";
    for (size_t size = 0; size <= text.size(); ++size) {
        const TomlOutline outline(std::string_view(text).substr(0, size));
        for (const TomlPath& path :
             {TomlPath{"a", "b", "c", "1"}, TomlPath{"f", "g", "0", "h"}, TomlPath{"j", "k", "0", "l"}}) {
            const TomlSpan* span = outline.value(path);
            if (span != nullptr) {
                EXPECT_LE(span->end, size);
            }
            if (size == text.size()) {
                EXPECT_NE(span, nullptr);
            }
        }
    }
}

// ---- Figures of all scenarios

/// A value that differs from `value` and, if possible, is allowed.
Json nudged(const Tunable& figure, const Json& value, double factor) {
    if (value.is_array()) {
        Json list = follows_from_bodies(figure) ? figure.from_bodies : value;
        list.back() = nudged(figure, list.back(), factor);
        return list;
    }
    const double number = value.get<double>();
    if (value.is_number_integer()) {
        const auto whole =
            static_cast<int64_t>(factor > 1.0 ? std::ceil(number * factor) : std::floor(number * factor));
        return whole != value.get<int64_t>() ? whole : whole + (factor > 1.0 ? 1 : -1);
    }
    const double changed = number == 0.0 ? (factor > 1.0 ? 0.125 : 0.0) : number * factor;
    return std::stod(fmt::format("{:.4g}", changed));
}

bool is_numeric(const Tunable& figure) {
    return figure.value.is_number() ||
           (figure.value.is_array() && !figure.value.empty() && figure.value[0].is_number());
}

/// The change as the command line writes it. Elements of lists are given by their number.
std::string as_set(const TomlPath& path, const Json& value) {
    std::string keys;
    for (const std::string& key : path) keys += (keys.empty() ? "" : ".") + key;
    return keys + "=" + value.dump();
}

/// The parts of two texts from the first to the last difference.
struct Difference {
    std::string before, after;
};
Difference difference(const std::string& a, const std::string& b) {
    size_t begin = 0, end = 0;
    while (begin < std::min(a.size(), b.size()) && a[begin] == b[begin]) ++begin;
    while (end < std::min(a.size(), b.size()) - begin && a[a.size() - 1 - end] == b[b.size() - 1 - end]) ++end;
    return {a.substr(begin, a.size() - begin - end), b.substr(begin, b.size() - begin - end)};
}

/// Checks that a change in the text gives the same scenario as the same change with --set, and that it touches nothing
/// else in the text.
::testing::AssertionResult changes_only(const std::string& text, const std::string& file, const Tunable& figure,
                                        const Json& value) {
    const std::string changed = with_change(text, figure.path, value);
    const ScenarioResult wanted = parse_scenario(text, file, {as_set(figure.path, value)}, false);
    const ScenarioResult got = parse_scenario(changed, file, {}, false);
    if (!wanted.ok() || !got.ok()) {
        if (wanted.ok() == got.ok()) return ::testing::AssertionSuccess();
        return ::testing::AssertionFailure() << (wanted.ok() ? got : wanted).errors.front();
    }
    if (resolved_json(got.scenario) != resolved_json(wanted.scenario))
        return ::testing::AssertionFailure() << "other values";
    const Difference touched = difference(text, changed);
    if (touched.before.find('\n') != std::string::npos || touched.before.size() > 24)
        return ::testing::AssertionFailure() << "touched '" << touched.before << "'";
    return ::testing::AssertionSuccess();
}

/// Changes every third figure that stands in a file, and every twelfth figure that does not. Each file begins at
/// another figure.
TEST(TomlEditor, ChangesFiguresOfEveryScenario) {
    constexpr size_t one_in = test::repetitions(12u, 24u, 24u), one_changed_in = test::repetitions(3u, 24u, 24u),
                     least_changed = test::repetitions(283u, 30u, 30u);
    size_t changed = 0, added = 0, number = 0;
    for (const std::string& file : test::shipped_scenarios()) {
        std::string text;
        ASSERT_EQ(read_whole(file, &text), "");
        const TomlOutline outline(text);
        const ScenarioResult read = parse_scenario(text, file, {}, false);
        ++number;
        for (const Tunable& figure : figures_of(read.scenario)) {
            if (!is_numeric(figure)) continue;
            const bool is_there = outline.value(figure.path) != nullptr;
            if (++number % (is_there ? one_changed_in : one_in) != 0) continue;
            EXPECT_TRUE(changes_only(text, file, figure, nudged(figure, figure.value, 1.07)))
                << file << ": " << to_text(figure.path);
            ++(is_there ? changed : added);
        }
    }
    EXPECT_GT(changed, least_changed);
    EXPECT_GT(added, size_t{3900} / one_in);
}

} // namespace
} // namespace fray::demo
