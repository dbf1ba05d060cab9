/* test_allocations.c: neither a training step (except the first one of a length) nor drawing a sample allocates memory.
 * Visits the combinations of all axes and options (pairwise.h). */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

#include "allocations.h"
#include "config/values.h"
#include "data/curriculum.h"
#include "pairwise.h"
#include "samples.h"

#include <cmocka.h>

enum { LONGEST = 9, STEPS = 30 };

/* Trains at lengths of up to LONGEST, until most lengths have been drawn several times. */
static void repeats_allocate_nothing(const char *settings) {
    bench b = bench_open(settings, 1, NULL); /* a thread may start late, and sanitizers allocate for it */
    if (!b.trainer) fail_msg("%s: %s", settings, b.err.text);
    const lg_data *data = lg_data_find(lg_text(b.resolved->values, "data"));
    const lg_reading reading = lg_curriculum_find(lg_text(b.resolved->values, "curriculum"))->reading;
    if (reading == LG_READ_EPOCHS ||
        !data->methods->exact) { /* skipped: here each new size of records gets a new network */
        bench_close(&b);
        return;
    }
    bool seen[LONGEST + 1] = {false};
    int repeated = 0;
    for (int i = 0; i < STEPS; i++) {
        lg_step s;
        const long before = allocations;
        if (!lg_trainer_step(b.trainer, &s, &b.err)) fail_msg("%s: %s", settings, b.err.text);
        const long made = allocations - before;
        assert_true(s.length <= LONGEST);
        if (seen[s.length] && made)
            fail_msg("%s: step %d, of length %d: %ld allocations", settings, i + 1, s.length, made);
        repeated += seen[s.length];
        seen[s.length] = true;
    }
    assert_true(repeated > STEPS / 2);
    bench_close(&b);
}

static void every_combination(void **state) {
    (void)state;
    assert_each_combination("train.lr=1e-6", repeats_allocate_nothing);
}

/* Drawing a sample of any length allocates nothing: GMP allocates only for larger operands than these samples have. */
static void samples_allocate_nothing(void **state) {
    (void)state;
    static const int lengths[] = {1, 2, 3, 64, 65, 1000, 4096, LG_LENGTH_MAX};
    for (const lg_task *const *t = lg_tasks; *t; t++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            const int n = lengths[i];
            lg_sample s = test_sample_new(*t, n);
            const long before = allocations;
            (*t)->sample(lg_key_root(1), n, &s);
            if (allocations != before) fail_msg("%s: drawing a sample of length %d allocates memory", (*t)->name, n);
            test_sample_free(&s);
        }
}

/* Allocations of the program and of libraries are counted. If they were not, the other tests would find nothing. */
static void allocations_are_seen(void **state) {
    (void)state;
    const char *volatile words = "a copy";
    const long before = allocations;
    void *volatile ours = aligned_alloc(64, 64), *volatile theirs = strdup(words);
    assert_int_equal(allocations - before, SEES_ALIGNED + 1);
    free(ours);
    free(theirs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_are_seen),
        cmocka_unit_test(samples_allocate_nothing),
        cmocka_unit_test(every_combination),
    };
    if (!COUNTS_ALLOCATIONS) return 0;
    return cmocka_run_group_tests_name("allocations", tests, NULL, NULL);
}
