/* fuzz_kept.c: reads arbitrary bytes as a file of kept runs, compressed or not, and as values of analyses. They must be
 * refused with a message, or give finished runs whose numbers are within their ranges, and finite values. Each input is
 * read twice; both results must be equal. */
#include <math.h>

#include "folder.h"
#include "sweep/kept_values.h"

static bool read_runs(lg_context *c, lg_arena *arena, lg_kept_runs *out, lg_error *err) {
    return lg_kept_runs_read(c, path_of("kept.jsonl"), arena, out, err);
}

static void check_run(const lg_kept_run *r, const lg_kept_run *again) {
    want(r->name && r->result.state == LG_RUN_DONE && !strcmp(r->name, again->name));
    want(r->result.point_count == again->result.point_count && lg_kept_run_value(r, "train.seed"));
    for (size_t i = 0; i < LG_METRICS; i++) {
        const double x = r->result.scores[i];
        want(isnan(x) || (x >= lg_metric_at(i).low - 1e-6 && x <= lg_metric_at(i).high + 1e-6));
    }
}

static void check_values(lg_arena *arena) {
    lg_kept_values x[2];
    lg_error err[2] = {{0}};
    for (int i = 0; i < 2; i++)
        if (!lg_kept_values_read(path_of("kept.jsonl"), "value", NULL, arena, &x[i], &err[i]))
            want(err[i].code == LG_CORRUPT && err[i].text[0] != '\0');
    want(x[0].count == x[1].count && !strcmp(err[0].text, err[1].text));
    for (size_t i = 0; i < x[0].count; i++) {
        want(isfinite(x[0].list[i].value) && !strcmp(x[0].list[i].run, x[1].list[i].run));
        want(!isnan(lg_kept_values_mean(&x[0], x[0].list[i].run, (const int[]){0, 0})));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    lg_arena *arena = lg_arena_new();
    lg_context *c = lg_context_new();
    lg_error err = {0}, again = {0};
    lg_kept_runs a, b;
    want(arena && c);
    put_file("kept.jsonl", bytes, size);
    if (read_runs(c, arena, &a, &err)) {
        want(read_runs(c, arena, &b, &again) && a.count == b.count && a.count > 0);
        for (size_t i = 0; i < a.count; i++) check_run(&a.runs[i], &b.runs[i]);
    } else {
        want((err.code == LG_CORRUPT || err.code == LG_USAGE) && err.text[0] != '\0');
        want(!read_runs(c, arena, &b, &again) && !strcmp(err.text, again.text));
    }
    check_values(arena);
    lg_context_free(c);
    lg_arena_free(arena);
    return 0;
}
