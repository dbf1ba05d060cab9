/* text.c: numbers in files, flags and hashes must not depend on the locale, but strtod and printf follow the locale of
 * the host program, which may have a decimal comma. Conversions therefore run in the C locale, set for the call
 * only. */
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"

#define LONGEST_NUMBER 64

/* glibc has one static C locale, so creating it costs nothing and cannot fail. */
locale_t lg_text_enter_plain(void) {
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void lg_text_leave_plain(locale_t before) {
    freelocale(uselocale(before));
}

/* Copies the text without underscores. False if an underscore is not between two digits. */
static bool strip(const char *text, char out[LONGEST_NUMBER]) {
    size_t n = 0;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c != '_') {
            if (n == LONGEST_NUMBER - 1) return false;
            out[n++] = *c;
        } else if (c == text || !isdigit((unsigned char)c[-1]) || !isdigit((unsigned char)c[1])) {
            return false;
        }
    }
    out[n] = '\0';
    return true;
}

bool lg_text_real(const char *text, double *out) {
    if (text[0] == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0') return false; /* no inf, nan, 0x or blanks */
    char *end;
    const locale_t before = lg_text_enter_plain();
    *out = strtod(text, &end);
    lg_text_leave_plain(before);
    return *end == '\0' && isfinite(*out);
}

bool lg_text_int(const char *text, int64_t *out) {
    char digits[LONGEST_NUMBER], *end;
    double x;
    if (!strip(text, digits) || !lg_text_real(digits, &x)) return false;
    errno = 0;
    const long long whole = strtoll(digits, &end, 10);
    if (*end == '\0') {
        *out = whole;
        return errno == 0;
    }
    if (x != trunc(x) || fabs(x) > 0x1p53) return false;
    *out = (int64_t)x;
    return true;
}

/* The number of digits in `text`, such as "1.2500e+01", without trailing zeros. */
static int count_digits(const char *text) {
    int digits = 0, seen = 0;
    for (const char *c = text; *c != 'e'; c++) {
        if (*c < '0' || *c > '9') continue;
        seen++;
        if (*c != '0') digits = seen;
    }
    return digits;
}

#define TINY 1e-290 /* smaller numbers have fewer digits of precision */

/* The smallest number of digits that read back as x. If at most 15 digits suffice, the first 15 digits of x are these
 * digits followed by zeros, so the search starts at 15 and drops trailing zeros. This does not hold for denormals, so
 * for tiny numbers the search starts at 1. */
static int digits_of(double x) {
    char text[LG_REAL_TEXT];
    for (int digits = fabs(x) < TINY ? 1 : 15; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, x);
        if (strtod(text, NULL) == x) return count_digits(text);
    }
    return 17;
}

void lg_real_text(double x, char out[LG_REAL_TEXT]) {
    x += 0.0; /* -0 + 0 = 0 */
    const locale_t before = lg_text_enter_plain();
    snprintf(out, LG_REAL_TEXT, "%.6g", x); /* enough for most numbers, and for all whole numbers below a million */
    const bool tiny = x != 0 && fabs(x) < TINY;
    if (isfinite(x) && (tiny || strtod(out, NULL) != x)) snprintf(out, LG_REAL_TEXT, "%.*g", digits_of(x), x);
    lg_text_leave_plain(before);
}

size_t lg_text_control(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] == 0xc2 && s[1] >= 0x80 && s[1] <= 0x9f) return 2;
    return (s[0] != '\0' && s[0] < ' ') || s[0] == 0x7f;
}

bool lg_text_has_control(const char *text, const char *but) {
    for (; *text != '\0'; text++)
        if (lg_text_control(text) && !strchr(but, *text)) return true;
    return false;
}

/* Number of bytes of a character that changes the text direction; 0: none. */
static size_t direction_size(const char *text) {
    const unsigned char *s = (const unsigned char *)text;
    if (s[0] == 0xd8 && s[1] == 0x9c) return 2;
    if (s[0] != 0xe2 || (s[1] != 0x80 && s[1] != 0x81)) return 0;
    return s[1] == 0x80 ? (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xaa && s[2] <= 0xae) ? 3 : 0)
                        : (s[2] >= 0xa6 && s[2] <= 0xa9 ? 3 : 0);
}

size_t lg_text_hidden(const char *text) {
    const size_t control = lg_text_control(text), direction = direction_size(text);
    return control ? control : direction ? direction : *text != '\0' && !lg_text_character(text);
}

/* A character that `find` finds is replaced by one byte, however many bytes it has. */
void lg_text_blank_found(char *text, size_t (*find)(const char *), const char *but, char instead) {
    char *to = text;
    while (*text != '\0') {
        const size_t found = strchr(but, *text) ? 0 : find(text), whole = lg_text_character(text);
        size_t n = found ? found : whole ? whole : 1;
        if (found)
            *to++ = instead, text += n;
        else
            while (n-- > 0) *to++ = *text++;
    }
    *to = '\0';
}

void lg_text_blank(char *text, const char *but, char instead) {
    lg_text_blank_found(text, lg_text_hidden, but, instead);
}

static size_t hidden_in_message(const char *text) {
    return !strncmp(text, "\n  ", 3) ? 0 : lg_text_hidden(text);
}

void lg_text_message(char *text) {
    lg_text_blank_found(text, hidden_in_message, "", '?');
}

size_t lg_text_character(const char *text) {
    static const struct {
        unsigned char low, high, next_low, next_high;
        size_t bytes;
    } forms[] = {{0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
                 {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
                 {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4}};
    const unsigned char *s = (const unsigned char *)text;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (s[0] < forms[i].low || s[0] > forms[i].high) continue;
        size_t n = 1;
        if (forms[i].bytes > 1 && s[1] >= forms[i].next_low && s[1] <= forms[i].next_high) n++;
        while (n > 1 && n < forms[i].bytes && (s[n] & 0xc0) == 0x80) n++;
        return n == forms[i].bytes ? n : 0;
    }
    return 0;
}

size_t lg_text_mark(const char *text, size_t size) {
    static const char mark[] = "\xef\xbb\xbf";
    const size_t n = strlen(mark);
    return size >= n && !memcmp(text, mark, n) ? n : 0;
}

void lg_text_utf8(char *text) {
    for (char *c = text; *c != '\0';) {
        const size_t n = lg_text_character(c);
        if (n == 0) *c = '?';
        c += n == 0 ? 1 : n;
    }
}

const char *lg_text_shown(const char *text, char out[LG_SHOWN]) {
    size_t n = strlen(text);
    const bool cut = n >= LG_SHOWN;
    if (cut) {
        n = LG_SHOWN - sizeof "...";
        while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) n--; /* do not cut inside a UTF-8 character */
    }
    memcpy(out, text, n);
    out[n] = '\0';
    lg_text_blank(out, "", '?');
    return strcat(out, cut ? "..." : "");
}
