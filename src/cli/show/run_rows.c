/* run_rows.c: reads run directories into rows: state, score and option values of each run. */
#include "cli/show/run_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static size_t find_key(const cli_run_rows *rows, const char *key, size_t from) {
    for (size_t i = from; i < rows->key_count; i++)
        if (!strcmp(rows->keys[i], key)) return i;
    for (size_t i = 0; i < from && i < rows->key_count; i++)
        if (!strcmp(rows->keys[i], key)) return i;
    return SIZE_MAX;
}

/* Returns SIZE_MAX if memory runs out. */
static size_t add_key(cli_run_rows *rows, const char *key) {
    if (rows->key_count == rows->key_capacity) {
        const size_t capacity = 2 * rows->key_capacity + 64;
        char **grown = realloc(rows->keys, capacity * sizeof *grown);
        if (!grown) return SIZE_MAX;
        rows->keys = grown;
        rows->key_capacity = capacity;
    }
    return (rows->keys[rows->key_count] = strdup(key)) ? rows->key_count++ : SIZE_MAX;
}

/* Reads the values of all options. All configs list options in the same order, so the search for a key begins after the
 * previous one. */
static bool read_values(cli_run_rows *rows, cli_run_row *r, lg_config *f) {
    const size_t options = lg_config_count(f);
    r->count = rows->key_count + options;
    r->values = calloc(r->count + 1, sizeof *r->values), r->names = calloc(r->count + 1, sizeof *r->names);
    for (size_t i = 0, at = 0; r->values && r->names && i < options; i++, at++) {
        const lg_setting s = lg_config_at(f, i);
        const char *name = lg_config_alias(f, s.key);
        if ((at = find_key(rows, s.key, at)) == SIZE_MAX) at = add_key(rows, s.key);
        if (at == SIZE_MAX || !(r->values[at] = strdup(s.value))) return false;
        if (strcmp(name, s.value) && !(r->names[at] = strdup(name))) return false;
    }
    return r->values && r->names;
}

/* Records the first problem of a run. A failure of the machine is not a problem of the run, but sets rows->status. */
static void note_problem(cli_run_rows *rows, cli_run_row *r, lg_status status) {
    if (status == LG_FAILED)
        rows->status = cli_fail_library(rows->c, status);
    else if (!r->problem)
        r->problem = strdup(lg_error_text(rows->c->context));
    r->summary.state = "damaged";
}

static void read_config(cli_run_rows *rows, cli_run_row *r) {
    char path[4200];
    lg_config *f;
    snprintf(path, sizeof path, "%s/config.yaml", r->dir);
    lg_status status = lg_config_new(rows->c->context, &f);
    if (status == LG_OK) status = lg_config_load(f, path);
    if (status == LG_OK) status = lg_config_check(f);
    if (status != LG_OK)
        note_problem(rows, r, status);
    else if (!read_values(rows, r, f))
        rows->status = cli_fail(LG_FAILED, "out of memory: the options of %s", r->dir);
    lg_config_free(f);
}

static cli_run_row *add_row(cli_run_rows *rows, const char *dir) {
    if (rows->count == rows->capacity) {
        const size_t capacity = 2 * rows->capacity + 64;
        cli_run_row *grown = realloc(rows->row, capacity * sizeof *grown);
        if (!grown) return NULL;
        rows->row = grown;
        rows->capacity = capacity;
    }
    cli_run_row *r = &rows->row[rows->count];
    *r = (cli_run_row){.dir = strdup(dir)};
    if (!r->dir) return NULL;
    rows->count++;
    return r;
}

/* Adds a row for a run. The row of a damaged run contains whatever could be read. */
static bool add_run(void *user, const char *dir) {
    cli_run_rows *rows = user;
    cli_run_row *r = add_row(rows, dir);
    if (!r) {
        rows->status = cli_fail(LG_FAILED, "out of memory: a list of %zu runs", rows->count);
        return false;
    }
    const lg_status status = lg_run_summarize(rows->c->context, dir, &r->summary);
    if (status != LG_OK) note_problem(rows, r, status);
    read_config(rows, r);
    cli_progress_show(&rows->c->progress, (int64_t)rows->count, 0, "");
    return true;
}

int cli_run_rows_add(cli_run_rows *rows, const char *dir) {
    const lg_status status = lg_runs_find(rows->c->context, dir, add_run, rows);
    return status == LG_OK ? LG_OK : cli_fail_library(rows->c, status);
}

static void free_row(cli_run_row *r) {
    for (size_t k = 0; k < r->count && r->values && r->names; k++) free(r->values[k]), free(r->names[k]);
    free(r->values);
    free(r->names);
    free(r->problem);
    free(r->dir);
}

void cli_run_rows_drop(cli_run_rows *rows, size_t i) {
    free_row(&rows->row[i]);
    rows->count--;
    memmove(&rows->row[i], &rows->row[i + 1], (rows->count - i) * sizeof *rows->row);
}

void cli_run_rows_free(cli_run_rows *rows) {
    for (size_t i = 0; i < rows->count; i++) free_row(&rows->row[i]);
    for (size_t k = 0; k < rows->key_count; k++) free(rows->keys[k]);
    free(rows->keys);
    free(rows->row);
}

/* ---- fields ---- */

const char *const cli_run_fields[] = {"run",  "state",  "step",  "steps", "ended", "seconds", "started", "finished",
                                      "loss", "metric", "score", "note",  "tags",  "error",   NULL};

bool cli_run_is_field(const char *key) {
    for (int i = 0; cli_run_fields[i]; i++)
        if (!strcmp(cli_run_fields[i], key)) return true;
    return false;
}

/* The value of an option; NULL: the run has no option of this name. */
static const char *option_of(const cli_run_rows *rows, const cli_run_row *r, const char *key) {
    const size_t at = find_key(rows, key, 0);
    return at < r->count && r->values ? r->values[at] : NULL;
}

/* The alias through which a choice was made, like "yarn"; NULL: none. */
static const char *name_of(const cli_run_rows *rows, const cli_run_row *r, const char *key) {
    const size_t at = find_key(rows, key, 0);
    return at < r->count && r->names ? r->names[at] : NULL;
}

static const char *put_real(double x, char out[CLI_RUN_FIELD]) {
    snprintf(out, CLI_RUN_FIELD, "%.9g", x);
    return isfinite(x) ? out : "";
}

const char *cli_run_field(const cli_run_rows *rows, const cli_run_row *r, const char *key, char out[CLI_RUN_FIELD]) {
    const lg_run_summary *s = &r->summary;
    if (!strcmp(key, "run")) return r->dir;
    if (!strcmp(key, "state")) return s->state;
    if (!strcmp(key, "ended")) return s->ended;
    if (!strcmp(key, "started")) return s->started;
    if (!strcmp(key, "finished")) return s->finished;
    if (!strcmp(key, "note")) return s->note.text;
    if (!strcmp(key, "error")) return s->error;
    if (!strcmp(key, "tags")) return s->note.tags;
    if (!strcmp(key, "loss")) return put_real(s->loss, out);
    if (!strcmp(key, "seconds")) return snprintf(out, CLI_RUN_FIELD, "%.3f", s->seconds), out;
    if (!strcmp(key, "score")) return put_real(s->has_score ? s->score.score : NAN, out);
    if (!strcmp(key, "metric")) return s->has_score ? lg_metric_at(s->score.metric).name : "";
    if (!strcmp(key, "step") || !strcmp(key, "steps")) {
        snprintf(out, CLI_RUN_FIELD, "%" PRId64, key[4] == '\0' ? s->step : s->steps);
        return out;
    }
    const char *value = option_of(rows, r, key);
    return value ? value : "";
}

const char *cli_run_name(const cli_run_rows *rows, const cli_run_row *r, const char *key, char out[CLI_RUN_FIELD]) {
    const char *name = name_of(rows, r, key);
    return name ? name : cli_run_field(rows, r, key, out);
}

bool cli_run_differs(const cli_run_rows *rows, const char *key) {
    const char *first = NULL;
    for (size_t i = 0; i < rows->count; i++) {
        const char *value = name_of(rows, &rows->row[i], key);
        if (!value) value = option_of(rows, &rows->row[i], key);
        if (first && value && strcmp(first, value)) return true;
        if (value) first = value;
    }
    return false;
}

static bool read_number(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end > text && *end == '\0';
}

int cli_run_compare(const char *a, const char *b) {
    double x, y;
    if (read_number(a, &x) && read_number(b, &y)) return (x > y) - (x < y);
    return lg_name_compare(a, b);
}
