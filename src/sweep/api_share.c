/* api_share.c: implements lg_worker_share: which share a batch system gives to this process, by the variables that it
 * sets. */
#include <stdlib.h>

#include "base/text.h"
#include "lengthen.h"

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

static bool numbers(const char *index, const char *count, lg_worker *how) {
    return number(index, &how->share) && number(count, &how->shares);
}

/* The tasks of a job step have a share each; a batch script itself is task 0 of many that it has not started. */
static bool slurm_step(lg_worker *how) {
    return numbers("SLURM_PROCID", "SLURM_STEP_NUM_TASKS", how) ||
           (getenv("SLURM_STEP_ID") != NULL && numbers("SLURM_PROCID", "SLURM_NTASKS", how));
}

static bool slurm(lg_worker *how) {
    lg_worker step = {.shares = 1};
    size_t task, tasks;
    const bool in_step = slurm_step(&step);
    if (!number("SLURM_ARRAY_TASK_ID", &task)) return in_step ? (*how = step, true) : false;
    if (!number("LENGTHEN_SHARES", &tasks)) {
        const size_t first = number_or("SLURM_ARRAY_TASK_MIN", 0), stride = number_or("SLURM_ARRAY_TASK_STEP", 1);
        if (!number("SLURM_ARRAY_TASK_COUNT", &tasks) || task < first || stride == 0) return false;
        task = (task - first) / stride;
    }
    how->share = task * step.shares + step.share;
    how->shares = tasks * step.shares;
    return true;
}

static bool parallel(lg_worker *how) {
    if (!numbers("PARALLEL_SEQ", "LENGTHEN_SHARES", how) || how->share == 0) return false;
    how->share--;
    return true;
}

bool lg_worker_share(lg_worker *how) {
    lg_worker found = {0};
    if (!slurm(&found) && !numbers("PMIX_RANK", "OMPI_COMM_WORLD_SIZE", &found) &&
        !numbers("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", &found) &&
        !numbers("JOB_COMPLETION_INDEX", "LENGTHEN_SHARES", &found) && !parallel(&found))
        return false;
    how->shards = true;
    how->share = found.share;
    how->shares = found.shares;
    return true;
}
