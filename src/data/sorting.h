/* sorting.h: what the sorting tasks of Kazemnejad et al. 2023 share: lists of items whose order is that of integers. */
#ifndef LG_DATA_SORTING_H
#define LG_DATA_SORTING_H

#include "data/reasoning.h"

#define LG_SORTING_LONGEST 128 /* items */

extern const char *const lg_sorting_words[];
int lg_sorting_longest(const lg_dataset *d);
lg_record_size lg_sorting_bound(int length, int tokens); /* of items of so many tokens */
/* Writes a list and the same one sorted, with commas between the items. */
void lg_sorting_compose(const lg_dataset *d, const lg_text_example *x, int64_t low, int64_t high,
                        void (*write_item)(const lg_dataset *d, lg_text_writer *w, int64_t item),
                        lg_text_writer *source, lg_text_writer *target);
/* Is the target the list of the source, in ascending order? read_item reads the rank of an item. */
bool lg_sorting_judge(int length, lg_text_reader source, lg_text_reader target,
                      bool (*read_item)(lg_text_reader *x, int64_t *rank));

#endif
