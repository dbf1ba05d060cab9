/* option.h: typed options. One row describes one option: its dotted name, type, bounds, default and help. The rows
 * serve config files, flags, the environment, --help, --print-config and the canonical text of a run. A module exports
 * a table of rows that ends with a row of zeros; lg_values holds the checked values of the tables that are in force. */
#ifndef LG_BASE_OPTION_H
#define LG_BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

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
    const char *since;  /* the version that brought it; NULL: 0.1. At its default it stays out of the text that ids are
                           made of (config/resolve.c), so that a new option renames no run */
    bool in_evaluation; /* a trained model may be evaluated with another value; so may options of some axes (run/) */
    size_t at;          /* where it is in the struct of its entry's own options (lg_values_read) */
} lg_option;

typedef struct lg_values lg_values;
struct lg_custom_list;

lg_values *lg_values_new(void); /* NULL when there is no memory */
void lg_values_free(lg_values *v);
lg_values *lg_values_copy(const lg_values *v); /* NULL when there is no memory */
/* A copy without the options whose names begin so; NULL when there is no memory. */
lg_values *lg_values_without(const lg_values *v, const char *beginning);
/* Data that the program registered (data/custom.h), which the value of `data` may name. Must outlive the values and
 * their copies, which have it too; NULL: none. */
void lg_values_set_custom(lg_values *v, const struct lg_custom_list *custom);
const struct lg_custom_list *lg_values_custom(const lg_values *v);

/* Puts the rows of a table in force with their defaults; rows that are in force already keep their values. The table
 * must outlive the values; NULL is allowed and does nothing. False when there is no memory: rows are then missing. */
bool lg_values_add(lg_values *v, const lg_option *table);

/* Gives an option its value from text. Fails (LG_USAGE) with a message that names the option, the value and what would
 * be right: an unknown name (with the nearest known one), a wrong type, a value out of bounds, no choice. */
bool lg_values_set(lg_values *v, const char *name, const char *text, lg_error *err);

/* Reading. The option must be in force and of that type: anything else is a programmer's mistake (assert). */
bool lg_bool(const lg_values *v, const char *name);
int64_t lg_int(const lg_values *v, const char *name);
double lg_real(const lg_values *v, const char *name);
const char *lg_text(const lg_values *v, const char *name); /* LG_NAME and LG_TEXT; valid while v is unchanged */
const int *lg_lengths(const lg_values *v, const char *name, size_t *count);

/* A list of lengths as a member of a struct. */
typedef struct lg_length_list {
    const int *values; /* [count], ascending */
    size_t count;
} lg_length_list;

/* The rows of a table, all in force, into a struct: each to the bytes from `at` on, as bool, int, double, the number of
 * a name among its choices (int, or an enumeration), const char * or lg_length_list; the last two are valid while v is
 * unchanged. A whole number whose bounds an int does not hold is an int64_t. */
void lg_values_read(const lg_values *v, const lg_option *table, void *own);
size_t lg_option_bytes(const lg_option *o); /* of its member */

/* Walking, in alphabetical order of names: canonical output needs no other order. */
size_t lg_values_count(const lg_values *v);
const lg_option *lg_values_option(const lg_values *v, size_t i);
bool lg_values_has(const lg_values *v, const char *name);
/* The value as canonical text: parses back to the same value; numbers in shortest form. Valid while v is unchanged. */
const char *lg_values_text(const lg_values *v, const char *name);
const char *lg_values_text_at(const lg_values *v, size_t i);

/* Checks one text against one row without storing it. */
bool lg_option_check(const lg_option *o, const char *text, lg_error *err);
/* The candidate nearest to `word` by edit distance, or NULL when none is near enough to suggest. */
const char *lg_nearest(const char *word, const char *const *candidates, size_t count);

#endif
