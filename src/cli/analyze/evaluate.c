/* evaluate.c: evaluates runs one after another at eval.lengths, for the kinds of `lengthen analyze` that need it. */
#include "cli/analyze/analyze.h"
#include "cli/ui/eval_progress.h"

typedef struct progress {
    cli_analysis *a;
    int64_t done, wanted; /* lengths of the run */
} progress;

static void on_eval_plan(void *user, const lg_eval_plan_report *r) {
    const cli_analysis *a = ((const progress *)user)->a;
    cli_eval_progress_begin(a->c, a->count > 1 ? a->curves[a->run].run : NULL, r);
}

static void on_length(void *user, const lg_length_report *r) {
    progress *p = user;
    cli_eval_progress_show(p->a->c, r, ++p->done, p->wanted);
}

/* Calls `evaluate` with `user`; the library calls the callbacks with the progress. */
int cli_analysis_evaluate(cli_analysis *a, lg_status (*evaluate)(void *user, lg_run *r, const lg_callbacks *calls),
                          void *user) {
    progress p = {.a = a};
    lg_callbacks calls = {.user = &p, .length = on_length};
    int status = LG_OK;
    if (!a->c->json && !a->c->quiet) calls.evaluating = on_eval_plan;
    for (a->run = 0; a->run < a->count && status == LG_OK; a->run++) {
        p.done = 0;
        p.wanted = cli_lengths_count(lg_config_get(a->curves[a->run].config, "eval.lengths"));
        const lg_status evaluated = evaluate(user, a->runs[a->run], &calls);
        cli_progress_end(&a->c->progress);
        if (evaluated != LG_OK) status = cli_analysis_fail(a, a->run, evaluated);
    }
    return status;
}
