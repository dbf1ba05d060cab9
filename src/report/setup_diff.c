/* setup_diff.c: lists how a sweep differs from the study whose numbers are shown beside the sweep's: smaller models,
 * fewer steps, other lengths. Without this list, differences of results mean little. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "report/report.h"

static const struct item {
    const char *name;
    size_t at;
} items[] = {
    {"steps", offsetof(lg_setup, steps)},
    {"batch", offsetof(lg_setup, batch)},
    {"width", offsetof(lg_setup, width)},
    {"heads", offsetof(lg_setup, heads)},
    {"blocks", offsetof(lg_setup, blocks)},
    {"feed-forward width", offsetof(lg_setup, feed_forward)},
    {"dropout", offsetof(lg_setup, dropout)},
    {"longest training length", offsetof(lg_setup, trained)},
    {"test sequences of each length", offsetof(lg_setup, sequences)},
};

/* The smallest and the largest value among the models of the sweep. */
typedef struct range {
    double low, high;
} range;

static double number_at(const lg_setup *b, size_t at) {
    return *(const double *)(const void *)((const char *)b + at);
}

static void widen_range(range *x, const lg_run_attributes *f, size_t count, size_t at) {
    for (size_t i = 0; i < count; i++) {
        if (*f[i].task == '\0') continue; /* unknown attributes */
        x->low = fmin(x->low, number_at(&f[i].setup, at));
        x->high = fmax(x->high, number_at(&f[i].setup, at));
    }
}

static range range_of(const lg_report *r, size_t at) {
    range x = {INFINITY, -INFINITY};
    widen_range(&x, r->rows, r->layout->row_count, at);
    widen_range(&x, r->columns, r->layout->column_count, at);
    return x;
}

static bool differs_from(const range *x, double theirs) {
    return x->low <= x->high && (x->low != theirs || x->high != theirs);
}

/* ---- words ---- */

/* "2,000,000"; numbers that are not integers are not grouped. */
static const char *group_digits(double x, lg_arena *arena) {
    char digits[32], out[48];
    size_t at = 0;
    if (x != floor(x) || fabs(x) >= 1e15) return lg_arena_printf(arena, "%g", x);
    const size_t length = (size_t)snprintf(digits, sizeof digits, "%.0f", x);
    for (size_t i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return lg_arena_printf(arena, "%s", out);
}

/* "8", or "8 to 10". */
static const char *words_of(const range *x, lg_arena *arena) {
    const char *low = group_digits(x->low, arena), *high = group_digits(x->high, arena);
    if (!low || !high) return NULL;
    return x->low == x->high ? low : lg_arena_printf(arena, "%s to %s", low, high);
}

/* Appends a difference; NULL: out of memory. */
static const char *add_difference(const char *text, const char *name, const range *ours, double theirs,
                                  lg_arena *arena) {
    const char *own = words_of(ours, arena), *other = group_digits(theirs, arena);
    if (!text || !own || !other) return NULL;
    return lg_arena_printf(arena, "%s%s%s %s instead of %s", text, *text == '\0' ? "" : ", ", name, own, other);
}

static const char *add_score(const char *text, const lg_report *r) {
    const lg_setup *b = &r->study->setup;
    const range count = range_of(r, offsetof(lg_setup, lengths)), first = range_of(r, offsetof(lg_setup, first)),
                last = range_of(r, offsetof(lg_setup, last));
    if (isnan(b->lengths)) return text; /* each task has its own lengths */
    if (!differs_from(&count, b->lengths) && !differs_from(&first, b->first) && !differs_from(&last, b->last))
        return text;
    const char *lengths = words_of(&count, r->arena);
    if (!text || !lengths) return NULL;
    return lg_arena_printf(r->arena, "%s%sscores over %s of the lengths %g..%g instead of %g of %g..%g", text,
                           *text == '\0' ? "" : ", ", lengths, first.low, last.high, b->lengths, b->first, b->last);
}

static range runs_of_cells(const lg_report *r) {
    range x = {INFINITY, -INFINITY};
    for (size_t i = 0; i < r->layout->row_count * r->layout->column_count; i++) {
        const size_t count = r->layout->cells[i].count;
        if (count > 0) x.low = fmin(x.low, (double)count), x.high = fmax(x.high, (double)count);
    }
    return x;
}

const char *lg_report_setup_diff(const lg_report *r) {
    const char *text = "";
    if (!r->study) return text;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        const range ours = range_of(r, items[i].at);
        const double theirs = number_at(&r->study->setup, items[i].at);
        if (!isnan(theirs) && differs_from(&ours, theirs))
            text = add_difference(text, items[i].name, &ours, theirs, r->arena);
    }
    text = add_score(text, r);
    const range runs = runs_of_cells(r);
    const double theirs = (double)(r->study->seeds * r->study->rates);
    return differs_from(&runs, theirs) ? add_difference(text, "runs per cell", &runs, theirs, r->arena) : text;
}
