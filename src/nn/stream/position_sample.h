/* position_sample.h: the position ids of a pass, or of one of its sequences, for the fill functions of constants and
 * tables. */
#ifndef LG_NN_POSITION_SAMPLE_H
#define LG_NN_POSITION_SAMPLE_H

#include "nn/axes/position.h"
#include "nn/model/parts.h"

typedef struct lg_position_sample {
    lg_model *model;
    const int32_t *tokens; /* the sequence in stream 0; NULL: the sample is for any sequence */
    int streams;           /* number of streams */
    int count;             /* samples in each stream: 1 for all blocks, or one for each block */
    lg_position_ids *ids;  /* [stream numbers,count], valid for numbers in use */
    double *values;        /* memory of the positions and distances */
    int ids_capacity;      /* allocated elements of ids and values */
    size_t values_capacity;
} lg_position_sample;
/* Allocates a sample for streams with T[i] tokens; zero *d first. */
bool lg_position_sample_reserve(const lg_model *m, const int *T, int streams, lg_position_sample *d, lg_error *err);
/* Draws a sample. T: the number of tokens of each stream. training: for a training step, not for evaluation. tokens
 * [T]: the tokens of stream 0, which must outlive the sample; NULL: for any sequence. In evaluation, a draw with given
 * tokens is for decoding (lg_position_draw.nested). Reuses the memory of *d; zero it first. */
bool lg_position_sample_draw(lg_model *m, lg_key key, bool training, const int *T, int streams, const int32_t *tokens,
                             lg_position_sample *d, lg_error *err);
/* The key of a sequence with a sample of its own. It depends on the sequence's number, not on the rest of the batch. */
lg_key lg_position_sample_key(lg_key pass, int64_t sequence);
/* Computes the sines and cosines for tables of T tokens, before threads fill these tables in parallel. */
void lg_position_sample_extend(lg_model *m, int T);
void lg_position_sample_free(lg_position_sample *d);
/* If all blocks share the ids, `block` is ignored. */
const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d, int stream, int block);

/* The number of different positions of T tokens of stream 0 under a choice of the pattern: the size of a chunk if the
 * mask restarts positions, else T. */
int lg_position_count(const lg_model *m, int choice, int T);
/* Are there positions for `count` tokens of `what`, such as "length 9 of copy"? If not, fails (LG_USAGE) and names the
 * option and the smallest sufficient value. The limit is the limit of the sampler; if the sampler has none, the limit
 * of the encoding. */
bool lg_position_check(const lg_positional *p, int count, const char *what, lg_error *err);
/* The same for T tokens of stream 0 and `sources` source tokens; 0: none. */
bool lg_position_check_all(const lg_model *m, int T, int sources, const char *what, lg_error *err);

#endif
