/* progress_json.c: see progress_json.h. */
#include "cli/serve/progress_json.h"

#include <math.h>
#include <stdio.h>
#include <sys/stat.h>

#include "cli/ui/out.h"

enum {
    APART = 5, /* seconds between two samples */
    MAX_RUNNING = 64,
    MAX_FAILURES = 100,
};

static bool has_ended(const lg_sweep_run *r) {
    return r->state != LG_RUN_PLANNED && r->state != LG_RUN_RUNNING && r->state != LG_RUN_PAUSED;
}

/* The estimated work that is done. */
static double work_of(const lg_sweep_run *r) {
    return r->cost - r->left;
}

static struct cli_sample sample(lg_sweep *s, double time) {
    struct cli_sample now = {.time = time};
    const size_t runs = lg_sweep_about(s).runs;
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        now.work += work_of(&r);
        now.ended += has_ended(&r);
    }
    return now;
}

void cli_pace_note(cli_pace *p, lg_sweep *s, double time) {
    if (p->count && time < p->samples[(p->next + CLI_SAMPLES - 1) % CLI_SAMPLES].time + APART) return;
    p->samples[p->next] = sample(s, time);
    p->next = (p->next + 1) % CLI_SAMPLES;
    if (p->count < CLI_SAMPLES) p->count++;
}

/* From the oldest sample to the newest; NaN while they are not known. */
static void measure(const cli_pace *p, double *rate, double *per_hour) {
    const struct cli_sample *last = &p->samples[(p->next + CLI_SAMPLES - 1) % CLI_SAMPLES],
                            *first = &p->samples[(p->next + CLI_SAMPLES - p->count) % CLI_SAMPLES];
    const double seconds = p->count > 1 ? last->time - first->time : 0;
    *rate = seconds > 0 && last->work > first->work ? (last->work - first->work) / seconds : (double)NAN;
    *per_hour =
        seconds > 0 && last->ended > first->ended ? 3600 * (double)(last->ended - first->ended) / seconds : (double)NAN;
}

static json_t *running(const lg_sweep_run *r) {
    json_t *o = json_object();
    cli_out_int(o, "run", (int64_t)r->index);
    cli_out_int(o, "step", r->step);
    cli_out_int(o, "steps", r->steps);
    cli_out_text(o, "owner", r->owner);
    return o;
}

static json_t *failure(const lg_sweep_run *r) {
    json_t *o = json_object();
    cli_out_int(o, "run", (int64_t)r->index);
    cli_out_int(o, "state", r->state);
    cli_out_text(o, "reason", r->reason);
    return o;
}

static void add_real(json_t *o, const char *key, double x) {
    json_object_set_new(o, key, isfinite(x) ? json_real(x) : json_null());
}

static double add_runs(json_t *o, lg_sweep *s, size_t runs) {
    json_t *now = json_array(), *failed = json_array();
    double left = 0;
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        left += r.left;
        if (r.state == LG_RUN_RUNNING && json_array_size(now) < MAX_RUNNING) json_array_append_new(now, running(&r));
        if ((r.state == LG_RUN_FAILED || r.state == LG_RUN_DIVERGED) && json_array_size(failed) < MAX_FAILURES)
            json_array_append_new(failed, failure(&r));
    }
    json_object_set_new(o, "running", now);
    json_object_set_new(o, "failures", failed);
    return left;
}

char *cli_progress_json(lg_sweep *s, const cli_pace *p, uint64_t version) {
    json_t *o = cli_out_object("lengthen.progress/1"), *counts = json_array();
    const lg_sweep_info about = lg_sweep_about(s);
    double rate, per_hour;
    measure(p, &rate, &per_hour);
    cli_out_int(o, "version", (int64_t)version);
    for (int i = 0; i < LG_STATES; i++) json_array_append_new(counts, json_integer((json_int_t)about.count[i]));
    json_object_set_new(o, "counts", counts);
    add_real(o, "left", add_runs(o, s, about.runs));
    add_real(o, "rate", rate);
    add_real(o, "perHour", per_hour);
    char *text = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(6));
    json_decref(o);
    return text;
}

/* When the sweep file was edited last, and its size; 0: there is none. */
static uint64_t edit_of(const char *dir) {
    char path[4096];
    struct stat info;
    snprintf(path, sizeof path, "%s/sweep.yaml", dir);
    if (stat(path, &info) != 0) return 0;
    return (uint64_t)info.st_mtim.tv_sec * 1000000000u + (uint64_t)info.st_mtim.tv_nsec + (uint64_t)info.st_size;
}

uint64_t cli_progress_state(lg_sweep *s) {
    uint64_t hash = 14695981039346656037u ^ edit_of(lg_sweep_about(s).dir); /* FNV-1a */
    const size_t runs = lg_sweep_about(s).runs;
    for (size_t i = 0; i < runs; i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        hash = (hash ^ (uint64_t)r.state) * 1099511628211u;
        hash = (hash ^ (uint64_t)r.attempts) * 1099511628211u;
        hash = (hash ^ (uint64_t)r.validations) * 1099511628211u;
    }
    return hash;
}
