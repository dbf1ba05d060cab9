/* plan.c: `lengthen sweep plan`: lists the runs of a sweep file, and estimates how long they take. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/sweep/plan_progress.h"
#include "cli/sweep/rest.h"
#include "cli/sweep/sweep_text.h"
#include "cli/ui/print.h"
#include "cli/ui/text.h"

static const cli_flag flags[] = {
    {"out", 'o', "DIR", "directory of the sweep (default sweeps/NAME, from the file's name)"},
    {"dry-run", 'n', NULL, "print the plan; write nothing"},
    {"runs", 0, NULL, "list every run with its id, labels and estimate"},
    {0},
};

/* ---- rows ---- */

static const lg_member axis_members[] = {
    LG_MEMBER(lg_sweep_axis, name, "axis", "name of the axis"),
    LG_MEMBER(lg_sweep_axis, drawn, "drawn", "distribution of the labels; absent if they are listed", .optional = true),
    LG_LIST(lg_sweep_axis, labels, count, "labels", "labels, in the order of the plan"),
    {0},
};
static const lg_schema axis_schema = {.size = sizeof(lg_sweep_axis), .members = axis_members};

typedef struct plan {
    lg_sweep_info x;
    const lg_sweep_axis *axes;
} plan;
static const lg_member plan_members[] = {
    LG_MEMBER(plan, x.dir, "dir", "sweep directory"),
    LG_MEMBER(plan, x.title, "title", "title from the sweep file"),
    LG_MEMBER(plan, x.checksum, "checksum", "checksum of the plan"),
    LG_MEMBER(plan, x.runs, "runs", "number of runs"),
    LG_MEMBER(plan, x.trainings, "trainings",
              "number of runs that train; the others evaluate the same models with other options (`eval.with`)"),
    LG_ROWS(plan, axes, x.axes, "axes", "axes of the grid", &axis_schema),
    LG_MEMBER(plan, x.cost, "thread_seconds", "estimated time of all runs on one thread", .unit = "seconds"),
    LG_MEMBER(plan, x.calibration, "calibration", "machine and speed used for the estimate"),
    LG_MEMBER(plan, x.promotion, "promotion", "rule for which runs continue, in words; absent if all runs continue",
              .optional = true),
    {0},
};
static const lg_schema plan_schema = {
    .name = "lengthen.plan/1",
    .about = "`sweep plan`: the plan.",
    .members = plan_members,
};

typedef struct planned {
    lg_sweep_run x;
    const lg_named_text *labels;
    size_t label_count;
    char span[CLI_SPAN];
} planned;
static const lg_member planned_members[] = {
    LG_MEMBER(planned, x.id, "id", "run id: 16 hexadecimal digits", .heading = "run"),
    LG_LIST(planned, labels, label_count, "labels",
            "labels of the run, by axis name; a label is empty if the run has none on that axis", .heading = ""),
    LG_MEMBER(planned, x.cost, "thread_seconds", "estimated time on one thread", .unit = "seconds"),
    LG_MEMBER(planned, span, NULL, "", .heading = "estimate", .right = true),
    {0},
};
static const lg_schema planned_schema = {
    .name = "lengthen.planned/1",
    .about = "`sweep plan --runs`: one row per run.",
    .members = planned_members,
};

static void put_plan(lg_sweep *s, const lg_sweep_info *about) {
    lg_sweep_axis *axes = calloc(about->axes + 1, sizeof *axes);
    if (!axes) return cli_out_lose();
    for (size_t i = 0; i < about->axes; i++) axes[i] = lg_sweep_axis_at(s, i);
    cli_row_put(&plan_schema, &(plan){*about, axes});
    free(axes);
}

static int put_runs(lg_sweep *s, size_t runs) {
    cli_axes axes;
    cli_rows rows = cli_rows_begin(&planned_schema);
    const int status = cli_axes_read(&axes, s);
    for (size_t i = 0; i < runs && status == LG_OK && !cli_out_write_failed(); i++) {
        const lg_sweep_run r = lg_sweep_run_at(s, i);
        const cli_sweep_run_row run = cli_sweep_run_of(&axes, &r);
        planned row = {r, run.labels, run.label_count, ""};
        cli_span(r.cost, row.span);
        cli_rows_put(&rows, &row);
    }
    cli_rows_end(&rows, status);
    cli_axes_free(&axes);
    if (status == LG_OK) cli_line();
    return status;
}

/* ---- text ---- */

/* Prints the labels of an axis, as many as fit on the line. */
static void print_axis(const lg_sweep_axis *a, int width) {
    char left[64];
    int at = snprintf(left, sizeof left, "  %-*s %4zu  ", width, a->name, a->count);
    printf("%s", left);
    if (*a->drawn) printf("%s%s", a->drawn, strchr(a->drawn, ' ') ? "\n" : ": ");
    if (strchr(a->drawn, ' ')) return;
    for (size_t i = 0; i < a->count; i++) {
        const char *quote = strchr(a->labels[i], ',') ? "'" : ""; /* a label with commas is a pattern of blocks */
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

static int print_plan(cli *c, lg_sweep *s) {
    char all[CLI_SPAN], here[CLI_SPAN];
    lg_machine machine;
    lg_sweep_info about = lg_sweep_about(s);
    lg_status status = lg_doctor(c->context, false, &machine);
    if (status != LG_OK) return cli_fail_library(c, status);
    printf("%s", cli_bold(stdout)), cli_out_print(about.title, ""), printf("%s\n", cli_plain(stdout));
    if (*about.note) cli_text_wrap(stdout, about.note, 0, 0, cli_columns(stdout));
    putchar('\n');
    if (about.trainings < about.runs)
        cli_out_say("%zu runs, %zu of them trained, %s", about.runs, about.trainings, about.dir);
    else
        cli_out_say("%zu runs, %s", about.runs, about.dir);
    print_axes(s, about.axes);
    if (*about.promotion) printf("  %s\n", about.promotion);
    printf("\nabout %s on one thread (%s), %s on the %d threads here\n", cli_span(about.cost, all), about.calibration,
           cli_span(about.cost / machine.threads, here), machine.threads);
    return LG_OK;
}

/* ---- what comes next ---- */

/* Refreshes the sweep if training has begun, that is, if its folder of runs exists. Before that, the sweep has no
 * registry. */
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
        cli_note(c, "nothing left to train: %s; make tables and figures with: lengthen report %s", counts, word);
    else
        cli_note(c, "%s, about %s left on one thread; resume with: lengthen sweep run %s", counts,
                 cli_span(cli_sweep_left(s), span), word);
    return LG_OK;
}

static int run_sweep_plan(cli *c) {
    lg_sweep *s;
    const bool dry = cli_flag_on(&c->args, "dry-run");
    if (c->args.positional_count != 1)
        return cli_fail(LG_USAGE, "sweep plan takes the path or the name of one sweep file (lengthen list sweeps)");
    lg_status status = cli_plan_sweep(c, c->args.positionals[0], cli_flag_value(&c->args, "out"), !dry, &s);
    if (status != LG_OK) return cli_fail_library(c, status);
    const lg_sweep_info about = lg_sweep_about(s);
    const bool runs = cli_flag_on(&c->args, "runs") && (c->json || !c->quiet);
    if (runs) cli_csv_choose(&planned_schema);
    put_plan(s, &about);
    int result = runs ? put_runs(s, about.runs) : LG_OK;
    if (cli_is_plain() && !c->quiet && result == LG_OK) result = print_plan(c, s);
    if (!c->json && result == LG_OK && !dry) result = note_next(c, s);
    lg_sweep_free(s);
    return result;
}

static const lg_schema *const schemas[] = {&plan_schema, &planned_schema, NULL};

const cli_command cli_sweep_plan = {
    .name = "sweep plan",
    .summary = "list the runs of a sweep file and estimate how long they take",
    .usage = "lengthen sweep plan FILE [--out DIR] [flags]",
    .examples = "lengthen sweep plan randpe-table1-small --dry-run\n"
                "lengthen sweep plan randpe-table1-small --out sweeps/small\n"
                "lengthen sweep plan my.yaml --dry-run --runs",
    .text = "FILE is a sweep file (`lengthen help sweep` shows the grammar) or the name of one that comes with\n"
            "the program (`lengthen list sweeps`). The plan is written to DIR/manifest.jsonl, with a\n"
            "checksum and the id, labels and settings of every run. Planning the same file again does nothing. A\n"
            "changed title or layout does not change the plan; another seed, encoding or length extends it and\n"
            "keeps trained runs; a file that lacks planned runs is refused. Runs that differ only in eval.with\n"
            "are trained once.\n\n"
            "The estimate counts the operations of every run and times this machine briefly on the most\n"
            "expensive kinds of runs; it prints the measured speed and how many kinds were timed.",
    .positionals = "@sweep @file",
    .flags = flags,
    .elsewhere = cli_sweep_options,
    .schemas = schemas,
    .tabular = true,
    .run = run_sweep_plan,
};
