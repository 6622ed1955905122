// Results: a value or an error with its text, from functions that make something.
#include "fray/result.h"
#include "fray/text.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace fray {
namespace {

TEST(Result, AResultHoldsAValue) {
    Result<int> three = 3;
    EXPECT_TRUE(three.ok());
    EXPECT_TRUE(three);
    EXPECT_EQ(*three, 3);
    EXPECT_EQ(three.value(), 3);
    EXPECT_EQ(three.error(), Error::ok);
    EXPECT_EQ(three.error_text(), "");
    Result<std::unique_ptr<int>> owned = std::make_unique<int>(4);
    EXPECT_EQ(*std::move(owned).value(), 4) << "a value that can only be moved";
}

TEST(Result, AResultHoldsAnErrorAndItsText) {
    const Result<int> none = Failure{Error::full, "no room"};
    EXPECT_FALSE(none.ok());
    EXPECT_FALSE(none);
    EXPECT_EQ(none.error(), Error::full);
    EXPECT_EQ(none.error_text(), "no room");
}

TEST(Result, ValueThrowsTheErrorWithItsText) {
    const auto expect_thrown = [](const auto& result) {
        try {
            static_cast<void>(result.value());
            FAIL() << "there is no value";
        } catch (const BadResult& bad) {
            EXPECT_EQ(bad.error(), Error::bad_file);
            EXPECT_STREQ(bad.what(), "map.txt: empty");
        }
    };
    expect_thrown(Result<int>(Failure{Error::bad_file, "map.txt: empty"}));
    expect_thrown(Result<void>(Failure{Error::bad_file, "map.txt: empty"}));
}

TEST(Result, AResultOfNothingIsOkOrAnError) {
    EXPECT_TRUE(Result<void>());
    EXPECT_EQ(Result<void>().error(), Error::ok);
    EXPECT_NO_THROW(Result<void>().value());
    EXPECT_FALSE(Result<void>(Failure{Error::dead, "why"}));
}

TEST(Text, WhatIsNotUtf8IsEscaped) {
    for (const char* const good : {"a", "\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                                   "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
        EXPECT_EQ(escaped(good), good);
    EXPECT_EQ(escaped("\x1b\n\xc2\x9b"), "\\u001b\\n\\u009b");
    EXPECT_EQ(escaped("\xc0\x9b"), "\\xc0\\x9b") << "overlong";
    EXPECT_EQ(escaped("\xe0\x82\x9b"), "\\xe0\\x82\\x9b") << "overlong";
    EXPECT_EQ(escaped("\xf0\x80\x82\x9b"), "\\xf0\\x80\\x82\\x9b") << "overlong";
    EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
    EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond U+10FFFF";
}

} // namespace
} // namespace fray
