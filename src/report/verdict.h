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
    lg_effect_unit unit; /* the units that decide */
    /* [look_count]: numbers of seeds at which verdicts are given, ascending. If look_count is 0, a verdict can be given
     * at any number of seeds. */
    const int *looks;
    size_t look_count;
    double solved;  /* a seed with at least this score solves its task; NaN: solved seeds are not counted */
    double learned; /* the mean score of an arm must be at least this; 0: no condition */
} lg_verdict_rule;

/* Pairs of runs. A stratum holds pairs that differ only in their seed; a task has one or several strata. */
typedef struct lg_evidence {
    const double *differences;    /* [count] */
    const double *a, *b;          /* [count]: the scores */
    const size_t *tasks, *strata; /* [count], both ascending */
    size_t count;
    size_t seeds[2]; /* smallest and largest number in a stratum */
    size_t alone;    /* runs without a partner in the other arm */
    double estimate; /* the number that the differences are pseudo-values of; NaN: their mean is the effect */
} lg_evidence;

/* Why there is no verdict. */
typedef enum lg_undecided {
    LG_OPEN_NOT,      /* there is a verdict */
    LG_OPEN_EMPTY,    /* no pairs */
    LG_OPEN_UNEVEN,   /* strata differ in their number of seeds, or runs lack a partner */
    LG_OPEN_LOOK,     /* the number of seeds is none of the looks */
    LG_OPEN_LEARNED,  /* neither arm has learned: the mean scores of both are below `learned` */
    LG_OPEN_BIMODAL,  /* some seeds solve a task and others do not, and the claim is about the size of a difference */
    LG_OPEN_SEEDS,    /* a comparison of the shares of solved seeds needs four seeds per arm */
    LG_OPEN_UNITS,    /* there is only one unit */
    LG_OPEN_WIDTH,    /* all units have the same difference */
    LG_OPEN_P,        /* the interval is on the expected side, p is not below the level */
    LG_OPEN_INTERVAL, /* the interval includes the boundary */
    LG_OPENS
} lg_undecided;

#define LG_NO_TASK ((size_t)-1)

typedef struct lg_ruling {
    lg_verdict verdict;
    lg_undecided open;
    double level;             /* significance level of this look */
    lg_effect effects[2];     /* by lg_effect_unit */
    lg_interval intervals[2]; /* 95 %, by lg_effect_unit, uncorrected */
    lg_interval bootstrap;    /* over tasks */
    double p, corrected;      /* p value; the same, corrected within the family */
    double least;             /* smallest p that this number of pairs can reach */
    bool by_shares;           /* p compares shares of solved seeds */
    lg_verdict side;          /* if by_shares: LG_HOLDS if the first arm solves more, else LG_REFUTED */
    lg_solved solved;         /* summed over all tasks */
    size_t seeds, strata;     /* smallest number of seeds in a stratum; number of strata */
    size_t exception;         /* task, as in evidence, that is farthest from the expected side; LG_NO_TASK: none */
    double exception_mean;
    size_t against;       /* number of tasks that are not on the expected side */
    lg_needed more_seeds; /* seeds per stratum that would decide with a power of 80 %; infinite: no number would */
    lg_needed more_tasks; /* tasks that would decide with this number of seeds; NaN if seeds are the units */
} lg_ruling;

bool lg_ruling_measure(const lg_verdict_rule *rule, const lg_evidence *e, lg_key key,
                       lg_ruling *out); /* false: out of memory */
/* Sets the verdict. corrected: p, corrected within its family. comparisons: number of rulings that must all hold for
 * one claim. */
void lg_ruling_decide(const lg_verdict_rule *rule, const lg_evidence *e, double corrected, size_t comparisons,
                      lg_ruling *r);

/* Computes the bootstrap interval, and the numbers of seeds and tasks that would decide. Returns false if out of
 * memory. */
bool lg_ruling_explain(const lg_verdict_rule *rule, const lg_evidence *e, lg_key key, lg_ruling *r);

extern const char *const lg_verdict_rules[]; /* in words, one rule each; ends with NULL */

#endif
