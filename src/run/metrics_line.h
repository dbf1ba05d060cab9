/* metrics_line.h: what one line of metrics.jsonl or eval.jsonl holds, as a struct: from it the line is written, from it
 * an event of TensorBoard is made, and a line that is read becomes one again.
 *
 *   {"step": 2, "split": "train", "length": 1, "loss": ..., "accuracy": ..., "grad_norm": ..., "lr": ..., "t": ...}
 *   {"step": 5, "split": "test", METRICS, "first": 5, "last": 8, "t": ...}
 *   {"length": 1, METRICS, "sequences": 2, "tokens": 2, "draws": 1, "dropout": false, "seed": 1}
 *
 * METRICS: "token_accuracy": ..., "cross_entropy": ..., "exact_match": ... and so on; those of a validation are means
 * over the lengths of the score. What a line lacks is computed from what it has where that is possible
 * (lg_recorded_derived). Of a model with experts a step has "expert_loss", "dropped" and "load", too; the last one is
 * for run/load_record.h, and NULL when it is read. Numbers that are not finite are null in a line, and NaN when they
 * are read. */
#ifndef LG_RUN_METRICS_LINE_H
#define LG_RUN_METRICS_LINE_H

#include <jansson.h>

#include "evaluate/evaluate.h"
#include "metric/metric.h"
#include "train/train.h"

typedef enum lg_line_kind {
    LG_LINE_STEP,       /* of training */
    LG_LINE_VALIDATION, /* the scores in mid-training */
    LG_LINE_EVALUATION, /* one length of eval.lengths */
    LG_LINE_UNKNOWN
} lg_line_kind;

typedef struct lg_metrics_line {
    lg_line_kind kind;
    int64_t step;   /* training steps done; -1: the line has none */
    double seconds; /* of training; NaN in an evaluation */
    union {
        lg_step train;
        struct {
            lg_split split; /* that it read */
            double scores[LG_METRICS];
            int first, last; /* lengths that they cover */
        } validation;
        struct {
            lg_eval_result result;
            int64_t position_samples, seed; /* eval.* */
            bool dropout;
        } evaluation;
    };
} lg_metrics_line;

char *lg_metrics_line_text(const lg_metrics_line *x); /* without its end; to be freed; NULL without memory */
/* Numbers that are missing are NaN or 0. One that no such line can have is LG_CORRUPT in words that name it, and is NaN
 * or 0, too; all others are read. position_samples, seed and dropout of an evaluation are not. */
bool lg_metrics_line_read(const json_t *line, lg_metrics_line *out, lg_error *err);

#endif
