/* json.c: see json.h. */
#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

#define REAL_SIZE 40 /* bytes of a number with 17 digits */

/* ---- text ---- */

/* A stream in memory reports what it has no memory for nowhere else. */
static void put_bytes(lg_json *j, const char *bytes, size_t size) {
    j->failed = j->failed || fwrite(bytes, 1, size, j->stream.to) != size;
}

static void put_text(lg_json *j, const char *text) {
    put_bytes(j, text, strlen(text));
}

static void put_character(lg_json *j, const char *c, size_t bytes) {
    static const char escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* each behind the character that it stands for */
    char code[8];
    for (const char *e = escapes; *e != '\0'; e += 2)
        if (*c == *e) {
            put_bytes(j, "\\", 1);
            put_bytes(j, e + 1, 1);
            return;
        }
    if ((unsigned char)*c >= ' ') {
        put_bytes(j, c, bytes);
        return;
    }
    snprintf(code, sizeof code, "\\u%04X", (unsigned char)*c);
    put_text(j, code);
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

/* What comes before the value of a member. False where nothing can be written. */
static bool put_key(lg_json *j, const char *key) {
    if (!j->stream.to) return false;
    if (!j->first) put_text(j, j->layout == LG_JSON_FILE ? "," : ", ");
    j->first = false;
    break_line(j);
    put_string(j, key);
    put_text(j, ": ");
    return true;
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

void lg_json_begin(lg_json *j, lg_json_layout layout) {
    *j = (lg_json){.layout = layout};
    if (lg_memory_stream_open(&j->stream)) open_object(j);
}

char *lg_json_end(lg_json *j) {
    if (!j->stream.to) return NULL;
    assert(j->depth == 1);
    close_object(j);
    if (lg_memory_stream_close(&j->stream) && !j->failed) return j->stream.text;
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
    if (put_key(j, key)) open_object(j);
}

void lg_json_close(lg_json *j) {
    if (j->stream.to) close_object(j);
}

/* ---- values ---- */

void lg_json_put_text(lg_json *j, const char *key, const char *value) {
    if (put_key(j, key)) put_string(j, value);
}

void lg_json_put_int(lg_json *j, const char *key, int64_t value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    if (put_key(j, key)) put_text(j, digits);
}

/* 17 digits, and a point or an exponent; that without "+" and leading zeros: "e-5". */
static void print_digits(double x, char out[REAL_SIZE]) {
    const locale_t before = lg_text_enter_plain();
    snprintf(out, REAL_SIZE, "%.17g", x);
    lg_text_leave_plain(before);
    char *exponent = strchr(out, 'e');
    if (!exponent) {
        if (!strchr(out, '.')) strcat(out, ".0");
        return;
    }
    char *sign = exponent + 1, *digits = sign + 1;
    digits += strspn(digits, "0");
    if (*sign == '-') sign++;
    memmove(sign, digits, strlen(digits) + 1);
}

void lg_json_put_real(lg_json *j, const char *key, double value) {
    char digits[REAL_SIZE] = "null";
    if (!isfinite(value)) j->not_finite = true;
    if (isfinite(value) && j->layout == LG_JSON_FILE)
        print_digits(value, digits);
    else if (isfinite(value))
        lg_real_text(value, digits);
    if (put_key(j, key)) put_text(j, digits);
}

void lg_json_put_reals(lg_json *j, const char *key, const double *x, int count) {
    char digits[REAL_SIZE];
    if (!put_key(j, key)) return;
    put_text(j, "[");
    for (int i = 0; i < count; i++) {
        put_text(j, i ? ", " : "");
        lg_real_text(x[i], digits);
        put_text(j, digits);
    }
    put_text(j, "]");
}

void lg_json_put_table(lg_json *j, const char *key, const double *x, int rows, int columns) {
    char digits[REAL_SIZE];
    if (!put_key(j, key)) return;
    for (int r = 0; r < rows; r++) {
        put_text(j, r ? ", [" : "[[");
        for (int c = 0; c < columns; c++) {
            put_text(j, c ? ", " : "");
            lg_real_text(x[(size_t)r * (size_t)columns + (size_t)c], digits);
            put_text(j, digits);
        }
        put_text(j, "]");
    }
    put_text(j, rows ? "]" : "[]");
}

void lg_json_put_bool(lg_json *j, const char *key, bool value) {
    if (put_key(j, key)) put_text(j, value ? "true" : "false");
}

void lg_json_put_null(lg_json *j, const char *key) {
    if (put_key(j, key)) put_text(j, "null");
}
