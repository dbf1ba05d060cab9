/* claim.h: claims: hypotheses as files, and verdicts by rule from runs. For the program, which shares the library with
 * others: no part of its stable interface, but exported. */
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

/* A claim and what its runs say. Numbers that are not known are NaN. */
typedef struct lg_claim_result {
    const char *file, *name, *claim, *source, *sweep, *family;
    const char *runs;          /* where they were read; "" */
    const char *expect, *unit; /* "a - b > 0"; "points" */
    const char *units;         /* that decide: "task", "seed" */
    const char *verdict;       /* "holds", "refuted at this size", "undecided", "not measured" */
    const char *why;           /* it is undecided or not measured; "" */
    const char *decides;       /* what would decide it; "" */
    const char *a, *b;         /* labels of the arms; b is the least favourable of several */
    const char *exception;     /* the task farthest on the other side; "" */
    const char *line;          /* all of it in one line */
    const char *note, *reason; /* of the file */
    int status;                /* exit status */
    double effect, low, high;  /* with its 95 % interval over the deciding units */
    double seed_low, seed_high, task_low, task_high, bootstrap_low, bootstrap_high;
    double margin, p, corrected, least_p, level, exception_effect, hours;
    double share_a, share_b;      /* of seeds that solve, where shares were compared */
    double seeds_low, seeds_high; /* that would decide; infinite ones are null in JSON */
    double tasks_low, tasks_high;
    size_t tasks, seeds, pairs, against, comparisons, in_family;
} lg_claim_result;

/* Measures the claims of these files, and decides them within their families: of a single file, together with the
 * other files of its family in the same directory. runs: where all runs lie; NULL: where each file says, or where the
 * sweep that it names keeps them (lg_claim_place). Results are in the order of the files, and texts valid until the
 * claims are freed. */
typedef struct lg_claims lg_claims;
lg_status lg_claims_read(lg_context *c, const char *const *files, size_t count, const char *runs, lg_claims **out);
/* All *.yaml files of a directory, by name. */
lg_status lg_claims_read_all(lg_context *c, const char *dir, const char *runs, lg_claims **out);
void lg_claims_free(lg_claims *x); /* NULL is allowed */
size_t lg_claims_count(const lg_claims *x);
const lg_claim_result *lg_claims_at(const lg_claims *x, size_t i);
/* Writes PATH, Markdown, and the same as HTML beside it: html is its path, to be freed. */
lg_status lg_claims_write(lg_context *c, const lg_claims *x, const char *path, char **html);
/* The sweep that a file names, "" if none, and where it would be trained: sweeps/NAME. To be freed. */
lg_status lg_claim_sweep(lg_context *c, const char *file, char **sweep, char **dir);
/* Makes the directories of the planned runs that the claim's file of kept runs has, if there is one, and this sweep
 * lacks. */
lg_status lg_claim_restore(lg_context *c, const char *file, lg_sweep *s, size_t *count);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
