/* table.h: the one model of a table that all writers print: Markdown, LaTeX, CSV and JSON. Every table is an entry of
 * tables.def and fills a model from a report. */
#ifndef LG_REPORT_FORMAT_TABLE_H
#define LG_REPORT_FORMAT_TABLE_H

#include <stdio.h>

#include "report/report.h"

typedef struct lg_column {
    const char *label;
    bool words;       /* its cells are text */
    const char *unit; /* of a list, whose columns have units of their own: "nats per token"; NULL: none */
} lg_column;

typedef struct lg_row {
    const char *label;
    const char *group;    /* a heading above the first row of each; "" */
    bool order_invariant; /* its task does not depend on the order of its input */
    const char *unit;     /* where it is not that of the table: "hours"; NULL */
} lg_row;

typedef struct lg_cell {
    double value;
    bool interval;    /* the value is a mean, shown with the interval of the summary */
    int digits;       /* behind the point; below 0: tens, hundreds are rounded */
    const char *text; /* instead of a value; NULL */
    bool best;        /* of its row */
    lg_summary summary;   /* of the numbers behind it, in the unit of the table */
    lg_published_value published;
    double difference;  /* from the published number; NaN */
    lg_tally tally;     /* of the runs that belong here; planned 0: the cell is about no runs */
    const size_t *runs; /* that it is made from */
    size_t run_count;
    size_t from;        /* the one that the value is of; LG_NO_RUN */
    const char *winner; /* its labels on the axes that are chosen by best: "1e-3"; NULL: none are */
} lg_cell;

typedef struct lg_table {
    const char *name, *title, *caption;
    const char *corner; /* heading of the row labels */
    const char *unit;   /* "%"; "" */
    const char *metric; /* that its numbers are made of: "exact_match"; "": none */
    bool lower_is_better;
    bool list; /* rows stand for themselves: nothing is compared along them */
    lg_column *columns;
    lg_row *rows;
    lg_cell *cells; /* [row_count, column_count] */
    size_t column_count, row_count;
    const char *notes[8];
    size_t note_count;
    const char *about;           /* one of these: the note of the sweep, for who sees the table alone; NULL */
    const lg_manifest *manifest; /* for the names of runs */
    lg_arena *arena;
    bool failed; /* sticky: out of memory */
} lg_table;

/* One kind of table. The data of a comparison are those of a study (published/) or of a sweep file. */
typedef struct lg_table_kind {
    const char *name, *summary;
    const char *source;              /* the table of a paper that it repeats; "" */
    bool by_name;                    /* only in reports that name it */
    const lg_comparison *comparison; /* what it shows; NULL: two functions do */
    bool (*suits)(const lg_report *r);
    void (*fill)(const lg_report *r, lg_table *t);
} lg_table_kind;

#define TABLE(name) extern const lg_table_kind lg_table_##name;
#define STUDY_TABLE TABLE
#include "report/tables.def"
#undef STUDY_TABLE
#undef TABLE
extern const lg_table_kind *const lg_table_kinds[]; /* ends with NULL */
/* These, and after them those that the sweep file has; ends with NULL. NULL: out of memory, or (LG_USAGE) one of the
 * sweep file has the name of another table or a figure. */
const lg_table_kind *const *lg_report_tables(const lg_report *r, lg_error *err);

bool lg_table_suits(const lg_table_kind *kind, const lg_report *r); /* does the sweep have what it shows? */
/* NULL: out of memory. Everything is taken from the report's arena. */
lg_table *lg_table_make(const lg_table_kind *kind, const lg_report *r, lg_error *err);

/* ---- for those who fill ---- */

/* For captions: "the mean over seeds and its 95 % interval (Wilson), at the lr with the best mean test score". losses:
 * some columns are losses, whatever the range of the others is. */
const char *lg_table_of_means(lg_table *t, const lg_report *r, lg_range range, bool losses);
bool lg_table_size(lg_table *t, size_t rows, size_t columns); /* empty cells; false: failed */
lg_cell *lg_table_cell(const lg_table *t, size_t row, size_t column);
const char *lg_table_text(lg_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* "" if failed */
void lg_table_note(lg_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Rows and columns of the layout, `times` over for as many groups. */
bool lg_table_grid(lg_table *t, const lg_report *r, size_t times, int digits);
/* Rows of the layout, columns with these labels. */
bool lg_table_of_rows(lg_table *t, const lg_report *r, const char *const *labels, size_t count);
/* Leaves out rows of whose cells no run is planned. */
void lg_table_drop_rows(lg_table *t);
/* The runs behind a cell: those of the place that are done, and how far all are. */
void lg_cell_set_runs(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p);
/* Names the metric of the report, its unit and its direction. */
void lg_table_set_metric(lg_table *t, const lg_report *r);
/* Rows and columns of the layout for its scores. */
bool lg_table_of_scores(lg_table *t, const lg_report *r);
/* A number of runs, with the values that it can have. */
typedef struct lg_measure {
    lg_run_number of;
    double about; /* for `of` */
    lg_range range;
} lg_measure;
/* The summary of that number over those of some runs that are done; where more than seeds is averaged over, such as
 * tasks or encodings, over the means of these: seeds of one are not independent draws of others. */
lg_summary lg_cell_summary(lg_table *t, const lg_report *r, const size_t *runs, size_t count, lg_measure m);
/* A cell with the mean of a number and its interval: over all runs of the place, or over its chosen group. */
void lg_cell_of_runs(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p, lg_measure m);
void lg_cell_of_group(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p, lg_measure m);
/* A cell with the best score of the place. */
void lg_cell_best(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p);
/* A cell with the mean score of the place's chosen group and its interval. */
void lg_cell_group(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p);
void lg_cell_compare(lg_table *t, lg_cell *c, const lg_report *r, const char *table, size_t row, int column);
/* Marks the best number of each row, as it is printed, among `count` columns from `first` on. */
void lg_table_mark(lg_table *t, size_t first, size_t count);
/* Marks the best number of each column in the same way, among those of `count` rows from `first` on that have the same
 * task; tasks: [rows]. */
void lg_table_mark_rows(lg_table *t, size_t first, size_t count, const char *const *tasks);
/* As lg_table_mark over all columns of the layout, but never across tasks, whose scores cannot be compared. */
void lg_table_mark_columns(lg_table *t, const lg_report *r);
/* Notes that explain the marks of the table, what is missing, and in what the setup differs from the study. */
void lg_table_explain(lg_table *t, const lg_report *r);

/* ---- for those who write ---- */

#define LG_CELL_WORDS 288
/* A cell as it is shown: "67.6 (52.1..80.3) (12/30)", "to do". Returns out. */
const char *lg_cell_words(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);
/* The published number with our difference from it: "96. (+1.2)", and each alone; "" if there is none. */
const char *lg_cell_published(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);
const char *lg_cell_paper(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);      /* "96." */
const char *lg_cell_difference(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]); /* "+1.2", "0" */
typedef const char *(*lg_cell_text)(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);
const char *lg_row_unit(const lg_table *t, size_t row);  /* of its numbers; "": none */
bool lg_row_is_published(const lg_table *t, size_t row); /* has a cell of it such a number? */
bool lg_row_opens_group(const lg_table *t, size_t row);  /* does a heading stand above it? */

typedef struct lg_table_format {
    const char *ending;                         /* "md" */
    bool (*write)(const lg_table *t, FILE *to); /* false: out of memory; failures of writing stay in the stream */
} lg_table_format;
extern const lg_table_format lg_table_formats[]; /* ends with zeros */

void lg_table_write_markdown_head(const lg_table *t, FILE *to); /* title and caption alone */
bool lg_table_write_markdown(const lg_table *t, FILE *to);
bool lg_table_write_latex(const lg_table *t, FILE *to);
bool lg_table_write_csv(const lg_table *t, FILE *to);
bool lg_table_write_json(const lg_table *t, FILE *to);

#endif
