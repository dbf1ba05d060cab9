/* test_registry.c: looking entries up, and what must hold for the names in every list of the library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "config/axes.h"

static void finds_by_the_whole_name(void **state) {
    (void)state;
    static const lg_entry a = {.name = "window"}, b = {.name = "windows"};
    const lg_entry *const list[] = {&a, &b, NULL}, *const empty[] = {NULL};
    assert_ptr_equal(lg_entry_find(list, "window"), &a);
    assert_ptr_equal(lg_entry_find(list, "windows"), &b);
    assert_null(lg_entry_find(list, "win"));
    assert_null(lg_entry_find(list, "Window"));
    assert_null(lg_entry_find(list, ""));
    assert_null(lg_entry_find(empty, "window"));
}

/* A second entry of one name would never be found. */
static void every_entry_is_found(void **state) {
    (void)state;
    for (const lg_axis_row *axis = lg_axes; axis->key; axis++)
        for (const lg_entry *const *e = axis->entries; *e; e++)
            assert_ptr_equal(lg_entry_find(axis->entries, (*e)->name), *e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_by_the_whole_name),
        cmocka_unit_test(every_entry_is_found),
    };
    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
