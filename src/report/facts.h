/* facts.h: what a run of a sweep is, beside the labels that it was planned with: the choices that published studies and
 * colours know, whatever the axes of the sweep are called. */
#ifndef LG_REPORT_FACTS_H
#define LG_REPORT_FACTS_H

#include "sweep/manifest.h"

typedef struct lg_facts {
    const char *task, *positions, *encoding, *normaliser;
    const char *score; /* the rule: "first-ood..max". All are "" where the plan cannot be settled */
    int64_t steps;
    int blocks;     /* of the model */
    int trained;    /* the longest length of training; 0: not known */
    double chance;  /* accuracy of a uniform guess; NaN */
    bool any_order; /* the task's answer does not depend on the order of its input */
} lg_facts;
extern const lg_facts lg_no_facts;

/* False without memory alone: a plan of another version of the program may not settle, and has no facts then. Texts are
 * taken from the arena. */
bool lg_facts_of(const lg_manifest *m, size_t run, lg_arena *arena, lg_facts *out, lg_error *err);

#endif
