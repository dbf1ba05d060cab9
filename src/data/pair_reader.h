/* pair_reader.h: reads a file of pairs of texts, a pair a line: JSON objects, or fields separated by tabs.
 *
 *     {"source": "a b c", "target": ["c", "b", "a"], "length": 3}
 *     a b c<tab>c b a<tab>3
 *
 * Source and target are texts, or lists of words, which become a text with one blank between words. The length, under
 * which the pair is trained and reported, may be missing. Other members of an object are not read, and their names are
 * noted. Empty lines are skipped; a byte order mark and carriage returns at the ends of lines are allowed. */
#ifndef LG_DATA_PAIR_READER_H
#define LG_DATA_PAIR_READER_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#define LG_PAIR_LINE_MAX ((size_t)16 << 20) /* bytes of a line */

/* UTF-8 without control characters. Not ended by 0. */
typedef struct lg_pair_text {
    const char *text;
    size_t size;
} lg_pair_text;

typedef struct lg_pair {
    int line;            /* of the file, from 1 */
    int length;          /* 1..LG_LENGTH_MAX; 0: the line has none */
    lg_pair_text source; /* has more than blanks */
    lg_pair_text target;
} lg_pair;

/* Returns false to stop, after lg_fail. */
typedef bool (*lg_pair_fn)(void *user, const lg_pair *p, lg_error *err);

/* Names of members that are not read, each once, and the line where it is first. All zeros: there are none. */
enum { LG_UNREAD_NAMES = 4 };
typedef struct lg_unread_members {
    char name[LG_UNREAD_NAMES][LG_SHOWN];
    int line[LG_UNREAD_NAMES], count;
    bool more; /* there are further names */
} lg_unread_members;

/* As a warning about the file of an option: "data.train: f.jsonl: members of pairs are not read: bucket (line 1); ...";
 * NULL where there are none. False: out of memory. */
bool lg_unread_members_tell(const lg_unread_members *x, const char *option, const char *file, lg_arena *arena,
                            const char **warning, lg_error *err);

/* Calls `each` for every pair of a text of `size` bytes that is followed by a 0. They are objects where the name ends
 * in .jsonl, fields where it ends in .tsv; else the first character decides. Adds to `unread`. Fails with
 * "NAME:LINE: ...". */
bool lg_pairs_parse(const char *text, size_t size, const char *name, lg_pair_fn each, void *user,
                    lg_unread_members *unread, lg_error *err);

#endif
