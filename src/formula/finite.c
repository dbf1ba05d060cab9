/* finite.c: checks that a formula is finite wherever it will be evaluated. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formula/program.h"

/* The check is in float, because some programs compute in float. */
static bool is_finite(double x) {
    return isfinite((float)x);
}

/* Finds the step where a non-finite value first occurs. For an `if`, only the chosen branch is searched. */
static int find_culprit(const lg_program *p, const double *work, int lane, int i) {
    const lg_formula_step *s = &p->steps[i];
    const int from[] = {s->a, s->b, s->c};
    if (s->kind == LG_DO_SUM) return i;
    if (s->kind == LG_DO_IF)
        return find_culprit(p, work, lane, work[s->a * LG_FORMULA_LANES + lane] != 0 ? s->b : s->c);
    for (int k = 2; k >= 0; k--)
        if (lg_formula_step_reads(s->kind) >> k & 1 && !is_finite(work[from[k] * LG_FORMULA_LANES + lane]))
            return find_culprit(p, work, lane, from[k]);
    return i;
}

static const char *name_of(lg_formula_step_kind kind) {
    const lg_formula_function *f = lg_formula_functions;
    while (f->name && f->kind != kind) f++;
    return f->name ? f->name : "";
}

/* Describes the step of find_culprit, for example "sqrt(-1)". */
static void describe(const lg_program *p, const double *work, int lane, char *out, size_t size) {
    const lg_formula_step *s = &p->steps[find_culprit(p, work, lane, p->result)];
    const double x = work[s->a * LG_FORMULA_LANES + lane], y = work[s->b * LG_FORMULA_LANES + lane];
    if (s->kind == LG_DO_BINARY)
        snprintf(out, size, "%g %s %g", x, lg_operator_text[s->op], y);
    else
        snprintf(out, size, "%s(%g)", name_of(s->kind), x);
}

/* Sets each parameter to its initial value, or to the mean of its random initial values. Returns false if memory runs
 * out. */
static bool set_parameters(const lg_formula *f, int heads, lg_arena *arena, lg_formula_input *in) {
    for (int i = 0; i < f->parameter_count; i++) {
        const lg_formula_parameter *p = &f->parameters[i];
        const size_t n = lg_formula_size(p, heads);
        double *at = lg_arena_alloc(arena, n * sizeof *at);
        if (!at) return false;
        for (size_t k = 0; k < n; k++)
            at[k] = p->distribution == LG_DISTRIBUTION_UNIFORM ? (p->first + p->second) / 2 : p->first;
        in->parameter[i] = at;
    }
    return true;
}

/* Fails if the formula is not finite in one of these lanes. */
static bool try_lanes(const lg_formula *f, const lg_formula_input *in, double *work, lg_error *err) {
    double out[LG_FORMULA_LANES];
    lg_program_run(f->program, in, work, out);
    for (int l = 0; l < in->lanes; l++) {
        char words[64];
        if (is_finite(out[l])) continue;
        describe(f->program, work, l, words, sizeof words);
        const char *name = f->place->operands[0].name;
        const bool negative = *words == '-' || strstr(words, "(-"); /* distances to later tokens are negative */
        return lg_fail_keys(err, f->place->key,
                            "%s: at %s = %g the value is not finite: %s (use %s%s%sif(c, a, b) there)", f->place->key,
                            name, in->operand[0].at[l], words, negative ? "abs(" : "", negative ? name : "",
                            negative ? ") or " : "");
    }
    return true;
}

static bool probe(const lg_formula *f, const lg_formula_range *r, lg_arena *arena, lg_error *err) {
    lg_formula_input in = {0};
    double place[LG_FORMULA_LANES], head = 0;
    double *work = lg_arena_alloc(arena, lg_program_work(f->program) * sizeof *work);
    if (!work || !set_parameters(f, r->heads, arena, &in)) return lg_fail(err, LG_FAILED, "out of memory: a formula");
    for (int i = 0; f->place->operands[i].name; i++) in.operand[i].at = &r->fixed[i];
    in.operand[0].at = place, in.operand[0].varies = true;
    if (r->heads > 0) in.operand[LG_FORMULA_HEAD].at = &head;
    const bool by_head = r->heads > 0 && lg_formula_reads(f, LG_FORMULA_HEAD);
    for (head = 0; head == 0 || (by_head && head < r->heads); head++)
        for (double at = r->low; at <= r->high;) {
            for (in.lanes = 0; in.lanes < LG_FORMULA_LANES && at <= r->high; at += r->step) place[in.lanes++] = at;
            if (!try_lanes(f, &in, work, err)) return false;
        }
    return true;
}

bool lg_formula_check_finite(const lg_formula_source *s, const lg_formula_range *r, lg_error *err) {
    if (!s->numbers) return true; /* formulas that entries define are checked by tests */
    lg_arena *arena = lg_arena_new();
    const lg_formula *f = arena ? lg_formula_parse(s, arena, err) : NULL;
    const bool good = f ? probe(f, r, arena, err) : lg_fail(err, LG_FAILED, "out of memory: %s", s->place->key);
    lg_arena_free(arena);
    return good;
}
