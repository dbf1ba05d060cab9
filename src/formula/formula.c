/* formula.c: parses the texts of a formula and prints them in canonical form. */
#include "formula/formula.h"

#include <string.h>

#include "formula/program.h"

/* Parses declarations of parameters or numbers. Checks that the place allows them. */
static bool declare(lg_tree *t, const char *text, bool numbers, lg_formula_parameter *out, int *count) {
    const lg_formula_place *place = t->place;
    t->text = text ? text : "";
    *count = lg_declarations_parse(t, numbers, out);
    if (*count > 0 && !numbers && place->no_parameters)
        return lg_fail_keys(t->err, place->key, "%s cannot have parameters: %s", place->key, place->no_parameters);
    return *count >= 0;
}

const lg_formula *lg_formula_parse(const lg_formula_source *s, lg_arena *arena, lg_error *err) {
    lg_formula *f = lg_arena_alloc(arena, sizeof *f);
    lg_tree t = {.place = s->place, .given = s->given, .arena = arena, .err = err};
    if (!f) return lg_fail(err, LG_FAILED, "out of memory: %s", s->place->key), NULL;
    f->place = s->place;
    memcpy(f->given, s->given, sizeof f->given);
    if (!declare(&t, s->parameters, false, f->parameters, &f->parameter_count) ||
        !declare(&t, s->numbers, true, f->numbers, &f->number_count))
        return NULL;
    t.text = s->text;
    if (!lg_tree_parse(&t) || !(f->program = lg_tree_compile(&t, f))) return NULL;
    return f;
}

bool lg_formula_check(const lg_formula_source *s, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    const bool good =
        arena ? !!lg_formula_parse(s, arena, err) : lg_fail(err, LG_FAILED, "out of memory: %s", s->place->key);
    lg_arena_free(arena);
    return good;
}

/* ---- canonical texts ---- */

typedef enum part { FORMULA, PARAMETERS, NUMBERS } part;

/* Prints the text of the tree in canonical form. `what`: is the text a formula or declarations? NULL: a syntax error,
 * or out of memory. */
static const char *print_part(lg_tree *t, part what) {
    lg_formula_parameter all[LG_FORMULA_PARAMETERS];
    if (what == FORMULA) return *t->text == '\0' ? t->text : lg_tree_parse(t) ? lg_tree_print(t) : NULL;
    const int count = lg_declarations_parse(t, what == NUMBERS, all);
    return count < 0 ? NULL : lg_declarations_print(all, count, t->arena);
}

static char *make_canonical(const lg_formula_place *place, const char *text, part what, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    lg_tree t = {.place = place, .text = text, .arena = arena, .err = err};
    const char *made = arena ? print_part(&t, what) : NULL;
    /* The canonical text is parsed again, because it may exceed a limit on length or depth that the original text did
     * not exceed. */
    lg_tree again = {.place = place, .text = made, .arena = arena, .err = err};
    char *copy = made && print_part(&again, what) ? strdup(made) : NULL;
    lg_arena_free(arena);
    if (!copy) lg_fail(err, LG_FAILED, "out of memory: %s", place->key);
    return copy;
}

char *lg_formula_canonical(const lg_formula_place *place, const char *text, lg_error *err) {
    return make_canonical(place, text, FORMULA, err);
}

char *lg_formula_canonical_parameters(const lg_formula_place *place, const char *text, lg_error *err) {
    return make_canonical(place, text, PARAMETERS, err);
}

char *lg_formula_canonical_numbers(const lg_formula_place *place, const char *text, lg_error *err) {
    return make_canonical(place, text, NUMBERS, err);
}

static bool is_alike(const lg_formula_parameter *a, const lg_formula_parameter *b) {
    return a->by_head == b->by_head && a->count == b->count;
}

bool lg_formula_is_same(const lg_formula *a, const lg_formula *b) {
    const lg_program *p = a->program, *q = b->program;
    bool same = a->place == b->place && a->parameter_count == b->parameter_count && p->result == q->result &&
                p->count == q->count;
    for (int i = 0; same && i < p->count; i++) same = lg_formula_step_is_same(&p->steps[i], &q->steps[i]);
    for (int i = 0; same && i < a->parameter_count; i++) same = is_alike(&a->parameters[i], &b->parameters[i]);
    return same;
}

bool lg_formula_reads(const lg_formula *f, int operand) {
    return f->program->depends[f->program->result] >> operand & 1;
}
