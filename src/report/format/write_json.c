/* write_json.c: a table as JSON, for programs and the page. Every cell names its runs, so that each number can be
 * traced. */
#include <math.h>

#include "api/report.h"
#include "api/sweep.h"
#include "output/schema.h"
#include "report/format/table.h"

static const lg_member statistics_members[] = {
    LG_MEMBER(lg_summary, count, "count",
              "of the finished runs of the cell, or of the means of the units that it averages over"),
    LG_MEMBER(lg_summary, mean, "mean", "of them"),
    LG_MEMBER(lg_summary, sample_sd, "sample_sd", "their standard deviation"),
    LG_MEMBER(lg_summary, median, "median", "likewise"),
    LG_MEMBER(lg_summary, min, "min", "likewise"),
    LG_MEMBER(lg_summary, max, "max", "likewise"),
    LG_MEMBER(lg_summary, low, "low_95", "of the 95 % interval of the mean"),
    LG_MEMBER(lg_summary, high, "high_95", "likewise"),
    {0},
};
static const lg_schema statistics_schema = {.members = statistics_members};

static const lg_member published_members[] = {
    LG_MEMBER(lg_cell, published.text, "text", "as it is shown"),
    LG_MEMBER(lg_cell, published.low, "low", "of the range that the print allows"),
    LG_MEMBER(lg_cell, published.high, "high", "likewise"),
    LG_MEMBER(lg_cell, published.spread, "spread", "deviation as printed"),
    LG_MEMBER(lg_cell, published.guessed, "guessed", "whether its place in the table was inferred"),
    LG_MEMBER(lg_cell, difference, "difference", "ours less the nearer end of that range; 0 within it"),
    {0},
};
static const lg_schema published_schema = {.members = published_members};

static const lg_member state_members[] = {
    LG_MEMBER(lg_tally, planned, "planned", "all runs, in whatever state"),
    LG_MEMBER(lg_tally, state[LG_RUN_RUNNING], "running", "of these"),
    LG_MEMBER(lg_tally, state[LG_RUN_DONE], "done", "of these, with a score"),
    LG_MEMBER(lg_tally, state[LG_RUN_FAILED], "failed", "of these"),
    LG_MEMBER(lg_tally, state[LG_RUN_DIVERGED], "diverged", "of these"),
    LG_MEMBER(lg_tally, state[LG_RUN_PAUSED], "paused", "of these"),
    LG_MEMBER(lg_tally, state[LG_RUN_STOPPED], "stopped", "of these"),
    {0},
};
static const lg_schema state_schema = {.members = state_members};

typedef struct cell {
    lg_cell x;
    const char *text, *run, **runs;
    bool has_value, has_statistics, has_published, has_state;
} cell;
static const lg_member cell_members[] = {
    LG_MEMBER(cell, text, "text", "as it is shown"),
    LG_MEMBER(cell, x.value, "value",
              "in the unit of the table; null where there is none, absent where the cell is text",
              .when = LG_WHEN(cell, has_value)),
    LG_MEMBER(cell, x.winner, "chosen", "its labels on the axes that are chosen by best", .optional = true),
    LG_MEMBER(cell, x.best, "best", "true for the best of its row, among the columns of one task", .optional = true),
    LG_ROW(cell, x.summary, "statistics", "of what it is made from, where there is some", &statistics_schema,
           .when = LG_WHEN(cell, has_statistics)),
    LG_ROW(cell, x, "published",
              "the number of a paper, where there is one", &published_schema, .when = LG_WHEN(cell, has_published)),
    LG_ROW(cell, x.tally, "state",
              "how many of its runs are in which state", &state_schema, .when = LG_WHEN(cell, has_state)),
    LG_MEMBER(cell, run, "run", "the id of the run that a maximum is of", .optional = true),
    LG_LIST(cell, runs, x.run_count, "runs", "the ids of all runs behind the cell", .optional = true),
    {0},
};
static const lg_schema cell_schema = {.size = sizeof(cell), .members = cell_members};

typedef struct row {
    lg_row x;
    const char *unit;
    const cell *cells;
    size_t count;
} row;
static const lg_member row_members[] = {
    LG_MEMBER(row, x.label, "label", "what it is about"),
    LG_MEMBER(row, x.group, "group", "the heading above it, or empty"),
    LG_MEMBER(row, unit, "unit", "of its numbers"),
    LG_MEMBER(row, x.order_invariant, "order_invariant",
              "true where the answer of its task does not depend on the order of the input"),
    LG_ROWS(row, cells, count, "cells", "one for each column", &cell_schema),
    {0},
};
static const lg_schema row_schema = {.size = sizeof(row), .members = row_members};

typedef struct table {
    lg_table x;
    const char **columns, **units, *const *notes;
    size_t unit_count;
    const row *rows;
} table;
static const lg_member members[] = {
    LG_MEMBER(table, x.name, "name", "of the table, as in the names of its files"),
    LG_MEMBER(table, x.title, "title", "in words"),
    LG_MEMBER(table, x.caption, "caption", "how its numbers are made"),
    LG_MEMBER(table, x.metric, "metric", "that its numbers are made of; empty where they are no scores"),
    LG_MEMBER(table, x.unit, "unit", "of its numbers"),
    LG_MEMBER(table, x.lower_is_better, "lower_is_better", "of that metric"),
    LG_MEMBER(table, x.corner, "corner", "the heading of the row labels"),
    LG_MEMBER(table, x.list, "list", "true for `pairs`, `reach` and `runs`, whose rows are lines of a list"),
    LG_LIST(table, columns, x.column_count, "columns", "labels"),
    LG_LIST(table, units, unit_count, "units", "of a list, those of its columns"),
    LG_ROWS(table, rows, x.row_count, "rows", "one below another", &row_schema),
    LG_LIST(table, notes, x.note_count, "notes", "what stands below it"),
    {0},
};
const lg_schema lg_table_schema = {
    .name = "lengthen.table/3",
    .about = "`report`: the file `tables/NAME.json` of each table.",
    .members = members,
};

static const char *id_of(const lg_table *t, size_t run) {
    return lg_planned_name(t->manifest, run);
}

/* False: out of memory. */
static bool fill_cell(const lg_table *t, size_t i, size_t j, cell *to) {
    char words[LG_CELL_WORDS];
    const lg_cell *c = lg_table_cell(t, i, j);
    *to = (cell){.x = *c,
                 .text = lg_arena_printf(t->arena, "%s", lg_cell_words(t, i, j, words)),
                 .run = c->from != LG_NO_RUN ? id_of(t, c->from) : NULL,
                 .runs = lg_arena_alloc(t->arena, (c->run_count + 1) * sizeof *to->runs),
                 .has_value = !c->text,
                 .has_statistics = c->summary.count > 0,
                 .has_published = lg_published_value_is(&c->published),
                 .has_state = c->tally.planned > 0};
    for (size_t k = 0; to->runs && k < c->run_count; k++) to->runs[k] = id_of(t, c->runs[k]);
    return to->text && to->runs;
}

static bool fill_row(const lg_table *t, size_t i, row *to) {
    cell *cells = lg_arena_alloc(t->arena, (t->column_count + 1) * sizeof *cells);
    bool good = cells;
    for (size_t j = 0; good && j < t->column_count; j++) good = fill_cell(t, i, j, &cells[j]);
    *to = (row){t->rows[i], lg_row_unit(t, i), cells, t->column_count};
    return good;
}

bool lg_table_write_json(const lg_table *t, FILE *to) {
    const size_t columns = t->column_count;
    row *rows = lg_arena_alloc(t->arena, (t->row_count + 1) * sizeof *rows);
    table x = {*t, lg_arena_alloc(t->arena, (columns + 1) * sizeof *x.columns),
               lg_arena_alloc(t->arena, (columns + 1) * sizeof *x.units), x.x.notes, t->list ? columns : 0, rows};
    bool good = rows && x.columns && x.units;
    for (size_t j = 0; good && j < columns; j++) {
        x.columns[j] = t->columns[j].label;
        x.units[j] = t->columns[j].unit ? t->columns[j].unit : "";
    }
    for (size_t i = 0; good && i < t->row_count; i++) good = fill_row(t, i, &rows[i]);
    return good && lg_row_write_json_file(&lg_table_schema, &x, to);
}
