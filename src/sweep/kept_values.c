/* kept_values.c: see kept_values.h. */
#include "sweep/kept_values.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

/* ---- the file ---- */

static bool is_there(const char *path, lg_file_kind kind) {
    lg_file_kind found;
    return path && lg_file_get_kind(path, &found, NULL) && found == kind;
}

const char *lg_kept_values_file(const char *place, lg_arena *arena) {
    static const char *const names[] = {"values.jsonl", "values.jsonl.xz"};
    const char *slash = strrchr(place, '/');
    const bool folder = is_there(place, LG_DIRECTORY);
    const int size = folder ? (int)strlen(place) : slash ? (int)(slash - place) : 0;
    for (int i = 0; i < 2; i++) {
        const char *path = lg_arena_printf(arena, "%.*s%s%s", size, place, folder || slash ? "/" : "", names[i]);
        if (is_there(path, LG_REGULAR)) return path;
    }
    return NULL;
}

/* ---- its rows ---- */

typedef struct reading {
    const char *name;
    const lg_yaml_node *rows;
    lg_arena *arena;
    lg_kept_values *to;
} reading;

/* The id of a run: the last part of its path. */
static const char *last_part(const char *path, int *size) {
    size_t end = strlen(path), begin;
    while (end > 1 && path[end - 1] == '/') end--;
    for (begin = end; begin > 0 && path[begin - 1] != '/';) begin--;
    *size = (int)(end - begin);
    return path + begin;
}

static bool has_value(const json_t *member, const char *wanted) {
    double number;
    if (json_is_string(member)) return !strcmp(json_string_value(member), wanted);
    return json_is_number(member) && lg_text_real(wanted, &number) && json_number_value(member) == number;
}

static bool read_row(void *user, const json_t *line, lg_error *err) {
    const reading *x = user;
    const json_t *value = json_object_get(line, x->name), *length = json_object_get(line, "length");
    const char *run = json_string_value(json_object_get(line, "run"));
    int size;
    if (!run || !json_is_number(value)) return true;
    for (const lg_yaml_node *n = x->rows; n; n = n->next)
        if (!has_value(json_object_get(line, n->key), n->text)) return true;
    lg_kept_value *more = lg_arena_grow(x->arena, x->to->list, x->to->count, &x->to->capacity, sizeof *more);
    const char *path = last_part(run, &size), *id = lg_arena_printf(x->arena, "%.*s", size, path);
    if (!more || !id) return lg_fail(err, LG_FAILED, "out of memory: values of runs");
    const json_int_t n = json_integer_value(length);
    x->to->list = more;
    more[x->to->count++] = (lg_kept_value){id, n > 0 && n <= LG_LENGTH_MAX ? (int)n : 0, json_number_value(value)};
    return true;
}

bool lg_kept_values_read(const char *file, const char *name, const lg_yaml_node *rows, lg_arena *arena,
                         lg_kept_values *out, lg_error *err) {
    *out = (lg_kept_values){0};
    return lg_kept_lines_each(file, read_row, &(reading){name, rows, arena, out}, err);
}

double lg_kept_values_mean(const lg_kept_values *x, const char *run, const int lengths[2]) {
    double sum = 0;
    size_t count = 0;
    int size;
    const char *id = last_part(run, &size);
    for (size_t i = 0; i < x->count; i++) {
        const lg_kept_value *v = &x->list[i];
        const bool counts = lengths[0] == 0 || (v->length >= lengths[0] && v->length <= lengths[1]);
        if (counts && !strncmp(v->run, id, (size_t)size) && v->run[size] == '\0') sum += v->value, count++;
    }
    return count > 0 ? sum / (double)count : (double)NAN;
}
