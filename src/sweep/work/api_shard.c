/* api_shard.c: implements lg_worker_shard, which finds the shard that a batch system assigns to this process in
 * environment variables. If the environment contains a shard but not the number of shards, this is an error. Without
 * the error, the workers on all machines of a cluster would use the registry, which their file system may not be able
 * to lock. */
#include <stdlib.h>

#include "api/sweep.h"
#include "base/text.h"
#include "run/session.h"

#define INSTEAD    "use --shard I/N, or --registry if all workers are on this machine"
#define SET_SHARDS "set LENGTHEN_SHARDS to their number, or "

static bool is_set(const char *name) {
    const char *text = getenv(name);
    return text && *text != '\0';
}

/* Reads an integer from an environment variable; fails if it is not in the range. Leaves *out unchanged if the variable
 * is missing or empty. */
static bool read_number(const char *name, size_t lowest, size_t highest, size_t *out, lg_error *err) {
    const char *text = is_set(name) ? getenv(name) : NULL;
    char shown[LG_SHOWN];
    int64_t n;
    if (!text) return true;
    if (!lg_text_int(text, &n) || n < (int64_t)lowest || n > (int64_t)highest)
        return lg_fail(err, LG_USAGE, "%s=%s: expected a whole number from %zu to %zu; correct it, or " INSTEAD, name,
                       lg_text_shown(text, shown), lowest, highest);
    *out = (size_t)n;
    return true;
}

static bool read_shard_count(size_t highest, size_t *out, lg_error *err) {
    return read_number("LENGTHEN_SHARDS", 1, highest, out, err);
}

static bool refuse_uncounted(const char *rank, const char *advice, lg_error *err) {
    char shown[LG_SHOWN];
    return lg_fail(err, LG_USAGE,
                   "%s=%s: the environment sets the shard of this worker but not the number of shards; %s" INSTEAD,
                   rank, lg_text_shown(getenv(rank), shown), advice);
}

/* ---- Slurm ---- */

/* Reads the shard of a task of a job step. In the batch script itself the task number is 0, although no step has
 * started; so task number 0 alone does not indicate a step. */
static bool read_slurm_step(lg_worker *options, lg_error *err) {
    size_t task = 0, tasks = 0;
    if (!read_number("SLURM_PROCID", 0, LG_SHARDS_MAX - 1, &task, err) ||
        !read_number("SLURM_STEP_NUM_TASKS", 1, LG_SHARDS_MAX, &tasks, err))
        return false;
    const bool in_step = task > 0 || is_set("SLURM_STEP_ID");
    if (tasks == 0 && in_step && !read_number("SLURM_NTASKS", 1, LG_SHARDS_MAX, &tasks, err)) return false;
    if (tasks == 0) return task == 0 || refuse_uncounted("SLURM_PROCID", "", err);
    options->shard_count = tasks;
    return read_number("SLURM_PROCID", 0, tasks - 1, &options->shard, err);
}

/* Each task of a job step gets a shard. In an array, each array task has a job step: the tasks of the first array task
 * get the first shards, those of the second array task get the next ones, and so on. */
static bool read_slurm(lg_worker *options, lg_error *err) {
    lg_worker step = {0};
    size_t first = 0, stride = 1, tasks = 0;
    if (!read_slurm_step(&step, err)) return false;
    if (!is_set("SLURM_ARRAY_TASK_ID")) return *options = step, true;
    if (step.shard_count == 0) step.shard_count = 1;
    const size_t most = LG_SHARDS_MAX / step.shard_count;
    if (!read_shard_count(most, &tasks, err)) return false;
    if (tasks == 0 && (!read_number("SLURM_ARRAY_TASK_MIN", 0, UINT32_MAX, &first, err) ||
                       !read_number("SLURM_ARRAY_TASK_STEP", 1, UINT32_MAX, &stride, err) ||
                       !read_number("SLURM_ARRAY_TASK_COUNT", 1, most, &tasks, err)))
        return false;
    if (tasks == 0) return refuse_uncounted("SLURM_ARRAY_TASK_ID", SET_SHARDS, err);
    size_t task = first;
    if (!read_number("SLURM_ARRAY_TASK_ID", first, first + stride * (tasks - 1), &task, err)) return false;
    options->shard = (task - first) / stride * step.shard_count + step.shard;
    options->shard_count = tasks * step.shard_count;
    return true;
}

/* ---- other batch systems ---- */

static const struct {
    const char *rank, *count; /* NULL: no such variable */
    size_t first;             /* the lowest rank */
} systems[] = {
    {"PMIX_RANK", "OMPI_COMM_WORLD_SIZE", 0},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0},
    {"JOB_COMPLETION_INDEX", NULL, 0},
    {"PARALLEL_SEQ", NULL, 1},
};

/* Uses the first system whose variable is set. */
static bool read_others(lg_worker *options, lg_error *err) {
    size_t i = 0, shard_count = 0, rank = 0;
    while (i < sizeof systems / sizeof *systems && !is_set(systems[i].rank)) i++;
    if (i == sizeof systems / sizeof *systems) return true;
    if (systems[i].count && !read_number(systems[i].count, 1, LG_SHARDS_MAX, &shard_count, err)) return false;
    if (shard_count == 0 && !read_shard_count(LG_SHARDS_MAX, &shard_count, err)) return false;
    if (shard_count == 0) return refuse_uncounted(systems[i].rank, SET_SHARDS, err);
    if (!read_number(systems[i].rank, systems[i].first, systems[i].first + shard_count - 1, &rank, err)) return false;
    options->shard = rank - systems[i].first;
    options->shard_count = shard_count;
    return true;
}

lg_status lg_worker_shard(lg_context *c, lg_worker *options) {
    lg_error *err = lg_context_begin(c);
    lg_worker found = {0};
    size_t shard_count;
    if (!read_shard_count(LG_SHARDS_MAX, &shard_count, err)) return err->code; /* checked even if it is not used */
    if (!read_slurm(&found, err) || (found.shard_count == 0 && !read_others(&found, err))) return err->code;
    if (found.shard_count == 0) return LG_OK;
    options->use_shards = true;
    options->shard = found.shard;
    options->shard_count = found.shard_count;
    return LG_OK;
}
