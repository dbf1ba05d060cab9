/* facts.h: what a run of a sweep is, beside the labels that it was planned with: the choices that published studies and
 * colours know, whatever the axes of the sweep are called. */
#ifndef LG_REPORT_FACTS_H
#define LG_REPORT_FACTS_H

#include "sweep/manifest.h"

/* How large a model is, how long it trains, and what its score is a mean over: by these, runs and those of a published
 * study can be compared. All 0: not known. */
typedef struct lg_budget {
    double steps, batch; /* sequences */
    double width, heads, blocks, feed_forward, dropout;
    double trained;              /* the longest length of training */
    double sequences;            /* of each tested length */
    double lengths, first, last; /* tested ones that the score counts */
} lg_budget;

typedef struct lg_facts {
    const char *task, *positions, *encoding, *normaliser;
    const char *score; /* the rule: "first-ood..max". All are "" where the plan cannot be settled */
    lg_budget budget;
    double chance;  /* accuracy of a uniform guess; NaN */
    bool any_order; /* the task's answer does not depend on the order of its input */
} lg_facts;
extern const lg_facts lg_no_facts;

/* False without memory alone: a plan of another version of the program may not settle, and has no facts then. Texts are
 * taken from the arena. */
bool lg_facts_of(const lg_manifest *m, size_t run, lg_arena *arena, lg_facts *out, lg_error *err);

#endif
