/* plan.c: `lengthen sweep plan`: the runs of a sweep file, and how long they will take. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/sweep/plan_progress.h"
#include "cli/sweep/rest.h"
#include "cli/sweep/sweep_text.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"out", 'o', "DIR", "directory of the sweep; if not given: sweeps/NAME, after the file"},
    {"dry-run", 'n', NULL, "print what would be planned; write nothing"},
    {"runs", 0, NULL, "list every run with its id, labels and estimate"},
    {0},
};

/* ---- JSON ---- */

static void print_sweep_json(lg_sweep *s, const lg_sweep_info *about) {
    json_t *o = cli_out_object("lengthen.plan/1"), *axes = json_array();
    cli_out_text(o, "dir", about->dir);
    cli_out_text(o, "title", about->title);
    cli_out_text(o, "checksum", about->checksum);
    cli_out_int(o, "runs", (int64_t)about->runs);
    for (size_t i = 0; i < about->axes; i++) {
        lg_sweep_axis a = lg_sweep_axis_at(s, i);
        json_t *axis = json_object();
        cli_out_text(axis, "axis", a.name);
        if (*a.drawn) cli_out_text(axis, "drawn", a.drawn);
        cli_out_strings(axis, "labels", a.labels, (int)a.count);
        json_array_append_new(axes, axis);
    }
    json_object_set_new(o, "axes", axes);
    cli_out_real(o, "thread_seconds", about->cost);
    cli_out_text(o, "calibration", about->calibration);
    if (*about->promotion) cli_out_text(o, "promotion", about->promotion);
    cli_out_line(o);
}

static void print_run_json(lg_sweep *s, const lg_sweep_info *about, size_t i) {
    lg_sweep_run r = lg_sweep_run_at(s, i);
    json_t *o = cli_out_object("lengthen.planned/1"), *labels = json_object();
    cli_out_text(o, "id", r.id);
    for (size_t a = 0; a < about->axes; a++) cli_out_text(labels, lg_sweep_axis_at(s, a).name, r.labels[a]);
    json_object_set_new(o, "labels", labels);
    cli_out_real(o, "thread_seconds", r.cost);
    cli_out_line(o);
}

/* ---- text ---- */

/* The labels of an axis, as many as fit on a line. */
static void print_axis(const lg_sweep_axis *a, int width) {
    char left[64];
    int at = snprintf(left, sizeof left, "  %-*s %4zu  ", width, a->name, a->count);
    printf("%s", left);
    if (*a->drawn) printf("%s%s", a->drawn, strchr(a->drawn, ' ') ? "\n" : ": ");
    if (strchr(a->drawn, ' ')) return;
    for (size_t i = 0; i < a->count; i++) {
        const char *quote = strchr(a->labels[i], ',') ? "'" : ""; /* as in a list of blocks */
        const int more = cli_text_width(a->labels[i]) + 2 * (int)strlen(quote) + 2;
        if (at + more > cli_columns(stdout) - 4 && i + 1 < a->count) {
            printf("...");
            break;
        }
        printf("%s", quote), cli_out_print(a->labels[i], ""), printf("%s", quote);
        if (i + 1 < a->count) printf(", ");
        at += more;
    }
    putchar('\n');
}

static void print_axes(lg_sweep *s, size_t axes) {
    int width = 0;
    for (size_t i = 0; i < axes; i++) {
        const int one = cli_text_width(lg_sweep_axis_at(s, i).name);
        if (one > width) width = one;
    }
    for (size_t i = 0; i < axes; i++) {
        lg_sweep_axis a = lg_sweep_axis_at(s, i);
        print_axis(&a, width);
    }
}

static void print_runs(lg_sweep *s, const lg_sweep_info *about) {
    char columns[64] = "l", span[CLI_SPAN];
    for (size_t a = 0; a < about->axes && a + 3 < sizeof columns; a++) strcat(columns, "l");
    lg_sheet *t = lg_sheet_new(strcat(columns, "r"));
    lg_sheet_cell(t, "run");
    for (size_t a = 0; a < about->axes; a++) lg_sheet_cell(t, "%s", lg_sweep_axis_at(s, a).name);
    lg_sheet_cell(t, "estimate");
    for (size_t i = 0; i < about->runs; i++) {
        lg_sweep_run r = lg_sweep_run_at(s, i);
        lg_sheet_cell(t, "%s", r.id);
        for (size_t a = 0; a < about->axes; a++) lg_sheet_cell(t, "%s", r.labels[a]);
        lg_sheet_cell(t, "%s", cli_span(r.cost, span));
    }
    cli_sheet_print(t, stdout);
    putchar('\n');
}

static int print_plan(cli *c, lg_sweep *s) {
    char all[CLI_SPAN], here[CLI_SPAN];
    lg_machine machine;
    lg_sweep_info about = lg_sweep_about(s);
    lg_status status = lg_doctor(c->context, false, &machine);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (cli_flag_on(&c->args, "runs")) print_runs(s, &about);
    printf("%s", cli_bold(stdout)), cli_out_print(about.title, ""), printf("%s\n", cli_plain(stdout));
    if (*about.note) cli_text_wrap(stdout, about.note, 0, 0, cli_columns(stdout));
    putchar('\n');
    cli_out_say("%zu runs, %s", about.runs, about.dir);
    print_axes(s, about.axes);
    if (*about.promotion) printf("  %s\n", about.promotion);
    printf("\nabout %s of one thread (%s), %s with the %d threads here\n", cli_span(about.cost, all), about.calibration,
           cli_span(about.cost / machine.threads, here), machine.threads);
    return LG_OK;
}

static void print_json(const cli *c, lg_sweep *s) {
    lg_sweep_info about = lg_sweep_about(s);
    print_sweep_json(s, &about);
    for (size_t i = 0; cli_flag_on(&c->args, "runs") && i < about.runs && !cli_out_write_failed(); i++)
        print_run_json(s, &about, i);
}

/* ---- what comes next ---- */

/* What is done and what is left, where something was trained; begun: was it? Before that there is no registry. */
static lg_status read_progress(lg_sweep *s, bool *begun) {
    char runs[4200];
    snprintf(runs, sizeof runs, "%s/runs", lg_sweep_about(s).dir);
    *begun = !access(runs, F_OK);
    return *begun ? lg_sweep_refresh(s) : LG_OK;
}

static int note_next(cli *c, lg_sweep *s) {
    bool begun;
    char word[LG_SHELL_WORD], counts[CLI_COUNTS], span[CLI_SPAN];
    const lg_status status = read_progress(s, &begun);
    if (status != LG_OK) return cli_fail_library(c, status);
    const lg_sweep_info about = lg_sweep_about(s);
    cli_sweep_counts(&about, counts), lg_text_shell_word(about.dir, word);
    cli_note(c, "%s", "");
    if (!begun)
        cli_note(c, "written; train it with: lengthen sweep run %s", word);
    else if (cli_sweep_ended(&about) == about.runs)
        cli_note(c, "nothing is left to train: %s; tables and figures are made by: lengthen report %s", counts, word);
    else
        cli_note(c, "%s, about %s of one thread left; go on with: lengthen sweep run %s", counts,
                 cli_span(cli_sweep_left(s), span), word);
    return LG_OK;
}

static int run_sweep_plan(cli *c) {
    lg_sweep *s;
    const bool dry = cli_flag_on(&c->args, "dry-run");
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "sweep plan takes one sweep file, or the name of one (lengthen list sweeps)");
    lg_status status = cli_plan_sweep(c, c->args.positionals[0], cli_flag_value(&c->args, "out"), !dry, &s);
    if (status != LG_OK) return cli_fail_library(c, status);
    int result = LG_OK;
    if (c->json)
        print_json(c, s);
    else if (!c->quiet)
        result = print_plan(c, s);
    if (!c->json && result == LG_OK && !dry) result = note_next(c, s);
    lg_sweep_free(s);
    return result;
}

const cli_command cli_sweep_plan = {
    .name = "sweep plan",
    .summary = "enumerate the runs of a sweep file and estimate how long they take",
    .usage = "lengthen sweep plan FILE [--out DIR] [flags]",
    .examples = "lengthen sweep plan randpe-table1-small --dry-run\n"
                "lengthen sweep plan randpe-table1-small --out sweeps/small\n"
                "lengthen sweep plan my.yaml --dry-run --runs",
    .text = "FILE is a sweep file (`lengthen help sweep` has the grammar) or the name of one that comes with the\n"
            "program (`lengthen list sweeps`). The plan goes into DIR/manifest.jsonl: every run with its id, labels\n"
            "and settings, and with a checksum. The same command again does nothing. A plan is its runs: with another\n"
            "title or layout it is the same one; with one more seed, encoding or length it is extended, and what has\n"
            "been trained is kept; a plan that lacks some of its runs is refused. What everything costs is counted,\n"
            "and timed on this machine for a moment.",
    .positionals = "@sweep @file",
    .flags = flags,
    .elsewhere = cli_sweep_options,
    .run = run_sweep_plan,
};
