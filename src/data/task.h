/* task.h: algorithmic tasks: data entries that compute endless samples. A task maps (key, n) to one sample. n is the
 * requested input length, and the key determines everything else. All samples of a batch have the same n; their keys
 * differ, because the index of a sample is folded into its key. To add a task, add a file and a line in tasks.def; see
 * doc/add/task.md. */
#ifndef LG_DATA_TASK_H
#define LG_DATA_TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/key.h"
#include "data/data.h"

/* One sample. The caller owns the arrays, of sizes length(n), outputs(n) and outputs(n). */
typedef struct lg_sample {
    int n;           /* number of input tokens */
    int m;           /* number of target tokens */
    int32_t *input;  /* [n], ids below the task's input_size */
    int32_t *target; /* [m], ids below the task's output_size */
    uint8_t *mask;   /* [m], 1: the token counts for accuracy (the loss includes all tokens) */
} lg_sample;

typedef struct lg_task {
    LG_DATA;                                           /* chance: 0.5 or 0.2, as in the paper */
    const char *level;                                 /* "regular", "context-free" or "context-sensitive" */
    int input_size, output_size;                       /* number of ids of the task; a model may add more */
    const char *const *input_symbols;                  /* [input_size]: words for the ids */
    const char *const *output_symbols;                 /* [output_size] */
    int (*length)(int n);                              /* input length for the requested length n; NULL: n */
    int (*outputs)(int n);                             /* number of target tokens, m(n) */
    void (*sample)(lg_key key, int n, lg_sample *out); /* n in 1..LG_LENGTH_MAX */
    /* Checks target and mask. Deliberately naive and independent of `sample`. */
    bool (*check)(const lg_sample *s);
} lg_task;

extern const lg_data_methods lg_task_methods; /* shared by all tasks */

extern const lg_task *const lg_tasks[];        /* ends with NULL */
const lg_task *lg_task_find(const char *name); /* NULL: not found */
int lg_task_length(const lg_task *t, int n);   /* input length for the requested length n */

#endif
