/* pair_reader.h: reads a file of pairs of texts. Each line is one pair, as a JSON object or as fields separated by
 * tabs.
 *     {"source": "a b c", "target": ["c", "b", "a"], "length": 3}
 *     a b c<tab>c b a<tab>3
 * Source and target are texts or lists of words; the words of a list are joined by single blanks. The length is
 * optional. It is the length under which the pair is trained and reported. Other members of an object are ignored, but
 * their names are recorded. Empty lines are skipped. A byte order mark, and carriage returns at the ends of lines, are
 * allowed. */
#ifndef LG_DATA_PAIR_READER_H
#define LG_DATA_PAIR_READER_H

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#define LG_PAIR_LINE_MAX ((size_t)16 << 20) /* maximum bytes of a line */

/* UTF-8 without control characters; not 0-terminated. */
typedef struct lg_pair_text {
    const char *text;
    size_t size;
} lg_pair_text;

typedef struct lg_pair {
    int line;            /* in the file, from 1 */
    int length;          /* 1..LG_LENGTH_MAX; 0: the pair has none */
    lg_pair_text source; /* not blank */
    lg_pair_text target;
} lg_pair;

/* Returns true to continue. To stop, calls lg_fail and returns false. */
typedef bool (*lg_pair_fn)(void *user, const lg_pair *p, lg_error *err);

/* Names of ignored members, each with the line where it first occurs. A struct of zeros has no names. */
enum { LG_UNREAD_NAMES = 4 };
typedef struct lg_unread_members {
    char name[LG_UNREAD_NAMES][LG_SHOWN];
    int line[LG_UNREAD_NAMES], count;
    bool more; /* there are more names */
} lg_unread_members;

/* Formats a warning about the ignored members in the file of an option, such as "data.train: f.jsonl: ignored members
 * of pairs: bucket (line 1); ...". Sets *warning to NULL if no members were ignored. Returns false if memory runs
 * out. */
bool lg_unread_members_tell(const lg_unread_members *x, const char *option, const char *file, lg_arena *arena,
                            const char **warning, lg_error *err);

/* Calls `each` for every pair of a text of `size` bytes followed by a 0. A file named *.jsonl has objects, and a file
 * named *.tsv has fields. In any other file, the first character decides. Adds ignored members to `unread`. Error
 * messages begin with "NAME:LINE: ". */
bool lg_pairs_parse(const char *text, size_t size, const char *name, lg_pair_fn each, void *user,
                    lg_unread_members *unread, lg_error *err);

#endif
