/* lengthen/core.h: status codes and other basic types of the library. Programs include lengthen.h. */
#ifndef LENGTHEN_CORE_H
#define LENGTHEN_CORE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

#define LG_LENGTH_MAX 100000 /* the longest length that a call or an option accepts */

/* The outcome of a call. The numbers are also the exit statuses of the program and will not change. */
typedef enum lg_status {
    LG_OK = 0,
    LG_FAILED = 1,      /* a failure at run time: out of memory, a full disk, no permission to write */
    LG_USAGE = 2,       /* an option, a config key or an argument is wrong, or names a file or directory that does not
                           exist or cannot be read; the message names what is expected */
    LG_SOME_FAILED = 3, /* some of several runs failed; the others are done */
    LG_DIVERGED = 4,    /* the loss became NaN or infinite */
    LG_MISMATCH = 5,    /* a verification found a difference */
    LG_CORRUPT = 6,     /* a checkpoint or a data file is damaged */
    LG_PREEMPTED = 75   /* stopped on request: a checkpoint was written; the same call resumes */
} lg_status;

/* The source of a value. A higher origin takes precedence, whatever the order of the calls. */
typedef enum lg_origin { LG_DEFAULT, LG_PRESET, LG_FILE, LG_ENVIRONMENT, LG_FLAG } lg_origin;

/* A range of bytes, such as one part of the content of a file. */
typedef struct lg_bytes {
    const void *data;
    size_t size;
} lg_bytes;

/* Progress of a long call: `done` of `all` items, and the `fraction` of the work. */
typedef void (*lg_progress_fn)(void *user, int64_t done, int64_t all, double fraction);

/* Splits of the data. Algorithmic tasks draw training and test records in the same way. Some data also has a validation
 * split: records of training lengths that are not trained on. */
typedef enum lg_split { LG_SPLIT_TRAIN, LG_SPLIT_TEST, LG_SPLIT_VALIDATION } lg_split;
#define LG_SPLITS 2                    /* number of splits that all data has: the first two */
const char *lg_split_name(lg_split s); /* "train", "test", "validation" */

/* Kinds of attention under an encoder-decoder architecture: decoder tokens to each other, encoder tokens to each other,
 * decoder tokens to encoder tokens. Other architectures have only self-attention. */
typedef enum lg_attention_kind { LG_ATTENTION_SELF, LG_ATTENTION_ENCODER, LG_ATTENTION_CROSS } lg_attention_kind;

/* Scores of a sequence that compare the steps that a model writes before its answer (data.scratchpad) with the steps of
 * the target. COUNT is 1 if the numbers of steps are equal. Each other score is the fraction of steps in which one
 * component (WHOLE: the whole step) equals the target's. All are 0 if the number of steps differs or a step cannot be
 * parsed. */
typedef enum lg_step_score {
    LG_STEP_COUNT,
    LG_STEP_INPUT,
    LG_STEP_COMPUTATION,
    LG_STEP_OUTPUT,
    LG_STEP_VARIABLES,
    LG_STEP_REST,
    LG_STEP_WHOLE,
    LG_STEP_SCORES
} lg_step_score;
const char *lg_step_score_name(size_t i); /* "count", "input", ..., "whole"; i < LG_STEP_SCORES */

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
