/* test_finding.c: the first sentence of a report. Tests the sentence for all possible outcomes of a sweep. Its numbers
 * must be those of the table of pairs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "metrics.h"
#include "planned.h"
#include "report/finding.h"
#include "report/format/table.h"
#include "sweep/plan/grid.h"

/* ---- words ---- */

static const char *const names[] = {"NoPE", "ALiBi", "rope, blocks 2", "t5", "fire", "kerple"};

static lg_finding found(size_t metric, size_t count, size_t top, const lg_finding_pair *pairs) {
    return (lg_finding){.where = "Beyond length 40",
                        .over = "",
                        .on = "",
                        .metric = lg_metric_at(metric),
                        .choices = names,
                        .count = count,
                        .top = top,
                        .pairs = pairs,
                        .score = 71.25,
                        .low = NAN,
                        .high = NAN,
                        .unit = "seed",
                        .units = {3, 3},
                        .needed = 6,
                        .done = 12,
                        .planned = 12};
}

static void assert_words(lg_finding f, const char *wanted) {
    lg_arena *arena = lg_arena_new();
    assert_string_equal(lg_finding_words(&f, arena), wanted);
    lg_arena_free(arena);
}

static void one_choice(void **state) {
    lg_finding f = found(ACCURACY, 1, 0, NULL);
    (void)state;
    f.low = 60.12, f.high = 80.34;
    assert_words(f, "Beyond length 40, NoPE scores 71.2 % (token accuracy; 95 % interval 60.1 to 80.3; three seeds); "
                    "there is no other choice to compare it with.");
    f.low = f.high = NAN, f.units[0] = f.units[1] = 1;
    assert_words(f, "Beyond length 40, NoPE scores 71.2 % (token accuracy; one seed, which is inconclusive); there is "
                    "no other choice to compare it with.");
    f.choices = &(const char *){""}, f.units[0] = f.units[1] = 12;
    assert_words(f, "Beyond length 40, the score is 71.2 % (token accuracy; 12 seeds); there is no other choice to "
                    "compare it with.");
}

static void two_choices_decided(void **state) {
    static const lg_finding_pair pair = {6.41, 3.18, 9.64, true}, loss = {0.0414, 0.0101, 0.0727, true};
    lg_finding f = found(ACCURACY, 2, 1, &pair);
    (void)state;
    f.units[0] = f.units[1] = 10, f.needed = 0;
    assert_words(f, "Beyond length 40, NoPE scores 6.4 points above ALiBi (token accuracy; 95 % interval 3.2 to 9.6); "
                    "with ten seeds the difference is decided.");
    f.metric = lg_metric_at(CROSS_ENTROPY), f.pairs = &loss, f.over = "mask";
    assert_words(f, "Beyond length 40, averaged over mask, NoPE scores 0.041 nats per token below ALiBi "
                    "(cross-entropy, lower is better; 95 % interval 0.010 to 0.073); with ten seeds the difference is "
                    "decided.");
    f.metric = lg_metric_at(PERPLEXITY), f.over = "", f.unit = "task", f.units[0] = 9;
    assert_words(f, "Beyond length 40, NoPE scores 0.04 below ALiBi (perplexity, lower is better; 95 % interval 0.01 "
                    "to 0.07); with 9 to 10 tasks the difference is decided.");
}

static void two_choices_undecided(void **state) {
    static const lg_finding_pair pair = {1.25, -3.18, 5.69, false}, equal = {1.5, NAN, NAN, false};
    lg_finding f = found(ACCURACY, 2, 1, &pair);
    (void)state;
    assert_words(f, "Beyond length 40, NoPE scores 1.2 points above ALiBi (token accuracy; 95 % interval −3.2 to 5.7); "
                    "with three seeds the difference is undecided (at least six seeds are needed).");
    f.pairs = &equal;
    assert_words(f, "Beyond length 40, NoPE scores 1.5 points above ALiBi (token accuracy); three seeds with equal "
                    "differences give no interval.");
    f.units[0] = f.units[1] = 1;
    assert_words(f, "Beyond length 40, NoPE scores 1.5 points above ALiBi (token accuracy); one seed is inconclusive.");
}

/* Two choices score more than a third choice, without a verdict. Then there are more choices, some of them with a
 * verdict. */
static void several_choices(void **state) {
    static const lg_finding_pair three[] = {{7.14, -1, 16.22, false}, {6.02, -3.14, 15, false}},
                                 some[] = {{1, -1, 3, false},
                                           {7, 4, 9, true},
                                           {8, 5, 11, true},
                                           {9, 6, 12, true},
                                           {12, 9, 16, true}};
    lg_finding f = found(ACCURACY, 3, 2, three);
    (void)state;
    f.needed = 7;
    f.shared = "positions randomized";
    assert_words(f, "Beyond length 40, NoPE and ALiBi, both with positions randomized, score 6.0 to 7.1 points above "
                    "(rope, blocks 2) (token accuracy; "
                    "95 % intervals within −3.1 to 16.2); with three seeds the differences are undecided (at least "
                    "seven seeds are needed).");
    f = found(ACCURACY, 4, 1, some);
    assert_words(f, "Beyond length 40, NoPE scores 1.0 to 8.0 points above ALiBi, (rope, blocks 2) and t5 (token "
                    "accuracy; 95 % intervals within −1.0 to 11.0); with three seeds this is decided against (rope, "
                    "blocks 2) and t5 and undecided against ALiBi.");
    f = found(ACCURACY, 6, 1, some);
    assert_words(f, "Beyond length 40, NoPE scores 1.0 to 12.0 points above the 5 others (token accuracy; 95 % "
                    "intervals within −1.0 to 16.0); with three seeds this is decided against (rope, blocks 2), t5, "
                    "fire and kerple and undecided against ALiBi.");
    f.pairs++, f.count = 5;
    assert_words(f, "Beyond length 40, NoPE scores 7.0 to 12.0 points above ALiBi, (rope, blocks 2), t5 and fire "
                    "(token accuracy; 95 % intervals within 4.0 to 16.0); with three seeds the differences are "
                    "decided.");
}

static void ties_at_the_top(void **state) {
    static const lg_finding_pair alike[] = {{0, NAN, NAN, false}, {0.01, -1, 1.04, false}};
    lg_finding f = found(ACCURACY, 2, 2, alike);
    (void)state;
    f.score = 100;
    assert_words(f, "Beyond length 40, NoPE and ALiBi both score 100.0 % (token accuracy); three seeds with equal "
                    "differences give no interval.");
    f.count = f.top = 3;
    assert_words(f, "Beyond length 40, NoPE, ALiBi and (rope, blocks 2) all score 100.0 % (token accuracy; 95 % "
                    "intervals within −1.0 to 1.0); with three seeds the differences are undecided (at least six "
                    "seeds are needed).");
}

static void missing_runs(void **state) {
    static const lg_finding_pair pair = {1.25, -3.18, 5.69, false}, none = {NAN, NAN, NAN, false};
    lg_finding f = found(ACCURACY, 2, 1, &pair);
    (void)state;
    f.missing = names + 3, f.missing_count = 1, f.done = 5, f.needed = 0;
    assert_words(f, "Beyond length 40, NoPE scores 1.2 points above ALiBi (token accuracy; 95 % interval −3.2 to 5.7); "
                    "with three seeds the difference is undecided; t5 has no finished run; 5 of 12 runs are finished.");
    f.pairs = &none, f.missing_count = 2;
    assert_words(f, "Beyond length 40, NoPE and ALiBi have no finished runs of the same task and seed, so nothing is "
                    "compared; t5 and fire have no finished runs; 5 of 12 runs are finished.");
    f.count = 1;
    assert_words(f, "Beyond length 40, NoPE scores 71.2 % (token accuracy; three seeds); t5 and fire have no finished "
                    "runs; 5 of 12 runs are finished.");
    f.count = 0, f.done = 0;
    assert_words(f, "None of the 12 runs is finished, so there is no result yet.");
    f.planned = 1;
    assert_words(f, "The only run is not finished, so there is no result yet.");
}

/* Two tasks are too few for an interval, so the sentence gives, for each task, the result over its seeds. */
static void few_tasks(void **state) {
    static const lg_finding_pair both = {41, NAN, NAN, false}, sort = {24, 20, 28, true}, copy = {58, -3, 90, false};
    lg_finding f = found(ACCURACY, 2, 1, &both),
               places[2] = {found(ACCURACY, 2, 1, &sort), found(ACCURACY, 2, 1, &copy)};
    (void)state;
    places[0].on = "sort", places[1].on = "copy", places[1].units[0] = places[1].units[1] = 2;
    f.unit = "task", f.units[0] = f.units[1] = 2, f.whole = true, f.places = places, f.place_count = 2;
    assert_words(f,
                 "Beyond length 40, NoPE scores 41.0 points above ALiBi (token accuracy); on sort 24.0 points (three "
                 "seeds: decided), on copy 58.0 points (two seeds: undecided); two tasks give no interval (at least "
                 "six tasks are needed).");
}

/* The sentence says "above" or "below" according to the sign of each difference. */
static void against_the_first(void **state) {
    static const lg_finding_pair two[] = {{29.54, NAN, NAN, false}, {-34.36, NAN, NAN, false}},
                                 sure[] = {{0.5, 0.3, 0.7, true}, {-0.25, -0.5, -0.1, true}};
    lg_finding f = found(ACCURACY, 3, 0, two);
    (void)state;
    f.units[0] = f.units[1] = 1;
    assert_words(f,
                 "Beyond length 40, ALiBi scores 29.5 points above NoPE and (rope, blocks 2) 34.4 points below (token "
                 "accuracy); one seed is inconclusive.");
    f.metric = lg_metric_at(CROSS_ENTROPY), f.pairs = sure, f.units[0] = f.units[1] = 9;
    assert_words(f,
                 "Beyond length 40, ALiBi scores 0.500 nats per token below NoPE [0.300 to 0.700] and (rope, blocks 2) "
                 "0.250 nats per token above [0.100 to 0.500] (cross-entropy, lower is better; in brackets 95 % "
                 "intervals); with nine seeds this is decided.");
}

static void choices_left_out(void **state) {
    static const lg_finding_pair pair = {1.25, -3.18, 5.69, false};
    lg_finding f = found(ACCURACY, 2, 1, &pair);
    (void)state;
    f.on = "even_pairs", f.left = names + 2, f.left_count = 2, f.needed = 0;
    assert_words(f,
                 "Beyond length 40, on even_pairs, NoPE scores 1.2 points above ALiBi (token accuracy; 95 % interval "
                 "−3.2 to 5.7); with three seeds the difference is undecided; (rope, blocks 2) and t5 share no task "
                 "and seed with both, so they are omitted.");
}

/* ---- numbers ---- */

enum { SCHEMES = 3, SEEDS = 8 };

static int open_sweep(void **state) {
    static const char file[] = "set: {train.steps: 1000, curriculum.lengths: 1..4, eval.lengths: 1..8}\n"
                               "grid:\n"
                               "  task: [reverse_string, bucket_sort]\n"
                               "  encoding: [rope, alibi, none]\n"
                               "  seed: 0..7\n";
    return planned_open(state, file);
}

/* Writes results with noise between seeds, in which none and alibi score nearly the same and rope scores lower. */
static void fill(size_t seeds) {
    static const double level[SCHEMES] = {0.7, 0.78, 0.79}, noise[] = {0, 0.02, -0.01, 0.03, -0.02, 0.01, -0.03, 0.015};
    for (size_t i = 0; i < manifest->run_count; i++) {
        const size_t scheme = i / SEEDS % SCHEMES, seed = i % SEEDS;
        lg_run_result *x = &results.runs[i];
        *x = lg_result_planned();
        if (seed >= seeds) continue;
        x->state = LG_RUN_DONE, x->step = x->steps = 1000;
        x->scores[ACCURACY] = level[scheme] + noise[(seed * (scheme + 1)) % SEEDS] / 2;
        x->scores[ACCURACY] += i < manifest->run_count / 2 ? 0 : 0.01 * (double)scheme;
    }
}

static lg_report *open_report(const lg_report_layout *layout) {
    lg_error err = {0};
    lg_report *r = lg_report_new(NULL, &results, folder->folder, layout, &err);
    if (!r) fail_msg("%s", err.text);
    return r;
}

static void assert_finding(const lg_report_layout *layout, const char *wanted) {
    lg_report *r = open_report(layout);
    assert_string_equal(lg_report_finding(r), wanted);
    lg_report_free(r);
}

static const char *const one_task[] = {"task=reverse_string"}, *const rope_alone[] = {"encoding=rope"},
                         *const two[] = {"task=reverse_string", "encoding=rope,none"};

/* The sentence gives a range of differences and the intervals of its ends. Both ends are rows of the table of pairs. */
static void numbers_are_those_of_pairs(void **state) {
    lg_error err = {0};
    (void)state;
    fill(SEEDS);
    lg_report *r = open_report(&(lg_report_layout){.where = two, .where_count = 2});
    const lg_table *t = lg_table_make(&lg_table_pairs, r, &err);
    char words[3][LG_CELL_WORDS], wanted[2000];
    for (size_t i = 0; i < 3; i++) lg_cell_words(t, 0, i + 3, words[i]);
    assert_string_equal(t->rows[0].label, "rope − none");
    snprintf(wanted, sizeof wanted,
             "Beyond length 4, none scores %s points above rope (token accuracy; 95 %% interval %s to %s); with eight "
             "seeds the difference is decided.",
             words[0] + strlen("−"), words[2] + strlen("−"), words[1] + strlen("−"));
    assert_string_equal(lg_report_finding(r), wanted);
    lg_report_free(r);
}

static void choices_are_grouped(void **state) {
    static const char tasks[] =
        "Beyond length 4, none and alibi score 7.7 to 10.0 points above rope (token accuracy; 95 % intervals within "
        "−2.7 to 22.7); on reverse_string 7.2 to 9.0 points (eight seeds: decided), on bucket_sort 8.2 to 11.0 points "
        "(eight seeds: decided); with two tasks the differences are undecided (at least seven tasks are needed).";
    (void)state;
    fill(SEEDS);
    assert_finding(&(lg_report_layout){.where = one_task, .where_count = 1},
                   "Beyond length 4, none and alibi score 7.2 to 9.0 points above rope (token accuracy; 95 % intervals "
                   "within 6.0 to 9.5); with eight seeds the differences are decided.");
    assert_finding(NULL, tasks);
    assert_finding(&(lg_report_layout){.rows = "encoding", .columns = "task"}, tasks);
    assert_finding(&(lg_report_layout){.rows = "", .columns = "task,encoding"},
                   "Nothing is compared, since columns mix tasks with other choices (use --rows task to compare the "
                   "choices of each task).");
    assert_finding(&(lg_report_layout){.where = rope_alone, .where_count = 1},
                   "Beyond length 4, rope scores 70.1 % (token accuracy; two tasks); there is no other choice to "
                   "compare it with.");
}

/* An interval that covers all possible differences is omitted. */
static void tasks_without_interval(void **state) {
    static const char *const where[] = {"encoding=rope,none"};
    (void)state;
    fill(2);
    for (size_t i = 0; i < manifest->run_count; i++) {
        const bool rope = i / SEEDS % SCHEMES == 0, second = i >= manifest->run_count / 2;
        if (rope) results.runs[i].scores[ACCURACY] = second ? 0.8 : 0.1 + 0.01 * (double)(i % SEEDS);
    }
    assert_finding(
        &(lg_report_layout){.where = where, .where_count = 1},
        "Beyond length 4, none scores 35.5 points above rope (token accuracy); on reverse_string 69.2 points "
        "(two seeds: undecided), on bucket_sort 1.8 points (two seeds: undecided); two tasks give no interval "
        "(at least six tasks are needed); 8 of 32 runs are finished.");
}

/* Schemes have results of different tasks. rope and alibi have results of one task each; none has results of both.
 * Pairs are compared on the tasks that both schemes have. */
static void choices_of_different_tasks(void **state) {
    (void)state;
    fill(3);
    for (size_t i = 0; i < manifest->run_count; i++) {
        const size_t scheme = i / SEEDS % SCHEMES;
        const bool second = i >= manifest->run_count / 2;
        if (scheme < 2 && second != (scheme == 1)) results.runs[i] = lg_result_planned();
    }
    lg_error err = {0};
    lg_report *r = open_report(NULL);
    const lg_table *t = lg_table_make(&lg_table_pairs, r, &err);
    assert_string_equal(lg_report_finding(r),
                        "Beyond length 4, on reverse_string, none scores 8.8 points above rope (token accuracy; 95 % "
                        "interval 6.9 to 10.7); with three seeds the difference is undecided (at least six seeds are "
                        "needed); alibi shares no task and seed with both, so it is omitted; 12 of 48 runs are "
                        "finished.");
    assert_int_equal(t->row_count, 2);
    assert_string_equal(t->rows[0].label, "rope − none");
    assert_string_equal(t->rows[1].label, "alibi − none");
    assert_string_equal(t->notes[0],
                        "1 pair of columns has no finished runs of the same task and seed and is omitted.");
    lg_report_free(r);
}

static void few_seeds(void **state) {
    (void)state;
    fill(1);
    assert_finding(&(lg_report_layout){.where = one_task, .where_count = 1},
                   "Beyond length 4, none and alibi score 8.0 to 9.0 points above rope (token accuracy); one seed is "
                   "inconclusive; 3 of 24 runs are finished.");
    fill(3);
    assert_finding(
        &(lg_report_layout){.where = two, .where_count = 2},
        "Beyond length 4, none scores 8.8 points above rope (token accuracy; 95 % interval 6.9 to 10.7); with three "
        "seeds the difference is undecided (at least six seeds are needed); 6 of 16 runs are finished.");
    fill(0);
    assert_finding(NULL, "None of the 48 runs is finished, so there is no result yet.");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_choice),
        cmocka_unit_test(two_choices_decided),
        cmocka_unit_test(two_choices_undecided),
        cmocka_unit_test(several_choices),
        cmocka_unit_test(ties_at_the_top),
        cmocka_unit_test(missing_runs),
        cmocka_unit_test(few_tasks),
        cmocka_unit_test(choices_left_out),
        cmocka_unit_test(against_the_first),
        cmocka_unit_test(numbers_are_those_of_pairs),
        cmocka_unit_test(choices_are_grouped),
        cmocka_unit_test(choices_of_different_tasks),
        cmocka_unit_test(tasks_without_interval),
        cmocka_unit_test(few_seeds),
    };
    return cmocka_run_group_tests(tests, open_sweep, close_sweep);
}
