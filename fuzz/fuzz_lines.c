/* fuzz_lines.c: reads arbitrary bytes as the results of a run by length (eval.jsonl) and as its training curve
 * (metrics.jsonl). They must be refused with a message, or be the same when read again, and when written and read
 * again. */
#include "evaluate/evaluate.h"
#include "folder.h"
#include "metric/metric.h"
#include "run/run_dir.h"

enum { LENGTHS = 12 };

static const lg_run_dir *run(void) {
    static lg_run_dir s;
    lg_error err = {0};
    if (!s.dir) want(lg_run_dir_open(&s, folder(), &err));
    return &s;
}

static const lg_values *values(void) {
    static lg_resolved_config *config;
    lg_assignments none = {0};
    lg_error err = {0};
    if (!config) config = lg_assignments_resolve(&none, &err);
    want(config);
    return config->values;
}

/* ---- results ---- */

/* Returns the number of results; -1 if they were refused. */
static int read_results(lg_eval_result *results) {
    int lengths[LENGTHS];
    size_t read;
    lg_error err = {0}, wrong = {0};
    for (int i = 0; i < LENGTHS; i++) lengths[i] = i + 1;
    const bool good = lg_eval_read(run(), lengths, LENGTHS, NULL, false, results, &read, &wrong, &err);
    want(good ? wrong.code == LG_OK || wrong.code == LG_CORRUPT : err.code == LG_CORRUPT && err.text[0] != '\0');
    return good ? (int)read : -1;
}

/* The results as a file, which the caller frees. */
static char *write_results(const lg_eval_result *results, int count) {
    lg_error err = {0};
    want(lg_eval_clear(run(), &err));
    for (int i = 0; i < count; i++) want(lg_eval_append(run(), values(), &results[i], false, &err));
    return count > 0 ? get_file("eval.jsonl") : strdup("");
}

static void try_results(const uint8_t *bytes, size_t size) {
    static lg_eval_result first[LENGTHS], again[LENGTHS];
    put_file("eval.jsonl", bytes, size);
    const int count = read_results(first);
    if (count < 0) return;
    char *once = write_results(first, count);
    want(read_results(again) == count);
    char *twice = write_results(again, count);
    want(once && twice && !strcmp(once, twice));
    free(once);
    free(twice);
}

/* ---- the training curve ---- */

/* What was read: the number of lines, and a checksum of their numbers. */
typedef struct course {
    uint64_t count, sum;
} course;

static void add_number(course *c, double x) {
    uint64_t bits = 0;
    if (x == x) memcpy(&bits, &x, sizeof bits); /* count all NaNs as equal */
    c->sum = (c->sum ^ bits) * 0x100000001b3U;
}

static bool add_score(void *user, int64_t step, lg_split split, const double *scores, double seconds) {
    course *c = user;
    c->count++;
    add_number(c, (double)step);
    add_number(c, split);
    add_number(c, seconds);
    for (int i = 0; i < LG_METRICS; i++) add_number(c, scores[i]);
    return true;
}

static bool add_step(void *user, const lg_step *step) {
    course *c = user;
    const double numbers[] = {(double)step->step, step->length, step->loss, step->grad_norm, step->rate};
    c->count++;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) add_number(c, numbers[i]);
    return true;
}

static bool read_course(course *c) {
    lg_error err = {0};
    lg_load_record load;
    lg_arena *arena = lg_arena_new();
    want(arena);
    *c = (course){0};
    const bool good = lg_metrics_each_score(run(), add_score, c, &err) &&
                      lg_metrics_each_step(run(), add_step, c, &err) && lg_metrics_last_load(run(), arena, &load, &err);
    want(good || (err.code == LG_CORRUPT && strstr(err.text, "metrics.jsonl")));
    lg_arena_free(arena);
    return good;
}

static void try_course(const uint8_t *bytes, size_t size) {
    course first, again;
    put_file("metrics.jsonl", bytes, size);
    const bool good = read_course(&first);
    want(read_course(&again) == good);
    want(first.count == again.count && first.sum == again.sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    try_results(bytes, size);
    try_course(bytes, size);
    return 0;
}
