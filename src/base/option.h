/* option.h: typed options. One row describes one option: dotted name, type, bounds, default and help. The rows serve
 * config files, flags, the environment, --help, --print-config and the canonical text of a run. A module exports a
 * table of rows that ends with a row of zeros, and reads its options from a struct that config/ fills. Each row names a
 * member of that struct. The type of the member is bool, int (int64_t if the bounds exceed int), double, const char *
 * or lg_length_list. The member of an LG_NAME option is an int or an enum: the index of the chosen name among
 * `choices`. Members of the types const char * and lg_length_list point into the parsed values and are valid as long as
 * those values. */
#ifndef LG_BASE_OPTION_H
#define LG_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/lengths.h"

typedef enum lg_type {
    LG_BOOL,   /* true or false */
    LG_INT,    /* a whole number in [min, max] */
    LG_REAL,   /* a number in [min, max] */
    LG_NAME,   /* one of `choices` */
    LG_TEXT,   /* any text */
    LG_LENGTHS /* a list of whole numbers in [min, max]: "1..40", "1,2,5", "10..100:10", or a mixture; ascending, each
                  once */
} lg_type;

typedef struct lg_option {
    const char *name; /* dotted and complete: "positions.L" */
    lg_type type;
    const char *fallback; /* the default, as text */
    double min, max;      /* inclusive bounds; both 0: no bounds */
    const char *choices;  /* LG_NAME: the allowed values, separated by blanks */
    const char *help;     /* one line, no full stop */
    /* since: the version after 0.3.0 that added the option; NULL: it is older. At its default, a newer option is
     * omitted from the text that run ids are hashed from (config/resolve.c), so that adding an option renames no
     * run. */
    const char *since;
    bool in_evaluation; /* may be changed when a trained model is evaluated, like the options of some axes (run/) */
    size_t at;          /* offset of the struct member */
    /* For texts: checks the value and returns it in the canonical form of files and run ids, to be freed; NULL after a
     * failure. A NULL hook accepts any text as it is. */
    char *(*read)(const char *text, struct lg_error *err);
} lg_option;

/* A list of lengths as a struct member. */
typedef struct lg_length_list {
    const int *values; /* [count], ascending */
    size_t count;
} lg_length_list;

/* A checked value. The option's type selects which typed member is valid. */
typedef struct lg_option_value {
    const lg_option *option;
    char *text; /* canonical: parses back to the same value; numbers in shortest form */
    bool truth;
    int64_t whole;
    double number;
    lg_length_set lengths;
} lg_option_value;

/* Finds the row with this name; NULL if there is none. The table may be NULL. */
const lg_option *lg_option_find(const lg_option *table, const char *name);
/* Parses text. Fails with LG_USAGE and a message that names the option, the text and what is expected; nothing is then
 * left to free. */
bool lg_option_parse(const lg_option *o, const char *text, lg_option_value *out, lg_error *err);
void lg_option_value_free(lg_option_value *v);
bool lg_option_check(const lg_option *o, const char *text, lg_error *err); /* can the text be parsed? */
/* Writes the value to the struct member that the row names. Texts and lists remain owned by the value. */
void lg_option_put(const lg_option *o, const lg_option_value *v, void *own);
/* Like lg_option_put for text that was checked before, without allocating. Not for lists of lengths. */
void lg_option_put_text(const lg_option *o, const char *text, void *own);
size_t lg_option_bytes(const lg_option *o); /* size of the option's struct member */

/* The candidate with the smallest edit distance to `word`; NULL if none is close enough to suggest. */
const char *lg_nearest(const char *word, const char *const *candidates, size_t count);

#endif
