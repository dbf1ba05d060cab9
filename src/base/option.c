/* option.c: parses the value of an option and writes it to its struct member. */
#include "base/option.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

typedef lg_option_value value;

const lg_option *lg_option_find(const lg_option *table, const char *name) {
    for (const lg_option *o = table; o && o->name; o++)
        if (!strcmp(o->name, name)) return o;
    return NULL;
}

void lg_option_value_free(value *v) {
    free(v->text);
    free(v->lengths.values);
}

static bool unbounded(const lg_option *o) {
    return o->min == 0 && o->max == 0;
}

/* ---- messages ---- */

/* Prints a bound. Bounds of whole numbers are printed without exponent. */
static void say_bound(const lg_option *o, double bound, char out[LG_REAL_TEXT]) {
    if (o->type != LG_REAL && fabs(bound) < 1e15)
        snprintf(out, LG_REAL_TEXT, "%.0f", bound);
    else
        lg_real_text(bound, out);
}

/* Prints the bounds of an option: " from 1 to 10", " of at least 1", " of at most 10", or nothing. */
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

/* Describes the values that an option accepts, as text after "expected". */
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

/* Example: "train.lr: 'abc' is not a number (expected a number from 1e-09 to 10)" */
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

/* Splits `list` at blanks, in place. Returns an array of its words, to be freed; NULL: out of memory. */
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

/* The canonical text of a typed value, to be freed; `text` is the text that was parsed. */
static char *canonical(const value *v, const char *text) {
    char digits[LG_REAL_TEXT];
    switch (v->option->type) {
    case LG_INT: snprintf(digits, sizeof digits, "%lld", (long long)v->whole); return strdup(digits);
    case LG_REAL: lg_real_text(v->number, digits); return strdup(digits);
    case LG_LENGTHS: return lg_lengths_text(&v->lengths);
    default: return strdup(text);
    }
}

bool lg_option_parse(const lg_option *o, const char *text, value *out, lg_error *err) {
    *out = (value){.option = o};
    if (!parse_typed(o, text, out, err)) return false;
    out->text = o->read ? o->read(text, err) : canonical(out, text);
    if (out->text) return true;
    lg_option_value_free(out);
    return no_memory(o->name, err);
}

bool lg_option_check(const lg_option *o, const char *text, lg_error *err) {
    value v;
    if (!lg_option_parse(o, text, &v, err)) return false;
    lg_option_value_free(&v);
    return true;
}

/* ---- into a struct ---- */

/* Index of a word in a list separated by blanks. The word must be in it. */
static int number_of(const char *word, const char *list) {
    const size_t n = strlen(word);
    int number = 0;
    for (; strncmp(list, word, n) || (list[n] != ' ' && list[n] != '\0'); number++) {
        list = strchr(list, ' ');
        assert(list); /* the word was checked when the option was set */
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

void lg_option_put(const lg_option *o, const value *item, void *own) {
    char *to = (char *)own + o->at;
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

void lg_option_put_text(const lg_option *o, const char *text, void *own) {
    value v = {.option = o, .text = (char *)text, .truth = !strcmp(text, "true")};
    if (o->type == LG_INT) lg_text_int(text, &v.whole);
    if (o->type == LG_REAL) lg_text_real(text, &v.number);
    lg_option_put(o, &v, own);
}
