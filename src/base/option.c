/* option.c: a sorted array of rows with their values. Each value is kept twice, typed and as canonical text: the text
 * is what files, hashes and tables show, and two values are equal just when their texts are. */
#include "base/option.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lengths.h"
#include "base/text.h"

/* Of the typed members, the one that the type of the row names is in use. */
typedef struct value {
    const lg_option *option;
    char *text; /* canonical; owned */
    bool truth;
    int64_t whole;
    double number;
    lg_length_set lengths;
} value;

struct lg_values {
    value *items; /* by name */
    size_t count, capacity;
    const struct lg_custom_list *custom;
};

static void drop(value *v) {
    free(v->text);
    free(v->lengths.values);
}

static bool unbounded(const lg_option *o) {
    return o->min == 0 && o->max == 0;
}

/* ---- words ---- */

/* A bound on whole numbers is not shown as 1e+09. */
static void say_bound(const lg_option *o, double bound, char out[LG_REAL_TEXT]) {
    if (o->type != LG_REAL && fabs(bound) < 1e15)
        snprintf(out, LG_REAL_TEXT, "%.0f", bound);
    else
        lg_real_text(bound, out);
}

/* The bounds of a row: " from 1 to 10", " of at least 1", " of at most 10", or nothing. */
static void say_bounds(const lg_option *o, char *out, size_t size) {
    char min[LG_REAL_TEXT], max[LG_REAL_TEXT];
    say_bound(o, o->min, min);
    say_bound(o, o->max, max);
    if (unbounded(o))
        out[0] = '\0';
    else if (isinf(o->max))
        snprintf(out, size, " of at least %s", min);
    else if (isinf(o->min))
        snprintf(out, size, " of at most %s", max);
    else
        snprintf(out, size, " from %s to %s", min, max);
}

/* What would be right for a row, to stand after "expected". */
static void say_wanted(const lg_option *o, char *out, size_t size) {
    char bounds[2 * LG_REAL_TEXT + 16];
    say_bounds(o, bounds, sizeof bounds);
    switch (o->type) {
    case LG_BOOL: snprintf(out, size, "true or false"); break;
    case LG_INT: snprintf(out, size, "a whole number%s", bounds); break;
    case LG_REAL: snprintf(out, size, "a number%s", bounds); break;
    case LG_NAME: snprintf(out, size, "one of: %s", o->choices); break;
    case LG_TEXT: snprintf(out, size, "any text"); break;
    case LG_LENGTHS: snprintf(out, size, "whole numbers%s, such as 1..40 or 1,2,5 or 10..100:10", bounds); break;
    }
}

/* "train.lr: 'abc' is not a number (expected a number from 1e-09 to 10)" */
static bool refuse(const lg_option *o, const char *text, const char *trouble, lg_error *err) {
    char wanted[640], shown[LG_SHOWN];
    say_wanted(o, wanted, sizeof wanted);
    return lg_fail(err, LG_USAGE, "%s: '%s' %s (expected %s)", o->name, lg_text_shown(text, shown), trouble, wanted);
}

static bool no_memory(const char *name, lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: the option %s", name);
}

/* ---- from text to a typed value, one parser per type ---- */

static bool within(const lg_option *o, double x, const char *text, lg_error *err) {
    if (unbounded(o)) return true;
    if (x < o->min) return refuse(o, text, "is too small", err);
    if (x > o->max) return refuse(o, text, "is too large", err);
    return true;
}

static bool parse_bool(const lg_option *o, const char *text, value *v, lg_error *err) {
    v->truth = !strcmp(text, "true");
    return v->truth || !strcmp(text, "false") || refuse(o, text, "is neither true nor false", err);
}

static bool parse_int(const lg_option *o, const char *text, value *v, lg_error *err) {
    double x;
    if (lg_text_int(text, &v->whole)) return within(o, (double)v->whole, text, err);
    if (!lg_text_real(text, &x) || x != trunc(x)) return refuse(o, text, "is not a whole number", err);
    return refuse(o, text, x < 0 ? "is too small" : "is too large", err);
}

static bool parse_real(const lg_option *o, const char *text, value *v, lg_error *err) {
    if (!lg_text_real(text, &v->number)) return refuse(o, text, "is not a number", err);
    return within(o, v->number, text, err);
}

/* Cuts `list` into its words, separated by blanks; NULL when there is no memory, else an array to be freed. */
static const char **split(char *list, size_t *count) {
    char *rest = NULL;
    const char **words = malloc((strlen(list) / 2 + 1) * sizeof *words);
    *count = 0;
    if (!words) return NULL;
    for (char *w = strtok_r(list, " ", &rest); w; w = strtok_r(NULL, " ", &rest)) words[(*count)++] = w;
    return words;
}

static bool choose(const lg_option *o, const char *text, const char *const *words, size_t count, lg_error *err) {
    char trouble[160];
    for (size_t i = 0; i < count; i++)
        if (!strcmp(text, words[i])) return true;
    const char *near = lg_nearest(text, words, count);
    if (!near) return refuse(o, text, "is not known", err);
    snprintf(trouble, sizeof trouble, "is not known; did you mean '%s'?", near);
    return refuse(o, text, trouble, err);
}

static bool parse_name(const lg_option *o, const char *text, lg_error *err) {
    size_t count = 0;
    char *list = strdup(o->choices);
    const char **words = list ? split(list, &count) : NULL;
    const bool ok = words ? choose(o, text, words, count, err) : no_memory(o->name, err);
    free(words);
    free(list);
    return ok;
}

static int as_int(double bound) {
    return bound <= INT_MIN ? INT_MIN : bound >= INT_MAX ? INT_MAX : (int)bound;
}

static bool parse_lengths(const lg_option *o, const char *text, value *v, lg_error *err) {
    const int min = unbounded(o) ? INT_MIN : as_int(o->min), max = unbounded(o) ? INT_MAX : as_int(o->max);
    char trouble[160];
    lg_error why = {0};
    if (lg_lengths_parse(text, min, max, &v->lengths, &why)) return true;
    if (why.code == LG_FAILED) return no_memory(o->name, err);
    snprintf(trouble, sizeof trouble, "is not a list of lengths: %.120s", why.text);
    return refuse(o, text, trouble, err);
}

static bool parse_typed(const lg_option *o, const char *text, value *v, lg_error *err) {
    switch (o->type) {
    case LG_BOOL: return parse_bool(o, text, v, err);
    case LG_INT: return parse_int(o, text, v, err);
    case LG_REAL: return parse_real(o, text, v, err);
    case LG_NAME: return parse_name(o, text, err);
    case LG_TEXT: return true;
    case LG_LENGTHS: return parse_lengths(o, text, v, err);
    }
    assert(!"a type of option");
    return false;
}

/* The canonical text of a typed value, to be freed; `text` is what it was made from. */
static char *canonical(const value *v, const char *text) {
    char digits[LG_REAL_TEXT];
    switch (v->option->type) {
    case LG_INT: snprintf(digits, sizeof digits, "%lld", (long long)v->whole); return strdup(digits);
    case LG_REAL: lg_real_text(v->number, digits); return strdup(digits);
    case LG_LENGTHS: return lg_lengths_text(&v->lengths);
    default: return strdup(text);
    }
}

/* On failure nothing is left to drop. */
static bool parse(const lg_option *o, const char *text, value *out, lg_error *err) {
    *out = (value){.option = o};
    if (!parse_typed(o, text, out, err)) return false;
    out->text = canonical(out, text);
    if (out->text) return true;
    drop(out);
    return no_memory(o->name, err);
}

bool lg_option_check(const lg_option *o, const char *text, lg_error *err) {
    value v;
    if (!parse(o, text, &v, err)) return false;
    drop(&v);
    return true;
}

/* ---- the values in force ---- */

lg_values *lg_values_new(void) {
    return calloc(1, sizeof(lg_values));
}

void lg_values_free(lg_values *v) {
    if (!v) return;
    for (size_t i = 0; i < v->count; i++) drop(&v->items[i]);
    free(v->items);
    free(v);
}

/* Where `name` is, or would have to be inserted. */
static size_t place(const lg_values *v, const char *name, bool *found) {
    size_t low = 0, high = v->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(v->items[middle].option->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < v->count && !strcmp(v->items[low].option->name, name);
    return low;
}

static const value *find(const lg_values *v, const char *name) {
    bool found;
    const size_t i = place(v, name, &found);
    return found ? &v->items[i] : NULL;
}

static bool insert(lg_values *v, size_t at, value item) {
    if (v->count == v->capacity) {
        const size_t capacity = v->capacity == 0 ? 64 : 2 * v->capacity;
        value *items = realloc(v->items, capacity * sizeof *items);
        if (!items) return false;
        v->items = items;
        v->capacity = capacity;
    }
    memmove(&v->items[at + 1], &v->items[at], (v->count - at) * sizeof item);
    v->items[at] = item;
    v->count++;
    return true;
}

static bool add_row(lg_values *v, const lg_option *o) {
    bool found;
    value item;
    lg_error err = {0};
    const size_t at = place(v, o->name, &found);
    if (found) return true;
    const bool ok = parse(o, o->fallback, &item, &err);
    assert(err.code != LG_USAGE); /* a default obeys its own row */
    if (ok && insert(v, at, item)) return true;
    if (ok) drop(&item);
    return false;
}

bool lg_values_add(lg_values *v, const lg_option *table) {
    for (const lg_option *o = table; o && o->name; o++)
        if (!add_row(v, o)) return false;
    return true;
}

/* A value's own text is in its row's language, so a copy is made by reading it again. */
lg_values *lg_values_copy(const lg_values *v) {
    return lg_values_without(v, NULL);
}

lg_values *lg_values_without(const lg_values *v, const char *beginning) {
    lg_values *copy = lg_values_new();
    if (copy) copy->custom = v->custom;
    for (size_t i = 0; copy && i < v->count; i++) {
        value item;
        if (beginning && !strncmp(v->items[i].option->name, beginning, strlen(beginning))) continue;
        bool ok = parse(v->items[i].option, v->items[i].text, &item, NULL);
        if (ok && !insert(copy, copy->count, item)) {
            drop(&item);
            ok = false;
        }
        if (ok) continue;
        lg_values_free(copy);
        copy = NULL;
    }
    return copy;
}

void lg_values_set_custom(lg_values *v, const struct lg_custom_list *custom) {
    v->custom = custom;
}

const struct lg_custom_list *lg_values_custom(const lg_values *v) {
    return v->custom;
}

static bool unknown(const lg_values *v, const char *name, lg_error *err) {
    char shown[LG_SHOWN];
    const char **names = malloc((v->count + 1) * sizeof *names), *near = NULL;
    for (size_t i = 0; names && i < v->count; i++) names[i] = v->items[i].option->name;
    if (names) near = lg_nearest(name, names, v->count);
    free(names);
    lg_text_shown(name, shown);
    if (!near) return lg_fail(err, LG_USAGE, "unknown option '%s'", shown);
    return lg_fail(err, LG_USAGE, "unknown option '%s'; did you mean '%s'?", shown, near);
}

bool lg_values_set(lg_values *v, const char *name, const char *text, lg_error *err) {
    bool found;
    value item;
    const size_t i = place(v, name, &found);
    if (!found) return unknown(v, name, err);
    if (!parse(v->items[i].option, text, &item, err)) return false;
    drop(&v->items[i]);
    v->items[i] = item;
    return true;
}

/* ---- reading ---- */

static const value *known(const lg_values *v, const char *name) {
    const value *item = find(v, name);
    assert(item);
    return item;
}

static const value *typed(const lg_values *v, const char *name, lg_type type) {
    const value *item = known(v, name);
    assert(item->option->type == type);
    (void)type;
    return item;
}

bool lg_bool(const lg_values *v, const char *name) {
    return typed(v, name, LG_BOOL)->truth;
}

int64_t lg_int(const lg_values *v, const char *name) {
    return typed(v, name, LG_INT)->whole;
}

double lg_real(const lg_values *v, const char *name) {
    return typed(v, name, LG_REAL)->number;
}

const char *lg_text(const lg_values *v, const char *name) {
    const value *item = known(v, name);
    assert(item->option->type == LG_NAME || item->option->type == LG_TEXT);
    return item->text;
}

const int *lg_lengths(const lg_values *v, const char *name, size_t *count) {
    const value *item = typed(v, name, LG_LENGTHS);
    *count = item->lengths.count;
    return item->lengths.values;
}

/* The number of a word in a list with blanks. */
static int number_of(const char *word, const char *list) {
    const size_t n = strlen(word);
    int number = 0;
    for (; strncmp(list, word, n) || (list[n] != ' ' && list[n] != '\0'); number++) {
        list = strchr(list, ' ');
        assert(list); /* it was checked when it was set */
        list += strspn(list, " ");
    }
    return number;
}

static bool is_wide(const lg_option *o) {
    return (o->min == 0 && o->max == 0) || o->min < INT_MIN || o->max > INT_MAX;
}

size_t lg_option_bytes(const lg_option *o) {
    switch (o->type) {
    case LG_BOOL: return sizeof(bool);
    case LG_INT: return is_wide(o) ? sizeof(int64_t) : sizeof(int);
    case LG_REAL: return sizeof(double);
    case LG_NAME: return sizeof(int);
    case LG_TEXT: return sizeof(const char *);
    case LG_LENGTHS: return sizeof(lg_length_list);
    }
    return 0;
}

static void read_whole(const lg_option *o, int64_t whole, char *to) {
    if (is_wide(o))
        memcpy(to, &whole, sizeof whole);
    else
        memcpy(to, &(int){(int)whole}, sizeof(int));
}

static void read_row(const lg_values *v, const lg_option *o, char *to) {
    const value *item = typed(v, o->name, o->type);
    switch (o->type) {
    case LG_BOOL: memcpy(to, &item->truth, sizeof item->truth); break;
    case LG_INT: read_whole(o, item->whole, to); break;
    case LG_REAL: memcpy(to, &item->number, sizeof item->number); break;
    case LG_NAME: memcpy(to, &(int){number_of(item->text, o->choices)}, sizeof(int)); break;
    case LG_TEXT: memcpy(to, &(const char *){item->text}, sizeof(const char *)); break;
    case LG_LENGTHS:
        memcpy(to, &(lg_length_list){item->lengths.values, item->lengths.count}, sizeof(lg_length_list));
        break;
    }
}

void lg_values_read(const lg_values *v, const lg_option *table, void *own) {
    for (const lg_option *o = table; o && o->name; o++) read_row(v, o, (char *)own + o->at);
}

size_t lg_values_count(const lg_values *v) {
    return v->count;
}

const lg_option *lg_values_option(const lg_values *v, size_t i) {
    assert(i < v->count);
    return v->items[i].option;
}

bool lg_values_has(const lg_values *v, const char *name) {
    return find(v, name);
}

const char *lg_values_text(const lg_values *v, const char *name) {
    return known(v, name)->text;
}

const char *lg_values_text_at(const lg_values *v, size_t i) {
    return v->items[i].text;
}
