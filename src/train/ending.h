/* ending.h: when training ends before its last step: a score that is asked for, validations that are no better than one
 * before, or time that is spent. The first two are functions of the validations, and so a resumed run ends where an
 * uninterrupted one does. */
#ifndef LG_TRAIN_ENDING_H
#define LG_TRAIN_ENDING_H

#include "metric/metric.h"
#include "train/settings.h"

/* Why training is over. */
typedef enum lg_ending {
    LG_NOT_ENDED,
    LG_ENDED_STEPS,    /* train.steps are done */
    LG_ENDED_UNTIL,    /* train.until holds */
    LG_ENDED_PATIENCE, /* train.patience validations were no better */
    LG_ENDED_TIME      /* train.time is spent */
} lg_ending;
const char *lg_ending_name(lg_ending e);    /* "steps", ...; "" of LG_NOT_ENDED */
lg_ending lg_ending_find(const char *name); /* LG_NOT_ENDED: none has this name */
const char *lg_ending_option(lg_ending e);  /* "train.steps", ... */

/* What train.until, train.patience and train.time ask for. */
typedef struct lg_ending_rule {
    bool until; /* a score in `metric` that is better than the bound, or as good, if `equal` */
    bool equal;
    size_t metric;
    double bound;
    int64_t patience; /* 0: any number */
    double seconds;   /* of training; INFINITY: any time */
} lg_ending_rule;

/* every: eval.every; steps: the data has some before answers. Fails (LG_USAGE) in words that name the option, and
 * blames it. */
bool lg_ending_rule_read(const lg_train_settings *t, int64_t every, bool steps, lg_ending_rule *out, lg_error *err);
/* Does this option let training go on longer, and be the same up to where it ended before? */
bool lg_ending_is_later(const char *key, const lg_train_settings *longer, const lg_train_settings *shorter);

/* The validations of a run so far. */
typedef struct lg_validation_course {
    size_t metric;     /* in which they are compared */
    double best, last; /* NaN: none yet */
    int64_t no_better; /* since the best one */
    int64_t step;      /* of the last one, on whatever split; 0: none yet */
    bool reached;      /* one was as train.until asks */
} lg_validation_course;

/* One more, with its scores [LG_METRICS]. Is it the best one so far? */
bool lg_validation_course_add(lg_validation_course *c, const lg_ending_rule *rule, const double *scores);
/* Is training over after these validations, steps and seconds? */
lg_ending lg_ending_now(const lg_ending_rule *rule, const lg_validation_course *c, bool all_steps, double seconds);

#endif
