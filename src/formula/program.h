/* program.h: a formula compiled to a list of steps. The result of step i is in register i. A program is evaluated for
 * up to LG_FORMULA_LANES inputs at a time, so a register has that many lanes, one number each. */
#ifndef LG_FORMULA_PROGRAM_H
#define LG_FORMULA_PROGRAM_H

#include <string.h>

#include "formula/formula.h"
#include "formula/tree.h"

enum { LG_FORMULA_LANES = 64 };
enum { LG_FORMULA_HEAD = 1 }; /* index of the operand `head`, at places that have it */

typedef enum lg_formula_step_kind {
    LG_DO_NUMBER,
    LG_DO_OPERAND,   /* a: index of the operand */
    LG_DO_PARAMETER, /* a: index of the parameter */
    LG_DO_INDEXED,   /* a: index of the parameter; b: the element, rounded down and clamped to its range */
    LG_DO_MINUS,     /* -a */
    LG_DO_NOT,
    LG_DO_BINARY, /* op of a and b */
    LG_DO_IF,     /* a ? b : c */
    LG_DO_MIN,
    LG_DO_MAX,
    LG_DO_BUCKET, /* bucket of distance a, with b buckets up to distance c */
    LG_DO_LOOP,   /* number of the iteration, from 0; the steps up to b, its LG_DO_SUM, run a times */
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

/* The functions of formulas with their numbers of arguments; ends with zeros. */
typedef struct lg_formula_function {
    const char *name;
    lg_formula_step_kind kind;
    int arguments;
} lg_formula_function;
extern const lg_formula_function lg_formula_functions[];

/* Bit 1, 2 or 4 is set if a, b or c is the index of a step that a step of this kind depends on. For a loop, b is its
 * sum, a later step. */
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

/* Bits of lg_program.depends: bit i for operand i, and these. */
enum { LG_BY_PARAMETER = 1 << LG_FORMULA_OPERANDS, LG_BY_HEAD_PARAMETER = LG_BY_PARAMETER << 1 };

struct lg_program {
    const lg_formula *formula;
    int count, result;
    lg_formula_step steps[LG_FORMULA_STEPS];
    unsigned depends[LG_FORMULA_STEPS];
    bool trained[LG_FORMULA_STEPS]; /* has a derivative with respect to a parameter */
};
void lg_program_trace(lg_program *p); /* computes depends and trained of a complete program */

/* Operands and parameters for up to LG_FORMULA_LANES evaluations. */
typedef struct lg_formula_input {
    int lanes;
    struct {
        const double *at;
        bool varies; /* one number for each lane, else one for all lanes */
    } operand[LG_FORMULA_OPERANDS];
    const double *parameter[LG_FORMULA_PARAMETERS]; /* values for the current head */
    double *gradient[LG_FORMULA_PARAMETERS];        /* accumulates; same shape as parameter */
    /* other_head: the previous run with this work memory differs only in the head, so steps that do not depend on the
     * head keep their values. */
    bool other_head;
} lg_formula_input;

/* Size of the work memory, in doubles, for a run and its reverse. */
size_t lg_program_work(const lg_program *p);
void lg_program_run(const lg_program *p, const lg_formula_input *in, double *work, double *out); /* out[lanes] */
/* After a run with the same work memory: adds dout times the derivative with respect to each parameter to the
 * parameter's gradient. A zero adjoint contributes exactly 0, so a branch that was not taken never yields 0 times
 * infinity. */
void lg_program_reverse(const lg_program *p, const lg_formula_input *in, double *work, const double *dout);
/* Evaluates a program without parameters for `count` values of one operand, with all other operands at fixed
 * [operands]. out may be `at`. */
void lg_program_values(const lg_program *p, const double *fixed, int operand, const double *at, int count, double *work,
                       double *out);
/* After a run with the same work memory: the derivatives with respect to an operand. For programs without sums. */
void lg_program_slopes(const lg_program *p, const lg_formula_input *in, int operand, double *work, double *slopes);

#endif
