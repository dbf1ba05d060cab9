/* parts.c: splits a formula into a product of two formulas: a factor that depends only on the head, and a remainder
 * that all heads may share. Also checks the number of terms of sums. */
#include <string.h>

#include "formula/program.h"

/* Marks a step and all steps that it depends on. */
static void mark(const lg_program *p, int i, bool *needed) {
    const lg_formula_step *s = &p->steps[i];
    const int from[] = {s->a, s->b, s->c};
    if (needed[i]) return;
    needed[i] = true;
    for (int k = 0; k < 3; k++)
        if (lg_formula_step_reads(s->kind) >> k & 1) mark(p, from[k], needed);
}

/* A copy of a step with renumbered inputs. */
static lg_formula_step moved(const lg_formula_step *s, const int *to) {
    const unsigned reads = lg_formula_step_reads(s->kind);
    lg_formula_step m = *s;
    if (reads & 1) m.a = to[s->a];
    if (reads & 2) m.b = to[s->b];
    if (reads & 4) m.c = to[s->c];
    return m;
}

/* A formula whose value is the result of a given step of f. It has the same parameters as f. */
static const lg_formula *part_of(const lg_formula *f, int result, lg_arena *arena) {
    const lg_program *p = f->program;
    bool needed[LG_FORMULA_STEPS] = {false};
    int to[LG_FORMULA_STEPS] = {0}, count = 0;
    lg_formula *part = lg_arena_alloc(arena, sizeof *part);
    lg_program *q = lg_arena_alloc(arena, sizeof *q);
    if (!part || !q) return NULL;
    mark(p, result, needed);
    for (int i = 0; i < p->count; i++)
        if (needed[i]) to[i] = count++;
    *part = *f;
    *q = (lg_program){.formula = part, .count = count, .result = to[result]};
    for (int i = 0; i < p->count; i++)
        if (needed[i]) q->steps[to[i]] = moved(&p->steps[i], to);
    lg_program_trace(q);
    part->program = q;
    return part;
}

bool lg_formula_split(const lg_formula *f, lg_arena *arena, lg_formula_parts *out) {
    enum { BY_HEAD = 1 << LG_BIAS_HEAD, BY_PLACE = 1 << LG_BIAS_D | 1 << LG_BIAS_P_I | 1 << LG_BIAS_P_J };
    const lg_program *p = f->program;
    const lg_formula_step *last = &p->steps[p->result];
    /* does any parameter have one value per head? The result then counts as one value per head too, even if it does not
     * depend on that parameter */
    bool owned = false;
    for (int i = 0; i < f->parameter_count; i++) owned |= f->parameters[i].by_head;
    *out = (lg_formula_parts){NULL, f, owned || p->depends[p->result] & BY_HEAD};
    if (last->kind != LG_DO_BINARY || last->op != LG_MULTIPLY) return true;
    const int factor = p->depends[last->a] & (BY_PLACE | LG_BY_PARAMETER) ? last->b : last->a,
              rest = factor == last->a ? last->b : last->a;
    if ((p->depends[factor] & (BY_PLACE | LG_BY_PARAMETER | BY_HEAD)) != BY_HEAD) return true;
    out->factor = part_of(f, factor, arena);
    out->rest = part_of(f, rest, arena);
    out->by_head = owned || p->depends[rest] & BY_HEAD;
    return out->factor && out->rest;
}

/* The number of terms of a sum, in the head where this number is largest. If `heads` is 0, returns the number for the
 * given operands. Negative: out of memory. */
static double count_rounds(const lg_formula *count, const double *operands, int heads, lg_arena *arena) {
    double rounds, most = 0, *work = lg_arena_alloc(arena, lg_program_work(count->program) * sizeof *work);
    if (!work) return -1;
    for (int h = 0; h < (heads > 0 ? heads : 1); h++) {
        const double head = heads > 0 ? h : operands[LG_FORMULA_HEAD];
        lg_program_values(count->program, operands, LG_FORMULA_HEAD, &head, 1, work, &rounds);
        if (rounds > most) most = rounds;
    }
    return most;
}

bool lg_formula_check_rounds(const lg_formula *f, const double *operands, int heads, lg_arena *arena, lg_error *err) {
    for (int i = 0; i < f->program->count; i++) {
        if (f->program->steps[i].kind != LG_DO_LOOP) continue;
        const lg_formula *count = part_of(f, f->program->steps[i].a, arena);
        const double most = count ? count_rounds(count, operands, heads, arena) : -1;
        if (most < 0) return lg_fail(err, LG_FAILED, "out of memory: %s", f->place->key);
        if (most > LG_FORMULA_ROUNDS)
            return lg_fail_keys(err, f->place->key, "%s: a sum has %g terms (expected %d or fewer)", f->place->key,
                                most, LG_FORMULA_ROUNDS);
    }
    return true;
}
