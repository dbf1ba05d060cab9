/* text_windows.c: see text_windows.h. */
#include "analyze/text_windows.h"

#include <math.h>
#include <stdlib.h>

#include "api/analysis.h"
#include "data/targets.h"
#include "lengthen/core.h"

enum { WINDOWS = 64 }; /* windows scored at a time */

/* Checks that the longest window fits into the split. *spare: number of tokens by which the window can be shifted. */
static bool find_spare(const lg_trainer *t, const char *what, int longest, int64_t *spare, lg_error *err) {
    const lg_dataset *d = lg_trainer_data(t);
    const int64_t size = d->entry->methods->stream(d, LG_SPLIT_TEST);
    *spare = size - 1 - longest;
    return *spare >= 0 || lg_fail(err, LG_USAGE,
                                  "%s: the test split of %s has %lld tokens, but a window of %d targets needs %lld "
                                  "tokens (use shorter windows, or a larger data.test_fraction)",
                                  what, d->entry->name, (long long)size, longest, (long long)longest + 1);
}

bool lg_text_windows_place(lg_text_windows *w, const lg_trainer *t, const char *what, int longest, int scored,
                           int64_t wanted, lg_error *err) {
    int64_t spare;
    *w = (lg_text_windows){.scored = scored};
    if (wanted < 1) return lg_fail(err, LG_USAGE, "windows: %lld: expected at least 1", (long long)wanted);
    if (!lg_text_stream_score_check(t, err) || !find_spare(t, what, longest, &spare, err)) return false;
    const int64_t most = 1 + spare / scored;
    w->count = wanted < most ? wanted : most;
    w->ends = malloc((size_t)w->count * sizeof *w->ends);
    if (!w->ends) return lg_fail(err, LG_FAILED, "out of memory: %lld windows", (long long)w->count);
    const int64_t step = w->count > 1 ? spare / (w->count - 1) : 0;
    const lg_dataset *d = lg_trainer_data(t);
    for (int64_t i = 0; i < w->count; i++) {
        w->ends[i] = longest + i * step;
        if (!lg_targets_digest(d, LG_SPLIT_TEST, w->ends[i] + 1 - scored, scored, w->tokens.digest, err)) return false;
    }
    w->tokens.first = w->ends[0] + 1 - scored;
    w->tokens.last = w->ends[w->count - 1];
    w->tokens.count = w->count * scored;
    return true;
}

void lg_text_windows_free(lg_text_windows *w) {
    free(w->ends);
    *w = (lg_text_windows){0};
}

/* Attention is quadratic in the tokens; the other operations are linear. */
double lg_text_window_work(int length) {
    return (double)length * (double)(length + 512);
}

bool lg_text_windows_score(const lg_text_windows *w, lg_trainer *t, int length, double *losses,
                           lg_windows_scored_fn each, void *user, lg_error *err) {
    int64_t begin[WINDOWS];
    for (int64_t i = 0; i < w->count; i += WINDOWS) {
        const int count = w->count - i < WINDOWS ? (int)(w->count - i) : WINDOWS;
        const lg_text_stream_windows some = {length, w->scored, begin, count};
        for (int k = 0; k < count; k++) begin[k] = w->ends[i + k] - length;
        if (!lg_text_stream_score(t, &some, losses + i * w->scored, err)) return false;
        if (each) each(user, count, length);
    }
    return true;
}

static double window_sum(const lg_text_windows *w, const double *losses, int64_t window, int first, int count) {
    const double *at = losses + window * w->scored + first;
    double sum = 0;
    for (int i = 0; i < count; i++) sum += at[i];
    return sum;
}

lg_token_loss lg_text_windows_loss(const lg_text_windows *w, const double *losses, int first, int count) {
    double mean = 0, squares = 0;
    for (int64_t i = 0; i < w->count; i++) mean += window_sum(w, losses, i, first, count);
    mean /= (double)(w->count * count);
    for (int64_t i = 0; i < w->count; i++) {
        const double off = window_sum(w, losses, i, first, count) / count - mean;
        squares += off * off;
    }
    const double error = w->count > 1 ? sqrt(squares / (double)(w->count - 1) / (double)w->count) : NAN;
    return (lg_token_loss){.nll = mean, .error = error, .perplexity = exp(mean), .bits = mean / log(2)};
}
