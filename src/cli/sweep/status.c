/* status.c: `lengthen sweep status`: shows the state of a sweep, once or repeatedly. */
#include "cli/sweep/status_page.h"

#include <poll.h>

static const cli_flag flags[] = {
    {"watch", 'w', NULL, "update until the sweep has ended"},
    {"runs", 0, NULL, "list every run, not only running and failed ones"},
    {0},
};

enum { SECOND = 1000, TEN_SECONDS = 10000 }; /* milliseconds */

static bool has_ended(lg_sweep *s) {
    const lg_sweep_info about = lg_sweep_about(s);
    return cli_sweep_ended(&about) == about.runs;
}

/* Shows pages until all runs have ended, or stdout is closed. */
static int watch_sweep(cli *c, cli_status_page *p) {
    for (;;) {
        int status = cli_status_page_show(p);
        if (status != LG_OK || has_ended(p->sweep) || cli_out_write_failed()) return status;
        poll(NULL, 0, p->terminal ? SECOND : TEN_SECONDS);
        const lg_status refreshed = lg_sweep_refresh(p->sweep);
        if (refreshed != LG_OK) return cli_fail_library(c, refreshed);
    }
}

static int run_sweep_status(cli *c) {
    cli_status_page p = {.c = c, .all = cli_flag_on(&c->args, "runs")};
    int status = cli_sweep_open(c, &p.sweep);
    if (status != LG_OK) return status;
    lg_sweep_check_file(p.sweep);
    p.again = cli_flag_on(&c->args, "watch");
    status = cli_axes_read(&p.axes, p.sweep);
    if (status == LG_OK) status = p.again ? watch_sweep(c, &p) : cli_status_page_show(&p);
    cli_axes_free(&p.axes);
    lg_sweep_free(p.sweep);
    return status;
}

const cli_command cli_sweep_status = {
    .name = "sweep status",
    .summary = "show progress, running runs, and failures with their reasons",
    .usage = "lengthen sweep status SWEEP [--watch] [--runs] [--json]",
    .examples = "lengthen sweep status sweeps/small\n"
                "lengthen sweep status sweeps/small --watch\n"
                "lengthen sweep status sweeps/small --runs --json | jq 'select(.state == \"failed\") | .reason'",
    .text = "Prints the number of runs by state and label, the runs in progress with their workers, the reasons\n"
            "for failed and diverged runs, and an estimate of the remaining time from the plan and the speed so\n"
            "far. Step counts come from the last heartbeat of the worker or, without a live worker, from the last\n"
            "checkpoint. `status` reads the registry; after training in shards, run `lengthen sweep merge`\n"
            "first. The sqlite3 program can read SWEEP/registry.sqlite, too.",
    .positionals = "@folder",
    .flags = flags,
    .schemas = cli_status_schemas,
    .tabular = true,
    .run = run_sweep_status,
};
