/* prune.c: `lengthen prune`: lists or removes files that finished runs no longer need. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"yes", 0, NULL, "remove the files (default: only list them)"},
    {"events", 0, NULL, "also remove TensorBoard files (`--log tensorboard` on the run writes them again)"},
    {0},
};

typedef struct pruning {
    cli *c;
    const char *run; /* directory of the run being pruned */
    lg_prune_options options;
    size_t files, runs, left; /* numbers: files that can be removed; runs with such files; skipped, unfinished runs */
    size_t closed;            /* number of runs whose directory is not writable. `first`: the first such directory;
                                 `reason`: why it is not writable (errno) */
    char first[1024];
    int reason;
    int64_t bytes;
    int status;
} pruning;

enum { SIZE = 24 };

static const char *put_size(int64_t bytes, char out[SIZE]) {
    static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    double x = (double)bytes;
    size_t i = 0;
    for (; x >= 1000 && i + 1 < sizeof units / sizeof *units; i++) x /= 1000;
    snprintf(out, SIZE, i == 0 || x >= 100 ? "%.0f %s" : "%.1f %s", x, units[i]);
    return out;
}

typedef struct row {
    const char *run, *file;
    int64_t bytes;
    bool removed;
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory"),
    LG_MEMBER(row, file, "file", "path of the file"),
    LG_MEMBER(row, bytes, "bytes", "size of the file"),
    LG_MEMBER(row, removed, "removed", "false without `--yes`"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.pruned/1",
    .about = "`prune`: one row per file.",
    .members = members,
};

static void on_file(void *user, const char *path, int64_t bytes) {
    pruning *p = user;
    char size[SIZE];
    p->files++;
    p->bytes += bytes;
    cli_row_put(&schema, &(row){p->run, path, bytes, p->options.remove});
    if (cli_is_table() && !(p->c->quiet && p->options.remove)) cli_out_say("%10s  %s", put_size(bytes, size), path);
}

static void count_file(void *user, const char *path, int64_t bytes) {
    (void)path, (void)bytes;
    ++*(size_t *)user;
}

/* Is the run's directory not writable? Also counts the run in `closed` if it has files to remove. One message at the
 * end reports all these runs, because usually none of the directories is writable. */
static bool is_closed(pruning *p, const char *run) {
    if (!p->options.remove || access(run, W_OK) == 0 || (errno != EACCES && errno != EROFS)) return false;
    const int reason = errno;
    const lg_prune_options dry = {.events = p->options.events};
    size_t files = 0;
    if (lg_run_prune(p->c->context, run, &dry, count_file, &files) != LG_OK) return false;
    if (files > 0 && p->closed++ == 0) p->reason = reason, snprintf(p->first, sizeof p->first, "%s", run);
    return true;
}

/* Prunes one run. Unfinished runs stay as they are, which is not an error; a run that cannot be read is an error. */
static bool on_run(void *user, const char *run) {
    pruning *p = user;
    lg_run_summary s;
    lg_status status = lg_run_summarize(p->c->context, run, &s);
    if (status == LG_OK && (s.busy || strcmp(s.state, "done"))) {
        p->left++;
        cli_note(p->c, "skipped %s: it is %s", run, s.busy ? "being trained" : s.state);
        return true;
    }
    if (status == LG_OK && is_closed(p, run)) return true;
    const size_t before = p->files;
    p->run = run;
    if (status == LG_OK) status = lg_run_prune(p->c->context, run, &p->options, on_file, p);
    if (status != LG_OK) p->status = cli_fail_library(p->c, status);
    p->runs += p->files > before;
    return true;
}

static void tell_closed(pruning *p) {
    char others[48] = "";
    if (p->closed == 0) return;
    if (p->closed > 1) snprintf(others, sizeof others, " and %zu more", p->closed - 1);
    p->status = cli_fail(LG_FAILED, "cannot remove files of %s%s: %s%s", p->first, others, strerror(p->reason),
                         p->reason == EROFS ? "" : " (run directories must be writable)");
}

static void tell_total(const pruning *p) {
    char size[SIZE];
    if (p->files == 0 && p->closed > 0) return;
    if (p->files == 0)
        cli_note(p->c, "nothing to remove");
    else
        cli_note(p->c, "%zu file%s of %zu run%s, %s%s", p->files, p->files == 1 ? "" : "s", p->runs,
                 p->runs == 1 ? "" : "s", put_size(p->bytes, size),
                 p->options.remove ? ": removed" : "; nothing was removed: add --yes to remove");
}

static const lg_schema *const schemas[] = {&schema, NULL};

static int run_prune(cli *c) {
    const cli_args *a = &c->args;
    const bool removes = cli_flag_on(a, "yes");
    pruning p = {.c = c, .options = {.events = cli_flag_on(a, "events"), .remove = removes}};
    lg_status status = LG_OK;
    if (a->positional_count == 0) status = lg_runs_find(c->context, "runs", on_run, &p);
    for (size_t i = 0; i < a->positional_count && status == LG_OK; i++)
        status = lg_runs_find(c->context, a->positionals[i], on_run, &p);
    if (status != LG_OK) return cli_fail_library(c, status);
    tell_closed(&p);
    tell_total(&p);
    return p.status;
}

const cli_command cli_command_prune = {
    .name = "prune",
    .summary = "delete training states and old checkpoints of finished runs",
    .usage = "lengthen prune [RUN | DIR]... [--yes] [--events]",
    .examples = "lengthen prune                      what would be removed, and how large it is\n"
                "lengthen prune --yes\n"
                "lengthen prune sweeps/mine --events --yes",
    .text = "For each finished run in the given directories and below (default: runs), prune removes\n"
            "state.safetensors (three times the size of the model), checkpoints/step-N.safetensors and, with\n"
            "--events, TensorBoard files. Without --yes, prune only lists these files.\n\n"
            "The final model and the best checkpoint stay, so the run can still be evaluated, reported and shown.\n"
            "A pruned run can no longer be trained for more steps. `lengthen average` and `lengthen analyze\n"
            "gradients` lose the earlier checkpoints of the run. Unfinished runs stay unchanged.\n\n"
            "--train.keep_state unfinished deletes the state of each run as soon as the run is done.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_prune,
};
