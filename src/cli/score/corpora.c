/* corpora.c: a score for each system, and with a bootstrap how far it can be trusted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/score/score.h"
#include "cli/ui/print.h"

static void put_counts(json_t *o, const char *key, const double *counts, int orders) {
    size_t whole[LG_SCORE_ORDERS];
    for (int i = 0; i < orders; i++) whole[i] = (size_t)counts[i];
    cli_out_sizes(o, key, whole, orders);
}

void cli_score_members(const cli_scoring *s, json_t *o, const lg_text_score *x) {
    const char *metric = cli_flag_value(&s->c->args, "metric");
    cli_out_text(o, "metric", metric ? metric : "bleu");
    cli_out_text(o, "name", x->name);
    cli_out_real(o, "score", x->score);
    cli_out_text(o, "signature", s->signature);
    put_counts(o, "counts", x->counts, x->orders);
    put_counts(o, "totals", x->totals, x->orders);
    cli_out_reals(o, "precisions", x->precisions, x->orders);
    if (s->is_chrf) {
        put_counts(o, "reference_totals", x->references, x->orders);
        cli_out_reals(o, "recalls", x->recalls, x->orders);
    } else {
        cli_out_real(o, "brevity_penalty", x->brevity_penalty);
    }
    cli_out_int(o, "hypothesis_length", (int64_t)x->hypothesis_length);
    cli_out_int(o, "reference_length", (int64_t)x->reference_length);
}

/* The score of all segments of a system. */
static lg_text_score score_all(const cli_scoring *s, size_t system) {
    double sums[LG_SCORE_SUMS] = {0};
    for (size_t i = 0; i < s->segments * s->width; i++) sums[i % s->width] += s->sums[system][i];
    return lg_scorer_score(s->scorer, sums);
}

/* ---- machine-readable ---- */

static void print_json(const cli_scoring *s, size_t system, const lg_text_score *x, const lg_score_estimate *e) {
    json_t *o = cli_out_object("lengthen.translation_score/1");
    cli_out_text(o, "system", s->systems[system].name);
    cli_out_int(o, "segments", (int64_t)s->segments);
    cli_score_members(s, o, x);
    if (s->resamples > 0) {
        cli_out_int(o, "resamples", s->resamples);
        cli_out_int(o, "seed", (int64_t)s->seed);
        cli_out_real(o, "mean", e->mean);
        cli_out_real(o, "low", e->low);
        cli_out_real(o, "high", e->high);
        if (system > 0) cli_out_real(o, "p", e->p);
    }
    cli_out_line(o);
}

/* ---- tables ---- */

static lg_sheet *begin_table(const cli_scoring *s, const lg_text_score *x) {
    char kinds[32] = "lr";
    strcat(kinds, s->is_chrf ? "rr" : "rrrrrrr");
    if (s->resamples > 0) strcat(kinds, s->system_count > 1 ? "rrr" : "rr");
    lg_sheet *t = lg_sheet_new(kinds);
    lg_sheet_cell(t, "system");
    lg_sheet_cell(t, "%s", x->name);
    for (int n = 1; !s->is_chrf && n <= x->orders; n++) lg_sheet_cell(t, "%d-grams", n);
    if (!s->is_chrf) lg_sheet_cell(t, "brevity");
    lg_sheet_cell(t, s->is_chrf ? "characters" : "tokens");
    lg_sheet_cell(t, "reference");
    if (s->resamples > 0) lg_sheet_cell(t, "mean"), lg_sheet_cell(t, "95 %%");
    if (s->resamples > 0 && s->system_count > 1) lg_sheet_cell(t, "p");
    return t;
}

static void add_row(const cli_scoring *s, lg_sheet *t, size_t system, const lg_text_score *x,
                    const lg_score_estimate *e) {
    lg_sheet_cell(t, "%s", s->systems[system].name);
    lg_sheet_number(t, x->score, 2);
    for (int n = 0; !s->is_chrf && n < x->orders; n++) lg_sheet_cell(t, "%.1f %%", x->precisions[n]);
    if (!s->is_chrf) lg_sheet_number(t, x->brevity_penalty, 3);
    lg_sheet_number(t, x->hypothesis_length, 0);
    lg_sheet_number(t, x->reference_length, 0);
    if (s->resamples > 0) {
        lg_sheet_number(t, e->mean, 2);
        lg_sheet_cell(t, "%.2f..%.2f", e->low, e->high);
    }
    if (s->resamples > 0 && s->system_count > 1) lg_sheet_number(t, e->p, 4);
}

static void print_table(const cli_scoring *s, const lg_text_score *scores, const lg_score_estimate *estimates) {
    lg_sheet *t = begin_table(s, scores);
    for (size_t i = 0; i < s->system_count; i++) add_row(s, t, i, &scores[i], &estimates[i]);
    cli_sheet_print(t, stdout);
    printf("\n%s\n", s->signature);
}

static int print_scores(const cli_scoring *s, lg_text_score *scores, lg_score_estimate *estimates) {
    const double *const *sums = (const double *const *)s->sums;
    if (s->resamples > 0) {
        const lg_status status = lg_scorer_bootstrap(s->c->context, s->scorer, sums, s->system_count, s->segments,
                                                     s->resamples, s->seed, estimates);
        if (status != LG_OK) return cli_fail_library(s->c, status);
    }
    for (size_t i = 0; i < s->system_count; i++) {
        scores[i] = score_all(s, i);
        if (s->c->json) print_json(s, i, &scores[i], &estimates[i]);
    }
    if (!s->c->json) print_table(s, scores, estimates);
    return LG_OK;
}

int cli_score_corpora(const cli_scoring *s) {
    lg_text_score *scores = calloc(s->system_count, sizeof *scores);
    lg_score_estimate *estimates = calloc(s->system_count, sizeof *estimates);
    const int status = scores && estimates ? print_scores(s, scores, estimates)
                                           : cli_fail(LG_FAILED, "out of memory: %zu systems", s->system_count);
    free(scores);
    free(estimates);
    return status;
}
