/* safetensors.c: writes and reads safetensors files. A checkpoint may be damaged or come from a stranger, so the reader
 * checks everything before it returns a pointer: after parsing, each array lies inside the bytes, and each byte belongs
 * to exactly one array. The header is read by Jansson, which bounds the depth of JSON and rejects duplicate keys. */
#include "base/safetensors.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/file.h"
#include "base/file_view.h"
#include "base/text.h"

#define MAX_HEADER (16 << 20) /* bytes; parsed JSON values take up to 40 times their text */
#define PREFIX     8          /* bytes of the header's length */
#define NOTES      "__metadata__"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the format is little-endian, and copied as it is");

static const char *const names[LG_DTYPES] = {
    [LG_F64] = "F64", [LG_I64] = "I64", [LG_F32] = "F32", [LG_I32] = "I32", [LG_U8] = "U8"};

size_t lg_dtype_bytes(lg_dtype d) {
    static const size_t bytes[LG_DTYPES] = {[LG_F64] = 8, [LG_I64] = 8, [LG_F32] = 4, [LG_I32] = 4, [LG_U8] = 1};
    return bytes[d];
}

/* Shapes come from files, so every overflow must be detected, even if another dimension is 0: such a shape is an error,
 * not an empty array. */
bool lg_array_bytes(const lg_array *a, size_t *bytes) {
    size_t product = lg_dtype_bytes(a->dtype);
    bool empty = false;
    for (int i = 0; i < a->rank; i++) {
        if (a->shape[i] == 0)
            empty = true;
        else if (__builtin_mul_overflow(product, a->shape[i], &product))
            return false;
    }
    *bytes = empty ? 0 : product;
    return product <= PTRDIFF_MAX;
}

/* ---- writing ---- */

/* Adds a new member to an object and takes ownership of `member`. Fails if `member` or `object` is NULL: memory ran out
 * when it was made, or its text is not UTF-8. */
static bool put(json_t *object, const char *key, json_t *member) {
    assert(!json_object_get(object, key));
    return json_object_set_new(object, key, member) == 0;
}

static json_t *describe_shape(const lg_array *a) {
    json_t *shape = json_array();
    for (int i = 0; shape && i < a->rank; i++)
        if (json_array_append_new(shape, json_integer((json_int_t)a->shape[i])) != 0) json_decref(shape), shape = NULL;
    return shape;
}

static bool describe(json_t *header, const lg_array *a, size_t begin, size_t end) {
    json_t *entry = json_pack("{s:s, s:o, s:[I, I]}", "dtype", names[a->dtype], "shape", describe_shape(a),
                              "data_offsets", (json_int_t)begin, (json_int_t)end);
    return put(header, a->name, entry);
}

static bool describe_notes(json_t *header, const lg_note *notes, size_t count) {
    if (count == 0) return true;
    json_t *object = json_object();
    bool ok = put(header, NOTES, object);
    for (size_t i = 0; ok && i < count; i++) ok = put(object, notes[i].key, json_string(notes[i].text));
    return ok;
}

/* Sorts the indices of arrays into the order of their data in the file: larger elements first. */
static void arrange(const lg_array *arrays, size_t count, size_t *order) {
    size_t n = 0;
    for (size_t bytes = 8; bytes > 0; bytes /= 2)
        for (size_t i = 0; i < count; i++)
            if (lg_dtype_bytes(arrays[i].dtype) == bytes) order[n++] = i;
}

/* Returns the header's text, to be freed, and stores the data in `parts` in file order. NULL: out of memory, or a name
 * that is not UTF-8. */
static char *compose(const lg_array *arrays, size_t count, const lg_note *notes, size_t note_count, lg_bytes *parts) {
    size_t *order = malloc((count + 1) * sizeof *order), end = 0;
    json_t *header = json_object();
    bool ok = order && describe_notes(header, notes, note_count);
    if (ok) arrange(arrays, count, order);
    for (size_t i = 0; ok && i < count; i++) {
        const lg_array *a = &arrays[order[i]];
        const size_t begin = end;
        size_t bytes = 0;
        ok =
            lg_array_bytes(a, &bytes) && !__builtin_add_overflow(begin, bytes, &end) && describe(header, a, begin, end);
        parts[i] = (lg_bytes){a->data, bytes};
    }
    char *text = ok ? json_dumps(header, JSON_COMPACT) : NULL;
    json_decref(header);
    free(order);
    return text;
}

/* Builds the first bytes of the file, prefix and padded header, to be freed. */
static char *head_of(const char *header, size_t *size) {
    const uint64_t length = (strlen(header) + 7) / 8 * 8;
    char *head = malloc(PREFIX + length);
    if (!head) return NULL;
    memcpy(head, &length, PREFIX);
    memset(head + PREFIX, ' ', length);
    memcpy(head + PREFIX, header, strlen(header));
    *size = PREFIX + length;
    return head;
}

bool lg_safetensors_write(const char *path, const lg_array *arrays, size_t count, const lg_note *notes,
                          size_t note_count, lg_error *err) {
    lg_bytes *parts = malloc((count + 1) * sizeof *parts);
    char *header = parts ? compose(arrays, count, notes, note_count, parts + 1) : NULL, *head = NULL;
    size_t size = 0;
    bool ok = false;
    if (header) head = head_of(header, &size);
    if (!head)
        lg_fail(err, LG_FAILED, "cannot write %s: out of memory, or a name that is not UTF-8", path);
    else if (size > MAX_HEADER)
        lg_fail(err, LG_FAILED, "cannot write %s: its header would exceed %d bytes", path, MAX_HEADER);
    else {
        parts[0] = (lg_bytes){head, size};
        ok = lg_file_write(path, parts, count + 1, err);
    }
    free(head);
    free(header);
    free(parts);
    return ok;
}

/* ---- reading ---- */

typedef struct entry {
    lg_array array;
    size_t begin, end; /* offsets of its data */
    size_t seen;       /* index in the header, by which empty arrays are sorted */
} entry;

struct lg_safetensors {
    char *where;       /* source, for error messages */
    lg_file_view file; /* empty if the bytes belong to the caller */
    json_t *header;    /* names and notes point into it */
    json_t *notes;     /* member of header, or NULL */
    entry *entries;    /* by offset of the data */
    size_t count;
};

/* The bytes that are being parsed. */
typedef struct source {
    const char *where;
    const char *data; /* after the header */
    size_t size;
    lg_error *err;
} source;

static bool damaged(const source *from, const char *trouble) {
    return lg_fail(from->err, LG_CORRUPT, "%s: %s", from->where, trouble);
}

static bool damaged_tensor(const source *from, const char *name, const char *trouble) {
    char shown[LG_SHOWN];
    return lg_fail(from->err, LG_CORRUPT, "%s: tensor '%s' %s", from->where, lg_text_shown(name, shown), trouble);
}

static bool no_memory(const source *from) {
    return lg_fail(from->err, LG_FAILED, "out of memory: reading %s", from->where);
}

static bool read_size(const json_t *number, size_t *out) {
    if (!json_is_integer(number) || json_integer_value(number) < 0) return false;
    *out = (size_t)json_integer_value(number);
    return true;
}

static bool read_dtype(const json_t *text, lg_dtype *out) {
    for (int d = 0; json_is_string(text) && d < LG_DTYPES; d++) {
        *out = (lg_dtype)d;
        if (!strcmp(json_string_value(text), names[d])) return true;
    }
    return false;
}

static bool read_shape(const json_t *shape, lg_array *a) {
    if (!json_is_array(shape) || json_array_size(shape) > LG_SAFETENSORS_MAX_RANK) return false;
    a->rank = (int)json_array_size(shape);
    for (int i = 0; i < a->rank; i++)
        if (!read_size(json_array_get(shape, (size_t)i), &a->shape[i])) return false;
    return true;
}

static bool read_offsets(const json_t *pair, entry *e) {
    return json_array_size(pair) == 2 && read_size(json_array_get(pair, 0), &e->begin) &&
           read_size(json_array_get(pair, 1), &e->end) && e->begin <= e->end;
}

static bool read_entry(const source *from, const char *name, const json_t *object, entry *e) {
    size_t bytes;
    e->array.name = name;
    if (json_object_size(object) != 3 || !json_object_get(object, "dtype") || !json_object_get(object, "shape") ||
        !json_object_get(object, "data_offsets"))
        return damaged_tensor(from, name, "must have dtype, shape and data_offsets, and nothing else");
    if (!read_dtype(json_object_get(object, "dtype"), &e->array.dtype))
        return damaged_tensor(from, name, "has a type other than F64, I64, F32, I32, U8");
    if (!read_shape(json_object_get(object, "shape"), &e->array))
        return damaged_tensor(from, name, "has a shape that is not a list of at most 8 sizes");
    if (!lg_array_bytes(&e->array, &bytes)) return damaged_tensor(from, name, "has an impossibly large shape");
    if (!read_offsets(json_object_get(object, "data_offsets"), e))
        return damaged_tensor(from, name, "has data_offsets that are not [begin, end]");
    if (e->end - e->begin != bytes) return damaged_tensor(from, name, "has data whose size does not match its shape");
    if (e->end > from->size) return damaged_tensor(from, name, "has data beyond the end of the file");
    e->array.data = from->data + e->begin;
    return true;
}

static bool read_notes(const source *from, lg_safetensors *s, json_t *object) {
    const char *key;
    json_t *text;
    if (!json_is_object(object)) return damaged(from, NOTES " is not an object");
    json_object_foreach(object, key, text) {
        if (!json_is_string(text)) return damaged(from, NOTES " has a value that is not a string");
    }
    s->notes = object;
    return true;
}

static bool read_entries(const source *from, lg_safetensors *s) {
    const char *name;
    json_t *object;
    s->entries = calloc(json_object_size(s->header) + 1, sizeof *s->entries);
    if (!s->entries) return no_memory(from);
    json_object_foreach(s->header, name, object) {
        entry *e = &s->entries[s->count];
        if (!strcmp(name, NOTES)) {
            if (!read_notes(from, s, object)) return false;
        } else {
            if (!read_entry(from, name, object, e)) return false;
            e->seen = s->count++;
        }
    }
    return true;
}

static int by_place(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    if (x->end != y->end) return x->end < y->end ? -1 : 1;
    return x->seen < y->seen ? -1 : x->seen > y->seen;
}

/* Checks that every byte of the data belongs to exactly one array. */
static bool check_cover(const source *from, lg_safetensors *s) {
    size_t end = 0;
    qsort(s->entries, s->count, sizeof *s->entries, by_place);
    for (size_t i = 0; i < s->count; i++) {
        const entry *e = &s->entries[i];
        if (e->begin < end) return damaged_tensor(from, e->array.name, "shares data with another tensor");
        if (e->begin > end) return damaged_tensor(from, e->array.name, "leaves a gap before its data");
        end = e->end;
    }
    return end == from->size || damaged(from, "it has data after its last tensor");
}

static bool read_json(const source *from, lg_safetensors *s, const char *text, size_t size) {
    char shown[LG_SHOWN];
    json_error_t trouble;
    errno = 0;
    s->header = json_loadb(text, size, JSON_REJECT_DUPLICATES, &trouble);
    if (s->header) return true;
    /* Jansson reports a lack of memory without text if it occurs between two tokens, and as a syntax error inside a
     * token. */
    if (trouble.text[0] == '\0' || errno == ENOMEM) return no_memory(from);
    return lg_fail(from->err, LG_CORRUPT, "%s: its header is not JSON: %s", from->where,
                   lg_text_shown(trouble.text, shown));
}

/* Reads the header length of a file of `size` bytes from its first PREFIX bytes. */
static bool read_prefix(const source *from, const char *bytes, size_t size, size_t *out) {
    uint64_t length;
    *out = 0;
    if (size < PREFIX + 2) return damaged(from, "it is too short for a safetensors file");
    memcpy(&length, bytes, PREFIX);
    *out = length;
    if (length > MAX_HEADER)
        return lg_fail(from->err, LG_CORRUPT,
                       "%s: its first %d bytes claim a header of more than %d bytes; is it a safetensors file?",
                       from->where, PREFIX, MAX_HEADER);
    return length <= size - PREFIX || damaged(from, "it ends inside its header");
}

static bool read_header(const source *from, lg_safetensors *s, const char *text, size_t length) {
    if (length == 0 || *text != '{') return damaged(from, "its header does not begin with '{'");
    return read_json(from, s, text, length);
}

static bool read_bytes(lg_safetensors *s, const char *bytes, size_t size, source *from) {
    size_t length;
    if (!read_prefix(from, bytes, size, &length)) return false;
    from->data = bytes + PREFIX + length;
    from->size = size - PREFIX - length;
    return read_header(from, s, bytes + PREFIX, length) && read_entries(from, s) && check_cover(from, s);
}

/* NULL: out of memory. */
static lg_safetensors *new_safetensors(const source *from) {
    lg_safetensors *s = calloc(1, sizeof *s);
    if (s) s->where = strdup(from->where);
    if (s && s->where) return s;
    free(s);
    no_memory(from);
    return NULL;
}

lg_safetensors *lg_safetensors_parse(const void *bytes, size_t size, const char *where, lg_error *err) {
    source from = {.where = where, .err = err};
    lg_safetensors *s = new_safetensors(&from);
    if (s && read_bytes(s, bytes, size, &from)) return s;
    lg_safetensors_free(s);
    return NULL;
}

lg_safetensors *lg_safetensors_read(const char *path, size_t limit, lg_error *err) {
    lg_file_view file;
    if (!lg_file_view_open_regular(&file, path, limit, err)) return NULL;
    lg_safetensors *s = lg_safetensors_parse(file.bytes, file.size, path, err);
    if (!s)
        lg_file_view_close(&file);
    else
        s->file = file;
    return s;
}

/* Reads the header of an open file into `text`, to be freed. */
static bool load_header(const source *from, int file, char **text, size_t *length) {
    char prefix[PREFIX];
    const off_t size = lseek(file, 0, SEEK_END);
    const ssize_t first = pread(file, prefix, PREFIX, 0);
    if (size < 0 || first < 0) return lg_file_fail(from->err, "read", from->where, errno);
    if (!read_prefix(from, prefix, first < PREFIX ? 0 : (size_t)size, length)) return false;
    *text = malloc(*length + 1);
    if (!*text) return no_memory(from);
    const ssize_t got = pread(file, *text, *length, PREFIX);
    if (got < 0) return lg_file_fail(from->err, "read", from->where, errno);
    return (size_t)got == *length || damaged(from, "it ends inside its header");
}

static bool read_open(const source *from, lg_safetensors *s, int file) {
    char *text = NULL;
    size_t length = 0;
    const bool good = load_header(from, file, &text, &length) && read_header(from, s, text, length);
    free(text);
    json_t *notes = good ? json_object_get(s->header, NOTES) : NULL;
    return good && (!notes || read_notes(from, s, notes));
}

lg_safetensors *lg_safetensors_read_notes(const char *path, lg_error *err) {
    const source from = {.where = path, .err = err};
    const int file = lg_file_open(path, O_RDONLY, "read", err);
    lg_safetensors *s = file < 0 ? NULL : new_safetensors(&from);
    const bool good = s && read_open(&from, s, file);
    if (file >= 0) close(file);
    if (good) return s;
    lg_safetensors_free(s);
    return NULL;
}

void lg_safetensors_free(lg_safetensors *s) {
    if (!s) return;
    json_decref(s->header);
    free(s->entries);
    lg_file_view_close(&s->file);
    free(s->where);
    free(s);
}

size_t lg_safetensors_count(const lg_safetensors *s) {
    return s->count;
}

const lg_array *lg_safetensors_at(const lg_safetensors *s, size_t i) {
    assert(i < s->count);
    return &s->entries[i].array;
}

const lg_array *lg_safetensors_find(const lg_safetensors *s, const char *name) {
    for (size_t i = 0; i < s->count; i++)
        if (!strcmp(s->entries[i].array.name, name)) return &s->entries[i].array;
    return NULL;
}

const char *lg_safetensors_note(const lg_safetensors *s, const char *key) {
    return json_string_value(json_object_get(s->notes, key));
}

/* Example: "F32 [3,4]" */
static const char *say_kind(const lg_array *a, char *out, size_t size) {
    size_t n = (size_t)snprintf(out, size, "%s [", names[a->dtype]);
    for (int i = 0; i < a->rank && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%zu", i > 0 ? "," : "", a->shape[i]);
    if (n < size) snprintf(out + n, size - n, "]");
    return out;
}

bool lg_safetensors_copy(const lg_safetensors *s, const char *name, lg_dtype dtype, int rank, const size_t *shape,
                         void *out, lg_error *err) {
    char has[224], wanted[224];
    size_t bytes = 0;
    lg_array want = {.dtype = dtype, .rank = rank};
    const lg_array *a = lg_safetensors_find(s, name);
    if (!a) return lg_fail(err, LG_CORRUPT, "%s: tensor '%s' is missing", s->where, name);
    for (int i = 0; i < rank; i++) want.shape[i] = shape[i];
    if (a->dtype != dtype || a->rank != rank || memcmp(a->shape, want.shape, sizeof want.shape) != 0)
        return lg_fail(err, LG_CORRUPT, "%s: tensor '%s' is %s (expected %s)", s->where, name,
                       say_kind(a, has, sizeof has), say_kind(&want, wanted, sizeof wanted));
    lg_array_bytes(a, &bytes);
    if (bytes > 0) memcpy(out, a->data, bytes);
    return true;
}

bool lg_safetensors_digest(const lg_safetensors *s, size_t i, char out[LG_DIGEST_SIZE], lg_error *err) {
    const entry *e = &s->entries[i];
    if (s->file.mapped)
        return lg_digest_mapped(e->array.data, e->end - e->begin, out) ||
               lg_fail(err, LG_FAILED, "out of memory: the checksum of %s", s->where);
    lg_digest(e->array.data, e->end - e->begin, out);
    return true;
}
