/* run_attributes.h: the choices of a run, independent of the names of the sweep's axes. Published studies and colours
 * are looked up by these choices. */
#ifndef LG_REPORT_RUN_ATTRIBUTES_H
#define LG_REPORT_RUN_ATTRIBUTES_H

#include "sweep/plan/manifest.h"

/* The size of a model, its training budget, and the tests behind its score, in which sweeps and published studies may
 * differ. If all members are 0, they are unknown. */
typedef struct lg_setup {
    double steps, batch; /* batch: sequences per step */
    double width, heads, blocks, feed_forward, dropout;
    double trained;              /* the longest training length */
    double sequences;            /* number of test sequences per length */
    double lengths, first, last; /* number of the lengths that the score counts; the shortest and the longest of them */
} lg_setup;

typedef struct lg_run_attributes {
    const char *task, *positions, *encoding, *attention, *scratchpad;
    const char *named;           /* the encoding with its options, by its name in the literature: "yarn" */
    const char *cell, *store;    /* cell and store of a recurrent network; else "" */
    const char *score, *average; /* "first-ood..max", "lengths". All texts are "" if the plan cannot be resolved */
    const char *reading;         /* how a text is scored: "windows, stride 128, 25600 targets"; "" without a text */
    int above;                   /* eval.score_above */
    lg_setup setup;
    double chance;        /* accuracy of a uniform guess; NaN: none */
    bool order_invariant; /* the task's answer does not depend on the order of its input */
} lg_run_attributes;
extern const lg_run_attributes lg_no_run_attributes;

/* False only when out of memory. A plan of another version of the program may not resolve; its runs have no attributes.
 * Texts are allocated in the arena. */
bool lg_run_attributes_of(const lg_manifest *m, size_t run, lg_arena *arena, lg_run_attributes *out, lg_error *err);
/* For each label of an axis, the attributes of the first run that has it. */
bool lg_run_attributes_of_labels(const lg_manifest *m, size_t axis, lg_arena *arena, lg_run_attributes *out,
                                 lg_error *err);

#endif
