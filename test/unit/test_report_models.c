/* test_report_models.c: figures that analyze the models of a sweep. The sweep trains tiny models here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/report.h"
#include "api/sweep.h"
#include "base/file.h"
#include "runs.h"

static const char file[] = "title: Tiny\n"
                           "published: randpe-2023\n"
                           "set:\n"
                           "  model: {width: 8, heads: 2, blocks: 1, order: sfsf, feed_forward: 8}\n" /* 2 blocks */
                           "  train: {steps: 6, batch: 4}\n"
                           "  curriculum.lengths: 1..4\n"
                           "  eval: {lengths: 1..8, sequences: 4, every: 3}\n"
                           "grid:\n"
                           "  task: [even_pairs, reverse_string]\n"
                           "  scheme:\n"
                           "    plain: {encoding: rope}\n"
                           "    random: {encoding: rope, positions: randomized}\n"
                           "  seed: [1]\n"
                           "select: {rows: task, columns: scheme, seeds: seed}\n";

static lg_sweep *sweep;

static int train(void **state) {
    static const lg_worker worker = {.threads = 1};
    static const lg_worker_callbacks calls;
    char dir[512];
    lg_error err = {0};
    if (runs_open(state) != 0) return -1;
    snprintf(dir, sizeof dir, "%s/sweep", folder->folder);
    const char *path = scratch_path(folder, "tiny.yaml");
    if (!lg_file_write_text(path, file, &err)) return -1;
    if (lg_sweep_plan(context, path, dir, true, &sweep) != LG_OK) return -1;
    return lg_sweep_work(sweep, &worker, &calls);
}

static int end(void **state) {
    lg_sweep_free(sweep);
    return runs_close(state);
}

static void write_to(const char *name, const char *figures) {
    char dir[512];
    snprintf(dir, sizeof dir, "%s/%s", folder->folder, name);
    const lg_report_options w = {.dir = dir, .figures = figures, .scripts = true};
    if (lg_report_write(sweep, &w, NULL, NULL) != LG_OK) fail_msg("%s", lg_error_text(context));
}

/* Asserts the number of lines of a file that are no comments. */
static void assert_lines(const char *name, size_t wanted) {
    lg_error err = {0};
    size_t lines = 0;
    char *text = lg_file_read(scratch_path(folder, name), 1 << 20, NULL, &err);
    if (!text) fail_msg("%s", err.text);
    for (const char *c = text; c && *c != '\0'; c += strcspn(c, "\n") + 1) lines += *c != '#';
    free(text);
    assert_int_equal(lines, wanted);
}

/* Attention is drawn for reverse_string, as in the paper: for n = 4, the longest training length, and for n = 8. */
static void attention_of_two_models(void **state) {
    (void)state;
    write_to("a", "attention");
    assert_lines("a/figures/attention-01-plain-n4-block-0.csv", 8);
    assert_lines("a/figures/attention-08-random-n8-block-1.csv", 16);
}

static void activations_of_two_models(void **state) {
    (void)state;
    write_to("b", "activations");
    assert_lines("b/figures/activations-01-plain-embedding.csv", 1 + 30 * 8);
    assert_lines("b/figures/activations-06-random-block-1.csv", 1 + 30 * 8);
}

static void same_bytes_again(void **state) {
    char command[1200];
    (void)state;
    write_to("c", NULL);
    write_to("d", NULL);
    snprintf(command, sizeof command, "diff -r '%s/c' '%s/d'", folder->folder, folder->folder);
    assert_int_equal(system(command), 0);
}

/* If a model cannot be read, the figure omits this model and says so. The report is still written. */
static void damaged_model(void **state) {
    char command[1200];
    lg_error err = {0};
    (void)state;
    snprintf(command, sizeof command, "for f in '%s'/sweep/runs/*/model.safetensors; do echo damage >\"$f\"; done",
             folder->folder);
    assert_int_equal(system(command), 0);
    write_to("e", "attention");
    char *index = lg_file_read(scratch_path(folder, "e/report.md"), 1 << 20, NULL, &err);
    assert_non_null(index);
    assert_non_null(strstr(index, "- plain is not drawn"));
    assert_non_null(strstr(index, " is not drawn (run "));
    free(index);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attention_of_two_models),
        cmocka_unit_test(activations_of_two_models),
        cmocka_unit_test(same_bytes_again),
        cmocka_unit_test(damaged_model),
    };
    return cmocka_run_group_tests(tests, train, end);
}
