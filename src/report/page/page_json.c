/* page_json.c: writes parts of the data of a page; see page_json.h. */
#include "report/page/page_json.h"

#include <math.h>
#include <stdlib.h>

void lg_page_put_rounded(lg_json *j, const char *key, double x, int digits) {
    const double unit = pow(10, digits);
    lg_json_put_real(j, key, fabs(x) < 1e15 / unit ? round(x * unit) / unit : x);
}

void lg_page_put_significant(lg_json *j, const char *key, double x, int digits) {
    char text[64];
    snprintf(text, sizeof text, "%.*g", digits, x);
    lg_json_put_real(j, key, strtod(text, NULL));
}

void lg_page_put_pairs(lg_json *j, const lg_pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        lg_json_open_list(j, NULL);
        lg_json_put_text(j, NULL, pairs[i].key);
        lg_json_put_text(j, NULL, pairs[i].value);
        lg_json_close_list(j);
    }
}

/* The base64 digit of six bits. */
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
