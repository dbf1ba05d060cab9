/* task.h: algorithmic tasks: data entries that compute endless samples. A task turns (key, n) into one sample: n is the
 * requested input length, the key fixes everything else. A batch is B samples with keys folded by their index, all with
 * the same n. One file per task, one line in tasks.def: see doc/add/task.md. */
#ifndef LG_DATA_TASK_H
#define LG_DATA_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/key.h"
#include "data/data.h"

/* One sample. The three arrays belong to the caller, who makes them long enough: length(n), outputs(n), outputs(n). */
typedef struct lg_sample {
    int n;           /* tokens of input */
    int m;           /* tokens of target */
    int32_t *input;  /* [n], ids below the task's input_size */
    int32_t *target; /* [m], ids below the task's output_size */
    uint8_t *mask;   /* [m], 1 where the token counts for accuracy (the loss counts all) */
} lg_sample;

typedef struct lg_task {
    LG_DATA;                                           /* chance: as the paper quotes it, 0.5 or 0.2 */
    const char *level;                                 /* "regular", "context-free" or "context-sensitive" */
    int input_size, output_size;                       /* ids in use; the model adds position tokens and the like */
    const char *const *input_symbols;                  /* [input_size], how people write the ids */
    const char *const *output_symbols;                 /* [output_size] */
    int (*length)(int n);                              /* true input length for a requested one; NULL: n itself */
    int (*outputs)(int n);                             /* m(n) */
    void (*sample)(lg_key key, int n, lg_sample *out); /* n in 1..LG_LENGTH_MAX */
    /* Is the target right, and the mask? Naive on purpose, and independent of sample. */
    bool (*judge)(const lg_sample *s);
} lg_task;

extern const lg_data_methods lg_task_methods; /* of all tasks */

extern const lg_task *const lg_tasks[];        /* ends with NULL */
const lg_task *lg_task_find(const char *name); /* NULL if there is none */
int lg_task_length(const lg_task *t, int n);   /* input tokens for a requested n */

#endif
