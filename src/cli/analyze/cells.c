/* cells.c: `lengthen analyze cells`: the share of right answers in each cell (group of test records), as a grid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

typedef struct cell {
    int place[2];
    double value; /* share of right answers, in % */
} cell;

/* The cells of one run. */
typedef struct grid {
    cell *cells;
    size_t count, capacity;
    double *image; /* [high[0] - low[0] + 1, high[1] - low[1] + 1]; NaN: no such cell */
} grid;

typedef struct cells {
    cli_analysis *a;
    grid *grids; /* [runs] */
    int low[2], high[2];
    const char *const *axes;
    bool out_of_memory;
} cells;

static size_t side_of(const cells *x, int axis) {
    return (size_t)(x->high[axis] - x->low[axis]) + 1;
}

/* ---- rows ---- */

typedef struct row {
    const char *run;
    lg_cell_report x;
    const int *place;
    int axes;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.length, "length", "record length"),
    LG_MEMBER(row, x.name, "cell", "name of the cell"),
    LG_LIST(row, place, axes, "place", "position in the grid, by axis"),
    LG_LIST(row, x.axes, axes, "axes", "meaning of each axis of the grid"),
    LG_MEMBER(row, x.sequences, "sequences", "number of evaluated sequences"),
    LG_MEMBER(row, x.right, "right", "number of exact matches"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.cell/1",
    .about = "`analyze cells`: one row per run, length and cell.",
    .members = members,
};

/* ---- collecting ---- */

static void on_cell(void *user, const lg_cell_report *r) {
    cells *x = user;
    grid *g = &x->grids[x->a->run];
    cli_row_put(&schema, &(row){x->a->curves[x->a->run].run, *r, r->place, 2});
    if (g->count == g->capacity) {
        const size_t capacity = g->capacity ? 2 * g->capacity : 256;
        cell *more = realloc(g->cells, capacity * sizeof *more);
        x->out_of_memory |= !more;
        if (!more) return;
        g->cells = more, g->capacity = capacity;
    }
    g->cells[g->count++] =
        (cell){.place = {r->place[0], r->place[1]}, .value = 100 * (double)r->right / (double)r->sequences};
    for (int i = 0; i < 2; i++) {
        if (r->place[i] < x->low[i]) x->low[i] = r->place[i];
        if (r->place[i] > x->high[i]) x->high[i] = r->place[i];
    }
    x->axes = r->axes;
}

static lg_status evaluate_run(void *user, lg_run *r, const lg_callbacks *calls) {
    return lg_analyze_cells(r, calls, on_cell, user);
}

static int evaluate_runs(cells *x) {
    const int status = cli_analysis_evaluate(x->a, evaluate_run, x);
    return status == LG_OK && x->out_of_memory ? cli_fail(LG_FAILED, "out of memory: cells") : status;
}

static bool fill_image(const cells *x, grid *g) {
    const size_t rows = side_of(x, 0), columns = side_of(x, 1);
    g->image = malloc(rows * columns * sizeof *g->image);
    for (size_t i = 0; g->image && i < rows * columns; i++) g->image[i] = NAN;
    for (size_t i = 0; g->image && i < g->count; i++) {
        const cell *k = &g->cells[i];
        g->image[(size_t)(k->place[0] - x->low[0]) * columns + (size_t)(k->place[1] - x->low[1])] = k->value;
    }
    return g->image;
}

/* ---- table ---- */

static void print_grid(const cells *x, size_t run) {
    const size_t rows = side_of(x, 0), columns = side_of(x, 1);
    char *kinds = malloc(columns + 2);
    if (kinds) memset(kinds, 'r', columns + 1), kinds[columns + 1] = '\0';
    lg_sheet *t = kinds ? lg_sheet_new(kinds) : NULL;
    free(kinds);
    lg_sheet_cell(t, "%s", x->a->curves[run].label);
    for (size_t j = 0; j < columns; j++) lg_sheet_cell(t, "%d", x->low[1] + (int)j);
    for (size_t i = 0; i < rows; i++) {
        lg_sheet_cell(t, "%d", x->low[0] + (int)i);
        for (size_t j = 0; j < columns; j++) lg_sheet_number(t, x->grids[run].image[i * columns + j], 0);
    }
    cli_sheet_print(t, stdout);
    cli_line();
}

static void print_grids(const cells *x) {
    char text[240];
    for (size_t run = 0; run < x->a->count; run++) print_grid(x, run);
    snprintf(text, sizeof text, "exact match in %%; down: %s; across: %s", x->axes[0], x->axes[1]);
    cli_legend(text);
}

/* ---- figure ---- */

static lg_panel panel_of(const cells *x, size_t run) {
    int trained[2];
    lg_analyze_lengths(x->a->runs[run], trained);
    lg_panel p = {.title = x->a->curves[run].label, .guide = NAN, .level = NAN, .pixel = 1};
    /* Otherwise the lines would be outside the image. */
    if (trained[0] < x->high[0] && trained[0] < x->high[1]) p.split = trained[0] + 0.5;
    p.image = x->grids[run].image, p.rows = side_of(x, 0), p.side = side_of(x, 1);
    p.x_low = x->low[1] - 0.5, p.x_high = x->high[1] + 0.5;
    p.y_high = x->low[0] - 0.5, p.y_low = x->high[0] + 0.5;
    return p;
}

static int draw_figure(const cells *x) {
    lg_figure f = {.panel_count = x->a->count,
                   .subtitle = "share of right answers in each cell; thin lines: longest training length",
                   .scale_label = "exact match in %",
                   .scale_max = 100};
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    f.panels = calloc(x->a->count, sizeof *f.panels);
    if (!f.panels) return cli_fail(LG_FAILED, "out of memory: a figure");
    for (size_t i = 0; i < x->a->count; i++) f.panels[i] = panel_of(x, i);
    f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "exact match by cell");
    f.x_label = x->axes[1], f.y_label = x->axes[0];
    const int status = cli_figure_draw(x->a->c, &f);
    free(f.panels);
    return status;
}

/* ---- all ---- */

static int analyze(cli_analysis *a) {
    cells x = {.a = a, .low = {LG_LENGTH_MAX, LG_LENGTH_MAX}, .axes = (const char *const[]){"", ""}};
    x.grids = calloc(a->count, sizeof *x.grids);
    int status = x.grids ? evaluate_runs(&x) : cli_fail(LG_FAILED, "out of memory: cells");
    for (size_t i = 0; status == LG_OK && i < a->count; i++)
        if (!fill_image(&x, &x.grids[i])) status = cli_fail(LG_FAILED, "out of memory: cells");
    if (status == LG_OK && cli_is_table()) print_grids(&x);
    if (status == LG_OK) status = draw_figure(&x);
    for (size_t i = 0; x.grids && i < a->count; i++) {
        free(x.grids[i].cells);
        free(x.grids[i].image);
    }
    free(x.grids);
    return status;
}

static const cli_flag flags[] = {
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_cells(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .evaluates = true});
}

const cli_command cli_analyze_cells = {
    .name = "analyze cells",
    .summary = "the share of right answers in each cell of the test records, as a grid",
    .usage = "lengthen analyze cells RUN... [--lengths LIST] [flags]",
    .examples = "lengthen analyze cells runs/addition-nope runs/addition-t5 --figure cells.svg",
    .text = "Shows the share of right answers in each cell of the test records as a grid. Cells divide the\n"
            "records of one length by kind: for addition, by the numbers of digits of the two numbers. Without\n"
            "--lengths, each run is evaluated at its own eval.lengths.",
    CLI_EVALUATION_OPTIONS,
    .flags = flags,
    .others = cli_other_lengths,
    .schemas = schemas,
    .run = run_cells,
};
