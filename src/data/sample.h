/* sample.h: code shared by the tasks: common output lengths, initialization of a sample, and the checks that precede
 * each task's own rule. */
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

/* Bit targets that end with a terminator: the bits, id 2 (scored), then zeros (not scored). */
#define LG_TERMINATOR 2
void lg_sample_terminate(lg_sample *s, int bits); /* writes terminator, zeros and mask after `bits` target tokens */
/* Number of bits before the terminator; -1 if terminator, zeros or mask differ from the above. */
int lg_sample_terminated(const lg_sample *s);

#endif
