/* option.h: typed options. One row describes one option: its dotted name, type, bounds, default and help. The rows
 * serve config files, flags, the environment, --help, --print-config and the canonical text of a run. A module exports
 * a table of rows that ends with a row of zeros, and reads a struct that config/ has filled: each row names a member of
 * it, which is a bool, int, double, the number of a name among its choices (int, or an enumeration), const char * or
 * lg_length_list; the last two live as long as the values that they were read from. A whole number whose bounds an int
 * does not hold is an int64_t. */
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
    LG_LENGTHS /* a list of whole numbers in [min, max]: "1..40", "1,2,5", "10..100:10", or a mixture; the value
                  is ascending, each number once */
} lg_type;

typedef struct lg_option {
    const char *name; /* dotted and complete: "positions.L" */
    lg_type type;
    const char *fallback; /* the default, as text */
    double min, max;      /* bounds, both included; both 0 = no bounds */
    const char *choices;  /* LG_NAME: the allowed values, separated by blanks */
    const char *help;     /* one line, no full stop */
    const char *since;  /* the version behind 0.3.0 that brought it; NULL: it was there. At its default it stays out of
                           the text that ids are made of (config/resolve.c), so that a new option renames no run */
    bool in_evaluation; /* a trained model may be evaluated with another value; so may options of some axes (run/) */
    size_t at;          /* where its member is */
    /* Of a text: checks it and writes it in the one way that files and ids have; to be freed. NULL after a failure, or:
     * any text is taken as it is. */
    char *(*read)(const char *text, struct lg_error *err);
} lg_option;

/* A list of lengths as a member of a struct. */
typedef struct lg_length_list {
    const int *values; /* [count], ascending */
    size_t count;
} lg_length_list;

/* A checked value. Of the typed members, the one that the type of the row names is in use. */
typedef struct lg_option_value {
    const lg_option *option;
    char *text; /* canonical: parses back to the same value; numbers in shortest form */
    bool truth;
    int64_t whole;
    double number;
    lg_length_set lengths;
} lg_option_value;

/* The row of that name in a table, or NULL; a table may be NULL. */
const lg_option *lg_option_find(const lg_option *table, const char *name);
/* From text. Fails (LG_USAGE) with a message that names the option, the text and what would be right; then nothing is
 * left to free. */
bool lg_option_parse(const lg_option *o, const char *text, lg_option_value *out, lg_error *err);
void lg_option_value_free(lg_option_value *v);
bool lg_option_check(const lg_option *o, const char *text, lg_error *err); /* would it be parsed? */
/* Into the member of a struct that the row names; texts and lists stay those of the value. */
void lg_option_put(const lg_option *o, const lg_option_value *v, void *own);
/* The same from text that was checked before, of an option that is no list of lengths: without memory. */
void lg_option_put_text(const lg_option *o, const char *text, void *own);
size_t lg_option_bytes(const lg_option *o); /* of its member */

/* The candidate nearest to `word` by edit distance, or NULL when none is near enough to suggest. */
const char *lg_nearest(const char *word, const char *const *candidates, size_t count);

#endif
