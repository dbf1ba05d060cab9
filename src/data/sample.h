/* sample.h: code shared by the tasks: common output lengths, the initialization of a sample, and checks that all tasks
 * make before their own. */
#ifndef LG_DATA_SAMPLE_H
#define LG_DATA_SAMPLE_H

#include "data/task.h"

/* Output lengths for lg_task.outputs. */
int lg_outputs_one(int n);      /* 1: classification */
int lg_outputs_same(int n);     /* n */
int lg_outputs_with_end(int n); /* n + 1: with a terminator */

/* Sets n and m, and marks all target tokens as scored. */
void lg_sample_begin(lg_sample *s, int n, int m);

/* For `check`: checks that there is input, that the target has m tokens, and that all ids are in their alphabets. */
bool lg_sample_fits(const lg_sample *s, int m, int input_size, int output_size);
/* Like lg_sample_fits, but also checks that all target tokens are scored. */
bool lg_sample_fits_scored(const lg_sample *s, int m, int input_size, int output_size);

/* Targets of bits that end with a terminator. They consist of the bits, the id 2 (scored), then zeros (not scored). */
#define LG_TERMINATOR 2
void lg_sample_terminate(lg_sample *s, int bits); /* writes terminator, zeros and mask after `bits` target tokens */
/* Number of bits before the terminator. Returns -1 if the terminator, zeros or mask are not as written by
 * lg_sample_terminate. */
int lg_sample_terminated(const lg_sample *s);

#endif
