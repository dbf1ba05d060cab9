/* lengths.c: parses and prints sets of lengths. */
#include "base/lengths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define LONGEST_ITEM 96

typedef struct reader {
    lg_length_set set;
    size_t capacity;
    int min, max;
    lg_error *err;
} reader;

static bool append(reader *r, int value) {
    if (r->set.count == LG_MAX_LENGTHS) return lg_fail(r->err, LG_USAGE, "more than %d numbers", LG_MAX_LENGTHS);
    if (r->set.count == r->capacity) {
        const size_t capacity = r->capacity == 0 ? 64 : 2 * r->capacity;
        int *values = realloc(r->set.values, capacity * sizeof *values);
        if (!values) return lg_fail(r->err, LG_FAILED, "out of memory: a list of lengths");
        r->set.values = values;
        r->capacity = capacity;
    }
    r->set.values[r->set.count++] = value;
    return true;
}

static bool number(const reader *r, const char *text, int min, int max, int *out) {
    char shown[LG_SHOWN];
    int64_t x;
    lg_text_shown(text, shown);
    if (!lg_text_int(text, &x)) return lg_fail(r->err, LG_USAGE, "'%s' is not a whole number", shown);
    if (x < min) return lg_fail(r->err, LG_USAGE, "'%s' is too small", shown);
    if (x > max) return lg_fail(r->err, LG_USAGE, "'%s' is too large", shown);
    *out = (int)x;
    return true;
}

/* Finds the separator of a range in another notation, "1-60" or "1:60"; NULL if the item is not such a range. */
static const char *find_other_range(const char *item) {
    static const char digits[] = "0123456789";
    const char *mark = item + strspn(item, digits);
    const bool marked = mark > item && (*mark == '-' || *mark == ':') && mark[1];
    return marked && !mark[1 + strspn(mark + 1, digits)] ? mark : NULL;
}

/* Parses one item without surrounding blanks. Modifies the text. */
static bool read_item(reader *r, char *item) {
    const char *mark = find_other_range(item);
    if (mark)
        return lg_fail(r->err, LG_USAGE, "'%s': a range is written %.*s..%s", item, (int)(mark - item), item, mark + 1);
    char *dots = strstr(item, ".."), *colon = dots ? strchr(dots, ':') : NULL;
    int first = 0, last = 0, step = 1;
    if (dots) *dots = '\0';
    if (colon) *colon = '\0';
    if (!number(r, item, r->min, r->max, &first)) return false;
    if (!dots) return append(r, first);
    if (!number(r, dots + 2, r->min, r->max, &last)) return false;
    if (colon && !number(r, colon + 1, 1, INT32_MAX, &step)) return false;
    if (last < first) return lg_fail(r->err, LG_USAGE, "%d..%d runs backwards", first, last);
    for (int64_t x = first; x <= last; x += step)
        if (!append(r, (int)x)) return false;
    return true;
}

static bool read_items(reader *r, const char *text) {
    for (const char *start = text;; start++) {
        char item[LONGEST_ITEM];
        start += strspn(start, " ");
        const size_t all = strcspn(start, ",");
        size_t n = all;
        while (n > 0 && start[n - 1] == ' ') n--;
        if (n == 0) return lg_fail(r->err, LG_USAGE, "a length is missing");
        if (n >= sizeof item) return lg_fail(r->err, LG_USAGE, "'%.20s...' is too long", start);
        memcpy(item, start, n);
        item[n] = '\0';
        if (!read_item(r, item)) return false;
        start += all;
        if (*start == '\0') return true;
    }
}

static int ascending(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Are the lengths in ascending order already? Usually they are, and sorting is skipped. */
static bool is_ascending(const lg_length_set *s) {
    size_t i = 1;
    while (i < s->count && s->values[i - 1] < s->values[i]) i++;
    return i >= s->count;
}

/* Sorts the lengths and removes duplicates. */
static void sort_unique(lg_length_set *s) {
    size_t n = 0;
    if (is_ascending(s)) return;
    qsort(s->values, s->count, sizeof *s->values, ascending);
    for (size_t i = 0; i < s->count; i++)
        if (n == 0 || s->values[i] != s->values[n - 1]) s->values[n++] = s->values[i];
    s->count = n;
}

bool lg_lengths_parse(const char *text, int min, int max, lg_length_set *out, lg_error *err) {
    reader r = {.min = min, .max = max, .err = err};
    const bool ok = read_items(&r, text);
    if (ok) {
        sort_unique(&r.set);
        *out = r.set;
    } else {
        free(r.set.values);
    }
    return ok;
}

/* Number of values at the front of v[n] that are evenly spaced. */
static size_t even_run(const int *v, size_t n) {
    size_t run = n < 2 ? n : 2;
    while (run < n && (int64_t)v[run] - v[run - 1] == (int64_t)v[1] - v[0]) run++;
    return run;
}

/* A number and its comma need at most 12 characters. A range replaces at least three numbers and needs at most 36. */
char *lg_lengths_text(const lg_length_set *s) {
    char *text = malloc(12 * s->count + 1), *end = text;
    if (!text) return NULL;
    for (size_t i = 0, run; i < s->count; i += run) {
        const int *v = s->values + i;
        run = even_run(v, s->count - i);
        if (i > 0) *end++ = ',';
        if (run < 3) {
            run = 1;
            end += sprintf(end, "%d", v[0]);
        } else {
            end += sprintf(end, "%d..%d", v[0], v[run - 1]);
            if (v[1] - v[0] > 1) end += sprintf(end, ":%d", v[1] - v[0]);
        }
    }
    *end = '\0';
    return text;
}
