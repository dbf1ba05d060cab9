/* zh.c: sacreBLEU's tokenization for Chinese: each Chinese character is a token; text between Chinese characters is
 * split by the rules for western languages. */
#include "metric/tokenization.h"

/* The blocks that sacreBLEU 2 tests, with its mistakes. It writes two ranges, U+20000 to U+2A6D6 and U+2F800 to
 * U+2FA1D, as \u20000 and so on, which Python parses as four digits and a letter. So sacreBLEU actually tests U+2001 to
 * U+2A6D, which contains much punctuation and many symbols, and U+2F81 to U+2FA1. */
static const struct {
    uint32_t first, last;
} blocks[] = {
    {0x2001, 0x2a6d}, /* intended: ideographs, extension B. Includes symbols and dingbats U+2600 to U+27BF */
    {0x2e80, 0x2eff}, /* radicals, supplement */
    {0x2f00, 0x2fdf}, /* Kangxi radicals. Includes U+2F81 to U+2FA1, intended: compatibility ideographs, supplement */
    {0x2ff0, 0x2fff}, /* ideographic description characters */
    {0x3000, 0x303f}, /* punctuation */
    {0x3100, 0x312f}, /* Bopomofo */
    {0x31a0, 0x31bf}, /* Bopomofo, extended */
    {0x31c0, 0x31ef}, /* strokes */
    {0x3200, 0x32ff}, /* enclosed letters and months */
    {0x3300, 0x33ff}, /* units */
    {0x3400, 0x4db5}, /* ideographs, extension A */
    {0x4e00, 0x9fbb}, /* ideographs */
    {0xf900, 0xfa2d}, /* compatibility ideographs */
    {0xfa30, 0xfa6a}, {0xfa70, 0xfad9}, {0xfe10, 0xfe1f}, /* vertical forms */
    {0xfe30, 0xfe4f},                                     /* compatibility forms */
    {0xff00, 0xffef},                                     /* full and half width */
};

static bool is_chinese(uint32_t c) {
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (c >= blocks[i].first && c <= blocks[i].last) return true;
    return false;
}

static void separate(lg_segment *s) {
    lg_characters_trim(&s->text);
    lg_rewrite_surround(s, is_chinese);
    lg_rewrite_western(s);
}

const lg_tokenization lg_tokenization_zh = {
    .name = "zh",
    .summary = "one token for each Chinese character, other text as in 13a",
    .separate = separate,
};
