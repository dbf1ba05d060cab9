/* text.h: numbers from text and back, the same in every locale, and text from outside made fit for a message. */
#ifndef LG_BASE_TEXT_H
#define LG_BASE_TEXT_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The whole text must be the number: no blanks, no rest. False when it is not, or when the number does not fit.
 * Whole numbers may have single underscores between digits (2_000_000) and may be written as 1e5 or 2.0. */
bool lg_text_int(const char *text, int64_t *out);
bool lg_text_real(const char *text, double *out); /* decimal and finite */

/* Puts this thread into the C locale, where numbers have a point, and says where it was; and goes back there. */
locale_t lg_text_enter_plain(void);
void lg_text_leave_plain(locale_t before);

/* The shortest text that reads back as the same number, and 0 for -0. Whole numbers below a million have no exponent.
 */
#define LG_REAL_TEXT 32
void lg_real_text(double x, char out[LG_REAL_TEXT]);

/* Bytes of the control character that begins here: one that would end a line or command a terminal. All below the blank
 * but 0, DEL, and U+0080..U+009F in UTF-8; 0: none begins here. lg_text_hidden finds more. */
size_t lg_text_control(const char *text);
/* lg_text_blank for those that a function finds. */
void lg_text_blank_found(char *text, size_t (*find)(const char *), const char *but, char instead);
/* Is it one of a single byte? 0 is. */
static inline bool lg_text_is_control(char c) {
    return (unsigned char)c < ' ' || c == 0x7f;
}

/* Bytes of the UTF-8 character that begins here; 0: none does. RFC 3629: no surrogates, nothing longer than needed.
 * What is no UTF-8 becomes "?" in files that have to be (lg_text_utf8). */
size_t lg_text_character(const char *text);

/* Copies text for showing it in a message: cut with "..." when it is long, control characters as '?'. Returns out. */
#define LG_SHOWN 64
const char *lg_text_shown(const char *text, char out[LG_SHOWN]);

#endif
