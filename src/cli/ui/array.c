/* array.c: reads arrays from JSON or NPY files, and writes NPY. Layout of NPY: 6 bytes of magic, 2 of version, the
 * length of the header (2 bytes, or 4 from version 2 on), the header as a Python dict in text, and the data. Padding
 * aligns the data to 64 bytes. */
#include "cli/ui/array.h"

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "\x93NUMPY";
enum { MAGIC = sizeof magic - 1, ALIGN = 64, FIRST = 64 /* initial capacity */, HEADER = 448 };

#define FILE_MAX ((size_t)256 << 20) /* bytes */
#define JSON_MAX ((size_t)16 << 20)  /* bytes; in memory a JSON value takes up to 40 times its text */

/* A file in memory. */
typedef struct file {
    const char *path;
    char *text; /* [size] */
    size_t size, at;
} file;

void cli_array_free(cli_array *a) {
    free(a->data);
    *a = (cli_array){0};
}

static int fail_read(const char *path, const char *message) {
    return cli_fail(LG_USAGE, "%s: %s", path, message);
}

/* Appends a number. The capacity grows with the numbers read, because the shape in a damaged file may be huge. */
static bool append_number(cli_array *a, double x) {
    if (a->count >= FIRST && !(a->count & (a->count - 1))) { /* full: the capacity is a power of two */
        double *data = realloc(a->data, 2 * a->count * sizeof *data);
        if (!data) return false;
        a->data = data;
    }
    a->data[a->count++] = x;
    return true;
}

/* ---- JSON ---- */

/* Derives the shape from the first element at each depth; json_fill checks all other lists against it. */
static void json_shape(const json_t *v, cli_array *a) {
    for (a->rank = 0; json_is_array(v) && a->rank < CLI_RANK; v = json_array_get(v, 0))
        a->shape[a->rank++] = json_array_size(v);
}

static bool json_fill(const json_t *v, cli_array *a, int depth) {
    if (depth == a->rank) return json_is_number(v) && append_number(a, json_number_value(v));
    if (!json_is_array(v) || json_array_size(v) != a->shape[depth]) return false;
    for (size_t i = 0; i < a->shape[depth]; i++)
        if (!json_fill(json_array_get(v, i), a, depth + 1)) return false;
    return true;
}

static int read_json(const file *f, cli_array *a) {
    const size_t mark = lg_text_mark(f->text, f->size);
    json_error_t error;
    if (f->size > JSON_MAX)
        return cli_fail(LG_USAGE, "%s: JSON has at most %zu bytes; expected NPY", f->path, JSON_MAX);
    json_t *v = json_loadb(f->text + mark, f->size - mark, 0, &error);
    if (!v)
        return cli_fail(LG_USAGE, "%s:%d:%d: this is neither NPY nor JSON: %s", f->path, error.line, error.column,
                        error.text);
    json_shape(v, a);
    bool good = a->rank > 0 && json_fill(v, a, 0);
    json_decref(v);
    return good ? LG_OK : fail_read(f->path, "expected nested lists of numbers, with rows of equal length");
}

/* ---- NPY ---- */

/* The value of a key in the header's dict; NULL: there is no such key. */
static const char *header_value(const char *header, const char *key) {
    const char *at = strstr(header, key);
    at = at ? strchr(at, ':') : NULL;
    return at ? at + 1 + strspn(at + 1, " ") : NULL;
}

static bool header_shape(const char *text, cli_array *a) {
    if (!text || *text++ != '(') return false;
    for (a->rank = 0; *text && *text != ')'; text += strspn(text, ", ")) {
        char *end;
        if (a->rank == CLI_RANK) return false;
        a->shape[a->rank++] = strtoull(text, &end, 10);
        if (end == text) return false;
        text = end;
    }
    return *text == ')';
}

static double read_f4(const void *p) {
    float x;
    return memcpy(&x, p, sizeof x), x;
}

static double read_f8(const void *p) {
    double x;
    return memcpy(&x, p, sizeof x), x;
}

static double read_i4(const void *p) {
    int32_t x;
    return memcpy(&x, p, sizeof x), x;
}

static double read_i8(const void *p) {
    int64_t x;
    return memcpy(&x, p, sizeof x), (double)x;
}

static const struct kind {
    const char *name;
    size_t bytes;
    double (*read)(const void *);
} kinds[] = {{"'<f4'", 4, read_f4}, {"'<f8'", 8, read_f8}, {"'<i4'", 4, read_i4}, {"'<i8'", 8, read_i8}};

static const struct kind *header_kind(const char *text) {
    for (size_t i = 0; text && i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(text, kinds[i].name, strlen(kinds[i].name))) return &kinds[i];
    return NULL;
}

/* Returns the header's text, which the caller frees. Returns NULL if the file is not NPY. */
static char *read_header(file *f) {
    const unsigned char *start = (const unsigned char *)f->text;
    if (f->size < MAGIC + 6) return NULL;
    const size_t wide = start[MAGIC] == 1 ? 0 : 2;
    const size_t length = start[MAGIC + 2] | (size_t)start[MAGIC + 3] << 8 |
                          (wide ? (size_t)start[MAGIC + 4] << 16 | (size_t)start[MAGIC + 5] << 24 : 0);
    f->at = MAGIC + 4 + wide;
    if (length > f->size - f->at) return NULL;
    f->at += length;
    return strndup(f->text + f->at - length, length);
}

static int read_numbers(file *f, const struct kind *kind, cli_array *a) {
    size_t count = 1;
    for (int i = 0; i < a->rank; i++)
        if (__builtin_mul_overflow(count, a->shape[i], &count)) return fail_read(f->path, "this array is too large");
    if (count > (f->size - f->at) / kind->bytes) return fail_read(f->path, "the file ends too early");
    for (; a->count < count; f->at += kind->bytes)
        if (!append_number(a, kind->read(f->text + f->at)))
            return cli_fail(LG_FAILED, "out of memory: the array of %s", f->path);
    return LG_OK;
}

static int read_npy(file *f, cli_array *a) {
    char *header = read_header(f);
    if (!header) return fail_read(f->path, "this is not an NPY file");
    const struct kind *kind = header_kind(header_value(header, "'descr'"));
    const char *order = header_value(header, "'fortran_order'");
    bool rows = order && !strncmp(order, "False", 5), shaped = header_shape(header_value(header, "'shape'"), a);
    free(header);
    if (!kind) return fail_read(f->path, "expected numbers of type <f4, <f8, <i4 or <i8");
    if (!rows || !shaped) return fail_read(f->path, "expected a row-major array of up to 4 dimensions");
    return read_numbers(f, kind, a);
}

static int read_array(file *f, cli_array *out) {
    *out = (cli_array){.data = malloc(FIRST * sizeof *out->data)};
    const bool npy = f->size >= MAGIC && !memcmp(f->text, magic, MAGIC);
    const int status = !out->data ? cli_fail(LG_FAILED, "out of memory: %s", f->path)
                       : npy      ? read_npy(f, out)
                                  : read_json(f, out);
    if (status != LG_OK) cli_array_free(out);
    return status;
}

int cli_array_read(cli *c, const char *path, cli_array *out) {
    file f = {.path = path};
    *out = (cli_array){0};
    const lg_status found = lg_read_file(c->context, path, FILE_MAX, &f.text, &f.size);
    const int status = found == LG_OK ? read_array(&f, out) : cli_fail_library(c, found);
    free(f.text);
    return status;
}

/* Writes the start of an NPY file up to its data; returns its length, a multiple of 64 bytes. */
static size_t write_header(const size_t *shape, int rank, char to[HEADER]) {
    char text[128] = "", header[256];
    size_t at = 0;
    for (int i = 0; i < rank; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%zu,%s", shape[i], i + 1 < rank ? " " : "");
    const int length =
        snprintf(header, sizeof header, "{'descr': '<f8', 'fortran_order': False, 'shape': (%s), }", text);
    const int padded = (MAGIC + 4 + length + 1 + ALIGN - 1) / ALIGN * ALIGN - MAGIC - 4;
    const unsigned char start[] = {1, 0, (unsigned char)(padded & 255), (unsigned char)(padded >> 8)};
    memcpy(to, magic, MAGIC);
    memcpy(to + MAGIC, start, sizeof start);
    snprintf(to + MAGIC + 4, HEADER - MAGIC - 4, "%-*s\n", padded - 1, header);
    return (size_t)(MAGIC + 4 + padded);
}

int cli_array_write(cli *c, const char *path, const size_t *shape, int rank, const double *data) {
    char header[HEADER];
    size_t count = 1;
    for (int i = 0; i < rank; i++) count *= shape[i];
    const lg_bytes parts[] = {{header, write_header(shape, rank, header)}, {data, count * sizeof *data}};
    const lg_status status = lg_write_file(c->context, path, parts, 2, false);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}
