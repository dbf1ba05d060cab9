/* curriculum_lengths.c: functions shared by the curricula that choose from a list of lengths. */
#include <stdlib.h>

#include "data/curriculum.h"

int lg_curriculum_any_listed(const void *own, lg_key key, int64_t step) {
    (void)step;
    const lg_length_list *x = own;
    lg_random r = lg_random_from(key);
    return x->values[lg_random_below(&r, (uint32_t)x->count)];
}

int lg_curriculum_longest_listed(const void *own, int64_t steps) {
    (void)steps;
    const lg_length_list *x = own;
    return x->values[x->count - 1]; /* lengths are ascending */
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

bool lg_curriculum_draws_listed(const void *own, int length, int64_t steps) {
    (void)steps;
    const lg_length_list *x = own;
    return bsearch(&length, x->values, x->count, sizeof *x->values, by_number);
}
