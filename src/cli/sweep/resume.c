/* resume.c: `lengthen sweep resume`: continues a sweep, also with the runs that failed. */
#include "cli/sweep/supervisor.h"
#include "cli/sweep/sweep_text.h"
#include "cli/ui/hook.h"

static const cli_flag flags[] = {
    {"failed", 0, NULL, "try those again that failed"},
    {"diverged", 0, NULL, "and those that diverged, from their first step"},
    {"without-failed", 0, NULL, "at rungs, compare the other runs without those that failed"},
    CLI_HOOK_FLAG,
    {"jobs", 'j', "N", "number of worker processes, each with one run at a time; if not given: one for each processor"},
    {0},
};

static int decide_rungs(cli *c, lg_sweep *s) {
    size_t count;
    if (cli_flag_on(&c->args, "diverged") || cli_flag_on(&c->args, "failed"))
        return cli_fail(LG_USAGE, "--without-failed leaves failed runs as they are: there is no --failed or --diverged "
                                  "beside it");
    const lg_status status = lg_sweep_decide(s, &count);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_note(c, "%zu %s decided without failed runs", count, count == 1 ? "rung is" : "rungs are");
    return LG_OK;
}

/* Plans failed runs again, with --diverged also diverged ones: the library cannot retry those alone. */
static int retry_runs(cli *c, lg_sweep *s) {
    size_t count;
    const bool diverged = cli_flag_on(&c->args, "diverged");
    if (cli_flag_on(&c->args, "without-failed")) return decide_rungs(c, s);
    if (!diverged && !cli_flag_on(&c->args, "failed")) return LG_OK;
    const lg_status status = lg_sweep_retry(s, diverged, &count);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_note(c, "%zu %s again", count, count == 1 ? "run is tried" : "runs are tried");
    return LG_OK;
}

static int run_sweep_resume(cli *c) {
    long jobs = 0;
    lg_sweep *s;
    int status = cli_flag_int(&c->args, "jobs", 1, 1024, &jobs);
    if (status == LG_OK) status = cli_sweep_open(c, &s);
    if (status != LG_OK) return status;
    status = retry_runs(c, s);
    if (status == LG_OK) status = cli_supervisor_run(c, s, (int)jobs);
    lg_sweep_free(s);
    return status;
}

static const lg_schema *const schemas[] = {&cli_schema_sweep_run, &cli_schema_sweep, NULL};

const cli_command cli_sweep_resume = {
    .name = "sweep resume",
    .summary = "resume a sweep; with a flag try failed or diverged runs again",
    .usage = "lengthen sweep resume SWEEP [--failed] [--diverged] [--without-failed] [-j N]",
    .examples = "lengthen sweep resume sweeps/small\n"
                "lengthen sweep resume sweeps/small --failed -j 2",
    .text = "Without a flag this is `lengthen sweep run SWEEP`, which leaves runs that failed as they are. --failed\n"
            "also trains these again, from their checkpoints; --diverged these and those that diverged, whose\n"
            "directories are removed: with the same program they diverge again.\n\n"
            "Runs that wait at a rung wait for all others, also for those that failed. --without-failed decides such\n"
            "rungs: runs that failed are then among those that are stopped.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_sweep_resume,
};
