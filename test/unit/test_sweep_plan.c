/* test_sweep_plan.c: plans the runs of a sweep file, writes them to manifest.jsonl, and reads them back. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "api/report.h"
#include "api/sweep.h"
#include "base/file.h"
#include "config/values.h"
#include "metric/metric.h"
#include "report/published.h"
#include "run/score.h"
#include "runs.h"
#include "sweep/plan/estimate.h"
#include "sweep/plan/grid.h"

#define SMALL "set: {model: {width: 16, heads: 2, blocks: 1}, train: {steps: 10, batch: 4}, eval.lengths: '1..3'}\n"

static const char *report_name(size_t i) {
    return i < lg_report_count() ? lg_report_at(i).name : NULL;
}

static const lg_grid_names names = {.report = report_name, .study = lg_study_name};

static const char *write_file(const char *name, const char *text) {
    const char *path = scratch_path(folder, name);
    assert_true(lg_file_write_text(path, text, NULL));
    return path;
}

static lg_manifest *plan(const char *text) {
    lg_error err = {0};
    lg_manifest *m = lg_grid_read(write_file("sweep.yaml", text), &names, &err);
    if (!m) print_message("%s\n", err.text);
    assert_non_null(m);
    return m;
}

static void assert_refused(const char *text, const char *words) {
    lg_error err = {0};
    assert_null(lg_grid_read(write_file("sweep.yaml", text), &names, &err));
    assert_int_equal(err.code, LG_USAGE);
    if (!strstr(err.text, words)) print_message("wanted: %s\n   got: %s\n", words, err.text);
    assert_non_null(strstr(err.text, words));
}

/* ---- metric ---- */

static void assert_metric(const char *text, const char *name) {
    lg_error err = {0};
    lg_manifest *m = plan(text);
    assert_string_equal(lg_metrics[lg_manifest_metric(m)]->name, name);
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest_free(m);
    m = lg_manifest_read(folder->folder, &err);
    assert_non_null(m);
    assert_string_equal(lg_metrics[lg_manifest_metric(m)]->name, name);
    lg_manifest_free(m);
}

/* If all data sets of a sweep propose the same metric, the sweep has this metric. Otherwise it has the default of the
 * option `metric`. */
static void compares_in_the_metric_that_all_runs_share(void **state) {
    (void)state;
    assert_metric("set: {data: copy_cmc}\ngrid: {seed: [1, 2]}\n", "exact_match");
    assert_metric("grid: {data: [copy_cmc, copy_rsc], seed: [1, 2]}\n", "exact_match");
    assert_metric("set: {data: copy_cmc, metric: perplexity}\ngrid: {seed: [1, 2]}\n", "perplexity");
    assert_metric("grid: {data: [copy_cmc, even_pairs]}\n", "token_accuracy");
    assert_metric("grid: {data: [even_pairs, parity_check]}\n", "token_accuracy");
}

/* ---- combinations ---- */

static void combines_all_labels_the_first_axis_slowest(void **state) {
    (void)state;
    lg_manifest *m = plan(SMALL "grid: {task: [even_pairs, parity_check], lr: [1e-3, 1e-4], seed: 3..5}\n");
    assert_int_equal(m->run_count, 12);
    assert_string_equal(lg_planned_label(m, 0, 0), "even_pairs");
    assert_string_equal(lg_planned_label(m, 4, 1), "1e-4");
    assert_string_equal(lg_planned_label(m, 4, 2), "4");
    assert_string_equal(lg_planned_label(m, 11, 0), "parity_check");
    assert_int_equal(m->selection.rows, 0);
    assert_int_equal(m->selection.seeds, 2);
    assert_int_equal(m->selection.columns, -1); /* learning rates get no columns */
    lg_manifest_free(m);
    m = plan(SMALL "grid: {task: [even_pairs, parity_check], seed.data: [1, 2], seed.init: [1, 2]}\n");
    assert_int_equal(m->selection.seeds, 1);
    assert_int_equal(m->selection.columns, -1); /* nor does a second axis of seeds */
    lg_manifest_free(m);
}

static void leaves_out_and_takes_in(void **state) {
    (void)state;
    lg_manifest *m = plan(SMALL "grid:\n"
                                "  task: [even_pairs, parity_check]\n"
                                "  scheme:\n"
                                "    none: {encoding: none}\n"
                                "    R rope: {positions: randomized, positions.L: 64, encoding: rope}\n"
                                "  seed: [1, 2]\n"
                                "exclude:\n"
                                "  - {task: parity_check, scheme: none}\n"
                                "include:\n"
                                "  - {task: parity_check, seed: [1, 2], set: {encoding: alibi}}\n");
    assert_int_equal(m->run_count, 6 + 2);
    for (size_t i = 0; i < 6; i++)
        assert_false(!strcmp(lg_planned_label(m, i, 0), "parity_check") && !strcmp(lg_planned_label(m, i, 1), "none"));
    assert_string_equal(lg_planned_label(m, 7, 1), "");
    assert_int_equal(m->selection.columns, 1);
    lg_resolved_config *last = lg_planned_config(m, 7, "x", NULL);
    assert_string_equal(lg_text(last->values, "encoding"), "alibi");
    assert_int_equal(lg_int(last->values, "train.seed"), 2);
    assert_int_equal(lg_int(last->values, "train.steps"), 10);
    lg_resolved_config_free(last);
    lg_manifest_free(m);
}

/* ---- draws ---- */

#define DRAWN(draws, seed, more)                                                                                       \
    SMALL "random:\n"                                                                                                  \
          "  draws: " draws "\n"                                                                                       \
          "  seed: " seed "\n"                                                                                         \
          "  options: {lr: {log_uniform: [1e-4, 1e-2]}, model.dropout: {uniform: [0, 0.5]}" more "}\n"

/* Returns the number of runs that have the same labels on the first two axes in both plans. */
static size_t shared_draws(const lg_manifest *a, const lg_manifest *b) {
    size_t same = 0;
    for (size_t i = 0; i < a->run_count && i < b->run_count; i++)
        same += !strcmp(lg_planned_label(a, i, 0), lg_planned_label(b, i, 0)) &&
                !strcmp(lg_planned_label(a, i, 1), lg_planned_label(b, i, 1));
    return same;
}

static void draws_are_functions_of_seed_and_name(void **state) {
    (void)state;
    lg_manifest *few = plan(DRAWN("8", "1", "")), *many = plan(DRAWN("20", "1", "")),
                *other = plan(DRAWN("8", "2", ""));
    lg_manifest *wide = plan(DRAWN("8", "1", ", curriculum.lengths: {choice: ['1..3', '1..4']}"));
    assert_int_equal(few->run_count, 8);
    assert_int_equal(shared_draws(few, many), 8);
    assert_int_equal(shared_draws(few, wide), 8);
    assert_int_equal(shared_draws(few, other), 0);
    assert_string_equal(few->axes[0].drawn, "log_uniform 0.0001..0.01");
    assert_int_equal(few->selection.columns, -1); /* random options are chosen by results, not shown in columns */
    lg_manifest_free(few);
    lg_manifest_free(many);
    lg_manifest_free(other);
    lg_manifest_free(wide);
}

/* Over 400 draws, means of the drawn values, or the frequencies of their ranges, are within four standard errors. */
static void draws_follow_their_distributions(void **state) {
    (void)state;
    lg_manifest *m =
        plan(SMALL "random: {draws: 400, options: {lr: {log_uniform: [1e-4, 1e-2]}, model.dropout: "
                   "{uniform: [0, 0.5]}, train.log_every: {integer: [1, 4]}, encoding: {choice: [rope, none]}}}\n");
    int below = 0, batches[5] = {0}, ropes = 0;
    double dropout = 0;
    for (size_t i = 0; i < m->run_count; i++) {
        const double rate = atof(lg_planned_label(m, i, 0)), x = atof(lg_planned_label(m, i, 1));
        assert_true(rate >= 1e-4 && rate <= 1e-2 && x >= 0 && x <= 0.5);
        below += rate < 1e-3;
        dropout += x / 400;
        batches[atoi(lg_planned_label(m, i, 2))]++;
        ropes += !strcmp(lg_planned_label(m, i, 3), "rope");
    }
    assert_true(abs(below - 200) < 40 && abs(ropes - 200) < 40 && fabs(dropout - 0.25) < 0.03);
    for (int i = 1; i <= 4; i++) assert_true(abs(batches[i] - 100) < 35);
    lg_manifest_free(m);
}

/* There is a run for each combination of the grid's labels with each draw. A draw that equals an earlier draw is
 * replaced, as long as there are other values. */
static void draws_differ_and_are_combined(void **state) {
    (void)state;
    lg_manifest *m =
        plan(SMALL "grid: {task: [even_pairs, parity_check], seed: 1..2}\n"
                   "random: {draws: 6, options: {model.feed_forward: {integer: [8, 9]}, encoding: {choice: [rope, "
                   "none, alibi]}}}\n");
    assert_int_equal(m->run_count, 24);
    for (size_t i = 0; i < 6; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(m->runs[i].labels[2] != m->runs[k].labels[2] || m->runs[i].labels[3] != m->runs[k].labels[3]);
    lg_manifest_free(m);
    assert_refused(
        SMALL "random: {draws: 7, options: {model.feed_forward: {integer: [8, 9]}, encoding: {choice: [rope, none, "
              "alibi]}}}\n",
        "only 6 distinct draws found, not 7");
}

static void rules_of_promotion_are_kept(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan("set: {model: {width: 16, heads: 2, blocks: 1}, train: {steps: 30, batch: 4}, eval: {every: "
                          "5, lengths: '1..3', score: all}}\n"
                          "grid: {task: [even_pairs, parity_check], seed: 1..3}\n"
                          "halving: {rungs: [10, 5], factor: 2}\n");
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest_free(m);
    m = lg_manifest_read(folder->folder, &err);
    assert_non_null(m);
    assert_string_equal(m->promotion.kind->name, "halving");
    assert_int_equal(m->promotion.rung_count, 2);
    assert_int_equal(m->promotion.rungs[0], 5);
    assert_string_equal(m->promotion.within, "task");
    assert_int_equal(m->promotion.kind->keep(m->promotion.factor, 7), 3);
    assert_int_equal(m->promotion.kind->keep(m->promotion.factor, 1), 1);
    /* The rule's share of all work. Of 30 steps, all runs train 5, half of them train 5 more, and a quarter train the
     * last 20. */
    assert_true(fabs(lg_promotion_rule_share(&m->promotion, 30) - (5 + 2.5 + 5) / 30) < 1e-12);
    lg_manifest_free(m);
}

/* `within` accepts the same names of axes as other parts of a sweep file: `lr` is the axis `train.lr`. */
static void axes_have_the_names_of_their_options(void **state) {
    (void)state;
    lg_error err = {0};
    lg_arena *arena = lg_arena_new();
    bool *in;
    lg_manifest *m = plan("set: {model: {width: 16, heads: 2, blocks: 1}, train: {steps: 30, batch: 4}, eval: {every: "
                          "5, lengths: '1..3', score: all}}\n"
                          "grid: {task: [even_pairs, parity_check], train.lr: [0.001, 0.01], seed: 1..2}\n"
                          "halving: {rungs: [10], factor: 2, within: 'lr,data'}\n");
    assert_int_equal(lg_manifest_axis(m, "lr"), 1);
    assert_int_equal(lg_manifest_axis(m, "data"), 0);
    assert_int_equal(lg_manifest_axis(m, "l"), -1);
    assert_true(lg_manifest_within(m, m->promotion.within, arena, &in, &err));
    assert_true(in[0] && in[1] && !in[2]);
    lg_manifest_free(m);
    lg_arena_free(arena);
}

/* With an encoding that reads no positions, randomized positions give the same model as standard positions. So the plan
 * has no runs with randomized positions. */
static void leaves_out_values_without_effect(void **state) {
    static const char file[] = SMALL "grid:\n"
                                     "  encoding: [none, rope]\n"
                                     "  positions: [standard, randomized]\n"
                                     "  seed: 1..3\n"
                                     "include:\n"
                                     "  - {encoding: none, positions: standard, seed: 9}\n";
    lg_error err = {0};
    bool same;
    (void)state;
    lg_manifest *m = plan(file);
    assert_int_equal(m->combined, 12);
    assert_int_equal(m->run_count, 9 + 1);
    for (size_t i = 0; i < m->run_count; i++)
        assert_false(!strcmp(lg_planned_label(m, i, 0), "none") && !strcmp(lg_planned_label(m, i, 1), "randomized"));
    assert_int_equal(m->left_out_count, 1);
    assert_int_equal(m->left_out[0].count, 3);
    assert_non_null(
        strstr(m->left_out[0].why, "positions: randomized has no effect: encoding: none reads no positions"));
    const char *path = scratch_path(folder, "same.yaml");
    assert_true(lg_file_write_text(path, file, &err) && lg_grid_same_runs(path, m, &same, &err) && same);
    assert_true(lg_file_write_text(path,
                                   SMALL "grid: {encoding: [none, rope], positions: [standard, randomized], seed: "
                                         "1..4}\n",
                                   &err) &&
                lg_grid_same_runs(path, m, &same, &err) && !same);
    lg_manifest_free(m);
    assert_refused(
        SMALL "grid: {encoding: [none, rope], positions: [randomized]}\n",
        "positions: randomized has no effect: encoding: none reads no positions (use --positions standard) (no "
        "run with encoding none would remain; use exclude: to skip such runs)");
    assert_refused("base: quick\nset: {positions: randomized}\ngrid: {encoding: [none, rope]}\n",
                   "(in the run with encoding none; use exclude: to skip such runs)");
}

/* In rules, ranges of whole numbers are expanded. If the labels of an axis are names of settings, a range is an
 * ordinary name. */
static void rules_have_ranges(void **state) {
    (void)state;
    lg_manifest *m = plan(SMALL "grid:\n"
                                "  task: [even_pairs, parity_check]\n"
                                "  seed: 1..6\n"
                                "exclude:\n"
                                "  - {task: parity_check, seed: 3..5}\n"
                                "  - {task: even_pairs, seed: [1, \"3..4\"]}\n"
                                "include:\n"
                                "  - {task: cycle_navigation, seed: 8..9}\n");
    static const char *const seeds[] = {"2", "5", "6", "1", "2", "6", "8", "9"};
    assert_int_equal(m->run_count, 8);
    for (size_t i = 0; i < 8; i++) assert_string_equal(lg_planned_label(m, i, 1), seeds[i]);
    lg_manifest_free(m);
    assert_refused("grid: {seed: 1..3}\nexclude:\n  - {seed: 2..4}\n", "3:12: seed has no label 4");
    assert_refused("grid: {seed: 1..3}\nexclude:\n  - {seed: 4..}\n", "3:12: seed: ");
    assert_refused("grid: {seed: [1], s: {a: {}}}\nexclude:\n  - {s: 1..2}\n", "s has no label 1..2");
    assert_refused("grid: {seed: 1..3}\ninclude:\n  - {seed: [7, 8..200000]}\n", "3:16: seed has too many values");
    assert_refused("grid: {seed: 1..3}\ninclude:\n  - {seed: []}\n",
                   "3:12: seed: expected a label or a list of labels");
    m = plan(SMALL
             "grid: {task: [even_pairs], seed: 0..9}\ninclude:\n  - {task: even_pairs, seed: [12, 10..12, 12]}\n");
    assert_int_equal(m->run_count, 10 + 3);
    lg_manifest_free(m);
}

/* Labels that occur only in rules come after those of the grid, and are not combined with other labels of the grid. */
static void rules_make_labels(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan(SMALL "grid:\n"
                                "  task: [even_pairs, parity_check]\n"
                                "  scheme: {none: {encoding: none}}\n"
                                "  seed: 1..2\n"
                                "include:\n"
                                "  - {task: even_pairs, scheme: rope, seed: [1, 7], set: {encoding: rope}}\n"
                                "  - {task: cycle_navigation, scheme: none, seed: [1, 8]}\n"
                                "  - {task: parity_check, scheme: [none, rope], seed: 7}\n");
    assert_int_equal(m->run_count, 4 + 2 + 2 + 2);
    assert_int_equal(m->axes[0].count, 3);
    assert_int_equal(m->axes[1].count, 2);
    assert_int_equal(m->axes[2].count, 4);
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest *again = lg_manifest_read(folder->folder, &err);
    assert_non_null(again);
    assert_string_equal(lg_planned_label(again, 5, 1), "rope");
    assert_string_equal(lg_planned_label(again, 5, 2), "7");
    assert_string_equal(lg_planned_label(again, 7, 0), "cycle_navigation");
    lg_resolved_config *run = lg_planned_config(again, 5, "x", NULL), *other = lg_planned_config(again, 7, "x", NULL);
    assert_string_equal(lg_text(run->values, "encoding"), "rope");
    assert_int_equal(lg_int(run->values, "train.seed"), 7);
    assert_string_equal(lg_text(other->values, "data"), "cycle_navigation");
    lg_resolved_config_free(run);
    run = lg_planned_config(again, 9, "x", NULL); /* the label has the options of its rule */
    assert_string_equal(lg_text(run->values, "data"), "parity_check");
    assert_string_equal(lg_text(run->values, "encoding"), "rope");
    lg_resolved_config_free(run);
    lg_resolved_config_free(other);
    lg_manifest_free(again);
    lg_manifest_free(m);
}

/* A label overrides an option that is set for all runs, as a flag overrides an option in a file. Runs with other labels
 * keep the common option. */
static void labels_override_what_some_runs_read(void **state) {
    (void)state;
    lg_manifest *m = plan("set: {mask: causal}\ngrid: {seed: [1], s: {a: {mask: full}, b: {}}}\n");
    lg_resolved_config *own = lg_planned_config(m, 0, "x", NULL), *shared = lg_planned_config(m, 1, "x", NULL);
    assert_string_equal(lg_text(own->values, "mask"), "full");
    assert_string_equal(lg_text(shared->values, "mask"), "causal");
    lg_resolved_config_free(own);
    lg_resolved_config_free(shared);
    lg_manifest_free(m);
}

static void labels_silence_what_all_runs_share(void **state) {
    (void)state;
    lg_manifest *m = plan("base: quick\nset: {positions.L: 64}\ngrid: {positions: [standard, randomized]}\n");
    lg_resolved_config *standard = lg_planned_config(m, 0, "x", NULL), *randomized = lg_planned_config(m, 1, "x", NULL);
    assert_false(lg_values_has(standard->values, "positions.L"));
    assert_int_equal(lg_int(randomized->values, "positions.L"), 64);
    assert_int_equal(lg_int(randomized->values, "model.width"), 32); /* from the preset */
    lg_resolved_config_free(standard);
    lg_resolved_config_free(randomized);
    lg_manifest_free(m);
}

static void names_runs_after_their_configs(void **state) {
    (void)state;
    lg_config *f;
    assert_int_equal(lg_config_new(context, &f), LG_OK);
    lg_config_set(f, "task", "parity_check", LG_FLAG, "");
    lg_config_set(f, "seed", "4", LG_FLAG, "");
    lg_manifest *m = plan("grid: {task: [even_pairs, parity_check], seed: [4]}\n");
    assert_memory_equal(m->runs[1].id, lg_config_hash(f), LG_RUN_ID - 1);
    lg_manifest_free(m);
    lg_config_free(f);
}

static void refuses_what_is_wrong(void **state) {
    (void)state;
    assert_refused("title: x\n", "expected a grid:");
    assert_refused("grids: {task: even_pairs}\n", "1:1: a sweep file has no grids; did you mean grid?");
    assert_refused("steps: 5\ngrid: {task: even_pairs}\n", "options of all runs belong under `set:`");
    assert_refused("grid: {task: [even_pears]}\n", "even_pairs");
    assert_refused("grid: {tasks: [even_pairs]}\n", "1:8: ");
    assert_refused("grid: {sede: 1..3}\n", "1:8: there is no option 'sede'; did you mean 'train.seed'?");
    assert_refused("grid: {seed: 5..3}\n", "runs backwards");
    assert_refused("grid: {seed: [1, 1]}\n", "has the value 1 twice");
    assert_refused("grid: {seed: [1], train.seed: [2]}\n", "is already an axis");
    assert_refused("grid: {train: {lr: [1, 2]}}\n", "like train.lr: [1e-3, 1e-4]");
    assert_refused("grid: {seed: []}\n", "has no values");
    assert_refused("grid: {task: [even_pairs]}\nexclude:\n  - {task: even_pair}\n", "did you mean even_pairs?");
    assert_refused("grid: {seed: [1, 2]}\nexclude:\n  - {seed: 1}\n  - {seed: 1, task: x}\n",
                   "is not an axis of the grid");
    assert_refused("grid: {seed: [1, 2]}\nexclude:\n  - {seed: [1, 2]}\n", "all runs are excluded");
    assert_refused("grid: {s: {a: {train.seed: 1}, b: {train.seed: 1, threads: 2}}}\n", "are the same");
    assert_refused("grid: {eval.sequences: [10, 20]}\n", "are the same");
    assert_refused("set: {positions.L: 9}\ngrid: {seed: [1]}\n", "positions.L is not used with positions: standard");
    assert_refused("grid:\n  encoding: [rope]\n  positions.L: [9, 10]\n",
                   "sweep.yaml:3:17: positions.L is not used with positions: standard; it belongs to positions: "
                   "randomized, unsorted, released (in all runs)");
    assert_refused("set: {train.lr: 1e-2, train: {seed: 4}}\ngrid: {seed: [1]}\n",
                   "sweep.yaml:1:31: train.seed has no effect: the grid sets it in every run");
    assert_refused("set: {mask: causal}\ngrid: {s: {a: {mask: full}, b: {mask: causal}}}\n", "mask has no effect");
    assert_refused("base: nothing\ngrid: {seed: [1]}\n", "there is no preset 'nothing'");
    assert_refused("base: {task: even_pairs}\ngrid: {seed: [1]}\n", "options of all runs belong under `set:`");
    assert_refused("grid: {seed: [1], s: {a: {}}}\ninclude:\n  - {s: b}\n", "3:9: s has no label b; a new label needs");
    assert_refused("grid: {seed: [1], s: {a: {}}}\nexclude:\n  - {seed: 2}\n", "3:12: seed has no label 2");
    assert_refused("grid: {task: [even_pairs]}\ninclude:\n  - {task: even_pear}\n", "did you mean 'even_pairs'?");
    assert_refused("select: {row: task}\ngrid: {seed: [1]}\n", "expected rows, columns, mean, best, where or metric");
    assert_refused("select: {rows: task}\ngrid: {seed: [1]}\n", "is not an axis of the grid");
    assert_refused("grid: {seed: [1]}\nreports: [mean, bset]\n",
                   "2:17: there is no table or figure bset; did you mean best?");
    assert_refused("grid: {seed: [1]}\nreports: [nonsense]\n",
                   "2:11: there is no table or figure nonsense; there are ");
    assert_refused("grid: {seed: [1]}\npublished: randpe-2022\n",
                   "2:12: there is no study randpe-2022; did you mean randpe-2023?");
}

/* A comparison table that a sweep file defines may name only existing labels, including those of `include:`. */
static void compares_what_is_planned(void **state) {
    (void)state;
    lg_manifest *m = plan(SMALL "grid: {task: [even_pairs], s: {a: {encoding: rope}, b: {encoding: alibi}}}\n"
                                "include:\n  - {task: even_pairs, s: c, set: {encoding: none}}\n"
                                "compare:\n  mine:\n    where: {task: even_pairs}\n    columns:\n"
                                "      - {label: one, where: {s: [a, b]}}\n"
                                "      - {label: two, where: {s: c}, take: mean}\n"
                                "      - {label: gain, take: gain}\n"
                                "reports: [mine, best]\n");
    assert_string_equal(m->reports[0], "mine");
    lg_manifest_free(m);
}

#define ONE "grid: {task: [even_pairs], seed: [1, 2]}\ncompare:\n"

static void refuses_wrong_comparisons(void **state) {
    (void)state;
    assert_refused("compare: [mine]\ngrid: {seed: [1]}\n", "1:10: compare: expected up to 16 tables");
    assert_refused(ONE "  best: {columns: []}\n", "3:3: compare: there is already a table or figure best");
    assert_refused(ONE "  curves: {columns: []}\n", "3:3: compare: there is already a table or figure curves");
    assert_refused(ONE "  ../x: {columns: []}\n", "3:3: compare: expected a table name of at most");
    assert_refused(ONE "  x: {columns: [{label: l, where: {seed: 1}}]}\n  x: {}\n", "4:3: x is set twice");
    assert_refused(ONE "  x: {titel: a}\n", "3:7: compare: expected a table with title, where and columns, not titel");
    assert_refused(ONE "  x: {title: a}\n", "3:3: compare: the table x needs columns:");
    assert_refused(ONE "  x: {columns: {}}\n", "3:16: columns: expected a list of 1 to 32 columns");
    assert_refused(ONE "  x: {columns: [a]}\n", "3:17: compare: expected a column with label, where and take");
    assert_refused(ONE "  x: {columns: [{lable: a}]}\n",
                   "3:18: compare: expected a column with label, where and take, not lable");
    assert_refused(ONE "  x: {columns: [{where: {seed: 1}}]}\n", "3:17: a column needs a label:");
    assert_refused(ONE "  x: {columns: [{label: a}]}\n", "3:17: the column a needs where:");
    assert_refused(ONE "  x: {columns: [{label: a, where: {sed: 1}}]}\n", "3:36: sed is not an axis of the grid");
    assert_refused(ONE "  x: {columns: [{label: a, where: {seed: 3}}]}\n", "3:42: seed has no label 3");
    assert_refused(ONE "  x: {where: {task: even_pair}, columns: []}\n", "3:21: task has no label even_pair; did you");
    assert_refused(ONE "  x: {columns: [{label: a, where: {seed: 1}, take: most}]}\n",
                   "3:52: take: expected mean, best or gain, not most");
    assert_refused(ONE "  x: {columns: [{label: a, take: gain}]}\n", "3:34: a gain needs two columns with scores");
    assert_refused(ONE "  x: {columns: [{label: a, where: {seed: 1}}, {label: b, take: gain}]}\n",
                   "3:64: a gain needs two columns with scores");
    assert_refused(ONE
                   "  x:\n    columns:\n      - {label: a, where: {seed: 1}}\n      - {label: b, where: {seed: 2}}\n"
                   "      - {label: c, take: gain}\n      - {label: d, take: gain}\n",
                   "8:26: a gain needs two columns with scores");
    assert_refused(ONE "  x: {columns: [{label: a, take: gain, where: {seed: 1}}]}\n",
                   "a gain compares the two columns");
    assert_refused(ONE "  mine: {columns: [{label: a, where: {seed: 1}}]}\nreports: [mean, mien]\n",
                   "4:17: there is no table or figure mien; did you mean ");
}

/* Texts with control characters are refused. A line break could end a line of a script, and the text after it would be
 * executed. */
static void refuses_control_characters(void **state) {
    (void)state;
    lg_error err = {0};
    assert_refused("title: \"a\\nb\"\ngrid: {seed: [1]}\n", "sweep.yaml:1:9: 'a?b' has control characters");
    assert_refused("title: \"a\\x7f\"\ngrid: {seed: [1]}\n", "sweep.yaml:1:9: 'a?' has control characters");
    assert_refused("note: \"a\\e\"\ngrid: {seed: [1]}\n", "sweep.yaml:1:8: 'a?' has control characters");
    assert_refused("grid: {\"s\\n\": {a: {}}}\n", "sweep.yaml:1:9: 's?' has control characters");
    assert_refused("grid: {s: {\"a\\r\": {}}}\n", "sweep.yaml:1:13: 'a?' has control characters");
    assert_refused("grid: {s: {a: {}}}\ninclude:\n  - {s: \"b\\n\", set: {seed: 1}}\n",
                   "sweep.yaml:3:10: 'b?' has control characters");
    assert_null(lg_grid_read(write_file("a\nb.yaml", "grid: {seed: [1]}\n"), &names, &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_string_equal(err.text, "a?b: the file name has control characters, and the sweep is named after it");
}

/* The sweeps of the paper have as many runs as the paper reports. Some of these sweeps also have a small form. */
static void sweep_files_of_the_program_are_right(void **state) {
    (void)state;
    static const struct {
        const char *name;
        size_t runs;
    } known[] = {{"randpe-table1", 15 * 11 * 3 * 10},
                 {"randpe-table3", 15 * 2 * 3 * 10},
                 {"randpe-table5", 15 * 12 * 3 * 10},
                 {"randpe-fig2", 2 * 3 * 10},
                 {"randpe-fig3", 2 * 4 * 3 * 10}};
    size_t found = 0, small = 0; /* numbers of the paper's sweeps and of small forms */
    size_t waiting = 0;          /* sweeps that need a text which must be prepared first */
    for (size_t i = 0; i < lg_sweep_file_count(context); i++) {
        lg_error err = {0};
        const char *name = lg_sweep_file_name(context, i);
        lg_manifest *m = lg_grid_read(lg_sweep_file_path(context, i), &names, &err);
        if (!m && strstr(err.text, "data.subwords: cannot read corpora/")) { /* its vocabulary comes from a text */
            waiting++;
            continue;
        }
        if (!m) print_message("%s\n", err.text);
        assert_non_null(m);
        assert_true(m->report_count > 0);
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            if (strncmp(name, known[k].name, strlen(known[k].name))) continue;
            const bool whole = strlen(name) == strlen(known[k].name);
            found += whole && m->run_count == known[k].runs;
            small += !whole && m->run_count < known[k].runs && *m->note != '\0';
        }
        lg_manifest_free(m);
    }
    assert_int_equal(found, 5);
    assert_int_equal(small, 4); /* the small form of figure 3 is randpe-range-small */
    assert_int_equal(waiting, 1);
}

/* The sweep of figure 2 tests all models at the same lengths and scores them at the same lengths. The training lengths
 * do not matter. */
static void figure_2_has_one_score(void **state) {
    static const struct {
        const char *name;
        int tested, last, scored;
    } known[] = {{"randpe-fig2", 500, 500, 460}, {"randpe-fig2-small", 10, 100, 8}};
    (void)state;
    for (size_t i = 0, k = 0; i < 2; i++) {
        lg_error err = {0};
        for (k = 0; strcmp(lg_sweep_file_name(context, k), known[i].name);) k++;
        lg_manifest *m = lg_grid_read(lg_sweep_file_path(context, k), &names, &err);
        assert_non_null(m);
        for (size_t run = 0; run < m->run_count; run += m->run_count - 1) {
            size_t count;
            lg_resolved_config *d = lg_planned_resolve(m, run, &err);
            const int *lengths = lg_lengths(d->values, "eval.lengths", &count);
            assert_int_equal(count, known[i].tested);
            assert_int_equal(lengths[count - 1], known[i].last);
            assert_int_equal(lg_score_lengths(d->values, lengths, count), known[i].scored);
            lg_resolved_config_free(d);
        }
        lg_manifest_free(m);
    }
}

/* ---- manifest.jsonl ---- */

static const char example[] = "title: A title\nnote: Less\npublished: randpe-2023\nreports: [best, mean]\n" SMALL
                              "grid:\n  task: [even_pairs, parity_check]\n  lr: [1e-3, 3e-4]\n  seed: 0..4\n"
                              "include:\n  - {task: even_pairs, set: {encoding: rope}}\n";

static void reads_back_what_it_wrote(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan(example);
    for (size_t i = 0; i < m->run_count; i++) m->runs[i].cost = 0.5 * (double)i;
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest *r = lg_manifest_read(folder->folder, &err);
    assert_non_null(r);
    assert_string_equal(r->checksum, m->checksum);
    assert_string_equal(r->title, "A title");
    assert_string_equal(r->published, "randpe-2023");
    assert_int_equal(r->report_count, 2);
    assert_memory_equal(&r->selection, &m->selection, sizeof m->selection);
    assert_int_equal(r->run_count, 21);
    for (size_t i = 0; i < m->run_count; i++) {
        assert_string_equal(r->runs[i].id, m->runs[i].id);
        assert_true(r->runs[i].cost == m->runs[i].cost);
        for (size_t a = 0; a < m->axis_count; a++)
            assert_string_equal(lg_planned_label(r, i, a), lg_planned_label(m, i, a));
        lg_resolved_config *d = lg_planned_config(r, i, "x", &err);
        assert_non_null(d);
        assert_memory_equal(d->hash, r->runs[i].id, LG_RUN_ID - 1);
        lg_resolved_config_free(d);
    }
    lg_manifest_free(r);
    lg_manifest_free(m);
}

/* Costs of runs, which are estimated for this machine, do not change the plan's checksum. */
static void costs_are_no_part_of_the_plan(void **state) {
    (void)state;
    lg_manifest *a = plan(example), *b = plan(example);
    b->runs[0].cost = 7;
    assert_true(lg_manifest_sign(b, NULL));
    assert_string_equal(a->checksum, b->checksum);
    lg_manifest_free(b);
    b = plan("grid: {task: [even_pairs]}\n");
    assert_string_not_equal(a->checksum, b->checksum);
    lg_manifest_free(a);
    lg_manifest_free(b);
}

static void notices_every_changed_byte(void **state) {
    (void)state;
    lg_error err = {0};
    size_t size;
    lg_manifest *m = plan("grid: {task: [even_pairs], seed: [1, 2]}\n");
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest_free(m);
    char *text = lg_file_read(scratch_path(folder, "manifest.jsonl"), 1 << 20, &size, &err);
    for (size_t i = 0; i < size; i++) {
        lg_error wrong = {0};
        text[i] ^= 1;
        const lg_bytes all = {text, size}, part = {text, i};
        assert_true(lg_file_write(scratch_path(folder, "manifest.jsonl"), i % 2 ? &all : &part, 1, &err));
        assert_null(lg_manifest_read(folder->folder, &wrong));
        assert_int_equal(wrong.code, LG_CORRUPT);
        text[i] ^= 1;
    }
    free(text);
}

static void assert_not_read(lg_manifest *m, const char *words) {
    lg_error err = {0};
    assert_true(lg_manifest_write(m, folder->folder, &err));
    assert_null(lg_manifest_read(folder->folder, &err));
    assert_int_equal(err.code, LG_CORRUPT);
    if (!strstr(err.text, words)) fail_msg("wanted: %s\n   got: %s\n", words, err.text);
    lg_manifest_free(m);
}

/* A plan is checked for control characters and other impossible values even if its checksum is right, since anybody can
 * compute a checksum. */
static void a_plan_has_no_control_characters(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan(example);
    m->title = "a\nb";
    assert_not_read(m, "manifest.jsonl is damaged: title 'a?b' has control characters");
    m = plan(example);
    m->note = "a\033b";
    assert_not_read(m, "note 'a?b' has control characters");
    m = plan(example);
    ((lg_grid_axis *)m->axes)[2].name = "seed\n";
    assert_not_read(m, "axis 'seed?' has control characters");
    m = plan(example);
    ((lg_choice_set *)m->axes[2].choices)[1].label = "\r1";
    assert_not_read(m, "label '?1' has control characters");
    m = plan(example);
    ((const char **)m->reports)[0] = "best\n";
    assert_not_read(m, "reports 'best?' has control characters");
    m = plan(example);
    ((lg_choice_set *)m->axes[2].choices)[1].label = "a\xc2\x9b"
                                                     "b"; /* U+009B */
    assert_not_read(m, "label 'a?b' has control characters");
    m = plan(example);
    ((lg_pair *)m->axes[2].choices[0].pairs)->value = "1\n";
    assert_not_read(m, "'1?' has control characters");
    m = plan(example);
    ((lg_pair *)m->axes[2].choices[0].pairs)->key = "seed;id"; /* a command that repeats the run would execute `id` */
    assert_not_read(m, "the name of an option is invalid");
    m = plan(example);
    memcpy(m->runs[1].id, m->runs[0].id, LG_RUN_ID);
    assert_not_read(m, "two runs have the same id");
    m = plan(example);
    m->runs[1].cost = 1e308;
    assert_not_read(m, "the cost of a run is not a valid time");
    m = plan("note: |\n  two\n  lines\ngrid: {seed: [1]}\n");
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest_free(m);
    m = lg_manifest_read(folder->folder, &err);
    assert_non_null(m);
    assert_string_equal(m->note, "two\nlines\n");
    lg_manifest_free(m);
}

/* Recomputes the checksums of a changed manifest.jsonl, as anybody can. */
static void sign_again(char *text) {
    char plan[LG_DIGEST_SIZE], all[LG_DIGEST_SIZE];
    char *last = strstr(text, "{\"plan\":");
    lg_digest(text, (size_t)(strstr(text, "{\"calibration\":") - text), plan);
    lg_digest(text, (size_t)(last - text), all);
    snprintf(last, strlen(last) + 1, "{\"plan\":\"%s\",\"checksum\":\"%s\"}\n", plan, all);
}

static void assert_count_refused(const char *text, const char *count) {
    lg_error err = {0};
    const char *from = strstr(text, "\"runs\":");
    const size_t size = strlen(text) + 64;
    char *changed = malloc(size);
    snprintf(changed, size, "%.*s\"runs\":%s%s", (int)(from - text), text, count, strchr(from, '}'));
    sign_again(changed);
    assert_true(lg_file_write_text(scratch_path(folder, "manifest.jsonl"), changed, &err));
    assert_null(lg_manifest_read(folder->folder, &err));
    assert_int_equal(err.code, LG_CORRUPT);
    if (!strstr(err.text, "its number of runs does not match its lines")) fail_msg("%s: %s", count, err.text);
    free(changed);
}

/* The number of runs in the file is not trusted. Sizes computed from the numbers here would overflow: 56 bytes for each
 * of 2^61 runs would be zero bytes. */
static void counts_are_not_believed(void **state) {
    static const char *const counts[] = {
        "2305843009213693952",
        "9223372036854775807",
        "1152921504606846976",
        "329406144173384851",
        "288230376151711744",
        "-9223372036854775808",
        "-1",
        "0",
        "1e3",
        "\"21\"",
        "null",
        "1000",
    };
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan(example);
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest_free(m);
    char *text = lg_file_read(scratch_path(folder, "manifest.jsonl"), 1 << 20, NULL, &err);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) assert_count_refused(text, counts[i]);
    free(text);
}

/* Plans of earlier versions are refused, since their run ids differ. */
static void plans_of_earlier_versions_are_refused(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan(example);
    assert_true(lg_manifest_write(m, folder->folder, &err));
    lg_manifest_free(m);
    char *text = lg_file_read(scratch_path(folder, "manifest.jsonl"), 1 << 20, NULL, &err);
    char *schema = strstr(text, "lengthen.manifest/2");
    memcpy(schema, "lengthen.manifest/1", strlen("lengthen.manifest/1"));
    sign_again(text);
    assert_true(lg_file_write_text(scratch_path(folder, "manifest.jsonl"), text, &err));
    assert_null(lg_manifest_read(folder->folder, &err));
    assert_int_equal(err.code, LG_USAGE);
    assert_non_null(strstr(err.text, "plan it again in another directory with `lengthen sweep plan "));
    free(text);
}

/* ---- costs ---- */

static void estimates_are_in_proportion_to_work(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan("set: {model: {width: 16, heads: 2, blocks: 1}, train.batch: 4, eval.lengths: '1..3'}\n"
                          "grid: {train.steps: [100, 200], seed: [1, 2]}\n");
    assert_true(lg_estimate(m, context, NULL, &err));
    assert_true(m->runs[0].cost > 0);
    assert_true(m->runs[0].cost == m->runs[1].cost);
    assert_true(m->runs[2].cost > 1.5 * m->runs[0].cost && m->runs[2].cost < 2 * m->runs[0].cost);
    assert_true(m->runs[0].tests > 0 && fabs(m->runs[2].tests / m->runs[0].tests - 1) < 1e-9); /* only steps differ */
    assert_true(fabs((m->runs[2].cost - m->runs[2].tests) / (m->runs[0].cost - m->runs[0].tests) - 2) < 1e-9);
    assert_non_null(strstr(m->calibration, "GFLOP/s"));
    lg_manifest_free(m);
    /* Runs whose labels differ only in options that do not affect costs have the same estimate. All other runs have
     * different estimates. */
    m = plan("set: {model: {width: 16, heads: 2, blocks: 1}, train.steps: 9, train.batch: 4, eval.lengths: '1..3'}\n"
             "grid:\n  rate: {a: {train.lr: 0.1}, b: {train.lr: 0.2}, wide: {train.lr: 0.2, train.batch: 8}}\n  seed: "
             "[1, 2]\n"
             "include: [{rate: a, seed: 1, set: {train.steps: 90}}]\n");
    assert_true(lg_estimate(m, context, NULL, &err));
    for (int i = 1; i < 4; i++) assert_true(m->runs[i].cost == m->runs[0].cost);
    assert_true(m->runs[4].cost > 1.5 * m->runs[0].cost && m->runs[4].cost == m->runs[5].cost);
    assert_true(m->runs[6].cost > 5 * m->runs[0].cost);
    lg_manifest_free(m);
}

static void each_precision_has_a_speed_of_its_own(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m =
        plan("set: {model: {width: 16, heads: 2, blocks: 1}, train: {batch: 4, steps: 9}, eval.lengths: '1..3'}\n"
             "grid: {model.precision: [fp32, bf16], seed: [1, 2]}\n");
#ifdef LG_DOUBLE
    assert_false(lg_estimate(m, context, NULL, &err)); /* the double build has no bf16 */
    assert_int_equal(err.code, LG_USAGE);
#else
    assert_true(lg_estimate(m, context, NULL, &err));
    assert_true(m->runs[0].cost > 0 && m->runs[2].cost > 0);
    assert_true(m->runs[0].cost == m->runs[1].cost && m->runs[2].cost == m->runs[3].cost);
    assert_true(m->runs[0].cost != m->runs[2].cost);
    const char *fp32 = strstr(m->calibration, "fp32 "), *bf16 = strstr(m->calibration, ", bf16 ");
    assert_true(fp32 && bf16 > fp32);
#endif
    lg_manifest_free(m);
}

static void too_few_positions_are_known_before_training(void **state) {
    (void)state;
    lg_error err = {0};
    lg_manifest *m = plan(SMALL "grid: {s: {r: {positions: randomized, positions.L: 20, encoding: rope}}}\n");
    assert_false(lg_estimate(m, context, NULL, &err));
    assert_int_equal(err.code, LG_USAGE);
    lg_manifest_free(m);
}

/* ---- progress ---- */

typedef struct watched {
    size_t done[2]; /* runs so far, by phase of planning */
} watched;

static void watch_plan(void *user, const lg_plan_report *r) {
    watched *w = user;
    assert_int_equal(r->runs, 6);
    assert_int_equal(r->done, ++w->done[r->phase]);
    if (r->phase == LG_PLAN_ESTIMATING) assert_int_equal(w->done[LG_PLAN_NAMING], 6);
}

static watched plan_watched(const char *file, bool write) {
    watched w = {0};
    lg_sweep *s;
    char dir[1024];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, "watched"));
    if (lg_sweep_plan_watched(context, file, dir, write, watch_plan, &w, &s) != LG_OK)
        fail_msg("%s", lg_error_text(context));
    lg_sweep_free(s);
    return w;
}

static void planning_is_reported_run_by_run(void **state) {
    (void)state;
    char file[1024];
    snprintf(file, sizeof file, "%s",
             write_file("sweep.yaml", SMALL "grid: {task: [even_pairs, parity_check], seed: 3..5}\n"));
    for (int write = 0; write < 2; write++) {
        const watched w = plan_watched(file, write);
        assert_true(w.done[LG_PLAN_NAMING] == 6 && w.done[LG_PLAN_ESTIMATING] == 6);
    }
    const watched again = plan_watched(file, true); /* costs come from the directory's plan */
    assert_true(again.done[LG_PLAN_NAMING] == 6 && again.done[LG_PLAN_ESTIMATING] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(compares_in_the_metric_that_all_runs_share, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(combines_all_labels_the_first_axis_slowest, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(draws_are_functions_of_seed_and_name, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(draws_follow_their_distributions, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(draws_differ_and_are_combined, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(rules_of_promotion_are_kept, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(axes_have_the_names_of_their_options, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(leaves_out_and_takes_in, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(leaves_out_values_without_effect, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(rules_have_ranges, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(rules_make_labels, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(labels_override_what_some_runs_read, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(labels_silence_what_all_runs_share, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(names_runs_after_their_configs, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(refuses_what_is_wrong, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(compares_what_is_planned, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(refuses_wrong_comparisons, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(refuses_control_characters, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(sweep_files_of_the_program_are_right, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(figure_2_has_one_score, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(reads_back_what_it_wrote, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(costs_are_no_part_of_the_plan, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(notices_every_changed_byte, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(a_plan_has_no_control_characters, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(counts_are_not_believed, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(plans_of_earlier_versions_are_refused, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(estimates_are_in_proportion_to_work, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(each_precision_has_a_speed_of_its_own, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(too_few_positions_are_known_before_training, runs_open, runs_close),
        cmocka_unit_test_setup_teardown(planning_is_reported_run_by_run, runs_open, runs_close),
    };
    return cmocka_run_group_tests_name("sweep plan", tests, NULL, NULL);
}
