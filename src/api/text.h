/* text.h: text that is fit to be shown, words of a shell and cells of CSV, and files that are read and written
 * whole. For the program, which shares the library with others: no part of its stable interface, but exported. */
#ifndef LG_API_TEXT_H
#define LG_API_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Replaces each byte that is no part of a UTF-8 character by "?", as in all JSON and YAML that the library writes: a
 * file name may hold any bytes. */
void lg_text_utf8(char *text);
/* Has the text a control character that is none of `but`? It would end a line, or command a terminal. */
bool lg_text_has_control(const char *text, const char *but);
/* Makes a text fit to be shown: `instead` replaces such characters, each byte that is no part of a UTF-8 character, and
 * those that change the direction of text (U+061C, U+200E, U+200F, U+202A..U+202E, U+2066..U+2069), which could make it
 * look like another. */
void lg_text_blank(char *text, const char *but, char instead);
/* The same of a message, whose further lines stay if they are indented by two blanks. */
void lg_text_message(char *text);
/* Bytes of what is replaced that begins here; 0: none does. */
size_t lg_text_hidden(const char *text);
/* Bytes of a byte order mark (U+FEFF in UTF-8) that the text begins with, of which it is no part: 3 or 0. */
size_t lg_text_mark(const char *text, size_t size);
/* 32 hex digits of XXH3, by which two texts are told apart. */
#define LG_TEXT_DIGEST 33
void lg_text_digest(const char *text, size_t size, char out[LG_TEXT_DIGEST]);
/* As one word of a shell command, quoted where necessary; to be freed. NULL without memory. */
char *lg_text_word(const char *text);
/* The same for a command that a message suggests, cut to the capacity; without memory the text as it is. Returns to. */
#define LG_SHELL_WORD 4400
const char *lg_text_shell_word(const char *text, char to[LG_SHELL_WORD]);
/* Edit distance of two words of up to 96 bytes: letters inserted, deleted, changed, or two neighbours swapped; case
 * does not count. INT_MAX for longer ones. */
int lg_text_distance(const char *a, const char *b);

/* Replaces a file by the parts, one after another: a reader, or the disk after a crash, has the old content or the new
 * one. script: it can be executed. A pipe or a device is written to as it is. */
lg_status lg_write_file(lg_context *c, const char *path, const lg_bytes *parts, size_t count, bool script);
/* Reads a file of at most `limit` bytes: *text has *size bytes and a NUL after them, and is to be freed with free(). It
 * is a regular file or a pipe that somebody has opened for writing; devices are refused. */
lg_status lg_read_file(lg_context *c, const char *path, size_t limit, char **text, size_t *size);

/* A text as a cell of CSV (RFC 4180), in quotes where it needs them; cut to the capacity, with the NUL at its end.
 * Returns `to`. */
const char *lg_csv_text(const char *text, char *to, size_t capacity);
/* The order of names for people: numbers within them by their value, so that run-10 comes after run-9. -1, 0 or 1; 0 of
 * equal names alone. */
int lg_name_compare(const char *a, const char *b);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
