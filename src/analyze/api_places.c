/* api_places.c: implements lg_analyze_places: loss by position in a window. */
#include <math.h>
#include <stdlib.h>

#include "analyze/text_windows.h"
#include "api/analysis.h"
#include "lengthen.h"
#include "run/run.h"

typedef struct places {
    lg_text_windows windows;
    double *losses; /* [windows, length] */
    int64_t done;
    lg_analyze_progress_fn progress;
    void *user;
} places;

static bool check_lengths(int length, int before, lg_error *err) {
    if (length < 1 || length > LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "length: %d is not in 1..%d", length, LG_LENGTH_MAX);
    return (before >= 0 && before <= LG_LENGTH_MAX - length) ||
           lg_fail(err, LG_USAGE, "before: %d is not in 0..%d", before, LG_LENGTH_MAX - length);
}

static void on_scored(void *user, int windows, int length) {
    places *x = user;
    (void)length;
    x->done += windows;
    const int64_t all = x->windows.count;
    if (x->progress) x->progress(x->user, x->done, all, (double)x->done / (double)all);
}

/* Reports groups of positions: 1, 2, 3..4, 5..8 and so on. The last group may be smaller. */
static void report_groups(const places *x, int length, int before, lg_place_loss_fn each) {
    const lg_text_windows *w = &x->windows;
    for (int first = 1, last; first <= length; first = last + 1) {
        last = first == 1 ? 1 : 2 * (first - 1);
        if (last > length) last = length;
        lg_place_loss s = {.length = length, .before = before, .first = first, .last = last, .windows = w->count};
        s.tokens = w->tokens;
        s.loss = lg_text_windows_loss(w, x->losses, first - 1, last - first + 1);
        each(x->user, &s);
    }
}

lg_status lg_analyze_places(lg_run *r, int length, int before, int64_t windows, lg_place_loss_fn each,
                            lg_analyze_progress_fn progress, void *user) {
    lg_error *err = lg_context_begin(r->context);
    places x = {.progress = progress, .user = user};
    bool ok = check_lengths(length, before, err) && lg_run_ready(r, err) &&
              lg_text_windows_place(&x.windows, r->session.trainer, "length", length + before, length, windows, err);
    if (ok && !(x.losses = malloc((size_t)x.windows.count * (size_t)length * sizeof *x.losses)))
        ok = lg_fail(err, LG_FAILED, "out of memory: %lld windows", (long long)x.windows.count);
    if (ok && lg_text_windows_score(&x.windows, r->session.trainer, length + before, x.losses, on_scored, &x, err))
        report_groups(&x, length, before, each);
    lg_text_windows_free(&x.windows);
    free(x.losses);
    return err->code;
}
