/* run_index.c: a sorted index of run ids; see run_index.h. */
#include "sweep/plan/run_index.h"

#include <stdlib.h>
#include <string.h>

typedef struct lg_run_of_id {
    const char *id;
    size_t run;
} run_of_id;

static int by_id(const void *a, const void *b) {
    return strcmp(((const run_of_id *)a)->id, ((const run_of_id *)b)->id);
}

bool lg_run_index_open(lg_run_index *x, const lg_manifest *m) {
    *x = (lg_run_index){.all = calloc(m->run_count + 1, sizeof *x->all), .count = m->run_count};
    if (!x->all) return false;
    for (size_t i = 0; i < x->count; i++) x->all[i] = (run_of_id){m->runs[i].id, i};
    qsort(x->all, x->count, sizeof *x->all, by_id);
    return true;
}

void lg_run_index_close(lg_run_index *x) {
    free(x->all);
    *x = (lg_run_index){0};
}

bool lg_run_index_find(const lg_run_index *x, const char *id, size_t *run) {
    const run_of_id wanted = {.id = id};
    const run_of_id *found = id ? bsearch(&wanted, x->all, x->count, sizeof *x->all, by_id) : NULL;
    if (found) *run = found->run;
    return found;
}
