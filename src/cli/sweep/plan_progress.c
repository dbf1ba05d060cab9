/* plan_progress.c: plans a sweep, and shows a progress bar if that takes longer than a second. */
#include "cli/sweep/plan_progress.h"

#include "cli/ui/text.h"

enum { QUIET_SECONDS = 1 }; /* the progress bar appears after this time */

typedef struct planner {
    cli *c;
    double begun;        /* start time, in seconds */
    const char *heading; /* of the progress bar; NULL: not shown yet */
} planner;

static void on_run(void *user, const lg_plan_report *r) {
    static const char *const headings[] = {[LG_PLAN_NAMING] = "naming runs", [LG_PLAN_ESTIMATING] = "estimating runs"};
    planner *p = user;
    cli *c = p->c;
    if (cli_seconds() - p->begun < QUIET_SECONDS) return;
    if (p->heading != headings[r->phase])
        cli_progress_begin(&c->progress, !c->json && !c->quiet, headings[r->phase], "run", (int64_t)r->done - 1);
    p->heading = headings[r->phase];
    cli_progress_show(&c->progress, (int64_t)r->done, (int64_t)r->runs, "");
}

lg_status cli_plan_sweep(cli *c, const char *file, const char *dir, bool write, lg_sweep **out) {
    planner p = {.c = c, .begun = cli_seconds()};
    const lg_status status = lg_sweep_plan_watched(c->context, file, dir, write, on_run, &p, out);
    if (p.heading) cli_progress_end(&c->progress);
    return status;
}
