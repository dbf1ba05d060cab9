/* test_formula.c: the language of formulas: values, canonical text, derivatives compared with finite differences, and
 * error messages. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "formula/program.h"

static const lg_operand operands[] = {
    {"d", "distance"}, {"p_i", "position"}, {"head", "head"}, {"H", "heads", .fixed = true}, {"x", "number"}, {0},
};
static const lg_formula_place place = {
    .key = "encoding.bias", .parameters_key = "encoding.bias", .numbers_key = "encoding.bias", .operands = operands};
static const lg_formula_place bare = {
    .key = "mask.formula", .operands = operands, .no_parameters = "masks are not trained", .no_sums = true};

static const double D = 3, P_I = 7, HEAD = 2, HEADS = 8, X = -0.75;

static lg_formula_input input_of(void) {
    lg_formula_input in = {.lanes = 1};
    const double *at[] = {&D, &P_I, &HEAD, &HEADS, &X};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) in.operand[i].at = at[i];
    return in;
}

static const lg_formula *parse_at(const lg_formula_place *at, const char *text, const char *parameters, lg_arena *arena,
                                  lg_error *err) {
    const lg_formula_source s = {.place = at, .text = text, .parameters = parameters};
    *err = (lg_error){0};
    return lg_formula_parse(&s, arena, err);
}

static const lg_formula *parse(const char *text, const char *parameters, lg_arena *arena) {
    lg_error err = {0};
    const lg_formula *f = parse_at(&place, text, parameters, arena, &err);
    if (!f) fail_msg("%s [%s]: %s", text, parameters, err.text);
    return f;
}

static char *canonical(const char *text) {
    lg_error err = {0};
    char *made = lg_formula_canonical(&place, text, &err);
    if (!made) fail_msg("%s: %s", text, err.text);
    return made;
}

/* ---- values ---- */

static void test_values(void **state) {
    static const struct {
        const char *text;
        double value;
    } table[] = {
        {"1 + 2 * 3", 7},
        {"(1 + 2) * 3", 9},
        {"2 - 3 - 4", -5},
        {"2^3^2", 512},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"8 / 4 / 2", 1},
        {"-d + 1", -2},
        {"d < 4 and d > 2", 1},
        {"not d < 4 or x == -0.75", 1},
        {"not (d < 4)", 0},
        {"d <= 3", 1},
        {"d != 3", 0},
        {"if(d > 2, 10, 20)", 10},
        {"min(d, 1) + max(d, 5)", 6},
        {"bucket(d, 32, 128)", 3},
        {"bucket(1000, 32, 128)", 31},
        {"bucket(16, 32, 128)", 16},
        {"bucket(20, 32, 128)", 17},
        {"sum(k, 4, k * d)", 18},
        {"sum(k, H / 2, sum(m, 3, k + m))", 30},
        {"sum(k, 0, 5)", 0},
        {"sum(k, 4096, sum(m, 16, k))", 134184960},
        {"sum(k, 3, d)", 9},
        {"P = 2^floor(log2(H)); P / 2", 4},
        {"P = d; q = P * P; q + P", 12},
        {"1e3 + .5", 1000.5},
        {"abs(x)", 0.75},
        {"exp(1) - e", 0},
        {"log(e^2)", 2},
        {"log1p(x)", -1.3862943611198906},
        {"sqrt(9)", 3},
        {"sin(pi / 2) + cos(pi)", 0},
        {"tanh(0) + erf(0)", 0},
        {"sigmoid(0)", 0.5},
        {"logsigmoid(-800)", -800},
        {"softplus(800)", 800},
        {"relu(x)", 0},
        {"gelu(1)", 0.8413447460685429},
        {"floor(x) + ceil(x)", -1},
        {"round(2.5) + round(3.5)", 6},
        {"sign(x)", -1},
        {"P = 2^floor(log2(H)); m = if(head < P, 2^(-8*(head+1)/P), 2^(-8*(head-P+0.5)/P)); -m*abs(d)", -0.375},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lg_arena *arena = lg_arena_new();
        const lg_formula *f = parse(table[i].text, "", arena);
        const lg_formula_input in = input_of();
        double out, *work = calloc(lg_program_work(f->program), sizeof *work);
        lg_program_run(f->program, &in, work, &out);
        if (!(fabs(out - table[i].value) < 1e-12 * (1 + fabs(out))))
            fail_msg("%s: %.17g, not %.17g", table[i].text, out, table[i].value);
        free(work);
        lg_arena_free(arena);
    }
}

/* ---- text ---- */

static void test_canonical_text(void **state) {
    static const char *const table[][2] = {
        {"1+2*3", "1 + 2*3"},
        {"((1+2))*3", "(1 + 2)*3"},
        {"2-(3-4)", "2 - (3 - 4)"},
        {"(2-3)-4", "2 - 3 - 4"},
        {"(2^3)^2", "(2^3)^2"},
        {"2^(3^2)", "2^3^2"},
        {"(-2)^2", "(-2)^2"},
        {"-(2^2)", "-2^2"},
        {"2^(-1)", "2^-1"},
        {"a=1;a*d", "a = 1; a*d"},
        {"not(d<4)or x>0", "not d < 4 or x > 0"},
        {"(d<4)==(x>0)", "(d < 4) == (x > 0)"},
        {"-exp( s )*abs( d )^0.50", "-exp(s)*abs(d)^0.5"},
        {"w[ bucket(d,32,128.0) ]", "w[bucket(d, 32, 128)]"},
        {"-(d + 1)", "-(d + 1)"},
        {"-d*2", "-d*2"},
        {"d - -1", "d - -1"},
        {"0.1e-3 * d", "0.0001*d"},
        {"(d or x) and H", "(d or x) and H"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        lg_arena *arena = lg_arena_new();
        const char *parameters = strstr(table[i][0], "exp( s") ? "s[head]=-2"
                                 : strchr(table[i][0], 'w')    ? "w[head,32]=normal(0,.02)"
                                                               : "";
        const lg_formula *f = parse(table[i][0], parameters, arena);
        char *once = canonical(table[i][0]), *twice = canonical(once);
        assert_string_equal(once, table[i][1]);
        assert_string_equal(twice, once);
        assert_true(lg_formula_is_same(parse(once, parameters, arena), f));
        free(once), free(twice);
        lg_arena_free(arena);
    }
}

/* Asserts the canonical text of declarations. This text must be its own canonical text. */
static void test_canonical_declarations(void **state) {
    static const char *const parameters[][2] = {
        {"s[head]=-2.0", "s[head] = -2"},
        {"w[head,32]=normal(0,.02);t[4]=uniform(-1,1)", "w[head, 32] = normal(0, 0.02); t[4] = uniform(-1, 1)"},
        {"r=uniform(0,2)>=.01<=2;", "r = uniform(0, 2) >= 0.01 <= 2"},
        {"r=1 <= 2", "r = 1 <= 2"},
        {"", ""},
    };
    lg_error err = {0};
    (void)state;
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        char *once = lg_formula_canonical_parameters(&place, parameters[i][0], &err);
        if (!once) fail_msg("%s: %s", parameters[i][0], err.text);
        assert_string_equal(once, parameters[i][1]);
        char *twice = lg_formula_canonical_parameters(&place, once, &err);
        assert_string_equal(twice, once);
        free(once), free(twice);
    }
    char *numbers = lg_formula_canonical_numbers(&place, "rate=.5>=0;width=64", &err);
    assert_string_equal(numbers, "rate = 0.5 >= 0; width = 64");
    free(numbers);
}

/* A formula can use numbers that are declared, and numbers that are given by an entry. */
static void test_numbers(void **state) {
    const lg_formula_source s = {
        .place = &place, .text = "rate*d + base", .numbers = "rate = 0.5", .given = {{"base", 10}}};
    const lg_formula_input in = input_of();
    lg_arena *arena = lg_arena_new();
    lg_error err = {0};
    double out, work[64 * 64];
    (void)state;
    const lg_formula *f = lg_formula_parse(&s, arena, &err);
    assert_non_null(f);
    lg_program_run(f->program, &in, work, &out);
    assert_true(out == 11.5);
    lg_arena_free(arena);
}

static void wrong_numbers(void **state) {
    static const char *const table[][2] = {{"rate[head] = 1", "expected one number: rate = 0.5"},
                                           {"rate = normal(0, 1)", "expected one number"},
                                           {"rate = 2 <= 1", "rate is not within its bounds"},
                                           {"rate = 2 >= 3 <= 1", "expected the lower bound first"},
                                           {"d = 2", "d is already defined"},
                                           {"s = 2", "s is already defined"},
                                           {"base = 2", "base is already defined"}};
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const lg_formula_source source = {
            .place = &place, .text = "d*s", .parameters = "s = 1", .numbers = table[i][0], .given = {{"base", 1}}};
        lg_error err = {0};
        if (lg_formula_check(&source, &err)) fail_msg("%s is no mistake", table[i][0]);
        if (!strstr(err.text, table[i][1])) fail_msg("%s: %s", table[i][0], err.text);
    }
}

/* ---- derivatives ---- */

static void differentiate(const char *text, const char *parameters) {
    lg_arena *arena = lg_arena_new();
    const lg_formula *f = parse(text, parameters, arena);
    enum { LANES = 5, MOST = 32 };
    double d[LANES] = {-2.5, -0.3, 0.4, 0, 3.2}, dout[LANES] = {1, -0.5, 2, 0.25, -1}, out[LANES];
    double values[2][MOST], gradients[2][MOST] = {{0}};
    double *work = calloc(lg_program_work(f->program), sizeof *work);
    lg_formula_input in = input_of();
    in.lanes = LANES, in.operand[0].at = d, in.operand[0].varies = true;
    for (int k = 0; k < f->parameter_count; k++) {
        in.parameter[k] = values[k], in.gradient[k] = gradients[k];
        for (int j = 0; j < MOST; j++) values[k][j] = 0.3 + 0.17 * k + 0.05 * j;
    }
    lg_program_run(f->program, &in, work, out);
    lg_program_reverse(f->program, &in, work, dout);
    for (int k = 0; k < f->parameter_count; k++) {
        const int count = f->parameters[k].count ? f->parameters[k].count : 1;
        for (int j = 0; j < count; j++) {
            const double kept = values[k][j], step = 1e-6;
            double low = 0, high = 0;
            values[k][j] = kept + step, lg_program_run(f->program, &in, work, out);
            for (int l = 0; l < LANES; l++) high += dout[l] * out[l];
            values[k][j] = kept - step, lg_program_run(f->program, &in, work, out);
            for (int l = 0; l < LANES; l++) low += dout[l] * out[l];
            values[k][j] = kept;
            const double numeric = (high - low) / (2 * step);
            if (!(fabs(numeric - gradients[k][j]) < 1e-6 * (1 + fabs(numeric))))
                fail_msg("%s: %s[%d]: %.10g, not %.10g", text, f->parameters[k].name, j, gradients[k][j], numeric);
        }
    }
    free(work);
    lg_arena_free(arena);
}

static void test_derivatives(void **state) {
    static const char *const one[] = {
#define FUNCTION(name, value, slope, help) #name "(s + 0.1)",
#include "formula/functions.inc"
    };
    static const char *const texts[] = {
        "s + d",
        "s - d",
        "d - s",
        "s * d",
        "d / s",
        "s / (d + 9)",
        "s^2",
        "s^d",
        "2^s",
        "s^s",
        "abs(d)^s",
        "-s",
        "if(d > 0, s, s*s)",
        "min(s, d) + max(s, 0.35)",
        "sum(k, 4, s^k * d)",
        "P = s*s; P*P + P",
        "-exp(s) * abs(d)^0.5",
        "-sqrt(s * abs(d))",
        "-(s * abs(d))^0.5",
        "if(d > 0, log(d) * s, s)",
        "floor(s) + s",
        "not s",
    };
    (void)state;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++) differentiate(one[i], "s = 1");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) differentiate(texts[i], "s[head] = 1");
    differentiate("a * log1p(b * abs(d))", "a = 1; b = 1");
    differentiate("w[bucket(d, 8, 20)] * w[2]", "w[head, 8] = normal(0, 1)");
    differentiate("sum(k, 4, w[k] * cos(d * k))", "w[4] = 0");
}

/* ---- mistakes ---- */

static void test_mistakes(void **state) {
    static const struct {
        const char *text, *parameters;
        int character; /* the position that the message gives; 0: the message gives none */
        const char *words;
    } table[] = {
        {"", "", 1, "expected a number, a name or (, found the end"},
        {"d +", "", 4, "found the end"},
        {"* d", "", 1, "found '*'"},
        {"dd * 2", "", 1, "there is no name dd here; did you mean d?"},
        {"2 * hed", "", 5, "did you mean head?"},
        {"exq(d)", "", 1, "there is no function exq here; did you mean exp?"},
        {"zzzzzz(d)", "", 1, "there are: if, min"},
        {"zzzzzz", "", 1, "there are: d, p_i"},
        {"exp", "", 1, "exp is a function; write exp(...)"},
        {"exp(d, 2)", "", 1, "exp has 1 argument, not 2"},
        {"min(d)", "", 1, "min has 2 arguments, not 1"},
        {"if(d, 1)", "", 1, "if has 3 arguments, not 2"},
        {"if(d, 1, 2, 3)", "", 13, "no function has more than 3"},
        {"(d + 1", "", 7, "expected ) to close the ("},
        {"d + 1)", "", 6, "expected an operator or the end"},
        {"d d", "", 3, "expected an operator or the end, found 'd'"},
        {"2 d", "", 3, "expected an operator"},
        {"d = 2", "", 6, "expected ; after a definition"},
        {"d + x = 2", "", 7, "= defines a name (P = 2; P * d); == compares"},
        {"d = 2; d", "", 1, "is already defined"},
        {"P = 2 P", "", 7, "expected ; after a definition"},
        {"P = 2;", "", 7, "found the end"},
        {"P = 2; d", "", 1, "P is not used"},
        {"exp = 2; exp", "", 1, "is already defined"},
        {"pi = 3; pi", "", 1, "is already defined"},
        {"d / 0", "", 3, "division by zero"},
        {"d / (2 - 2)", "", 3, "division by zero"},
        {"log(0)", "", 1, "not a finite number"},
        {"1e999", "", 1, "is not a number"},
        {"d & 1", "", 3, "write and, or, not"},
        {"d || x", "", 3, "write and, or, not"},
        {"!d", "", 1, "write and, or, not"},
        {"d % 2", "", 3, "a - b*floor(a/b)"},
        {"d ** 2", "", 4, "found '*'; a power is a^b"},
        {"1 < d < 3", "", 7, "write a < b and b < c"},
        {"and d", "", 1, "before 'and'"},
        {"d and", "", 6, "found the end"},
        {"w[2]", "", 1, "there is no parameter w"},
        {"v[2]", "w[4] = 0", 1, "there is no parameter v here; there are: w"},
        {"w", "w[4] = 0", 1, "w has 4 numbers; write w[...]"},
        {"s[2]", "s[head] = 0", 1, "s is one number per head; write s"},
        {"w[2", "w[4] = 0", 4, "expected ] after the index"},
        {"2 abs(d)", "", 3, "; a product is a*b"},
        {"if(d = 3, 1, 0)", "", 6, "; == compares"},
        {"d // 2", "", 4, "floor(a/b)"},
        {"d ? 1 : 0", "", 3, "write if(c, a, b)"},
        {"bucket(d, 8, 4)", "", 1, "a distance above half of it"},
        {"s", "s = -1 >= 0", 8, "s is not within its bounds"},
        {"sum(2, 3, d)", "", 5, "expected the name of an index"},
        {"sum(k, d, k)", "", 8, "must be fixed before the model runs"},
        {"sum(k, 1e9, k)", "", 8, "a sum has at most 4096 terms"},
        {"k + sum(k, 3, k)", "", 1, "there is no name k"},
        {"bucket(d, d, 3)", "", 1, "expected a count"},
        {"bucket(d, 0, 3)", "", 1, "expected a count"},
        {"bucket(d, -1e300, 3)", "", 1, "expected a count"},
        {"bucket(d, 2.5, 3)", "", 1, "expected a count"},
        {"bucket(d, 8, 0)", "", 1, "expected a count"},
        {"sum(d, 3, d)", "", 5, "is already defined"},
        {"sum(s, 3, s) + s", "s = 1", 5, "s is a parameter"},
        {"sum(a, 4096, sum(b, 4096, d))", "", 14, "operations, counting each term of a sum"},
        {"sum(a, 4096, sum(b, 16, sin(a * b + d)))", "", 35, "operations, counting each term of a sum"},
        {"s", "s", 2, "expected ="},
        {"s", "s = x", 5, "expected a number, normal"},
        {"s", "s[dim] = 1", 3, "expected head or a count"},
        {"s", "s[0] = 1", 3, "expected head or a count"},
        {"s", "s = normal(1)", 13, "expected , between two numbers"},
        {"s", "s = normal(0, -1)", 5, "expected a deviation of 0 or more"},
        {"s", "s = uniform(2, 1)", 5, "expected LOW, HIGH"},
        {"s", "s = 1 t = 2", 7, "expected ; or the end"},
        {"s", "s = 1; s = 2", 8, "declared twice"},
        {"s", "2 = 1", 1, "expected a name"},
        {"d", "d = 1", 0, "d is already defined"},
        {"s = 2; s", "s = 1", 1, "s is a parameter"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char at[32];
        lg_error err = {0};
        lg_arena *arena = lg_arena_new();
        if (parse_at(&place, table[i].text, table[i].parameters, arena, &err))
            fail_msg("%s [%s] is no mistake", table[i].text, table[i].parameters);
        snprintf(at, sizeof at, "^ character %d", table[i].character);
        if (err.code != LG_USAGE || !strstr(err.text, table[i].words) || (table[i].character && !strstr(err.text, at)))
            fail_msg("%s [%s]: %s", table[i].text, table[i].parameters, err.text);
        lg_arena_free(arena);
    }
}

static void test_places(void **state) {
    lg_arena *arena = lg_arena_new();
    lg_error err = {0};
    (void)state;
    assert_null(parse_at(&bare, "s", "s = 1", arena, &err));
    assert_non_null(strstr(err.text, "masks are not trained"));
    assert_null(parse_at(&bare, "sum(k, 2, k)", "", arena, &err));
    assert_non_null(strstr(err.text, "cannot contain sums"));
    assert_true(lg_formula_reads(parse("exp(d)", "", arena), 0));
    assert_false(lg_formula_reads(parse("exp(x) + head", "", arena), 0));
    lg_arena_free(arena);
}

/* Formulas that are too deeply nested, or have too many operations, are refused. */
static void large_formulas_are_refused(void **state) {
    lg_arena *arena = lg_arena_new();
    lg_error err = {0};
    char deep[1024] = "", *at = deep;
    (void)state;
    for (int i = 0; i < 300; i++) *at++ = '(';
    assert_null(parse_at(&place, deep, "", arena, &err));
    assert_non_null(strstr(err.text, "nested more than"));
    char *wide = calloc(1, 5000);
    for (int i = 0; i < 250; i++) sprintf(wide + strlen(wide), "%sd^.%d", i ? "+" : "", i);
    assert_null(parse_at(&place, wide, "", arena, &err));
    assert_non_null(strstr(err.text, "more than 500 operations"));
    free(wide);
    lg_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_canonical_text),
        cmocka_unit_test(test_canonical_declarations),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(wrong_numbers),
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_places),
        cmocka_unit_test(large_formulas_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
