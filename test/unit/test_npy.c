/* test_npy.c: arrays in NumPy's format: the bytes that numpy.save would write, read back, and refused when broken. */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ration.h"

#include "base/npy.c"

#include "scratch.h"

static const double numbers[6] = {1, -2, 0.5, 1e300, -0.0, 3};

static char *file_of(scratch *s, const lg_array *a, size_t *size) {
    lg_error err = {0};
    const char *path = scratch_path(s, "a.npy");
    if (!lg_npy_write(path, a, &err)) fail_msg("%s", err.text);
    return lg_file_read(path, 100000, size, NULL);
}

static void bytes_are_those_of_numpy(void **state) {
    const lg_array a = {NULL, LG_F64, 2, {2, 3}, numbers};
    static const char begin[] = "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
    size_t size;
    char *bytes = file_of(*state, &a, &size);
    assert_int_equal(size, 128 + sizeof numbers);
    assert_memory_equal(bytes, begin, sizeof begin - 1);
    for (size_t i = sizeof begin - 1; i < 127; i++) assert_int_equal(bytes[i], ' ');
    assert_int_equal(bytes[127], '\n');
    assert_memory_equal(bytes + 128, numbers, sizeof numbers);
    free(bytes);
}

static void shapes_are_python_tuples(void **state) {
    static const struct {
        int rank;
        size_t shape[LG_MOST_RANK];
        const char *text;
    } known[] = {
        {0, {0}, "'shape': (), }"},
        {1, {6}, "'shape': (6,), }"},
        {2, {6, 1}, "'shape': (6, 1), }"},
        {8, {1, 1, 1, 6, 1, 1, 1, 1}, "'shape': (1, 1, 1, 6, 1, 1, 1, 1), }"},
        {3, {0, 123456789012345678, 4}, "'shape': (0, 123456789012345678, 4), }"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lg_array a = {NULL, LG_F64, known[i].rank, {0}, numbers};
        lg_npy b;
        size_t size, bytes;
        memcpy(a.shape, known[i].shape, sizeof a.shape);
        char *file = file_of(*state, &a, &size);
        assert_true(lg_array_bytes(&a, &bytes));
        assert_int_equal((size - bytes) % 64, 0);
        assert_non_null(memmem(file, size, known[i].text, strlen(known[i].text)));
        assert_true(lg_npy_parse(file, size, "f", &b, NULL));
        assert_int_equal(b.rank, a.rank);
        assert_memory_equal(b.shape, a.shape, sizeof a.shape);
        assert_int_equal(b.count, bytes / 8);
        if (bytes > 0) assert_memory_equal(b.data, numbers, bytes);
        lg_npy_free(&b);
        free(file);
    }
}

/* A header of more than 128 bytes, and a shape beyond memory. */
static void long_shapes_fit(void **state) {
    lg_array a = {NULL, LG_F64, 8, {0}, NULL};
    lg_npy b;
    size_t size;
    for (int i = 0; i < 8; i++) a.shape[i] = 1;
    a.shape[0] = 0;
    for (int i = 1; i < 4; i++) a.shape[i] = 99999;
    char *file = file_of(*state, &a, &size);
    assert_int_equal(size % 64, 0);
    assert_true(lg_npy_parse(file, size, "f", &b, NULL));
    assert_memory_equal(b.shape, a.shape, sizeof a.shape);
    lg_npy_free(&b);
    free(file);
    a.shape[4] = SIZE_MAX;
    assert_false(lg_npy_write(scratch_path(*state, "b.npy"), &a, NULL));
}

static void all_types_become_doubles(void **state) {
    static const float f4[3] = {0.5f, -1, 3e38f};
    static const int32_t i4[3] = {INT32_MIN, 0, 7};
    static const int64_t i8[3] = {-(INT64_C(1) << 53), 0, INT64_C(1) << 53};
    static const uint8_t u1[3] = {0, 128, 255};
    const lg_array arrays[] = {{NULL, LG_F32, 1, {3}, f4},
                               {NULL, LG_I32, 1, {3}, i4},
                               {NULL, LG_I64, 1, {3}, i8},
                               {NULL, LG_U8, 1, {3}, u1},
                               {NULL, LG_F64, 1, {3}, numbers}};
    static const char *const descr[] = {"'<f4'", "'<i4'", "'<i8'", "'|u1'", "'<f8'"};
    const double wanted[][3] = {{0.5, -1, 3e38f}, {INT32_MIN, 0, 7}, {-0x1p53, 0, 0x1p53}, {0, 128, 255}, {1, -2, 0.5}};
    for (size_t i = 0; i < 5; i++) {
        size_t size;
        lg_npy b;
        char *file = file_of(*state, &arrays[i], &size);
        assert_non_null(memmem(file, size, descr[i], 5));
        free(file);
        assert_true(lg_npy_read(scratch_path(*state, "a.npy"), 1000, &b, NULL));
        assert_int_equal(b.count, 3);
        assert_memory_equal(b.data, wanted[i], sizeof wanted[i]);
        lg_npy_free(&b);
    }
}

/* A file of so many bytes of data, from a header without padding; to be freed. */
static char *file_with(int version, const char *header, size_t data, size_t *size) {
    const size_t length = strlen(header), start = version == 1 ? 10 : 12;
    char *bytes = calloc(1, start + length + data);
    memcpy(bytes, "\x93NUMPY", 6);
    bytes[6] = (char)version;
    memcpy(bytes + 8, &length, start - 8);
    memcpy(bytes + start, header, length);
    *size = start + length + data;
    return bytes;
}

#define BROKEN "f: its header is not descr, fortran_order and shape"
#define SIZES  "f: it has not as much data as its shape says"
#define KIND   "(want <f8, <f4, <i8, <i4 or |u1: save x.astype('<f8'))"
#define ORDER  "'fortran_order': False"

static const struct {
    int version;
    const char *header;
    size_t data;
    lg_status code;
    const char *words;
} cases[] = {
    {1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n", 16, LG_OK, ""},
    {2, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n", 16, LG_OK, ""},
    {3, "{\"shape\":(2,1),\"fortran_order\":False,\"descr\":\"<i4\"}", 8, LG_OK, ""},
    {1, "{'descr': '<f8', 'fortran_order': True, 'shape': (2,)}", 16, LG_OK, ""}, /* one side: no order */
    {1, "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }", 48, LG_USAGE,
     "f: the array is in Fortran order (save numpy.ascontiguousarray(x))"},
    {1, "{'descr': '>f8', " ORDER ", 'shape': (2,), }", 16, LG_USAGE, "f: arrays of type '>f8' are not read " KIND},
    {1, "{'descr': '|O', " ORDER ", 'shape': (2,), }", 16, LG_USAGE, "f: arrays of type '|O' are not read " KIND},
    {1, "{'descr': '<f2', " ORDER ", 'shape': (2,), }", 4, LG_USAGE, "f: arrays of type '<f2' are not read " KIND},
    {0, "{'descr': '<f8', " ORDER ", 'shape': (2,), }", 16, LG_CORRUPT, "f: it has an unknown version of NPY"},
    {4, "{'descr': '<f8', " ORDER ", 'shape': (2,), }", 16, LG_CORRUPT, "f: it has an unknown version of NPY"},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (2,), }", 15, LG_CORRUPT, SIZES},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (2,), }", 17, LG_CORRUPT, SIZES},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (4294967296, 4294967296), }", 0, LG_CORRUPT, SIZES},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (99999999999999999999,), }", 0, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1,1,1,1,1,1,1,1,1), }", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1), }", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (-1,), }", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1.0,), }", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': [1], }", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1,", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1,)", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1,) 'x'", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1,)} x", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER "}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{" ORDER ", 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', 'descr': '<f8', " ORDER ", 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', " ORDER ", 'shape': (1,), 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8', 'other': 'x', " ORDER ", 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': [('a', '<f8')], " ORDER ", 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr': '<f8 but very much longer', " ORDER ", 'shape': (1,)}", 8, LG_CORRUPT, BROKEN},
    {1, "{'descr", 8, LG_CORRUPT, BROKEN},
    {1, "{", 8, LG_CORRUPT, BROKEN},
    {1, "", 8, LG_CORRUPT, BROKEN},
};

static void headers_are_checked(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lg_error err = {0};
        lg_npy a;
        size_t size;
        char *bytes = file_with(cases[i].version, cases[i].header, cases[i].data, &size);
        const bool ok = lg_npy_parse(bytes, size, "f", &a, &err);
        if (ok != (cases[i].code == LG_OK) || err.code != cases[i].code || strcmp(err.text, cases[i].words) != 0)
            fail_msg("case %zu, %s: %s", i, cases[i].header, err.text);
        lg_npy_free(&a);
        free(bytes);
    }
}

static void every_truncation_and_flipped_bit_is_survived(void **state) {
    const lg_array a = {NULL, LG_F64, 2, {2, 3}, numbers};
    size_t size;
    char *bytes = file_of(*state, &a, &size);
    for (size_t n = 0; n < size; n++) {
        lg_error err = {0};
        lg_npy b;
        char *part = malloc(n + (n == 0));
        memcpy(part, bytes, n);
        assert_false(lg_npy_parse(part, n, "f", &b, &err));
        assert_int_equal(err.code, LG_CORRUPT);
        assert_null(b.data);
        free(part);
    }
    for (size_t bit = 0; bit < 8 * size; bit++) {
        lg_npy b;
        char *copy = malloc(size);
        memcpy(copy, bytes, size);
        copy[bit / 8] ^= (char)(1 << bit % 8);
        const bool ok = lg_npy_parse(copy, size, "f", &b, NULL);
        if (bit >= 8 * 128) assert_true(ok); /* in the data */
        if (bit < 8 * 7) assert_false(ok && bit / 8 != 6);
        lg_npy_free(&b);
        free(copy);
    }
    free(bytes);
}

static void numbers_beyond_doubles_are_refused(void **state) {
    static const int64_t large[][2] = {{0, (INT64_C(1) << 53) + 1}, {0, INT64_MAX}, {0, INT64_MIN}};
    for (int i = 0; i < 3; i++) {
        const lg_array a = {NULL, LG_I64, 1, {2}, large[i]};
        lg_error err = {0};
        lg_npy b;
        size_t size;
        char *bytes = file_of(*state, &a, &size);
        assert_false(lg_npy_parse(bytes, size, "f", &b, &err));
        assert_int_equal(err.code, LG_USAGE);
        assert_string_equal(err.text, "f: element 1 is beyond 2^53, more than a double can hold");
        assert_null(b.data);
        free(bytes);
    }
}

static void missing_files_and_memory_are_reported(void **state) {
    const lg_array a = {NULL, LG_F64, 1, {6}, numbers};
    lg_error err = {0};
    lg_npy b;
    size_t size;
    assert_false(lg_npy_read("/no/such/file.npy", 1000, &b, &err));
    assert_int_equal(err.code, LG_FAILED);
    assert_string_equal(err.text, "cannot read /no/such/file.npy: No such file or directory");
    err = (lg_error){0};
    char *bytes = file_of(*state, &a, &size);
    assert_false(lg_npy_read(scratch_path(*state, "a.npy"), size - 1, &b, &err));
    assert_int_equal(err.code, LG_FAILED);
    err = (lg_error){0};
    ration = 1;
    assert_false(lg_npy_parse(bytes, size, "f", &b, &err));
    ration = -1;
    assert_int_equal(err.code, LG_FAILED);
    assert_string_equal(err.text, "f: out of memory");
    free(bytes);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_open, scratch_close)
    const struct CMUnitTest tests[] = {
        TEST(bytes_are_those_of_numpy),
        TEST(shapes_are_python_tuples),
        TEST(long_shapes_fit),
        TEST(all_types_become_doubles),
        TEST(headers_are_checked),
        TEST(every_truncation_and_flipped_bit_is_survived),
        TEST(numbers_beyond_doubles_are_refused),
        TEST(missing_files_and_memory_are_reported),
    };
    return cmocka_run_group_tests_name("npy", tests, NULL, NULL);
}
