/* polynomial.c: the value of a polynomial at a small number, modulo 10. */
#include "data/reasoning.h"

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

static void compose(const lg_dataset *d, const lg_text_example *e, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_text_task_key(d, e));
    const int64_t x = lg_draw_between(&r, -2, 2);
    int64_t sum = 0;
    lg_text_write(source, "Evaluate at x =");
    lg_text_write_integer(source, x);
    for (int i = 0; i < e->length; i++) {
        const int64_t c = lg_draw_between(&r, -3, 3), power = lg_draw_between(&r, 0, 3);
        lg_text_write(source, i == 0 ? "in" : "+");
        lg_text_write_integer(source, c);
        lg_text_write(source, "* x **");
        lg_text_write_integer(source, power);
        sum += c * raise_power(x, power);
    }
    lg_text_write(source, "?");
    lg_write_answer(target, (sum % 10 + 10) % 10);
}

/* The last digits of 1, x, x^2 and x^3, of x + 2. */
static const int powers[5][4] = {{1, 8, 4, 2}, {1, 9, 1, 9}, {1, 0, 0, 0}, {1, 1, 1, 1}, {1, 2, 4, 8}};

static bool judge(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
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

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("1..8", "1..16", "1250")};

const lg_text_task lg_text_task_polynomial = {
    .name = "polynomial",
    .summary = "the value of a polynomial of n terms, modulo 10",
    .formula = "Evaluate at x = - 2 in 3 * x ** 0 + 1 * x ** 1 + 1 * x ** 2 ? The answer is 5. </s>\n"
               "x = 2 in - 3 * x ** 1 + 2 * x ** 0 -> 6\n"
               "x = - 1 in 1 * x ** 3 -> 9\n"
               "Coefficients are any of -3..3, exponents any of 0..3, x any of -2..2; 0 ** 0 = 1. The answer is\n"
               "in 0..9, also where the value is negative.\n" LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .defaults = defaults,
    .chance = 0.12,
    .methods = &lg_text_task_methods,
    .words = words,
    .between = " ",
    .alphabet = lg_digits_alphabet,
    .bound = bound,
    .compose = compose,
    .judge = judge,
    .same_answer = lg_same_integer_answer,
};
