/* formula.c: see formula.h. */
#include "formula/formula.h"

#include <string.h>

#include "formula/program.h"

const lg_formula *lg_formula_parse(const lg_formula_place *place, const char *text, const char *parameters,
                                   lg_arena *arena, lg_error *err) {
    lg_formula *f = lg_arena_alloc(arena, sizeof *f);
    lg_tree t = {.place = place, .text = parameters, .arena = arena, .err = err};
    if (!f) return lg_fail(err, LG_FAILED, "out of memory: %s", place->key), NULL;
    f->place = place;
    if (*parameters != '\0' && place->no_parameters)
        return lg_fail_keys(err, place->key, "%s owns no parameters: %s", place->key, place->no_parameters), NULL;
    if (!lg_parameters_parse(&t, f)) return NULL;
    t.text = text;
    if (!lg_tree_parse(&t) || !(f->program = lg_tree_compile(&t, f))) return NULL;
    f->text = lg_tree_print(&t);
    f->parameters_text = lg_parameters_print(f, arena);
    if (f->text && f->parameters_text) return f;
    return lg_fail(err, LG_FAILED, "out of memory: %s", place->key), NULL;
}

/* One of the two texts. */
static char *make_canonical(const lg_formula_place *place, const char *text, bool parameters, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    lg_formula f = {.place = place};
    lg_tree t = {.place = place, .text = text, .arena = arena, .err = err};
    const bool good = arena && (parameters ? lg_parameters_parse(&t, &f) : lg_tree_parse(&t));
    const char *made = !good ? NULL : parameters ? lg_parameters_print(&f, arena) : lg_tree_print(&t);
    lg_tree again = {.place = place, .text = made, .arena = arena, .err = err}; /* it may be longer, or deeper */
    const bool stays = made && (parameters || lg_tree_parse(&again));
    char *copy = stays ? strdup(made) : NULL;
    lg_arena_free(arena);
    if (!copy) lg_fail(err, LG_FAILED, "out of memory: %s", place->key);
    return copy;
}

char *lg_formula_canonical(const lg_formula_place *place, const char *text, lg_error *err) {
    return make_canonical(place, text, false, err);
}

char *lg_formula_canonical_parameters(const lg_formula_place *place, const char *text, lg_error *err) {
    return make_canonical(place, text, true, err);
}

bool lg_formula_reads(const lg_formula *f, const char *operand) {
    for (int i = 0; i < f->program->count; i++) {
        const lg_formula_step *s = &f->program->steps[i];
        if (s->kind == LG_DO_OPERAND && !strcmp(f->place->operands[s->a].name, operand)) return true;
    }
    return false;
}

static const lg_operand bias_operands[] = {
    [LG_BIAS_D] = {"d", "distance: position of the query less that of the key"},
    [LG_BIAS_HEAD] = {"head", "number of the head, from 0 on", .fixed = true},
    [LG_BIAS_HEADS] = {"H", "how many heads", .fixed = true},
    {0},
};
const lg_formula_place lg_formula_bias = {
    .key = "encoding.bias", .parameters_key = "encoding.parameters", .operands = bias_operands};

static const lg_operand schedule_operands[] = {
    [LG_SCHEDULE_STEP] = {"step", "the step, from 1 on, counted after the warm-up"},
    [LG_SCHEDULE_STEPS] = {"steps", "how many there are", .fixed = true},
    [LG_SCHEDULE_WIDTH] = {"width", "of the model", .fixed = true},
    {0},
};
const lg_formula_place lg_formula_schedule = {
    .key = "schedule.formula", .operands = schedule_operands, .no_parameters = "a schedule is not trained"};

const lg_formula_place *const lg_formula_places[] = {&lg_formula_bias, &lg_formula_schedule, NULL};
