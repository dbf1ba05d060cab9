/* parallel_text.h: pairs of texts that mean the same, read from two files whose lines belong together, or from one file
 * of pairs. */
#ifndef LG_DATA_PARALLEL_TEXT_H
#define LG_DATA_PARALLEL_TEXT_H

#include <stdint.h>

#include "base/error.h"
#include "data/pair_reader.h"

#define LG_PARALLEL_LINE_MAX ((size_t)64 << 10) /* bytes of a line that is not left out */

/* A pair: where its texts begin. */
typedef struct lg_parallel_pair {
    size_t source, target;
} lg_parallel_pair;

/* All zeros: empty. */
typedef struct lg_parallel_text {
    lg_parallel_pair *pairs; /* [count] */
    size_t count, capacity;
    char *text; /* all texts, each ended by 0: UTF-8 without control characters, and without blanks at its ends */
    size_t size, text_capacity;
    int64_t read, empty, too_long; /* pairs: all, those left out as a side is empty, and as a line is too long */
    lg_unread_members unread;      /* of a file of pairs */
} lg_parallel_text;

/* The bytes of a file, `size` of them and a 0, and its name in messages. */
typedef struct lg_named_text {
    const char *name, *text;
    size_t size;
} lg_named_text;

/* Line k of one file is a pair with line k of the other. A byte order mark, and carriage returns at the ends of lines,
 * are no part of the text; other control characters are blanks. Fails with both numbers of lines where they differ, and
 * with "NAME:LINE: ..." where a line is no UTF-8: LG_USAGE. */
bool lg_parallel_text_add_lines(lg_parallel_text *t, const lg_named_text *source, const lg_named_text *target,
                                lg_error *err);
/* The pairs of one file, as data/pair_reader.h reads them. */
bool lg_parallel_text_add_pairs(lg_parallel_text *t, const lg_named_text *pairs, lg_error *err);
/* Moves the last pairs, `count` of them, to another one, which is empty. */
bool lg_parallel_text_move(lg_parallel_text *from, lg_parallel_text *to, size_t count, lg_error *err);
void lg_parallel_text_free(lg_parallel_text *t);

#endif
