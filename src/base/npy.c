/* npy.c: the format of NumPy Enhancement Proposal 1.
 *
 *   | "\x93NUMPY" | major, minor | header length, u16 (version 1) or u32 | header | data |
 *
 * The header is the text of a Python dictionary, {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }, padded
 * with spaces and a line end so that the data begins at a multiple of 64. */
#include "base/npy.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

#define MAGIC         "\x93NUMPY"
#define MAGIC_BYTES   6
#define ALIGNMENT     64
#define LONGEST_DESCR 16

static const char *const descrs[LG_DTYPES] = {
    [LG_F64] = "<f8", [LG_I64] = "<i8", [LG_F32] = "<f4", [LG_I32] = "<i4", [LG_U8] = "|u1"};

/* ---- writing ---- */

/* Fills `head` with all that stands before the data and returns its size. A shape of 8 sides has at most 8 * 22
 * characters. */
static size_t compose(const lg_array *a, char head[6 * ALIGNMENT]) {
    const size_t start = MAGIC_BYTES + 4, room = 6 * ALIGNMENT;
    size_t n = start;
    n += (size_t)snprintf(head + n, room - n, "{'descr': '%s', 'fortran_order': False, 'shape': (", descrs[a->dtype]);
    for (int i = 0; i < a->rank; i++)
        n += (size_t)snprintf(head + n, room - n,
                              i + 1 < a->rank ? "%zu, "
                              : a->rank == 1  ? "%zu,"
                                              : "%zu",
                              a->shape[i]);
    n += (size_t)snprintf(head + n, room - n, "), }");
    const size_t size = (n + 1 + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    memset(head + n, ' ', size - n);
    head[size - 1] = '\n';
    const uint16_t length = (uint16_t)(size - start);
    memcpy(head, MAGIC "\x01\x00", MAGIC_BYTES + 2);
    memcpy(head + MAGIC_BYTES + 2, &length, sizeof length);
    return size;
}

bool lg_npy_write(const char *path, const lg_array *a, lg_error *err) {
    char head[6 * ALIGNMENT];
    size_t bytes;
    if (!lg_array_bytes(a, &bytes)) return lg_fail(err, LG_FAILED, "cannot write %s: the array is too large", path);
    const lg_bytes parts[2] = {{head, compose(a, head)}, {a->data, bytes}};
    return lg_file_write(path, parts, 2, err);
}

/* ---- reading ---- */

/* What the header says. */
typedef struct head {
    lg_array array; /* its data points into the bytes */
    char descr[LONGEST_DESCR];
    bool fortran;
    bool has_descr, has_order, has_shape;
} head;

/* A cursor over the header's text, which is Python: read a token if it is next. */
typedef struct cursor {
    const char *at, *end;
} cursor;

static void skip_blanks(cursor *c) {
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\n' || *c->at == '\t')) c->at++;
}

static bool take(cursor *c, const char *token) {
    const size_t n = strlen(token);
    skip_blanks(c);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, token, n) != 0) return false;
    c->at += n;
    return true;
}

/* A string in quotes of either kind, without escapes. */
static bool take_string(cursor *c, char *out, size_t room) {
    skip_blanks(c);
    const char quote = c->at < c->end ? *c->at : '\0';
    if (quote != '\'' && quote != '"') return false;
    const char *start = c->at + 1, *stop = memchr(start, quote, (size_t)(c->end - start));
    if (stop == NULL || (size_t)(stop - start) >= room) return false;
    memcpy(out, start, (size_t)(stop - start));
    out[stop - start] = '\0';
    c->at = stop + 1;
    return true;
}

static bool take_size(cursor *c, size_t *out) {
    skip_blanks(c);
    const char *start = c->at;
    for (*out = 0; c->at < c->end && *c->at >= '0' && *c->at <= '9'; c->at++)
        if (__builtin_mul_overflow(*out, (size_t)10, out) || __builtin_add_overflow(*out, (size_t)(*c->at - '0'), out))
            return false;
    return c->at > start;
}

/* (), (3,), (3, 4) */
static bool take_shape(cursor *c, lg_array *a) {
    if (!take(c, "(")) return false;
    while (!take(c, ")")) {
        if (a->rank == LG_MOST_RANK || !take_size(c, &a->shape[a->rank])) return false;
        a->rank++;
        if (take(c, ",")) continue;
        return a->rank > 1 && take(c, ")");
    }
    return true;
}

static bool take_truth(cursor *c, bool *out) {
    *out = take(c, "True");
    return *out || take(c, "False");
}

static bool take_member(cursor *c, head *h) {
    char key[LONGEST_DESCR];
    bool *has = NULL, ok = false;
    if (!take_string(c, key, sizeof key) || !take(c, ":")) return false;
    if (strcmp(key, "descr") == 0) {
        has = &h->has_descr;
        ok = take_string(c, h->descr, sizeof h->descr);
    } else if (strcmp(key, "fortran_order") == 0) {
        has = &h->has_order;
        ok = take_truth(c, &h->fortran);
    } else if (strcmp(key, "shape") == 0) {
        has = &h->has_shape;
        ok = !h->has_shape && take_shape(c, &h->array);
    }
    if (!ok || *has) return false;
    *has = true;
    return true;
}

static bool take_header(cursor *c, head *h) {
    if (!take(c, "{")) return false;
    while (!take(c, "}")) {
        if (!take_member(c, h)) return false;
        if (take(c, ",")) continue;
        if (!take(c, "}")) return false;
        break;
    }
    skip_blanks(c);
    return c->at == c->end && h->has_descr && h->has_order && h->has_shape;
}

static bool damaged(const char *where, const char *trouble, lg_error *err) {
    return lg_fail(err, LG_CORRUPT, "%s: %s", where, trouble);
}

/* Finds the header and the data. */
static bool frame(const char *bytes, size_t size, const char *where, cursor *header, cursor *data, lg_error *err) {
    uint32_t length = 0;
    if (size < MAGIC_BYTES + 2 || memcmp(bytes, MAGIC, MAGIC_BYTES) != 0)
        return damaged(where, "it is no NPY file", err);
    const int version = (unsigned char)bytes[MAGIC_BYTES];
    if (version < 1 || version > 3) return damaged(where, "it has an unknown version of NPY", err);
    const size_t length_bytes = version == 1 ? 2 : 4, start = MAGIC_BYTES + 2 + length_bytes;
    if (size < start) return damaged(where, "it ends inside its header", err);
    memcpy(&length, bytes + MAGIC_BYTES + 2, length_bytes);
    if (length > size - start) return damaged(where, "it ends inside its header", err);
    *header = (cursor){bytes + start, bytes + start + length};
    *data = (cursor){bytes + start + length, bytes + size};
    return true;
}

static bool find_dtype(head *h) {
    for (int d = 0; d < LG_DTYPES; d++) {
        h->array.dtype = (lg_dtype)d;
        if (strcmp(h->descr, descrs[d]) == 0) return true;
    }
    return false;
}

static bool read_head(cursor header, cursor data, const char *where, head *h, lg_error *err) {
    size_t bytes;
    if (!take_header(&header, h)) return damaged(where, "its header is not descr, fortran_order and shape", err);
    if (!find_dtype(h))
        return lg_fail(err, LG_USAGE,
                       "%s: arrays of type '%s' are not read (want <f8, <f4, <i8, <i4 or |u1: save "
                       "x.astype('<f8'))",
                       where, h->descr);
    if (h->fortran && h->array.rank > 1)
        return lg_fail(err, LG_USAGE, "%s: the array is in Fortran order (save numpy.ascontiguousarray(x))", where);
    if (!lg_array_bytes(&h->array, &bytes) || bytes != (size_t)(data.end - data.at))
        return damaged(where, "it has not as much data as its shape says", err);
    h->array.data = data.at;
    return true;
}

/* Element i of unaligned data, as a double; false when a double cannot hold it. */
static bool element(const lg_array *a, size_t i, double *out) {
    const char *at = (const char *)a->data + i * lg_dtype_bytes(a->dtype);
    union {
        double f8;
        float f4;
        int64_t i8;
        int32_t i4;
        uint8_t u1;
    } x;
    memcpy(&x, at, lg_dtype_bytes(a->dtype));
    switch (a->dtype) {
    case LG_F64: *out = x.f8; break;
    case LG_F32: *out = x.f4; break;
    case LG_I32: *out = x.i4; break;
    case LG_U8: *out = x.u1; break;
    case LG_I64: *out = (double)x.i8; return x.i8 >= -(INT64_C(1) << 53) && x.i8 <= INT64_C(1) << 53;
    }
    return true;
}

static bool convert(const lg_array *a, const char *where, lg_npy *out, lg_error *err) {
    out->rank = a->rank;
    memcpy(out->shape, a->shape, sizeof out->shape);
    out->count = 1;
    for (int i = 0; i < a->rank; i++) out->count *= a->shape[i];
    out->data = calloc(out->count + 1, sizeof *out->data);
    if (out->data == NULL) return lg_fail(err, LG_FAILED, "%s: out of memory", where);
    for (size_t i = 0; i < out->count; i++)
        if (!element(a, i, &out->data[i]))
            return lg_fail(err, LG_USAGE, "%s: element %zu is beyond 2^53, more than a double can hold", where, i);
    return true;
}

bool lg_npy_parse(const void *bytes, size_t size, const char *where, lg_npy *out, lg_error *err) {
    cursor header = {0}, data = {0};
    head h = {0};
    *out = (lg_npy){0};
    if (frame(bytes, size, where, &header, &data, err) && read_head(header, data, where, &h, err) &&
        convert(&h.array, where, out, err))
        return true;
    lg_npy_free(out);
    return false;
}

bool lg_npy_read(const char *path, size_t limit, lg_npy *out, lg_error *err) {
    size_t size = 0;
    char *bytes = lg_file_read(path, limit, &size, err);
    *out = (lg_npy){0};
    const bool ok = bytes != NULL && lg_npy_parse(bytes, size, path, out, err);
    free(bytes);
    return ok;
}

void lg_npy_free(lg_npy *a) {
    free(a->data);
    *a = (lg_npy){0};
}
