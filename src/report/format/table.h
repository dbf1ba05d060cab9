/* table.h: the table model that all writers print: Markdown, LaTeX, CSV and JSON. Every table is an entry of tables.def
 * that fills this model from a report. */
#ifndef LG_REPORT_FORMAT_TABLE_H
#define LG_REPORT_FORMAT_TABLE_H

#include <stdio.h>

#include "report/report.h"

typedef struct lg_column {
    const char *label;
    bool words;       /* do its cells hold text, not numbers? */
    const char *unit; /* unit of a list's column: "nats per token"; NULL: none */
} lg_column;

typedef struct lg_row {
    const char *label;
    const char *group;    /* a heading above the first row of each group; or "" */
    bool order_invariant; /* its task does not depend on the order of its input */
    const char *unit;     /* unit, if it differs from the table's: "hours"; or NULL */
} lg_row;

typedef struct lg_cell {
    double value;
    bool interval;      /* the value is a mean, shown with the interval of the summary */
    int digits;         /* decimals; negative: rounded to tens, hundreds */
    const char *text;   /* text in place of a value; or NULL */
    bool best;          /* marked as a best value of its row or column */
    lg_summary summary; /* summary of the numbers behind the value, in the unit of the table */
    lg_published_value published;
    double difference;  /* our difference from the published number; NaN without one */
    lg_tally tally;     /* progress of the cell's runs; planned 0: the cell shows no runs */
    const size_t *runs; /* the finished runs behind the value */
    size_t run_count;
    size_t from;        /* the run that the value comes from; or LG_NO_RUN */
    const char *winner; /* labels of this run on the axes whose best label is shown: "1e-3"; NULL: no such axes */
} lg_cell;

typedef struct lg_table {
    const char *name, *title, *caption;
    const char *corner; /* heading of the row labels */
    const char *unit;   /* "%"; or "" */
    const char *metric; /* the metric of its numbers: "exact_match"; "": none */
    bool lower_is_better;
    bool list; /* the rows are items of a list: the values of a row are not compared with each other */
    lg_column *columns;
    lg_row *rows;
    lg_cell *cells; /* [row_count, column_count] */
    size_t column_count, row_count;
    const char *notes[8];
    size_t note_count;
    const char *about;           /* the element of `notes` that is about the whole sweep; NULL: none. Pages omit it */
    const lg_manifest *manifest; /* gives the names of runs */
    lg_arena *arena;
    bool failed; /* sticky: out of memory */
} lg_table;

/* A kind of table. A comparison is described by data of a study (published/) or of a sweep file. */
typedef struct lg_table_kind {
    const char *name, *summary;
    const char *source;              /* the table of a paper that it reproduces; or "" */
    bool by_name;                    /* true: only reports that name the table have it */
    const lg_comparison *comparison; /* describes the table; NULL: `suits` and `fill` do */
    bool (*suits)(const lg_report *r);
    void (*fill)(const lg_report *r, lg_table *t);
} lg_table_kind;

#define TABLE(name) extern const lg_table_kind lg_table_##name;
#define STUDY_TABLE TABLE
#include "report/tables.def"
#undef STUDY_TABLE
#undef TABLE
extern const lg_table_kind *const lg_table_kinds[]; /* terminated by NULL */
/* lg_table_kinds followed by the tables of the sweep file; terminated by NULL. Returns NULL if out of memory, or
 * (LG_USAGE) if a table of the sweep file has the name of another table or of a figure. */
const lg_table_kind *const *lg_report_tables(const lg_report *r, lg_error *err);

bool lg_table_suits(const lg_table_kind *kind, const lg_report *r); /* does the sweep have the data? */
/* Allocates from the report's arena. NULL: out of memory. */
lg_table *lg_table_make(const lg_table_kind *kind, const lg_report *r, lg_error *err);

/* ---- functions for `fill` ---- */

/* For captions: "the mean over seeds and its 95 % interval (Wilson), at the lr with the best mean test score". losses:
 * some columns are losses, whose intervals are Student's t. */
const char *lg_table_of_means(lg_table *t, const lg_report *r, lg_range range, bool losses);
bool lg_table_size(lg_table *t, size_t rows, size_t columns); /* empty cells; false: failed */
lg_cell *lg_table_cell(const lg_table *t, size_t row, size_t column);
const char *lg_table_text(lg_table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* "" if failed */
void lg_table_note(lg_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Sizes the table by the rows and columns of the layout; the rows are repeated `times` times, once for each group. */
bool lg_table_grid(lg_table *t, const lg_report *r, size_t times, int digits);
/* Sizes the table by the rows of the layout and by columns with these labels. */
bool lg_table_of_rows(lg_table *t, const lg_report *r, const char *const *labels, size_t count);
/* Removes rows in which no run is planned. */
void lg_table_drop_rows(lg_table *t);
/* Sets the finished runs behind a cell, and the progress of all its runs. */
void lg_cell_set_runs(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p);
/* Sets the metric of the report, its unit and its direction. */
void lg_table_set_metric(lg_table *t, const lg_report *r);
/* Sizes the table by the rows and columns of the layout, for scores in the report's metric. */
bool lg_table_of_scores(lg_table *t, const lg_report *r);
/* A number of a run and the range of its values. */
typedef struct lg_measure {
    lg_run_number of;
    double about; /* parameter of `of` */
    lg_range range;
} lg_measure;
/* Summarizes the number m over the finished runs. If other axes than seeds, such as tasks or encodings, are also
 * averaged over, summarizes one mean for each combination of their labels instead, because seeds of one label are not
 * independent samples of all labels. */
lg_summary lg_cell_summary(lg_table *t, const lg_report *r, const size_t *runs, size_t count, lg_measure m);
/* A cell with the mean of a number and its interval, over all runs or over the chosen group. */
void lg_cell_of_runs(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p, lg_measure m);
void lg_cell_of_group(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p, lg_measure m);
/* A cell with the best score. */
void lg_cell_best(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p);
/* A cell with the mean score of the chosen group and its interval. */
void lg_cell_group(lg_table *t, lg_cell *c, const lg_report *r, const lg_cell_runs *p);
void lg_cell_compare(lg_table *t, lg_cell *c, const lg_report *r, const char *table, size_t row, int column);
/* Marks the best number of each row, as printed, among `count` columns from `first` on. */
void lg_table_mark(lg_table *t, size_t first, size_t count);
/* Marks the best number of each column, as printed, among `count` rows from `first` on: one for each task. tasks:
 * [rows], the task of each row. */
void lg_table_mark_rows(lg_table *t, size_t first, size_t count, const char *const *tasks);
/* Like lg_table_mark over all columns of the layout, but only within a task, because scores of different tasks cannot
 * be compared. */
void lg_table_mark_columns(lg_table *t, const lg_report *r);
/* Adds notes that explain the marks of the table, what is missing, and how the setup differs from the study. */
void lg_table_explain(lg_table *t, const lg_report *r);

/* ---- functions for writers ---- */

#define LG_CELL_WORDS 288
/* The text of a cell: "67.6 (52.1..80.3) (12/30)", "to do". Returns out. */
const char *lg_cell_words(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);
/* lg_cell_published: the published number and our difference from it, "96. (+1.2)". lg_cell_paper has only the number,
 * lg_cell_difference only the difference. "" without a published number. */
const char *lg_cell_published(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);
const char *lg_cell_paper(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);      /* "96." */
const char *lg_cell_difference(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]); /* "+1.2", "0" */
typedef const char *(*lg_cell_text)(const lg_table *t, size_t row, size_t column, char out[LG_CELL_WORDS]);
const char *lg_row_unit(const lg_table *t, size_t row);  /* unit of the row's numbers; or "" */
bool lg_row_is_published(const lg_table *t, size_t row); /* does one of its cells have a published number? */
bool lg_row_opens_group(const lg_table *t, size_t row);  /* is there a heading above it? */

typedef struct lg_table_format {
    const char *ending;                         /* "md" */
    bool (*write)(const lg_table *t, FILE *to); /* false: out of memory; write errors stay in the stream */
} lg_table_format;
extern const lg_table_format lg_table_formats[]; /* terminated by zeros */

void lg_table_write_markdown_head(const lg_table *t, FILE *to); /* writes only title and caption */
bool lg_table_write_markdown(const lg_table *t, FILE *to);
bool lg_table_write_latex(const lg_table *t, FILE *to);
bool lg_table_write_csv(const lg_table *t, FILE *to);
bool lg_table_write_json(const lg_table *t, FILE *to);

#endif
