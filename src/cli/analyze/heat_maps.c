/* heat_maps.c: draws the figure of `analyze attention`: one heat map per matrix, with a column per block and a row per
 * length. Runs are side by side if there is room. All maps share one colour scale. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/figure.h"

typedef struct names {
    char title[128], row[128], name[160];
} names;

/* How panels are arranged: one row per length with the runs side by side, or one row per run and length. */
typedef struct layout {
    size_t blocks, lengths, runs;
    bool beside;
} layout;

enum { BESIDE = 6 }; /* maximum number of columns with runs side by side */

/* ---- labels ---- */

#define NO_WORD "\xe2\x80\xa2" /* bullet: a token without a word */
enum { LETTERS = 16 };         /* maximum length of a label */

/* The label of a token: its word, cut if it is long, with \x20 for a blank; NO_WORD if it has none. */
static char *label_of(const char *word) {
    char *label = malloc(4 * strlen(word) + sizeof "...."), *at = label;
    int letters = 0;
    if (!label) return NULL;
    for (; *word != '\0' && letters < LETTERS; word++) {
        at = *word == ' ' ? stpcpy(at, "\\x20") : (*at = *word, at + 1);
        letters += ((unsigned char)word[1] & 0xc0) != 0x80;
    }
    strcpy(at, at == label ? NO_WORD : *word != '\0' ? "..." : "");
    return label;
}

bool cli_heatmap_label(cli_heatmap *h) {
    const size_t tokens = (size_t)h->map.tokens, keys = (size_t)h->map.keys;
    h->labels = calloc(tokens + keys, sizeof *h->labels);
    bool good = h->labels;
    for (size_t i = 0; good && i < tokens + keys; i++)
        good = (h->labels[i] = label_of(i < tokens ? h->map.query_words[i] : h->map.key_words[i - tokens]));
    return good;
}

void cli_heatmap_free(cli_heatmap *h) {
    for (size_t i = 0; h->labels && i < (size_t)h->map.tokens + (size_t)h->map.keys; i++) free(h->labels[i]);
    free(h->labels);
    free(h->weights);
}

static bool has_empty(const cli_heatmaps *x) {
    for (size_t i = 0; i < x->count; i++)
        for (int k = 0; k < x->heat[i].map.tokens; k++)
            if (!strcmp(x->heat[i].labels[k], NO_WORD)) return true;
    return false;
}

/* ---- panels ---- */

static layout choose_layout(const cli_analysis *a, const cli_heatmaps *x) {
    layout l = {.blocks = 1, .lengths = a->length_count, .runs = a->count};
    for (size_t i = 0; i < x->count; i++)
        if ((size_t)x->heat[i].map.blocks > l.blocks) l.blocks = (size_t)x->heat[i].map.blocks;
    l.beside = l.runs > 1 && l.runs * l.blocks <= BESIDE;
    return l;
}

static size_t place_of(const layout *l, size_t run, size_t length, size_t block) {
    return (l->beside ? length * l->runs + run : run * l->lengths + length) * l->blocks + block;
}

static void fill_panel(const cli_analysis *a, const cli_heatmap *h, const layout *l, lg_panel *panel, names *n) {
    const lg_attention_map *m = &h->map;
    const char *label = a->curves[h->run].label;
    snprintf(n->title, sizeof n->title, "%s%sblock %d", l->beside ? label : "", l->beside ? ", " : "", m->block);
    snprintf(n->row, sizeof n->row, "%s%sn = %d", l->beside ? "" : label, l->beside ? "" : ", ", m->length);
    snprintf(n->name, sizeof n->name, "%s, n = %d, block %d", label, m->length, m->block);
    *panel = (lg_panel){.title = n->title, .name = n->name, .guide = NAN, .level = NAN};
    if (m->block == 0 && (!l->beside || h->run == 0)) panel->row = n->row;
    panel->image = m->weights, panel->side = (size_t)m->keys, panel->rows = (size_t)m->tokens, panel->pixel = 1;
    panel->x_high = m->keys, panel->y_low = m->tokens;
    panel->y_names = (const char *const *)h->labels, panel->x_names = panel->y_names + m->tokens;
    if (m->kind == LG_ATTENTION_SELF && m->inputs < m->tokens) panel->split = m->inputs;
}

/* Matrices are ordered by run, then length, then block. */
static void fill_panels(const cli_analysis *a, const cli_heatmaps *x, const layout *l, lg_figure *f, names *n) {
    size_t length = 0;
    for (size_t i = 0; i < x->count; i++) {
        const cli_heatmap *h = &x->heat[i];
        if (i > 0 && h->map.block == 0) length = h->run == h[-1].run ? length + 1 : 0;
        fill_panel(a, h, l, &f->panels[place_of(l, h->run, length, (size_t)h->map.block)], &n[i]);
    }
    f->panel_count = l->runs * l->lengths * l->blocks;
}

static double largest_weight(const cli_heatmaps *x) {
    double most = 0;
    for (size_t i = 0; i < x->count; i++) {
        const lg_attention_map *m = &x->heat[i].map;
        for (size_t k = 0; k < (size_t)m->tokens * (size_t)m->keys; k++) most = fmax(most, m->weights[k]);
    }
    return most;
}

int cli_heatmaps_draw(const cli_analysis *a, const cli_heatmaps *x) {
    static const char *const of[] = {"attention", "encoder attention", "cross-attention"};
    char subtitle[192], scale[64];
    const layout l = choose_layout(a, x);
    lg_figure f = {.columns = l.beside ? l.runs * l.blocks : l.blocks, .subtitle = subtitle, .scale_label = scale};
    if (!cli_flag_on(&a->c->args, "figure")) return LG_OK;
    f.scale_max = x->scale_max > 0 ? x->scale_max : largest_weight(x);
    snprintf(scale, sizeof scale, "attention weight, %s%.2g",
             x->scale_max > 0 ? "dark: from " : "largest: ", f.scale_max);
    f.panels = calloc(l.runs * l.lengths * l.blocks, sizeof *f.panels);
    names *n = calloc(x->count + 1, sizeof *n);
    int status = f.panels && n ? LG_OK : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        fill_panels(a, x, &l, &f, n);
        const bool split = f.panels[0].split > 0;
        snprintf(subtitle, sizeof subtitle, "weights of %s, %s over heads%s%s", of[x->kind],
                 !strcmp(x->heads, "max") ? "maximum" : "mean",
                 split ? "; thin lines: end of the input" : "",
                 has_empty(x) ? "; " NO_WORD ": a token without a word" : "");
        f.title = cli_figure_title(a->c, a->curves, a->count, "attention");
        f.x_label = x->kind == LG_ATTENTION_SELF ? "key (token)" : "key (source token)";
        f.y_label = x->kind == LG_ATTENTION_SELF      ? "query (token)"
                    : x->kind == LG_ATTENTION_ENCODER ? "query (source token)"
                                                      : "query (target token)";
        status = cli_figure_draw(a->c, &f);
    }
    free(f.panels);
    free(n);
    return status;
}
