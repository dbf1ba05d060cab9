/* batch.h: which records a batch is made of, and how it is cut into passes. A batch is a function of (seed, step):
 * where records have one size it is one pass; else its records are ordered by size and cut into passes, each padded at
 * the end to the largest of its records. */
#ifndef LG_TRAIN_BATCH_H
#define LG_TRAIN_BATCH_H

#include "data/curriculum.h"
#include "nn/model/model.h"
#include "train/lanes.h"
#include "train/token_batches.h"

typedef struct lg_batch_record {
    lg_split split;
    int length;
    int64_t index; /* its number, or the token that it begins with */
    lg_key key;
    lg_record_size size;
    int band;     /* of the length of its source, by which it is ordered */
    int number;   /* in the batch, before it was ordered */
    bool segment; /* of a stream */
    int skipped;  /* target tokens at the beginning of a segment that do not count */
} lg_batch_record;

/* Records first..first+count-1 of a batch: one pass. */
typedef struct lg_batch_part {
    lg_record_size size;
    int shortest; /* of its sources */
    bool padded;  /* records may be shorter, their sources by less than LG_BAND */
    int first, count;
} lg_batch_part;

/* Zeros to begin with; kept from one batch to the next, for its memory. */
typedef struct lg_batch_plan {
    lg_batch_record *records;
    lg_batch_part *parts;
    int count, capacity, part_count;
    int64_t learned; /* tokens that have a loss, of all records */
} lg_batch_plan;

/* How records of several sizes are grouped. */
typedef enum lg_grouping {
    LG_GROUP_SIZES,  /* sources and targets are padded */
    LG_GROUP_SOURCES /* targets alone are padded, sources of a pass have one length: for decoding, token by token */
} lg_grouping;

/* What the curriculum's reading needs: training records of all its lengths, numbered, for epochs, and batches of them
 * where these are cut before; lanes for segments; else nothing. */
typedef struct lg_record_numbers {
    lg_lanes lanes;
    lg_token_batches batches;
    int64_t count;
    int64_t *before;    /* [lengths] records of the lengths before */
    const int *lengths; /* those of the curriculum */
    size_t length_count;
} lg_record_numbers;

bool lg_record_numbers_init(lg_record_numbers *n, const lg_dataset *d, const lg_chosen_curriculum *c, lg_error *err);
void lg_record_numbers_free(lg_record_numbers *n);
/* Records of a step; `usual`: where all have as many. */
int lg_record_numbers_batch(const lg_record_numbers *n, const lg_dataset *d, int64_t step, int usual);
/* Has a batch records of several lengths? */
static inline bool lg_curriculum_mixes(const lg_curriculum *c) {
    return c->reading == LG_READ_EPOCHS || c->reading == LG_READ_BATCHES;
}

/* Chooses the index of a training record by its number: the next one of those without end, else any of its length. */
void lg_batch_record_pick(lg_batch_record *x, const lg_dataset *d);
/* Draws the record into r, which has the capacity of its bound. */
void lg_batch_record_draw(const lg_batch_record *x, const lg_dataset *d, lg_record *r);
/* Makes memory for `count` records, which the caller then fills in but for their sizes. */
bool lg_batch_plan_begin(lg_batch_plan *p, int count, lg_error *err);
/* The records of a step of training. */
void lg_batch_plan_draw(lg_batch_plan *p, const lg_dataset *d, const lg_chosen_curriculum *c,
                        const lg_record_numbers *n, int64_t step);
/* Measures the records, which are drawn into `scratch` where sizes differ, and orders and cuts them: where they may be
 * padded, so that padding and a constant cost of each pass are least in all. mixed: they have several lengths. */
bool lg_batch_plan_cut(lg_batch_plan *p, const lg_model *m, lg_grouping grouping, bool mixed, lg_record *scratch,
                       lg_error *err);
/* Measures the records, and orders and cuts them by size: none is padded. */
bool lg_batch_plan_cut_sizes(lg_batch_plan *p, const lg_dataset *d, lg_record *scratch, lg_error *err);
void lg_batch_plan_free(lg_batch_plan *p);

#endif
