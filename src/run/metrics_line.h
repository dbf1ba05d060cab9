/* metrics_line.h: one line of metrics.jsonl or eval.jsonl as a struct. Lines and TensorBoard events are written from
 * this struct, and reading a line fills it.
 *
 *   {"step": 2, "split": "train", "length": 1, "loss": ..., "accuracy": ..., "grad_norm": ..., "lr": ..., "t": ...}
 *   {"step": 5, "split": "test", METRICS, "first": 5, "last": 8, "t": ...}
 *   {"length": 1, METRICS, "sequences": 2, "tokens": 2, "draws": 1, "dropout": false, "seed": 1}
 *
 * METRICS: "token_accuracy": ..., "cross_entropy": ..., "exact_match": ... and so on. In a validation, these are means
 * over the lengths of the score. Missing metrics are computed from others if possible (lg_recorded_derived). Step lines
 * of a model with experts also have "expert_loss", "dropped" and "load"; load_record.h reads "load", and
 * lg_metrics_line_read sets train.load to NULL. Numbers that are not finite are null in a line and NaN when read. */
#ifndef LG_RUN_METRICS_LINE_H
#define LG_RUN_METRICS_LINE_H

#include <jansson.h>

#include "evaluate/evaluate.h"
#include "metric/metric.h"
#include "train/train.h"

typedef enum lg_line_kind {
    LG_LINE_STEP,       /* a training step */
    LG_LINE_VALIDATION, /* the scores of a validation during training */
    LG_LINE_EVALUATION, /* one length of eval.lengths */
    LG_LINE_UNKNOWN
} lg_line_kind;

typedef struct lg_metrics_line {
    lg_line_kind kind;
    int64_t step;   /* training steps done; -1: not in the line */
    double seconds; /* seconds of training; NaN in an evaluation */
    union {
        lg_step train;
        struct {
            lg_split split; /* split of the scored records */
            double scores[LG_METRICS];
            int first, last; /* lengths of the scores */
        } validation;
        struct {
            lg_eval_result result;
            int64_t position_samples, seed; /* eval.* */
            bool dropout;
        } evaluation;
    };
} lg_metrics_line;

char *lg_metrics_line_text(const lg_metrics_line *x); /* without newline; the caller frees it; NULL: out of memory */
/* Missing and invalid numbers become NaN or 0. An invalid number causes the error LG_CORRUPT, whose message names it;
 * all other numbers are still read. position_samples, seed and dropout of an evaluation are not read. */
bool lg_metrics_line_read(const json_t *line, lg_metrics_line *out, lg_error *err);

#endif
