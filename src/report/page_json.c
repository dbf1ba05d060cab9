/* page_json.c: see page_json.h. */
#include "report/page_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

/* Bytes of the UTF-8 character that begins here; 0: none does. RFC 3629: no surrogates, nothing longer than needed. */
static size_t character(const unsigned char *s) {
    static const struct {
        unsigned char low, high, next_low, next_high;
        size_t bytes;
    } forms[] = {{0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
                 {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
                 {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (s[0] < forms[i].low || s[0] > forms[i].high) continue;
        size_t n = 1;
        if (forms[i].bytes > 1 && s[1] >= forms[i].next_low && s[1] <= forms[i].next_high) n++;
        while (n > 1 && n < forms[i].bytes && (s[n] & 0xc0) == 0x80) n++;
        return n == forms[i].bytes ? n : 0;
    }
    return 0;
}

void lg_page_text(FILE *to, const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    fputc('"', to);
    while (*s != '\0') {
        const size_t n = character(s);
        if (n == 0)
            fputc('?', to), s++;
        else if (n == 1 && (*s < ' ' || strchr("<>&\"\\\x7f", *s) != NULL))
            fprintf(to, "\\u%04x", *s++);
        else
            fwrite(s, 1, n, to), s += n;
    }
    fputc('"', to);
}

void lg_page_real(FILE *to, double x, int digits) {
    char text[LG_REAL_TEXT];
    if (!isfinite(x)) {
        fputs("null", to);
        return;
    }
    const double unit = pow(10, digits), rounded = fabs(x) < 1e15 / unit ? round(x * unit) / unit : x;
    lg_real_text(rounded, text);
    fputs(text, to);
}

void lg_page_int(FILE *to, int64_t n) {
    fprintf(to, "%" PRId64, n);
}

void lg_page_next(FILE *to, size_t i) {
    if (i > 0) fputc(',', to);
}

void lg_page_key(FILE *to, const char *key, bool first) {
    fprintf(to, "%s\"%s\":", first ? "" : ",", key);
}

/* The digit of six bits. */
static void put_digit(FILE *to, unsigned bits) {
    fputc("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[bits & 63], to);
}

void lg_page_base64_put(lg_page_base64 *b, unsigned byte) {
    b->bits = b->bits << 8 | byte;
    for (b->pending += 8; b->pending >= 6; b->pending -= 6) put_digit(b->to, b->bits >> (b->pending - 6));
}

void lg_page_base64_finish(lg_page_base64 *b) {
    if (b->pending == 0) return;
    put_digit(b->to, b->bits << (6 - b->pending));
    fputs(b->pending == 2 ? "==" : "=", b->to);
}

void lg_page_member(FILE *to, const char *key, const char *text, bool first) {
    lg_page_key(to, key, first);
    lg_page_text(to, text);
}
