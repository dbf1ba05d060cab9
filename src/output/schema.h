/* schema.h: describes the program's output once. A row is a struct; its schema lists the struct's members with their
 * names, units and meaning. JSON lines, CSV lines, rows of tables (on a terminal, in Markdown or LaTeX) and sections of
 * doc/schemas.md are generated from it. */
#ifndef LG_OUTPUT_SCHEMA_H
#define LG_OUTPUT_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "output/sheet.h"

/* The type of a member of the struct. */
typedef enum lg_member_type {
    LG_MEMBER_TEXT,       /* const char *; NULL is written as null */
    LG_MEMBER_CHARACTERS, /* char[] */
    LG_MEMBER_BOOL,
    LG_MEMBER_INT,
    LG_MEMBER_INT64,
    LG_MEMBER_SIZE,
    LG_MEMBER_REAL, /* NaN and infinities are null, and the row has "finite": false */
    /* Lists: a pointer to the first element, or an array in the row, and a count. */
    LG_MEMBER_TEXTS,
    LG_MEMBER_INTS,
    LG_MEMBER_SIZES,
    LG_MEMBER_REALS,
    LG_MEMBER_ROWS,    /* structs with a schema: a list of objects */
    LG_MEMBER_PAIRS,   /* lg_named_text: an object; without a name, members of the row itself */
    LG_MEMBER_NUMBERS, /* lg_named_real: as LG_MEMBER_PAIRS */
    LG_MEMBER_LISTS,   /* lg_named_list: an object of lists */
    LG_MEMBER_ROW,     /* a struct with a schema: an object; without a name, members of the row itself */
    LG_MEMBER_ARRAY    /* const double *: nested lists, after a member "shape" unless it is `bare` */
} lg_member_type;

typedef struct lg_named_text {
    const char *name, *text;
    bool absent; /* this row lacks the text; its element keeps the place of the column */
} lg_named_text;
typedef struct lg_named_real {
    const char *name;
    double value;
    bool absent; /* as in lg_named_text */
} lg_named_real;

typedef struct lg_named_list {
    const char *name;
    const char *const *texts;
    size_t count;
} lg_named_list;

typedef struct lg_schema lg_schema;

typedef struct lg_member {
    const char *name; /* name in JSON and CSV; NULL: the member is only in tables */
    const char *help; /* description in Markdown, for doc/schemas.md */
    lg_member_type type;
    size_t at;            /* at, count, rank and when are offsets in the row */
    size_t count;         /* for lists: an int or a size_t; for arrays: the shape, size_t[] */
    lg_member_type index; /* type of the count: LG_MEMBER_INT or LG_MEMBER_SIZE */
    bool inside;          /* the list is an array in the row, not a pointer */
    size_t rank;          /* for arrays: their number of dimensions, an int */
    bool bare;            /* for arrays: omit the member "shape" */
    const lg_schema *row; /* for LG_MEMBER_ROW and LG_MEMBER_ROWS: the schema of the rows */
    const char *unit;     /* unit of the value, such as "nats per token"; NULL: no unit */
    size_t when;          /* LG_WHEN(row, member): a bool; the member is absent if it is false. 0: always present */
    bool null;            /* if `when` is false, the member is null instead of absent */
    bool optional; /* omitted if it is NULL, "", NaN, false, 0, an empty list, or an object of only such members */
    /* In tables: */
    /* NULL: not in tables. An optional column is omitted if all its cells are empty. For LG_MEMBER_PAIRS each text has
     * a column, with its name as heading. */
    const char *heading;
    bool right;         /* a text that is right-aligned, like numbers */
    const char *format; /* printf format of real numbers: "%#.4g"; NULL: `digits` decimals */
    int digits;
    double scale; /* factor for real numbers; 0 means 1 */
} lg_member;

struct lg_schema {
    const char *name;         /* "lengthen.context/1"; NULL: the rows are only in other rows, or only in tables */
    const char *about;        /* the command that prints such rows: "`analyze context`, each context" */
    size_t size;              /* bytes of a row, for lists of rows */
    const lg_member *members; /* terminated by zeros */
};

/* Initializers for `const lg_member members[]`, for a struct `row` with a member at `path`; further fields may follow,
 * such as .heading = "length". */
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
    { .name = (json), .help = (text), .at = offsetof(row, path), .type = LG_MEMBER_TYPE(((row *)0)->path), __VA_ARGS__ }
#define LG_LIST(row, path, number, json, text, ...)                                                                    \
    {                                                                                                                  \
        .name = (json), .help = (text), .at = offsetof(row, path), .type = LG_LIST_TYPE(((row *)0)->path),             \
        .count = offsetof(row, number), .index = LG_MEMBER_TYPE(((row *)0)->number),                                   \
        .inside = LG_IS_INSIDE(((row *)0)->path), __VA_ARGS__                                                          \
    }
#define LG_ROWS(outer, path, number, json, text, schema, ...)                                                          \
    {                                                                                                                  \
        .name = (json), .help = (text), .at = offsetof(outer, path), .type = LG_MEMBER_ROWS,                           \
        .count = offsetof(outer, number), .index = LG_MEMBER_TYPE(((outer *)0)->number), .row = (schema), __VA_ARGS__  \
    }
#define LG_ROW(outer, path, json, text, schema, ...)                                                                   \
    { .name = (json), .help = (text), .at = offsetof(outer, path), .type = LG_MEMBER_ROW, .row = (schema), __VA_ARGS__ }
/* `sizes`: the shape, size_t[] in the row; `dimensions`: their number, an int. */
#define LG_ARRAY(row, path, sizes, dimensions, json, text, ...)                                                        \
    {                                                                                                                  \
        .name = (json), .help = (text), .at = offsetof(row, path), .type = LG_MEMBER_ARRAY,                            \
        .count = offsetof(row, sizes), .rank = offsetof(row, dimensions), __VA_ARGS__                                  \
    }
#define LG_WHEN(row, path) (offsetof(row, path) + 1)

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* Writes a row as a line of JSON, whose first member is the schema. False: out of memory, or writing failed. */
bool lg_row_write_json(const lg_schema *schema, const void *row, FILE *to);
/* Writes a row as a JSON file, with one member per line. */
bool lg_row_write_json_file(const lg_schema *schema, const void *row, FILE *to);
/* Writes the row, or the names of its columns, as a line of CSV (RFC 4180). Members of the types LG_MEMBER_ARRAY,
 * LG_MEMBER_ROWS and LG_MEMBER_LISTS are omitted; members of nested structs have dotted names. Numbers are as in JSON;
 * items of lists are separated by blanks. */
bool lg_row_write_csv(const lg_schema *schema, const void *row, FILE *to);
/* row NULL: there are no rows, and names that depend on a row are omitted. */
bool lg_row_write_csv_head(const lg_schema *schema, const void *row, FILE *to);
/* Creates a table with the columns of a schema that have headings, and adds rows to it. row: the first row; NULL: there
 * are no rows. Returns NULL if the schema has no headings. */
lg_sheet *lg_rows_sheet(const lg_schema *schema, const void *row);
void lg_rows_add(lg_sheet *sheet, const lg_schema *schema, const void *row);
/* Writes the schema's section of doc/schemas.md: a heading, and a table row for each member. */
void lg_schema_write_section(const lg_schema *schema, FILE *to);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
