/* finding.h: the one sentence with which a report opens: which choices score highest, by how much, with which interval,
 * and what is undecided. Its numbers are those of the table of pairs, corrected for how many of them it names. */
#ifndef LG_REPORT_FINDING_H
#define LG_REPORT_FINDING_H

#include "report/pairing.h"

/* What the sentence says of two choices. */
typedef struct lg_finding_pair {
    double difference; /* by how much the first is better, in the unit of the metric; NaN: no shared task and seed */
    double low, high;  /* its 95 % interval; NaN: none */
    bool decided;
} lg_finding_pair;

/* What was found. Choices without a finished run are `missing`; those that share no task and seed with the ones that
 * are compared are `left` out. */
typedef struct lg_finding {
    const char *where; /* "Beyond length 40" */
    const char *over;  /* what scores are means over, beside the unit: "mask"; "" */
    const char *on;    /* the only task, or row, of several that the choices share: "even_pairs"; "" */
    lg_metric_info metric;
    const char *const *choices;   /* [count], the best first; "": the only one has no name */
    size_t count, top;            /* the first of them, which stand above the others; 0: others are compared with it */
    const char *shared;           /* what those at the top have and no others: "positions randomized"; NULL: nothing */
    const lg_finding_pair *pairs; /* [top, count - top]; where all score alike, that of the first with each other, and
                                     of each other with the first where these are compared with it */
    double score, low, high;      /* of the best, in the unit of the metric */
    const char *unit;             /* what intervals are over: "seed", "task" */
    size_t units[2];              /* the fewest and the most of a pair, or of the only choice */
    size_t needed;                /* the least number of units that could decide, where there are fewer; 0 */
    bool whole;                   /* an interval is all that differences can be: none is told */
    const char *const *missing;   /* [missing_count] */
    size_t missing_count;
    const char *const *left; /* [left_count] */
    size_t left_count;
    size_t done, planned;            /* runs */
    const struct lg_finding *places; /* [place_count]: the same pairs `on` each task, where these are few */
    size_t place_count;
} lg_finding;

/* One sentence, from the arena. NULL: out of memory. */
const char *lg_finding_words(const lg_finding *a, lg_arena *arena);

/* The sentence about these arms, of whose `planned` runs so many are done. blocks: names of the axes whose labels are
 * the blocks of the arms; "". */
const char *lg_finding_of_arms(const lg_report *r, const lg_arms *x, size_t done, size_t planned, const char *blocks);
#endif
