// How a sweep reads --set.
#include "files/bad_input.h"
#include "sweep/axes.h"

#include <gtest/gtest.h>

namespace fray::demo {
namespace {

using Texts = std::vector<std::string>;

Texts values(const std::string& text) { return parse_axis(text, 1000).values; }

std::string error_of(const std::string& text, int64_t most = 1000) {
    try {
        parse_axis(text, most);
    } catch (const BadInput& error) {
        return error.what();
    }
    return "none";
}

TEST(Axes, ValuesAreSplitAtCommasOutsideBracketsAndQuotes) {
    EXPECT_EQ(values("a.b=1,2, 3"), (Texts{"1", "2", "3"}));
    EXPECT_EQ(values("a=[1,2],[3,4]"), (Texts{"[1,2]", "[3,4]"}));
    EXPECT_EQ(values("a={x=1,y=[2,3]},{}"), (Texts{"{x=1,y=[2,3]}", "{}"}));
    EXPECT_EQ(values(R"(a="x,y",'p,"q',z)"), (Texts{R"("x,y")", R"('p,"q')", "z"}));
    EXPECT_EQ(values(R"(a="x\",y",z)"), (Texts{R"("x\",y")", "z"}));
    EXPECT_EQ(parse_axis("a.b=c=d", 9).key, "a.b");
    EXPECT_EQ(values("a.b=c=d"), Texts{"c=d"});
}

TEST(Axes, RangesIncludeTheirEnds) {
    EXPECT_EQ(values("a=1:4:1"), (Texts{"1", "2", "3", "4"}));
    EXPECT_EQ(values("a=1:4:2"), (Texts{"1", "3"}));
    EXPECT_EQ(values("a=0:0.3:0.1"), (Texts{"0", "0.1", "0.2", "0.3"}));
    EXPECT_EQ(values("a=-1:1:0.5"), (Texts{"-1", "-0.5", "0", "0.5", "1"}));
    EXPECT_EQ(values("a=5:5:1"), Texts{"5"});
    EXPECT_EQ(values("a=10,1:2:1,x"), (Texts{"10", "1", "2", "x"}));
    EXPECT_EQ(values("a=x:y:z"), Texts{"x:y:z"}) << "a text";
}

TEST(Axes, InvalidListsAreRefused) {
    for (const std::string text : {"", "a", "=1", "a=", "a=1,", "a=,1", "a=1,,2", "a=[1,2", "a=1]", "a='x", "a=1,1",
                                   "a=1:2:1,2", "a=1:2", "a=4:1:1", "a=1:4:0", "a=1:4:-1", "a=1:4:1:1", "a=1::2"}) {
        const std::string said = error_of(text);
        EXPECT_NE(said, "none") << text;
        EXPECT_NE(said.find("--set"), std::string::npos) << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
    EXPECT_NE(error_of("a=0:1:1e-6").find("1000001 values"), std::string::npos) << error_of("a=0:1:1e-6");
    EXPECT_THROW(parse_axes({"a=1", "b=2", "a=3"}, 9), BadInput);
}

TEST(Axes, AllAreCombinedAndTheLastVariesFastest) {
    const std::vector<Axis> axes = parse_axes({"a=1,2", "b=x,y,z"}, 9);
    EXPECT_EQ(variant_count(axes), 6);
    const std::vector<Variant> all = variants_of(axes);
    ASSERT_EQ(all.size(), 6u);
    EXPECT_EQ(all[1], (Variant{"1", "y"}));
    EXPECT_EQ(all[5], (Variant{"2", "z"}));
    EXPECT_EQ(sets_of(axes, all[5]), (Texts{"a=2", "b=z"}));
    EXPECT_EQ(variants_of({}).size(), 1u);
}

TEST(Axes, TheirNumberDoesNotOverflow) {
    std::vector<Axis> axes(30, parse_axis("a=1:1000:1", 1000));
    EXPECT_EQ(variant_count(axes), INT64_MAX);
}

} // namespace
} // namespace fray::demo
