/* eval.c: `lengthen eval`: evaluates trained models at any lengths, and draws a metric against length. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "api/decoding.h"
#include "api/run_files.h"
#include "cli/cli.h"
#include "cli/config.h"
#include "cli/ensemble.h"
#include "cli/ui/answers.h"
#include "cli/ui/curve.h"
#include "cli/ui/eval_progress.h"
#include "cli/ui/figure.h"
#include "cli/ui/out.h"
#include "cli/ui/print.h"
#include "cli/ui/signals.h"
#include "cli/ui/variants.h"
#include "cli/ui/warnings.h"

static const cli_flag flags[] = {
    CLI_VARIANT_FLAG,
    CLI_FIGURE_FLAGS,
    {"show", 0, "WHICH", "print answers next to their targets: wrong, right or all"},
    {"count", 0, "N", "with --show: number of answers for each length and cell (default 5)"},
    {"length", 0, "N", "evaluate one length, same as --lengths N"},
    {"stop-below", 0, "SHARE",
     "stop at the first length where the metric falls below SHARE, like 0.6; the score is then omitted"},
    CLI_ENSEMBLE_FLAG,
    {"to", 0, "DIR", "store the results of one model or ensemble in a new run directory, without a model"},
    {0},
};

enum { WORDS = 512, TITLE = 1024 };

/* The evaluation of one run, unchanged or with a variant. */
typedef struct evaluation {
    cli *c;
    lg_run *run;
    const cli_variant *variant; /* NULL: unchanged */
    char title[TITLE];          /* "runs/a", or with a variant "runs/a, window" */
    cli_curve curve;
    cli_answers answers;
    int64_t done, wanted;
    int64_t answers_cut, sequences; /* of the evaluated lengths */
    double least;                   /* --stop-below: stops when the metric is below this value */
    bool below;
    lg_named_text *changed; /* options that differ from training in any row; absent if they do not differ in this row */
    size_t changes;
} evaluation;

/* All evaluations: each run unchanged, then each with the first variant, and so on. */
typedef struct table {
    evaluation *rows; /* [count], followed by the other models of an ensemble */
    cli_curve *curves;
    size_t runs, count;
    size_t others;  /* models of the ensemble after the first */
    char *together; /* name of the ensemble, "runs/a + runs/b"; NULL: no ensemble */
} table;

/* ---- changed options ---- */

static void note_change(evaluation *t, const char *key) {
    lg_named_text *more = realloc(t->changed, (t->changes + 1) * sizeof *more);
    if (!more) return cli_out_lose();
    more[t->changes++] = (lg_named_text){key, lg_config_get(t->curve.config, key), !lg_run_is_changed(t->run, key)};
    t->changed = more;
}

static bool is_noted(const evaluation *t, const char *key) {
    for (size_t i = 0; i < t->changes; i++)
        if (!strcmp(t->changed[i].name, key)) return true;
    return false;
}

/* Notes the changes of all runs in each run, so that all lines of CSV have the same columns. */
static void note_changes(evaluation *runs, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < lg_config_count(runs[i].curve.config); k++) {
            const char *key = lg_config_at(runs[i].curve.config, k).key;
            if (!lg_run_is_changed(runs[i].run, key) || is_noted(&runs[0], key)) continue;
            for (size_t n = 0; n < count; n++) note_change(&runs[n], key);
        }
}

static void tell(const char *title, const char *what) {
    char text[WORDS + TITLE];
    snprintf(text, sizeof text, "%s: %s", title, what);
    cli_line();
    cli_legend(text);
}

/* Prints "differs from training: scale: log_n, scale.keys: 40". */
static void tell_changes(const evaluation *t) {
    char text[WORDS] = "differs from training: ";
    const size_t first = strlen(text);
    for (size_t i = 0; i < t->changes; i++) {
        const size_t at = strlen(text);
        if (!t->changed[i].absent)
            snprintf(text + at, WORDS - at, "%s%s: %s", at > first ? ", " : "", t->changed[i].name, t->changed[i].text);
    }
    if (text[first] != '\0') tell(t->title, text);
}

/* ---- rows ---- */

typedef struct row {
    const char *run, *variant;
    const lg_named_text *changed;
    size_t changes;
    cli_curve_point at;
    bool limited; /* answers are cut off at eval.max_tokens */
} row;

static const lg_member members[] = {
    LG_MEMBER(row, run, "run", "run directory or model file"),
    LG_MEMBER(row, variant, "variant", CLI_VARIANT, .optional = true),
    LG_LIST(row, changed, changes, "changed", CLI_CHANGED, .optional = true),
    LG_ROW(row, at, NULL, "", &cli_schema_point),
    LG_MEMBER(row, at.x.cut, "cut", "with `eval.max_tokens`: number of answers cut off at this limit",
              .when = LG_WHEN(row, limited)),
    {0},
};
static const lg_schema schema = {
    .name = "lengthen.eval/2",
    .about = "`eval`: one row per run and length.",
    .members = members,
};
enum { FINDING = 4000 };
typedef struct found {
    const char *finding;
} found;
static const lg_member found_members[] = {
    LG_MEMBER(found, finding, "finding", "which choices score highest, by how much, and what is undecided"),
    {0},
};
static const lg_schema found_schema = {
    .name = "lengthen.eval_finding/1",
    .about = "`eval` of several models: the finding in one sentence, the last row.",
    .members = found_members,
};
static const lg_schema *const schemas[] = {&schema, &cli_schema_run_score, &cli_schema_answer, &found_schema, NULL};

/* ---- callbacks ---- */

static void on_eval_plan(void *user, const lg_eval_plan_report *r) {
    evaluation *t = user;
    cli_eval_progress_begin(t->c, t->title, r);
}

static void on_answer(void *user, const lg_answer_report *r) {
    evaluation *t = user;
    cli_answers_add(&t->answers, r);
}

/* Are answers cut off at eval.max_tokens? */
static bool limits_answers(const evaluation *t) {
    return strcmp(lg_config_get(t->curve.config, "eval.max_tokens"), "0");
}

static void on_length(void *user, const lg_length_report *r) {
    evaluation *t = user;
    cli_curve_add(&t->curve, r);
    if (t->answers.which) {
        cli_progress_clear(&t->c->progress);
        cli_answers_print(&t->answers, r->length);
    }
    cli_row_put(&schema, &(row){t->curve.run, t->curve.variant, t->changed, t->changes,
                                cli_curve_point_of(&t->curve, r), limits_answers(t)});
    t->answers_cut += r->cut;
    t->sequences += r->sequences;
    cli_eval_progress_show(t->c, r, ++t->done, t->wanted);
    t->below = r->value < t->least;
}

static bool on_stop(void *user) {
    const evaluation *t = user;
    return t->below || cli_signals_stop();
}

static void note_missing(const evaluation *t) {
    const cli_curve *c = &t->curve;
    const lg_length_report *last = &c->points[c->count - 1];
    char value[CLI_METRIC];
    cli_note(t->c, "%s: %s at length %d is below %g %%: %zu of %lld lengths are not tested, and there is no score",
             t->title, cli_metric_words(last->metric, last->value, value), last->length, 100 * t->least,
             c->score.missing, (long long)t->wanted);
}

static void note_cut(const evaluation *t) {
    if (!limits_answers(t) || t->answers_cut == 0 || t->c->json) return;
    cli_note(t->c, "%s: %lld of %lld answers were cut off (--eval.max_tokens %s, for source and answer together)",
             t->title, (long long)t->answers_cut, (long long)t->sequences,
             lg_config_get(t->curve.config, "eval.max_tokens"));
}

/* Reports an interruption. The results so far are printed later, because they are not stored anywhere. */
static void note_stop(const evaluation *t) {
    cli_note(t->c, "%s: interrupted after %lld of %lld lengths: no score; `lengthen eval` stores no results", t->title,
             (long long)t->done, (long long)t->wanted);
}

static int evaluate_run(evaluation *t) {
    cli *c = t->c;
    t->wanted = cli_lengths_count(lg_config_get(t->curve.config, "eval.lengths"));
    lg_callbacks calls = {.user = t, .length = on_length};
    lg_context_stop(c->context, on_stop, t);
    if (t->answers.which) calls.answer = on_answer;
    if (!c->json && !c->quiet) calls.evaluating = on_eval_plan;
    const char *to = cli_flag_value(&c->args, "to");
    lg_status status =
        to ? lg_run_eval_into(t->run, to, &calls, &t->curve.score) : lg_run_eval(t->run, &calls, &t->curve.score);
    lg_context_stop(c->context, NULL, NULL);
    cli_progress_end(&c->progress);
    if (status != LG_OK && status != LG_PREEMPTED) return cli_fail_library(c, status);
    const bool stopped = status == LG_PREEMPTED && !t->below;
    note_cut(t);
    if (status == LG_PREEMPTED) stopped ? note_stop(t) : note_missing(t);
    if (stopped) return LG_PREEMPTED;
    t->curve.scored = true;
    cli_curve_score_put(&t->curve, t->changed, t->changes);
    return LG_OK;
}

/* --stop-below needs a metric that falls when a model fails. */
static int check_least(const evaluation *t) {
    size_t metric = 0;
    const bool known = lg_metric_find(lg_config_get(t->curve.config, "metric"), &metric);
    if (t->least <= 0 || !known || !lg_metric_at(metric).lower_is_better) return LG_OK;
    return cli_fail(LG_USAGE, "--stop-below: for %s, lower is better; expected --metric token_accuracy or exact_match",
                    lg_metric_at(metric).name);
}

/* --length N is the same as --lengths N. */
static int set_length(evaluation *t) {
    cli *c = t->c;
    long length = 0;
    const char *only = cli_flag_value(&c->args, "length");
    if (!only) return LG_OK;
    if (strpbrk(only, ",.:"))
        return cli_fail(LG_USAGE, "--length %s: expected one length; for several, use --lengths %s", only, only);
    if (cli_flag_int(&c->args, "length", 1, LG_LENGTH_MAX, &length) != LG_OK) return LG_USAGE;
    if (cli_setting_value(&c->args, "lengths") || cli_setting_value(&c->args, "eval.lengths"))
        return cli_fail(LG_USAGE, "--length and --lengths contradict each other; give one of them");
    const lg_status set = lg_config_set(t->curve.config, "eval.lengths", only, LG_FLAG, "--length");
    return set == LG_OK ? LG_OK : cli_fail_library(c, set);
}

/* Is the run evaluated exactly as in training? */
static bool is_as_trained(const evaluation *t) {
    const char *with = lg_config_get(t->curve.config, "eval.with");
    for (size_t k = 0; k < lg_config_count(t->curve.config); k++)
        if (lg_run_is_changed(t->run, lg_config_at(t->curve.config, k).key)) return false;
    return !with || *with == '\0';
}

/* Names the rows of a table with variants. */
static void name_variant(evaluation *t) {
    if (!cli_flag_on(&t->c->args, "variant")) return;
    t->curve.variant = t->variant ? t->variant->name : is_as_trained(t) ? "as trained" : "no variant";
    snprintf(t->title, sizeof t->title, "%s, %s", t->curve.run, t->curve.variant);
}

static int open_run(evaluation *t, const char *dir) {
    lg_status status = lg_run_open(t->c->context, dir, &t->run);
    if (status != LG_OK) return cli_fail_library(t->c, status);
    t->curve = (cli_curve){.run = dir, .config = lg_run_config(t->run)};
    snprintf(t->title, sizeof t->title, "%s", dir);
    int wrong = cli_answers_read(&t->answers, t->c);
    if (wrong == LG_OK) wrong = set_length(t);
    if (wrong == LG_OK) wrong = cli_config_override(t->c, t->curve.config);
    if (wrong == LG_OK && t->variant) wrong = cli_variant_set(t->c, t->variant, t->curve.config);
    if (wrong != LG_OK) return wrong;
    name_variant(t);
    return check_least(t);
}

/* Reports that a model's training is running or was interrupted. */
static void tell_unfinished(cli *c, const char *run) {
    lg_run_summary s;
    struct stat about;
    if (stat(run, &about) != 0 || !S_ISDIR(about.st_mode)) return; /* a checkpoint file of a run */
    if (lg_run_summarize(c->context, run, &s) != LG_OK || *s.ended || s.step >= s.steps) return;
    char text[WORDS];
    snprintf(text, sizeof text, "training has not ended: %lld of %lld steps, %s", (long long)s.step, (long long)s.steps,
             s.busy ? "running" : s.state);
    tell(run, text);
}

static bool is_listed_before(const cli_curve *curves, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (!strcmp(curves[k].run, curves[i].run)) return true;
    return false;
}

static void print_tables(cli *c, const table *x) {
    cli_curves_print(x->curves, x->count);
    for (size_t i = 0; i < x->count; i++) tell_changes(&x->rows[i]);
    for (size_t i = 1; i < x->runs; i++)
        if (is_listed_before(x->curves, i)) tell(x->curves[i].run, "listed twice");
    for (size_t i = 0; i < x->runs; i++) tell_unfinished(c, x->curves[i].run);
}

/* Names all curves; variants get the names of their runs. */
static void name_curves(cli *c, const table *x, size_t count) {
    const size_t runs = count < x->runs ? count : x->runs;
    cli_curves_name(x->curves, runs);
    cli_figure_label(c, x->curves, runs);
    if (x->together) snprintf(x->curves[0].name, sizeof x->curves[0].name, "ensemble of %zu", x->others + 1);
    for (size_t i = runs; i < count; i++) cli_curve_name_as(&x->curves[i], &x->curves[i % runs]);
}

static bool is_same_curve(const cli_curve *a, const cli_curve *b) {
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = !memcmp(a->points[i].values, b->points[i].values, sizeof a->points[i].values);
    return same;
}

/* Warns if a variant changes nothing. For example, RoPE's extensions have no effect without further options. */
static void warn_of_no_effect(cli *c, const table *x) {
    for (size_t i = x->runs; i < x->count; i++) {
        char words[TITLE];
        if (!is_same_curve(&x->curves[i], &x->curves[i % x->runs])) continue;
        snprintf(words, sizeof words, "--variant %s: all numbers equal those of %s without it; is an option missing?",
                 x->rows[i].variant->name, x->curves[i].run);
        cli_warn(c, words);
    }
}

/* Writes the finding of the table, one sentence. "" if a score is missing or the scores are not comparable. */
static int find(cli *c, const table *x, char finding[FINDING]) {
    lg_evaluated *all = calloc(x->count, sizeof *all);
    bool scored = x->count > 1;
    *finding = '\0';
    if (!all) return cli_fail(LG_FAILED, "out of memory: the finding");
    for (size_t i = 0; i < x->count; i++) {
        const cli_curve *k = &x->curves[i];
        all[i] = (lg_evaluated){k->run, k->name, k->variant, x->curves[i % x->runs].config, k->score.scores};
        scored &= !isnan(k->score.score);
    }
    const lg_status status = scored ? lg_evaluated_finding(c->context, all, x->count, finding, FINDING) : LG_OK;
    free(all);
    if (status != LG_OK) *finding = '\0';
    return status == LG_FAILED ? cli_fail_library(c, status) : LG_OK;
}

static int print_report(cli *c, const table *x) {
    char finding[FINDING];
    warn_of_no_effect(c, x);
    name_curves(c, x, x->count);
    const int status = find(c, x, finding);
    if (status != LG_OK) return status;
    if (*finding != '\0') cli_row_put(&found_schema, &(found){finding});
    if (*finding != '\0' && cli_is_table()) cli_legend(finding), cli_line();
    if (cli_is_table()) print_tables(c, x);
    return cli_figure_write_all(c, x->curves, x->count);
}

/* Prints the rows that were evaluated before a signal. Of the interrupted row, prints the lengths evaluated so far. */
static int print_stopped(cli *c, const table *x, size_t count) {
    if (x->curves[count - 1].count == 0) count--;
    name_curves(c, x, count);
    if (cli_is_table() && count > 0) cli_curves_print(x->curves, count);
    return cli_signals_status();
}

/* Opens the run of a row. All rows share the metric of the first. */
static int open_row(cli *c, table *x, const char *dir, const cli_variant *variant, double least) {
    evaluation *t = &x->rows[x->count];
    *t = (evaluation){.c = c, .least = least, .variant = variant};
    const int status = open_run(t, dir);
    if (!t->run) return status;
    x->count++;
    if (status != LG_OK || x->count == 1) return status;
    return cli_config_share_metric(c, x->rows[0].curve.config, t->curve.config);
}

/* Opens all runs that can be opened. A directory that is damaged or not a run is reported and skipped, and the result
 * is then LG_SOME_FAILED. */
static int open_runs(cli *c, table *x, double least) {
    const size_t count = c->args.positional_count;
    int result = LG_OK;
    for (size_t i = 0; i < count; i++) {
        const int status = open_row(c, x, c->args.positionals[i], NULL, least);
        if (status != LG_OK && (count == 1 || x->count > x->runs)) return status;
        if (status != LG_OK) result = LG_SOME_FAILED;
        x->runs = x->count;
    }
    return x->runs > 0 ? result : LG_USAGE;
}

/* Opens the rows of the variants, and checks all rows, so that errors are found before the first evaluation. */
static int open_variants(cli *c, table *x, const cli_variant *variants, size_t count, double least) {
    int status = LG_OK;
    for (size_t v = 0; v < count; v++)
        for (size_t i = 0; i < x->runs && status == LG_OK; i++)
            status = open_row(c, x, x->rows[i].curve.run, &variants[v], least);
    for (size_t i = 0; count > 0 && i < x->count && status == LG_OK; i++) {
        const lg_status wrong = lg_run_eval_check(x->rows[i].run);
        if (wrong != LG_OK) status = cli_variant_fail(c, x->rows[i].variant, wrong);
    }
    return status;
}

/* ---- ensembles ---- */

/* Joins all runs to an ensemble, which becomes the only row of the table. The other runs stay open in the rows behind
 * this one. */
static int join_rows(cli *c, table *x) {
    lg_run **others = calloc(x->count, sizeof(lg_run *));
    x->together = cli_ensemble_name(c->args.positionals, x->count);
    if (!others || !x->together) return free(others), cli_fail(LG_FAILED, "out of memory");
    for (size_t i = 1; i < x->count; i++) others[i - 1] = x->rows[i].run;
    x->others = x->count - 1;
    x->count = x->runs = 1;
    x->rows[0].curve.run = x->rows[0].answers.run = x->together;
    snprintf(x->rows[0].title, TITLE, "%s", x->together);
    const lg_status status = lg_run_join(x->rows[0].run, others, x->others);
    free(others);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

/* Checks the combination of flags: an ensemble needs all its models, and --to needs exactly one row. */
static int check_together(cli *c, const table *x, int opened, size_t variants) {
    const bool together = cli_flag_on(&c->args, "ensemble");
    if (together && variants > 0)
        return cli_fail(LG_USAGE, "--ensemble takes no --variant; give the options of one variant as flags");
    if (together && opened != LG_OK) return LG_USAGE; /* the message is printed */
    if (cli_flag_value(&c->args, "to") && (variants > 0 || (x->count > 1 && !together)))
        return cli_fail(LG_USAGE, "--to stores one row of results, but there are %zu (give one run, or --ensemble)",
                        x->count * (variants + 1));
    return LG_OK;
}

static int evaluate_rows(cli *c, table *x) {
    const bool print = cli_flag_on(&c->args, "print-config");
    note_changes(x->rows, x->count);
    for (size_t i = 0; i < x->count; i++) {
        evaluation *t = &x->rows[i];
        const int status = print ? cli_config_print(c, t->curve.config) : evaluate_run(t);
        if (status != LG_OK && status != LG_PREEMPTED) return status;
        x->curves[i] = t->curve;
        if (status == LG_PREEMPTED) return print_stopped(c, x, i + 1);
    }
    return print ? LG_OK : print_report(c, x);
}

static int evaluate_all(cli *c, table *x, const cli_variant *variants, size_t count) {
    double least = 0;
    if (cli_flag_real(&c->args, "stop-below", 0, 1, &least) != LG_OK) return LG_USAGE;
    const int result = open_runs(c, x, least);
    if (result != LG_OK && result != LG_SOME_FAILED) return result;
    int status = check_together(c, x, result, count);
    if (status == LG_OK && cli_flag_on(&c->args, "ensemble")) status = join_rows(c, x);
    if (status == LG_OK) status = open_variants(c, x, variants, count, least);
    if (status == LG_OK) status = evaluate_rows(c, x);
    return status == LG_OK ? result : status;
}

static void free_table(table *x) {
    for (size_t i = 0; i < x->count + x->others; i++) {
        cli_curve_free(&x->rows[i].curve);
        cli_answers_free(&x->rows[i].answers);
        free(x->rows[i].changed);
        lg_run_free(x->rows[i].run);
    }
    free(x->rows);
    free(x->curves);
    free(x->together);
}

static int with_variants(cli *c, const cli_variant *variants, size_t count) {
    const size_t all = c->args.positional_count * (count + 1);
    if (count > 0 && cli_flag_on(&c->args, "show"))
        return cli_fail(LG_USAGE, "--show takes one run without --variant; give the options of one variant as flags");
    table x = {.rows = calloc(all, sizeof *x.rows), .curves = calloc(all, sizeof *x.curves)};
    const int status = x.rows && x.curves ? evaluate_all(c, &x, variants, count) : cli_fail(LG_FAILED, "out of memory");
    free_table(&x);
    return status;
}

static int run_eval(cli *c) {
    cli_variant *variants;
    size_t count;
    if (!c->args.positional_count) return cli_fail(LG_USAGE, "eval needs a run directory: lengthen eval runs/NAME");
    int status = cli_figure_check(c, c->args.positional_count);
    if (status != LG_OK) return status;
    cli_signals_catch();
    if (!c->quiet && !c->json) cli_signals_say("\nstops after the current sequences; a second signal exits at once\n");
    status = cli_variants_read(&c->args, &variants, &count);
    if (status == LG_OK) status = with_variants(c, variants, count);
    free(variants);
    return status;
}

const cli_command cli_command_eval = {
    .name = "eval",
    .summary = "test trained models at any lengths",
    .usage = "lengthen eval RUN... [flags]",
    .examples = "lengthen eval runs/a --lengths 1..100\n"
                "lengthen eval runs/a runs/b --lengths 1..200:5 --figure ab.svg\n"
                "lengthen eval runs/a --metric exact_match\n"
                "lengthen eval runs/a --mask window --mask.width 41\n"
                "lengthen eval runs/a --scale log_n --scale.at_least_one\n"
                "lengthen eval runs/a --variant 'near: mask: window, mask.width: 16' --variant 'log: scale: log_n'\n"
                "lengthen eval runs/a --eval.dropout --eval.sequences 2048 --json\n"
                "lengthen eval runs/a runs/b runs/c --ensemble\n"
                "lengthen eval runs/a --show wrong --length 12 --count 3\n"
                "lengthen eval runs/a --data.test other.jsonl\n"
                "lengthen eval runs/a/checkpoints/*.safetensors --lengths 1..100:10",
    .text = "Draws new sequences of every length in eval.lengths, the same ones for every model, and measures\n"
            "token accuracy, cross-entropy and exact match. --metric selects the metric of the table and the\n"
            "figure (`lengthen list metric`). The score is the metric's mean over a range of lengths\n"
            "(eval.score), by default all lengths beyond the longest training length.\n\n"
            "A run is tested with the config of its training and with unchanged weights. Flags can change:\n"
            "- the options eval.* and the metric\n"
            "- positions, mask and scale, with their options\n"
            "- the frequencies of rope (encoding.frequencies)\n"
            "Options that differ from training are listed below the table (--json: `changed`).\n\n"
            "--variant 'NAME: OPTION: VALUE, OPTION: VALUE' evaluates each model again with these options. The\n"
            "result is an extra row NAME below the unchanged model, in the table, in the figure and in the JSON\n"
            "output (member `variant`).\n\n"
            "If a run was trained on your own files (`lengthen show pairs`), --data.test FILE tests it on another\n"
            "file. The default lengths are then those of the other file. Words missing from the training\n"
            "vocabulary are counted and reported. These results are only printed; the results stored with the run\n"
            "do not change.\n\n"
            "--ensemble evaluates the mean of the probabilities of all models. The models must have the same\n"
            "data, tokens and architecture. The options eval.* are those of the first model. --to DIR stores the\n"
            "results as a run without a model, which reports and claims can read. Claims can select this run by\n"
            "its label (--eval.label).\n\n"
            "--show prints answers next to their targets and marks the first token that differs. Answers are\n"
            "grouped by length and by cell: cells divide the records of a length by kind (`lengthen analyze\n"
            "cells`). An answer is right if every counted token is right; in some tasks, only the final result\n"
            "must be right. With --protocol pass, nothing is decoded: each token is predicted from the correct\n"
            "tokens before it. With --json, each answer is an object with the members prompt, target and said\n"
            "(the answer).\n\n"
            "Before it evaluates, `eval` estimates the time. If --stop-below stops the evaluation early, the score\n"
            "is omitted, since its mean would cover fewer lengths. On Ctrl-C or another signal, `eval` prints the\n"
            "results so far and stores nothing. The exit status is then 130 for Ctrl-C and 75 for other signals.\n"
            "A second signal exits at once.\n\n"
            "By default, decoding stops when an answer is as long as its target. With --eval.max_tokens N,\n"
            "decoding stops when source and answer together have N tokens. The number of answers that this limit\n"
            "cuts off is reported (--json: `cut`).\n\n"
            "If targets contain intermediate steps (data.scratchpad), a second table shows how many of the\n"
            "model's steps are right (--json: `steps`).\n\n"
            "Several runs share one table and one figure. The first line of output (--json: the last object) is\n"
            "the finding. It names the best run or, with --variant, the difference that each variant makes to the\n"
            "models, and says what is undecided. Directories that are damaged or are not runs are reported and\n"
            "skipped; the exit status is then 3. To evaluate a checkpoint (train.keep, eval.every), give its file\n"
            "in place of RUN.",
    .positionals = "@folder",
    .flags = flags,
    .settings = cli_stored_flags,
    .frequent = "lengths metric eval.sequences eval.position_samples eval.dropout eval.score eval.average positions "
                "mask scale threads",
    .schemas = schemas,
    .tabular = true,
    .run = run_eval,
};
