/* program.h: a formula compiled to a list of steps. The result of step i is in register i. A program is evaluated for
 * up to LG_FORMULA_LANES inputs at a time. A register therefore has LG_FORMULA_LANES lanes, with one number each. */
#ifndef LG_FORMULA_PROGRAM_H
#define LG_FORMULA_PROGRAM_H

#include <string.h>

#include "formula/formula.h"
#include "formula/tree.h"

enum { LG_FORMULA_LANES = 64 };
enum { LG_FORMULA_HEAD = 1 }; /* index of the operand `head` at places that have this operand */

typedef enum lg_formula_step_kind {
    LG_DO_NUMBER,
    LG_DO_OPERAND,   /* a: index of the operand */
    LG_DO_PARAMETER, /* a: index of the parameter */
    LG_DO_INDEXED,   /* a: index of the parameter; b: index of the element, rounded down and clamped */
    LG_DO_MINUS,     /* -a */
    LG_DO_NOT,
    LG_DO_BINARY, /* op of a and b */
    LG_DO_IF,     /* a ? b : c */
    LG_DO_MIN,
    LG_DO_MAX,
    LG_DO_BUCKET, /* bucket of distance a, with b buckets up to distance c */
    LG_DO_LOOP,   /* index of the iteration, from 0; a: number of iterations; b: the LG_DO_SUM that ends the loop */
    LG_DO_SUM,    /* sum of a over the iterations of loop b */
#define FUNCTION(name, value, slope, help) LG_DO_##name,
#include "formula/functions.inc"
    LG_STEP_KINDS
} lg_formula_step_kind;

typedef struct lg_formula_step {
    lg_formula_step_kind kind;
    lg_operator op;
    int a, b, c;
    double number;
} lg_formula_step;

/* The functions of formulas, and their numbers of arguments; ends with zeros. */
typedef struct lg_formula_function {
    const char *name;
    lg_formula_step_kind kind;
    int arguments;
} lg_formula_function;
extern const lg_formula_function lg_formula_functions[];

/* Which of a, b and c are indices of steps? Bit 1 is set for a, 2 for b and 4 for c. These steps come before this step,
 * and this step depends on them. Another index is not included: b of an LG_DO_LOOP is the index of its sum step, which
 * comes later. */
static inline unsigned lg_formula_step_reads(lg_formula_step_kind kind) {
    switch (kind) {
    case LG_DO_NUMBER:
    case LG_DO_OPERAND:
    case LG_DO_PARAMETER: return 0;
    case LG_DO_INDEXED: return 2;
    case LG_DO_BINARY:
    case LG_DO_MIN:
    case LG_DO_MAX:
    case LG_DO_LOOP:
    case LG_DO_SUM: return 1 | 2;
    case LG_DO_IF:
    case LG_DO_BUCKET: return 1 | 2 | 4;
    default: return 1;
    }
}

static inline bool lg_formula_step_is_same(const lg_formula_step *a, const lg_formula_step *b) {
    return a->kind == b->kind && a->op == b->op && a->a == b->a && a->b == b->b && a->c == b->c &&
           !memcmp(&a->number, &b->number, sizeof a->number);
}

/* Bits of lg_program.depends: bit i stands for operand i, and the bits of this enum for parameters. */
enum { LG_BY_PARAMETER = 1 << LG_FORMULA_OPERANDS, LG_BY_HEAD_PARAMETER = LG_BY_PARAMETER << 1 };

struct lg_program {
    const lg_formula *formula;
    int count, result;
    lg_formula_step steps[LG_FORMULA_STEPS];
    unsigned depends[LG_FORMULA_STEPS];
    bool trained[LG_FORMULA_STEPS]; /* does the step have a derivative with respect to a parameter? */
};
void lg_program_trace(lg_program *p); /* computes depends and trained of a complete program */

/* Operands and parameters for up to LG_FORMULA_LANES evaluations. */
typedef struct lg_formula_input {
    int lanes;
    struct {
        const double *at;
        bool varies; /* true: one number per lane; false: one number for all lanes */
    } operand[LG_FORMULA_OPERANDS];
    const double *parameter[LG_FORMULA_PARAMETERS]; /* values for the current head */
    double *gradient[LG_FORMULA_PARAMETERS];        /* derivatives are added; same shape as parameter */
    /* other_head: only the head differs from the previous run with this work memory. Steps that do not depend on the
     * head then keep their values. */
    bool other_head;
} lg_formula_input;

/* Size of the work memory for a run and its reverse, in doubles. */
size_t lg_program_work(const lg_program *p);
void lg_program_run(const lg_program *p, const lg_formula_input *in, double *work, double *out); /* out[lanes] */
/* Call after a run with the same work memory. Adds, for each parameter, dout times the derivative of the result to the
 * parameter's gradient. An adjoint of 0 contributes exactly 0. A branch that was not taken therefore never contributes
 * 0 times infinity. */
void lg_program_reverse(const lg_program *p, const lg_formula_input *in, double *work, const double *dout);
/* Evaluates a program without parameters for `count` values of one operand. All other operands have the values in
 * `fixed` [operands]. `out` and `at` may be the same array. */
void lg_program_values(const lg_program *p, const double *fixed, int operand, const double *at, int count, double *work,
                       double *out);
/* Call after a run with the same work memory. Computes the derivatives of the result with respect to an operand. The
 * program must not have sums. */
void lg_program_slopes(const lg_program *p, const lg_formula_input *in, int operand, double *work, double *slopes);

#endif
