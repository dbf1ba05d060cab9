/* text.h: converts numbers to and from text independently of the locale, and makes external text safe for messages. */
#ifndef LG_BASE_TEXT_H
#define LG_BASE_TEXT_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parses a number. False if the text contains anything else, even blanks, or if the number does not fit. Whole numbers
 * may have single underscores between digits (2_000_000) and may be written as 1e5 or 2.0. */
bool lg_text_int(const char *text, int64_t *out);
bool lg_text_real(const char *text, double *out); /* decimal and finite */

/* Switches this thread to the C locale, where numbers have a decimal point, and returns the previous locale;
 * lg_text_leave_plain restores it. */
locale_t lg_text_enter_plain(void);
void lg_text_leave_plain(locale_t before);

/* The shortest text that reads back as the same number; -0 becomes 0. Whole numbers below a million have no
 * exponent. */
#define LG_REAL_TEXT 32
void lg_real_text(double x, char out[LG_REAL_TEXT]);

/* Number of bytes of the control character at the start of the text, one that could end a line or control a terminal:
 * U+0001..U+001F, DEL, and U+0080..U+009F in UTF-8. 0: none. lg_text_hidden finds more. */
size_t lg_text_control(const char *text);
/* lg_text_blank for the characters that `find` finds. */
void lg_text_blank_found(char *text, size_t (*find)(const char *), const char *but, char instead);
/* Is it a single-byte control character? NUL counts as a control character. */
static inline bool lg_text_is_control(char c) {
    return (unsigned char)c < ' ' || c == 0x7f;
}

/* Number of bytes of the UTF-8 character at the start of the text; 0: invalid. RFC 3629: no surrogates, no overlong
 * forms. lg_text_utf8 replaces invalid bytes with "?" in files that must be UTF-8. */
size_t lg_text_character(const char *text);

/* Copies text for a message: long text is cut and ends in "...", control characters become '?'. Returns out. */
#define LG_SHOWN 64
const char *lg_text_shown(const char *text, char out[LG_SHOWN]);

#endif
