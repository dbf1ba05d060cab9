/* polynomial.c: task of evaluating a polynomial at a small number, modulo 10. */
#include "data/reasoning.h"

#include <stdio.h>

static const char *const words[] = {"Evaluate", "at", "x", "=",           "in", "*", "**", "+", "?",   "The", "answer",
                                    "is",       ".",  "-", LG_STEP_WORDS, ":",  "[", "]",  ",", "sum", NULL};

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){7 * length + 7, 5};
}

static int64_t raise_power(int64_t x, int64_t power) {
    int64_t y = 1;
    for (; power > 0; power--) y *= x;
    return y;
}

static int64_t last_digit(int64_t sum) {
    return (sum % 10 + 10) % 10;
}

typedef struct term {
    int64_t c, power;
} term;

static term draw_term(lg_random *r) {
    term t = {.c = lg_draw_between(r, -3, 3)};
    t.power = lg_draw_between(r, 0, 3);
    return t;
}

static void write_term(const term *t, lg_text_writer *w) {
    lg_text_write_integer(w, t->c);
    lg_text_write(w, "* x **");
    lg_text_write_integer(w, t->power);
}

/* ---- steps: terms from left to right ---- */

typedef struct terms {
    lg_random rest; /* generates the remaining terms */
    int left;       /* number of remaining terms */
    int64_t x, value, before, sum;
    term term;
} terms;

static bool next_term(void *terms_of) {
    terms *t = terms_of;
    if (t->left == 0) return false;
    t->left--;
    t->term = draw_term(&t->rest);
    t->value = t->term.c * raise_power(t->x, t->term.power);
    t->before = t->sum;
    t->sum = last_digit(t->before + t->value);
    return true;
}

static void write_input(const void *terms_of, lg_text_writer *w) {
    const terms *t = terms_of;
    write_term(&t->term, w);
}

static void write_computation(const void *terms_of, lg_text_writer *w) {
    const terms *t = terms_of;
    lg_text_write_integer(w, t->term.c);
    lg_text_write(w, "*");
    lg_text_write_integer(w, t->x);
    lg_text_write(w, "**");
    lg_text_write_integer(w, t->term.power);
    lg_text_write(w, "=");
    lg_text_write_integer(w, t->term.c);
    lg_text_write(w, "*");
    lg_text_write_integer(w, raise_power(t->x, t->term.power));
}

static void write_output(const void *terms_of, lg_text_writer *w) {
    const terms *t = terms_of;
    lg_text_write_integer(w, t->value);
}

static void write_sum(const void *terms_of, lg_text_writer *w) {
    const terms *t = terms_of;
    lg_text_write(w, "sum:");
    lg_text_write_integer(w, t->before);
    lg_text_write(w, "+");
    lg_text_write_integer(w, t->value);
    lg_text_write(w, "=");
    lg_text_write_integer(w, t->sum);
}

static void write_rest(const void *terms_of, lg_text_writer *w) {
    const terms *t = terms_of;
    lg_random r = t->rest;
    for (int i = 0; i < t->left; i++) {
        const term next = draw_term(&r);
        if (i > 0) lg_text_write(w, "+");
        write_term(&next, w);
    }
}

/* Maximum number of tokens. It is reached if all terms are -3 * x ** 2 at x = -2. With -3 * x ** 3, the computation is
 * one token longer ("- 8" instead of "4"), but the value is one token shorter ("2 4" instead of "- 1 2"). */
static int count_tokens(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s) {
    const int computation = s->has[LG_PART_OUTPUT] || s->has[LG_PART_VARIABLES] ? 12 : 13;
    const int rest = 7 * length * (length - 1) / 2 - (length - 1);
    const int tokens[LG_PARTS] = {6 * length, computation * length, 3 * length, 9 * length, rest};
    (void)d;
    return tokens[part];
}

static const lg_steps steps = {.next = next_term,
                               .write = {write_input, write_computation, write_output, write_sum, write_rest},
                               .tokens = count_tokens};

/* ---- records ---- */

static void compose(const lg_dataset *d, const lg_text_example *e, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_text_task_key(d, e));
    const int64_t x = lg_draw_between(&r, -2, 2);
    terms steps_of = {.rest = r, .left = e->length, .x = x};
    int64_t sum = 0;
    lg_text_write(source, "Evaluate at x =");
    lg_text_write_integer(source, x);
    for (int i = 0; i < e->length; i++) {
        const term t = draw_term(&r);
        lg_text_write(source, i == 0 ? "in" : "+");
        write_term(&t, source);
        sum += t.c * raise_power(x, t.power);
    }
    lg_text_write(source, "?");
    lg_text_task_write_steps(d, &steps_of, target);
    lg_write_answer(target, last_digit(sum));
}

/* Last digits of 1, x, x^2 and x^3, indexed by x + 2. */
static const int powers[5][4] = {{1, 8, 4, 2}, {1, 9, 1, 9}, {1, 0, 0, 0}, {1, 1, 1, 1}, {1, 2, 4, 8}};

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    int64_t x, c, power, sum = 0;
    int digits;
    (void)d;
    if (!lg_read_words(&source, "Evaluate at x =") || !lg_read_plain(&source, &x, &digits)) return false;
    for (int i = 0; i < r->length; i++) {
        if (!lg_read_words(&source, i == 0 ? "in" : "+") || !lg_read_plain(&source, &c, &digits) ||
            !lg_read_words(&source, "* x **") || !lg_read_plain(&source, &power, &digits))
            return false;
        if (x < -2 || x > 2 || c < -3 || c > 3 || power < 0 || power > 3) return false;
        sum += (10 + c) * powers[x + 2][power];
    }
    return lg_read_words(&source, "?") && lg_read_ended(&source) && lg_reads_answer(target, sum % 10);
}

/* A number of up to two digits as text. */
typedef char number_text[8];

static const char *say(number_text out, int value) {
    const int size = value < 0 ? -value : value;
    char tens[3] = "";
    if (size > 9) snprintf(tens, sizeof tens, "%d ", size / 10 % 10);
    snprintf(out, sizeof(number_text), "%s%s%d", value < 0 ? "- " : "", tens, size % 10);
    return out;
}

static bool check_term(const lg_step_text *step, int x, int c, int power, int *sum) {
    number_text factor, base, result, value;
    int raised = 1;
    for (int i = 0; i < power; i++) raised *= x;
    const int before = *sum;
    *sum = (100 + before + c * raised) % 10;
    say(factor, c);
    say(value, c * raised);
    return lg_step_says(step, LG_PART_INPUT, "%s * x ** %d", factor, power) &&
           lg_step_says(step, LG_PART_COMPUTATION, "%s * %s ** %d = %s * %s", factor, say(base, x), power, factor,
                        say(result, raised)) &&
           lg_step_says(step, LG_PART_OUTPUT, "%s", value) &&
           lg_step_says(step, LG_PART_VARIABLES, "sum : %d + %s = %d", before, value, *sum);
}

static bool check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *target_steps) {
    lg_step_text step;
    int64_t x, c, power;
    (void)d;
    lg_read_words(&source, "Evaluate at x =");
    lg_read_integer(&source, &x);
    lg_read_words(&source, "in");
    source.count -= 1; /* skips "?" */
    for (int i = 0, sum = 0; i < r->length; i++) {
        lg_read_integer(&source, &c);
        lg_read_words(&source, "* x **");
        lg_read_integer(&source, &power);
        lg_read_words(&source, "+");
        if (!lg_read_step(target_steps, &step) || !check_term(&step, (int)x, (int)c, (int)power, &sum) ||
            !lg_step_has(&step, LG_PART_REST, "", source, ""))
            return false;
    }
    return true;
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), LG_SCRATCHPAD_OPTION, {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("1..8", "1..16", "1250")};

const lg_text_task lg_text_task_polynomial = {
    .name = "polynomial",
    .summary = "the value of a polynomial of n terms, modulo 10",
    .formula = "Evaluate at x = - 2 in 3 * x ** 0 + 1 * x ** 1 + 1 * x ** 2 ? The answer is 5. </s>\n"
               "x = 2 in - 3 * x ** 1 + 2 * x ** 0 -> 6\n"
               "x = - 1 in 1 * x ** 3 -> 9\n"
               "Coefficients are uniform in -3..3, exponents in 0..3, x in -2..2; 0 ** 0 = 1. The answer is in\n"
               "0..9, even if the value is negative.\n" LG_SCRATCHPAD_FORMULA(
                   "the first of these examples",
                   "in - 3 * x ** 1 comp - 3 * 2 ** 1 = - 3 * 2 out - 6\n"
                   "[ sum: 0 + - 6 = 4 ] re 2 * x ** 0 # in 2 * x ** 0 comp 2 * 2 ** 0 = 2 * 1 out 2\n"
                   "[ sum: 4 + 2 = 6 ] re . Thus, The answer is 6.",
                   "11111") LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .own_bytes = LG_OWN(lg_text_task_settings),
    .defaults = defaults,
    .chance = 0.12,
    .methods = &lg_text_task_methods,
    .words = words,
    .between = " ",
    .alphabet = lg_digits_alphabet,
    .bound = bound,
    .compose = compose,
    .check = check,
    .steps = &steps,
    .check_steps = check_steps,
    .same_answer = lg_same_integer_answer,
};
