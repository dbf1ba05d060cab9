/* formula.h: one line of text that the engine evaluates and differentiates: "-exp(s) * abs(d)^0.5". A formula stands at
 * a place, which says what its names mean (operands); it may own trained parameters. It is parsed once, into a program
 * of steps over registers (program.h), and printed in one canonical way, which is what a run stores.
 *
 * From loose to tight: or; and; not; comparisons (0 or 1); + -; * /; - in front; ^ (from the right). Operations are
 * evaluated from left to right, in double. */
#ifndef LG_FORMULA_FORMULA_H
#define LG_FORMULA_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* A name that a place gives. fixed: it is known when the model is built, and may bound a sum. */
typedef struct lg_operand {
    const char *name, *help;
    bool fixed;
} lg_operand;

/* Where a formula stands. */
typedef struct lg_formula_place {
    const char *key;            /* the option, for messages: "encoding.bias" */
    const char *parameters_key; /* that of its parameters; NULL: it owns none */
    const lg_operand *operands; /* ends with zeros */
    const char *no_parameters;  /* why it owns none: "a mask is not trained"; NULL: it may */
    bool no_sums;
} lg_formula_place;

typedef enum lg_formula_law { LG_LAW_NUMBER, LG_LAW_NORMAL, LG_LAW_UNIFORM } lg_formula_law;

/* "w[head, 32] = normal(0, 0.02)" */
typedef struct lg_formula_parameter {
    const char *name;
    bool by_head;
    int count; /* numbers of it, or of each head; 0: one, which has no index */
    lg_formula_law law;
    double first, second; /* the number; mean and deviation; bounds */
} lg_formula_parameter;

enum { LG_FORMULA_OPERANDS = 16, LG_FORMULA_PARAMETERS = 16, LG_FORMULA_STEPS = 500, LG_FORMULA_ROUNDS = 4096 };

typedef struct lg_program lg_program; /* program.h */

typedef struct lg_formula {
    const lg_formula_place *place;
    const char *text;            /* canonical */
    const char *parameters_text; /* likewise; "": none */
    lg_formula_parameter parameters[LG_FORMULA_PARAMETERS];
    int parameter_count;
    const lg_program *program;
} lg_formula;

/* NULL: LG_USAGE, with the character of the mistake and what would be right; or out of memory. parameters: declarations
 * between semicolons, or "". */
const lg_formula *lg_formula_parse(const lg_formula_place *place, const char *text, const char *parameters,
                                   lg_arena *arena, lg_error *err);
/* The canonical text of a formula, or of declarations, whose names are not looked up yet; to be freed. NULL: as above.
 */
char *lg_formula_canonical(const lg_formula_place *place, const char *text, lg_error *err);
char *lg_formula_canonical_parameters(const lg_formula_place *place, const char *text, lg_error *err);
bool lg_formula_reads(const lg_formula *f, const char *operand); /* does its value depend on it? */

extern const lg_formula_place *const lg_formula_places[]; /* all of them; ends with NULL */
/* Where attention gets a bias for each pair of a query and a key. */
extern const lg_formula_place lg_formula_bias;
enum { LG_BIAS_D, LG_BIAS_HEAD, LG_BIAS_HEADS };
/* What the learning rate is multiplied with at a step. */
extern const lg_formula_place lg_formula_schedule;
enum { LG_SCHEDULE_STEP, LG_SCHEDULE_STEPS, LG_SCHEDULE_WIDTH };

/* The bucket of a distance (Raffel et al. 2020): |d| below count / 2, then buckets that grow exponentially up to the
 * distance `longest`; all beyond share the last one. */
int lg_formula_bucket(double d, int count, double longest);

#endif
