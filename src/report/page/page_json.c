/* page_json.c: see page_json.h. */
#include "report/page/page_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"

void lg_page_text(FILE *to, const char *text) {
    fputc('"', to);
    for (const char *s = text; *s != '\0';) {
        const size_t n = lg_text_character(s), hidden = n == 1 ? 0 : lg_text_hidden(s);
        if (hidden)
            fputc('?', to), s += hidden;
        else if (n == 1 && ((unsigned char)*s < ' ' || strchr("<>&\"\\\x7f", *s)))
            fprintf(to, "\\u%04x", (unsigned char)*s++);
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

void lg_page_significant(FILE *to, double x, int digits) {
    if (isfinite(x))
        fprintf(to, "%.*g", digits, x);
    else
        fputs("null", to);
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

void lg_page_pairs(const lg_pair *pairs, size_t count, size_t before, FILE *to) {
    for (size_t i = 0; i < count; i++) {
        lg_page_next(to, before + i);
        fputc('[', to);
        lg_page_text(to, pairs[i].key);
        fputc(',', to);
        lg_page_text(to, pairs[i].value);
        fputc(']', to);
    }
}
