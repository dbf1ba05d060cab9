/* text.h: safe display of text, shell words, CSV cells, and reading and writing whole files. Exported for the program,
 * but not part of the stable interface. */
#ifndef LG_API_TEXT_H
#define LG_API_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Replaces each byte of invalid UTF-8 by "?", as in all JSON and YAML that the library writes: a file name may hold any
 * bytes. */
void lg_text_utf8(char *text);
/* Whether the text has a control character that is not in `but`. Control characters could end a line or control a
 * terminal. */
bool lg_text_has_control(const char *text, const char *but);
/* Makes a text safe to display: `instead` replaces control characters that are not in `but`, each byte of invalid
 * UTF-8, and characters that change the text direction (U+061C, U+200E, U+200F, U+202A..U+202E, U+2066..U+2069), which
 * could disguise a text. */
void lg_text_blank(char *text, const char *but, char instead);
/* Like lg_text_blank, for a message: keeps line breaks before lines that are indented by two blanks. */
void lg_text_message(char *text);
/* Number of bytes at `text` that lg_text_blank would replace; 0: none. */
size_t lg_text_hidden(const char *text);
/* Size of the UTF-8 byte order mark at the beginning, which is not part of the content: 3, or 0 if there is none. */
size_t lg_text_mark(const char *text, size_t size);
/* 32 hex digits of XXH3: a digest to distinguish texts. */
#define LG_TEXT_DIGEST 33
void lg_text_digest(const char *text, size_t size, char out[LG_TEXT_DIGEST]);
/* The text as one word of a shell command, quoted if necessary. The caller frees it; NULL: out of memory. */
char *lg_text_word(const char *text);
/* Like lg_text_word, for a command that a message suggests. The word is truncated to fit into `to`. If memory runs out,
 * `to` receives the text without quotes. Returns `to`. */
#define LG_SHELL_WORD 4400
const char *lg_text_shell_word(const char *text, char to[LG_SHELL_WORD]);
/* Edit distance of two words of up to 96 bytes: letters inserted, deleted or changed, or two neighbours swapped,
 * ignoring case. INT_MAX for longer words. */
int lg_text_distance(const char *a, const char *b);

/* Atomically replaces a file with the concatenated parts: a reader sees either the old content or the new content, even
 * after a crash. script: make it executable. A pipe or a device is written directly. */
lg_status lg_write_file(lg_context *c, const char *path, const lg_bytes *parts, size_t count, bool script);
/* Reads a file of at most `limit` bytes: *text has *size bytes and a final NUL, and the caller frees it with free().
 * Accepts regular files, and pipes with a writer; refuses devices. */
lg_status lg_read_file(lg_context *c, const char *path, size_t limit, char **text, size_t *size);

/* A text as a CSV cell (RFC 4180), quoted if necessary, truncated to the capacity including its final NUL. Returns
 * `to`. */
const char *lg_csv_text(const char *text, char *to, size_t capacity);
/* Natural order of names: numbers in them compare by value, so run-10 comes after run-9. Returns -1, 0 or 1; 0 only for
 * equal names. */
int lg_name_compare(const char *a, const char *b);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
