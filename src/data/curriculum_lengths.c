/* curriculum_lengths.c: what several curricula do with their list of lengths. */
#include "data/curriculum.h"

int lg_curriculum_longest_listed(const lg_values *v, int64_t steps) {
    (void)steps;
    size_t count;
    const int *lengths = lg_lengths(v, "curriculum.lengths", &count);
    return lengths[count - 1]; /* ascending */
}
