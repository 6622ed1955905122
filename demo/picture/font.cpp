#include "font.h"

#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

namespace fray::demo {
namespace {

constexpr float letter_height = 9.6f; ///< pixels from the ascent to the descent of the font, where the scale is 1

struct Glyph {
    int left = 0, top = 0, width = 0, height = 0; ///< pixels, from the pen on the baseline
    float advance = 0.0f;
    std::vector<uint8_t> cover;
};

class Face {
public:
    Face() {
        static constexpr std::array files = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                             "/usr/share/fonts/dejavu/DejaVuSans.ttf",
                                             "/usr/share/fonts/TTF/DejaVuSans.ttf"};
        for (const char* file : files) {
            std::ifstream in(file, std::ios::binary);
            if (!in) continue;
            bytes_.assign(std::istreambuf_iterator<char>(in), {});
            is_there_ = stbtt_InitFont(&info_, bytes(), stbtt_GetFontOffsetForIndex(bytes(), 0)) != 0;
            if (is_there_) return;
        }
    }

    bool is_there() const { return is_there_; }
    float pixels(float scale) const { return stbtt_ScaleForPixelHeight(&info_, letter_height * scale); }
    float ascent(float scale) const {
        int ascent = 0;
        stbtt_GetFontVMetrics(&info_, &ascent, nullptr, nullptr);
        return static_cast<float>(ascent) * pixels(scale);
    }

    const Glyph& glyph(int letter, float scale) {
        Glyph& glyph = glyphs_[{letter, std::lround(scale * 16.0f)}];
        if (glyph.advance > 0.0f) return glyph;
        const float size = pixels(scale);
        int advance = 0;
        stbtt_GetCodepointHMetrics(&info_, letter, &advance, nullptr);
        glyph.advance = std::max(static_cast<float>(advance) * size, 0.01f);
        uint8_t* cover =
            stbtt_GetCodepointBitmap(&info_, 0.0f, size, letter, &glyph.width, &glyph.height, &glyph.left, &glyph.top);
        if (cover == nullptr) return glyph;
        glyph.cover.assign(cover, cover + glyph.width * glyph.height);
        stbtt_FreeBitmap(cover, nullptr);
        return glyph;
    }

private:
    const uint8_t* bytes() const { return reinterpret_cast<const uint8_t*>(bytes_.data()); }

    std::string bytes_;
    stbtt_fontinfo info_{};
    bool is_there_ = false;
    std::map<std::pair<int, long>, Glyph> glyphs_;
};

Face& face() {
    static Face face;
    return face;
}

/// The next letter of the text. Bytes that are no UTF-8 become '?'.
int next_letter(std::string_view text, size_t* at) {
    const auto first = static_cast<uint8_t>(text[(*at)++]);
    if (first < 0x80) return first;
    const int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    int letter = more == 0 ? '?' : first & (0x3f >> more);
    for (int i = 0; i < more && *at < text.size() && (static_cast<uint8_t>(text[*at]) & 0xc0) == 0x80; ++i)
        letter = letter << 6 | (static_cast<uint8_t>(text[(*at)++]) & 0x3f);
    return letter;
}

} // namespace

bool Font::is_there() { return face().is_there(); }

void Font::draw(Canvas& canvas, Vec2 at, float scale, std::string_view text, Colour colour, float alpha) {
    float pen = at.x;
    const auto baseline = static_cast<int>(std::lround(at.y + face().ascent(scale)));
    for (size_t i = 0; i < text.size();) {
        const Glyph& glyph = face().glyph(next_letter(text, &i), scale);
        const auto left = static_cast<int>(std::lround(pen)) + glyph.left;
        for (int y = 0; y < glyph.height; ++y)
            for (int x = 0; x < glyph.width; ++x)
                canvas.blend(left + x, baseline + glyph.top + y, colour,
                             alpha * static_cast<float>(glyph.cover[static_cast<size_t>(y * glyph.width + x)]) /
                                 255.0f);
        pen += glyph.advance;
    }
}

float Font::width(std::string_view text, float scale) {
    float width = 0.0f;
    for (size_t i = 0; i < text.size();) width += face().glyph(next_letter(text, &i), scale).advance;
    return width;
}

} // namespace fray::demo
