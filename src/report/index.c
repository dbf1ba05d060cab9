/* index.c: the text around the tables and figures of report.md: the finding, the progress of the sweep, and failed
 * runs. */
#include <string.h>

#include "api/sweep.h"
#include "base/quote.h"
#include "report/format/write.h"

enum { MAX_TROUBLES = 20 };

static void write_progress(const lg_report *r, FILE *to) {
    const lg_tally *t = &r->layout->tally;
    const size_t done = t->state[LG_RUN_DONE] + t->unmeasured, stopped = t->state[LG_RUN_STOPPED];
    const size_t others = t->state[LG_RUN_RUNNING] + t->state[LG_RUN_FAILED] + t->state[LG_RUN_DIVERGED] + stopped;
    fprintf(to, "%zu of %zu runs are finished", done, t->planned);
    if (done < t->planned) {
        fprintf(to, "; %zu running, %zu failed, %zu diverged, ", t->state[LG_RUN_RUNNING], t->state[LG_RUN_FAILED],
                t->state[LG_RUN_DIVERGED]);
        if (stopped > 0) fprintf(to, "%zu stopped at a rung, ", stopped);
        fprintf(to, "%zu to do", t->planned - done - others);
        if (t->interrupted + t->trained > 0)
            fprintf(to, " (including %zu interrupted, %zu trained but not tested)", t->interrupted, t->trained);
        fputs(". Tables and figures show the finished runs: (n/N) is n of N runs", to);
    }
    fputs(".\n\n", to);
}

/* Writes the rungs at which runs were compared, and the score that was compared; rungs.jsonl has the details. */
static void write_rungs(const lg_report *r, FILE *to) {
    const lg_promotion_rule *rule = &r->manifest->promotion;
    if (rule->rung_count == 0) return;
    const char *records = lg_report_validated(r);
    fprintf(to, "Runs were compared on %s at steps ", *records == '\0' ? "validations" : records);
    for (size_t i = 0; i < rule->rung_count; i++) fprintf(to, "%s%d", i > 0 ? ", " : "", rule->rungs[i]);
    fprintf(to, " (%s), and one in %g continued; `rungs.jsonl` has the scores. Stopped runs have no result.\n\n",
            rule->kind->source, rule->factor);
}

static bool went_wrong(const lg_run_result *x) {
    return x->state == LG_RUN_FAILED || x->state == LG_RUN_DIVERGED;
}

static void write_trouble(const lg_report *r, size_t run, FILE *to) {
    const lg_run_result *x = &r->results->runs[run];
    fprintf(to, "- `%s`", lg_planned_name(r->manifest, run));
    for (size_t a = 0; a < r->manifest->axis_count; a++) {
        const char *label = lg_planned_label(r->manifest, run, a);
        if (*label == '\0') continue;
        fputs(a > 0 ? ", " : " ", to), lg_quote_markdown(to, r->manifest->axes[a].name);
        fputc(' ', to), lg_quote_markdown(to, label);
    }
    fputs(": ", to), lg_quote_markdown(to, *x->reason == '\0' ? lg_run_state_name(x->state) : x->reason);
    fputc('\n', to);
}

static void write_troubles(const lg_report *r, FILE *to) {
    const lg_tally *t = &r->layout->tally;
    const size_t wrong = t->state[LG_RUN_FAILED] + t->state[LG_RUN_DIVERGED];
    if (wrong == 0) return;
    fputs("## Runs that failed\n\n", to);
    size_t written = 0;
    for (size_t i = 0; i < r->manifest->run_count && written < MAX_TROUBLES; i++)
        if (went_wrong(&r->results->runs[i])) write_trouble(r, i, to), written++;
    if (written < wrong) fprintf(to, "- and %zu more; the table `runs` lists all\n", wrong - written);
    fputc('\n', to);
}

void lg_index_begin(const lg_report *r, const char *finding, FILE *to) {
    const lg_manifest *m = r->manifest;
    const char *diff = lg_report_setup_diff(r);
    fputs("# ", to), lg_quote_markdown(to, *m->title == '\0' ? m->name : m->title), fputs("\n\n", to);
    lg_quote_markdown(to, finding), fputs("\n\n", to);
    if (*m->note != '\0') lg_quote_markdown(to, m->note), fputs(".\n\n", to);
    if (diff && *diff != '\0') {
        fprintf(to, "The settings differ from those of %s: ", r->study->source);
        lg_quote_markdown(to, diff), fputs(".\n\n", to);
    }
    write_progress(r, to);
    write_rungs(r, to);
}

void lg_index_end(const lg_report *r, const lg_report_items *items, FILE *to) {
    if (*items->missing != '\0')
        fprintf(to, "## Not written\n\nThe sweep file lists these, but no finished run has data for them: %s.\n\n",
                items->missing);
    write_troubles(r, to);
    fprintf(to,
            "## Where the numbers come from\n\nThe JSON file of a table lists the runs behind each cell. `lengthen "
            "show SWEEP/runs/ID` prints the command that repeats a run. The checksum of the plan is `%s`.\n",
            r->manifest->checksum);
}
