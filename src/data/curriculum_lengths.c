/* curriculum_lengths.c: what several curricula do with their list of lengths. */
#include <stdlib.h>

#include "data/curriculum.h"

int lg_curriculum_any_listed(const lg_values *v, lg_key key, int64_t step) {
    (void)step;
    size_t count;
    const int *lengths = lg_lengths(v, "curriculum.lengths", &count);
    lg_random r = lg_random_from(key);
    return lengths[lg_random_below(&r, (uint32_t)count)];
}

int lg_curriculum_longest_listed(const lg_values *v, int64_t steps) {
    (void)steps;
    size_t count;
    const int *lengths = lg_lengths(v, "curriculum.lengths", &count);
    return lengths[count - 1]; /* ascending */
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

bool lg_curriculum_draws_listed(const lg_values *v, int length, int64_t steps) {
    (void)steps;
    size_t count;
    const int *lengths = lg_lengths(v, "curriculum.lengths", &count);
    return bsearch(&length, lengths, count, sizeof *lengths, by_number);
}
