/* api_context.c: implements the perplexity against the length of the context of lengthen.h. */
#include <math.h>
#include <stdlib.h>

#include "data/curriculum.h"
#include "data/data.h"
#include "run/run.h"
#include "train/stream_score.h"

enum { WINDOWS = 64 }; /* scored at a time */

typedef struct contexts {
    lg_run *run;
    const int *contexts;
    size_t count;
    int scored, longest; /* the longest context */
    int64_t windows;
    int64_t *ends; /* [windows] the last target of each: a token of the test split */
    int64_t *begin;
    double *nll;           /* [windows] */
    double work, all_work; /* a window counts as the square of its tokens and some more */
    int64_t done;
    lg_analyze_progress_fn progress;
    void *user;
    lg_error *err;
} contexts;

size_t lg_analyze_default_contexts(const lg_run *r, int to[LG_DEFAULT_CONTEXTS]) {
    const lg_values *v = r->session.values;
    const int trained = lg_curriculum_find(lg_text(v, "curriculum"))->longest(v, lg_int(v, "train.steps"));
    size_t count = 0;
    for (int quarters = 2; quarters <= 10; quarters++) {
        const int64_t context = (int64_t)quarters * trained / 4;
        if (context >= 1 && context <= LG_LENGTH_MAX && (count == 0 || context > to[count - 1]))
            to[count++] = (int)context;
    }
    return count;
}

/* ---- which windows ---- */

static bool check_contexts(contexts *x) {
    int shortest = LG_LENGTH_MAX;
    if (x->count == 0) return lg_fail(x->err, LG_USAGE, "contexts: expected at least one");
    for (size_t i = 0; i < x->count; i++) {
        const int c = x->contexts[i];
        if (c < 1 || c > LG_LENGTH_MAX)
            return lg_fail(x->err, LG_USAGE, "contexts: %d is not in 1..%d", c, LG_LENGTH_MAX);
        if (c < shortest) shortest = c;
        if (c > x->longest) x->longest = c;
    }
    if (x->scored == 0) x->scored = shortest > 1 ? shortest / 2 : 1;
    if (x->scored < 0 || x->scored > shortest)
        return lg_fail(x->err, LG_USAGE, "scored: %d of the %d tokens of the shortest context: expected 1..%d",
                       x->scored, shortest, shortest);
    return x->windows >= 1 || lg_fail(x->err, LG_USAGE, "windows: %lld: expected at least 1", (long long)x->windows);
}

/* The longest window is to begin within the split, and no token is to count twice. */
static bool place_windows(contexts *x) {
    const lg_dataset *d = lg_trainer_data(x->run->session.trainer);
    const int64_t size = d->entry->methods->stream(d, LG_SPLIT_TEST), spare = size - 1 - x->longest;
    if (spare < 0)
        return lg_fail(x->err, LG_USAGE,
                       "contexts: the test split of %s has %lld tokens, of which a context of %d reads %lld: expected "
                       "shorter contexts, or a larger data.test_fraction",
                       d->entry->name, (long long)size, x->longest, (long long)x->longest + 1);
    const int64_t most = 1 + spare / x->scored;
    if (x->windows > most) x->windows = most;
    x->ends = malloc((size_t)x->windows * sizeof *x->ends);
    x->begin = malloc((size_t)x->windows * sizeof *x->begin);
    x->nll = malloc((size_t)x->windows * sizeof *x->nll);
    if (!x->ends || !x->begin || !x->nll)
        return lg_fail(x->err, LG_FAILED, "out of memory: %lld windows", (long long)x->windows);
    const int64_t step = x->windows > 1 ? spare / (x->windows - 1) : 0;
    for (int64_t i = 0; i < x->windows; i++) x->ends[i] = x->longest + i * step;
    return true;
}

static double work_of(int context) {
    return (double)context * (double)(context + 512);
}

/* ---- scores ---- */

static bool score_windows(contexts *x, int context) {
    for (int64_t i = 0; i < x->windows; i++) x->begin[i] = x->ends[i] - context;
    for (int64_t i = 0; i < x->windows; i += WINDOWS) {
        const int64_t left = x->windows - i;
        const lg_stream_windows w = {context, x->scored, x->begin + i, left < WINDOWS ? (int)left : WINDOWS};
        if (!lg_stream_score(x->run->session.trainer, &w, x->nll + i, x->err)) return false;
        x->done += w.count;
        x->work += w.count * work_of(context);
        if (x->progress) x->progress(x->user, x->done, x->windows * (int64_t)x->count, x->work / x->all_work);
    }
    return true;
}

/* Windows are as good as independent: their tokens do not overlap. */
static lg_context_score sum_windows(const contexts *x, int context) {
    lg_context_score s = {.context = context, .scored = x->scored, .windows = x->windows};
    double squares = 0;
    s.tokens = x->windows * x->scored;
    for (int64_t i = 0; i < x->windows; i++) s.nll += x->nll[i];
    s.nll /= (double)s.tokens;
    for (int64_t i = 0; i < x->windows; i++) {
        const double off = x->nll[i] / x->scored - s.nll;
        squares += off * off;
    }
    s.error = x->windows > 1 ? sqrt(squares / (double)(x->windows - 1) / (double)x->windows) : NAN;
    s.perplexity = exp(s.nll);
    s.bits = s.nll / log(2);
    return s;
}

lg_status lg_analyze_context(lg_run *r, const int *lengths, size_t count, int scored, int64_t windows,
                             lg_context_score_fn each, lg_analyze_progress_fn progress, void *user) {
    lg_error *err = lg_context_begin(r->context);
    contexts x = {.run = r, .contexts = lengths, .count = count, .scored = scored, .windows = windows, .err = err};
    x.progress = progress, x.user = user;
    bool ok = lg_run_ready(r, err) && lg_stream_score_check(r->session.trainer, err) && check_contexts(&x) &&
              place_windows(&x);
    for (size_t i = 0; ok && i < count; i++) x.all_work += (double)x.windows * work_of(lengths[i]);
    for (size_t i = 0; ok && i < count; i++) {
        ok = score_windows(&x, lengths[i]);
        const lg_context_score s = ok ? sum_windows(&x, lengths[i]) : (lg_context_score){0};
        if (ok) each(user, &s);
    }
    free(x.ends);
    free(x.begin);
    free(x.nll);
    return err->code;
}
