/* test_safetensors.c: arrays that are written and read back are equal. Broken files are refused with a message and do
 * no harm. This test includes the source, so that its allocations can be made to fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "alloc_budget.h"

#include "base/safetensors.c"

#include "base/key.h"
#include "scratch.h"

static const float weights[6] = {1, -2, 3.5, 0, 1e-30, 7};
static const double moments[2] = {0.1, -1e300};
static const int64_t step[1] = {INT64_MIN};
static const int32_t table[3] = {-1, 0, 1};
static const uint8_t flags[5] = {0, 1, 255, 3, 4};

static const lg_array arrays[] = {
    {"flags", LG_U8, 1, {5}, flags},      {"block.0.weight", LG_F32, 2, {2, 3}, weights},
    {"step", LG_I64, 0, {0}, step},       {"empty", LG_F32, 3, {2, 0, 4}, NULL},
    {"moments", LG_F64, 1, {2}, moments}, {"tab\"le ä", LG_I32, 2, {3, 1}, table},
};
#define COUNT (sizeof arrays / sizeof arrays[0])

static const lg_note notes[] = {{"format", "pt"}, {"words", "line\nend, \"quote\", ä"}};

#define HEADER                                                                                                         \
    "{\"__metadata__\":{\"format\":\"pt\",\"words\":\"line\\nend, \\\"quote\\\", ä\"},"                               \
    "\"step\":{\"dtype\":\"I64\",\"shape\":[],\"data_offsets\":[0,8]},"                                                \
    "\"moments\":{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[8,24]},"                                           \
    "\"block.0.weight\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[24,48]},"                                 \
    "\"empty\":{\"dtype\":\"F32\",\"shape\":[2,0,4],\"data_offsets\":[48,48]},"                                        \
    "\"tab\\\"le ä\":{\"dtype\":\"I32\",\"shape\":[3,1],\"data_offsets\":[48,60]},"                                   \
    "\"flags\":{\"dtype\":\"U8\",\"shape\":[5],\"data_offsets\":[60,65]}}"

/* Writes the arrays above to a file. Returns the bytes of the file, which the caller frees. */
static char *write_example(scratch *s, size_t *size) {
    lg_error err = {0};
    const char *path = scratch_path(s, "a.safetensors");
    if (!lg_safetensors_write(path, arrays, COUNT, notes, 2, &err)) fail_msg("%s", err.text);
    char *bytes = lg_file_read(path, 100000, size, &err);
    assert_non_null(bytes);
    return bytes;
}

/* The bytes of a file with this header, without padding, and `data` bytes of zeros as data; the caller frees them. */
static char *frame(const char *header, size_t data, size_t *size) {
    const uint64_t length = strlen(header);
    *size = 8 + length + data;
    char *bytes = calloc(1, *size);
    memcpy(bytes, &length, 8);
    memcpy(bytes + 8, header, length);
    return bytes;
}

/* A copy on the heap of exactly this size, so that AddressSanitizer detects reads beyond it. */
static char *exact(const char *bytes, size_t size) {
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

static void bytes_are_as_documented(void **state) {
    size_t size;
    uint64_t length;
    char *bytes = write_example(*state, &size);
    memcpy(&length, bytes, 8);
    assert_int_equal(length % 8, 0);
    assert_int_equal(size, 8 + length + 65);
    assert_memory_equal(bytes + 8, HEADER, strlen(HEADER));
    for (size_t i = strlen(HEADER); i < length; i++) assert_int_equal(bytes[8 + i], ' ');
    assert_true(length < strlen(HEADER) + 8);
    assert_memory_equal(bytes + 8 + length, step, 8);
    assert_memory_equal(bytes + 8 + length + 8, moments, 16);
    assert_memory_equal(bytes + 8 + length + 24, weights, 24);
    assert_memory_equal(bytes + 8 + length + 48, table, 12);
    assert_memory_equal(bytes + 8 + length + 60, flags, 5);
    free(bytes);
}

static void same_arrays_same_bytes(void **state) {
    size_t size, again;
    char *first = write_example(*state, &size), *second = write_example(*state, &again);
    assert_int_equal(size, again);
    assert_memory_equal(first, second, size);
    assert_int_equal(scratch_count(*state), 1);
    free(first);
    free(second);
}

static void everything_comes_back(void **state) {
    static const char *const order[] = {"step", "moments", "block.0.weight", "empty", "tab\"le ä", "flags"};
    size_t size;
    lg_error err = {0};
    free(write_example(*state, &size));
    lg_safetensors *s = lg_safetensors_read(scratch_path(*state, "a.safetensors"), size, &err);
    if (!s) fail_msg("%s", err.text);
    assert_int_equal(lg_safetensors_count(s), COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        const lg_array *a = &arrays[i], *b = lg_safetensors_find(s, a->name);
        char out[64] = {0};
        size_t bytes = 0;
        assert_string_equal(lg_safetensors_at(s, i)->name, order[i]);
        assert_non_null(b);
        assert_int_equal(b->dtype, a->dtype);
        assert_int_equal(b->rank, a->rank);
        assert_memory_equal(b->shape, a->shape, sizeof a->shape);
        assert_true(lg_array_bytes(a, &bytes));
        assert_int_equal((uintptr_t)b->data % lg_dtype_bytes(a->dtype), 0);
        if (bytes > 0) assert_memory_equal(b->data, a->data, bytes);
        assert_true(lg_safetensors_copy(s, a->name, a->dtype, a->rank, a->shape, out, &err));
        if (bytes > 0) assert_memory_equal(out, a->data, bytes);
    }
    assert_string_equal(lg_safetensors_note(s, "format"), "pt");
    assert_string_equal(lg_safetensors_note(s, "words"), notes[1].text);
    assert_null(lg_safetensors_note(s, "nothing"));
    assert_null(lg_safetensors_find(s, "nothing"));
    assert_null(lg_safetensors_find(s, "__metadata__"));
    lg_safetensors_free(s);
}

static void an_empty_file_is_a_file(void **state) {
    lg_error err = {0};
    const char *path = scratch_path(*state, "none.safetensors");
    assert_true(lg_safetensors_write(path, NULL, 0, NULL, 0, &err));
    lg_safetensors *s = lg_safetensors_read(path, 100, &err);
    assert_non_null(s);
    assert_int_equal(lg_safetensors_count(s), 0);
    assert_null(lg_safetensors_note(s, "format"));
    lg_safetensors_free(s);
    lg_safetensors_free(NULL);
}

static void copies_must_fit(void **state) {
    size_t size;
    lg_error err = {0};
    float out[6];
    const size_t flat[] = {6}, transposed[] = {3, 2}, right[] = {2, 3};
    char *bytes = write_example(*state, &size);
    lg_safetensors *s = lg_safetensors_parse(bytes, size, "m.safetensors", &err);
    assert_non_null(s);
    assert_false(lg_safetensors_copy(s, "absent", LG_F32, 1, flat, out, &err));
    assert_int_equal(err.code, LG_CORRUPT);
    assert_string_equal(err.text, "m.safetensors: tensor 'absent' is missing");
    err = (lg_error){0};
    assert_false(lg_safetensors_copy(s, "block.0.weight", LG_F32, 1, flat, out, &err));
    assert_string_equal(err.text, "m.safetensors: tensor 'block.0.weight' is F32 [2,3] (expected F32 [6])");
    err = (lg_error){0};
    assert_false(lg_safetensors_copy(s, "block.0.weight", LG_F32, 2, transposed, out, &err));
    assert_string_equal(err.text, "m.safetensors: tensor 'block.0.weight' is F32 [2,3] (expected F32 [3,2])");
    err = (lg_error){0};
    assert_false(lg_safetensors_copy(s, "block.0.weight", LG_F64, 2, right, out, &err));
    assert_string_equal(err.text, "m.safetensors: tensor 'block.0.weight' is F32 [2,3] (expected F64 [2,3])");
    err = (lg_error){0};
    assert_false(lg_safetensors_copy(s, "block.0.weight", LG_F32, 0, NULL, out, &err));
    assert_string_equal(err.text, "m.safetensors: tensor 'block.0.weight' is F32 [2,3] (expected F32 [])");
    lg_safetensors_free(s);
    free(bytes);
}

static void unaligned_data_can_be_copied(void **state) {
    size_t size;
    float out = 0;
    const float value = 2.5;
    (void)state;
    char *bytes = frame("{\"x\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}} ", 4, &size);
    memcpy(bytes + size - 4, &value, 4);
    lg_safetensors *s = lg_safetensors_parse(bytes, size, "x", NULL);
    assert_non_null(s);
    assert_true(lg_safetensors_copy(s, "x", LG_F32, 0, NULL, &out, NULL));
    assert_true(out == value);
    lg_safetensors_free(s);
    free(bytes);
}

/* ---- broken files ---- */

#define T(dtype, shape, begin, end) "{\"dtype\":" dtype ",\"shape\":" shape ",\"data_offsets\":[" #begin "," #end "]}"
#define TENSOR                      "f: tensor 'a' "
#define INCOMPLETE                  TENSOR "must have dtype, shape and data_offsets, and nothing else"
#define NO_TYPE                     TENSOR "has a type other than F64, I64, F32, I32, U8"
#define NO_SHAPE                    TENSOR "has a shape that is not a list of at most 8 sizes"
#define NO_OFFSETS                  TENSOR "has data_offsets that are not [begin, end]"

static const struct {
    const char *header;
    size_t data;
    const char *words; /* NULL: the file is valid */
} cases[] = {
    {"{}", 0, NULL},
    {"{\"a\":" T("\"F32\"", "[1]", 0, 4) "}   ", 4, NULL},
    {"{\"b\":" T("\"U8\"", "[1]", 4, 5) ",\"a\":" T("\"F32\"", "[1]", 0, 4) "}", 5, NULL},
    {"{\"a\":" T("\"F32\"", "[0]", 0, 0) ",\"b\":" T("\"F32\"", "[0]", 0, 0) "}", 0, NULL},
    {"{\"a\":" T("\"U8\"", "[1,1,1,1,1,1,1,1]", 0, 1) "}", 1, NULL},
    {"{\"__metadata__\":{}}", 0, NULL},
    {"{}", 1, "f: it has data after its last tensor"},
    {" {}", 0, "f: its header does not begin with '{'"},
    {"[]", 0, "f: its header does not begin with '{'"},
    {"{]", 0, "f: its header is not JSON: "},
    {"{}{}", 0, "f: its header is not JSON: "},
    {"{\"a\":1,\"a\":2}", 0, "f: its header is not JSON: duplicate object key near '\"a\"'"},
    {"{\"a\":" T("\"F32\"", "[1]", 0, 4) ",\"a\":" T("\"F32\"", "[1]", 0, 4) "}", 4, "f: its header is not JSON: dup"},
    {"{\"\\u0000\":1}", 0, "f: its header is not JSON: "},
    {"{\"\xff\":1}", 0, "f: its header is not JSON: "},
    {"{\"a\":1}", 0, INCOMPLETE},
    {"{\"a\":[]}", 0, INCOMPLETE},
    {"{\"a\":{}}", 0, INCOMPLETE},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[]}}", 4, INCOMPLETE},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offset\":[0,4]}}", 4, INCOMPLETE},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4],\"x\":1}}", 4, INCOMPLETE},
    {"{\"a\":" T("\"F16\"", "[1]", 0, 2) "}", 2, NO_TYPE},
    {"{\"a\":" T("\"f32\"", "[1]", 0, 4) "}", 4, NO_TYPE},
    {"{\"a\":" T("32", "[1]", 0, 4) "}", 4, NO_TYPE},
    {"{\"a\":" T("\"F32\"", "1", 0, 4) "}", 4, NO_SHAPE},
    {"{\"a\":" T("\"F32\"", "[-1]", 0, 4) "}", 4, NO_SHAPE},
    {"{\"a\":" T("\"F32\"", "[1.0]", 0, 4) "}", 4, NO_SHAPE},
    {"{\"a\":" T("\"F32\"", "[\"1\"]", 0, 4) "}", 4, NO_SHAPE},
    {"{\"a\":" T("\"F32\"", "[null]", 0, 4) "}", 4, NO_SHAPE},
    {"{\"a\":" T("\"F32\"", "[1,1,1,1,1,1,1,1,1]", 0, 4) "}", 4, NO_SHAPE},
    {"{\"a\":" T("\"F32\"", "[9223372036854775807]", 0, 4) "}", 4, TENSOR "has an impossibly large shape"},
    {"{\"a\":" T("\"F32\"", "[4294967296,4294967296]", 0, 0) "}", 0, TENSOR "has an impossibly large shape"},
    {"{\"a\":" T("\"F32\"", "[0,4294967296,4294967296]", 0, 0) "}", 0, TENSOR "has an impossibly large shape"},
    {"{\"a\":" T("\"F32\"", "[18446744073709551616]", 0, 4) "}", 4, "f: its header is not JSON: too big integer"},
    {"{\"a\":" T("\"F32\"", "[1]", 4, 0) "}", 4, NO_OFFSETS},
    {"{\"a\":" T("\"F32\"", "[1]", -4, 0) "}", 4, NO_OFFSETS},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0]}}", 4, NO_OFFSETS},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4,8]}}", 4, NO_OFFSETS},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":{\"0\":0,\"1\":4}}}", 4, NO_OFFSETS},
    {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,\"4\"]}}", 4, NO_OFFSETS},
    {"{\"a\":" T("\"F32\"", "[1]", 0, 8) "}", 8, TENSOR "has data whose size does not match its shape"},
    {"{\"a\":" T("\"F32\"", "[3]", 0, 8) "}", 8, TENSOR "has data whose size does not match its shape"},
    {"{\"a\":" T("\"F32\"", "[2]", 0, 8) "}", 7, TENSOR "has data beyond the end of the file"},
    {"{\"a\":" T("\"U8\"", "[9223372036854775807]", 0, 9223372036854775807) "}", 8,
     TENSOR "has data beyond the end of the file"},
    {"{\"a\":" T("\"F32\"", "[1]", 4, 8) "}", 8, TENSOR "leaves a gap before its data"},
    {"{\"b\":" T("\"F32\"", "[1]", 0, 4) ",\"a\":" T("\"F32\"", "[1]", 8, 12) "}", 12,
     TENSOR "leaves a gap before its data"},
    {"{\"b\":" T("\"F32\"", "[2]", 0, 8) ",\"a\":" T("\"F32\"", "[1]", 4, 8) "}", 8,
     TENSOR "shares data with another tensor"},
    {"{\"b\":" T("\"F32\"", "[1]", 0, 4) ",\"a\":" T("\"F32\"", "[1]", 0, 4) "}", 4,
     TENSOR "shares data with another tensor"},
    {"{\"b\":" T("\"F32\"", "[2]", 0, 8) ",\"a\":" T("\"F32\"", "[0]", 4, 4) "}", 8,
     TENSOR "shares data with another tensor"},
    {"{\"a\":" T("\"F32\"", "[1]", 0, 4) "}", 5, "f: it has data after its last tensor"},
    {"{\"__metadata__\":[]}", 0, "f: __metadata__ is not an object"},
    {"{\"__metadata__\":{\"a\":1}}", 0, "f: __metadata__ has a value that is not a string"},
    {"{\"__metadata__\":{\"a\":{\"b\":\"c\"}}}", 0, "f: __metadata__ has a value that is not a string"},
};

static void rules_are_checked(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lg_error err = {0};
        size_t size;
        char *bytes = frame(cases[i].header, cases[i].data, &size);
        lg_safetensors *s = lg_safetensors_parse(bytes, size, "f", &err);
        if (!s == !cases[i].words) fail_msg("%s: %s", cases[i].header, err.text);
        if (!s && err.code != LG_CORRUPT) fail_msg("%s: status %d", cases[i].header, err.code);
        if (!s && strncmp(err.text, cases[i].words, strlen(cases[i].words)))
            fail_msg("%s: %s", cases[i].header, err.text);
        lg_safetensors_free(s);
        free(bytes);
    }
}

static void lengths_of_headers_are_checked(void **state) {
    static const struct {
        uint64_t length;
        const char *words;
    } known[] = {
        {0, "f: its header does not begin with '{'"},
        {1, "f: its header is not JSON: "},
        {3, "f: it ends inside its header"},
        {16777216, "f: it ends inside its header"},
        {16777217, "f: its first 8 bytes claim a header of more than 16777216 bytes; is it a safetensors file?"},
        {UINT64_MAX, "f: its first 8 bytes claim a header of more than 16777216 bytes; is it a safetensors file?"},
        {UINT64_MAX - 7, "f: its first 8 bytes claim a header of more than 16777216 bytes; is it a safetensors file?"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        lg_error err = {0};
        char bytes[10] = "........{}";
        memcpy(bytes, &known[i].length, 8);
        assert_null(lg_safetensors_parse(bytes, sizeof bytes, "f", &err));
        assert_int_equal(err.code, LG_CORRUPT);
        assert_memory_equal(err.text, known[i].words, strlen(known[i].words));
    }
}

static void deep_json_is_refused(void **state) {
    static const char *const opening[] = {"[", "{\"a\":"};
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        const size_t depth = 100000;
        char *header = calloc(depth + 2, 5), *end = header;
        lg_error err = {0};
        size_t size;
        end += sprintf(end, "{\"a\":");
        for (size_t i = 0; i < depth; i++) end = stpcpy(end, opening[kind]);
        char *bytes = frame(header, 0, &size);
        assert_null(lg_safetensors_parse(bytes, size, "f", &err));
        const char *words = "f: its header is not JSON: maximum parsing depth reached";
        assert_memory_equal(err.text, words, strlen(words));
        free(bytes);
        free(header);
    }
}

static void every_truncation_is_refused(void **state) {
    size_t size;
    char *bytes = write_example(*state, &size);
    for (size_t n = 0; n < size; n++) {
        lg_error err = {0};
        char *part = exact(bytes, n);
        assert_null(lg_safetensors_parse(part, n, "f", &err));
        assert_int_equal(err.code, LG_CORRUPT);
        assert_memory_equal(err.text, "f: ", 3);
        free(part);
    }
    free(bytes);
}

/* Reads everything that an opened file offers. */
static unsigned use(const lg_safetensors *s) {
    unsigned sum = 0;
    for (size_t i = 0; i < lg_safetensors_count(s); i++) {
        const lg_array *a = lg_safetensors_at(s, i);
        size_t bytes;
        assert_true(lg_array_bytes(a, &bytes));
        for (size_t j = 0; j < bytes; j++) sum += ((const unsigned char *)a->data)[j];
        assert_non_null(lg_safetensors_find(s, a->name));
    }
    return sum;
}

/* Flipping a bit of the header is detected, or leaves results that are safe to use. Flipping a bit of the data cannot
 * be detected. */
static void every_flipped_bit_is_survived(void **state) {
    size_t size, refused = 0;
    char *bytes = write_example(*state, &size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
        lg_error err = {0};
        char *copy = exact(bytes, size);
        copy[bit / 8] ^= (char)(1 << bit % 8);
        lg_safetensors *s = lg_safetensors_parse(copy, size, "f", &err);
        if (!s) assert_int_equal(err.code, LG_CORRUPT);
        refused += !s;
        if (s) use(s);
        if (bit >= 8 * (size - 65)) assert_non_null(s);
        lg_safetensors_free(s);
        free(copy);
    }
    assert_true(refused > 4 * (size - 65)); /* flips of more than half of the header's bits are refused */
    free(bytes);
}

static void random_damage_is_survived(void **state) {
    lg_random r = lg_random_from(lg_key_root(12));
    size_t size;
    char *bytes = write_example(*state, &size);
    for (int i = 0; i < 2000; i++) {
        char *copy = exact(bytes, size);
        for (uint32_t hits = 1 + lg_random_below(&r, 4); hits > 0; hits--)
            copy[lg_random_below(&r, (uint32_t)size)] = "0123456789,:[]{}\" "[lg_random_below(&r, 18)];
        lg_safetensors *s = lg_safetensors_parse(copy, size, "f", NULL);
        if (s) use(s);
        lg_safetensors_free(s);
        free(copy);
    }
    free(bytes);
}

/* ---- shortages of the machine ---- */

static void *rationed_malloc(size_t size) {
    return malloc(size);
}

static void rationed_free(void *p) {
    free(p);
}

static void missing_files_are_named(void **state) {
    lg_error err = {0};
    char words[1200];
    const char *path = scratch_path(*state, "absent.safetensors");
    assert_null(lg_safetensors_read(path, 1000, &err));
    assert_int_equal(err.code, LG_FAILED);
    snprintf(words, sizeof words, "cannot read %s: No such file or directory", path);
    assert_string_equal(err.text, words);
}

static void files_beyond_the_limit_are_refused(void **state) {
    size_t size;
    lg_error err = {0};
    free(write_example(*state, &size));
    assert_null(lg_safetensors_read(scratch_path(*state, "a.safetensors"), size - 1, &err));
    assert_int_equal(err.code, LG_FAILED);
}

static long resident_peak(void) { /* KiB */
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

/* A sparse file of 300 MiB is checked with little memory. */
static void large_files_are_mapped(void **state) {
    const size_t size = (size_t)300 << 20;
    char header[128] = "", digest[LG_DIGEST_SIZE], whole[LG_DIGEST_SIZE];
    const char *path = scratch_path(*state, "large.safetensors");
    lg_error err = {0};
    const uint64_t length = (uint64_t)snprintf(
        header, sizeof header, "{\"a\":{\"dtype\":\"U8\",\"shape\":[%zu],\"data_offsets\":[0,%zu]}}", size, size);
    FILE *f = fopen(path, "w");
    assert_true(f && fwrite(&length, 8, 1, f) == 1 && fputs(header, f) >= 0 && fclose(f) == 0);
    assert_int_equal(truncate(path, (off_t)(8 + length + size)), 0);
    const long before = resident_peak();
    lg_safetensors *s = lg_safetensors_read(path, SIZE_MAX, &err);
    assert_non_null(s);
    assert_true(lg_safetensors_digest(s, 0, digest, &err));
    assert_true(resident_peak() - before < 100 << 10);
    lg_digest(lg_safetensors_at(s, 0)->data, size, whole);
    assert_string_equal(digest, whole);
    lg_safetensors_free(s);
    assert_null(lg_safetensors_read(path, size, &err));
    assert_non_null(strstr(err.text, "it has more than 314572800 bytes"));
    unlink(path);
}

static void names_must_be_utf8(void **state) {
    lg_error err = {0};
    const lg_array bad = {"\xff", LG_U8, 1, {5}, flags};
    const lg_note bad_note = {"a", "\xc3"};
    const char *path = scratch_path(*state, "a.safetensors");
    assert_false(lg_safetensors_write(path, &bad, 1, NULL, 0, &err));
    assert_int_equal(err.code, LG_FAILED);
    assert_non_null(strstr(err.text, "a name that is not UTF-8"));
    assert_false(lg_safetensors_write(path, arrays, COUNT, &bad_note, 1, NULL));
    assert_int_equal(scratch_count(*state), 0);
}

static void impossible_arrays_are_not_written(void **state) {
    const lg_array bad = {"a", LG_F32, 2, {SIZE_MAX / 2, 8}, flags};
    const lg_array sum[] = {{"a", LG_U8, 1, {PTRDIFF_MAX}, NULL},
                            {"b", LG_U8, 1, {PTRDIFF_MAX}, NULL},
                            {"c", LG_U8, 1, {PTRDIFF_MAX}, NULL}};
    assert_false(lg_safetensors_write(scratch_path(*state, "a.safetensors"), &bad, 1, NULL, 0, NULL));
    assert_false(lg_safetensors_write(scratch_path(*state, "a.safetensors"), sum, 3, NULL, 0, NULL));
    assert_int_equal(scratch_count(*state), 0);
}

static void each_allocation_of_writing_may_fail(void **state) {
    const char *path = scratch_path(*state, "a.safetensors");
    bool ok = false;
    int n = 0;
    while (!ok) {
        lg_error err = {0};
        ration = ++n;
        ok = lg_safetensors_write(path, arrays, COUNT, notes, 2, &err);
        ration = -1;
        if (ok) break;
        assert_int_equal(err.code, LG_FAILED);
        assert_non_null(strstr(err.text, "out of memory"));
        assert_int_equal(scratch_count(*state), 0);
    }
    assert_true(n > 30);
}

static void each_allocation_of_reading_may_fail(void **state) {
    size_t size;
    char *bytes = write_example(*state, &size);
    lg_safetensors *s = NULL;
    int n = 0;
    while (!s) {
        lg_error err = {0};
        ration = ++n;
        s = lg_safetensors_parse(bytes, size, "f", &err);
        ration = -1;
        if (s) break;
        if (err.code == LG_FAILED)
            assert_string_equal(err.text, "out of memory: reading f");
        else /* Jansson cannot always detect it */
            assert_non_null(strstr(err.text, "f: its header is not JSON: "));
    }
    assert_true(n > 30);
    assert_int_equal(lg_safetensors_count(s), COUNT);
    lg_safetensors_free(s);
    free(bytes);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_open, scratch_close)
    const struct CMUnitTest tests[] = {
        TEST(bytes_are_as_documented),
        TEST(same_arrays_same_bytes),
        TEST(everything_comes_back),
        TEST(an_empty_file_is_a_file),
        TEST(copies_must_fit),
        TEST(unaligned_data_can_be_copied),
        TEST(rules_are_checked),
        TEST(lengths_of_headers_are_checked),
        TEST(deep_json_is_refused),
        TEST(every_truncation_is_refused),
        TEST(every_flipped_bit_is_survived),
        TEST(random_damage_is_survived),
        TEST(missing_files_are_named),
        TEST(files_beyond_the_limit_are_refused),
        TEST(large_files_are_mapped),
        TEST(names_must_be_utf8),
        TEST(impossible_arrays_are_not_written),
        TEST(each_allocation_of_writing_may_fail),
        TEST(each_allocation_of_reading_may_fail),
    };
    json_set_alloc_funcs(rationed_malloc, rationed_free);
    return cmocka_run_group_tests_name("safetensors", tests, NULL, NULL);
}
