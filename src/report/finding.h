/* finding.h: the sentence at the top of a report. It names the choices that score highest, by how much, with which
 * interval, and what is undecided. Its numbers are those of the table of pairs, but p is corrected for the number of
 * pairs that the sentence names. */
#ifndef LG_REPORT_FINDING_H
#define LG_REPORT_FINDING_H

#include "report/pairing.h"

/* The comparison of two choices. */
typedef struct lg_finding_pair {
    double difference; /* lead of the first choice, in the metric's unit; NaN: the choices share no task and seed */
    double low, high;  /* 95 % interval; NaN: none */
    bool decided;
} lg_finding_pair;

/* The content of the sentence. `missing` are choices without a finished run. `left` are choices that share no task and
 * seed with the compared ones. */
typedef struct lg_finding {
    const char *where; /* "Beyond length 40" */
    const char *over;  /* what the scores average over besides the unit: "mask"; or "" */
    const char *on;    /* the only task or row, of several, that all choices share: "even_pairs"; or "" */
    lg_metric_info metric;
    const char *const *choices;   /* [count], best first; a single choice without a name is "" */
    size_t count, top;            /* the first `top` are above the others; 0: the first is the baseline */
    const char *shared;           /* what only the top choices share: "positions randomized"; or NULL */
    const lg_finding_pair *pairs; /* [top, count - top]. If all score the same: the first with each other choice. If top
                                     is 0: each other choice with the first. */
    double score, low, high;      /* score and interval of the best choice, in the metric's unit */
    const char *unit;             /* what the intervals are over: "seed", "task" */
    size_t units[2];              /* smallest and largest number of units of a pair or, without pairs, of the choice */
    size_t needed;                /* the smallest number of units that could decide, if there are fewer; else 0 */
    bool whole;                   /* an interval spans all possible differences, so no interval is printed */
    const char *const *missing;   /* [missing_count] */
    size_t missing_count;
    const char *const *left; /* [left_count] */
    size_t left_count;
    size_t done, planned;            /* numbers of runs */
    const struct lg_finding *places; /* [place_count]: the same pairs on each task, if there are few */
    size_t place_count;
} lg_finding;

/* One sentence, allocated in the arena. NULL: out of memory. */
const char *lg_finding_words(const lg_finding *a, lg_arena *arena);

/* The sentence about these arms, with `done` of `planned` runs finished. blocks: the names of the axes whose labels are
 * the arms' blocks; or "". */
const char *lg_finding_of_arms(const lg_report *r, const lg_arms *x, size_t done, size_t planned, const char *blocks);
#endif
