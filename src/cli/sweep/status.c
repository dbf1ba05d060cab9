/* status.c: `lengthen sweep status`: how a sweep stands, once or as it goes on. */
#include "cli/sweep_status.h"

#include <poll.h>

static const cli_flag flags[] = {
    {"watch", 'w', NULL, "show it again and again until the sweep has ended"},
    {"runs", 0, NULL, "every run, and not only those that are under way or failed"},
    {0},
};

enum { MOMENT = 1000, SELDOM = 10000 }; /* milliseconds between two looks: on a terminal, elsewhere */

static bool has_ended(lg_sweep *s) {
    const lg_sweep_info about = lg_sweep_about(s);
    return cli_sweep_ended(&about) == about.runs;
}

/* Until nothing is left to do, or the reader has left. */
static int watch(cli *c, cli_board *b) {
    for (;;) {
        int status = cli_board_show(b);
        if (status != LG_OK || has_ended(b->sweep) || cli_out_broken()) return status;
        poll(NULL, 0, b->terminal ? MOMENT : SELDOM);
        const lg_status looked = lg_sweep_refresh(b->sweep);
        if (looked != LG_OK) return cli_fail_library(c, looked);
    }
}

static int run(cli *c) {
    cli_board b = {.c = c, .all = cli_flag_on(&c->args, "runs")};
    int status = cli_sweep_open(c, &b.sweep);
    if (status != LG_OK) return status;
    b.again = cli_flag_on(&c->args, "watch");
    status = cli_axes_read(&b.axes, b.sweep);
    if (status == LG_OK) status = b.again ? watch(c, &b) : cli_board_show(&b);
    cli_axes_free(&b.axes);
    lg_sweep_free(b.sweep);
    return status;
}

const cli_command cli_sweep_status = {
    .name = "sweep status",
    .summary = "how far a sweep is, what runs, what failed and why",
    .usage = "lengthen sweep status SWEEP [--watch] [--runs] [--json]",
    .examples = "lengthen sweep status sweeps/small\n"
                "lengthen sweep status sweeps/small --watch\n"
                "lengthen sweep status sweeps/small --runs --json | jq 'select(.state == \"failed\") | .reason'",
    .text = "Counts by state and by label, the runs under way with their workers, those that failed or diverged with\n"
            "their reasons, and about how long the rest will take, by the estimates of the plan and the speed so\n"
            "far. It reads the registry; where workers took shares instead, `lengthen sweep merge` comes first.\n"
            "SWEEP/registry.sqlite is also readable with the sqlite3 program.",
    .words = "@folder",
    .flags = flags,
    .run = run,
};
