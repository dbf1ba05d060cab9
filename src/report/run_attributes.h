/* run_attributes.h: what a run of a sweep is, beside the labels that it was planned with: the choices by which
 * published studies and colours are found, whatever the axes of the sweep are called. */
#ifndef LG_REPORT_RUN_ATTRIBUTES_H
#define LG_REPORT_RUN_ATTRIBUTES_H

#include "sweep/plan/manifest.h"

/* How large a model is, how long it trains, and what its score is a mean over: by these, runs and those of a published
 * study can be compared. All 0: not known. */
typedef struct lg_setup {
    double steps, batch; /* sequences */
    double width, heads, blocks, feed_forward, dropout;
    double trained;              /* the longest length of training */
    double sequences;            /* of each tested length */
    double lengths, first, last; /* tested ones that the score counts */
} lg_setup;

typedef struct lg_run_attributes {
    const char *task, *positions, *encoding, *attention, *scratchpad;
    const char *named;           /* the encoding with its options, by the name of the literature: "yarn" */
    const char *cell, *store;    /* of a recurrent network; "": it is none */
    const char *score, *average; /* "first-ood..max", "lengths". All are "" where the plan cannot be resolved */
    const char *reading;         /* how a text is scored: "windows, stride 128, 25600 targets"; "": it is no text */
    int above;                   /* eval.score_above */
    lg_setup setup;
    double chance;        /* accuracy of a uniform guess; NaN */
    bool order_invariant; /* the task's answer does not depend on the order of its input */
} lg_run_attributes;
extern const lg_run_attributes lg_no_run_attributes;

/* False only when out of memory: a plan of another version of the program may not resolve, and has no attributes then.
 * Texts are taken from the arena. */
bool lg_run_attributes_of(const lg_manifest *m, size_t run, lg_arena *arena, lg_run_attributes *out, lg_error *err);
/* Of each label of an axis, those of the first run that has it. */
bool lg_run_attributes_of_labels(const lg_manifest *m, size_t axis, lg_arena *arena, lg_run_attributes *out,
                                 lg_error *err);

#endif
