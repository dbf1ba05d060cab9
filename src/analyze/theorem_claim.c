/* theorem_claim.c: checks the claims of theorem.h: compares the largest error of each claim with a bound on the
 * rounding error. */
#include <math.h>

#include "analyze/theorem.h"
#include "api/theorem.h"

/* Finds the largest error (ties: the first). NaN is worse than any number. */
static void measure_error(lg_theorem_claim *c) {
    c->error = -1;
    for (size_t i = 0; i < c->rows * c->columns; i++) {
        if (isnan(c->wanted[i])) continue;
        const double error = fabs(c->found[i] - c->wanted[i]);
        if (!(error > c->error) && !isnan(error)) continue;
        c->error = error;
        c->row = i / c->columns;
        c->column = i % c->columns;
        if (isnan(error)) return;
    }
}

/* Numbers of tokens up to which rounding errors are small. Beyond FLOAT_LENGTH, claims in float32 are not decided. */
enum { DOUBLE_LENGTH = 512, FLOAT_LENGTH = 64 };

void lg_theorem_claim_numbers(const lg_theorem_proof *p, lg_theorem_claim c, lg_theorem_bound bound) {
    const bool exact = sizeof(real) == sizeof(double);
    const double growth = fmax(1, (double)p->options.length / (exact ? DOUBLE_LENGTH : FLOAT_LENGTH));
    c.theorem = p->number;
    c.tolerance = (exact ? bound.in_double : bound.in_float) * pow(growth, bound.power);
    c.decided = exact || growth <= 1 || bound.power <= 0;
    measure_error(&c);
    c.holds = c.error <= c.tolerance || (!c.decided && isfinite(c.error));
    p->each(p->user, &c);
}
