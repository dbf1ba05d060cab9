/* run.c: `lengthen sweep run`: trains all runs of a sweep on this machine, with worker processes. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/sweep/plan_progress.h"
#include "cli/sweep/supervisor.h"
#include "cli/sweep/sweep_text.h"
#include "cli/ui/hook.h"

static const cli_flag flags[] = {
    {"jobs", 'j', "N", "worker processes, each training one run at a time (default: one per processor)"},
    {"out", 'o', "DIR", "directory of the sweep (default sweeps/NAME, from the file's name)"},
    CLI_HOOK_FLAG,
    {0},
};

static int look_for_folder(const char *path, bool *is) {
    struct stat about;
    bool there = !stat(path, &about);
    *is = there && S_ISDIR(about.st_mode);
    /* A path that is not a directory is treated as a sweep file. */
    if (there || cli_path_status() == LG_USAGE) return LG_OK;
    return cli_fail(LG_FAILED, "cannot access %s: %s", path, strerror(errno));
}

/* Opens a sweep directory, or plans a sweep file. If the sweep of the file is already planned, it is only opened. */
static int open_or_plan(cli *c, lg_sweep **out) {
    const char *name = c->args.positionals[0], *dir = cli_flag_value(&c->args, "out");
    bool folder;
    int looked = look_for_folder(name, &folder);
    if (looked != LG_OK) return looked;
    if (dir && folder) return cli_fail(LG_USAGE, "sweep run %s resumes this directory; omit --out %s", name, dir);
    lg_status status = folder ? lg_sweep_open(c->context, name, out) : cli_plan_sweep(c, name, dir, true, out);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (folder) lg_sweep_check_file(*out);
    status = lg_sweep_refresh(*out);
    if (status == LG_OK) return LG_OK;
    lg_sweep_free(*out);
    return cli_fail_library(c, status);
}

static int run_sweep_run(cli *c) {
    long jobs = 0;
    lg_sweep *s;
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "sweep run takes one sweep file or directory: lengthen sweep run my.yaml");
    int status = cli_flag_int(&c->args, "jobs", 1, 1024, &jobs);
    if (status == LG_OK) status = open_or_plan(c, &s);
    if (status != LG_OK) return status;
    status = cli_supervisor_run(c, s, (int)jobs);
    lg_sweep_free(s);
    return status;
}

static const lg_schema *const schemas[] = {&cli_schema_sweep_run, &cli_schema_sweep, NULL};

const cli_command cli_sweep_run = {
    .name = "sweep run",
    .summary = "train all runs of a sweep on this machine, or resume it",
    .usage = "lengthen sweep run FILE | SWEEP [-j N] [flags]",
    .examples = "lengthen sweep run randpe-table1-small -j 2\n"
                "lengthen sweep run my.yaml --out sweeps/my\n"
                "lengthen sweep run sweeps/my                      resumes, or does nothing",
    .text = "FILE is planned first (`lengthen sweep plan`); SWEEP is a directory with a plan. Worker processes\n"
            "train one run after another, the longest first. Results do not depend on the number of workers.\n\n"
            "A run that fails or diverges is recorded with the reason, the others continue, and the exit status\n"
            "is 3. If a worker crashes, another worker resumes its run. On SIGTERM, SIGINT (Ctrl-C), SIGHUP or\n"
            "SIGUSR1, the command writes checkpoints and exits with status 75 (130 for SIGINT); on a second\n"
            "signal, it exits at once. Any process can be killed: the same command resumes from the last\n"
            "checkpoints and trains nothing twice.\n\n"
            "--on-end COMMAND (or LENGTHEN_ON_END) runs a shell command when the sweep ends, but not when the\n"
            "sweep is interrupted. The command's environment has LENGTHEN_SWEEP (the directory), LENGTHEN_STATUS\n"
            "(done or failed) and LENGTHEN_COUNTS (\"6 done, 1 failed\"). The command's output goes to stderr. If\n"
            "the command fails, a warning is printed. Sweep files cannot set this command.",
    .positionals = "@sweep @file",
    .flags = flags,
    .elsewhere = cli_sweep_options,
    .schemas = schemas,
    .run = run_sweep_run,
};
