/* position_sample.h: the position ids of one pass, or of one sequence of it, which the fill functions of constants and
 * of tables read. */
#ifndef LG_NN_POSITION_SAMPLE_H
#define LG_NN_POSITION_SAMPLE_H

#include "nn/axes/position.h"
#include "nn/model/parts.h"

typedef struct lg_position_sample {
    lg_model *model;
    const int32_t *tokens; /* of the sequence, in stream 0; NULL: of any */
    int streams;           /* of which tokens were counted */
    int count;             /* of a stream: 1 for all blocks, or one for each */
    lg_position_ids *ids;  /* [numbers of streams,count], of the numbers that are in use */
    double *values;        /* their memory */
    int ids_capacity;      /* what the memory holds */
    size_t values_capacity;
} lg_position_sample;
/* Memory for a sample of streams of so many tokens each; zero *d first. */
bool lg_position_sample_reserve(const lg_model *m, const int *T, int streams, lg_position_sample *d, lg_error *err);
/* T: the tokens of each stream. training: for a training step, else for evaluation. tokens [T]: those of stream 0,
 * which outlive the sample; NULL: of any sequence. Without training the draw for given tokens is one for decoding
 * (lg_position_draw.nested). Reuses the memory of *d; zero it first. */
bool lg_position_sample_draw(lg_model *m, lg_key key, bool training, const int *T, int streams, const int32_t *tokens,
                             lg_position_sample *d, lg_error *err);
/* The key of a sequence of a batch that has a sample of its own: of its number, whatever its neighbours are. */
lg_key lg_position_sample_key(lg_key pass, int64_t sequence);
/* Before tables of T tokens are filled, which several threads may do then: the sines and cosines that they read. */
void lg_position_sample_extend(lg_model *m, int T);
void lg_position_sample_free(lg_position_sample *d);
/* Any block where all that the stream has share the ids. */
const lg_position_ids *lg_position_sample_ids(const lg_position_sample *d, int stream, int block);

/* How many different positions T tokens of stream 0 have under a choice of the pattern: those of one chunk of its mask,
 * where positions start again in each; else T. */
int lg_position_count(const lg_model *m, int choice, int T);
/* Do the positions of `count` tokens of something ("length 9 of copy") exist? The limit is that of the sampler, or
 * where it has none that of the encoding (NULL: none). LG_USAGE with the option and the least value that would do. */
bool lg_position_check(const lg_positional *p, int count, const char *what, lg_error *err);
/* The same of T tokens of stream 0, and of so many sources; 0: there are none. */
bool lg_position_check_all(const lg_model *m, int T, int sources, const char *what, lg_error *err);

#endif
