/* load.c: `lengthen analyze load`: the share of tokens that each expert of a sublayer processes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

enum { SEQUENCES = 100 };

/* One sublayer at one length. */
typedef struct load {
    size_t run, length; /* indices */
    char name[48];      /* "block 1, switch", "decoder block 1, switch" */
    int experts;
    double *shares; /* [2, experts]: share of tokens that chose each expert, and share that it processed */
} load;

typedef struct loads {
    cli_analysis *a;
    int sequences;
    load *all;
    size_t count, capacity;
    cli_rows rows;
    bool out_of_memory;
} loads;

/* ---- rows ---- */

typedef struct row {
    const char *run, *label, *name;
    lg_load_report x;
    double most, least, effective, dropped;
    const double *shares;
    size_t shape[2];
    int rank;
} row;

static const lg_member members[] = {
    CLI_RUN_MEMBERS(row),
    LG_MEMBER(row, x.length, "length", "sequence length", .heading = "length"),
    LG_MEMBER(row, x.stream, "stream", "`encoder` or `decoder` of a model with both; else \"\""),
    LG_MEMBER(row, x.block, "block", "index of the block in this stream, from 0"),
    LG_MEMBER(row, x.name, "sublayer", "`switch` or `base_layer`"),
    LG_MEMBER(row, name, NULL, "", .heading = "experts of"),
    LG_MEMBER(row, x.sequences, "sequences", "number of sequences"),
    LG_MEMBER(row, x.tokens, "tokens", "number of tokens routed to experts", .heading = "tokens"),
    LG_MEMBER(row, most, NULL, "", .heading = "most %", .scale = 100, .digits = 1),
    LG_MEMBER(row, least, NULL, "", .heading = "least %", .scale = 100, .digits = 1),
    LG_MEMBER(row, effective, NULL, "", .heading = "effective", .digits = 2),
    LG_MEMBER(row, x.dropped, "dropped", "number of tokens dropped because their expert was full"),
    LG_MEMBER(row, dropped, NULL, "", .heading = "dropped %", .scale = 100, .digits = 2),
    LG_ARRAY(row, shares, shape, rank, "data",
             "share of tokens routed to each expert, then share of tokens processed by each expert"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.load/1",
    .about = "`analyze load`: one row per run, length and sublayer with experts.",
    .members = members,
};

/* Computes the share of the busiest and of the idlest expert, and the effective number of experts: the exponential of
 * the entropy. */
static void summarise(row *r) {
    double entropy = 0;
    r->most = 0, r->least = 1;
    for (int e = 0; e < r->x.experts; e++) {
        const double p = r->x.chosen[e];
        r->most = fmax(r->most, p), r->least = fmin(r->least, p);
        if (p > 0) entropy -= p * log(p);
    }
    r->effective = exp(entropy);
}

static void put_row(loads *x, const load *l, const lg_load_report *report) {
    const cli_curve *run = &x->a->curves[l->run];
    row r = {run->run, run->label, l->name, *report, .shares = l->shares, .shape = {2, (size_t)l->experts}, .rank = 2};
    r.dropped = (double)report->dropped / (double)report->tokens;
    summarise(&r);
    cli_rows_put(&x->rows, &r);
}

/* ---- collecting ---- */

/* The index of a length; lengths are distinct. */
static size_t find_length(const cli_analysis *a, int length) {
    size_t i = 0;
    while (a->lengths[i] != length) i++;
    return i;
}

static bool add_load(loads *x, const lg_load_report *r) {
    const size_t experts = (size_t)r->experts;
    if (x->count == x->capacity) {
        const size_t capacity = x->capacity ? 2 * x->capacity : 64;
        load *more = realloc(x->all, capacity * sizeof *more);
        if (!more) return false;
        x->all = more, x->capacity = capacity;
    }
    load *to = &x->all[x->count];
    *to = (load){.run = x->a->run, .length = find_length(x->a, r->length), .experts = r->experts};
    snprintf(to->name, sizeof to->name, "%s%sblock %d, %s", r->stream, *r->stream ? " " : "", r->block, r->name);
    to->shares = malloc(2 * experts * sizeof *to->shares);
    if (!to->shares) return false;
    memcpy(to->shares, r->chosen, experts * sizeof *to->shares);
    memcpy(to->shares + experts, r->taken, experts * sizeof *to->shares);
    x->count++;
    put_row(x, to, r);
    return true;
}

static void on_sublayer(void *user, const lg_load_report *r) {
    loads *x = user;
    const cli_analysis *a = x->a;
    x->out_of_memory |= !add_load(x, r);
    if (r->sublayer + 1 < r->sublayers) return;
    const int64_t done = (int64_t)find_length(a, r->length) + 1, all = (int64_t)a->length_count;
    cli_analysis_progress(a, done, all, (double)done / (double)all);
}

static lg_status measure_run(void *user, lg_run *r) {
    loads *x = user;
    return lg_analyze_load(r, x->a->lengths, x->a->length_count, x->sequences, on_sublayer, x);
}

static void print_legend(const loads *x) {
    char text[400];
    snprintf(text, sizeof text,
             "most, least: share of tokens routed to the most and the least used expert; effective: number of equally "
             "used experts with the same entropy; dropped: tokens whose expert was full. %d sequences per length.",
             x->sequences);
    cli_legend(text);
}

/* ---- figure ---- */

enum {
    MAX_NAMES = 16, /* expert numbers below a panel, approximately */
    ROW = 36,       /* height of a row, in pixels */
    MAX_HEIGHT = 300
};

typedef struct drawing {
    lg_panel *panels;     /* [runs, lengths] */
    char (*titles)[24];   /* [lengths] */
    double *images;       /* all rows, consecutive */
    const char **rows;    /* names */
    char (*numbers)[16];  /* expert numbers as text */
    const char **experts; /* labels on the x axis */
    int expert_count;     /* maximum over runs */
    size_t row_count;     /* maximum over panels */
    double most;          /* largest share of any expert */
} drawing;

/* The upper end of a scale from 0 with four equal steps, whose labels are short numbers; at most 1. */
static double scale_end(double most) {
    static const double steps[] = {1, 1.5, 2, 3, 5, 10};
    const double unit = pow(10, floor(log10(most / 4)));
    int i = 0;
    while (4 * steps[i] * unit < most * (1 - 1e-9)) i++;
    return fmin(1, 4 * steps[i] * unit);
}

/* Numbers the experts from 0; all panels share these labels. */
static void name_experts(drawing *d) {
    const int step = (d->expert_count + MAX_NAMES - 1) / MAX_NAMES;
    for (int e = 0; e < d->expert_count; e++) {
        if (e % step == 0) snprintf(d->numbers[e], sizeof d->numbers[e], "%d", e);
        d->experts[e] = d->numbers[e];
    }
}

/* The rows of one run and length are consecutive. */
static void fill_panels(const loads *x, drawing *d) {
    double *image = d->images;
    for (size_t i = 0, n = 0; i < x->count; i += n) {
        const load *r = &x->all[i];
        lg_panel *p = &d->panels[r->run * x->a->length_count + r->length];
        *p = (lg_panel){.title = d->titles[r->length], .guide = NAN, .level = NAN, .pixel = 1};
        p->x_names = d->experts, p->y_names = d->rows + i;
        if (r->length == 0) p->row = x->a->curves[r->run].label;
        p->image = image, p->side = (size_t)r->experts;
        for (n = 0; i + n < x->count && r[n].run == r->run && r[n].length == r->length; n++) {
            d->rows[i + n] = r->length == 0 ? r[n].name : ""; /* once, left of all panels of the run */
            for (int e = 0; e < r->experts; e++) d->most = fmax(d->most, *image++ = r[n].shares[e]);
        }
        p->rows = n;
        p->x_high = r->experts, p->y_low = (double)n;
        if (n > d->row_count) d->row_count = n;
    }
}

static int draw_panels(const loads *x, drawing *d) {
    const size_t lengths = x->a->length_count;
    for (size_t i = 0; i < lengths; i++) snprintf(d->titles[i], sizeof d->titles[i], "length %d", x->a->lengths[i]);
    name_experts(d);
    fill_panels(x, d);
    lg_figure f = {.panels = d->panels, .panel_count = x->a->count * lengths, .columns = lengths};
    f.title = cli_figure_title(x->a->c, x->a->curves, x->a->count, "expert load");
    f.subtitle = "share of the tokens routed to each expert";
    f.x_label = "expert", f.scale_label = "share of tokens", f.scale_max = scale_end(d->most);
    f.panel_height = fmin(ROW * (double)d->row_count, MAX_HEIGHT);
    return cli_figure_draw(x->a->c, &f);
}

static int draw_figure(const loads *x) {
    const size_t count = x->a->count * x->a->length_count;
    drawing d = {0};
    size_t numbers = 0;
    if (!cli_flag_on(&x->a->c->args, "figure")) return LG_OK;
    for (size_t i = 0; i < x->count; i++) {
        numbers += (size_t)x->all[i].experts;
        if (x->all[i].experts > d.expert_count) d.expert_count = x->all[i].experts;
    }
    d.panels = calloc(count, sizeof *d.panels);
    d.titles = calloc(count, sizeof *d.titles);
    d.images = calloc(numbers, sizeof *d.images);
    d.rows = calloc(x->count, sizeof *d.rows);
    d.numbers = calloc((size_t)d.expert_count, sizeof *d.numbers);
    d.experts = calloc((size_t)d.expert_count, sizeof *d.experts);
    const bool good = d.panels && d.titles && d.images && d.rows && d.numbers && d.experts;
    const int status = good ? draw_panels(x, &d) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(d.panels);
    free(d.titles);
    free(d.images);
    free(d.rows);
    free(d.numbers);
    free(d.experts);
    return status;
}

/* ---- all ---- */

static int analyze(cli_analysis *a) {
    loads x = {.a = a};
    long sequences = SEQUENCES;
    int status = cli_flag_int(&a->c->args, "sequences", 1, 100000, &sequences);
    if (status != LG_OK) return status;
    x.sequences = (int)sequences;
    a->length_count = cli_analysis_ascend(a->lengths, a->length_count);
    x.rows = cli_rows_begin(&schema);
    status = cli_analysis_each(a, "load", "length", measure_run, &x);
    if (status == LG_OK && x.out_of_memory) status = cli_fail(LG_FAILED, "out of memory: the load of experts");
    cli_rows_end(&x.rows, status);
    if (status == LG_OK) print_legend(&x);
    if (status == LG_OK) status = draw_figure(&x);
    for (size_t i = 0; i < x.count; i++) free(x.all[i].shares);
    free(x.all);
    return status;
}

static const cli_flag flags[] = {
    CLI_LENGTHS_FLAG,
    CLI_SEQUENCES_FLAG("100"),
    CLI_FIGURE_FLAGS,
    {0},
};

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_load(cli *c) {
    return cli_analysis_run(c, &(cli_analysis_kind){.run = analyze, .lengths = CLI_ANALYZE_LENGTHS});
}

const cli_command cli_analyze_load = {
    .name = "analyze load",
    .summary = "the share of tokens routed to each expert",
    .usage = "lengthen analyze load RUN... [--length LIST] [--sequences N] [flags]",
    .examples = "lengthen analyze load runs/switch runs/base --length 8,40 --figure load.svg",
    .text = "For models with experts (letter e or b in model.order). For each expert of each block, shows the\n"
            "share of tokens that are routed to it, and the share of tokens that are dropped because the expert\n"
            "is full. The models read correct targets.",
    CLI_ANALYSIS_OPTIONS,
    .flags = flags,
    .schemas = schemas,
    .run = run_load,
};
