/* api_recl.c: implements lg_analyze_recl: the relative effective context length. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/recl.h"
#include "analyze/records.h"
#include "analyze/text_windows.h"
#include "api/analysis.h"
#include "data/data.h"
#include "run/run.h"

typedef struct recl {
    lg_run *const *runs;
    size_t count;
    const lg_recl_options *o;
    lg_text_windows windows;
    size_t tokens;       /* scored tokens of all windows */
    double *losses;      /* [count, contexts, tokens] */
    lg_recl_gain *gains; /* [contexts - 1, count] */
    lg_recl_gain *own;   /* [contexts - 1]: gains of one run */
    double work, all_work;
    int64_t done;
    lg_analyze_progress_fn progress;
    void *user;
    lg_error *err;
} recl;

/* ---- checking arguments ---- */

static bool check_options(const recl *x) {
    const lg_recl_options *o = x->o;
    if (o->context_count < 2) return lg_fail(x->err, LG_USAGE, "contexts: expected two or more");
    for (size_t i = 0; i < o->context_count; i++) {
        const int c = o->contexts[i], before = i > 0 ? o->contexts[i - 1] : 0;
        if (c <= before || c > LG_LENGTH_MAX)
            return lg_fail(x->err, LG_USAGE, "contexts: %d: expected 1..%d, ascending", c, LG_LENGTH_MAX);
    }
    for (size_t i = 0; i < o->fraction_count; i++)
        if (!(o->fractions[i] > 0 && o->fractions[i] <= 1))
            return lg_fail(x->err, LG_USAGE, "fractions: %g: expected more than 0, at most 1", o->fractions[i]);
    return (o->scored >= 0 && o->scored <= o->contexts[0]) ||
           lg_fail(x->err, LG_USAGE, "scored: %d, but the shortest context has %d tokens; expected 1..%d", o->scored,
                   o->contexts[0], o->contexts[0]);
}

/* ---- comparability ---- */

enum { COMPARED = 4096 }; /* tokens compared at a time */

/* Sets *same if the test texts are equal. Returns false on errors. */
static bool same_stream(const lg_dataset *a, const lg_dataset *b, lg_error *err, bool *same) {
    const int64_t size = a->entry->methods->stream(a, LG_SPLIT_TEST);
    lg_record x = {0}, y = {0};
    *same = size == b->entry->methods->stream(b, LG_SPLIT_TEST);
    const bool ok = lg_record_reserve(&x, 1, COMPARED, err) && lg_record_reserve(&y, 1, COMPARED, err);
    for (int64_t at = 0; ok && *same && at + 1 < size; at += COMPARED) {
        const int length = size - 1 - at < COMPARED ? (int)(size - 1 - at) : COMPARED;
        a->entry->methods->segment(a, LG_SPLIT_TEST, length, at, &x);
        b->entry->methods->segment(b, LG_SPLIT_TEST, length, at, &y);
        *same = x.source[0] == y.source[0] && !memcmp(x.target, y.target, (size_t)length * sizeof *x.target);
    }
    lg_record_free(&x);
    lg_record_free(&y);
    return ok;
}

static bool check_run(const recl *x, lg_run *r) {
    bool same = true;
    lg_run *first = x->runs[0];
    if (!lg_run_ready(r, x->err) || !lg_text_stream_score_check(r->session.trainer, x->err)) return false;
    if (r == first) return true;
    const lg_dataset *a = lg_trainer_data(first->session.trainer), *b = lg_trainer_data(r->session.trainer);
    if (!lg_analyze_same_data(first, r, x->err) || !same_stream(a, b, x->err, &same)) return false;
    return same ||
           lg_fail(x->err, LG_USAGE, "data: the test texts of %s and %s differ: expected runs on the same data", r->dir,
                   first->dir);
}

/* ---- losses ---- */

static void on_scored(void *user, int windows, int length) {
    recl *x = user;
    x->done += windows;
    x->work += windows * lg_text_window_work(length);
    if (!x->progress) return;
    const int64_t all = x->windows.count * (int64_t)(x->o->context_count * x->count);
    x->progress(x->user, x->done, all, x->work / x->all_work);
}

static bool reserve(recl *x) {
    const size_t contexts = x->o->context_count;
    x->tokens = (size_t)x->windows.count * (size_t)x->windows.scored;
    x->losses = malloc(x->count * contexts * x->tokens * sizeof *x->losses);
    x->gains = malloc((contexts - 1) * x->count * sizeof *x->gains);
    x->own = malloc((contexts - 1) * sizeof *x->own);
    for (size_t i = 0; i < contexts; i++)
        x->all_work += (double)(x->windows.count * (int64_t)x->count) * lg_text_window_work(x->o->contexts[i]);
    return (x->losses && x->gains && x->own) ||
           lg_fail(x->err, LG_FAILED, "out of memory: losses of %zu tokens", x->tokens);
}

static bool collect_losses(recl *x) {
    const size_t contexts = x->o->context_count;
    for (size_t i = 0; i < x->count * contexts; i++) {
        lg_trainer *t = x->runs[i / contexts]->session.trainer;
        if (!lg_text_windows_score(&x->windows, t, x->o->contexts[i % contexts], x->losses + i * x->tokens, on_scored,
                                   x, x->err))
            return false;
    }
    return true;
}

/* ---- reports ---- */

static bool find_gains(recl *x, size_t hardest) {
    const lg_recl_losses losses = {x->count, x->o->context_count, x->tokens, x->losses};
    for (size_t c = 0; c + 1 < x->o->context_count; c++)
        if (!lg_recl_gains(&losses, c, hardest, x->gains + c * x->count))
            return lg_fail(x->err, LG_FAILED, "out of memory: losses of %zu tokens", x->tokens);
    return true;
}

static void report_run(const recl *x, size_t run, lg_recl_report *r, lg_recl_fn each) {
    r->run = run;
    r->reached = false;
    r->length = x->o->contexts[r->count];
    for (size_t c = 0; c < r->count; c++) {
        x->own[c] = x->gains[c * x->count + run];
        if (r->reached || x->own[c].gain >= x->o->threshold) continue;
        r->reached = true;
        r->length = x->o->contexts[c];
    }
    each(x->user, r);
}

static bool report_fraction(recl *x, double fraction, lg_recl_fn each) {
    const size_t hardest = lg_recl_count(fraction, x->tokens);
    lg_recl_report r = {.fraction = fraction, .tokens = x->windows.tokens, .hardest = (int64_t)hardest};
    r.count = x->o->context_count - 1, r.contexts = x->o->contexts, r.gains = x->own;
    if (!find_gains(x, hardest)) return false;
    for (size_t i = 0; i < x->count; i++) report_run(x, i, &r, each);
    return true;
}

lg_status lg_analyze_recl(lg_run *const *runs, size_t count, const lg_recl_options *o, lg_recl_fn each,
                          lg_analyze_progress_fn progress, void *user) {
    lg_error *err = lg_context_begin(runs[0]->context);
    recl x = {.runs = runs, .count = count, .o = o, .progress = progress, .user = user, .err = err};
    bool ok = check_options(&x);
    for (size_t i = 0; ok && i < count; i++) ok = check_run(&x, runs[i]);
    ok = ok && lg_text_windows_place(&x.windows, runs[0]->session.trainer, "contexts",
                                     o->contexts[o->context_count - 1], o->scored > 0 ? o->scored : 1, o->windows, err);
    ok = ok && reserve(&x) && collect_losses(&x);
    for (size_t i = 0; ok && i < o->fraction_count; i++) ok = report_fraction(&x, o->fractions[i], each);
    lg_text_windows_free(&x.windows);
    free(x.losses);
    free(x.gains);
    free(x.own);
    return err->code;
}
