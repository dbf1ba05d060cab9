/* trainings.c: finds runs that share a training; see trainings.h. */
#include "sweep/plan/trainings.h"

#include <stdlib.h>
#include <string.h>

typedef struct finder {
    const lg_manifest *m;
    bool validates;   /* some run sets eval.every, so eval.* may also affect its validations */
    int **first_like; /* [axes][labels]: the axis's first label with the same settings of training */
} finder;

static bool is_of_tests(const finder *f, const lg_pair *p) {
    const char *key = lg_key_full_name(p->key);
    return !strcmp(key, "eval.with") || (!f->validates && !strncmp(key, "eval.", 5));
}

/* ---- pairs ---- */

/* The next pair that affects training; NULL at the end. */
static const lg_pair *next_pair(const finder *f, const lg_pair *pairs, size_t count, size_t *at) {
    while (*at < count && is_of_tests(f, &pairs[*at])) ++*at;
    return *at < count ? &pairs[(*at)++] : NULL;
}

/* Orders lists of pairs, ignoring those that affect only the evaluation. */
static int compare_pairs(const finder *f, const lg_pair *x, size_t x_count, const lg_pair *y, size_t y_count) {
    for (size_t i = 0, j = 0;;) {
        const lg_pair *a = next_pair(f, x, x_count, &i), *b = next_pair(f, y, y_count, &j);
        if (!a || !b) return !!a - !!b;
        const int keys = strcmp(a->key, b->key), values = strcmp(a->value, b->value);
        if (keys != 0 || values != 0) return keys != 0 ? keys : values;
    }
}

typedef bool (*pairs_fn)(const finder *f, const lg_pair *pairs, size_t count);

static bool have_tests(const finder *f, const lg_pair *pairs, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (is_of_tests(f, &pairs[i])) return true;
    return false;
}

static bool have_validations(const finder *f, const lg_pair *pairs, size_t count) {
    (void)f;
    return lg_pairs_have(pairs, count, "eval.every");
}

/* True if the predicate holds for the settings of any label or the own options of any run. */
static bool any_own(const finder *f, pairs_fn is) {
    const lg_manifest *m = f->m;
    for (size_t a = 0; a < m->axis_count; a++)
        for (size_t i = 0; i < m->axes[a].count; i++)
            if (is(f, m->axes[a].choices[i].pairs, m->axes[a].choices[i].count)) return true;
    for (size_t i = 0; i < m->run_count; i++)
        if (is(f, m->runs[i].extra, m->runs[i].extras)) return true;
    return false;
}

static bool validates(const finder *f) {
    for (size_t i = 0; i < f->m->base_count; i++)
        if (have_validations(f, f->m->base[i].pairs, f->m->base[i].count)) return true;
    return any_own(f, have_validations);
}

/* ---- runs ---- */

static int class_of(const finder *f, size_t run, size_t axis) {
    const int label = f->m->runs[run].labels[axis];
    return label < 0 ? -1 : f->first_like[axis][label];
}

static int compare_runs(const finder *f, size_t x, size_t y) {
    const lg_planned_run *a = &f->m->runs[x], *b = &f->m->runs[y];
    for (size_t i = 0; i < f->m->axis_count; i++) {
        const int order = class_of(f, x, i) - class_of(f, y, i);
        if (order != 0) return order;
    }
    return compare_pairs(f, a->extra, a->extras, b->extra, b->extras);
}

typedef struct item {
    const finder *f;
    size_t run;
} item;

static int by_training(const void *a, const void *b) {
    const item *x = a, *y = b;
    const int order = compare_runs(x->f, x->run, y->run);
    return order != 0 ? order : x->run < y->run ? -1 : 1;
}

static bool class_labels(finder *f, lg_arena *arena) {
    f->first_like = lg_arena_alloc(arena, (f->m->axis_count + 1) * sizeof *f->first_like);
    for (size_t a = 0; f->first_like && a < f->m->axis_count; a++) {
        const lg_grid_axis *axis = &f->m->axes[a];
        int *first = f->first_like[a] = lg_arena_alloc(arena, (axis->count + 1) * sizeof *first);
        if (!first) return false;
        for (size_t i = 0; i < axis->count; i++) {
            const lg_choice_set *c = axis->choices;
            for (first[i] = 0; (size_t)first[i] < i; first[i]++)
                if (compare_pairs(f, c[first[i]].pairs, c[first[i]].count, c[i].pairs, c[i].count) == 0) break;
        }
    }
    return f->first_like;
}

/* Sorts the runs so that runs with the same training are adjacent and in the order of the plan. The first run of each
 * such group is the run that trains. */
static bool group_runs(const finder *f, size_t *trained_by, lg_arena *arena) {
    const size_t count = f->m->run_count;
    item *items = lg_arena_alloc(arena, (count + 1) * sizeof *items);
    if (!items || !trained_by) return false;
    for (size_t i = 0; i < count; i++) items[i] = (item){f, i};
    qsort(items, count, sizeof *items, by_training);
    for (size_t i = 0, first = 0; i < count; i++) {
        if (compare_runs(f, items[first].run, items[i].run) != 0) first = i;
        trained_by[items[i].run] = items[first].run;
    }
    return true;
}

bool lg_trainings_find(lg_manifest *m, lg_error *err) {
    finder f = {.m = m};
    f.validates = validates(&f);
    m->trained_by = NULL;
    if (!any_own(&f, have_tests)) return true;
    lg_arena *arena = lg_arena_new();
    size_t *trained_by = lg_arena_alloc(m->arena, (m->run_count + 1) * sizeof *trained_by);
    const bool good = arena && class_labels(&f, arena) && group_runs(&f, trained_by, arena);
    if (good) m->trained_by = trained_by;
    lg_arena_free(arena);
    return good || lg_fail(err, LG_FAILED, "out of memory: the plan of %s", m->name);
}

size_t lg_trainings_count(const lg_manifest *m) {
    size_t count = 0;
    for (size_t i = 0; i < m->run_count; i++) count += lg_planned_trainer(m, i) == i;
    return count;
}
