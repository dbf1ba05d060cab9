/* test_counted_memory.c: the operations of a large model are counted without touching its weights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "lengthen.h"
#include "sanitizer.h"

static long peak_kilobytes(void) {
    struct rusage use;
    assert_int_equal(getrusage(RUSAGE_SELF, &use), 0);
    return use.ru_maxrss;
}

/* The weights of this model would need 400 megabytes for 100 million parameters, and twice as much for packed
 * copies. */
static void a_large_model_is_counted_in_little_memory(void **state) {
    (void)state;
    if (SANITIZED) skip(); /* sanitizers may touch all of it */
    static const char *const settings[][2] = {
        {"model.width", "1024"}, {"model.heads", "16"}, {"model.feed_forward", "4096"}, {"model.blocks", "8"}};
    lg_config *f;
    lg_flops_report work;
    lg_context *c = lg_context_new();
    assert_int_equal(lg_config_new(c, &f), LG_OK);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(lg_config_set(f, settings[i][0], settings[i][1], LG_FLAG, "test"), LG_OK);
    const long before = peak_kilobytes();
    assert_int_equal(lg_config_flops(f, &work), LG_OK);
    assert_true(work.training > 1e15);
    assert_true(peak_kilobytes() - before < 100000);
    lg_config_free(f);
    lg_context_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_large_model_is_counted_in_little_memory)};
    return cmocka_run_group_tests_name("memory of counting", tests, NULL, NULL);
}
