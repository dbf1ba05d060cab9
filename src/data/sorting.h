/* sorting.h: code shared by the sorting tasks of Kazemnejad et al. 2023. A task sorts a list of items by their ranks,
 * which are integers. */
#ifndef LG_DATA_SORTING_H
#define LG_DATA_SORTING_H

#include "data/reasoning.h"

#define LG_SORTING_LONGEST 128 /* maximum number of items */

extern const char *const lg_sorting_words[];
int lg_sorting_longest(const lg_dataset *d);
lg_record_size lg_sorting_bound(int length, int tokens); /* for items of `tokens` tokens each */
/* Maximum number of tokens of a part in all steps together: see lg_steps. */
int lg_sorting_step_tokens(int length, lg_part part, int tokens);
typedef void (*lg_write_item_fn)(const lg_dataset *d, lg_text_writer *w, int64_t item);
/* Writes a list, the steps of a selection sort, and the sorted list, with commas between items. */
void lg_sorting_compose(const lg_dataset *d, const lg_text_example *x, int64_t low, int64_t high,
                        lg_write_item_fn write_item, lg_text_writer *source, lg_text_writer *target);
/* The methods (lg_steps) of the steps that lg_sorting_compose writes. */
bool lg_sorting_next(void *selection);
void lg_sorting_write_input(const void *selection, lg_text_writer *w);
void lg_sorting_write_computation(const void *selection, lg_text_writer *w);
void lg_sorting_write_output(const void *selection, lg_text_writer *w);
void lg_sorting_write_rest(const void *selection, lg_text_writer *w);
#define LG_SORTING_STEPS                                                                                               \
    .next = lg_sorting_next, .write = {lg_sorting_write_input, lg_sorting_write_computation, lg_sorting_write_output,  \
                                       NULL, lg_sorting_write_rest}

typedef bool (*lg_read_item_fn)(lg_text_reader *x, int64_t *rank);
/* Checks that the target is the source's list in ascending order. read_item reads the rank of an item. */
bool lg_sorting_check(int length, lg_text_reader source, lg_text_reader target, lg_read_item_fn read_item);
bool lg_sorting_check_steps(int length, lg_text_reader source, lg_step_reader *steps, lg_read_item_fn read_item);

#endif
