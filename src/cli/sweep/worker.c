/* worker.c: `lengthen sweep worker`: trains runs of a sweep, either runs leased from the registry or the runs of one
 * shard. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sweep/sweep_text.h"
#include "cli/ui/print.h"
#include "cli/ui/signals.h"

static const cli_flag flags[] = {
    {"threads", 't', "N", "runs to train at a time, one thread each (default: one per processor)"},
    {"shard", 0, "I/N", "train shard I of N (I in 0..N-1), without the registry (default: from the environment)"},
    {"registry", 0, NULL, "lease runs from the registry; ignore the environment"},
    {"lease", 0, "SECONDS", "time without a heartbeat after which a worker loses its runs (default 600)"},
    {"job", 0, "NAME", "name of this worker in `lengthen sweep status`"},
    {0},
};

/* ---- callbacks of the library ---- */

typedef struct reporter {
    cli *c;
    cli_axes axes;
    double last_step; /* time of the last printed step, in seconds */
    size_t ended;
} reporter;

static void print_event(const reporter *out, const char *event, const lg_sweep_run *r) {
    cli_sweep_run_row row = cli_sweep_run_of(&out->axes, r);
    row.event = event;
    cli_row_put(&cli_schema_sweep_run, &row);
}

static void on_begin(void *user, const lg_sweep_run *r) {
    print_event(user, "begin", r);
}

/* Prints at most two lines a second, and the last step of each run. */
static void on_step(void *user, const lg_sweep_run *r, const lg_step_report *s) {
    reporter *out = user;
    (void)s;
    if (cli_seconds() - out->last_step < 0.5 && r->step < r->steps) return;
    out->last_step = cli_seconds();
    print_event(out, "step", r);
}

static void note_end(reporter *out, const lg_sweep_run *r) {
    char title[200], score[CLI_METRIC + 8] = "", words[CLI_METRIC];
    if (isfinite(r->score)) snprintf(score, sizeof score, ", score %s", cli_metric_words(r->metric, r->score, words));
    cli_note(out->c, "%s %s: %s%s%s%s", r->id, cli_sweep_title(&out->axes, r, title, sizeof title),
             r->state == LG_RUN_PLANNED ? "interrupted" : lg_run_state_name(r->state), score, *r->reason ? ": " : "",
             r->reason);
}

static void on_end(void *user, const lg_sweep_run *r) {
    reporter *out = user;
    out->ended += r->state != LG_RUN_PLANNED;
    print_event(out, "end", r);
    if (!out->c->json) note_end(out, r);
}

typedef struct warning {
    const char *event, *text;
} warning;
static const lg_member warning_members[] = {
    LG_MEMBER(warning, event, "event", "`warning`"),
    LG_MEMBER(warning, text, "text", "text of the warning"),
    {0},
};
static const lg_schema warning_schema = {
    .name = "lengthen.sweep_warning/1",
    .about = "`sweep worker`: a warning. `sweep run` prints a warning from several workers once.",
    .members = warning_members,
};

/* Are warnings printed as rows? In CSV they are not, because all rows of a CSV file have the same columns. */
static bool has_warning_rows(const cli *c) {
    const char *format = cli_flag_value(&c->args, "format");
    return c->json && !(format && !strcmp(format, "csv"));
}

/* With --json, warnings become JSON lines on stdout instead of text on stderr. */
static void on_log(void *user, lg_level level, const char *text) {
    cli *c = user;
    if (level == LG_WARNING) cli_row_put(&warning_schema, &(warning){"warning", text});
    if (level != LG_WARNING && c->verbose) cli_note(c, "%s", text);
}

static bool on_stop(void *user) {
    (void)user;
    return cli_signals_stop() || cli_out_write_failed();
}

/* ---- the command ---- */

/* Parses "I/N", with I counted from 0. */
static int read_shard(const char *text, lg_worker *options) {
    char *end;
    const long shard = strtol(text, &end, 10);
    const long count = *end == '/' && end != text ? strtol(end + 1, &end, 10) : 0;
    if (*end || shard < 0 || count < 1 || shard >= count || count > LG_SHARDS_MAX)
        return cli_fail(LG_USAGE, "--shard %s: expected I/N with N shards (1..%d) and I in 0..N-1", text,
                        LG_SHARDS_MAX);
    options->use_shards = true;
    options->shard = (size_t)shard;
    options->shard_count = (size_t)count;
    return LG_OK;
}

static int choose_shard(cli *c, lg_worker *options) {
    const char *shard = cli_flag_value(&c->args, "shard");
    const bool registry = cli_flag_on(&c->args, "registry");
    if (shard && registry) return cli_fail(LG_USAGE, "--shard and --registry contradict each other; give one of them");
    if (shard) return read_shard(shard, options);
    if (registry) return LG_OK;
    const lg_status status = lg_worker_shard(c->context, options);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

static int read_flags(cli *c, lg_worker *options) {
    long threads = 0;
    int status = cli_flag_int(&c->args, "threads", 1, 1024, &threads);
    if (status == LG_OK) status = cli_flag_real(&c->args, "lease", 1, 1e6, &options->lease);
    options->threads = (int)threads;
    options->job = cli_flag_value(&c->args, "job");
    return status == LG_OK ? choose_shard(c, options) : status;
}

/* With --json, failures have already been printed as rows. */
static int finish_work(cli *c, const reporter *out, const lg_worker *options, lg_status status) {
    if (status == LG_SOME_FAILED && c->json) return status;
    if (status != LG_OK && status != LG_PREEMPTED) return cli_fail_library(c, status);
    if (status == LG_PREEMPTED && !c->json) cli_note(c, "%s", lg_error_text(c->context));
    if (status == LG_PREEMPTED) return cli_signals_status();
    if (!out->ended && !c->json)
        cli_note(c, options->use_shards ? "all runs of this shard have ended"
                                        : "all runs have ended or are leased by other workers");
    return LG_OK;
}

static int work_on_sweep(cli *c, lg_sweep *s, const lg_worker *options) {
    reporter out = {.c = c};
    const lg_worker_callbacks calls = {.user = &out, .begin = on_begin, .step = on_step, .end = on_end};
    int status = cli_axes_read(&out.axes, s);
    if (status == LG_OK && options->use_shards && !c->json)
        cli_note(c, "shard %zu (of 0..%zu)", options->shard, options->shard_count - 1);
    if (has_warning_rows(c)) lg_context_log(c->context, on_log, c);
    cli_signals_catch();
    lg_context_stop(c->context, on_stop, NULL);
    if (status == LG_OK) status = finish_work(c, &out, options, lg_sweep_work(s, options, &calls));
    cli_axes_free(&out.axes);
    return status;
}

static int run_sweep_worker(cli *c) {
    lg_sweep *s;
    lg_worker options = {0};
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "sweep worker takes one sweep directory: lengthen sweep worker sweeps/NAME");
    int status = read_flags(c, &options);
    if (status != LG_OK) return status;
    status = lg_sweep_open(c->context, c->args.positionals[0], &s);
    if (status != LG_OK) return cli_fail_library(c, status);
    status = work_on_sweep(c, s, &options);
    lg_sweep_free(s);
    return status;
}

static const lg_schema *const schemas[] = {&cli_schema_sweep_run, &warning_schema, NULL};

const cli_command cli_sweep_worker = {
    .name = "sweep worker",
    .summary = "train runs of a sweep until none is left; for cluster scripts",
    .usage = "lengthen sweep worker SWEEP [--threads N] [--shard I/N] [flags]",
    .examples = "lengthen sweep worker sweeps/small                     beside others on this machine\n"
                "lengthen sweep worker sweeps/small --shard 3/16        a fixed shard, on a shared file system\n"
                "srun -n 16 lengthen sweep worker sweeps/small          shards from the environment",
    .text = "`lengthen sweep run` starts workers like this one; you can start more at any time.\n\n"
            "With the registry, a worker leases one run after another, in the order of decreasing estimated\n"
            "cost, and renews each lease by heartbeats. If a worker dies, another worker takes over its run. A\n"
            "run whose worker has crashed three times fails.\n\n"
            "On machines that share only files, each worker trains a fixed shard of the runs; shards have about\n"
            "equal cost. --shard I/N or an environment variable selects the shard. The first that is set counts:\n"
            "  Slurm        SLURM_ARRAY_TASK_ID and SLURM_PROCID\n"
            "  MPI          PMIX_RANK or OMPI_COMM_WORLD_RANK\n"
            "  Kubernetes   JOB_COMPLETION_INDEX\n"
            "  GNU parallel PARALLEL_SEQ\n"
            "LENGTHEN_SHARDS is the number of shards if the scheduler sets none. A worker that cannot find the\n"
            "number of shards refuses to start. Results are appended to SWEEP/shards/I-of-N.jsonl; `lengthen\n"
            "sweep merge` builds the registry from these files. Finished runs are skipped, failed ones retried.\n\n"
            "On SIGTERM, SIGINT, SIGHUP or SIGUSR1, a worker writes checkpoints and exits with status 75 (130\n"
            "for SIGINT); start it again to continue. The exit status is 3 if some of its runs failed or\n"
            "diverged. If the machine runs out of descriptors, memory or disk space, the run does not fail: the\n"
            "worker releases it and exits with status 1.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_sweep_worker,
};
