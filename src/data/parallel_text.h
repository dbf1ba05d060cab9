/* parallel_text.h: pairs of texts with the same meaning, read from two aligned files of lines or from one file of
 * pairs. */
#ifndef LG_DATA_PARALLEL_TEXT_H
#define LG_DATA_PARALLEL_TEXT_H

#include <stdint.h>

#include "base/error.h"
#include "data/pair_reader.h"

#define LG_PARALLEL_LINE_MAX ((size_t)64 << 10) /* in bytes; pairs with a longer line are skipped */

/* A pair, as the offsets of its texts. */
typedef struct lg_parallel_pair {
    size_t source, target;
} lg_parallel_pair;

/* A struct of zeros is empty. */
typedef struct lg_parallel_text {
    lg_parallel_pair *pairs; /* [count] */
    size_t count, capacity;
    char *text; /* all texts: UTF-8 without control characters, trimmed, 0-terminated */
    size_t size, text_capacity;
    int64_t read, empty, too_long; /* number of pairs: read; skipped for an empty side; skipped for a long line */
    lg_unread_members unread;      /* ignored members of a file of pairs */
} lg_parallel_text;

/* The contents of a file, `size` bytes followed by a 0, and its name for messages. */
typedef struct lg_named_text {
    const char *name, *text;
    size_t size;
} lg_named_text;

/* Adds one pair for each number k: line k of the source file and line k of the target file. Byte order marks, and
 * carriage returns at the ends of lines, are removed. Other control characters become blanks. LG_USAGE: the files have
 * different numbers of lines, or a line is not UTF-8 ("NAME:LINE: ..."). */
bool lg_parallel_text_add_lines(lg_parallel_text *t, const lg_named_text *source, const lg_named_text *target,
                                lg_error *err);
/* Adds the pairs of one file, read by data/pair_reader.h. */
bool lg_parallel_text_add_pairs(lg_parallel_text *t, const lg_named_text *pairs, lg_error *err);
/* Moves the last `count` pairs to another text, which must be empty. */
bool lg_parallel_text_move(lg_parallel_text *from, lg_parallel_text *to, size_t count, lg_error *err);
void lg_parallel_text_free(lg_parallel_text *t);

#endif
