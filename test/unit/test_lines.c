/* test_lines.c: the lines of a file are read one after another, each as a whole. The memory used is that of the longest
 * line. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/lines.h"
#include "scratch.h"

static const char *put(scratch *s, const char *bytes, size_t size) {
    const char *path = scratch_path(s, "lines");
    FILE *f = fopen(path, "wb");
    assert_true(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0);
    return path;
}

static void assert_next(lg_lines *l, const char *line, size_t size, size_t number, size_t offset) {
    lg_error err = {0};
    assert_true(lg_lines_next(l, &err));
    assert_int_equal(l->size, size);
    assert_memory_equal(l->line, line, size + 1);
    assert_int_equal(l->number, number);
    assert_int_equal(l->offset, offset);
    assert_int_equal(l->after, offset + size + 1);
}

static void assert_end(lg_lines *l, bool torn) {
    lg_error err = {0};
    assert_false(lg_lines_next(l, &err));
    assert_int_equal(err.code, LG_OK);
    assert_int_equal(l->torn, torn);
    lg_lines_close(l);
}

static void test_lines_are_passed(void **state) {
    lg_lines l;
    assert_true(lg_lines_open(&l, put(*state, "one\n\nt\0o\nthree", 14), NULL));
    assert_next(&l, "one", 3, 1, 0);
    assert_next(&l, "", 0, 2, 4);
    assert_next(&l, "t\0o", 3, 3, 5);
    assert_end(&l, true);
    assert_true(lg_lines_open(&l, put(*state, "one\n", 4), NULL));
    assert_next(&l, "one", 3, 1, 0);
    assert_end(&l, false);
}

static void test_no_file_has_no_lines(void **state) {
    lg_lines l;
    lg_error err = {0};
    assert_true(lg_lines_open(&l, scratch_path(*state, "absent"), &err));
    assert_end(&l, false);
    assert_true(lg_lines_open(&l, put(*state, "", 0), &err));
    assert_end(&l, false);
}

/* A mebibyte of lines of up to 3,000 bytes. The file is read in pieces; no line is cut at the end of a piece. */
static void test_memory_is_that_of_the_longest_line(void **state) {
    enum { SIZE = 1 << 20 };
    char *bytes = malloc(SIZE);
    size_t at = 0, number = 0;
    lg_lines l;
    for (size_t i = 0, next = 7; i < SIZE; i++) {
        bytes[i] = i == next || i == SIZE - 1 ? '\n' : (char)('a' + i % 26);
        if (i == next) next += 1 + next * 31 % 3000;
    }
    assert_true(lg_lines_open(&l, put(*state, bytes, SIZE), NULL));
    while (at < SIZE) {
        char *end = memchr(bytes + at, '\n', SIZE - at);
        *end = '\0';
        assert_next(&l, bytes + at, (size_t)(end - bytes) - at, ++number, at);
        at = (size_t)(end - bytes) + 1;
    }
    assert_int_equal(l.capacity, 1 << 16);
    assert_end(&l, false);
    free(bytes);
}

static void test_a_long_line_is_passed(void **state) {
    enum { SIZE = 300000 };
    char *bytes = calloc(SIZE + 2, 1);
    lg_lines l;
    memset(bytes, 'x', SIZE);
    bytes[SIZE] = '\n';
    assert_true(lg_lines_open(&l, put(*state, bytes, SIZE + 1), NULL));
    bytes[SIZE] = '\0';
    assert_next(&l, bytes, SIZE, 1, 0);
    assert_end(&l, false);
    free(bytes);
}

/* A file of four gibibytes without a line break is refused, without reading it to the end. */
static void test_an_endless_line_is_refused(void **state) {
    const char *path = put(*state, "one\n", 4);
    lg_lines l;
    lg_error err = {0};
    assert_int_equal(truncate(path, (off_t)1 << 32), 0);
    assert_true(lg_lines_open(&l, path, NULL));
    assert_next(&l, "one", 3, 1, 0);
    assert_false(lg_lines_next(&l, &err));
    assert_int_equal(err.code, LG_CORRUPT);
    assert_non_null(strstr(err.text, "lines is damaged: line 2 has more than 67108864 bytes"));
    lg_lines_close(&l);
}

#define test(name) cmocka_unit_test_setup_teardown(name, scratch_open, scratch_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        test(test_lines_are_passed),
        test(test_no_file_has_no_lines),
        test(test_memory_is_that_of_the_longest_line),
        test(test_a_long_line_is_passed),
        test(test_an_endless_line_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
