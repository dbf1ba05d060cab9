/* resume.c: `lengthen sweep resume`: continues a sweep, and retries failed runs on request. */
#include "cli/sweep/supervisor.h"
#include "cli/sweep/sweep_text.h"
#include "cli/ui/hook.h"

static const cli_flag flags[] = {
    {"failed", 0, NULL, "retry failed runs"},
    {"diverged", 0, NULL, "also retry diverged runs, from the first step"},
    {"without-failed", 0, NULL, "decide rungs without the failed runs"},
    CLI_HOOK_FLAG,
    {"jobs", 'j', "N", "worker processes, each training one run at a time (default: one per processor)"},
    {0},
};

static int decide_rungs(cli *c, lg_sweep *s) {
    size_t count;
    if (cli_flag_on(&c->args, "diverged") || cli_flag_on(&c->args, "failed"))
        return cli_fail(LG_USAGE,
                        "--without-failed does not retry runs; omit --without-failed, or omit --failed and --diverged");
    const lg_status status = lg_sweep_decide(s, &count);
    if (status != LG_OK) return cli_fail_library(c, status);
    cli_note(c, "%zu %s decided without failed runs", count, count == 1 ? "rung is" : "rungs are");
    return LG_OK;
}

/* Handles --failed, --diverged and --without-failed. The library cannot retry diverged runs alone, so --diverged also
 * retries failed runs. */
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
    .summary = "resume a sweep; flags retry failed or diverged runs",
    .usage = "lengthen sweep resume SWEEP [--failed] [--diverged] [--without-failed] [-j N]",
    .examples = "lengthen sweep resume sweeps/small\n"
                "lengthen sweep resume sweeps/small --failed -j 2",
    .text = "Without flags this is `lengthen sweep run SWEEP`, which does not retry failed runs. --failed\n"
            "retries them from their checkpoints. --diverged also deletes and retries runs that diverged; with\n"
            "the same program they diverge again.\n\n"
            "At a rung of successive halving, runs wait for all others, including failed ones. --without-failed\n"
            "decides such rungs without them: failed runs count as stopped.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = schemas,
    .run = run_sweep_resume,
};
