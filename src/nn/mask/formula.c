/* formula.c: a mask given by a formula (formula/formula.h). Attention needs an interval of keys for each query, plus
 * optionally the first keys of the sequence; the formula is evaluated for all pairs to find them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formula/program.h"
#include "nn/axes/mask.h"

typedef struct formula {
    const char *text, *numbers;
    bool causal; /* this and `prefix` are derived from the text */
    int prefix;
} formula;

LG_FORMULA_READ_TEXT(lg_formula_mask)
LG_FORMULA_READ_NUMBERS(lg_formula_mask)

static const lg_option options[] = {
    {.name = "mask.formula",
     .type = LG_TEXT,
     .fallback = "j <= i",
     .help = "condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one "
             "of the conditions joined by `and`",
     .at = offsetof(formula, text),
     .read = read_text},
    LG_OPTION_FORMULA_NUMBERS("mask", .at = offsetof(formula, numbers)),
    {0},
};

static lg_formula_source formula_of(const void *own) {
    const formula *x = own;
    return (lg_formula_source){.place = &lg_formula_mask, .text = x->text, .numbers = x->numbers};
}

/* ---- the visible keys ---- */

/* A compiled formula with its work buffer. */
typedef struct machine {
    lg_arena *arena;
    const lg_program *program;
    double *work;
} machine;

static bool open_machine(const void *own, machine *m, lg_error *err) {
    const lg_formula_source s = formula_of(own);
    m->arena = lg_arena_new();
    const lg_formula *f = m->arena ? lg_formula_parse(&s, m->arena, err) : NULL;
    m->program = f ? f->program : NULL;
    m->work = f ? lg_arena_alloc(m->arena, lg_program_work(f->program) * sizeof *m->work) : NULL;
    return m->work || lg_fail(err, LG_FAILED, "out of memory: a mask");
}

/* Sets out[k] to 0 if query i does not see key from + k, for k < count. NaN counts as hidden. */
static void look(const machine *m, int i, int from, int count, double *out) {
    const double fixed[] = {[LG_MASK_I] = i};
    for (int k = 0; k < count; k++) out[k] = from + k;
    lg_program_values(m->program, fixed, LG_MASK_J, out, count, m->work, out);
    for (int k = 0; k < count; k++)
        if (isnan(out[k])) out[k] = 0;
}

enum { FAR = 1 << 20, PREFIX_MOST = 4096 };

/* The number of keys at the start that a query far after them sees. Returns 0 if the query sees none of them. Also
 * returns 0 if it sees PREFIX_MOST or more: these count as an ordinary interval. */
static int find_prefix(const machine *m) {
    double sees[LG_FORMULA_LANES];
    for (int j = 0; j < PREFIX_MOST; j += LG_FORMULA_LANES) {
        look(m, FAR, j, LG_FORMULA_LANES, sees);
        for (int k = 0; k < LG_FORMULA_LANES; k++)
            if (sees[k] == 0) return j + k;
    }
    return 0;
}

static int prefix(const void *own) {
    return ((const formula *)own)->prefix;
}

/* Finds the interval of keys that query i sees, besides the keys before `first`. Fails if there is more than one
 * interval. */
static bool find_interval(const double *sees, int first, int i, int T, int32_t *begin, int32_t *end, lg_error *err) {
    int last = T - 1, from = 0;
    while (last >= 0 && sees[last] == 0) last--;
    if (last < 0)
        return lg_fail_keys(err, "mask.formula", "mask.formula: with %d tokens, query %d sees no key (add: or j == i)",
                            T, i);
    from = last;
    while (from > 0 && sees[from - 1] != 0) from--;
    *begin = from, *end = last + 1;
    for (int j = 0; j < from; j++)
        if ((sees[j] != 0) != (j < first))
            return lg_fail_keys(err, "mask.formula",
                                "mask.formula: with %d tokens, query %d must see one interval of keys, plus the first "
                                "keys that all later queries see; key %d does not fit (a window with sinks: j <= i and "
                                "(i - j < 64 or j < 4))",
                                T, i, j);
    return true;
}

static bool search(const void *own, int T, int32_t *key_begin, int32_t *key_end, lg_error *err) {
    machine m;
    double *sees = malloc((size_t)T * sizeof *sees);
    bool good = open_machine(own, &m, err) && (sees || lg_fail(err, LG_FAILED, "out of memory: a mask"));
    for (int i = 0; good && i < T; i++) {
        look(&m, i, 0, T, sees);
        good = find_interval(sees, prefix(own), i, T, &key_begin[i], &key_end[i], err);
    }
    free(sees);
    lg_arena_free(m.arena);
    return good;
}

/* ---- is it causal? ---- */

static bool is_operand(const lg_program *p, int step, int operand) {
    return p->steps[step].kind == LG_DO_OPERAND && p->steps[step].a == operand;
}

/* Is step a the operand i and step b the operand j? Or is step a the difference i - j and step b a constant >= 0? */
static bool is_later(const lg_program *p, int a, int b) {
    const lg_formula_step *s = &p->steps[a], *zero = &p->steps[b];
    if (is_operand(p, a, LG_MASK_I) && is_operand(p, b, LG_MASK_J)) return true;
    return zero->kind == LG_DO_NUMBER && zero->number >= 0 && s->kind == LG_DO_BINARY && s->op == LG_SUBTRACT &&
           is_operand(p, s->a, LG_MASK_I) && is_operand(p, s->b, LG_MASK_J);
}

/* Does this step give 0 wherever j > i? True only if that is evident from the operators. */
static bool implies_causal(const lg_program *p, int step) {
    const lg_formula_step *s = &p->steps[step];
    if (s->kind == LG_DO_NUMBER) return s->number == 0;
    if (s->kind != LG_DO_BINARY) return false;
    switch (s->op) {
    case LG_AND: return implies_causal(p, s->a) || implies_causal(p, s->b);
    case LG_OR: return implies_causal(p, s->a) && implies_causal(p, s->b);
    case LG_LESS:
    case LG_LESS_EQUAL: return is_later(p, s->b, s->a);
    case LG_GREATER:
    case LG_GREATER_EQUAL: return is_later(p, s->a, s->b);
    case LG_EQUAL: return is_later(p, s->a, s->b) || is_later(p, s->b, s->a);
    default: return false;
    }
}

static bool is_causal(const void *own) {
    return ((const formula *)own)->causal;
}

/* An invalid formula is skipped here and rejected later. */
static void derive(void *own) {
    formula *x = own;
    machine m;
    if (open_machine(own, &m, NULL)) {
        x->causal = implies_causal(m.program, m.program->result);
        x->prefix = find_prefix(&m);
    }
    lg_arena_free(m.arena);
}

const lg_mask lg_mask_formula = {
    .name = "formula",
    .summary = "a mask given by a formula",
    .formula = "visible iff mask.formula, a condition on i and j, is not 0; the visible keys of a query must form\n"
               "one interval; the first keys of the sequence may be visible too, if all later queries see them",
    .source = "made for this program",
    .example = "--mask formula --mask.formula 'j <= i and (i - j < 3 or j < 1)', T = 6\n"
               "#.....\n"
               "##....\n"
               "###...\n"
               "####..\n"
               "#.###.\n"
               "#..###",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .derive = derive,
    .causal_if = is_causal,
    .search = search,
    .prefix = prefix,
    .formula_of = formula_of,
};
