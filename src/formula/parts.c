/* parts.c: parts of a formula: a product of a number of each head and the rest, which may then be the same for all
 * heads; the counts of its sums. */
#include <string.h>

#include "formula/program.h"

enum { HEAD = 1 }; /* the operand, of places that have one */

/* What the value of a step depends on. */
typedef struct traits {
    bool place, head, trained;
} traits;

static traits join(traits a, traits b) {
    return (traits){a.place || b.place, a.head || b.head, a.trained || b.trained};
}

/* A loop depends on its count, and a sum on all that its rounds read, which is before it. */
static traits traits_of(const lg_program *p, int i, const traits *before) {
    const lg_formula_step *s = &p->steps[i];
    const traits a = before[s->a], none = {0};
    switch (s->kind) {
    case LG_DO_NUMBER: return none;
    case LG_DO_OPERAND:
        return (traits){.place = s->a == LG_BIAS_D || s->a == LG_BIAS_P_I || s->a == LG_BIAS_P_J,
                        .head = s->a == LG_BIAS_HEAD};
    case LG_DO_PARAMETER:
    case LG_DO_INDEXED: {
        const traits own = {.trained = true};
        return s->kind == LG_DO_INDEXED ? join(own, before[s->b]) : own;
    }
    case LG_DO_LOOP: return a;
    case LG_DO_BINARY:
    case LG_DO_MIN:
    case LG_DO_MAX:
    case LG_DO_SUM: return join(a, before[s->b]);
    case LG_DO_IF: return join(a, join(before[s->b], before[s->c]));
    default: return a;
    }
}

/* Marks the steps that a step needs, itself among them. */
static void mark(const lg_program *p, int i, bool *needed) {
    const lg_formula_step *s = &p->steps[i];
    if (needed[i]) return;
    needed[i] = true;
    switch (s->kind) {
    case LG_DO_NUMBER:
    case LG_DO_OPERAND:
    case LG_DO_PARAMETER: break;
    case LG_DO_INDEXED: mark(p, s->b, needed); break;
    case LG_DO_LOOP: mark(p, s->a, needed), mark(p, s->b, needed); break;
    case LG_DO_BINARY:
    case LG_DO_MIN:
    case LG_DO_MAX:
    case LG_DO_SUM: mark(p, s->a, needed), mark(p, s->b, needed); break;
    case LG_DO_BUCKET:
    case LG_DO_IF: mark(p, s->a, needed), mark(p, s->b, needed), mark(p, s->c, needed); break;
    default: mark(p, s->a, needed);
    }
}

/* A step with other numbers of what it reads. */
static lg_formula_step moved(const lg_formula_step *s, const int *to) {
    lg_formula_step m = *s;
    switch (s->kind) {
    case LG_DO_NUMBER:
    case LG_DO_OPERAND:
    case LG_DO_PARAMETER: break;
    case LG_DO_INDEXED: m.b = to[s->b]; break;
    default: m.a = to[s->a], m.b = to[s->b], m.c = to[s->c];
    }
    return m;
}

/* The formula whose value is that of a step; it has the same parameters. */
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
        if (needed[i]) q->steps[to[i]] = moved(&p->steps[i], to), q->trained[to[i]] = p->trained[i];
    part->program = q;
    return part;
}

bool lg_formula_split(const lg_formula *f, lg_arena *arena, lg_formula_parts *out) {
    const lg_program *p = f->program;
    const lg_formula_step *last = &p->steps[p->result];
    traits all[LG_FORMULA_STEPS] = {{0}};
    for (int i = 0; i < p->count; i++) all[i] = traits_of(p, i, all);
    bool owned = false; /* by heads: parameters stay as they are, though they be unread */
    for (int i = 0; i < f->parameter_count; i++) owned |= f->parameters[i].by_head;
    *out = (lg_formula_parts){NULL, f, owned || all[p->result].head};
    if (last->kind != LG_DO_BINARY || last->op != LG_MULTIPLY) return true;
    const int factor = all[last->a].place || all[last->a].trained ? last->b : last->a,
              rest = factor == last->a ? last->b : last->a;
    if (all[factor].place || all[factor].trained || !all[factor].head) return true;
    out->factor = part_of(f, factor, arena);
    out->rest = part_of(f, rest, arena);
    out->by_head = owned || all[rest].head;
    return out->factor && out->rest;
}

/* The largest count of a sum among all heads. */
static bool count_rounds(const lg_formula *count, lg_formula_input *in, int heads, lg_arena *arena, double *most) {
    double head, rounds, *work = lg_arena_alloc(arena, lg_program_work(count->program) * sizeof *work);
    if (!work) return false;
    *most = 0;
    for (int h = 0; h < (heads > 0 ? heads : 1); h++) {
        head = h;
        if (heads > 0) in->operand[HEAD].at = &head;
        lg_program_run(count->program, in, work, &rounds);
        if (rounds > *most) *most = rounds;
    }
    return true;
}

bool lg_formula_check_rounds(const lg_formula *f, const double *operands, int heads, lg_arena *arena, lg_error *err) {
    lg_formula_input in = {.lanes = 1};
    for (int i = 0; f->place->operands[i].name; i++) in.operand[i].at = &operands[i];
    for (int i = 0; i < f->program->count; i++) {
        double most;
        if (f->program->steps[i].kind != LG_DO_LOOP) continue;
        const lg_formula *count = part_of(f, f->program->steps[i].a, arena);
        if (!count || !count_rounds(count, &in, heads, arena, &most))
            return lg_fail(err, LG_FAILED, "out of memory: %s", f->place->key);
        if (most > LG_FORMULA_ROUNDS)
            return lg_fail_keys(err, f->place->key, "%s: a sum of %g terms has more than %d", f->place->key, most,
                                LG_FORMULA_ROUNDS);
    }
    return true;
}
