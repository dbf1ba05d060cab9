/* outputs.c: `lengthen analyze outputs`: the accuracy of the k-th token of the answers, by length. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum {
    COLUMNS = 10, /* maximum number of lengths in a table */
    PIXELS = 400  /* maximum side of a figure */
};
static const char *const ends[] = {"start", "end", NULL};

/* The points of one length. */
typedef struct column {
    int length;
    size_t first, end;
} column;

/* The points of one run. */
typedef struct points {
    lg_output_report *all; /* [count], sorted by length and position */
    size_t count, capacity;
    column *columns; /* [column_count], ascending */
    size_t column_count;
    double *image;
} points;

typedef struct outputs {
    cli_analysis *a;
    int from;        /* index in `ends` */
    points *runs;    /* [runs] */
    int first, last; /* range of lengths */
    int positions;   /* the highest position */
    bool out_of_memory;
} outputs;

/* ---- rows ---- */

typedef struct row {
    const char *run, *from;
    lg_output_report x;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.length, "length", "record length"),
    LG_MEMBER(row, from, "from", "positions count from the `start` or the `end` of the answer"),
    LG_MEMBER(row, x.position, "position", "position in the answer, from 1"),
    LG_MEMBER(row, x.tokens, "tokens", "number of scored tokens"),
    LG_MEMBER(row, x.right, "right", "number of scored tokens that are right"),
    LG_MEMBER(row, x.missing, "missing", "number of scored tokens that are missing because the answer had ended"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.output/1",
    .about = "`analyze outputs`: one row per run, length and position.",
    .members = members,
};

/* ---- collecting ---- */

/* One capacity serves both arrays, because there are never more columns than points. */
static bool reserve_point(points *p) {
    if (p->count < p->capacity) return true;
    const size_t capacity = p->capacity ? 2 * p->capacity : 1024;
    lg_output_report *all = realloc(p->all, capacity * sizeof *all);
    if (all) p->all = all;
    column *columns = realloc(p->columns, capacity * sizeof *columns);
    if (columns) p->columns = columns;
    if (!all || !columns) return false;
    p->capacity = capacity;
    return true;
}

static void on_output(void *user, const lg_output_report *r) {
    outputs *x = user;
    points *p = &x->runs[x->a->run];
    cli_row_put(&schema, &(row){x->a->curves[x->a->run].run, ends[x->from], *r});
    x->out_of_memory |= !reserve_point(p);
    if (x->out_of_memory) return;
    if (p->count == 0 || p->all[p->count - 1].length != r->length)
        p->columns[p->column_count++] = (column){.length = r->length, .first = p->count};
    p->all[p->count++] = *r;
    p->columns[p->column_count - 1].end = p->count;
    if (r->length < x->first) x->first = r->length;
    if (r->length > x->last) x->last = r->length;
    if (r->position > x->positions) x->positions = r->position;
}

static lg_status evaluate_run(void *user, lg_run *r, const lg_callbacks *calls) {
    return lg_analyze_outputs(r, ((const outputs *)user)->from == 1, calls, on_output, user);
}

/* Accuracy over the tokens of a length at positions low..high; NaN if there are none. */
static double accuracy_at(const points *p, const column *c, int low, int high) {
    double right = 0, tokens = 0;
    for (size_t i = c->first; i < c->end; i++) {
        const lg_output_report *r = &p->all[i];
        if (r->position < low || r->position > high) continue;
        right += (double)r->right, tokens += (double)r->tokens;
    }
    return tokens > 0 ? right / tokens : (double)NAN;
}

/* ---- table ---- */

/* Returns the i-th of `shown` columns, which are evenly spread from the shortest to the longest length. */
static const column *shown_column(const points *p, size_t i, size_t shown) {
    return &p->columns[shown > 1 ? i * (p->column_count - 1) / (shown - 1) : 0];
}

static void print_row(lg_sheet *t, const points *p, size_t shown, int low, int high) {
    for (size_t i = 0; i < shown; i++)
        lg_sheet_number(t, 100 * accuracy_at(p, shown_column(p, i, shown), low, high), 1);
}

/* Prints the accuracy at positions 1, 2, 3..4, 5..8 and so on, and at all positions. */
static void print_run(const outputs *x, size_t run) {
    const points *p = &x->runs[run];
    const size_t shown = p->column_count < COLUMNS ? p->column_count : COLUMNS;
    lg_sheet *t = lg_sheet_new(&"rrrrrrrrrrr"[COLUMNS - shown]);
    lg_sheet_cell(t, "%s", x->a->curves[run].label);
    for (size_t i = 0; i < shown; i++) lg_sheet_cell(t, "%d", shown_column(p, i, shown)->length);
    for (int low = 1, high = 1; low <= x->positions; low = high + 1, high = 2 * low - 2) {
        if (high > x->positions) high = x->positions;
        if (low == high)
            lg_sheet_cell(t, "%d", low);
        else
            lg_sheet_cell(t, "%d..%d", low, high);
        print_row(t, p, shown, low, high);
    }
    lg_sheet_cell(t, "all");
    print_row(t, p, shown, 1, x->positions);
    cli_sheet_print(t, stdout);
    cli_line();
}

static void print_tables(const outputs *x) {
    char text[240];
    int trained[2];
    for (size_t run = 0; run < x->a->count; run++) print_run(x, run);
    lg_analyze_lengths(x->a->runs[0], trained);
    snprintf(text, sizeof text, "right tokens in %%; down: position in the answer, from its %s; across: length%s",
             ends[x->from], x->runs[0].column_count > COLUMNS ? ", not all shown" : "");
    cli_legend(text);
    snprintf(text, sizeof text, "%s was trained on lengths up to %d", x->a->curves[0].label, trained[0]);
    cli_legend(text);
}

/* ---- figure ---- */

static const column *nearest_column(const points *p, double length) {
    const column *best = p->columns;
    for (size_t i = 1; i < p->column_count; i++)
        if (fabs(p->columns[i].length - length) < fabs(best->length - length)) best = &p->columns[i];
    return best;
}

/* Lengths that were not evaluated show the values of the nearest evaluated length. */
static bool fill_panel(const outputs *x, size_t run, int pixel, lg_panel *panel) {
    points *p = &x->runs[run];
    const size_t side = (size_t)((x->last - x->first) / pixel + 1), rows = (size_t)((x->positions - 1) / pixel + 1);
    int trained[2];
    p->image = malloc(side * rows * sizeof *p->image);
    if (!p->image) return false;
    for (size_t j = 0; j < side; j++) {
        const column *c = nearest_column(p, x->first + (double)j * pixel + 0.5 * (pixel - 1));
        for (size_t i = 0; i < rows; i++)
            p->image[i * side + j] = 100 * accuracy_at(p, c, (int)i * pixel + 1, ((int)i + 1) * pixel);
    }
    lg_analyze_lengths(x->a->runs[run], trained);
    *panel = (lg_panel){.title = x->a->curves[run].label, .guide = trained[0] + 0.5, .level = NAN};
    panel->image = p->image, panel->side = side, panel->rows = rows, panel->pixel = pixel;
    panel->x_low = x->first - 0.5, panel->x_high = panel->x_low + (double)side * pixel;
    panel->y_high = 0.5, panel->y_low = 0.5 + (double)rows * pixel;
    return true;
}

static int draw_figure(const outputs *x) {
    lg_figure f = {.panel_count = x->a->count,
                   .subtitle =
                       "right tokens by length and position; grey: no scored token; line: longest training length",
                   .x_label = "length",
                   .scale_label = "token accuracy in %",
                   .scale_max = 100};
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    f.panels = calloc(x->a->count, sizeof *f.panels);
    bool good = f.panels;
    const int side = x->last - x->first + 1 > x->positions ? x->last - x->first + 1 : x->positions;
    for (size_t i = 0; good && i < x->a->count; i++) good = fill_panel(x, i, (side - 1) / PIXELS + 1, &f.panels[i]);
    f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "accuracy by position in the answer");
    f.y_label = x->from ? "position in the answer, from its end" : "position in the answer";
    const int status = good ? cli_figure_draw(x->a->c, &f) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(f.panels);
    return status;
}

/* ---- all ---- */

static int analyze(cli_analysis *a) {
    outputs x = {.a = a, .first = LG_LENGTH_MAX};
    int status = cli_analysis_choice(a, "from", ends, 0, &x.from);
    if (status != LG_OK) return status;
    x.runs = calloc(a->count, sizeof *x.runs);
    status = x.runs ? cli_analysis_evaluate(a, evaluate_run, &x) : LG_OK;
    if (status == LG_OK && (!x.runs || x.out_of_memory))
        status = cli_fail(LG_FAILED, "out of memory: the accuracy of positions");
    for (size_t i = 0; status == LG_OK && i < a->count; i++)
        if (x.runs[i].count == 0)
            status = cli_fail(LG_USAGE, "%s: no token of its answers is scored", a->curves[i].run);
    if (status == LG_OK && cli_is_table()) print_tables(&x);
    if (status == LG_OK) status = draw_figure(&x);
    for (size_t i = 0; x.runs && i < a->count; i++) {
        free(x.runs[i].all);
        free(x.runs[i].columns);
        free(x.runs[i].image);
    }
    free(x.runs);
    return status;
}

static const cli_flag flags[] = {
    {"from", 0, "END", "count positions from the start or end of the answer (default start)"},
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_outputs(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .evaluates = true});
}

const cli_command cli_analyze_outputs = {
    .name = "analyze outputs",
    .summary = "accuracy of the k-th token of the answers, by length",
    .usage = "lengthen analyze outputs RUN... [--lengths LIST] [--from start|end] [flags]",
    .examples = "lengthen analyze outputs runs/a runs/b --lengths 5..60:5 --figure outputs.svg",
    .text = "Shows the accuracy of the k-th token of the answers, by length. k counts the scored tokens of the\n"
            "target, from its start or its end. If a decoder ends its answer early, the missing tokens are wrong.\n"
            "Without --lengths, each run is evaluated at its own eval.lengths.",
    CLI_EVALUATION_OPTIONS,
    .flags = flags,
    .others = cli_other_lengths,
    .schemas = schemas,
    .run = run_outputs,
};
