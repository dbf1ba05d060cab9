/* claim.c: `lengthen claim`: decides hypotheses, each written in a file, by fixed rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/claim.h"
#include "cli/sweep/plan_progress.h"
#include "cli/sweep/supervisor.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"

static const cli_flag flags[] = {
    {"runs", 0, "PATH", "where the runs are: a sweep, a directory of runs, or a file from tools/keep_runs.py"},
    {"train", 0, NULL, "train the missing runs of the claim's sweep first (sweep run)"},
    {"jobs", 'j', "N", "worker processes of --train (default: one per processor)"},
    {"all", 0, NULL, "decide all claims of a directory (default claims/) and write them as pages (--out)"},
    {"out", 'o', "FILE", "with --all: write this Markdown page, and an HTML page beside it (default doc/claims.md)"},
    {0},
};

static const lg_member members[] = {
    LG_MEMBER(lg_claim_result, file, "file", "path of the claim file"),
    LG_MEMBER(lg_claim_result, name, "name", "file name without `.yaml`", .heading = "claim"),
    LG_MEMBER(lg_claim_result, claim, "claim", "the claim, one sentence"),
    LG_MEMBER(lg_claim_result, source, "source", "paper that makes the claim"),
    LG_MEMBER(lg_claim_result, verdict, "verdict", "`holds`, `refuted at this size`, `undecided` or `not measured`",
              .heading = "verdict"),
    LG_MEMBER(lg_claim_result, status, "status", "exit status: 0 holds, 10 refuted, 11 undecided, 12 not measured"),
    LG_MEMBER(lg_claim_result, expect, "expect", "expectation, as in the file"),
    LG_MEMBER(lg_claim_result, margin, "margin", "margin of the expectation, in `unit`"),
    LG_MEMBER(lg_claim_result, a, "a", "options of the first arm"),
    LG_MEMBER(lg_claim_result, b, "b",
              "options of the second arm; if there are several arms b, of the one that decides", .optional = true),
    LG_MEMBER(lg_claim_result, effect, "effect", "mean of a - b or a / b, or the rank correlation", .heading = "effect",
              .format = "%.4g"),
    LG_MEMBER(lg_claim_result, unit, "unit", "unit of the effect; `points` are percentage points", .heading = ""),
    LG_MEMBER(lg_claim_result, low, "low",
              "lower end of the 95 % interval over the deciding units, without correction for other claims",
              .heading = "low", .format = "%.4g"),
    LG_MEMBER(lg_claim_result, high, "high",
              "upper end of the 95 % interval over the deciding units, without correction for other claims",
              .heading = "high", .format = "%.4g"),
    LG_MEMBER(lg_claim_result, units, "units", "units over which the verdict generalizes: `task` or `seed`",
              .heading = "units"),
    LG_MEMBER(lg_claim_result, task_low, "task_low", "lower end of the 95 % interval over tasks"),
    LG_MEMBER(lg_claim_result, task_high, "task_high", "upper end of the 95 % interval over tasks"),
    LG_MEMBER(lg_claim_result, seed_low, "seed_low", "lower end of the 95 % interval over seeds, with the tasks fixed"),
    LG_MEMBER(lg_claim_result, seed_high, "seed_high",
              "upper end of the 95 % interval over seeds, with the tasks fixed"),
    LG_MEMBER(lg_claim_result, bootstrap_low, "bootstrap_low", "lower end of the bootstrap interval over tasks"),
    LG_MEMBER(lg_claim_result, bootstrap_high, "bootstrap_high", "upper end of the bootstrap interval over tasks"),
    LG_MEMBER(lg_claim_result, p, "p", "p-value of the test; with several arms b, the largest"),
    LG_MEMBER(lg_claim_result, corrected, "corrected_p", "p-value after Holm correction within the family",
              .heading = "p", .format = "%.2g"),
    LG_MEMBER(lg_claim_result, least_p, "least_p", "smallest p-value that this number of pairs can reach"),
    LG_MEMBER(lg_claim_result, level, "level", "significance level of the test at this look (see `looks`)"),
    LG_MEMBER(lg_claim_result, family, "family", "name of the family of claims that are corrected together",
              .optional = true),
    LG_MEMBER(lg_claim_result, in_family, "in_family", "number of claims in the family"),
    LG_MEMBER(lg_claim_result, tasks, "tasks", "number of tasks", .heading = "tasks"),
    LG_MEMBER(lg_claim_result, seeds, "seeds", "number of seeds per cell; the smallest if cells differ",
              .heading = "seeds"),
    LG_MEMBER(lg_claim_result, pairs, "pairs", "number of pairs of runs; for a correlation, number of tasks"),
    LG_MEMBER(lg_claim_result, comparisons, "comparisons", "number of arms b"),
    LG_MEMBER(lg_claim_result, exception, "exception", "task with the largest effect against the claim, and its effect",
              .optional = true),
    LG_MEMBER(lg_claim_result, exception_effect, "exception_effect", "effect of the task `exception`"),
    LG_MEMBER(lg_claim_result, against, "against", "number of tasks whose effect is against the claim"),
    LG_MEMBER(lg_claim_result, share_a, "share_a", "share of seeds of a that solve their task, if shares are compared",
              .optional = true),
    LG_MEMBER(lg_claim_result, share_b, "share_b", "share of seeds of b that solve their task, if shares are compared",
              .optional = true),
    LG_MEMBER(lg_claim_result, why, "why", "reason if there is no verdict", .optional = true),
    LG_MEMBER(lg_claim_result, decides, "decides", "what would decide the claim: runs, seeds or tasks, in words",
              .optional = true),
    LG_MEMBER(lg_claim_result, seeds_low, "seeds_low",
              "number of seeds per cell that would decide the claim, lower end of a range; null if no number would"),
    LG_MEMBER(lg_claim_result, seeds_high, "seeds_high", "upper end of that range of seeds"),
    LG_MEMBER(lg_claim_result, tasks_low, "tasks_low",
              "number of tasks that would decide the claim, lower end of a range"),
    LG_MEMBER(lg_claim_result, tasks_high, "tasks_high", "upper end of that range of tasks"),
    LG_MEMBER(lg_claim_result, hours, "hours", "estimated training time, from the file", .optional = true),
    LG_MEMBER(lg_claim_result, sweep, "sweep", "sweep that trains the runs of the claim", .optional = true),
    LG_MEMBER(lg_claim_result, runs, "runs", "file or directory of the runs", .optional = true),
    LG_MEMBER(lg_claim_result, reason, "reason", "reason for the margin, from the file", .optional = true),
    LG_MEMBER(lg_claim_result, note, "note", "note of the file", .optional = true),
    LG_MEMBER(lg_claim_result, line, "line", "the line that `claim` prints"),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.claim/1",
    .about = "`claim`: one row per claim.",
    .size = sizeof(lg_claim_result),
    .members = members,
};
static const lg_schema *const schemas[] = {&schema, &cli_schema_file, NULL};

/* ---- one claim ---- */

/* Plans the sweep, copies kept runs into it, and trains the missing ones. */
static int train_sweep(cli *c, const char *file, const char *sweep, const char *place) {
    size_t restored = 0;
    long jobs = 0;
    lg_sweep *s = NULL;
    int status = cli_flag_int(&c->args, "jobs", 1, 1024, &jobs);
    if (status != LG_OK) return status;
    lg_status good = cli_plan_sweep(c, sweep, place, true, &s);
    if (good == LG_OK) good = lg_claim_restore(c->context, file, s, &restored);
    if (good == LG_OK) good = restored > 0 ? lg_sweep_merge(s, NULL, 0) : lg_sweep_refresh(s);
    if (good == LG_OK && restored > 0) cli_note(c, "%zu kept runs are not trained again", restored);
    status = good == LG_OK ? cli_supervisor_run(c, s, (int)jobs) : cli_fail_library(c, good);
    lg_sweep_free(s);
    return status;
}

/* Trains the runs of a claim. `place` receives the directory of the runs: the value of --runs, or sweeps/NAME. */
static int train_runs(cli *c, const char *file, char place[4200]) {
    const char *runs = cli_flag_value(&c->args, "runs");
    char *sweep, *dir;
    int status = (int)lg_claim_sweep(c->context, file, &sweep, &dir);
    if (status != LG_OK) return cli_fail_library(c, (lg_status)status);
    snprintf(place, 4200, "%s", runs ? runs : dir);
    status = *sweep != '\0' ? train_sweep(c, file, sweep, place)
                            : cli_fail(LG_USAGE,
                                       "%s has no sweep, which --train needs: add `sweep:` with a preset or "
                                       "sweep file",
                                       file);
    free(sweep), free(dir);
    return status;
}

static void put_claims(const lg_claims *all) {
    cli_rows rows = cli_rows_begin(&schema);
    for (size_t i = 0; i < lg_claims_count(all); i++) cli_rows_put(&rows, lg_claims_at(all, i));
    cli_rows_end(&rows, LG_OK);
}

static int decide_files(cli *c) {
    const char *runs = cli_flag_value(&c->args, "runs");
    char place[4200];
    lg_claims *all;
    int status = LG_CLAIM_HOLDS;
    if (cli_flag_on(&c->args, "train")) {
        if ((status = train_runs(c, c->args.positionals[0], place)) != LG_OK) return status;
        runs = place;
    }
    const lg_status read = lg_claims_read(c->context, c->args.positionals, c->args.positional_count, runs, &all);
    if (read != LG_OK) return cli_fail_library(c, read);
    const bool lines = cli_is_plain() && !c->json;
    for (size_t i = 0; i < lg_claims_count(all); i++) {
        const lg_claim_result *r = lg_claims_at(all, i);
        if (lines) cli_out_say("%s", r->line);
        if (r->status > status) status = r->status;
    }
    if (!lines) put_claims(all);
    lg_claims_free(all);
    return status;
}

/* ---- all claims ---- */

static void print_counts(const lg_claims *all, const char *page, const char *html) {
    size_t counts[4] = {0};
    for (size_t i = 0; i < lg_claims_count(all); i++) {
        const int status = lg_claims_at(all, i)->status;
        counts[status == LG_CLAIM_HOLDS ? 0 : status - LG_CLAIM_REFUTED + 1]++;
    }
    cli_out_say("%zu claims: %zu hold, %zu refuted at this size, %zu undecided, %zu not measured; %s, %s",
                lg_claims_count(all), counts[0], counts[1], counts[2], counts[3], page, html);
}

static int decide_all(cli *c) {
    const char *dir = c->args.positional_count > 0 ? c->args.positionals[0] : "claims";
    const char *out = cli_flag_value(&c->args, "out"), *page = out ? out : "doc/claims.md";
    lg_claims *all;
    char *html = NULL;
    lg_status status = lg_claims_read_all(c->context, dir, cli_flag_value(&c->args, "runs"), &all);
    if (status != LG_OK) return cli_fail_library(c, status);
    if (!c->quiet) put_claims(all);
    status = lg_claims_write(c->context, all, page, &html);
    if (status == LG_OK && cli_is_plain() && !c->quiet) print_counts(all, page, html);
    if (status == LG_OK) cli_file_put(page), cli_file_put(html);
    free(html);
    lg_claims_free(all);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

static int run_claim(cli *c) {
    const bool all = cli_flag_on(&c->args, "all");
    if (!all && c->args.positional_count == 0)
        return cli_fail(LG_USAGE, "claim needs a claim file or --all: lengthen claim claims/NAME.yaml");
    if (all && c->args.positional_count > 1) return cli_fail(LG_USAGE, "claim --all takes one directory");
    if (all && cli_flag_on(&c->args, "train"))
        return cli_fail(LG_USAGE, "claim --all does not train; use --train with one file");
    if (cli_flag_on(&c->args, "train") && c->args.positional_count > 1)
        return cli_fail(LG_USAGE, "claim --train takes one file");
    return all ? decide_all(c) : decide_files(c);
}

const cli_command cli_command_claim = {
    .name = "claim",
    .summary = "decide a claim about runs by rule: holds, refuted at this size, or undecided",
    .usage = "lengthen claim FILE... [--runs PATH] [--train]\n"
             "lengthen claim --all [DIR] [--out FILE]",
    .examples = "lengthen claim claims/table1-randomized-beyond.yaml\n"
                "lengthen claim my.yaml --runs sweeps/my --json\n"
                "lengthen claim my.yaml --train -j 2\n"
                "lengthen claim --all                        writes doc/claims.md and doc/claims.html",
    .text = "A claim is a YAML file:\n\n"
            "  claim: randomized positions help beyond the training length\n"
            "  source: Ruoss et al. 2023, table 1\n"
            "  sweep: randpe-table1-small         # a preset or sweep file; --train trains it\n"
            "  runs: doc/table1-small/runs.jsonl.xz    # runs of the sweep (default sweeps/NAME, doc/NAME)\n"
            "  compare:\n"
            "    a: {positions: randomized}       # options of the runs of arm a\n"
            "    b: {positions: standard}         # arm b, a list of arms, or chance (the score of guessing)\n"
            "    pair: [task, encoding, seed]     # what both runs of a pair share (default [task, seed])\n"
            "    metric: score                    # or another metric, seconds, steps_per_second, time_to\n"
            "    where: {mask: full}              # optional: use only runs with these options\n"
            "  expect: a - b > 0                  # a - b > 5, a - b < 0, a = b, a / b > 30, correlation > 0\n"
            "  units: task                        # the verdict generalizes over: task (default) or seed\n"
            "  family: table-1                    # a group of claims, fixed before training, corrected together\n"
            "  looks: [3, 6, 10]                  # numbers of seeds at which a verdict may be given\n\n"
            "More keys of `compare`:\n"
            "  best: [lr]        for this option, use the value with the best mean of the metric\n"
            "  lengths: 5..20    use the mean score over these tested lengths; inside a or b, for this arm only\n"
            "  reach: 0.9        for metric time_to: the score to reach\n"
            "  never: 3600       for metric time_to: the time in seconds of a run that never reaches this score\n"
            "  published: STUDY  compute the rank correlation with the numbers published by this study: means\n"
            "                    (table: mean) or best results (table: best)\n"
            "  centred: row      for published: first subtract the mean of each task from our numbers and from\n"
            "                    the published numbers\n"
            "  value: NAME       in place of a metric, use the mean of member NAME in the rows of values.jsonl\n"
            "                    (or values.jsonl.xz), the output of `lengthen analyze ... --json`. If `runs` is\n"
            "                    a directory, values.jsonl is in it; if `runs` is a file, values.jsonl is next\n"
            "                    to it\n"
            "  rows: {block: 0}  for value: use only rows with these members\n\n"
            "More keys of a claim:\n"
            "  solved: 90   a seed is solved if it scores at least 90: if an arm has solved and unsolved seeds,\n"
            "               compare the shares of solved seeds; otherwise compare mean scores\n"
            "  learned: 60  give a verdict only if the mean score of at least one arm is 60 or more\n"
            "  margin: 2    required by `expect: a = b`: differences of at most this size count as equal\n"
            "  reason: ...  required by `expect: a = b`: why such differences do not matter\n"
            "  needs: ...   for a claim without runs, in place of compare and expect: what is missing\n"
            "  hours: 40    for a claim without runs: estimated hours of training\n\n"
            "The output is one line. It has the verdict, the effect with its 95 % intervals over tasks and over\n"
            "seeds, the p-value, the largest exception (the task that contradicts the claim most) and, for an\n"
            "undecided claim, what would decide it. Claims of one family in the same directory are corrected\n"
            "together (Holm). The page that --all writes explains all rules.\n\n"
            "Exit status:\n"
            "  0   the claim holds, or --all is given\n"
            "  10  the claim is refuted at this size\n"
            "  11  the claim is undecided\n"
            "  12  the claim is not measured\n"
            "For several claims, the exit status is the largest.",
    .positionals = "@file @folder",
    .flags = flags,
    .schemas = schemas,
    .tabular = true,
    .run = run_claim,
};
