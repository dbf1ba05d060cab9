/* gradients.c: `lengthen analyze gradients`: how the norm of the loss gradient changes with depth, at initialization
 * and at the kept checkpoints. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { MAX_POINTS = 6, MAX_BLOCKS = 512, NAME = 96, SEQUENCES = 32 };

/* A parameter that several blocks have, with its gradients at the last point. Its name has # in place of the block's
 * number. */
typedef struct group {
    char name[NAME]; /* "block.#.feed_forward.2.weight" */
    int blocks;
    lg_parameter_gradient_report bottom, top; /* gradients in the first and the last block that has the parameter */
} group;

/* Gradient norms at the inputs of the blocks, then at the input of the head. */
typedef struct point {
    int64_t step;
    double loss;
    int count;
    double gradient[MAX_BLOCKS + 1];
} point;

typedef struct trail {
    point *points;
    size_t count;
    group *groups; /* [group_count] */
    size_t group_count;
} trail;

typedef struct gradients {
    cli_analysis *a;
    int sequences;
    trail *trails; /* [runs] */
    bool out_of_memory;
} gradients;

/* ---- rows ---- */

static const lg_member stream_members[] = {
    LG_MEMBER(lg_stream_gradient_report, what, "what",
              "`hidden`: input of a block or of the head; `sum`: after an addition to the stream; `dual`: after an "
              "addition to the second sum of block `dual_norm`; `norm`: after a norm"),
    LG_MEMBER(lg_stream_gradient_report, part, "part",
              "for `sum` and `dual`: the sublayer; for `norm`: name of the norm; otherwise empty"),
    LG_MEMBER(lg_stream_gradient_report, sources, "sources", "true for the source stream"),
    LG_MEMBER(lg_stream_gradient_report, block, "block", "index of the block, from 0; -1: the whole stream"),
    LG_MEMBER(lg_stream_gradient_report, gradient, "gradient",
              "Frobenius norm of the gradient of the mean loss, divided by the square root of the number of tokens"),
    LG_MEMBER(lg_stream_gradient_report, size, "size",
              "Frobenius norm of the activation, divided by the square root of the number of tokens"),
    {0},
};
static const lg_schema stream_schema = {.size = sizeof(lg_stream_gradient_report), .members = stream_members};

static const lg_member parameter_members[] = {
    LG_MEMBER(lg_parameter_gradient_report, name, "name", "parameter name"),
    LG_MEMBER(lg_parameter_gradient_report, gradient, "gradient", "L2 norm of the gradient"),
    LG_MEMBER(lg_parameter_gradient_report, mean_abs, "mean_abs", "mean absolute value of the gradient"),
    LG_MEMBER(lg_parameter_gradient_report, weight, "weight", "L2 norm of the parameter"),
    LG_MEMBER(lg_parameter_gradient_report, update, "update",
              "L2 norm of the change per step since the previous point, divided by `weight`; absent at the first point",
              .optional = true),
    {0},
};
static const lg_schema parameter_schema = {.size = sizeof(lg_parameter_gradient_report), .members = parameter_members};

typedef struct row {
    const char *run;
    lg_gradient_point x;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBER(row),
    LG_MEMBER(row, x.step, "step", "training step; 0: initialization"),
    LG_MEMBER(row, x.length, "length", "sequence length"),
    LG_MEMBER(row, x.sequences, "sequences", "number of sequences"),
    LG_MEMBER(row, x.loss, "loss", "mean loss"),
    LG_ROWS(row, x.stream, x.stream_count, "stream",
            "activations in order of computation, those of the source stream first", &stream_schema),
    LG_ROWS(row, x.parameters, x.parameter_count, "parameters", "every parameter of the model", &parameter_schema),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.gradients/1",
    .about = "`analyze gradients`: one row per analyzed step of each run.",
    .members = members,
};

/* ---- collecting ---- */

/* Copies the name with # in place of the block's number. Returns false if the name has no such number. */
static bool take_number(const char *name, char out[NAME]) {
    const char *at = strstr(name, "block.");
    snprintf(out, NAME, "%s", name);
    if (!at || !isdigit((unsigned char)at[6])) return false;
    const char *end = at + 6 + strspn(at + 6, "0123456789");
    snprintf(out, NAME, "%.*s#%s", (int)(at + 6 - name), name, end);
    return true;
}

static void add_parameter(gradients *x, trail *t, const lg_parameter_gradient_report *p) {
    char name[NAME];
    if (!take_number(p->name, name)) return;
    for (size_t i = 0; i < t->group_count; i++)
        if (!strcmp(t->groups[i].name, name)) {
            t->groups[i].top = *p, t->groups[i].blocks++;
            return;
        }
    group *more = realloc(t->groups, (t->group_count + 1) * sizeof *more);
    x->out_of_memory |= !more;
    if (!more) return;
    t->groups = more;
    t->groups[t->group_count] = (group){.blocks = 1, .bottom = *p, .top = *p};
    memcpy(t->groups[t->group_count++].name, name, sizeof name);
}

static void on_point(void *user, const lg_gradient_point *p) {
    gradients *x = user;
    trail *t = &x->trails[x->a->run];
    cli_row_put(&schema, &(row){x->a->curves[x->a->run].run, *p});
    point *more = realloc(t->points, (t->count + 1) * sizeof *more);
    x->out_of_memory |= !more;
    if (!more) return;
    t->points = more;
    point *at = &t->points[t->count++];
    *at = (point){.step = p->step, .loss = p->loss};
    for (size_t i = 0; i < p->stream_count; i++) {
        const lg_stream_gradient_report *s = &p->stream[i];
        if (!strcmp(s->what, "hidden") && !s->sources && at->count <= MAX_BLOCKS)
            at->gradient[at->count++] = s->gradient;
    }
    t->group_count = 0;
    for (size_t i = 0; i < p->parameter_count; i++) add_parameter(x, t, &p->parameters[i]);
}

static lg_status measure_run(void *user, lg_run *r) {
    gradients *x = user;
    return lg_analyze_gradients(r, x->a->lengths[0], x->sequences, on_point, x);
}

/* Returns the i-th of `shown` points: the first, the last, and some in between. */
static const point *shown_point(const trail *t, size_t i, size_t shown) {
    return &t->points[shown < 2 ? t->count - 1 : i * (t->count - 1) / (shown - 1)];
}

static size_t count_shown(const trail *t) {
    return t->count < MAX_POINTS ? t->count : MAX_POINTS;
}

/* ---- tables ---- */

static void print_stream(const gradients *x, const trail *t) {
    const size_t shown = count_shown(t);
    char kinds[MAX_POINTS + 2] = "lrrrrrr";
    kinds[shown + 1] = '\0';
    lg_sheet *table = lg_sheet_new(kinds);
    lg_sheet_cell(table, "input of");
    for (size_t i = 0; i < shown; i++) lg_sheet_cell(table, "step %lld", (long long)shown_point(t, i, shown)->step);
    for (int block = 0; block < t->points[0].count; block++) {
        if (block + 1 < t->points[0].count)
            lg_sheet_cell(table, "block %d", block);
        else
            lg_sheet_cell(table, "head");
        for (size_t i = 0; i < shown; i++) lg_sheet_cell(table, "%.3g", shown_point(t, i, shown)->gradient[block]);
    }
    lg_sheet_cell(table, "loss");
    for (size_t i = 0; i < shown; i++) lg_sheet_cell(table, "%.4g", shown_point(t, i, shown)->loss);
    if (x->a->count > 1) cli_heading(x->a->curves[t - x->trails].label);
    cli_sheet_print(table, stdout);
    cli_line();
}

static const lg_member group_members[] = {
    LG_MEMBER(group, name, NULL, "", .heading = "parameter"),
    LG_MEMBER(group, bottom.mean_abs, NULL, "", .heading = "mean |grad| first", .format = "%.3g"),
    LG_MEMBER(group, top.mean_abs, NULL, "", .heading = "last", .format = "%.3g"),
    LG_MEMBER(group, bottom.weight, NULL, "", .heading = "norm first", .format = "%.3g"),
    LG_MEMBER(group, top.weight, NULL, "", .heading = "last", .format = "%.3g"),
    LG_MEMBER(group, bottom.update, NULL, "", .heading = "update first", .format = "%.3g"),
    LG_MEMBER(group, top.update, NULL, "", .heading = "last", .format = "%.3g"),
    {0},
};
static const lg_schema group_schema = {.members = group_members};

static void print_parameters(const trail *t) {
    cli_rows rows = cli_rows_begin(&group_schema);
    for (size_t i = 0; i < t->group_count; i++) cli_rows_put(&rows, &t->groups[i]);
    cli_rows_end(&rows, LG_OK);
    cli_line();
}

static void print_tables(const gradients *x) {
    char text[400];
    for (size_t run = 0; run < x->a->count; run++) {
        if (x->trails[run].count == 0) continue;
        print_stream(x, &x->trails[run]);
        print_parameters(&x->trails[run]);
    }
    snprintf(text, sizeof text,
             "Norm of the loss gradient at the input of each block, divided by sqrt(tokens); %d sequences of length "
             "%d. Parameters: at the last step, in the first and last block; update: change per step since the "
             "previous checkpoint, divided by the norm. --json adds gradients after each sum and norm.",
             x->sequences, x->a->lengths[0]);
    cli_legend(text);
}

/* ---- figure ---- */

typedef struct drawing {
    size_t panel_count;
    lg_panel *panels;
    lg_curve *curves; /* [panels, runs] */
    lg_style *styles; /* [runs] */
    double *numbers;  /* [panels, runs, 2, MAX_BLOCKS + 1]: depths; gradients divided by the gradient at the head */
    char (*titles)[40];
} drawing;

static void fill_curve(const gradients *x, drawing *d, size_t panel, size_t run) {
    const point *p = shown_point(&x->trails[run], panel, d->panel_count);
    const size_t index = panel * x->a->count + run;
    double *at = d->numbers + index * 2 * (MAX_BLOCKS + 1), *y = at + MAX_BLOCKS + 1;
    lg_curve *curve = &d->curves[index];
    *curve = (lg_curve){.label = x->a->curves[run].label, .style = d->styles[run], .x = at, .y = y};
    for (int block = 0; block < p->count; block++) {
        const double ratio = p->gradient[block] / p->gradient[p->count - 1];
        if (!(ratio > 0) || !isfinite(ratio)) continue; /* a logarithmic axis cannot show it */
        at[curve->count] = (double)block / (p->count > 1 ? p->count - 1 : 1), y[curve->count++] = ratio;
    }
}

static void fill_panels(const gradients *x, drawing *d) {
    double low = 0.5, high = 2;
    for (size_t i = 0; i < d->panel_count; i++)
        for (size_t run = 0; run < x->a->count; run++) {
            fill_curve(x, d, i, run);
            const lg_curve *c = &d->curves[i * x->a->count + run];
            for (size_t k = 0; k < c->count; k++) low = fmin(low, c->y[k] / 1.2), high = fmax(high, c->y[k] * 1.2);
        }
    for (size_t i = 0; i < d->panel_count; i++) {
        const long long step = shown_point(&x->trails[0], i, d->panel_count)->step;
        snprintf(d->titles[i], sizeof d->titles[i], step ? "step %lld" : "at initialization", step);
        d->panels[i] =
            (lg_panel){.title = d->titles[i], .curves = d->curves + i * x->a->count, .guide = NAN, .level = 1};
        d->panels[i].x_high = 1, d->panels[i].y_low = low, d->panels[i].y_high = high;
    }
}

static int draw_panels(const gradients *x, drawing *d) {
    const size_t runs = x->a->count;
    int status = cli_figure_styles(x->a->c, x->a->curves, runs, d->styles);
    if (status != LG_OK) return status;
    fill_panels(x, d);
    lg_figure f = {.panels = d->panels, .panel_count = d->panel_count, .curve_count = runs, .y_log = 10};
    f.title = cli_figure_title(x->a->c, x->a->curves, runs, "gradient by depth");
    f.subtitle = "gradient of the loss at the input of each block, relative to the head's input";
    f.x_label = "depth (0: embedding, 1: head)", f.y_label = "gradient";
    f.mark_all = true;
    return cli_figure_draw(x->a->c, &f);
}

static int draw_figure(const gradients *x) {
    const size_t runs = x->a->count;
    drawing d = {.panel_count = count_shown(&x->trails[0])};
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    for (size_t run = 0; run < runs; run++)
        if (count_shown(&x->trails[run]) < d.panel_count) d.panel_count = count_shown(&x->trails[run]);
    d.panels = calloc(d.panel_count, sizeof *d.panels);
    d.curves = calloc(d.panel_count * runs, sizeof *d.curves);
    d.styles = calloc(runs, sizeof *d.styles);
    d.numbers = calloc(d.panel_count * runs * 2 * (MAX_BLOCKS + 1), sizeof *d.numbers);
    d.titles = calloc(d.panel_count, sizeof *d.titles);
    const bool good = d.panels && d.curves && d.styles && d.numbers && d.titles;
    const int status = good ? draw_panels(x, &d) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(d.panels);
    free(d.curves);
    free(d.styles);
    free(d.numbers);
    free(d.titles);
    return status;
}

/* ---- all ---- */

static int analyze(cli_analysis *a) {
    gradients x = {.a = a};
    long sequences = SEQUENCES;
    int status = cli_flag_int(&a->c->args, "sequences", 1, 100000, &sequences);
    if (status != LG_OK) return status;
    x.sequences = (int)sequences;
    x.trails = calloc(a->count, sizeof *x.trails);
    status = x.trails ? cli_analysis_each(a, "gradients", "run", measure_run, &x)
                      : cli_fail(LG_FAILED, "out of memory: gradients");
    if (status == LG_OK && x.out_of_memory) status = cli_fail(LG_FAILED, "out of memory: gradients");
    if (status == LG_OK && cli_is_table()) print_tables(&x);
    if (status == LG_OK) status = draw_figure(&x);
    for (size_t run = 0; x.trails && run < a->count; run++) {
        free(x.trails[run].points);
        free(x.trails[run].groups);
    }
    free(x.trails);
    return status;
}

static const cli_flag flags[] = {
    {"length", 0, "N", "sequence length (default: the longest training length)"},
    CLI_SEQUENCES_FLAG("32"),
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_gradients(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = 1});
}

const cli_command cli_analyze_gradients = {
    .name = "analyze gradients",
    .summary = "gradients by depth, at initialization and at checkpoints",
    .usage = "lengthen analyze gradients RUN... [--length N] [--sequences N] [flags]",
    .examples = "lengthen analyze gradients runs/post_norm runs/pre_norm runs/b2t --figure gradients.svg",
    .text = "Shows the gradient of the loss at initialization, at the checkpoints kept by train.keep, and at the\n"
            "end of training. The gradient is measured at the input of each block, after each residual sum and\n"
            "after each norm (Frobenius norm, divided by the square root of the number of tokens), and for each\n"
            "parameter. Batches are not training batches, and dropout is off. `update` is the relative change of\n"
            "a parameter per training step since the previous checkpoint. If a checkpoint file is given in place\n"
            "of RUN, only the model in this file is analyzed.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_gradients,
};
