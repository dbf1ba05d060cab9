/* curriculum.c: the table of curricula, made from curriculums.def, and what curricula over a list have in common. */
#include "task/curriculum.h"

#define CURRICULUM(name) extern const lg_curriculum lg_curriculum_##name;
#include "task/curriculums.def"
#undef CURRICULUM

const lg_curriculum *const lg_curriculums[] = {
#define CURRICULUM(name) &lg_curriculum_##name,
#include "task/curriculums.def"
#undef CURRICULUM
    NULL};

const lg_curriculum *lg_curriculum_find(const char *name) {
    return lg_entry_find(lg_curriculums, name);
}

int lg_curriculum_longest_listed(const lg_values *v, int64_t steps) {
    (void)steps;
    size_t count;
    const int *lengths = lg_lengths(v, "curriculum.lengths", &count);
    return lengths[count - 1]; /* ascending */
}
