/* lengthen/base.h: the part of lengthen.h that the library itself is made with: the outcome of a call, splits, metrics.
 * Programs include lengthen.h. */
#ifndef LENGTHEN_BASE_H
#define LENGTHEN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

#define LG_LENGTH_MAX 100000 /* the longest length that a call or an option accepts */

/* The outcome of a call. The numbers are also the exit statuses of the program, and will not change. */
typedef enum lg_status {
    LG_OK = 0,
    LG_FAILED = 1,      /* a failure at run time: out of memory, a full disk, no permission to write */
    LG_USAGE = 2,       /* an option, a config key or an argument is wrong, or names a file or directory that
                           does not exist or cannot be read; the message says what would be right */
    LG_SOME_FAILED = 3, /* some of several runs failed, the others are done */
    LG_DIVERGED = 4,    /* the loss became NaN or infinite */
    LG_MISMATCH = 5,    /* a verification found a difference */
    LG_CORRUPT = 6,     /* a checkpoint or a data file is damaged */
    LG_PREEMPTED = 75   /* stopped on request: a checkpoint is written, the same call resumes */
} lg_status;

/* The source of a value. The higher origin takes precedence, whatever the order of the calls. */
typedef enum lg_origin { LG_DEFAULT, LG_PRESET, LG_FILE, LG_ENVIRONMENT, LG_FLAG } lg_origin;

/* Some bytes, one part of a file. */
typedef struct lg_bytes {
    const void *data;
    size_t size;
} lg_bytes;

/* How far a long call is: of all that it counts so many are done, and `fraction` of the work. */
typedef void (*lg_progress_fn)(void *user, int64_t done, int64_t all, double fraction);

/* What is learned from, and what is tested on. Algorithmic tasks draw both in the same way. Some data also has records
 * of the lengths of training that are not trained on. */
typedef enum lg_split { LG_SPLIT_TRAIN, LG_SPLIT_TEST, LG_SPLIT_VALIDATION } lg_split;
#define LG_SPLITS 2                    /* that all data has: the first ones */
const char *lg_split_name(lg_split s); /* "train", "test", "validation" */

/* What attends to what, under an architecture of encoder and decoder: tokens of the decoder to each other, those of the
 * encoder to each other, or those of the decoder to those of the encoder. Others have self-attention alone. */
typedef enum lg_attention_kind { LG_ATTENTION_SELF, LG_ATTENTION_ENCODER, LG_ATTENTION_CROSS } lg_attention_kind;

/* What is measured. Every evaluation computes all metrics, those of texts (BLEU, chrF) where one of these is chosen;
 * the axis `metric` chooses the one of scores, tables, figures and the best checkpoint. An array [LG_METRICS] holds
 * their values in the order of lg_metric_at. */
enum { LG_METRICS = 8 };
typedef struct lg_metric_info {
    const char *name, *title; /* "token_accuracy", "token accuracy" */
    const char *label;        /* its title and its unit: "token accuracy in %", "bits per token" */
    const char *unit;         /* in which it is shown: "%", "nats per token" */
    const char *in;           /* between "score" and its unit: " in "; " " before "per token" */
    double scale;             /* what a value is multiplied by for that: 100 */
    const char *value_unit;   /* before that, as in JSON: "parts of 1", "nats per token" */
    int digits;               /* behind the point, in that unit */
    double low, high;         /* range of a value; INFINITY: none */
    bool lower_is_better;
    bool has_chance;  /* the chance level of a task is one of its values */
    bool logarithmic; /* axes of it are */
    bool pooled;      /* a score over examples is that of all of them together, as a corpus, and no mean */
} lg_metric_info;
lg_metric_info lg_metric_at(size_t i);              /* i < LG_METRICS */
bool lg_metric_find(const char *name, size_t *out); /* false: no such metric, *out stays; name may be NULL */
/* False: it is one of steps before answers, and there are none, or one of texts that were not compared. Then it is left
 * out of what is written. */
bool lg_metric_applies(size_t metric, const double values[LG_METRICS]);
bool lg_metric_better(size_t metric, double a, double b); /* is a better than b? A NaN is worse than any number */
/* Perplexity is a function of cross-entropy: its base. A mean over lengths is that function of the mean of the base:
 * lg_metric_of_base(m, mean of values[lg_metric_base(m)]). Other metrics are their own base. */
size_t lg_metric_base(size_t metric);
double lg_metric_of_base(size_t metric, double value); /* a value of the base */

/* How the steps that a model writes down before its answers (data.scratchpad) compare with those of the targets. Of a
 * sequence: 1 where there are as many steps, and the fractions of steps in which a part, or the whole step, is that of
 * the target; all are 0 where the number of steps differs, or one cannot be read. */
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

enum { LG_SCORE_ORDERS = 16, LG_SCORE_SUMS = 3 * LG_SCORE_ORDERS + 2 }; /* the most orders, the most sums */
/* Arrays have a number for each order of n-grams: BLEU 1 to 4, chrF those of characters, then those of words. */
typedef struct lg_text_score {
    const char *name; /* "BLEU", "chrF2", "chrF2++"; valid as long as the scorer */
    double score;     /* 0..100 */
    int orders;
    double counts[LG_SCORE_ORDERS];     /* n-grams of hypotheses that are in a reference too */
    double totals[LG_SCORE_ORDERS];     /* n-grams of hypotheses; chrF: where the reference has some of this order */
    double references[LG_SCORE_ORDERS]; /* chrF: n-grams of references; BLEU: 0 */
    double precisions[LG_SCORE_ORDERS]; /* in %; BLEU: smoothed */
    double recalls[LG_SCORE_ORDERS];    /* chrF: in %; BLEU: 0 */
    double brevity_penalty;             /* BLEU: 0..1; chrF: 1 */
    /* In tokens, or characters of chrF; BLEU: of the references that are nearest in length. */
    double hypothesis_length, reference_length;
} lg_text_score;

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
