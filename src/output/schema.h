/* schema.h: what the program prints, declared once. A row is a struct; its schema lists the members of that struct with
 * their names, units and meaning. From this list come the line of JSON, the line of CSV, the row of a table (on a
 * terminal, in Markdown or LaTeX), and the section of doc/schemas.md about it. */
#ifndef LG_OUTPUT_SCHEMA_H
#define LG_OUTPUT_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "output/sheet.h"

/* What a member of the struct is. */
typedef enum lg_member_type {
    LG_MEMBER_TEXT,       /* const char *; NULL: null */
    LG_MEMBER_CHARACTERS, /* char[] */
    LG_MEMBER_BOOL,
    LG_MEMBER_INT,
    LG_MEMBER_INT64,
    LG_MEMBER_SIZE,
    LG_MEMBER_REAL, /* NaN and infinities: null, and the row has "finite": false */
    /* Lists: a pointer to the first, or an array of the row, and a count. */
    LG_MEMBER_TEXTS,
    LG_MEMBER_INTS,
    LG_MEMBER_SIZES,
    LG_MEMBER_REALS,
    LG_MEMBER_ROWS,    /* structs that have a schema: a list of objects */
    LG_MEMBER_PAIRS,   /* lg_named_text: an object, or members of this one where it has no name */
    LG_MEMBER_NUMBERS, /* lg_named_real: likewise */
    LG_MEMBER_LISTS,   /* lg_named_list: an object of lists */
    LG_MEMBER_ROW,     /* a struct that has a schema: an object, or members of this one where it has no name */
    LG_MEMBER_ARRAY    /* const double *: lists within lists, behind a member "shape" unless it is `bare` */
} lg_member_type;

typedef struct lg_named_text {
    const char *name, *text;
    bool absent; /* the row has no such text; columns are those of the first row */
} lg_named_text;
typedef struct lg_named_real {
    const char *name;
    double value;
    bool absent; /* likewise */
} lg_named_real;

typedef struct lg_named_list {
    const char *name;
    const char *const *texts;
    size_t count;
} lg_named_list;

typedef struct lg_schema lg_schema;

typedef struct lg_member {
    const char *name; /* in JSON and CSV; NULL: it is in tables alone */
    const char *help; /* description in Markdown, for doc/schemas.md */
    lg_member_type type;
    size_t at;            /* these are offsets in the row */
    size_t count;         /* of lists: an int or a size_t; of arrays: the shape, size_t[] */
    lg_member_type index; /* of the count: LG_MEMBER_INT or LG_MEMBER_SIZE */
    bool inside;          /* the list is an array of the row */
    size_t rank;          /* of arrays: an int */
    bool bare;            /* of arrays: without a member "shape" */
    const lg_schema *row; /* of LG_MEMBER_ROW and LG_MEMBER_ROWS */
    const char *unit;     /* "nats per token"; NULL: none */
    size_t when;          /* LG_WHEN(row, member): a bool; where it is false there is no such member. 0: always */
    bool null;            /* where `when` is false it is null rather than left out */
    bool optional; /* left out where it is NULL, "", NaN, false, an integer of 0, a list of none, and {} of these */
    /* In tables: */
    /* NULL: it is in none. A column whose cells are all empty is left out where it is optional. Of LG_MEMBER_PAIRS each
     * text has a column, with its own name for a heading. */
    const char *heading;
    bool right;          /* a text that stands on the right, as numbers do */
    const char *format;  /* of real numbers, for printf: "%#.4g"; NULL: `digits` behind the point */
    int digits;
    double scale; /* they are multiplied by this; 0: 1 */
} lg_member;

struct lg_schema {
    const char *name;         /* "lengthen.context/1"; NULL: of rows within others, or of tables alone */
    const char *about;        /* what prints a row of it: "`analyze context`, each context" */
    size_t size;              /* of a row in bytes, for lists of them */
    const lg_member *members; /* ends with zeros */
};

/* Members of `const lg_member members[]`, of a struct `row` with a member at `path`; more fields may follow, as
 * .heading = "length". */
#define LG_MEMBER_TYPE(x)                                                                                              \
    _Generic(&(x),                                                                                                     \
        const char **: LG_MEMBER_TEXT,                                                                                 \
        char **: LG_MEMBER_TEXT,                                                                                       \
        const char *const *: LG_MEMBER_TEXT,                                                                           \
        bool *: LG_MEMBER_BOOL,                                                                                        \
        int *: LG_MEMBER_INT,                                                                                          \
        unsigned *: LG_MEMBER_INT,                                                                                     \
        int64_t *: LG_MEMBER_INT64,                                                                                    \
        size_t *: LG_MEMBER_SIZE,                                                                                      \
        double *: LG_MEMBER_REAL,                                                                                      \
        default: LG_MEMBER_CHARACTERS)
#define LG_LIST_TYPE(x)                                                                                                \
    _Generic(*(x),                                                                                                     \
        const char *: LG_MEMBER_TEXTS,                                                                                 \
        char *: LG_MEMBER_TEXTS,                                                                                       \
        int: LG_MEMBER_INTS,                                                                                           \
        size_t: LG_MEMBER_SIZES,                                                                                       \
        double: LG_MEMBER_REALS,                                                                                       \
        lg_named_text: LG_MEMBER_PAIRS,                                                                                \
        lg_named_real: LG_MEMBER_NUMBERS,                                                                              \
        lg_named_list: LG_MEMBER_LISTS)
#define LG_IS_INSIDE(x) (!__builtin_types_compatible_p(__typeof__(x), __typeof__(&(x)[0])))
#define LG_MEMBER(row, path, json, text, ...)                                                                          \
    {.name = (json), .help = (text), .at = offsetof(row, path), .type = LG_MEMBER_TYPE(((row *)0)->path), __VA_ARGS__}
#define LG_LIST(row, path, number, json, text, ...)                                                                    \
    {.name = (json), .help = (text), .at = offsetof(row, path), .type = LG_LIST_TYPE(((row *)0)->path),                \
     .count = offsetof(row, number), .index = LG_MEMBER_TYPE(((row *)0)->number),                                      \
     .inside = LG_IS_INSIDE(((row *)0)->path), __VA_ARGS__}
#define LG_ROWS(outer, path, number, json, text, schema, ...)                                                          \
    {.name = (json), .help = (text), .at = offsetof(outer, path), .type = LG_MEMBER_ROWS,                              \
     .count = offsetof(outer, number), .index = LG_MEMBER_TYPE(((outer *)0)->number), .row = (schema), __VA_ARGS__}
#define LG_ROW(outer, path, json, text, schema, ...)                                                                   \
    {.name = (json), .help = (text), .at = offsetof(outer, path), .type = LG_MEMBER_ROW, .row = (schema), __VA_ARGS__}
/* `sizes`: the shape, size_t[] in the row; `dimensions`: how many, an int. */
#define LG_ARRAY(row, path, sizes, dimensions, json, text, ...)                                                        \
    {.name = (json), .help = (text), .at = offsetof(row, path), .type = LG_MEMBER_ARRAY,                               \
     .count = offsetof(row, sizes), .rank = offsetof(row, dimensions), __VA_ARGS__}
#define LG_WHEN(row, path) (offsetof(row, path) + 1)

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Writes a row as a line of JSON, whose first member is the schema. False: memory ran out, or `to` failed. */
bool lg_row_write_json(const lg_schema *schema, const void *row, FILE *to);
/* The same as a file of its own, a member a line. */
bool lg_row_write_json_file(const lg_schema *schema, const void *row, FILE *to);
/* The row as a line of CSV (RFC 4180), or the names of its columns: all members but arrays, rows of rows and lists by
 * name; members of a struct have names with points. Numbers are as in JSON; lists have blanks between their items. */
bool lg_row_write_csv(const lg_schema *schema, const void *row, FILE *to);
/* row NULL: there are no rows, and names that are those of a row are left out. */
bool lg_row_write_csv_head(const lg_schema *schema, const void *row, FILE *to);
/* A table with the columns of a schema that have headings, and a row for it; row: the first, NULL: there are none. A
 * schema without headings has no table: NULL. */
lg_sheet *lg_rows_sheet(const lg_schema *schema, const void *row);
void lg_rows_add(lg_sheet *sheet, const lg_schema *schema, const void *row);
/* Its section of doc/schemas.md: a heading and a row for each member. */
void lg_schema_write_section(const lg_schema *schema, FILE *to);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
