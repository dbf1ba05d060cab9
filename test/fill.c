/* fill.c: finishes runs of a sweep without training. Each run gets an invented score and curve, which depend only on
 * its position in the plan; one in twenty fails or diverges. For tests of sweeps and for sweeps too large to train in a
 * test.
 *
 *     fill SWEEP [COUNT [MILLISECONDS]]      finishes COUNT runs (default: all), one every MILLISECONDS (default: 0) */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/sweep.h"
#include "metrics.h"
#include "sweep/registry/registry.h"

enum { LENGTHS = 500, TRAINED = 40, TESTS = 4 };

/* A pseudorandom number in [0, 1). */
static double noise(size_t run, size_t i) {
    uint64_t x = (run + 1) * 0x9e3779b97f4a7c15u + i * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

/* An invented accuracy. It is high up to the training lengths; beyond these lengths it decays at a rate that depends
 * mostly on the run's label on the column axis. */
static double accuracy_at(const lg_manifest *m, size_t run, int length) {
    const int column = m->selection.columns < 0 ? 0 : m->runs[run].labels[m->selection.columns];
    const double speed = 4 * noise((size_t)(column + 1000), 7) + noise(run, 1),
                 beyond = length > TRAINED ? length - TRAINED : 0;
    const double x = 0.5 + 0.5 * exp(-speed * beyond / LENGTHS) + 0.02 * (noise(run, (size_t)length + 10) - 0.5);
    return fmin(fmax(x, 0), 1);
}

static void make_up(const lg_manifest *m, size_t run, lg_point *points, lg_progress_point *tests, lg_run_result *out) {
    *out = lg_result_planned();
    out->state = run % 40 == 7 ? LG_RUN_FAILED : run % 40 == 27 ? LG_RUN_DIVERGED : LG_RUN_DONE;
    out->steps = 20000;
    out->step = out->state == LG_RUN_DONE ? out->steps : 312;
    out->seconds = 100 + 50 * noise(run, 2);
    out->started = out->finished = "2026-01-01T00:00:00Z";
    if (out->state == LG_RUN_FAILED) out->reason = "cannot write <out>/model.safetensors: No space left on device";
    if (out->state == LG_RUN_DIVERGED) out->reason = "the loss became NaN at step 312; try a smaller train.lr";
    if (out->state != LG_RUN_DONE) return;
    double sum = 0, exact = 0;
    for (int n = 1; n <= LENGTHS; n++) {
        points[n - 1] = (lg_point)POINT(n, accuracy_at(m, run, n));
        points[n - 1].values[EXACT_MATCH] = pow(points[n - 1].values[ACCURACY], 4);
        if (n <= TRAINED) continue;
        sum += points[n - 1].values[ACCURACY];
        exact += points[n - 1].values[EXACT_MATCH];
    }
    out->scores[ACCURACY] = sum / (LENGTHS - TRAINED);
    out->scores[EXACT_MATCH] = exact / (LENGTHS - TRAINED);
    out->loss = 0.1, out->accuracy = 1;
    out->points = points, out->point_count = LENGTHS;
    for (int i = 0; i < TESTS; i++)
        tests[i] = (lg_progress_point)PROGRESS(5000 * (i + 1), out->seconds * (i + 1) / TESTS,
                                               out->scores[ACCURACY] * (i + 1) / TESTS);
    out->progress = tests, out->progress_count = TESTS;
}

static bool fill_one(lg_registry *r, const lg_manifest *m, size_t *count, lg_error *err) {
    size_t run;
    lg_point points[LENGTHS];
    lg_progress_point tests[TESTS];
    lg_run_result result;
    if (!lg_registry_claim(r, 1, &run, count, err)) return false;
    if (*count == 0) return true;
    make_up(m, run, points, tests, &result);
    return lg_registry_finish(r, run, &result, err);
}

int main(int count, char **words) {
    lg_error err = {0};
    if (count < 2 || count > 4) return fprintf(stderr, "usage: fill SWEEP [COUNT [MILLISECONDS]]\n"), 2;
    const long most = count > 2 ? strtol(words[2], NULL, 10) : 1L << 30,
               pause = count > 3 ? strtol(words[3], NULL, 10) : 0;
    const struct timespec moment = {pause / 1000, pause % 1000 * 1000000};
    lg_manifest *m = lg_manifest_read(words[1], &err);
    bool made;
    lg_registry *r = m ? lg_registry_open(words[1], m, &made, &err) : NULL;
    size_t more = r ? 1 : 0;
    for (long i = 0; i < most && more > 0 && fill_one(r, m, &more, &err); i++) nanosleep(&moment, NULL);
    lg_registry_close(r);
    lg_manifest_free(m);
    if (err.code != LG_OK) fprintf(stderr, "fill: %s\n", err.text);
    return err.code;
}
