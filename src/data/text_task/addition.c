/* addition.c: task of adding two numbers, written digit by digit. A cell is a pair of numbers of digits. */
#include "data/reasoning.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {"Compute", "+",  "?",  "The", "answer", "is",    ".",  LG_STEP_WORDS, ":",
                                    "in",      "[",  "]",  ",",   "=",      "carry", "10", "11",          "12",
                                    "13",      "14", "15", "16",  "17",     "18",    "19", NULL};

enum { LONGEST = 17 }; /* the sum may have one more digit, and must be below 10^18 */

static int longest(const lg_dataset *d) {
    (void)d;
    return LONGEST;
}

/* Number of cells if the longer number has `length` digits. */
static int cells(int length) {
    return 2 * length - 1;
}

/* The numbers of digits in a cell. In the first `length` cells, the first number has `length` digits. In all other
 * cells, the second number has `length` digits. */
static void place_cell(int length, int cell, int digits[2]) {
    digits[0] = cell < length ? length : cell - length + 1;
    digits[1] = cell < length ? cell + 1 : length;
}

static void name_cell(int length, int cell, char *out, size_t size) {
    int digits[2];
    place_cell(length, cell, digits);
    snprintf(out, size, "%d-by-%d", digits[0], digits[1]);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){3 + 2 * length, 5 + length};
}

/* Draws a uniform number with this many digits. The first digit is not 0, unless the number has one digit. */
static int64_t draw_number(lg_random *r, int digits) {
    int64_t value = lg_draw_between(r, digits > 1, 9);
    for (int i = 1; i < digits; i++) value = 10 * value + lg_draw_between(r, 0, 9);
    return value;
}

/* ---- steps: columns from right to left, then the final carry ---- */

typedef struct columns {
    int64_t left[2]; /* the digits to the left that are still to be added, as numbers */
    int count;       /* number of columns still to be added */
    int digit[2], carry, sum;
} columns;

static bool next_column(void *columns_of) {
    columns *x = columns_of;
    if (x->count == 0 && x->sum < 10) return false;
    for (int i = 0; i < 2; i++) {
        x->digit[i] = (int)(x->left[i] % 10);
        x->left[i] /= 10;
    }
    x->count -= x->count > 0;
    x->carry = x->sum / 10;
    x->sum = x->digit[0] + x->digit[1] + x->carry;
    return true;
}

static void write_input(const void *columns_of, lg_text_writer *w) {
    const columns *x = columns_of;
    lg_text_write_integer(w, x->digit[0]);
    lg_text_append(w, ",");
    lg_text_write_integer(w, x->digit[1]);
}

static void write_computation(const void *columns_of, lg_text_writer *w) {
    const columns *x = columns_of;
    char text[64];
    snprintf(text, sizeof text, "%d + %d + carry = %d + %d = %d", x->digit[0], x->digit[1], x->sum - x->carry, x->carry,
             x->sum);
    lg_text_write(w, text);
}

static void write_output(const void *columns_of, lg_text_writer *w) {
    const columns *x = columns_of;
    lg_text_write_integer(w, x->sum % 10);
}

static void write_carry(const void *columns_of, lg_text_writer *w) {
    const columns *x = columns_of;
    lg_text_write(w, "carry:");
    lg_text_write_integer(w, x->sum / 10);
}

static void write_rest(const void *columns_of, lg_text_writer *w) {
    const columns *x = columns_of;
    if (x->count > 0) lg_text_write_integer(w, x->left[0]);
    lg_text_write(w, "+");
    if (x->count > 0) lg_text_write_integer(w, x->left[1]);
}

static int count_steps(int length) {
    return length + 1;
}

static int count_tokens(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s) {
    const int steps = length + 1;
    const int tokens[LG_PARTS] = {3 * steps, 11 * steps, steps, 3 * steps, length * length + 1};
    (void)d, (void)s;
    return tokens[part];
}

static const lg_steps steps = {.next = next_column,
                               .write = {write_input, write_computation, write_output, write_carry, write_rest},
                               .count = count_steps,
                               .tokens = count_tokens};

/* ---- records ---- */

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_key_fold(lg_text_task_key(d, x), (uint64_t)x->cell));
    int digits[2];
    place_cell(x->length, x->cell, digits);
    const int64_t a = draw_number(&r, digits[0]), b = draw_number(&r, digits[1]);
    lg_text_write(source, "Compute");
    lg_text_write_integer(source, a);
    lg_text_write(source, "+");
    lg_text_write_integer(source, b);
    lg_text_write(source, "?");
    lg_text_task_write_steps(d, &(columns){.left = {a, b}, .count = x->length}, target);
    lg_write_answer(target, a + b);
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    int64_t a, b;
    int m, k;
    (void)d;
    if (!lg_read_words(&source, "Compute") || !lg_read_plain(&source, &a, &m) || !lg_read_words(&source, "+") ||
        !lg_read_plain(&source, &b, &k) || !lg_read_words(&source, "?") || !lg_read_ended(&source))
        return false;
    const int cell = m == r->length ? k - 1 : r->length + m - 1;
    return a >= 0 && b >= 0 && (m > k ? m : k) == r->length && r->cell == cell && lg_reads_answer(target, a + b);
}

/* Digit `place` of a number, counted from the right; 0 to the left of its first digit. */
static int digit_at(const lg_text_reader *number, int place) {
    const int at = number->count - 1 - place;
    return at < number->at ? 0 : *number->words[number->ids[at]] - '0';
}

/* Reads the digits of a number that remain when its last `used` digits have been added. If none remain, reads "0" if
 * the other number still has digits (`more`), otherwise nothing. */
static bool reads_unused(lg_text_reader *x, lg_text_reader number, int used, bool more) {
    number.count -= used;
    return number.count > number.at ? lg_read_text(x, number) : !more || lg_read_words(x, "0");
}

static bool check_rest(const lg_step_text *step, const lg_text_reader number[2], int used, bool more) {
    lg_text_reader x = step->part[LG_PART_REST];
    return !x.words || (reads_unused(&x, number[0], used, more) && lg_read_words(&x, "+") &&
                        reads_unused(&x, number[1], used, more) && lg_read_ended(&x));
}

static bool check_column(const lg_step_text *step, int a, int b, int carry) {
    const int sum = a + b + carry;
    return lg_step_says(step, LG_PART_INPUT, "%d , %d", a, b) &&
           lg_step_says(step, LG_PART_COMPUTATION, "%d + %d + carry = %d + %d = %d", a, b, a + b, carry, sum) &&
           lg_step_says(step, LG_PART_OUTPUT, "%d", sum % 10) &&
           lg_step_says(step, LG_PART_VARIABLES, "carry : %d", sum / 10);
}

static bool check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *target_steps) {
    lg_text_reader number[2] = {source, source};
    lg_step_text step;
    (void)d;
    number[0].at = 1; /* Compute a + b ? */
    while (strcmp(source.words[source.ids[source.at]], "+")) source.at++;
    number[0].count = source.at;
    number[1].at = source.at + 1;
    number[1].count = source.count - 1;
    for (int i = 0, carry = 0; i < r->length || carry > 0; i++) {
        const int a = digit_at(&number[0], i), b = digit_at(&number[1], i);
        if (!lg_read_step(target_steps, &step) || !check_column(&step, a, b, carry) ||
            !check_rest(&step, number, i + 1, i + 1 < r->length))
            return false;
        carry = (a + b + carry) / 10;
    }
    return true;
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("52"), LG_SCRATCHPAD_OPTION, {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("1..8", "1..16", "1612")};

const lg_text_task lg_text_task_addition = {
    .name = "addition",
    .summary = "addition of two numbers of up to n digits",
    .formula = "Compute 5 3 7 2 6 + 1 9 1 7 ? The answer is 5 5 6 4 3. </s>\n"
               "9 + 5 -> 1 4\n"
               "9 9 + 1 -> 1 0 0\n"
               "Length n (at most 17) has 2n - 1 cells: the pairs of digit counts (m, k) with max(m, k) = "
               "n.\n" LG_SCRATCHPAD_FORMULA(
                   "9 + 5",
                   "in 9, 5 comp 9 + 5 + carry = 14 + 0 = 14 out 4 [ carry: 1 ] re + # in 0, 0\n"
                   "comp 0 + 0 + carry = 0 + 1 = 1 out 1 [ carry: 0 ] re + . Thus, The answer is 1 4.",
                   "11111") LG_REASONING_EXAMPLES_OF("the cells of curriculum.lengths", "cell"),
    .source = LG_REASONING_SOURCE,
    .options = options,
    .own_bytes = LG_OWN(lg_text_task_settings),
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
    .check = check,
    .steps = &steps,
    .check_steps = check_steps,
    .same_answer = lg_same_integer_answer,
    .name_cell = name_cell,
    .place_cell = place_cell,
    .grid = {"digits of the first number", "digits of the second number"},
};
