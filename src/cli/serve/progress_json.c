/* progress_json.c: measures the speed of a sweep, and writes its progress as JSON. */
#include "cli/serve/progress_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* The estimated work that is done, in seconds of one thread. */
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

/* Measures the speed from the oldest to the newest sample; NaN while unknown. */
static void measure(const cli_pace *p, double *rate, double *per_hour) {
    const struct cli_sample *last = &p->samples[(p->next + CLI_SAMPLES - 1) % CLI_SAMPLES],
                            *first = &p->samples[(p->next + CLI_SAMPLES - p->count) % CLI_SAMPLES];
    const double seconds = p->count > 1 ? last->time - first->time : 0;
    *rate = seconds > 0 && last->work > first->work ? (last->work - first->work) / seconds : (double)NAN;
    *per_hour =
        seconds > 0 && last->ended > first->ended ? 3600 * (double)(last->ended - first->ended) / seconds : (double)NAN;
}

/* ---- rows ---- */

static const lg_member running_members[] = {
    LG_MEMBER(lg_sweep_run, index, "run", "index of the run in the plan"),
    LG_MEMBER(lg_sweep_run, step, "step", "number of steps trained so far"),
    LG_MEMBER(lg_sweep_run, steps, "steps", "number of steps in total"),
    LG_MEMBER(lg_sweep_run, owner, "owner", "worker that trains the run"),
    {0},
};
static const lg_schema running_schema = {.size = sizeof(lg_sweep_run), .members = running_members};
static const lg_member failure_members[] = {
    LG_MEMBER(lg_sweep_run, index, "run", "index of the run in the plan"),
    LG_MEMBER(lg_sweep_run, state, "state", "index of the run's state in `counts`, from 0"),
    LG_MEMBER(lg_sweep_run, reason, "reason", "why the run failed"),
    {0},
};
static const lg_schema failure_schema = {.size = sizeof(lg_sweep_run), .members = failure_members};

typedef struct row {
    int64_t version;
    const size_t *counts;
    double left, rate, per_hour;
    const lg_sweep_run *running, *failures;
    size_t state_count, running_count, failure_count;
} row;
static const lg_member members[] = {
    LG_MEMBER(row, version, "version", "version of the page's data"),
    LG_LIST(row, counts, state_count, "counts",
            "number of runs that are planned, running, done, failed, diverged, paused and stopped, in this order"),
    LG_MEMBER(row, left, "left", "estimated remaining time on one thread", .unit = "seconds"),
    LG_MEMBER(row, rate, "rate", "work done per second, in seconds of one thread; null if unknown"),
    LG_MEMBER(row, per_hour, "perHour", "runs that end per hour; null if unknown"),
    LG_ROWS(row, running, running_count, "running", "running runs, at most 64", &running_schema),
    LG_ROWS(row, failures, failure_count, "failures", "runs that failed or diverged, at most 100", &failure_schema),
    {0},
};
const lg_schema cli_schema_progress = {
    .name = "lengthen.progress/1",
    .about = "`serve`: the response of `api/sweep`, and each event of `api/events`.",
    .members = members,
};

char *cli_progress_json(lg_sweep *s, const cli_pace *p, uint64_t version) {
    lg_sweep_run running[MAX_RUNNING], failures[MAX_FAILURES];
    const lg_sweep_info about = lg_sweep_about(s);
    row r = {(int64_t)version, about.count, .state_count = LG_RUN_STATES, .running = running, .failures = failures};
    measure(p, &r.rate, &r.per_hour);
    for (size_t i = 0; i < about.runs; i++) {
        const lg_sweep_run run = lg_sweep_run_at(s, i);
        const bool failed = run.state == LG_RUN_FAILED || run.state == LG_RUN_DIVERGED;
        r.left += run.left;
        if (run.state == LG_RUN_RUNNING && r.running_count < MAX_RUNNING) running[r.running_count++] = run;
        if (failed && r.failure_count < MAX_FAILURES) failures[r.failure_count++] = run;
    }
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    const bool written = to && lg_row_write_json(&cli_schema_progress, &r, to);
    if (!cli_out_take(to, &text) || !written) return free(text), NULL;
    text[strlen(text) - 1] = '\0'; /* removes the line break */
    return text;
}

/* A number that changes with the modification time and the size of the sweep file; 0: there is no file. */
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
