/* profile.c: `lengthen inspect encoding --figure`: computes how attention scores depend on distance. All queries and
 * keys are equal, with a score of 1 if positions have no effect, so that differences come from the encoding alone. For
 * an encoding that is added to embeddings, the score is the normalized product of the vectors added to two tokens. */
#include "cli/inspect/profile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config.h"
#include "cli/ui/figure.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

enum { MAX_HEADS = 64, LABEL = 16, COLOURS = 7, DASHES = 4 };

typedef struct profile {
    const char *name;
    int T, heads;
    bool embedded;  /* the encoding is added to embeddings */
    int right;      /* number of distances to keys on the right: T - 1, or 0 with a causal mask */
    int count;      /* number of distances: right + T */
    double *values; /* [heads, count]: by distance, from key T - 1 for the first query to key 0 for the last query */
} profile;

/* The values of a head for keys to the left, from distance 0 on. */
static double *left_of(const profile *p, int head) {
    return p->values + (size_t)head * (size_t)p->count + p->right;
}

/* ---- collecting ---- */

/* Adds scores or a bias to the profile. The logits are the sum of all such terms. */
static void add_scores(profile *p, const lg_matrix *m) {
    const size_t T = (size_t)p->T;
    for (int h = 0; h < (int)m->shape[0]; h++) {
        const double *first = m->data + (size_t)h * T * T, *last = first + (T - 1) * T;
        for (int d = 0; d < p->T; d++) left_of(p, h)[d] += last[p->T - 1 - d];
        for (int d = 1; d <= p->right; d++) left_of(p, h)[-d] += first[d];
    }
}

static double product(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Sets the profile to products of the added vectors, normalized to 1 at distance 0. The products are the same for all
 * heads. */
static void set_products(profile *p, const lg_matrix *m) {
    const size_t T = (size_t)p->T, n = m->shape[1];
    const double *first = m->data, *last = m->data + (T - 1) * n;
    p->heads = 1;
    p->embedded = true;
    for (size_t d = 0; d < T; d++) left_of(p, 0)[d] = product(last, last - d * n, n) / product(last, last, n);
    for (int d = 1; d <= p->right; d++)
        left_of(p, 0)[-d] = product(first, first + (size_t)d * n, n) / product(first, first, n);
}

static void take(void *user, const lg_matrix *m) {
    profile *p = user;
    const bool score = !strcmp(m->what, "scores") || !strcmp(m->what, "bias");
    if (!strcmp(m->what, "embedding")) set_products(p, m);
    if (score && !p->embedded) add_scores(p, m);
}

/* Merges the heads if all are equal. */
static void merge_heads(profile *p) {
    const size_t count = (size_t)p->count, bytes = count * sizeof *p->values;
    for (int h = 1; h < p->heads; h++)
        if (memcmp(p->values, p->values + (size_t)h * count, bytes)) return;
    p->heads = 1;
}

static int prepare(cli *c, lg_config *f, void *user) {
    const profile *p = user;
    lg_status status = lg_config_set(f, "encoding", p->name, LG_FLAG, p->name);
    if (status == LG_OK) status = lg_inspect_default_width(f);
    if (status == LG_OK) status = lg_config_check(f);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

static int collect(cli *c, lg_config *f, void *user) {
    profile *p = user;
    const long heads = cli_config_int(f, "model.heads", 1), width = cli_config_int(f, "model.width", 1);
    const size_t numbers = (size_t)p->T * (size_t)width;
    double *content = malloc(numbers * sizeof *content);
    p->heads = (int)heads;
    p->right = lg_inspect_is_causal(f) ? 0 : p->T - 1;
    p->count = p->right + p->T;
    p->values = calloc((size_t)heads * (size_t)p->count, sizeof *p->values);
    if (heads > MAX_HEADS || !content || !p->values) {
        free(content);
        return heads > MAX_HEADS ? cli_fail(LG_USAGE, "--heads %ld: expected at most %d for a figure", heads, MAX_HEADS)
                                 : cli_fail(LG_FAILED, "out of memory: scores of %d tokens", p->T);
    }
    for (size_t i = 0; i < numbers; i++) content[i] = pow((double)width / (double)heads, -0.25);
    const lg_status status = lg_inspect_encoding(f, p->T, content, content, take, p);
    free(content);
    merge_heads(p);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

/* ---- printing ---- */

/* Whether the key is hidden: an encoding hides a key from a head by a bias far below all other scores. */
static bool is_hidden(double score) {
    return score < -1e29;
}

typedef struct row {
    const char *encoding;
    int head, right_count, rank;
    double *right;
    size_t shape[1];
    const double *left;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, encoding, "encoding", "encoding, as given"),
    LG_MEMBER(row, head, "head", "index of the head, from 0"),
    LG_LIST(row, right, right_count, "right",
            "scores of keys 1, 2, ... tokens to the right of a query; absent if the "
            "mask is causal",
            .optional = true),
    LG_ARRAY(row, left, shape, rank, "data", "scores of keys 0, 1, ... tokens to the left of a query"),
    {0},
};
const lg_schema cli_schema_profile = {
    .name = "lengthen.profile/1",
    .about =
        "`inspect encoding --figure`: one row per head, or one row if all heads are equal; all queries and keys are "
        "equal.",
    .members = members,
};

static void put_head(const profile *p, int head) {
    const double *left = left_of(p, head);
    row r = {.encoding = p->name, .head = head, .right_count = p->right, .rank = 1, .shape = {(size_t)p->T}};
    r.left = left;
    r.right = calloc((size_t)p->right + 1, sizeof *r.right);
    for (int d = 0; r.right && d < p->right; d++) r.right[d] = left[-1 - d];
    if (r.right)
        cli_row_put(&cli_schema_profile, &r);
    else
        cli_out_lose();
    free(r.right);
}

/* Returns the next of the distances 0, 1, 2, 4, ... and T - 1. */
static int next_distance(int d, int T) {
    const int next = d ? 2 * d : 1;
    return d == T - 1 ? T : next < T - 1 ? next : T - 1;
}

static void add_score(lg_sheet *t, double score) {
    if (is_hidden(score))
        lg_sheet_cell(t, "hidden");
    else
        lg_sheet_number(t, score, 3);
}

static void print_table(const profile *profiles, int count) {
    char kinds[40] = "lr";
    const int T = profiles[0].T;
    size_t columns = 2;
    for (int d = 0; d < T; d = next_distance(d, T)) kinds[columns++] = 'r';
    kinds[columns] = 0;
    lg_sheet *t = lg_sheet_new(kinds);
    lg_sheet_cell(t, "encoding");
    lg_sheet_cell(t, "head");
    for (int d = 0; d < T; d = next_distance(d, T)) lg_sheet_cell(t, "D=%d", d);
    for (int i = 0; i < count; i++)
        for (int h = 0; h < profiles[i].heads; h++) {
            lg_sheet_cell(t, "%s", profiles[i].name);
            lg_sheet_cell(t, "%d", h);
            for (int d = 0; d < T; d = next_distance(d, T)) add_score(t, left_of(&profiles[i], h)[d]);
        }
    cli_sheet_print(t, stdout);
    cli_legend("scores of keys D tokens to the left; all queries and keys are equal");
}

static bool any_right(const profile *profiles, int count) {
    for (int i = 0; i < count; i++)
        if (profiles[i].right > 0) return true;
    return false;
}

/* ---- figure ---- */

typedef struct drawing {
    lg_panel *panels;  /* [count] */
    lg_curve *curves;  /* [count, MAX_HEADS] */
    double *distances; /* [2T - 1]: from 1 - T on */
    char labels[MAX_HEADS][LABEL];
} drawing;

static void fill_panel(drawing *d, int at, const profile *p, int curve_count) {
    lg_curve *curves = d->curves + (size_t)at * MAX_HEADS;
    lg_panel *panel = &d->panels[at];
    *panel = (lg_panel){.title = p->name, .curves = curves, .guide = NAN, .level = NAN};
    panel->x_low = -p->right, panel->x_high = p->T - 1;
    panel->y_low = INFINITY, panel->y_high = -INFINITY;
    for (int h = 0; h < curve_count; h++) {
        curves[h] = (lg_curve){.label = curve_count > 1 ? d->labels[h] : "", .style = lg_style_at((size_t)h)};
        curves[h].style.marker = -1, curves[h].style.dash = 1 + h / COLOURS % DASHES;
        if (h >= p->heads) continue; /* only other panels have this head */
        const double *values = left_of(p, h) - p->right;
        int from = 0, to = p->count;
        while (from < to && is_hidden(values[from])) from++;
        while (to > from && is_hidden(values[to - 1])) to--;
        curves[h].count = (size_t)(to - from), curves[h].y = values + from;
        curves[h].x = d->distances + p->T - 1 - p->right + from;
        for (int i = from; i < to; i++)
            panel->y_low = fmin(panel->y_low, values[i]), panel->y_high = fmax(panel->y_high, values[i]);
    }
    const double margin = panel->y_high > panel->y_low ? 0.03 * (panel->y_high - panel->y_low) : 1;
    panel->y_low -= margin, panel->y_high += margin;
}

static int most_heads(const profile *profiles, int count) {
    int most = 0;
    for (int i = 0; i < count; i++)
        if (profiles[i].heads > most) most = profiles[i].heads;
    return most;
}

static int draw(cli *c, const profile *profiles, int count) {
    const int T = profiles[0].T, heads = most_heads(profiles, count);
    drawing d = {.panels = calloc((size_t)count, sizeof *d.panels),
                 .curves = calloc((size_t)count * MAX_HEADS, sizeof *d.curves),
                 .distances = calloc(2 * (size_t)T, sizeof *d.distances)};
    const bool good = d.panels && d.curves && d.distances;
    for (int i = 0; good && i < 2 * T - 1; i++) d.distances[i] = i + 1 - T;
    for (int h = 0; h < MAX_HEADS; h++) snprintf(d.labels[h], LABEL, "head %d", h);
    for (int i = 0; good && i < count; i++) fill_panel(&d, i, &profiles[i], heads);
    lg_figure f = {.panels = d.panels, .panel_count = (size_t)count, .curve_count = (size_t)heads};
    f.title = "Scores by distance";
    const bool right = any_right(profiles, count);
    f.subtitle = right ? "of keys left (+) and right (-) of a query; all queries and keys are equal"
                       : "of keys to the left of a query; all queries and keys are equal";
    f.x_label = right ? "distance from key to query (tokens)" : "distance (tokens)", f.y_label = "score";
    f.shared_x = true;
    const int status = good ? cli_figure_draw(c, &f) : cli_fail(LG_FAILED, "out of memory: a figure");
    free(d.panels);
    free(d.curves);
    free(d.distances);
    return status;
}

/* ---- all ---- */

int cli_profile_encodings(cli *c, const char *const *names, int count, int T) {
    profile *profiles = calloc((size_t)count, sizeof *profiles);
    int status = profiles ? cli_figure_check(c, (size_t)count) : cli_fail(LG_FAILED, "out of memory: scores");
    for (int i = 0; i < count && status == LG_OK; i++) {
        profiles[i] = (profile){.name = names[i], .T = T};
        status = cli_config_run(c, prepare, collect, &profiles[i]);
        for (int h = 0; status == LG_OK && h < profiles[i].heads; h++) put_head(&profiles[i], h);
    }
    if (status == LG_OK && cli_is_table() && !c->quiet) print_table(profiles, count);
    if (status == LG_OK) status = draw(c, profiles, count);
    for (int i = 0; profiles && i < count; i++) free(profiles[i].values);
    free(profiles);
    return status;
}
