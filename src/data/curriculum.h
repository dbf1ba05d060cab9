/* curriculum.h: which length the next training batch has. A curriculum is a law of n for each step. Where all records
 * of a length have one size, a batch has one n; else each of its records has one of its own. One file per curriculum,
 * one line in curriculums.def. */
#ifndef LG_DATA_CURRICULUM_H
#define LG_DATA_CURRICULUM_H

#include <stdint.h>

#include "base/key.h"
#include "base/registry.h"
#include "data/data.h"

/* Which records a step of training reads. */
typedef enum lg_reading {
    LG_READ_DRAWN,   /* any, drawn for this step */
    LG_READ_EPOCHS,  /* the next ones of an epoch, which has every record once; `length` is that of any of them */
    LG_READ_BATCHES, /* those of a batch that was cut before; of an epoch, likewise */
    LG_READ_SEGMENTS /* of a stream that is read in lanes: those that continue the records of the step before */
} lg_reading;

typedef struct lg_curriculum {
    LG_ENTRY;
    lg_reading reading;
    /* The length of step `step`, counted from 0: a pure function of a key already folded for that step. */
    int (*length)(const void *own, lg_key key, int64_t step);
    /* Within `steps` >= 1 steps: the largest length possible, and whether a length from 1 on is possible. */
    int (*longest)(const void *own, int64_t steps);
    bool (*draws)(const void *own, int length, int64_t steps);
    bool evenly; /* each of these as often as any other, from the first step on */
    bool listed; /* it chooses from a list, with which its struct begins; so all but those of LG_READ_DRAWN */
    /* With LG_READ_BATCHES: records that are sorted together, 0: all; and how many tokens bound a batch. */
    void (*cut)(const void *own, int *pool, int *tokens);
} lg_curriculum;

typedef LG_CHOSEN(lg_curriculum) lg_chosen_curriculum;

extern const lg_curriculum *const lg_curriculums[];        /* ends with NULL */
const lg_curriculum *lg_curriculum_find(const char *name); /* NULL if there is none */

/* Does the training that d is for draw records of this length? */
bool lg_curriculum_trains(const lg_dataset *d, int length);
/* Those of these lengths that a split has records of, ascending; to be freed. NULL without memory. */
int *lg_curriculum_trained(const lg_dataset *d, lg_split split, size_t *count);
/* The lengths of a validation, likewise: those that are trained and have validation records. Where records of any
 * length can be had and there are more than 40 such lengths, 40 of them, evenly spread, with the first and the last. */
int *lg_curriculum_validated(const lg_dataset *d, size_t *count);

/* For curricula that choose from a list, an lg_length_list with which their struct begins: its row, any of its lengths,
 * the largest, and which there are. */
#define LG_CURRICULUM_LENGTHS                                                                                          \
    { "curriculum.lengths", LG_LENGTHS, "1..40", 1, LG_LENGTH_MAX, NULL, "training lengths", .at = 0 }
int lg_curriculum_any_listed(const void *own, lg_key key, int64_t step); /* each equally often */
int lg_curriculum_longest_listed(const void *own, int64_t steps);
bool lg_curriculum_draws_listed(const void *own, int length, int64_t steps);

#endif
