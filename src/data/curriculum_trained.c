/* curriculum_trained.c: the lengths of training records, which depend on the curriculum and the data. */
#include <stdlib.h>

#include "data/curriculum.h"

bool lg_curriculum_trains(const lg_dataset *d, int length) {
    const lg_data_settings *s = &d->settings;
    return s->curriculum->draws(&s->curriculum_own, length, s->steps) &&
           lg_dataset_count(d, LG_SPLIT_TRAIN, length) > 0;
}

int *lg_curriculum_trained(const lg_dataset *d, lg_split split, size_t *count) {
    const lg_data_settings *s = &d->settings;
    const int longest = s->curriculum->longest(&s->curriculum_own, s->steps);
    int *lengths = malloc((size_t)longest * sizeof *lengths);
    *count = 0;
    for (int length = 1; lengths && length <= longest; length++)
        if (lg_curriculum_trains(d, length) && lg_dataset_count(d, split, length) > 0) lengths[(*count)++] = length;
    return lengths;
}

enum { VALIDATED = 40 }; /* maximum number of validated lengths */

int *lg_curriculum_validated(const lg_dataset *d, size_t *count) {
    int *lengths = lg_curriculum_trained(d, LG_SPLIT_VALIDATION, count);
    const size_t all = *count;
    if (!lengths || all <= VALIDATED || d->entry->methods->lengths) return lengths;
    for (*count = 0; *count < VALIDATED; (*count)++) lengths[*count] = lengths[*count * (all - 1) / (VALIDATED - 1)];
    return lengths;
}
