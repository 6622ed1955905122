#include "viewing/labels.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace fray::demo {
namespace {

constexpr Vec2 field_low = {238.0f, 46.0f}, field_high = {888.0f, 720.0f};
constexpr Vec2 label_size = {220.0f, 60.0f}, number_size = {16.0f, 16.0f};

struct Disc {
    Vec2 at{};
    float radius;

    LabelBox box() const { return {{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}}; }
};

std::vector<Disc> random_discs(size_t count, uint32_t seed) {
    std::minstd_rand random(seed);
    std::uniform_real_distribution<float> x(field_low.x, field_high.x), y(field_low.y, field_high.y);
    std::vector<Disc> discs;
    while (discs.size() < count) discs.push_back({{x(random), y(random)}, 8.0f});
    return discs;
}

void begin(Labels& labels, const std::vector<Disc>& discs) {
    labels.begin(field_low, field_high);
    for (const Disc& disc : discs) labels.block(disc.at, disc.radius);
}

LabelBox led(Labels& labels, int64_t key, Vec2 at, float radius) {
    return labels.led(key, at, radius, std::array{label_size}).box;
}

bool is_in_field(const LabelBox& box) {
    return box.low.x >= field_low.x && box.low.y >= field_low.y && box.high.x <= field_high.x &&
           box.high.y <= field_high.y;
}

TEST(Labels, ALedLabelIsInTheFieldAndOffTheMarks) {
    Labels labels;
    for (uint32_t seed = 1; seed <= 40; ++seed) {
        const std::vector<Disc> discs = random_discs(60, seed);
        begin(labels, discs);
        const LabelBox box = led(labels, seed, discs[0].at, 12.0f);
        EXPECT_TRUE(is_in_field(box)) << seed;
        EXPECT_NEAR(box.high.x - box.low.x, label_size.x, 1e-3f);
        for (const Disc& disc : discs) EXPECT_FALSE(box.overlaps(disc.box())) << seed;
    }
}

TEST(Labels, ALedLabelIsInTheFieldAlsoWhereMarksLeaveNoRoom) {
    Labels labels;
    begin(labels, random_discs(20'000, 1));
    EXPECT_TRUE(is_in_field(led(labels, 1, {240.0f, 700.0f}, 12.0f)));
}

TEST(Labels, ALedLabelIsShorterWhereThereIsNoRoomForAllOfIt) {
    const std::array sizes = {label_size, Vec2{220.0f, 30.0f}};
    Labels labels;
    std::vector<Disc> rows; // apart enough for the shorter form alone
    for (float y = field_low.y; y < field_high.y; y += 64.0f)
        for (float x = field_low.x; x < field_high.x; x += 15.0f) rows.push_back({{x, y}, 8.0f});
    begin(labels, rows);
    const Labels::Led shorter = labels.led(1, rows[200].at, 12.0f, sizes);
    EXPECT_EQ(shorter.size, 1u);
    for (const Disc& disc : rows) EXPECT_FALSE(shorter.box.overlaps(disc.box()));
    begin(labels, {rows[200]});
    EXPECT_EQ(labels.led(1, rows[200].at, 12.0f, sizes).size, 0u);
}

TEST(Labels, ALedLabelStaysWhereItWasWhileItsMarkMoves) {
    Labels labels;
    const Vec2 from = {500.0f, 300.0f};
    begin(labels, {{from, 8.0f}});
    const LabelBox first = led(labels, 7, from, 12.0f);
    for (int i = 1; i <= 20; ++i) {
        const Vec2 at = {from.x + 3.0f * static_cast<float>(i), from.y};
        // Another mark comes near, but not in the label's way.
        begin(labels, {{at, 8.0f}, {{at.x, at.y + 20.0f}, 8.0f}});
        const LabelBox box = led(labels, 7, at, 12.0f);
        EXPECT_NEAR(box.low.x - at.x, first.low.x - from.x, 1e-3f) << i;
        EXPECT_NEAR(box.low.y - at.y, first.low.y - from.y, 1e-3f) << i;
    }
}

TEST(Labels, TextsBesideMarksOverlapNothing) {
    Labels labels;
    size_t written = 0, left_out = 0;
    for (uint32_t seed = 1; seed <= 20; ++seed) {
        const std::vector<Disc> discs = random_discs(300, seed);
        begin(labels, discs);
        std::vector<LabelBox> boxes = {led(labels, seed, discs[0].at, 12.0f)};
        for (const Disc& disc : discs) {
            const std::optional<LabelBox> box = labels.beside(disc.at, disc.radius, number_size);
            left_out += box ? 0 : 1;
            if (!box) continue;
            ++written;
            EXPECT_TRUE(is_in_field(*box));
            for (const Disc& other : discs) EXPECT_FALSE(box->overlaps(other.box()));
            for (const LabelBox& other : boxes) EXPECT_FALSE(box->overlaps(other));
            boxes.push_back(*box);
        }
    }
    EXPECT_GT(written, 500u);
    EXPECT_GT(left_out, 500u);
}

TEST(Labels, TextsKeepOffTheLineThatLeadsToALabel) {
    Labels labels;
    const Disc disc = {{500.0f, 300.0f}, 8.0f};
    begin(labels, {disc});
    // Labels of other marks push the label far away.
    labels.block({400.0f, 300.0f}, 60.0f);
    labels.block({600.0f, 300.0f}, 60.0f);
    labels.block({500.0f, 200.0f}, 60.0f);
    const LabelBox box = led(labels, 1, disc.at, 12.0f);
    const Vec2 end = box.nearest(disc.at);
    ASSERT_GT(std::hypot(end.x - disc.at.x, end.y - disc.at.y), 30.0f);
    const Vec2 middle = {0.5f * (disc.at.x + end.x), 0.5f * (disc.at.y + end.y)};
    while (const std::optional<LabelBox> text = labels.beside(disc.at, disc.radius, number_size))
        EXPECT_FALSE(text->overlaps({middle, {middle.x + 0.1f, middle.y + 0.1f}}));
}

TEST(Labels, AWindowWithoutSizeHasNoRoom) {
    Labels labels;
    labels.begin({238.0f, 46.0f}, {239.0f, 47.0f});
    labels.block({238.0f, 46.0f}, 1e9f);
    EXPECT_FALSE(labels.beside({238.0f, 46.0f}, 5.0f, number_size));
    EXPECT_EQ(led(labels, 1, {0.0f, 0.0f}, 5.0f).low, (Vec2{244.0f, 52.0f}));
}

} // namespace
} // namespace fray::demo
