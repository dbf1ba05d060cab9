/* sample.h: the frame of a sample, for the files of tasks: usual output lengths, how a sampler begins to fill a sample,
 * and what every judge checks before the rule of its task. */
#ifndef LG_DATA_SAMPLE_H
#define LG_DATA_SAMPLE_H

#include "data/task.h"

/* Output lengths for lg_task.outputs. */
int lg_outputs_one(int n);      /* 1: a classification */
int lg_outputs_same(int n);     /* n */
int lg_outputs_with_end(int n); /* n + 1: with a terminator */

/* Sets n and m and scores every target token. */
void lg_sample_begin(lg_sample *s, int n, int m);

/* For judges: there is input, the target has m tokens, and all ids are below the sizes of the alphabets. */
bool lg_sample_fits(const lg_sample *s, int m, int input_size, int output_size);
/* The same, and every target token is scored. */
bool lg_sample_fits_scored(const lg_sample *s, int m, int input_size, int output_size);

/* Targets of bits that end with a terminator: the bits, id 2, then zeros that are not scored (the terminator is). */
#define LG_TERMINATOR 2
void lg_sample_terminate(lg_sample *s, int bits); /* writes what follows the first `bits` target tokens, and the mask */
/* The number of bits before the terminator, or -1 if terminator, zeros or mask are not as above. */
int lg_sample_terminated(const lg_sample *s);

#endif
