/* api_shard.c: implements lg_worker_shard: which share a batch system gives to this process, by the variables that it
 * sets. A share without their number is an error: a worker that took the registry then would do so on every machine
 * of a cluster, on file systems that cannot lock it. */
#include <stdlib.h>

#include "base/text.h"
#include "run/session.h"

#define INSTEAD    "give --shard I/N, or --registry if all workers are on this machine"
#define SET_SHARES "set LENGTHEN_SHARES to their number, or "

static bool is_set(const char *name) {
    const char *text = getenv(name);
    return text && *text != '\0';
}

/* A variable that is missing or empty leaves *out as it is; what is no whole number in the range is refused. */
static bool number(const char *name, size_t lowest, size_t highest, size_t *out, lg_error *err) {
    const char *text = is_set(name) ? getenv(name) : NULL;
    char shown[LG_SHOWN];
    int64_t n;
    if (!text) return true;
    if (!lg_text_int(text, &n) || n < (int64_t)lowest || n > (int64_t)highest)
        return lg_fail(err, LG_USAGE, "%s=%s: a whole number from %zu to %zu is wanted; correct it, or " INSTEAD, name,
                       lg_text_shown(text, shown), lowest, highest);
    *out = (size_t)n;
    return true;
}

static bool no_count(const char *rank, const char *advice, lg_error *err) {
    char shown[LG_SHOWN];
    return lg_fail(err, LG_USAGE,
                   "%s=%s: the environment gives this worker a share of the sweep, and does not say of how many; "
                   "%s" INSTEAD,
                   rank, lg_text_shown(getenv(rank), shown), advice);
}

/* ---- Slurm ---- */

/* The tasks of a job step have a share each. A batch script itself is task 0 of many that it has not started, so the
 * number 0 alone says nothing. */
static bool slurm_step(lg_worker *how, lg_error *err) {
    size_t task = 0, tasks = 0;
    if (!number("SLURM_PROCID", 0, LG_SHARES_MAX - 1, &task, err) ||
        !number("SLURM_STEP_NUM_TASKS", 1, LG_SHARES_MAX, &tasks, err))
        return false;
    const bool in_step = task > 0 || is_set("SLURM_STEP_ID");
    if (tasks == 0 && in_step && !number("SLURM_NTASKS", 1, LG_SHARES_MAX, &tasks, err)) return false;
    if (tasks == 0) return task == 0 || no_count("SLURM_PROCID", "", err);
    how->shares = tasks;
    return number("SLURM_PROCID", 0, tasks - 1, &how->share, err);
}

/* The tasks of an array, each with the tasks of its step. */
static bool slurm(lg_worker *how, lg_error *err) {
    lg_worker step = {0};
    size_t first = 0, stride = 1, tasks = 0;
    if (!slurm_step(&step, err)) return false;
    if (!is_set("SLURM_ARRAY_TASK_ID")) return *how = step, true;
    if (step.shares == 0) step.shares = 1;
    const size_t most = LG_SHARES_MAX / step.shares;
    if (!number("LENGTHEN_SHARES", 1, most, &tasks, err)) return false;
    if (tasks == 0 && (!number("SLURM_ARRAY_TASK_MIN", 0, UINT32_MAX, &first, err) ||
                       !number("SLURM_ARRAY_TASK_STEP", 1, UINT32_MAX, &stride, err) ||
                       !number("SLURM_ARRAY_TASK_COUNT", 1, most, &tasks, err)))
        return false;
    if (tasks == 0) return no_count("SLURM_ARRAY_TASK_ID", SET_SHARES, err);
    size_t task = first;
    if (!number("SLURM_ARRAY_TASK_ID", first, first + stride * (tasks - 1), &task, err)) return false;
    how->share = (task - first) / stride * step.shares + step.share;
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
    size_t i = 0, shares = 0, rank = 0;
    while (i < sizeof systems / sizeof *systems && !is_set(systems[i].rank)) i++;
    if (i == sizeof systems / sizeof *systems) return true;
    if (systems[i].count && !number(systems[i].count, 1, LG_SHARES_MAX, &shares, err)) return false;
    if (shares == 0 && !number("LENGTHEN_SHARES", 1, LG_SHARES_MAX, &shares, err)) return false;
    if (shares == 0) return no_count(systems[i].rank, SET_SHARES, err);
    if (!number(systems[i].rank, systems[i].first, systems[i].first + shares - 1, &rank, err)) return false;
    how->share = rank - systems[i].first;
    how->shares = shares;
    return true;
}

lg_status lg_worker_shard(lg_context *c, lg_worker *how) {
    lg_error *err = lg_context_begin(c);
    lg_worker found = {0};
    size_t shares;
    if (!number("LENGTHEN_SHARES", 1, LG_SHARES_MAX, &shares, err)) return err->code; /* even where nothing reads it */
    if (!slurm(&found, err) || (found.shares == 0 && !others(&found, err))) return err->code;
    if (found.shares == 0) return LG_OK;
    how->shards = true;
    how->share = found.share;
    how->shares = found.shares;
    return LG_OK;
}
