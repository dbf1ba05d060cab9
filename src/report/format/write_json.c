/* write_json.c: a table as JSON, for programs and the page. Every cell names its runs, so that each number can be
 * traced. */
#include <math.h>

#include "api/report.h"
#include "api/sweep.h"
#include "output/schema.h"
#include "report/format/table.h"

static const lg_member statistics_members[] = {
    LG_MEMBER(lg_summary, count, "count",
              "number of values behind the statistics: scores of finished runs, or means over units"),
    LG_MEMBER(lg_summary, mean, "mean", "mean of the values"),
    LG_MEMBER(lg_summary, sample_sd, "sample_sd", "standard deviation of the values"),
    LG_MEMBER(lg_summary, median, "median", "median of the values"),
    LG_MEMBER(lg_summary, min, "min", "smallest value"),
    LG_MEMBER(lg_summary, max, "max", "largest value"),
    LG_MEMBER(lg_summary, low, "low_95", "lower end of the 95 % interval of the mean"),
    LG_MEMBER(lg_summary, high, "high_95", "upper end of the 95 % interval of the mean"),
    {0},
};
static const lg_schema statistics_schema = {.members = statistics_members};

static const lg_member published_members[] = {
    LG_MEMBER(lg_cell, published.text, "text", "published number, as shown in the table"),
    LG_MEMBER(lg_cell, published.low, "low", "lower end of the range that the printed digits allow"),
    LG_MEMBER(lg_cell, published.high, "high", "upper end of the range that the printed digits allow"),
    LG_MEMBER(lg_cell, published.spread, "spread", "deviation as printed in the paper"),
    LG_MEMBER(lg_cell, published.guessed, "guessed", "true if the place of the number in the table was inferred"),
    LG_MEMBER(lg_cell, difference, "difference",
              "our value minus the nearer end of the range `low` to `high`; 0 within the range"),
    {0},
};
static const lg_schema published_schema = {.members = published_members};

static const lg_member state_members[] = {
    LG_MEMBER(lg_tally, planned, "planned", "runs of the cell in any state"),
    LG_MEMBER(lg_tally, state[LG_RUN_RUNNING], "running", "runs that are running"),
    LG_MEMBER(lg_tally, state[LG_RUN_DONE], "done", "finished runs with a score"),
    LG_MEMBER(lg_tally, state[LG_RUN_FAILED], "failed", "runs that failed"),
    LG_MEMBER(lg_tally, state[LG_RUN_DIVERGED], "diverged", "runs that diverged"),
    LG_MEMBER(lg_tally, state[LG_RUN_PAUSED], "paused", "paused runs"),
    LG_MEMBER(lg_tally, state[LG_RUN_STOPPED], "stopped", "runs stopped at a rung"),
    {0},
};
static const lg_schema state_schema = {.members = state_members};

typedef struct cell {
    lg_cell x;
    const char *text, *run, **runs;
    bool has_value, has_statistics, has_published, has_state;
} cell;
static const lg_member cell_members[] = {
    LG_MEMBER(cell, text, "text", "content of the cell, as shown in the table"),
    LG_MEMBER(cell, x.value, "value", "in the unit of the table; null if there is none, absent if the cell is text",
              .when = LG_WHEN(cell, has_value)),
    LG_MEMBER(cell, x.winner, "chosen", "labels chosen on the axes of `best` (the label with the best result)",
              .optional = true),
    LG_MEMBER(cell, x.best, "best", "true for the best cell of its row, among the columns of one task",
              .optional = true),
    LG_ROW(cell, x.summary, "statistics", "statistics of the scores behind the cell, if it has any", &statistics_schema,
           .when = LG_WHEN(cell, has_statistics)),
    LG_ROW(cell, x, "published", "published number, if there is one", &published_schema,
           .when = LG_WHEN(cell, has_published)),
    LG_ROW(cell, x.tally, "state", "number of the cell's runs in each state",
           &state_schema, .when = LG_WHEN(cell, has_state)),
    LG_MEMBER(cell, run, "run", "id of the run with the maximum", .optional = true),
    LG_LIST(cell, runs, x.run_count, "runs", "ids of all runs behind the cell", .optional = true),
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
    LG_MEMBER(row, x.label, "label", "heading of the row"),
    LG_MEMBER(row, x.group, "group", "heading above the row, or empty"),
    LG_MEMBER(row, unit, "unit", "unit of the numbers"),
    LG_MEMBER(row, x.order_invariant, "order_invariant",
              "true if the answers of the row's task do not depend on the order of the input"),
    LG_ROWS(row, cells, count, "cells", "one cell per column", &cell_schema),
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
    LG_MEMBER(table, x.name, "name", "name of the table, as in its file names"),
    LG_MEMBER(table, x.title, "title", "title of the table"),
    LG_MEMBER(table, x.caption, "caption", "how the numbers are computed"),
    LG_MEMBER(table, x.metric, "metric", "metric of the numbers; empty if they are not scores"),
    LG_MEMBER(table, x.unit, "unit", "unit of the numbers"),
    LG_MEMBER(table, x.lower_is_better, "lower_is_better", "true if lower values of the metric are better"),
    LG_MEMBER(table, x.corner, "corner", "heading of the row labels"),
    LG_MEMBER(table, x.list, "list", "true for `pairs`, `reach` and `runs`, whose rows are items of a list"),
    LG_LIST(table, columns, x.column_count, "columns", "labels of the columns"),
    LG_LIST(table, units, unit_count, "units", "units of the columns of a list"),
    LG_ROWS(table, rows, x.row_count, "rows", "rows from top to bottom", &row_schema),
    LG_LIST(table, notes, x.note_count, "notes", "notes below the table"),
    {0},
};
const lg_schema lg_table_schema = {
    .name = "lengthen.table/3",
    .about = "`report`: one object per table, the file `tables/NAME.json`.",
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
