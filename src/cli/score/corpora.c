/* corpora.c: prints a score per system, with bootstrap intervals and p-values if requested. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/score/score.h"

/* The score over all segments of a system. */
static lg_text_score score_all(const cli_scoring *s, size_t system) {
    double sums[LG_SCORE_SUMS] = {0};
    for (size_t i = 0; i < s->segments * s->width; i++) sums[i % s->width] += s->sums[system][i];
    return lg_scorer_score(s->scorer, sums);
}

/* ---- rows ---- */

static const lg_member score_members[] = {
    LG_MEMBER(cli_text_score, metric, "metric", "`bleu`, `chrf` or `chrf++`"),
    LG_MEMBER(cli_text_score, x.name, "name", "`BLEU`, `chrF2`, `chrF2++`", .heading = "metric"),
    LG_MEMBER(cli_text_score, x.score, "score", "from 0 to 100", .heading = "score", .digits = 2),
    LG_MEMBER(cli_text_score, signature, "signature", "signature, in the format of sacreBLEU"),
    LG_LIST(cli_text_score, counts, x.orders, "counts", "n-grams that match the references, by order"),
    LG_LIST(cli_text_score, totals, x.orders, "totals", "n-grams of the system, by order"),
    LG_LIST(cli_text_score, x.precisions, x.orders, "precisions", "precisions by order", .unit = "%"),
    LG_LIST(cli_text_score, references, x.orders, "reference_totals", "for chrF: n-grams of the references, by order",
            .when = LG_WHEN(cli_text_score, is_chrf)),
    LG_LIST(cli_text_score, x.recalls, x.orders, "recalls", "for chrF: recalls by order", .unit = "%",
            .when = LG_WHEN(cli_text_score, is_chrf)),
#define PRECISION(n, title)                                                                                            \
    LG_MEMBER(cli_text_score, x.precisions[n], NULL, "", .heading = title, .format = "%.1f %%",                        \
              .when = LG_WHEN(cli_text_score, is_bleu))
    PRECISION(0, "1-grams"),
    PRECISION(1, "2-grams"),
    PRECISION(2, "3-grams"),
    PRECISION(3, "4-grams"),
    LG_MEMBER(cli_text_score, x.brevity_penalty, "brevity_penalty",
              "for BLEU: factor for short translations, from 0 to 1", .when = LG_WHEN(cli_text_score, is_bleu),
              .heading = "brevity", .digits = 3),
    LG_MEMBER(cli_text_score, hypothesis_length, "hypothesis_length",
              "length of the system's text in tokens; for chrF, in characters"),
    LG_MEMBER(cli_text_score, hypothesis_length, NULL, "", .heading = "tokens",
              .when = LG_WHEN(cli_text_score, is_bleu)),
    LG_MEMBER(cli_text_score, hypothesis_length, NULL, "", .heading = "characters",
              .when = LG_WHEN(cli_text_score, is_chrf)),
    LG_MEMBER(cli_text_score, reference_length, "reference_length",
              "length of the references in tokens; for chrF, in characters", .heading = "reference"),
    {0},
};
const lg_schema cli_schema_text_score = {.members = score_members};

cli_text_score cli_text_score_of(const cli_scoring *s, const lg_text_score *x) {
    const char *metric = cli_flag_value(&s->c->args, "metric");
    cli_text_score r = {metric ? metric : "bleu", s->signature, !s->is_chrf, s->is_chrf, *x};
    for (int i = 0; i < x->orders; i++) {
        r.counts[i] = (size_t)x->counts[i];
        r.totals[i] = (size_t)x->totals[i];
        r.references[i] = (size_t)x->references[i];
    }
    r.hypothesis_length = (int64_t)x->hypothesis_length, r.reference_length = (int64_t)x->reference_length;
    return r;
}

typedef struct row {
    const char *system;
    size_t segments;
    cli_text_score score;
    bool resampled, compared; /* resampled: the row has an interval; compared: it has a p-value (systems after the
                                 first) */
    int resamples;
    int64_t seed;
    lg_score_estimate e;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, system, "system", "file of the system", .heading = "system"),
    LG_MEMBER(row, segments, "segments", "number of segments"),
    LG_ROW(row, score, NULL, "", &cli_schema_text_score),
    LG_MEMBER(row, resamples, "resamples", "number of bootstrap resamples", .when = LG_WHEN(row, resampled)),
    LG_MEMBER(row, seed, "seed", "seed of the bootstrap", .when = LG_WHEN(row, resampled)),
    LG_MEMBER(row, e.mean, "mean", "mean of the resamples' scores", .when = LG_WHEN(row, resampled), .heading = "mean",
              .digits = 2),
    LG_MEMBER(row, e.low, "low", "lower end of the 95 % interval: the 2.5 % quantile of the resamples' scores",
              .when = LG_WHEN(row, resampled), .heading = "95 % from", .digits = 2),
    LG_MEMBER(row, e.high, "high", "upper end of the 95 % interval: the 97.5 % quantile of the resamples' scores",
              .when = LG_WHEN(row, resampled), .heading = "to", .digits = 2),
    LG_MEMBER(row, e.p, "p", "p-value of the difference from the first system; absent for that system",
              .when = LG_WHEN(row, compared), .heading = "p", .digits = 4),
    {0},
};
const lg_schema cli_schema_translation_score = {
    .name = "lengthen.translation_score/1",
    .about = "`score`: one row per system.",
    .members = members,
};

static void put_row(cli_rows *rows, const cli_scoring *s, size_t system, const lg_score_estimate *e) {
    const lg_text_score x = score_all(s, system);
    row r = {s->systems[system].name, s->segments, cli_text_score_of(s, &x), .resamples = s->resamples, .e = *e};
    r.resampled = s->resamples > 0, r.compared = r.resampled && system > 0;
    r.seed = (int64_t)s->seed;
    cli_rows_put(rows, &r);
}

static int print_scores(const cli_scoring *s, lg_score_estimate *estimates) {
    const double *const *sums = (const double *const *)s->sums;
    if (s->resamples > 0) {
        const lg_status status = lg_scorer_bootstrap(s->c->context, s->scorer, sums, s->system_count, s->segments,
                                                     s->resamples, s->seed, estimates);
        if (status != LG_OK) return cli_fail_library(s->c, status);
    }
    cli_rows rows = cli_rows_begin(&cli_schema_translation_score);
    for (size_t i = 0; i < s->system_count; i++) put_row(&rows, s, i, &estimates[i]);
    cli_rows_end(&rows, LG_OK);
    cli_line();
    cli_legend(s->signature);
    return LG_OK;
}

int cli_score_corpora(const cli_scoring *s) {
    lg_score_estimate *estimates = calloc(s->system_count, sizeof *estimates);
    const int status =
        estimates ? print_scores(s, estimates) : cli_fail(LG_FAILED, "out of memory: %zu systems", s->system_count);
    free(estimates);
    return status;
}
