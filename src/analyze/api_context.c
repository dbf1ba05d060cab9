/* api_context.c: implements lg_analyze_context (api/analysis.h): perplexity as a function of context length. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/text_windows.h"
#include "api/analysis.h"
#include "config/describe.h"
#include "data/curriculum.h"
#include "lengthen.h"
#include "run/run.h"

typedef struct contexts {
    lg_run *run;
    const int *contexts;
    size_t count;
    int scored;  /* number of scored targets at the end of each window */
    int longest; /* the longest context */
    lg_text_windows windows;
    double *losses; /* [windows, scored] */
    double work, all_work;
    int64_t done;
    lg_analyze_progress_fn progress;
    void *user;
    lg_error *err;
} contexts;

size_t lg_analyze_default_contexts(const lg_run *r, int to[LG_DEFAULT_CONTEXTS]) {
    const lg_values *v = lg_run_values(r);
    const lg_chosen_curriculum c = lg_curriculum_choose(v);
    const int trained = c.entry->longest(&c.own, lg_int(v, "train.steps"));
    size_t count = 0;
    for (int quarters = 2; quarters <= 10; quarters++) {
        const int64_t context = (int64_t)quarters * trained / 4;
        if (context >= 1 && context <= LG_LENGTH_MAX && (count == 0 || context > to[count - 1]))
            to[count++] = (int)context;
    }
    return count;
}

/* ---- placing windows ---- */

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
        return lg_fail(x->err, LG_USAGE, "scored: %d, but the shortest context has %d tokens; expected 1..%d",
                       x->scored, shortest, shortest);
    return true;
}

static bool place_windows(contexts *x, int64_t wanted) {
    lg_text_windows *w = &x->windows;
    if (!lg_text_windows_place(w, x->run->session.trainer, "contexts", x->longest, x->scored, wanted, x->err))
        return false;
    x->losses = malloc((size_t)w->count * (size_t)w->scored * sizeof *x->losses);
    return x->losses || lg_fail(x->err, LG_FAILED, "out of memory: %lld windows", (long long)w->count);
}

/* ---- scores ---- */

static void on_scored(void *user, int windows, int length) {
    contexts *x = user;
    x->done += windows;
    x->work += windows * lg_text_window_work(length);
    if (x->progress) x->progress(x->user, x->done, x->windows.count * (int64_t)x->count, x->work / x->all_work);
}

static bool score_context(contexts *x, int context, lg_context_score *s) {
    const lg_text_windows *w = &x->windows;
    if (!lg_text_windows_score(w, x->run->session.trainer, context, x->losses, on_scored, x, x->err)) return false;
    *s = (lg_context_score){.context = context, .scored = w->scored, .windows = w->count, .tokens = w->tokens};
    s->loss = lg_text_windows_loss(w, x->losses, 0, w->scored);
    return true;
}

lg_status lg_analyze_context(lg_run *r, const int *lengths, size_t count, int scored, int64_t windows,
                             lg_context_score_fn each, lg_analyze_progress_fn progress, void *user) {
    lg_error *err = lg_context_begin(r->context);
    contexts x = {.run = r, .contexts = lengths, .count = count, .scored = scored, .err = err};
    x.progress = progress, x.user = user;
    bool ok = lg_run_ready(r, err) && lg_text_stream_score_check(r->session.trainer, err) && check_contexts(&x) &&
              place_windows(&x, windows);
    for (size_t i = 0; ok && i < count; i++) x.all_work += (double)x.windows.count * lg_text_window_work(lengths[i]);
    for (size_t i = 0; ok && i < count; i++) {
        lg_context_score s;
        ok = score_context(&x, lengths[i], &s);
        if (ok) each(user, &s);
    }
    lg_text_windows_free(&x.windows);
    free(x.losses);
    return err->code;
}
