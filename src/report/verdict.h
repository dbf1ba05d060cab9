/* verdict.h: the rules that decide whether a claim holds, is refuted at this size, or stays undecided. lg_verdict_rules
 * states them in words, for the page of claims; test/unit/test_verdict.c tests them by simulation.
 *
 * First measure all claims of a family, then correct their p-values together, then decide each. */
#ifndef LG_REPORT_VERDICT_H
#define LG_REPORT_VERDICT_H

#include "report/inference.h"

typedef enum lg_expectation {
    LG_EXPECT_ABOVE, /* the mean difference is above the margin */
    LG_EXPECT_WITHIN /* it lies within -margin..margin */
} lg_expectation;

typedef struct lg_verdict_rule {
    lg_expectation expectation;
    double margin;
    lg_effect_unit unit; /* that decides */
    const int *looks; /* [look_count], ascending: seeds at which a verdict may be given; none: any number, one look */
    size_t look_count;
    double solved; /* a seed with this score or more solves its task; NaN: seeds are not counted so */
} lg_verdict_rule;

/* Pairs of runs. A stratum holds pairs that differ in their seed alone; a task holds one stratum or several. */
typedef struct lg_evidence {
    const double *differences;    /* [count] */
    const double *a, *b;          /* [count]: the scores */
    const size_t *tasks, *strata; /* [count], both ascending */
    size_t count;
    size_t seeds[2]; /* the fewest and the most of a stratum */
    size_t alone;    /* runs without a partner in the other arm */
    double estimate; /* what the differences are pseudo-values of; NaN: their mean */
} lg_evidence;

/* Why there is no verdict. */
typedef enum lg_undecided {
    LG_OPEN_NOT,      /* there is one */
    LG_OPEN_EMPTY,    /* no pairs */
    LG_OPEN_UNEVEN,   /* strata differ in their number of seeds, or runs lack a partner */
    LG_OPEN_LOOK,     /* a different number of seeds from the looks */
    LG_OPEN_BIMODAL,  /* some seeds solve a task and others do not, and the claim is about a size */
    LG_OPEN_SEEDS,    /* shares of solved seeds need four seeds an arm */
    LG_OPEN_UNITS,    /* one unit */
    LG_OPEN_WIDTH,    /* all units have the same difference */
    LG_OPEN_P,        /* the interval is on the expected side, p is not below the level */
    LG_OPEN_INTERVAL, /* the interval has both sides */
    LG_OPENS
} lg_undecided;

#define LG_NO_TASK ((size_t)-1)

typedef struct lg_ruling {
    lg_verdict verdict;
    lg_undecided open;
    double level;             /* of this look */
    lg_effect effects[2];     /* by lg_effect_unit */
    lg_interval intervals[2]; /* of 95 %, by lg_effect_unit; not corrected for anything */
    lg_interval bootstrap;    /* over tasks */
    double p, corrected;      /* within the family */
    double least;             /* the smallest p that so many pairs can reach */
    bool by_shares;           /* p compares shares of solved seeds */
    lg_verdict side;          /* by shares: which arm solves more */
    lg_solved solved;         /* of all tasks */
    size_t seeds, strata;     /* of a stratum, the fewest */
    size_t exception;         /* the task farthest on the other side, as in the evidence; LG_NO_TASK: none is there */
    double exception_mean;
    size_t against;       /* how many tasks are on the other side */
    lg_needed more_seeds; /* seeds of a stratum that would decide with a power of 80 %; infinite: none would */
    lg_needed more_tasks; /* likewise with so many seeds; NaN by seed */
} lg_ruling;

bool lg_ruling_measure(const lg_verdict_rule *rule, const lg_evidence *e, lg_key key,
                       lg_ruling *out); /* false: out of memory */
/* corrected: p, corrected for its family. comparisons: rulings that have to hold together for one claim. */
void lg_ruling_decide(const lg_verdict_rule *rule, const lg_evidence *e, double corrected, size_t comparisons,
                      lg_ruling *r);

/* The bootstrap, and what would decide. False: out of memory. */
bool lg_ruling_explain(const lg_verdict_rule *rule, const lg_evidence *e, lg_key key, lg_ruling *r);

extern const char *const lg_verdict_rules[]; /* in words, one rule each; ends with NULL */

#endif
