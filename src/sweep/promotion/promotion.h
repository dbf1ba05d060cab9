/* promotion.h: decides which runs of a sweep continue. Runs are compared at rungs: steps at which all of them have a
 * validation. A rule determines how many of the best are promoted; the others are stopped. Each rule has a file and a
 * line in promotions.def. Rungs are synchronous (Jamieson & Talwalkar 2016; the brackets of Li et al. 2018, Hyperband):
 * a rung is decided when all its runs have reached it or ended, so the decision depends only on scores. Asynchronous
 * rules (Li et al. 2020, ASHA) compare a run with those that have arrived before it. Such rules never wait, but their
 * results depend on the number and the speed of workers. */
#ifndef LG_SWEEP_PROMOTION_PROMOTION_H
#define LG_SWEEP_PROMOTION_PROMOTION_H

#include "base/arena.h"
#include "base/entry.h"
#include "config/values.h"

struct lg_pair;

#define LG_RUNGS_MAX 32 /* per sweep */

typedef struct lg_promotion {
    LG_ENTRY;                                   /* options: the keys of the rule's part in the sweep file */
    const char *part;                           /* the rule's key in the sweep file; NULL: none */
    size_t (*keep)(double factor, size_t runs); /* number of runs that a rung promotes */
} lg_promotion;

enum {
#define PROMOTION(name) LG_PROMOTION_##name,
#include "sweep/promotion/promotions.def"
#undef PROMOTION
    LG_PROMOTIONS
};
extern const lg_promotion *const lg_promotions[]; /* terminated by NULL */
const lg_promotion *lg_promotion_find(const char *name);

/* The rule of a plan with its settings. */
typedef struct lg_promotion_rule {
    const lg_promotion *kind;
    const struct lg_pair *settings; /* [setting_count]: its options, as written */
    size_t setting_count;
    const int *rungs; /* [rung_count]: steps, ascending */
    size_t rung_count;
    double factor;
    const char *within; /* axes separated by commas: runs with equal labels on them are compared */
} lg_promotion_rule;

lg_promotion_rule lg_promotion_rule_all(void);
/* Reads settings, which must live as long as the arena. */
bool lg_promotion_rule_read(const lg_promotion *kind, const struct lg_pair *settings, size_t count, lg_arena *arena,
                            lg_promotion_rule *out, lg_error *err);
/* Checks that a run with this config has a validation with a score at each rung, and has steps after the last rung. */
bool lg_promotion_rule_suits(const lg_promotion_rule *r, const lg_values *config, lg_error *err);
/* True if the rule compares runs with this config by test scores. */
bool lg_promotion_rule_reads_tests(const lg_promotion_rule *r, const lg_values *config);
/* lg_promotion_rule_share: the expected fraction of `steps` that a run trains. lg_promotion_rule_survivors: the
 * fraction of runs that train all steps. */
double lg_promotion_rule_share(const lg_promotion_rule *r, int64_t steps);
double lg_promotion_rule_survivors(const lg_promotion_rule *r);
/* "halving at steps 100, 300 by a factor of 3"; "" if no run is stopped. NULL: out of memory. */
const char *lg_promotion_rule_words(const lg_promotion_rule *r, lg_arena *arena);

#endif
