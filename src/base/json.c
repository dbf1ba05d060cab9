/* json.c: see json.h. */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/file.h"
#include "base/text.h"
#include "lengthen/core.h"

/* ---- text ---- */

/* Writes bytes. Only this function notices that a memory stream is out of memory. */
static void put_bytes(lg_json *j, const char *bytes, size_t size) {
    j->failed = j->failed || fwrite(bytes, 1, size, j->to) != size;
}

static void put_text(lg_json *j, const char *text) {
    put_bytes(j, text, strlen(text));
}

static void put_code(lg_json *j, unsigned code) {
    char text[16];
    snprintf(text, sizeof text, "\\u%04X", code);
    put_text(j, text);
}

/* The Unicode code point of a UTF-8 character of up to three bytes. */
static unsigned code_of(const char *c, size_t bytes) {
    if (bytes == 1) return (unsigned char)*c;
    if (bytes == 2) return (c[0] & 0x1fu) << 6 | (c[1] & 0x3fu);
    return (c[0] & 0xfu) << 12 | (c[1] & 0x3fu) << 6 | (c[2] & 0x3fu);
}

static void put_character(lg_json *j, const char *c, size_t bytes) {
    static const char escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* pairs: the character, then its escape letter */
    for (const char *e = escapes; *e != '\0'; e += 2)
        if (*c == *e) {
            put_bytes(j, "\\", 1);
            put_bytes(j, e + 1, 1);
            return;
        }
    const bool hidden = j->layout >= LG_JSON_COMPACT && lg_text_hidden(c), script = j->layout == LG_JSON_SCRIPT;
    if (hidden && script && bytes > 1)
        put_bytes(j, "?", 1);
    else if ((unsigned char)*c < ' ' || hidden || (script && strchr("<>&", *c)))
        put_code(j, code_of(c, bytes));
    else
        put_bytes(j, c, bytes);
}

static void put_string(lg_json *j, const char *text) {
    put_bytes(j, "\"", 1);
    for (const char *c = text; *c != '\0';) {
        const size_t bytes = lg_text_character(c);
        if (bytes == 0)
            put_bytes(j, "?", 1);
        else
            put_character(j, c, bytes);
        c += bytes == 0 ? 1 : bytes;
    }
    put_bytes(j, "\"", 1);
}

/* ---- structure ---- */

static void break_line(lg_json *j) {
    if (j->layout != LG_JSON_FILE) return;
    put_bytes(j, "\n", 1);
    for (int i = 0; i < j->depth; i++) put_text(j, "  ");
}

/* Writes what precedes a value: the comma after the previous value, then the key unless the value is in a list. False
 * if there is no stream. */
static bool begin_value(lg_json *j, const char *key, const char *comma) {
    if (!j->to) return false;
    if (!j->first) put_text(j, comma);
    j->first = false;
    if (!key) return true;
    break_line(j);
    put_string(j, key);
    put_text(j, j->layout >= LG_JSON_COMPACT ? ":" : ": ");
    return true;
}

bool lg_json_put_key(lg_json *j, const char *key) {
    return begin_value(j, key, j->layout >= LG_JSON_COMPACT || (j->layout == LG_JSON_FILE && key) ? "," : ", ");
}

static void open_object(lg_json *j) {
    put_bytes(j, "{", 1);
    j->depth++;
    j->first = true;
}

static void close_object(lg_json *j) {
    j->depth--;
    if (!j->first) break_line(j);
    put_bytes(j, "}", 1);
    j->first = false;
}

void lg_json_begin_to(lg_json *j, lg_json_layout layout, FILE *to) {
    *j = (lg_json){.layout = layout, .to = to};
    open_object(j);
}

bool lg_json_end_to(lg_json *j) {
    assert(j->depth == 1);
    close_object(j);
    return !j->failed;
}

void lg_json_begin(lg_json *j, lg_json_layout layout) {
    *j = (lg_json){.layout = layout};
    if (!lg_text_buffer_open(&j->stream)) return; /* the stream keeps pointers into j->stream */
    j->to = j->stream.to;
    open_object(j);
}

char *lg_json_end(lg_json *j) {
    if (!j->to) return NULL;
    const bool written = lg_json_end_to(j);
    if (lg_text_buffer_close(&j->stream) && written) return j->stream.text;
    free(j->stream.text);
    return NULL;
}

bool lg_json_write(lg_json *j, const char *path, lg_error *err) {
    char *text = lg_json_end(j);
    if (!text) return lg_fail(err, LG_FAILED, "out of memory: writing %s", path);
    const lg_bytes parts[] = {{text, strlen(text)}, {"\n", 1}};
    const bool good = lg_file_write(path, parts, 2, err);
    free(text);
    return good;
}

void lg_json_open(lg_json *j, const char *key) {
    if (!begin_value(j, key, j->layout == LG_JSON_LINE ? ", " : ",")) return;
    if (!key) break_line(j);
    open_object(j);
}

void lg_json_close(lg_json *j) {
    if (j->to) close_object(j);
}

void lg_json_open_list(lg_json *j, const char *key) {
    if (!lg_json_put_key(j, key)) return;
    put_bytes(j, "[", 1);
    j->first = true;
}

void lg_json_close_list(lg_json *j) {
    if (!j->to) return;
    put_bytes(j, "]", 1);
    j->first = false;
}

/* ---- values ---- */

void lg_json_put_text(lg_json *j, const char *key, const char *value) {
    if (lg_json_put_key(j, key)) put_string(j, value);
}

void lg_json_put_int(lg_json *j, const char *key, int64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    if (lg_json_put_key(j, key)) put_text(j, digits);
}

void lg_json_put_real(lg_json *j, const char *key, double value) {
    char digits[LG_REAL_TEXT] = "null";
    if (isfinite(value))
        lg_real_text(value, digits);
    else
        j->not_finite = true;
    if (lg_json_put_key(j, key)) put_text(j, digits);
}

void lg_json_put_reals(lg_json *j, const char *key, const double *x, int count) {
    lg_json_open_list(j, key);
    for (int i = 0; i < count; i++) lg_json_put_real(j, NULL, x[i]);
    lg_json_close_list(j);
}

void lg_json_put_ints(lg_json *j, const char *key, const int *x, size_t count) {
    lg_json_open_list(j, key);
    for (size_t i = 0; i < count; i++) lg_json_put_int(j, NULL, x[i]);
    lg_json_close_list(j);
}

void lg_json_put_array(lg_json *j, const char *key, const double *x, const size_t *shape, int rank) {
    if (rank == 0) {
        lg_json_put_real(j, key, *x);
        return;
    }
    size_t each = 1;
    for (int i = 1; i < rank; i++) each *= shape[i];
    lg_json_open_list(j, key);
    for (size_t i = 0; i < shape[0]; i++) lg_json_put_array(j, NULL, x + i * each, shape + 1, rank - 1);
    lg_json_close_list(j);
}

void lg_json_put_bool(lg_json *j, const char *key, bool value) {
    if (lg_json_put_key(j, key)) put_text(j, value ? "true" : "false");
}

void lg_json_put_null(lg_json *j, const char *key) {
    if (lg_json_put_key(j, key)) put_text(j, "null");
}
