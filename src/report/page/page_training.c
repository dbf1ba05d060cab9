/* page_training.c: the training of single runs for a page: loss, gradient norm and learning rate by step, read from
 * their metrics.jsonl. Neighbouring lines are merged into their mean, at the step of the last line, so that all runs of
 * a page stay below MAX_NUMBERS. A run without a directory has no such data. */
#include <math.h>
#include <stdlib.h>

#include "report/page/page.h"
#include "report/page/page_json.h"
#include "run/run_dir.h"

#define MAX_NUMBERS 300000 /* numbers of all runs together: 2 MB */
#define MAX_POINTS  200    /* largest number of points per run */
#define MIN_POINTS  10     /* points per run, however many runs there are */

enum { LOSS, NORM, RATE, SERIES };
static const char *const names[SERIES] = {"loss", "norm", "rate"};

typedef struct point {
    int64_t step;
    double values[SERIES];
} point;

typedef struct course {
    point *points;
    size_t count, capacity;
    bool out_of_memory;
} course;

static bool add_step(void *user, const lg_step *x) {
    course *c = user;
    if (c->count == c->capacity) {
        const size_t capacity = 2 * c->capacity + 64;
        point *more = realloc(c->points, capacity * sizeof *more);
        c->out_of_memory = !more;
        if (!more) return false;
        c->points = more;
        c->capacity = capacity;
    }
    c->points[c->count++] = (point){x->step, {x->loss, x->grad_norm, x->rate}};
    return true;
}

/* ---- merging ---- */

/* Replaces each `width` neighbours by their mean, in place. */
static void merge(course *c, size_t width) {
    size_t count = 0;
    for (size_t i = 0; i < c->count; i += width) {
        const size_t end = i + width < c->count ? i + width : c->count;
        point mean = {.step = c->points[end - 1].step};
        for (size_t k = i; k < end; k++)
            for (int v = 0; v < SERIES; v++) mean.values[v] += c->points[k].values[v] / (double)(end - i);
        c->points[count++] = mean;
    }
    c->count = count;
}

static size_t begun_runs(const lg_report *r) {
    size_t runs = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++) runs += r->results->runs[i].step > 0;
    return runs;
}

/* The largest number of points per run. */
static size_t most_points(const lg_report *r) {
    const size_t most = MAX_NUMBERS / (SERIES + 1) / (begun_runs(r) + 1);
    return most > MAX_POINTS ? MAX_POINTS : most < MIN_POINTS ? MIN_POINTS : most;
}

/* ---- one run ---- */

static void write_course(course *c, size_t most, const char *key, lg_json *j) {
    const size_t width = (c->count + most - 1) / most;
    merge(c, width);
    lg_json_open(j, key);
    lg_json_put_int(j, "merged", (int64_t)width);
    lg_json_open_list(j, "step");
    for (size_t i = 0; i < c->count; i++) lg_json_put_int(j, NULL, c->points[i].step);
    lg_json_close_list(j);
    for (int v = 0; v < SERIES; v++) {
        lg_json_open_list(j, names[v]);
        for (size_t i = 0; i < c->count; i++) lg_page_put_significant(j, NULL, c->points[i].values[v], 5);
        lg_json_close_list(j);
    }
    lg_json_close(j);
}

/* A damaged line ends the run's data; other commands report it. */
static bool read_course(const lg_report *r, size_t run, course *out, lg_error *err) {
    char path[4096];
    lg_run_dir dir;
    lg_error words = {0};
    *out = (course){0};
    if (!lg_planned_path(r->manifest, run, r->sweep, "", path, sizeof path)) return true;
    if (lg_run_dir_open(&dir, path, &words)) lg_metrics_each_step(&dir, add_step, out, &words);
    lg_run_dir_close(&dir);
    if (!out->out_of_memory && !lg_error_is_shortage(&words)) return true;
    return lg_fail(err, LG_FAILED, "%s", out->out_of_memory ? "out of memory: the steps of a run" : words.text);
}

bool lg_page_write_training(const lg_report *r, lg_json *j, lg_error *err) {
    const size_t most = most_points(r);
    bool good = true;
    lg_json_open(j, "training");
    for (size_t i = 0; i < r->manifest->run_count && good; i++) {
        course c;
        char key[24];
        if (r->results->runs[i].step == 0) continue;
        good = read_course(r, i, &c, err);
        snprintf(key, sizeof key, "%zu", i);
        if (good && c.count > 0) write_course(&c, most, key, j);
        free(c.points);
    }
    lg_json_close(j);
    return good;
}
