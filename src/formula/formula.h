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
    const char *numbers_key;    /* that of its numbers; NULL: it has none */
    const lg_operand *operands; /* ends with zeros */
    const char *no_parameters;  /* why it owns none: "a mask is not trained"; NULL: it may */
    bool no_sums;
} lg_formula_place;

typedef enum lg_formula_law { LG_LAW_NUMBER, LG_LAW_NORMAL, LG_LAW_UNIFORM } lg_formula_law;

/* "w[head, 32] = normal(0, 0.02)", "r[head] = uniform(0, 2) >= 0.01" */
typedef struct lg_formula_parameter {
    const char *name;
    bool by_head;
    int count; /* numbers of it, or of each head; 0: one, which has no index */
    lg_formula_law law;
    double first, second; /* the number; mean and deviation; bounds */
    double least, most;   /* what training keeps it between; infinite: it is free */
} lg_formula_parameter;

/* A number that has a name: an option, "rate = 0.5". */
typedef struct lg_formula_number {
    const char *name;
    double value;
} lg_formula_number;

enum { LG_FORMULA_OPERANDS = 16, LG_FORMULA_PARAMETERS = 16, LG_FORMULA_STEPS = 500, LG_FORMULA_ROUNDS = 4096 };
enum { LG_FORMULA_GIVEN = 8 };

/* What a formula is made of. */
typedef struct lg_formula_source {
    const lg_formula_place *place;
    const char *text;
    /* Declarations between semicolons; NULL or "": none. What they begin with may be the name of a given number. */
    const char *parameters;
    const char *numbers; /* likewise, of numbers that are not trained: "rate = 0.5 >= 0; width = 64" */
    lg_formula_number given[LG_FORMULA_GIVEN]; /* further ones, which an entry has as options; ends with zeros */
} lg_formula_source;

typedef struct lg_program lg_program; /* program.h */

typedef struct lg_formula {
    const lg_formula_place *place;
    lg_formula_parameter parameters[LG_FORMULA_PARAMETERS], numbers[LG_FORMULA_PARAMETERS];
    int parameter_count, number_count;
    lg_formula_number given[LG_FORMULA_GIVEN];
    const lg_program *program;
} lg_formula;

/* NULL: LG_USAGE, with the character of the mistake and what would be right; or out of memory. */
const lg_formula *lg_formula_parse(const lg_formula_source *s, lg_arena *arena, lg_error *err);
bool lg_formula_check(const lg_formula_source *s, lg_error *err); /* would it be parsed? */
/* The same of one that a user wrote (numbers is not NULL), and is it finite wherever the first operand has these
 * values, and parameters what they begin with? */
typedef struct lg_formula_range {
    double low, high, step;
    double fixed[LG_FORMULA_OPERANDS]; /* of the other operands */
    int heads;                         /* of a place that has them, as the second operand; 0: it has none */
} lg_formula_range;
bool lg_formula_check_finite(const lg_formula_source *s, const lg_formula_range *r, lg_error *err);
/* The canonical text of a formula, or of declarations, whose names are not looked up yet; to be freed. Where there is
 * no text it is "". NULL: as above. */
char *lg_formula_canonical(const lg_formula_place *place, const char *text, lg_error *err);
char *lg_formula_canonical_parameters(const lg_formula_place *place, const char *text, lg_error *err);
char *lg_formula_canonical_numbers(const lg_formula_place *place, const char *text, lg_error *err);
/* Parts of a formula that is a product of a number of each head, without parameters, and the rest: that number, and the
 * rest. Else `factor` is NULL, and the rest is all. False: out of memory. rest->by_head: it differs between heads. */
typedef struct lg_formula_parts {
    const lg_formula *factor, *rest;
    bool by_head;
} lg_formula_parts;
/* Of lg_formula_bias. */
bool lg_formula_split(const lg_formula *f, lg_arena *arena, lg_formula_parts *out);
/* Are the counts of its sums within LG_FORMULA_ROUNDS, where operands have these numbers, for all heads (0: the place
 * has none)? Counts depend on those alone that are fixed. */
bool lg_formula_check_rounds(const lg_formula *f, const double *operands, int heads, lg_arena *arena, lg_error *err);
bool lg_formula_is_same(const lg_formula *a, const lg_formula *b); /* the same steps, of parameters alike? */
bool lg_formula_reads(const lg_formula *f, int operand);           /* does its value depend on it? */
bool lg_formula_names(const char *text, const char *name);         /* does a name stand in the text? */
static inline size_t lg_formula_size(const lg_formula_parameter *p, int heads) { /* numbers of it, in all */
    return (size_t)(p->by_head ? heads : 1) * (size_t)(p->count ? p->count : 1);
}

/* `read` of the options of an entry: read_text, read_parameters and read_numbers. */
#define LG_FORMULA_READ(name, canonical, place)                                                                        \
    static char *name(const char *text, lg_error *err) {                                                               \
        return canonical(&(place), text, err);                                                                         \
    }
#define LG_FORMULA_READ_TEXT(place)       LG_FORMULA_READ(read_text, lg_formula_canonical, place)
#define LG_FORMULA_READ_PARAMETERS(place) LG_FORMULA_READ(read_parameters, lg_formula_canonical_parameters, place)
#define LG_FORMULA_READ_NUMBERS(place)    LG_FORMULA_READ(read_numbers, lg_formula_canonical_numbers, place)

/* The options that hold declarations: AXIS.parameters and AXIS.numbers, with further members of lg_option. */
#define LG_OPTION_FORMULA_PARAMETERS(axis, ...)                                                                        \
    {                                                                                                                  \
        .name = axis ".parameters", .type = LG_TEXT, .fallback = "",                                                   \
        .help = "trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, "                   \
                "32] = normal(0, 0.02)",                                                                               \
        .read = read_parameters, __VA_ARGS__                                                                           \
    }
#define LG_OPTION_FORMULA_NUMBERS(axis, ...)                                                                           \
    {                                                                                                                  \
        .name = axis ".numbers", .type = LG_TEXT, .fallback = "",                                                      \
        .help = "constants of the formula, separated by semicolons: rate = 0.5; width = 64", .read = read_numbers,     \
        __VA_ARGS__                                                                                                    \
    }

extern const lg_formula_place *const lg_formula_places[]; /* all of them; ends with NULL */
/* Where attention gets a bias for each pair of a query and a key. */
extern const lg_formula_place lg_formula_bias;
enum { LG_BIAS_D, LG_BIAS_HEAD, LG_BIAS_HEADS, LG_BIAS_DK, LG_BIAS_T, LG_BIAS_P_I, LG_BIAS_P_J, LG_BIAS_OPERANDS };
/* By how much a pair of columns of queries and keys turns from one position to the next. */
extern const lg_formula_place lg_formula_frequency;
enum { LG_FREQUENCY_K, LG_FREQUENCY_R, LG_FREQUENCY_T };
/* What the logits of a query are multiplied with. */
extern const lg_formula_place lg_formula_scale;
enum { LG_SCALE_N, LG_SCALE_HEAD, LG_SCALE_HEADS, LG_SCALE_DK };
/* Which keys a query sees: where it is not 0. */
extern const lg_formula_place lg_formula_mask;
enum { LG_MASK_I, LG_MASK_J };
/* The activation of the channel mixer. */
extern const lg_formula_place lg_formula_mixer;
enum { LG_MIXER_X };
/* What the learning rate is multiplied with at a step. */
extern const lg_formula_place lg_formula_schedule;
enum { LG_SCHEDULE_STEP, LG_SCHEDULE_STEPS, LG_SCHEDULE_WIDTH };

/* The bucket of a distance (Raffel et al. 2020): |d| below count / 2, then buckets that grow exponentially up to the
 * distance `longest`; all beyond share the last one. */
int lg_formula_bucket(double d, int count, double longest);

#endif
