/* claim.h: decides claims (hypotheses in YAML files) from runs, by fixed rules. Exported for the program; not part of
 * the stable interface. */
#ifndef LG_API_CLAIM_H
#define LG_API_CLAIM_H

#include <stdbool.h>
#include <stddef.h>

#include "api/sweep.h"
#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Exit statuses of `lengthen claim`, beside those of lg_status. */
enum { LG_CLAIM_HOLDS = 0, LG_CLAIM_REFUTED = 10, LG_CLAIM_UNDECIDED = 11, LG_CLAIM_NOT_MEASURED = 12 };

/* A claim and its verdict. Unknown numbers are NaN. */
typedef struct lg_claim_result {
    const char *file, *name, *claim, *source, *sweep, *family;
    const char *runs;          /* file or directory of the runs; "": none */
    const char *expect, *unit; /* "a - b > 0"; "points" */
    const char *units;         /* units that decide: "task", "seed" */
    const char *verdict;       /* "holds", "refuted at this size", "undecided", "not measured" */
    const char *why;           /* reason if there is no verdict; otherwise "" */
    const char *decides;       /* the number of seeds or tasks that would decide the claim; "": none */
    const char *a, *b;         /* options of the two arms. If the claim has several arms b: the arm b whose mean effect
                                  is least favourable to the claim */
    const char *exception;     /* task with the largest effect against the claim; "": none */
    const char *line;          /* the whole result in one line */
    const char *note, *reason; /* texts of the claim file */
    int status;                /* exit status */
    double effect, low, high;  /* mean and 95 % interval over the deciding units */
    double seed_low, seed_high, task_low, task_high, bootstrap_low, bootstrap_high;
    double margin, p, corrected, least_p, level, exception_effect, hours;
    double share_a, share_b;      /* share of seeds that solve their task, if shares are compared */
    double seeds_low, seeds_high; /* seeds per cell that would decide the claim; infinite: no number would */
    double tasks_low, tasks_high;
    size_t tasks, seeds, pairs, against, comparisons, in_family;
} lg_claim_result;

/* Measures and decides the claims of these files. Files of the same family in the same directory are read too, for the
 * Holm correction. runs: file or directory of all runs. NULL: the runs of a claim are at the first existing path of
 * these three: `runs:` of the claim file, sweeps/NAME, doc/NAME/runs.jsonl.xz. NAME is the name of the claim's sweep.
 * Results are in the order of the files and valid until lg_claims_free. */
typedef struct lg_claims lg_claims;
lg_status lg_claims_read(lg_context *c, const char *const *files, size_t count, const char *runs, lg_claims **out);
/* Like lg_claims_read, for all *.yaml files of a directory, sorted by name. */
lg_status lg_claims_read_all(lg_context *c, const char *dir, const char *runs, lg_claims **out);
void lg_claims_free(lg_claims *x); /* NULL is allowed */
size_t lg_claims_count(const lg_claims *x);
const lg_claim_result *lg_claims_at(const lg_claims *x, size_t i);
/* Writes a Markdown page to PATH and the same page as HTML beside it. *html is the path of the HTML page; free it. */
lg_status lg_claims_write(lg_context *c, const lg_claims *x, const char *path, char **html);
/* The sweep that a claim file names ("": none) and the directory to train it in, sweeps/NAME. Free both. */
lg_status lg_claim_sweep(lg_context *c, const char *file, char **sweep, char **dir);
/* Copies runs from the claim's file of kept runs into the sweep. Copies only planned runs without a directory. *count:
 * number of runs copied. */
lg_status lg_claim_restore(lg_context *c, const char *file, lg_sweep *s, size_t *count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
