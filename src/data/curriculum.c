/* curriculum.c: the list of curricula, made from curriculums.def. */
#include "data/curriculum.h"

#define CURRICULUM(name) extern const lg_curriculum lg_curriculum_##name;
#include "data/curriculums.def"
#undef CURRICULUM

const lg_curriculum *const lg_curriculums[] = {
#define CURRICULUM(name) &lg_curriculum_##name,
#include "data/curriculums.def"
#undef CURRICULUM
    NULL};

const lg_curriculum *lg_curriculum_find(const char *name) {
    return lg_entry_find(lg_curriculums, name);
}

