/* test_manifest_memory.c: memory runs out at each allocation in turn while a plan is written and read. Each failure
 * gives a message and leaks nothing. This test includes the sources, so that their allocations and those of jansson can
 * be made to fail. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "alloc_budget.h"
#include "scratch.h"

#include "base/arena.c"
#include "sweep/plan/manifest.c"
#include "sweep/plan/manifest_read.c"
#include "sweep/plan/manifest_write.c"

static void *rationed(size_t bytes) {
    void *memory = malloc(bytes);
    if (!memory) errno = ENOMEM;
    return memory;
}

static const lg_pair rope[] = {{"encoding", "rope"}, {"train.lr", "0.1"}}, seeds[] = {{"train.seed", "1"}};
static const lg_choice_set schemes[] = {{"none", NULL, 0}, {"R rope", rope, 2}}, numbers[] = {{"1", seeds, 1}};
static const lg_grid_axis axes[] = {{"scheme", schemes, 2}, {"seed", numbers, 1}};
static const int first[] = {0, 0}, second[] = {1, -1};
static const char *const reports[] = {"best", "mean"};

static lg_manifest *example(void) {
    static lg_planned_run runs[] = {{"0123456789abcdef", NULL, first, NULL, 0, 1.5},
                                    {"fedcba9876543210", NULL, second, rope, 2, 2}};
    lg_manifest *m = lg_manifest_new(NULL);
    assert_non_null(m);
    m->name = m->title = "example";
    m->base = numbers, m->base_count = 1;
    m->axes = axes, m->axis_count = 2;
    m->reports = reports, m->report_count = 2;
    m->runs = runs, m->run_count = 2;
    return m;
}

static void assert_words(const lg_error *err, lg_status code) {
    assert_int_equal(err->code, code);
    assert_true(*err->text != '\0');
}

static void assert_written(const char *dir, const char *checksum) {
    lg_manifest *whole = example(), *r = lg_manifest_read(dir, NULL);
    assert_true(lg_manifest_sign(whole, NULL));
    assert_non_null(r);
    assert_string_equal(checksum, whole->checksum);
    assert_string_equal(r->checksum, whole->checksum);
    lg_manifest_free(r);
    lg_manifest_free(whole);
}

static void writing_fails_in_words(void **state) {
    const char *dir = ((scratch *)*state)->folder;
    lg_manifest *m = example();
    int n = 1;
    for (bool good = false; !good; n++) {
        lg_error err = {0};
        ration = n;
        good = lg_manifest_write(m, dir, &err);
        ration = -1;
        if (!good) assert_words(&err, LG_FAILED);
    }
    assert_true(n > 50);
    assert_written(dir, m->checksum); /* the file is complete */
    lg_manifest_free(m);
}

static void reading_fails_in_words(void **state) {
    const char *dir = ((scratch *)*state)->folder;
    lg_manifest *m = example(), *r = NULL;
    assert_true(lg_manifest_write(m, dir, NULL));
    int n = 1;
    for (; !r; n++) {
        lg_error err = {0};
        ration = n;
        r = lg_manifest_read(dir, &err);
        ration = -1;
        if (!r) assert_words(&err, LG_FAILED);
    }
    assert_true(n > 50);
    assert_string_equal(r->checksum, m->checksum);
    lg_manifest_free(r);
    lg_manifest_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writing_fails_in_words, scratch_open, scratch_close),
        cmocka_unit_test_setup_teardown(reading_fails_in_words, scratch_open, scratch_close),
    };
    json_set_alloc_funcs(rationed, free);
    return cmocka_run_group_tests_name("manifest with little memory", tests, NULL, NULL);
}
