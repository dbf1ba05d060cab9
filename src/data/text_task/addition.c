/* addition.c: two numbers, digit by digit. A cell is how many digits each has. */
#include "data/reasoning.h"

#include <stdio.h>

static const char *const words[] = {"Compute", "+",  "?",  "The", "answer", "is",    ".",  LG_STEP_WORDS, ":",
                                    "in",      "[",  "]",  ",",   "=",      "carry", "10", "11",          "12",
                                    "13",      "14", "15", "16",  "17",     "18",    "19", NULL};

enum { LONGEST = 17 }; /* the sum has one digit more, and is below 10^18 */

static int longest(const lg_dataset *d) {
    (void)d;
    return LONGEST;
}

/* Of numbers the longer of which has so many digits. */
static int cells(int length) {
    return 2 * length - 1;
}

/* Digits of both: the first one is longer in the first cells, the second one in the others. */
static void find_digits(int length, int cell, int digits[2]) {
    digits[0] = cell < length ? length : cell - length + 1;
    digits[1] = cell < length ? cell + 1 : length;
}

static void name_cell(int length, int cell, char *out, size_t size) {
    int digits[2];
    find_digits(length, cell, digits);
    snprintf(out, size, "%d-by-%d", digits[0], digits[1]);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){3 + 2 * length, 5 + length};
}

/* Any number of so many digits: any digits, the first one no 0 unless it is the only one. */
static int64_t draw_number(lg_random *r, int digits) {
    int64_t value = lg_draw_between(r, digits > 1, 9);
    for (int i = 1; i < digits; i++) value = 10 * value + lg_draw_between(r, 0, 9);
    return value;
}

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_key_fold(lg_text_task_key(d, x), (uint64_t)x->cell));
    int digits[2];
    find_digits(x->length, x->cell, digits);
    const int64_t a = draw_number(&r, digits[0]), b = draw_number(&r, digits[1]);
    lg_text_write(source, "Compute");
    lg_text_write_integer(source, a);
    lg_text_write(source, "+");
    lg_text_write_integer(source, b);
    lg_text_write(source, "?");
    lg_write_answer(target, a + b);
}

static bool judge(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    int64_t a, b;
    int m, k;
    (void)d;
    if (!lg_read_words(&source, "Compute") || !lg_read_plain(&source, &a, &m) || !lg_read_words(&source, "+") ||
        !lg_read_plain(&source, &b, &k) || !lg_read_words(&source, "?") || !lg_read_ended(&source))
        return false;
    const int cell = m == r->length ? k - 1 : r->length + m - 1;
    return a >= 0 && b >= 0 && (m > k ? m : k) == r->length && r->cell == cell && lg_reads_answer(target, a + b);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("52"), {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("1..8", "1..16", "1612")};

const lg_text_task lg_text_task_addition = {
    .name = "addition",
    .summary = "two numbers, of up to n digits, are added",
    .formula = "Compute 5 3 7 2 6 + 1 9 1 7 ? The answer is 5 5 6 4 3. </s>\n"
               "9 + 5 -> 1 4\n"
               "9 9 + 1 -> 1 0 0\n"
               "Length n has the 2n - 1 cells m-by-k of numbers of m and k digits, the larger of which is n, up\n"
               "to 17. Training examples are divided among the cells of all lengths, not among the lengths, and\n"
               "data.test_examples is the number of a cell.\n" LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .defaults = defaults,
    .chance = 0,
    .methods = &lg_text_task_methods,
    .words = words,
    .between = " ",
    .alphabet = lg_digits_alphabet,
    .longest = longest,
    .cells = cells,
    .bucket_per_cell = true,
    .bound = bound,
    .compose = compose,
    .judge = judge,
    .same_answer = lg_same_integer_answer,
    .name_cell = name_cell,
};
