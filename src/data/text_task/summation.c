/* summation.c: numbers of one digit are added; the last digit of the sum is asked for. */
#include "data/reasoning.h"

static const char *const words[] = {"[SEP]",       "Compute", ":", "+", ".", "The", "answer", "is",
                                    LG_STEP_WORDS, "in",      "[", "]", ",", "=",   "sum",    NULL};

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 * length + 2, 5};
}

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_text_task_key(d, x));
    int64_t sum = 0;
    lg_text_write(source, "Compute:");
    for (int i = 0; i < x->length; i++) {
        const int64_t v = lg_draw_between(&r, 1, 9);
        if (i > 0) lg_text_write(source, "+");
        lg_text_write_integer(source, v);
        sum += v;
    }
    lg_text_write(source, ".");
    lg_text_write(target, "The answer is");
    lg_text_write_integer(target, sum % 10);
    lg_text_write(target, ".");
}

static bool judge(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    int64_t v, sum = 0;
    int digits;
    (void)d;
    if (!lg_read_words(&source, "Compute :")) return false;
    for (int i = 0; i < r->length; i++) {
        if ((i > 0 && !lg_read_words(&source, "+")) || !lg_read_plain(&source, &v, &digits)) return false;
        if (v < 1 || v > 9) return false;
        sum = (sum + v) % 10;
    }
    return lg_read_words(&source, ".") && lg_read_ended(&source) && lg_reads_answer(target, sum);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("2..8", "2..16", "1250")};

const lg_text_task lg_text_task_summation = {
    .name = "summation",
    .summary = "n numbers of one digit are added, modulo 10",
    .formula = "Compute: 1 + 2 + 3 + 4 + 7 .[SEP] The answer is 7 . </s>\n"
               "9 + 9 -> 8\n"
               "5 + 3 + 2 -> 0\n"
               "Each number is any of 1..9.\n" LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .defaults = defaults,
    .chance = 0.1,
    .methods = &lg_text_task_methods,
    .words = words,
    .between = "[SEP] ",
    .alphabet = lg_digits_alphabet,
    .bound = bound,
    .compose = compose,
    .judge = judge,
    .same_answer = lg_same_integer_answer,
};
