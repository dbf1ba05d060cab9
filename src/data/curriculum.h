/* curriculum.h: the axis `curriculum`. A curriculum is the distribution of the length n of training batches at each
 * step. If all records of a length have the same size, all records of a batch have one length; otherwise each record
 * has its own length. To add a curriculum, add a file and a line in curriculums.def. */
#ifndef LG_DATA_CURRICULUM_H
#define LG_DATA_CURRICULUM_H

#include <stdint.h>

#include "base/entry.h"
#include "base/key.h"
#include "data/data.h"

/* Which records a training step reads. */
typedef enum lg_reading {
    LG_READ_DRAWN,   /* records drawn for this step */
    LG_READ_EPOCHS,  /* the next records of an epoch, which has every record once; `length` draws the length of one
                      * record */
    LG_READ_BATCHES, /* a batch composed before training; each epoch reads every such batch once; `length` draws the
                      * length of one record */
    LG_READ_SEGMENTS /* the next segments of text streams; each continues the record of the previous step */
} lg_reading;

typedef struct lg_curriculum {
    LG_ENTRY;
    lg_reading reading;
    /* Draws the length at a step, counted from 0. A pure function: the caller has derived the key from the step. */
    int (*length)(const void *own, lg_key key, int64_t step);
    /* longest: the largest length that can occur in the first `steps` steps. draws: can this length occur in these
     * steps? In both methods, steps >= 1. */
    int (*longest)(const void *own, int64_t steps);
    bool (*draws)(const void *own, int length, int64_t steps);
    bool evenly; /* from the first step on, all possible lengths are equally likely */
    bool listed; /* lengths come from a list that is the first member of the options; false only for some curricula with
                  * LG_READ_DRAWN */
    /* For LG_READ_BATCHES: the number of records that are sorted together (0: all), and the maximum number of tokens in
     * a batch. */
    void (*cut)(const void *own, int *pool, int *tokens);
} lg_curriculum;

typedef LG_CHOSEN(lg_curriculum) lg_chosen_curriculum;

extern const lg_curriculum *const lg_curriculums[];        /* ends with NULL */
const lg_curriculum *lg_curriculum_find(const char *name); /* NULL: not found */

/* Does the training for which d is opened draw records of this length? */
bool lg_curriculum_trains(const lg_dataset *d, int length);
/* The training lengths that have records in a split, ascending; the caller frees them. NULL: out of memory. */
int *lg_curriculum_trained(const lg_dataset *d, lg_split split, size_t *count);
/* The lengths for validation: training lengths that have validation records, ascending; the caller frees them. If the
 * curriculum has no list of lengths and there are more than 40, returns 40 evenly spaced lengths, including the first
 * and the last. */
int *lg_curriculum_validated(const lg_dataset *d, size_t *count);

/* Curricula that choose from a list of lengths share the option that sets the list, and the methods `length`, `longest`
 * and `draws`. The list is an lg_length_list; it must be the first member of the options. */
#define LG_CURRICULUM_LENGTHS                                                                                          \
    { "curriculum.lengths", LG_LENGTHS, "1..40", 1, LG_LENGTH_MAX, NULL, "training lengths", .at = 0 }
int lg_curriculum_any_listed(const void *own, lg_key key, int64_t step); /* all equally likely */
int lg_curriculum_longest_listed(const void *own, int64_t steps);
bool lg_curriculum_draws_listed(const void *own, int length, int64_t steps);

#endif
