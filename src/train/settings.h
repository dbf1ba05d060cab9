/* settings.h: options of training and evaluation that belong to no entry of an axis. */
#ifndef LG_TRAIN_SETTINGS_H
#define LG_TRAIN_SETTINGS_H

#include "base/option.h"
#include "data/record.h"

extern const lg_option lg_train_options[]; /* train.*, optimizer.decay*: rows of lg_train_settings */
extern const lg_option lg_eval_options[];  /* eval.*: rows of lg_eval_settings */

/* Which parameters decay (train/decay.h). */
typedef enum lg_decay_on {
    LG_DECAY_ALL,
    LG_DECAY_ALL_BUT_BIASES,
    LG_DECAY_MATRICES,
    LG_DECAY_MATRICES_AND_EMBEDDINGS
} lg_decay_on;

/* Values of train.* and optimizer.decay*. Each member has the name of its option. */
typedef struct lg_train_settings {
    int64_t steps;
    int batch, patience;
    double lr, clip, decay;
    lg_decay_on decay_on;
    const char *until, *time, *init;
} lg_train_settings;

typedef struct lg_eval_settings {
    lg_length_list lengths;
    int64_t seed, targets;
    int sequences, position_samples, batch, stride, max_tokens, score_above;
    bool dropout;
    enum { LG_VALIDATION_TEST, LG_VALIDATION_VALIDATION } validation;
    enum { LG_CHECKPOINT_LAST, LG_CHECKPOINT_BEST } checkpoint;
    enum { LG_SCORE_FIRST_OOD, LG_SCORE_PAPER_EXACT, LG_SCORE_ALL } score;
    enum { LG_AVERAGE_LENGTHS, LG_AVERAGE_EXAMPLES } average;
    const char *with, *label;
} lg_eval_settings;

lg_split lg_validation_split(const lg_eval_settings *e); /* split of the validations */
/* True if there is a validation within train.steps, given one every `every` steps (eval.every). */
bool lg_has_validations(const lg_train_settings *t, int64_t every);
/* Lists the options that are set so that validations choose the end of training or the evaluated model. Returns the
 * name of option i of this list; NULL past its end. */
const char *lg_validations_choose(const lg_train_settings *t, const lg_eval_settings *e, int i);

#endif
