/* fuzz_formula.c: reads arbitrary bytes as a formula with its parameters and operands, in one of the places that take
 * formulas. A formula must be refused with a message or pass three checks: its canonical text reads back as itself; for
 * any operands, its values in 64 SIMD lanes equal its values in one lane; computed twice, its derivatives are the same.
 * For half of the inputs the bytes choose productions of the grammar, so that most of these inputs are formulas. */
#include <math.h>
#include <stdio.h>

#include "formula/program.h"
#include "target.h"

enum { TEXT = 6000, NUMBERS = 96, LANES = LG_FORMULA_LANES, DEEPEST = 6 };

/* The input, read from the front. After its end, bytes of text are zero, and numbers are random. */
typedef struct input {
    const uint8_t *at, *end;
    uint32_t state;
} input;

static int next(input *in, int below) {
    return in->at < in->end ? *in->at++ % below : 0;
}

/* ---- a text from the grammar ---- */

typedef struct writer {
    input *in;
    const lg_formula_place *place;
    char text[TEXT];
    int loops;
} writer;

static const char *const declared[2][4] = {
    {"", "s = -2; w[head, 9] = normal(0, 1)", "s[head] = uniform(-1, 2) >= -1 <= 2; w[4] = 0", "w[1] = 1 <= 3"},
    {"", "rate = 0.5 >= 0", "rate = -1e-3; width = 64", "width = 1e300 <= 1e301"}};

static void add(writer *w, const char *text) {
    const size_t at = strlen(w->text);
    snprintf(w->text + at, sizeof w->text - at, "%s", text);
}

static void add_operand(writer *w) {
    static const char *const names[] = {"s",   "rate", "width", "w[", "k", "pi", "e",     "0",   "1",
                                        "0.5", "2",    "1e-3",  "7",  "x", "k",  "1e300", "128", "P"};
    int count = 0;
    while (w->place->operands[count].name) count++;
    const int which = next(w->in, 2 * count + (int)(sizeof names / sizeof *names));
    const char *name = which < 2 * count ? w->place->operands[which / 2].name : names[which - 2 * count];
    add(w, name);
    if (!strcmp(name, "w[")) add_operand(w), add(w, "]");
}

static void add_expression(writer *w, int depth) {
    static const char *const signs[] = {" + ", " - ", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", " and ", " or "};
    static const char *const calls[] = {"if(", "min(", "max(",  "bucket(",
#define FUNCTION(name, value, slope, help) #name "(",
#include "formula/functions.inc"
                                        "-",   "-(",   "not (", "("};
    enum { SIGNS = sizeof signs / sizeof *signs, CALLS = sizeof calls / sizeof *calls };
    const int which = depth > DEEPEST ? 0 : next(w->in, SIGNS + CALLS + 12);
    if (which < 10) {
        add_operand(w);
    } else if (which < 10 + SIGNS) {
        add(w, "("), add_expression(w, depth + 1), add(w, signs[which - 10]);
        add_expression(w, depth + 1), add(w, ")");
    } else if (which >= 10 + SIGNS + CALLS) {
        static const char *const loops[] = {"sum(k, 3, ", "sum(j, H, ", "sum(i, head, ", "sum(m, 4096, "};
        add(w, loops[next(w->in, 4)]), add_expression(w, depth + 1), add(w, ")");
    } else {
        const char *name = calls[which - 10 - SIGNS];
        const int more = which - 10 - SIGNS == 0 ? 2 : which - 10 - SIGNS < 3;
        add(w, name), add_expression(w, depth + 1);
        for (int i = 0; i < more; i++) add(w, ", "), add_expression(w, depth + 1);
        add(w, which - 10 - SIGNS == 3 ? ", 8, 20)" : strchr(name, '(') ? ")" : "");
    }
}

/* ---- evaluation of a formula ---- */

typedef struct numbers {
    double operand[LG_FORMULA_OPERANDS][LANES], parameter[LG_FORMULA_PARAMETERS][NUMBERS];
    double gradient[2][LG_FORMULA_PARAMETERS][NUMBERS], out[LANES], dout[LANES];
} numbers;

static double draw(input *in) {
    static const double odd[] = {0, -0.0, 1, -1, 0.5, 3, 1e-300, -1e300, 1e18, -7.25, 4e-324, 100};
    enum { ODD = sizeof odd / sizeof *odd };
    in->state ^= in->state << 13, in->state ^= in->state >> 17, in->state ^= in->state << 5;
    const int which = in->at < in->end ? next(in, 256) : (int)(in->state >> 24);
    return which < ODD ? odd[which] : which == ODD ? NAN : which == ODD + 1 ? INFINITY : (which - 128) / 4.0;
}

static void fill(double *to, int count, input *in) {
    for (int i = 0; i < count; i++) to[i] = draw(in);
}

static bool is_same(double x, double y) {
    return x == y || (isnan(x) && isnan(y));
}

static lg_formula_input inputs_of(const lg_formula *f, numbers *n, int lane, int lanes, int pass) {
    lg_formula_input in = {.lanes = lanes};
    for (int i = 0; f->place->operands[i].name; i++) {
        in.operand[i].varies = !f->place->operands[i].fixed;
        in.operand[i].at = n->operand[i] + (in.operand[i].varies ? lane : 0);
    }
    for (int i = 0; i < f->parameter_count; i++)
        in.parameter[i] = n->parameter[i], in.gradient[i] = n->gradient[pass][i];
    return in;
}

static void run(const lg_formula *f, numbers *n, int lanes, double *work) {
    double one;
    for (int pass = 0; pass < 2; pass++) {
        lg_formula_input in = inputs_of(f, n, 0, lanes, pass);
        lg_program_run(f->program, &in, work, n->out);
        if (pass > 0) memset(work + lg_program_work(f->program) / 2, 0x55, lg_program_work(f->program) / 2);
        lg_program_reverse(f->program, &in, work, n->dout);
        if (f->place->no_sums) lg_program_slopes(f->program, &in, LG_MIXER_X, work, n->operand[1]);
    }
    for (int i = 0; i < f->parameter_count; i++)
        for (int j = 0; j < NUMBERS; j++) want(is_same(n->gradient[0][i][j], n->gradient[1][i][j]));
    for (int l = 0; l < lanes; l += lanes / 2 + 1) {
        lg_formula_input in = inputs_of(f, n, l, 1, 0);
        lg_program_run(f->program, &in, work, &one);
        want(is_same(one, n->out[l]));
    }
}

/* Evaluates the formula for one head, then for another. The results for the other head must be the same whether the
 * program keeps its stored values (other_head) or computes them again. */
static void run_other_head(const lg_formula *f, numbers *n, int lanes, double *work) {
    double kept[LANES];
    lg_formula_input in = inputs_of(f, n, 0, lanes, 0);
    const char *second = f->place->operands[LG_FORMULA_HEAD].name; /* NULL: one head only */
    if (!second || strcmp(second, "head") || in.operand[LG_FORMULA_HEAD].varies) return;
    lg_program_run(f->program, &in, work, kept);
    lg_program_reverse(f->program, &in, work, n->dout);
    in.operand[LG_FORMULA_HEAD].at++;
    for (int i = 0; i < f->parameter_count; i++)
        in.parameter[i] += f->parameters[i].by_head && f->parameters[i].count < NUMBERS;
    in.other_head = true;
    lg_program_run(f->program, &in, work, kept);
    in.other_head = false;
    lg_program_run(f->program, &in, work, n->out);
    for (int l = 0; l < lanes; l++) want(is_same(kept[l], n->out[l]));
}

static void try_formula(const lg_formula *f, input *in) {
    numbers *n = calloc(1, sizeof *n);
    double *work = malloc(lg_program_work(f->program) * sizeof *work);
    want(n && work);
    int lanes = LANES - next(in, LANES);
    for (int i = 0; i < f->program->count; i++)
        if (f->program->steps[i].kind == LG_DO_LOOP && lanes > 3) lanes = 3; /* more lanes would take too long */
    for (int i = 0; f->place->operands[i].name; i++) fill(n->operand[i], LANES, in);
    for (int i = 0; i < f->parameter_count; i++) {
        if (f->parameters[i].count > NUMBERS) goto end; /* it would read beyond our array */
        fill(n->parameter[i], NUMBERS, in);
    }
    fill(n->dout, LANES, in);
    run(f, n, lanes, work);
    run_other_head(f, n, lanes, work);
end:
    free(work);
    free(n);
}

/* ---- texts ---- */

static void check_canonical(char *(*read)(const lg_formula_place *, const char *, lg_error *),
                            const lg_formula_place *p, const char *text, char **out) {
    lg_error err = {0};
    *out = read(p, text, &err);
    want(!*out == (err.code == LG_USAGE) && !*out == (err.text[0] != '\0'));
    char *again = *out ? read(p, *out, &err) : NULL;
    want(!*out || (again && !strcmp(again, *out)));
    free(again);
}

static void try_texts(const lg_formula_place *p, const char *text, const char *parameters, const char *names,
                      input *in) {
    char *canonical[3];
    lg_arena *arena = lg_arena_new();
    lg_error err[2] = {{0}, {0}};
    check_canonical(lg_formula_canonical, p, text, &canonical[0]);
    check_canonical(lg_formula_canonical_parameters, p, parameters, &canonical[1]);
    check_canonical(lg_formula_canonical_numbers, p, names, &canonical[2]);
    const lg_formula_source typed = {.place = p, .text = text, .parameters = parameters, .numbers = names};
    const lg_formula *f = lg_formula_parse(&typed, arena, &err[0]);
    want(f || err[0].text[0] != '\0');
    if (canonical[0] && canonical[1] && canonical[2]) {
        const lg_formula_source s = {
            .place = p, .text = canonical[0], .parameters = canonical[1], .numbers = canonical[2]};
        const lg_formula *same = lg_formula_parse(&s, arena, &err[1]);
        want(!same == !f && (!f || lg_formula_is_same(f, same)));
        if (f) try_formula(f, in);
    }
    for (int i = 0; i < 3; i++) free(canonical[i]);
    lg_arena_free(arena);
}

/* A part of the input up to a zero byte. The caller frees it. */
static char *take_text(input *in) {
    const uint8_t *begin = in->at;
    while (in->at < in->end && *in->at != '\0') in->at++;
    char *text = strndup((const char *)begin, (size_t)(in->at - begin));
    want(text);
    in->at += in->at < in->end;
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    input in = {bytes, bytes + size, 1 + (uint32_t)size};
    const int first = next(&in, 256);
    int places = 0;
    while (lg_formula_places[places]) places++;
    const lg_formula_place *p = lg_formula_places[first / 2 % places];
    if (first % 2 == 0) {
        char *text = take_text(&in), *parameters = take_text(&in), *names = take_text(&in);
        try_texts(p, text, parameters, names, &in);
        free(text), free(parameters), free(names);
        return 0;
    }
    writer w = {.in = &in, .place = p};
    const char *parameters = declared[0][p->no_parameters ? 0 : next(&in, 4)], *names = declared[1][next(&in, 4)];
    if (next(&in, 4) == 0) add(&w, "P = "), add_expression(&w, 3), add(&w, "; P + ");
    if (*parameters != '\0') add(&w, strstr(parameters, "s") ? "0*s + 0*w[0] + " : "0*w[0] + ");
    add_expression(&w, 0);
    try_texts(p, w.text, parameters, names, &in);
    return 0;
}
