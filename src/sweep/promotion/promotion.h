/* promotion.h: which runs of a sweep go on. Runs are compared at rungs, numbers of steps after which all of them have a
 * validation; a rule says how many of the best are promoted, and the others are stopped. One file per rule, one line in
 * promotions.def. A rung is decided when all its runs have reached it or have ended (synchronous rungs, as of Jamieson
 * & Talwalkar 2016 and of the brackets of Li et al. 2018, Hyperband), and so depends on scores alone. Asynchronous
 * rules (Li et al. 2020, ASHA) compare a run with those that happen to be there: they wait for nobody, and their
 * results depend on the number and the speed of workers. */
#ifndef LG_SWEEP_PROMOTION_PROMOTION_H
#define LG_SWEEP_PROMOTION_PROMOTION_H

#include "base/arena.h"
#include "base/registry.h"
#include "config/values.h"

struct lg_pair;

#define LG_RUNGS_MAX 32 /* of a sweep */

typedef struct lg_promotion {
    LG_ENTRY;                                   /* options: what its part of the sweep file takes */
    const char *part;                           /* of the sweep file; NULL: it has none */
    size_t (*keep)(double factor, size_t runs); /* how many of the runs of a rung go on */
} lg_promotion;

enum {
#define PROMOTION(name) LG_PROMOTION_##name,
#include "sweep/promotion/promotions.def"
#undef PROMOTION
    LG_PROMOTIONS
};
extern const lg_promotion *const lg_promotions[]; /* ends with NULL */
const lg_promotion *lg_promotion_find(const char *name);

/* The rule of a plan. */
typedef struct lg_promotion_rule {
    const lg_promotion *kind;
    const struct lg_pair *settings; /* [setting_count]: its options, as they were written */
    size_t setting_count;
    const int *rungs; /* [rung_count]: steps, ascending */
    size_t rung_count;
    double factor;
    const char *within; /* names of axes with commas: runs are compared with those that have the same labels on them */
} lg_promotion_rule;

lg_promotion_rule lg_promotion_rule_all(void);
/* Reads settings, which have to live as long as the arena. */
bool lg_promotion_rule_read(const lg_promotion *kind, const struct lg_pair *settings, size_t count, lg_arena *arena,
                            lg_promotion_rule *out, lg_error *err);
/* Has every run with this config a validation with a score at each rung, and steps beyond the last one? */
bool lg_promotion_rule_suits(const lg_promotion_rule *r, const lg_values *config, lg_error *err);
/* Are runs with this config compared by scores on the test set? */
bool lg_promotion_rule_reads_tests(const lg_promotion_rule *r, const lg_values *config);
/* The expected part of `steps` that is trained of a run; of all runs those that come to their end. */
double lg_promotion_rule_share(const lg_promotion_rule *r, int64_t steps);
double lg_promotion_rule_survivors(const lg_promotion_rule *r);
/* "halving at steps 100, 300 by a factor of 3"; "": all go on. NULL: out of memory. */
const char *lg_promotion_rule_words(const lg_promotion_rule *r, lg_arena *arena);

#endif
