/* eval_progress.c: announces an evaluation and shows its progress. */
#include "cli/ui/eval_progress.h"

#include <math.h>
#include <stdio.h>

#include "cli/ui/metric.h"

/* Writes the estimated time as ": about 6 min", or "" if it is unknown. */
static void format_duration(char *to, size_t capacity, double seconds) {
    static const struct {
        double below, unit;
        const char *name;
    } units[] = {{100, 1, "s"}, {100 * 60, 60, "min"}, {100 * 3600, 3600, "h"}, {INFINITY, 86400, "days"}};
    int i = 0;
    *to = 0;
    if (seconds < 1) snprintf(to, capacity, ": less than a second");
    if (!(seconds >= 1)) return;
    while (seconds >= units[i].below) i++;
    snprintf(to, capacity, ": about %.0f %s", seconds / units[i].unit, units[i].name);
}

void cli_eval_progress_begin(cli *c, const char *run, const lg_eval_plan_report *r) {
    char time[40], before[48] = "";
    const bool all = (size_t)(r->last - r->first) + 1 == r->lengths;
    format_duration(time, sizeof time, r->seconds);
    if (r->cached) snprintf(before, sizeof before, ", %zu already evaluated", r->cached);
    if (r->lengths == 1)
        cli_note(c, "%s%sevaluating length %d, %lld sequences%s", run ? run : "", run ? ": " : "", r->first,
                 (long long)r->sequences, time);
    else
        cli_note(c, "%s%sevaluating %zu lengths%s%d%s%d, %s%lld sequences each%s%s", run ? run : "", run ? ": " : "",
                 r->lengths, all ? ", " : " from ", r->first, all ? ".." : " to ", r->last, r->uneven ? "up to " : "",
                 (long long)r->sequences, before, time);
    cli_progress_begin(&c->progress, !c->json && !c->quiet, run ? run : "evaluating", "length", (int64_t)r->cached);
    cli_progress_weigh(&c->progress, r->fraction);
}

void cli_eval_progress_show(cli *c, const lg_length_report *r, int64_t done, int64_t wanted) {
    char tail[80], value[CLI_METRIC];
    snprintf(tail, sizeof tail, "length %d: %s", r->length, cli_metric_words(r->metric, r->value, value));
    cli_progress_weigh(&c->progress, r->fraction);
    cli_progress_show(&c->progress, done, wanted, tail);
}
