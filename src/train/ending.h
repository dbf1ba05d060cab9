/* ending.h: rules that end training before its last step: a target score, validations without improvement, or a time
 * limit. The first two rules depend only on the validations, so a resumed run ends at the same step as an uninterrupted
 * run. */
#ifndef LG_TRAIN_ENDING_H
#define LG_TRAIN_ENDING_H

#include "metric/metric.h"
#include "train/settings.h"

/* Why training ended. */
typedef enum lg_ending {
    LG_NOT_ENDED,
    LG_ENDED_STEPS,    /* train.steps done */
    LG_ENDED_UNTIL,    /* the condition train.until holds */
    LG_ENDED_PATIENCE, /* train.patience validations without improvement */
    LG_ENDED_TIME      /* train.time used up */
} lg_ending;
const char *lg_ending_name(lg_ending e);    /* "steps", ...; "" for LG_NOT_ENDED */
lg_ending lg_ending_find(const char *name); /* LG_NOT_ENDED: unknown name */
const char *lg_ending_option(lg_ending e);  /* "train.steps", ... */

/* The values of train.until, train.patience and train.time. */
typedef struct lg_ending_rule {
    bool until; /* end at a score in `metric` better than `bound`, or equal to it if `equal` */
    bool equal;
    size_t metric;
    double bound;
    int64_t patience; /* 0: no limit */
    double seconds;   /* seconds of training; INFINITY: no limit */
} lg_ending_rule;

/* every: eval.every; steps: the data has steps before answers. LG_USAGE: the message names the option, and the key of
 * the option is blamed (lg_blame). */
bool lg_ending_rule_read(const lg_train_settings *t, int64_t every, bool steps, lg_ending_rule *out, lg_error *err);
/* `longer` and `shorter` differ in this option. True if a training with `longer` has the same steps until a training
 * with `shorter` ends, and may then continue. */
bool lg_ending_is_later(const char *key, const lg_train_settings *longer, const lg_train_settings *shorter);

/* The validations of a run so far. */
typedef struct lg_validation_course {
    size_t metric;     /* metric by which validations are compared */
    double best, last; /* NaN: none yet */
    int64_t no_better; /* number of validations since the best one */
    int64_t step;      /* step of the last validation, on any split; 0: none yet */
    bool reached;      /* train.until held at one of the validations */
} lg_validation_course;

/* Adds a validation with its scores [LG_METRICS]. True if it is the best so far. */
bool lg_validation_course_add(lg_validation_course *c, const lg_ending_rule *rule, const double *scores);
/* Determines whether training ends now, and why. all_steps: all steps are done. seconds: of training so far. */
lg_ending lg_ending_now(const lg_ending_rule *rule, const lg_validation_course *c, bool all_steps, double seconds);

#endif
