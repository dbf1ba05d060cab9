/* api_share.c: implements lg_worker_share: which share a batch system gives to this process, by the variables that it
 * sets. A share without their number is an error: a worker that took the registry then would do so on every machine
 * of a cluster, on file systems that cannot lock it. */
#include <stdlib.h>

#include "base/text.h"
#include "lab/lab.h"

/* A whole number from 0 on; false where the variable is missing or something else. */
static bool number(const char *name, size_t *out) {
    const char *text = getenv(name);
    int64_t n;
    if (text == NULL || !lg_text_int(text, &n) || n < 0) return false;
    *out = (size_t)n;
    return true;
}

static size_t number_or(const char *name, size_t otherwise) {
    size_t n;
    return number(name, &n) ? n : otherwise;
}

static bool is_set(const char *name) {
    const char *text = getenv(name);
    return text != NULL && *text != '\0';
}

static bool no_count(const char *rank, const char *advice, lg_error *err) {
    char shown[LG_SHOWN];
    return lg_fail(
        err, LG_USAGE,
        "%s=%s: the environment gives this worker a share of the sweep, and does not say of how many; %sgive "
        "--shard I/N, or --registry if all workers are on this machine",
        rank, lg_text_shown(getenv(rank), shown), advice);
}

#define SET_SHARES "set LENGTHEN_SHARES to their number, or "

/* ---- Slurm ---- */

/* The tasks of a job step have a share each. A batch script itself is task 0 of many that it has not started, so the
 * number 0 alone says nothing. */
static bool slurm_step(lg_worker *how, lg_error *err) {
    size_t task;
    if (!number("SLURM_PROCID", &task)) return true;
    const bool in_step = task > 0 || is_set("SLURM_STEP_ID");
    if (!number("SLURM_STEP_NUM_TASKS", &how->shares) && !(in_step && number("SLURM_NTASKS", &how->shares)))
        return task == 0 || no_count("SLURM_PROCID", "", err);
    how->share = task;
    return true;
}

/* The tasks of an array, each with the tasks of its step. */
static bool slurm(lg_worker *how, lg_error *err) {
    lg_worker step = {0};
    size_t task = 0, tasks = 0;
    if (!slurm_step(&step, err)) return false;
    if (!is_set("SLURM_ARRAY_TASK_ID")) return *how = step, true;
    bool good = number("SLURM_ARRAY_TASK_ID", &task);
    if (!number("LENGTHEN_SHARES", &tasks)) {
        const size_t first = number_or("SLURM_ARRAY_TASK_MIN", 0), stride = number_or("SLURM_ARRAY_TASK_STEP", 1);
        good = good && number("SLURM_ARRAY_TASK_COUNT", &tasks) && task >= first && stride > 0;
        if (good) task = (task - first) / stride;
    }
    if (!good) return no_count("SLURM_ARRAY_TASK_ID", SET_SHARES, err);
    if (step.shares == 0) step.shares = 1;
    how->share = task * step.shares + step.share;
    how->shares = tasks * step.shares;
    return true;
}

/* ---- others ---- */

static const struct {
    const char *rank, *count; /* NULL: it has none */
    size_t first;             /* the lowest rank */
} systems[] = {
    {"PMIX_RANK", "OMPI_COMM_WORLD_SIZE", 0},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0},
    {"JOB_COMPLETION_INDEX", NULL, 0},
    {"PARALLEL_SEQ", NULL, 1},
};

/* The first of them that is there. */
static bool others(lg_worker *how, lg_error *err) {
    size_t i = 0, rank;
    while (i < sizeof systems / sizeof *systems && !is_set(systems[i].rank)) i++;
    if (i == sizeof systems / sizeof *systems) return true;
    if (!number(systems[i].rank, &rank) || rank < systems[i].first ||
        !((systems[i].count != NULL && number(systems[i].count, &how->shares)) ||
          number("LENGTHEN_SHARES", &how->shares)))
        return no_count(systems[i].rank, SET_SHARES, err);
    how->share = rank - systems[i].first;
    return true;
}

lg_status lg_worker_share(lg_context *c, lg_worker *how) {
    lg_error *err = lg_context_begin(c);
    lg_worker found = {0};
    if (!slurm(&found, err) || (found.shares == 0 && !others(&found, err))) return err->code;
    if (found.shares == 0) return LG_OK;
    how->shards = true;
    how->share = found.share;
    how->shares = found.shares;
    return LG_OK;
}
