/* heat_maps.c: the figure of `analyze attention`: a heat map for each matrix, a row for each run and length, a column
 * for each block, one scale for all. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/figure.h"

typedef struct names {
    char title[24], row[128], name[160];
} names;

/* ---- labels ---- */

#define NO_WORD "\xe2\x80\xa2" /* a bullet */
enum { LETTERS = 16 };         /* of a label */

/* The word of a token, cut where it is long; NO_WORD stands for none, and a blank is \x20. */
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

static size_t count_columns(const cli_heatmaps *x) {
    size_t columns = 1;
    for (size_t i = 0; i < x->count; i++)
        if ((size_t)x->heat[i].map.blocks > columns) columns = (size_t)x->heat[i].map.blocks;
    return columns;
}

static void fill_panel(const cli_analysis *a, const cli_heatmap *h, lg_panel *panel, names *n) {
    const lg_attention_map *m = &h->map;
    snprintf(n->title, sizeof n->title, "block %d", m->block);
    snprintf(n->row, sizeof n->row, "%s, n = %d", a->curves[h->run].label, m->length);
    snprintf(n->name, sizeof n->name, "%s, %s", n->row, n->title);
    *panel = (lg_panel){.title = n->title, .name = n->name, .guide = NAN, .level = NAN};
    if (m->block == 0) panel->row = n->row;
    panel->image = m->weights, panel->side = (size_t)m->keys, panel->rows = (size_t)m->tokens, panel->pixel = 1;
    panel->x_high = m->keys, panel->y_low = m->tokens;
    panel->y_names = (const char *const *)h->labels, panel->x_names = panel->y_names + m->tokens;
    if (m->kind == LG_ATTENTION_SELF && m->inputs < m->tokens) panel->split = m->inputs;
}

/* Matrices come run after run, length after length, block after block. */
static void fill_panels(const cli_analysis *a, const cli_heatmaps *x, lg_figure *f, names *n) {
    size_t row = 0;
    for (size_t i = 0; i < x->count; i++) {
        const size_t block = (size_t)x->heat[i].map.block;
        if (i > 0 && block == 0) row++;
        fill_panel(a, &x->heat[i], &f->panels[row * f->columns + block], &n[i]);
    }
    f->panel_count = (row + 1) * f->columns;
}

int cli_heatmaps_draw(const cli_analysis *a, const cli_heatmaps *x) {
    static const char *const of[] = {"attention", "the encoder's attention", "cross-attention"};
    char subtitle[192];
    lg_figure f = {.columns = count_columns(x), .subtitle = subtitle, .scale_max = x->scale_max};
    if (!cli_flag_on(&a->c->args, "figure")) return LG_OK;
    f.panels = calloc(a->count * a->length_count * f.columns, sizeof *f.panels);
    names *n = calloc(x->count + 1, sizeof *n);
    int status = f.panels && n ? LG_OK : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        fill_panels(a, x, &f, n);
        const bool split = x->count > 0 && f.panels[0].split > 0;
        snprintf(subtitle, sizeof subtitle, "weights of %s, %s of all heads%s%s", of[x->kind],
                 !strcmp(x->heads, "max") ? "the largest" : "the mean",
                 split ? "; thin lines: the end of the input" : "",
                 has_empty(x) ? "; " NO_WORD ": a token without a word" : "");
        f.title = cli_figure_title(a->c, a->curves, a->count, "attention");
        f.x_label = x->kind == LG_ATTENTION_SELF ? "key, token" : "key, token of the source";
        f.y_label = x->kind == LG_ATTENTION_SELF      ? "query, token"
                    : x->kind == LG_ATTENTION_ENCODER ? "query, token of the source"
                                                      : "query, token of the target";
        f.scale_label = "weight of attention";
        status = cli_figure_draw(a->c, &f);
    }
    free(f.panels);
    free(n);
    return status;
}
