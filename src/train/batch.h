/* batch.h: chooses the records of a batch and cuts the batch into passes. A batch is a function of (seed, step). If all
 * records have one size, the batch is one pass; otherwise records are sorted by size and cut into passes, each padded
 * at the end to its largest record. */
#ifndef LG_TRAIN_BATCH_H
#define LG_TRAIN_BATCH_H

#include "data/curriculum.h"
#include "nn/model/model.h"
#include "train/parallel_streams.h"
#include "train/token_batches.h"

typedef struct lg_batch_record {
    lg_split split;
    int length;
    int64_t index; /* record number, or the first token of the segment */
    lg_key key;
    lg_record_size size;
    int band;     /* number of the range that contains the record's source length; records are sorted by this number */
    int number;   /* position in the batch before sorting */
    bool segment; /* the record is a segment of a token stream */
    int skipped;  /* number of target tokens at the beginning of a text window that do not count */
} lg_batch_record;

/* Records first..first+count-1 of a batch, which form one pass. */
typedef struct lg_batch_part {
    lg_record_size size;
    int shortest; /* shortest source */
    bool padded;  /* records may be shorter than `size`, their sources by less than LG_BAND */
    int first, count;
} lg_batch_part;

/* Must be zeroed before first use. Keep it between batches to reuse its memory. */
typedef struct lg_batch_plan {
    lg_batch_record *records;
    lg_batch_part *parts;
    int count, capacity, part_count;
    int64_t learned; /* tokens with a loss, in all records */
} lg_batch_plan;

/* How records of several sizes are grouped. */
typedef enum lg_grouping {
    LG_GROUP_SIZES,  /* sources and targets are padded */
    LG_GROUP_SOURCES /* only targets are padded; a pass has sources of one length, for decoding token by token */
} lg_grouping;

/* The training records as the curriculum's reading mode needs them. For epochs: a numbering of the records of all
 * lengths. For precut batches: this numbering and the batches. For segments: the text streams. Empty in other modes. */
typedef struct lg_record_numbers {
    lg_parallel_streams streams;
    lg_token_batches batches;
    int64_t count;
    int64_t *before;    /* [lengths]: number of records of the lengths before this one */
    const int *lengths; /* lengths of the curriculum */
    size_t length_count;
} lg_record_numbers;

bool lg_record_numbers_init(lg_record_numbers *n, const lg_dataset *d, const lg_chosen_curriculum *c, lg_error *err);
void lg_record_numbers_free(lg_record_numbers *n);
/* Number of records in a step; `usual` unless batches are precut. */
int lg_record_numbers_batch(const lg_record_numbers *n, const lg_dataset *d, int64_t step, int usual);
/* True if a batch may have records of several lengths. */
static inline bool lg_curriculum_mixes(const lg_curriculum *c) {
    return c->reading == LG_READ_EPOCHS || c->reading == LG_READ_BATCHES;
}

/* Sets the index of a training record. If data is endless, the index is x->number; otherwise it is that of a random
 * record of length x->length. */
void lg_batch_record_pick(lg_batch_record *x, const lg_dataset *d);
/* Draws the record into r, which must have room for the largest record of its length. */
void lg_batch_record_draw(const lg_batch_record *x, const lg_dataset *d, lg_record *r);
/* Reserves memory for `count` records. The caller then sets them, except their sizes. */
bool lg_batch_plan_begin(lg_batch_plan *p, int count, lg_error *err);
/* Chooses the records of a training step. */
void lg_batch_plan_draw(lg_batch_plan *p, const lg_dataset *d, const lg_chosen_curriculum *c,
                        const lg_record_numbers *n, int64_t step);
/* Measures the records (drawing them into `scratch` if sizes differ), sorts them and cuts them into passes. With
 * padding, minimizes the number of padded tokens plus a constant cost per pass. mixed: records have several lengths. */
bool lg_batch_plan_cut(lg_batch_plan *p, const lg_model *m, lg_grouping grouping, bool mixed, lg_record *scratch,
                       lg_error *err);
/* Like lg_batch_plan_cut, but without padding: one pass per size. */
bool lg_batch_plan_cut_sizes(lg_batch_plan *p, const lg_dataset *d, lg_record *scratch, lg_error *err);
void lg_batch_plan_free(lg_batch_plan *p);

#endif
