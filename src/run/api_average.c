/* api_average.c: implements lg_run_average: the arithmetic mean of the last models of a run, as in Vaswani et al. 2017,
 * section 6.1. Sums are in double precision, in the order of the steps. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/run_files.h"
#include "base/file.h"
#include "run/checkpoint.h"
#include "run/record_files.h"
#include "run/retention.h"
#include "run/run.h"

static size_t count_numbers(const lg_trainer *t) {
    size_t count = 0;
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) count += lg_trainer_array(t, i).count;
    return count;
}

static void add_parameters(const lg_trainer *t, double *sum) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array a = lg_trainer_array(t, i);
        for (size_t e = 0; e < a.count; e++) *sum++ += (double)a.value[e];
    }
}

static void set_parameters(lg_trainer *t, const double *sum, int models) {
    for (size_t i = 0; i < lg_trainer_arrays(t); i++) {
        const lg_named_array a = lg_trainer_array(t, i);
        for (size_t e = 0; e < a.count; e++) a.value[e] = (real)(*sum++ / models);
    }
}

/* Puts the mean of the models at `steps` and the last of these steps into the trainer. */
static bool average_models(lg_run *r, const int64_t *steps, int count, lg_error *err) {
    lg_trainer *t = r->session.trainer;
    const lg_resolved_config *config = lg_config_resolved(r->config, err);
    double *sum = calloc(count_numbers(t) + 1, sizeof *sum);
    bool good = config && (sum || lg_fail(err, LG_FAILED, "out of memory: a mean of %d models", count));
    for (int i = 0; good && i < count; i++) {
        const char *path = lg_retained_path(&r->run_dir, steps[i]);
        good = path ? lg_checkpoint_read(LG_MODEL_FILE, path, t, config, err) && lg_retained_check(path, err)
                    : lg_fail(err, LG_FAILED, "out of memory: the name of a model");
        if (good) add_parameters(t, sum);
    }
    if (good) set_parameters(t, sum, count);
    free(sum);
    return good;
}

static bool check_request(const lg_run *r, int last, size_t there, lg_error *err) {
    if (last < 2) return lg_fail(err, LG_USAGE, "last: expected 2 models or more, not %d", last);
    return there >= (size_t)last || lg_fail(err, LG_USAGE,
                                            "%s has models of %zu checkpoints, not %d (train with --train.keep %d or "
                                            "more, or average fewer with --last)",
                                            r->dir, there, last, last);
}

/* Fails if the run is stopped or finished and its last model is from a later step than its record. */
static bool check_last(const lg_run *r, int64_t last, lg_error *err) {
    lg_run_record record;
    if (!lg_run_record_read(&r->run_dir, &record, NULL) || !lg_run_record_describes(&record)) return true;
    return last <= record.step || lg_fail(err, LG_CORRUPT,
                                          "%s is from step %" PRId64 ", but run.json records step %" PRId64
                                          " (`lengthen train %s` continues from the existing files)",
                                          lg_retained_path(&r->run_dir, last), last, record.step, r->dir);
}

static bool write_average(lg_run *r, int last, const char *path, lg_error *err) {
    int64_t *steps;
    size_t count;
    if (!lg_retained_steps(&r->run_dir, &steps, &count, err)) return false;
    const bool good = check_request(r, last, count, err) && check_last(r, steps[count - 1], err) &&
                      lg_file_remove_temporary(r->run_dir.checkpoints, true, err) &&
                      lg_run_ready_without(r, LG_SPLITS_ALL, err) &&
                      average_models(r, steps + count - (size_t)last, last, err) &&
                      lg_checkpoint_write(LG_MODEL_FILE, path, r->session.trainer, r->config->resolved, NULL, err);
    free(steps);
    return good;
}

lg_status lg_run_average(lg_run *r, int last, const char *path) {
    lg_error *err = lg_context_begin(r->context);
    if (r->one_model)
        lg_fail(err, LG_USAGE, "%s is a single model; expected a run directory", r->run_dir.model);
    else
        write_average(r, last, path, err);
    r->has_model = false; /* the session holds the mean instead */
    return err->code;
}
