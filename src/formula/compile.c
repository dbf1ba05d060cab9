/* compile.c: compiles a syntax tree to steps, with common subexpression elimination and constant folding. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/text.h"
#include "formula/apply.h"

typedef struct variable {
    const char *name;
    int step;
} variable;

enum { VARIABLES = 8, CANDIDATES = 128, OPERATIONS = 1 << 18 };

typedef struct compiler {
    const lg_tree *tree;
    const lg_formula *formula;
    lg_program *program;
    bool lost[LG_FORMULA_STEPS];  /* is the step inside a finished loop, so that later steps may not read it? */
    bool fixed[LG_FORMULA_STEPS]; /* is the value known when the model is built? */
    int definition[LG_DEFINITIONS];
    bool used[LG_DEFINITIONS];
    int definitions; /* number of definitions compiled so far */
    variable variables[VARIABLES];
    int variable_count;
    double rounds;                          /* product of the counts of all enclosing loops */
    double operations;                      /* upper bound on the number of executed steps, with repetitions in loops */
    const char *candidates[CANDIDATES + 1]; /* names to suggest in a message */
    int candidate_count;
} compiler;

static int compile_node(compiler *c, const lg_node *n);
static bool check_name(const compiler *c, const char *name, int at);

/* ---- steps ---- */

/* Adds a step, unless there is an equal one. Returns the register of the step; -1: there are too many steps. */
static int add_step(compiler *c, int at, lg_formula_step s, bool fixed) {
    lg_program *p = c->program;
    for (int i = 0; i < p->count && s.kind != LG_DO_LOOP; i++)
        if (!c->lost[i] && lg_formula_step_is_same(&p->steps[i], &s)) return i;
    if (p->count == LG_FORMULA_STEPS) return lg_tree_fail(c->tree, at, "more than %d operations", LG_FORMULA_STEPS), -1;
    if ((c->operations += c->rounds) > OPERATIONS)
        return lg_tree_fail(c->tree, at,
                            "more than %d operations, counting each term of a sum (%d terms if the model sets "
                            "the number of terms)",
                            OPERATIONS, LG_FORMULA_ROUNDS),
               -1;
    p->steps[p->count] = s, c->fixed[p->count] = fixed;
    return p->count++;
}

static bool is_number(const compiler *c, int step) {
    return c->program->steps[step].kind == LG_DO_NUMBER;
}

static int add_number(compiler *c, int at, double x) {
    return add_step(c, at, (lg_formula_step){.kind = LG_DO_NUMBER, .number = x + 0.0}, true);
}

/* Adds an operation with up to three inputs. If all inputs are constants, adds the value instead. */
static int add_operation(compiler *c, int at, lg_formula_step s, int count) {
    const int from[3] = {s.a, s.b, s.c};
    double x[3] = {0};
    bool known = true, fixed = true;
    for (int i = 0; i < count; i++) {
        if (from[i] < 0) return -1;
        known &= is_number(c, from[i]), fixed &= c->fixed[from[i]];
        x[i] = c->program->steps[from[i]].number;
    }
    if (s.op == LG_DIVIDE && s.kind == LG_DO_BINARY && is_number(c, s.b) && x[1] == 0)
        return lg_tree_fail(c->tree, at, "division by zero"), -1;
    if (!known) return add_step(c, at, s, fixed);
    const double value = lg_formula_step_apply(&s, x[0], x[1], x[2]);
    if (!isfinite(value)) return lg_tree_fail(c->tree, at, "this is not a finite number"), -1;
    return add_number(c, at, value);
}

/* ---- names ---- */

static void propose(compiler *c, const char *name) {
    if (c->candidate_count < CANDIDATES) c->candidates[c->candidate_count++] = name;
}

static void propose_names(compiler *c) {
    c->candidate_count = 0;
    for (int i = 0; i < c->variable_count; i++) propose(c, c->variables[i].name);
    for (int i = 0; i < c->definitions; i++) propose(c, c->tree->definitions[i].name);
    for (const lg_operand *o = c->tree->place->operands; o->name; o++) propose(c, o->name);
    for (int i = 0; i < c->formula->parameter_count; i++) propose(c, c->formula->parameters[i].name);
    for (int i = 0; i < c->formula->number_count; i++) propose(c, c->formula->numbers[i].name);
    for (const lg_formula_number *x = c->formula->given; x->name; x++) propose(c, x->name);
    propose(c, "pi"), propose(c, "e");
}

static void propose_functions(compiler *c) {
    c->candidate_count = 0;
    for (const lg_formula_function *f = lg_formula_functions; f->name; f++) propose(c, f->name);
}

static const lg_formula_function *find_function(const char *name) {
    const lg_formula_function *f = lg_formula_functions;
    while (f->name && strcmp(f->name, name)) f++;
    return f->name ? f : NULL;
}

/* Fails. The message suggests the nearest name. If no name is near, it lists all names. */
static int fail_unknown(compiler *c, const lg_node *n, const char *what) {
    const lg_formula_place *place = c->tree->place;
    const char *best = NULL;
    char all[300] = "", more[200] = "";
    if (place->no_parameters)
        snprintf(more, sizeof more, "%s", place->no_parameters);
    else if (place->parameters_key && !strcmp(what, "name"))
        snprintf(more, sizeof more, "a trained number: --%s '%.40s = 0'", place->parameters_key, n->name);
    int least = (int)strlen(n->name) / 2 + 1;
    for (int i = 0; i < c->candidate_count; i++) {
        const int distance = lg_text_distance(n->name, c->candidates[i]);
        const size_t at = strlen(all);
        if (distance < least) least = distance, best = c->candidates[i];
        if (at + 40 < sizeof all) snprintf(all + at, sizeof all - at, "%s%s", i > 0 ? ", " : "", c->candidates[i]);
    }
    if (best)
        lg_tree_fail(c->tree, n->at, "there is no %s %s here; did you mean %s?", what, n->name, best);
    else
        lg_tree_fail(c->tree, n->at, "there is no %s %s here; there are: %s%s%s", what, n->name, all,
                     *more != '\0' ? "; " : "", more);
    return -1;
}

static int find_declared(const lg_formula_parameter *all, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (!strcmp(all[i].name, name)) return i;
    return -1;
}

static int find_parameter(const compiler *c, const char *name) {
    return find_declared(c->formula->parameters, c->formula->parameter_count, name);
}

/* The value of a named number; NULL: there is no such number. */
static const double *find_number(const compiler *c, const char *name) {
    static const double pi = 3.14159265358979323846, e = 2.71828182845904523536;
    const int own = find_declared(c->formula->numbers, c->formula->number_count, name);
    if (own >= 0) return &c->formula->numbers[own].first;
    for (const lg_formula_number *x = c->formula->given; x->name; x++)
        if (!strcmp(x->name, name)) return &x->value;
    return !strcmp(name, "pi") ? &pi : !strcmp(name, "e") ? &e : NULL;
}

static int compile_parameter(compiler *c, const lg_node *n, int i) {
    const lg_formula_parameter *p = &c->formula->parameters[i];
    if (n->kind == LG_NODE_NAME && p->count)
        return lg_tree_fail(c->tree, n->at, "%s has %d numbers; write %s[...]", p->name, p->count, p->name), -1;
    if (n->kind == LG_NODE_NAME) return add_step(c, n->at, (lg_formula_step){.kind = LG_DO_PARAMETER, .a = i}, false);
    if (!p->count)
        return lg_tree_fail(c->tree, n->at, "%s is one number%s; write %s", p->name, p->by_head ? " per head" : "",
                            p->name),
               -1;
    const int index = compile_node(c, n->argument[0]);
    return index < 0 ? -1 : add_step(c, n->at, (lg_formula_step){.kind = LG_DO_INDEXED, .a = i, .b = index}, false);
}

static int compile_name(compiler *c, const lg_node *n) {
    for (int i = c->variable_count - 1; i >= 0; i--)
        if (!strcmp(c->variables[i].name, n->name)) return c->variables[i].step;
    for (int i = 0; i < c->definitions; i++)
        if (!strcmp(c->tree->definitions[i].name, n->name)) return c->used[i] = true, c->definition[i];
    const lg_operand *operands = c->tree->place->operands;
    for (int i = 0; operands[i].name; i++)
        if (!strcmp(operands[i].name, n->name))
            return add_step(c, n->at, (lg_formula_step){.kind = LG_DO_OPERAND, .a = i}, operands[i].fixed);
    const int parameter = find_parameter(c, n->name);
    if (parameter >= 0) return compile_parameter(c, n, parameter);
    const double *number = find_number(c, n->name);
    if (number) return add_number(c, n->at, *number);
    if (find_function(n->name))
        return lg_tree_fail(c->tree, n->at, "%s is a function; write %s(...)", n->name, n->name), -1;
    propose_names(c);
    return fail_unknown(c, n, "name");
}

static int compile_index(compiler *c, const lg_node *n) {
    const int parameter = find_parameter(c, n->name);
    if (parameter >= 0) return compile_parameter(c, n, parameter);
    c->candidate_count = 0;
    for (int i = 0; i < c->formula->parameter_count; i++) propose(c, c->formula->parameters[i].name);
    if (c->candidate_count > 0) return fail_unknown(c, n, "parameter");
    lg_tree_fail(c->tree, n->at, "there is no parameter %s; declare it: %s[head, 32] = 0", n->name, n->name);
    return -1;
}

/* ---- functions ---- */

/* Compiles sum(k, count, expression) to a loop step, the steps of the expression and a sum step. */
static int compile_sum(compiler *c, const lg_node *n) {
    lg_program *p = c->program;
    if (c->tree->place->no_sums) return lg_tree_fail(c->tree, n->at, "%s cannot contain sums", c->tree->place->key), -1;
    if (n->argument[0]->kind != LG_NODE_NAME)
        return lg_tree_fail(c->tree, n->argument[0]->at, "expected the name of an index: sum(k, 8, k*d)"), -1;
    if (c->variable_count == VARIABLES) return lg_tree_fail(c->tree, n->at, "more than %d nested sums", VARIABLES), -1;
    if (!check_name(c, n->argument[0]->name, n->argument[0]->at)) return -1;
    const int count = compile_node(c, n->argument[1]);
    if (count < 0) return -1;
    if (!c->fixed[count])
        return lg_tree_fail(c->tree, n->argument[1]->at, "the number of terms must be fixed before the model runs"), -1;
    if (is_number(c, count) && !(p->steps[count].number <= LG_FORMULA_ROUNDS))
        return lg_tree_fail(c->tree, n->argument[1]->at, "a sum has at most %d terms", LG_FORMULA_ROUNDS), -1;
    const double before = c->rounds, most = is_number(c, count) ? p->steps[count].number : LG_FORMULA_ROUNDS;
    c->rounds *= most < 1 ? 1 : most;
    const int loop = add_step(c, n->at, (lg_formula_step){.kind = LG_DO_LOOP, .a = count}, false);
    if (loop < 0) return -1;
    c->variables[c->variable_count++] = (variable){n->argument[0]->name, loop};
    const int body = compile_node(c, n->argument[2]);
    c->variable_count--, c->rounds = before;
    if (body < 0) return -1;
    for (int i = loop; i < p->count; i++) c->lost[i] = true;
    const int sum = add_step(c, n->at, (lg_formula_step){.kind = LG_DO_SUM, .a = body, .b = loop}, false);
    if (sum >= 0) p->steps[loop].b = sum;
    return sum;
}

static bool are_buckets(const compiler *c, int count, int longest) {
    const lg_formula_step *steps = c->program->steps;
    return is_number(c, count) && is_number(c, longest) && steps[longest].number > steps[count].number / 2 &&
           steps[count].number >= 1 && steps[count].number <= 65536 &&
           steps[count].number == floor(steps[count].number);
}

static int compile_call(compiler *c, const lg_node *n) {
    const lg_formula_function *f = find_function(n->name);
    if (!f) return propose_functions(c), fail_unknown(c, n, "function");
    if (n->count != f->arguments)
        return lg_tree_fail(c->tree, n->at, "%s has %d argument%s, not %d", n->name, f->arguments,
                            f->arguments == 1 ? "" : "s", n->count),
               -1;
    lg_formula_step s = {.kind = f->kind};
    if (s.kind == LG_DO_SUM) return compile_sum(c, n);
    int *const to[3] = {&s.a, &s.b, &s.c};
    for (int i = 0; i < n->count; i++)
        if ((*to[i] = compile_node(c, n->argument[i])) < 0) return -1;
    if (s.kind == LG_DO_BUCKET && !are_buckets(c, s.b, s.c))
        return lg_tree_fail(c->tree, n->at,
                            "expected a count of 1..65536 and a distance above half of it: bucket(d, 32, 128)"),
               -1;
    return add_operation(c, n->at, s, n->count);
}

static int compile_node(compiler *c, const lg_node *n) {
    lg_formula_step s = {.op = n->op};
    switch (n->kind) {
    case LG_NODE_NUMBER: return add_number(c, n->at, n->number);
    case LG_NODE_NAME: return compile_name(c, n);
    case LG_NODE_INDEX: return compile_index(c, n);
    case LG_NODE_CALL: return compile_call(c, n);
    case LG_NODE_MINUS: s.kind = LG_DO_MINUS; break;
    case LG_NODE_NOT: s.kind = LG_DO_NOT; break;
    default: s.kind = LG_DO_BINARY, s.b = compile_node(c, n->argument[1]);
    }
    if (s.kind == LG_DO_BINARY && s.b < 0) return -1;
    s.a = compile_node(c, n->argument[0]);
    return add_operation(c, n->at, s, s.kind == LG_DO_BINARY ? 2 : 1);
}

/* ---- the whole formula ---- */

/* Is the name already used anywhere in the formula? */
static bool is_taken(const compiler *c, const char *name) {
    static const char *const words[] = {"and", "or", "not", "pi", "e", "normal", "uniform"};
    bool taken = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) taken |= !strcmp(words[i], name);
    for (const lg_operand *o = c->tree->place->operands; o->name; o++) taken |= !strcmp(o->name, name);
    for (int i = 0; i < c->definitions; i++) taken |= !strcmp(c->tree->definitions[i].name, name);
    for (const lg_formula_number *x = c->formula->given; x->name; x++) taken |= !strcmp(x->name, name);
    return taken || find_function(name);
}

/* Checks the name of a definition or of a sum's counter. */
static bool check_name(const compiler *c, const char *name, int at) {
    const lg_formula *f = c->formula;
    if (find_parameter(c, name) >= 0) return lg_tree_fail(c->tree, at, "%s is a parameter", name);
    if (!is_taken(c, name) && find_declared(f->numbers, f->number_count, name) < 0) return true;
    return lg_tree_fail(c->tree, at, "%s is already defined; use another name", name);
}

static bool check_declared(const compiler *c, const char *key, const char *name, bool twice) {
    if (!twice && !is_taken(c, name)) return true;
    return lg_fail_keys(c->tree->err, key, "%s: %s is already defined; use another name", key, name);
}

static bool check_declarations(const compiler *c) {
    const lg_formula *f = c->formula;
    for (int i = 0; i < f->parameter_count; i++)
        if (!check_declared(c, c->tree->place->parameters_key, f->parameters[i].name, false)) return false;
    for (int i = 0; i < f->number_count; i++)
        if (!check_declared(c, c->tree->place->numbers_key, f->numbers[i].name,
                            find_parameter(c, f->numbers[i].name) >= 0))
            return false;
    return true;
}

static bool compile_definitions(compiler *c) {
    const lg_tree *t = c->tree;
    for (int i = 0; i < t->definition_count; i++, c->definitions++) {
        const lg_definition *d = &t->definitions[i];
        if (!check_name(c, d->name, d->at)) return false;
        if ((c->definition[i] = compile_node(c, d->value)) < 0) return false;
    }
    return true;
}

/* Fails if a definition is not used, because that is a mistake. Unused parameters are allowed, for ablations of a
 * formula. */
static bool check_use(const compiler *c) {
    for (int i = 0; i < c->definitions; i++)
        if (!c->used[i])
            return lg_tree_fail(c->tree, c->tree->definitions[i].at, "%s is not used", c->tree->definitions[i].name);
    return true;
}

/* Is a step differentiable with respect to its input a, b or c (0, 1, 2)? */
static bool is_smooth(lg_formula_step_kind kind, int input) {
    if (kind == LG_DO_IF) return input > 0;
    return kind != LG_DO_INDEXED && kind != LG_DO_LOOP && kind != LG_DO_NOT && kind != LG_DO_BUCKET;
}

static unsigned own_dependence(const lg_program *p, const lg_formula_step *s) {
    if (s->kind == LG_DO_OPERAND) return 1u << s->a;
    if (s->kind != LG_DO_PARAMETER && s->kind != LG_DO_INDEXED) return 0;
    return p->formula->parameters[s->a].by_head ? LG_BY_PARAMETER | LG_BY_HEAD_PARAMETER : LG_BY_PARAMETER;
}

/* Computes on which operands and parameters each step depends. A loop step depends on its count. A sum step depends on
 * all steps that the loop's iterations read. All these steps come earlier. A loop step also has the index of its sum
 * step, but does not depend on it: the sum step comes later. */
void lg_program_trace(lg_program *p) {
    for (int i = 0; i < p->count; i++) {
        const lg_formula_step *s = &p->steps[i];
        const int from[] = {s->a, s->b, s->c};
        p->depends[i] = own_dependence(p, s);
        p->trained[i] = p->depends[i] != 0 && s->kind != LG_DO_OPERAND;
        for (int k = 0; k < 3; k++) {
            if (!(lg_formula_step_reads(s->kind) >> k & 1) || from[k] > i) continue;
            p->depends[i] |= p->depends[from[k]];
            p->trained[i] |= p->trained[from[k]] && is_smooth(s->kind, k);
        }
    }
}

const lg_program *lg_tree_compile(const lg_tree *t, const lg_formula *f) {
    compiler *c = lg_arena_alloc(t->arena, sizeof *c);
    if (c) c->program = lg_arena_alloc(t->arena, sizeof *c->program);
    if (!c || !c->program) return lg_fail(t->err, LG_FAILED, "out of memory: %s", t->place->key), NULL;
    c->tree = t, c->formula = f, c->program->formula = f, c->rounds = 1;
    if (!check_declarations(c) || !compile_definitions(c) || (c->program->result = compile_node(c, t->result)) < 0 ||
        !check_use(c))
        return NULL;
    lg_program_trace(c->program);
    return c->program;
}
