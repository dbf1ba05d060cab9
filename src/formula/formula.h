/* formula.h: formulas that users write as one line of text, such as "-exp(s) * abs(d)^0.5". Formulas are evaluated and
 * differentiated. A formula is used at a place, such as the attention bias, which defines the operands of the formula.
 * It may have trained parameters. It is parsed once, into a program of steps over registers (program.h). Runs store the
 * canonical text of the formula.
 *
 * Precedence from lowest to highest: or; and; not; comparisons (0 or 1); + -; * /; unary -; ^ (right-associative). All
 * other binary operators are left-associative. Arithmetic is in double. */
#ifndef LG_FORMULA_FORMULA_H
#define LG_FORMULA_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"

/* An operand of the formulas at a place. fixed: the value is known when the model is built, so the operand may be used
 * in the count of a sum. */
typedef struct lg_operand {
    const char *name, *help;
    bool fixed;
} lg_operand;

/* A place where formulas are used. */
typedef struct lg_formula_place {
    const char *key;            /* key of the formula's option, for messages: "encoding.bias" */
    const char *parameters_key; /* key of the option for parameters; NULL: there is none */
    const char *numbers_key;    /* key of the option for numbers; NULL: there is none */
    const lg_operand *operands; /* ends with zeros */
    /* The reason why parameters are not allowed, such as "a mask is not trained"; NULL: they are allowed. */
    const char *no_parameters;
    bool no_sums;
} lg_formula_place;

typedef enum lg_formula_distribution {
    LG_DISTRIBUTION_NUMBER,
    LG_DISTRIBUTION_NORMAL,
    LG_DISTRIBUTION_UNIFORM
} lg_formula_distribution;

/* A trained parameter, such as "w[head, 32] = normal(0, 0.02)" or "r[head] = uniform(0, 2) >= 0.01". */
typedef struct lg_formula_parameter {
    const char *name;
    bool by_head;
    int count; /* number of elements, per head if by_head; 0: a scalar without an index */
    lg_formula_distribution distribution;
    double first, second; /* number: its value; normal: mean and standard deviation; uniform: bounds */
    double least, most;   /* bounds enforced in training; infinite: no bound */
} lg_formula_parameter;

/* A named number that an option sets, such as "rate = 0.5". */
typedef struct lg_formula_number {
    const char *name;
    double value;
} lg_formula_number;

enum { LG_FORMULA_OPERANDS = 16, LG_FORMULA_PARAMETERS = 16, LG_FORMULA_STEPS = 500, LG_FORMULA_ROUNDS = 4096 };
enum { LG_FORMULA_GIVEN = 8 };

/* The texts from which a formula is parsed. */
typedef struct lg_formula_source {
    const lg_formula_place *place;
    const char *text;
    /* Declarations separated by semicolons; NULL or "": there are none. The initial value of a parameter may be the
     * name of a number in `given`. */
    const char *parameters;
    const char *numbers; /* declarations of numbers that are not trained: "rate = 0.5 >= 0; width = 64" */
    lg_formula_number given[LG_FORMULA_GIVEN]; /* more numbers, from the options of an entry; ends with zeros */
} lg_formula_source;

typedef struct lg_program lg_program; /* program.h */

typedef struct lg_formula {
    const lg_formula_place *place;
    lg_formula_parameter parameters[LG_FORMULA_PARAMETERS], numbers[LG_FORMULA_PARAMETERS];
    int parameter_count, number_count;
    lg_formula_number given[LG_FORMULA_GIVEN];
    const lg_program *program;
} lg_formula;

/* Parses a formula. NULL: out of memory, or LG_USAGE; the message then contains the position of the mistake, and what
 * was expected there. */
const lg_formula *lg_formula_parse(const lg_formula_source *s, lg_arena *arena, lg_error *err);
bool lg_formula_check(const lg_formula_source *s, lg_error *err); /* does it parse? */
/* Checks that the formula parses. If a user wrote the formula (numbers is not NULL), also checks that it is finite for
 * all values of the first operand in this range. Parameters have their initial values. */
typedef struct lg_formula_range {
    double low, high, step;
    double fixed[LG_FORMULA_OPERANDS]; /* values of the other operands */
    int heads;                         /* number of heads; 0: the second operand is not the head */
} lg_formula_range;
bool lg_formula_check_finite(const lg_formula_source *s, const lg_formula_range *r, lg_error *err);
/* Returns the canonical text of a formula or of declarations, which the caller frees; "" for an empty text. Names are
 * not resolved. NULL: as for lg_formula_parse. */
char *lg_formula_canonical(const lg_formula_place *place, const char *text, lg_error *err);
char *lg_formula_canonical_parameters(const lg_formula_place *place, const char *text, lg_error *err);
char *lg_formula_canonical_numbers(const lg_formula_place *place, const char *text, lg_error *err);
/* A formula as a product factor * rest. `factor` has no parameters, and is one number per head. If the formula has no
 * such factor, `factor` is NULL and `rest` is the whole formula. by_head: does the rest differ between heads? */
typedef struct lg_formula_parts {
    const lg_formula *factor, *rest;
    bool by_head;
} lg_formula_parts;
/* Splits a formula at lg_formula_bias. Returns false if memory runs out. */
bool lg_formula_split(const lg_formula *f, lg_arena *arena, lg_formula_parts *out);
/* Checks that no sum has more than LG_FORMULA_ROUNDS terms with these operands, in any head (heads 0: the place has no
 * heads). The number of terms depends only on fixed operands. */
bool lg_formula_check_rounds(const lg_formula *f, const double *operands, int heads, lg_arena *arena, lg_error *err);
bool lg_formula_is_same(const lg_formula *a, const lg_formula *b); /* same steps and shapes of parameters? */
bool lg_formula_reads(const lg_formula *f, int operand);           /* does its value depend on the operand? */
bool lg_formula_names(const char *text, const char *name);         /* does the text contain this name? */
static inline size_t lg_formula_size(const lg_formula_parameter *p, int heads) { /* number of elements */
    return (size_t)(p->by_head ? heads : 1) * (size_t)(p->count ? p->count : 1);
}

/* Defines the `read` hooks of the three options of an entry: read_text, read_parameters and read_numbers. */
#define LG_FORMULA_READ(name, canonical, place)                                                                        \
    static char *name(const char *text, lg_error *err) {                                                               \
        return canonical(&(place), text, err);                                                                         \
    }
#define LG_FORMULA_READ_TEXT(place)       LG_FORMULA_READ(read_text, lg_formula_canonical, place)
#define LG_FORMULA_READ_PARAMETERS(place) LG_FORMULA_READ(read_parameters, lg_formula_canonical_parameters, place)
#define LG_FORMULA_READ_NUMBERS(place)    LG_FORMULA_READ(read_numbers, lg_formula_canonical_numbers, place)

/* The options AXIS.parameters and AXIS.numbers, whose values are declarations. The remaining arguments initialize more
 * members of lg_option. */
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

extern const lg_formula_place *const lg_formula_places[]; /* ends with NULL */
/* The bias added to the attention logit of a query and a key. */
extern const lg_formula_place lg_formula_bias;
enum { LG_BIAS_D, LG_BIAS_HEAD, LG_BIAS_HEADS, LG_BIAS_DK, LG_BIAS_T, LG_BIAS_P_I, LG_BIAS_P_J, LG_BIAS_OPERANDS };
/* The rotation of a column pair of queries and keys, in radians per position. */
extern const lg_formula_place lg_formula_frequency;
enum { LG_FREQUENCY_K, LG_FREQUENCY_R, LG_FREQUENCY_T };
/* The factor on the logits of a query. */
extern const lg_formula_place lg_formula_scale;
enum { LG_SCALE_N, LG_SCALE_HEAD, LG_SCALE_HEADS, LG_SCALE_DK };
/* The attention mask: a query attends to the keys for which the formula is not 0. */
extern const lg_formula_place lg_formula_mask;
enum { LG_MASK_I, LG_MASK_J };
/* The activation of the channel mixer. */
extern const lg_formula_place lg_formula_mixer;
enum { LG_MIXER_X };
/* The factor on the learning rate at a step. */
extern const lg_formula_place lg_formula_schedule;
enum { LG_SCHEDULE_STEP, LG_SCHEDULE_STEPS, LG_SCHEDULE_WIDTH };

/* The bucket of a distance (Raffel et al. 2020). Distances below count / 2 have a bucket each: |d|. Larger distances up
 * to `longest` have buckets whose sizes grow exponentially. All distances beyond `longest` are in the last bucket. */
int lg_formula_bucket(double d, int count, double longest);

#endif
