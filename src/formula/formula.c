/* formula.c: see formula.h. */
#include "formula/formula.h"

#include <math.h>
#include <string.h>

#include "formula/program.h"

const lg_formula *lg_formula_parse(const lg_place *place, const char *text, const char *parameters, lg_arena *arena,
                                   lg_error *err) {
    lg_formula *f = lg_arena_alloc(arena, sizeof *f);
    lg_tree t = {.place = place, .text = parameters, .arena = arena, .err = err};
    if (!f) return lg_fail(err, LG_FAILED, "out of memory: %s", place->key), NULL;
    f->place = place;
    if (*parameters != '\0' && place->no_parameters)
        return lg_fail_keys(err, place->key, "%s owns no parameters: %s", place->key, place->no_parameters), NULL;
    if (!lg_parameters_parse(&t, parameters, f)) return NULL;
    t.text = text;
    if (!lg_tree_parse(&t) || !(f->program = lg_tree_compile(&t, f))) return NULL;
    f->text = lg_tree_print(&t);
    f->parameters_text = lg_parameters_print(f, arena);
    if (f->text && f->parameters_text) return f;
    return lg_fail(err, LG_FAILED, "out of memory: %s", place->key), NULL;
}

bool lg_formula_reads(const lg_formula *f, const char *operand) {
    for (int i = 0; i < f->program->count; i++) {
        const lg_step *s = &f->program->steps[i];
        if (s->kind == LG_DO_OPERAND && !strcmp(f->place->operands[s->a].name, operand)) return true;
    }
    return false;
}

int lg_formula_bucket(double d, int count, double longest) {
    const double distance = fabs(d), exact = count / 2;
    if (!(distance >= exact) || count < 2 || !(longest > exact))
        return distance < count - 1 ? (int)distance : count - 1;
    const double beyond = log(distance / exact) / log(longest / exact) * (count - exact);
    return beyond < count - 1 - exact ? (int)(exact + beyond) : count - 1;
}
