/* summation.c: task of adding one-digit numbers modulo 10. */
#include "data/reasoning.h"

static const char *const words[] = {"[SEP]",       "Compute", ":", "+", ".", "The", "answer", "is",
                                    LG_STEP_WORDS, "in",      "[", "]", ",", "=",   "sum",    NULL};

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 * length + 2, 5};
}

static int64_t draw_addend(lg_random *r) {
    return lg_draw_between(r, 1, 9);
}

/* ---- steps: addends from left to right ---- */

typedef struct addends {
    lg_random rest; /* generates the remaining addends */
    int left;       /* number of remaining addends */
    int64_t addend, before, sum;
} addends;

static bool next_addend(void *addends_of) {
    addends *x = addends_of;
    if (x->left == 0) return false;
    x->left--;
    x->addend = draw_addend(&x->rest);
    x->before = x->sum % 10;
    x->sum = x->before + x->addend;
    return true;
}

static void write_input(const void *addends_of, lg_text_writer *w) {
    const addends *x = addends_of;
    lg_text_write_integer(w, x->addend);
}

static void write_computation(const void *addends_of, lg_text_writer *w) {
    const addends *x = addends_of;
    lg_text_write_integer(w, x->addend);
    lg_text_write(w, "+ sum =");
    lg_text_write_integer(w, x->addend);
    lg_text_write(w, "+");
    lg_text_write_integer(w, x->before);
    lg_text_write(w, "=");
}

static void write_output(const void *addends_of, lg_text_writer *w) {
    const addends *x = addends_of;
    lg_text_write_integer(w, x->sum);
}

static void write_sum(const void *addends_of, lg_text_writer *w) {
    const addends *x = addends_of;
    lg_text_write(w, "sum:");
    lg_text_write_integer(w, x->sum);
    lg_text_write(w, "=");
    lg_text_write_integer(w, x->sum % 10);
}

static void write_rest(const void *addends_of, lg_text_writer *w) {
    const addends *x = addends_of;
    lg_random r = x->rest;
    for (int i = 0; i < x->left; i++) {
        if (i > 0) lg_text_write(w, "+");
        lg_text_write_integer(w, draw_addend(&r));
    }
}

/* Maximum number of tokens. A sum has two digits if its last digit is smaller than the last digit of the previous sum.
 * Consecutive sums can have two digits at most nine times in a row. */
static int count_tokens(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s) {
    const int digits = 2 * length - (length + 9) / 10;
    const int tokens[LG_PARTS] = {length, 8 * length, digits, 4 * length + digits, (length - 1) * (length - 1)};
    (void)d, (void)s;
    return tokens[part];
}

static const lg_steps steps = {.next = next_addend,
                               .write = {write_input, write_computation, write_output, write_sum, write_rest},
                               .tokens = count_tokens};

/* ---- records ---- */

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_text_task_key(d, x));
    addends steps_of = {.rest = r, .left = x->length};
    int64_t sum = 0;
    lg_text_write(source, "Compute:");
    for (int i = 0; i < x->length; i++) {
        const int64_t v = draw_addend(&r);
        if (i > 0) lg_text_write(source, "+");
        lg_text_write_integer(source, v);
        sum += v;
    }
    lg_text_write(source, ".");
    lg_text_task_write_steps(d, &steps_of, target);
    lg_text_write(target, "The answer is");
    lg_text_write_integer(target, sum % 10);
    lg_text_write(target, ".");
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
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

/* Checks a step. Sums are at most 18. */
static bool check_addend(const lg_step_text *step, int addend, int before) {
    const int sum = addend + before;
    const char *tens = sum < 10 ? "" : "1 ";
    return lg_step_says(step, LG_PART_INPUT, "%d", addend) &&
           lg_step_says(step, LG_PART_COMPUTATION, "%d + sum = %d + %d =", addend, addend, before) &&
           lg_step_says(step, LG_PART_OUTPUT, "%s%d", tens, sum % 10) &&
           lg_step_says(step, LG_PART_VARIABLES, "sum : %s%d = %d", tens, sum % 10, sum % 10);
}

static bool check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *target_steps) {
    lg_step_text step;
    (void)d;
    source.at += 2;    /* skips "Compute :" */
    source.count -= 1; /* skips "." */
    for (int i = 0, sum = 0; i < r->length; i++) {
        const int addend = *lg_read_word(&source) - '0';
        lg_read_words(&source, "+");
        if (!lg_read_step(target_steps, &step) || !check_addend(&step, addend, sum) ||
            !lg_step_has(&step, LG_PART_REST, "", source, ""))
            return false;
        sum = (sum + addend) % 10;
    }
    return true;
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), LG_SCRATCHPAD_OPTION, {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("2..8", "2..16", "1250")};

const lg_text_task lg_text_task_summation = {
    .name = "summation",
    .summary = "addition of n digits modulo 10",
    .formula = "Compute: 1 + 2 + 3 + 4 + 7 .[SEP] The answer is 7 . </s>\n"
               "9 + 9 -> 8\n"
               "5 + 3 + 2 -> 0\n"
               "Numbers are uniform in 1..9.\n" LG_SCRATCHPAD_FORMULA(
                   "9 + 9",
                   "in 9 comp 9 + sum = 9 + 0 = out 9 [ sum: 9 = 9 ] re 9 # in 9\n"
                   "comp 9 + sum = 9 + 9 = out 1 8 [ sum: 1 8 = 8 ] re . Thus, The answer is 8 .",
                   "11111") LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .own_bytes = LG_OWN(lg_text_task_settings),
    .defaults = defaults,
    .chance = 0.1,
    .methods = &lg_text_task_methods,
    .words = words,
    .between = "[SEP] ",
    .alphabet = lg_digits_alphabet,
    .bound = bound,
    .compose = compose,
    .check = check,
    .steps = &steps,
    .check_steps = check_steps,
    .same_answer = lg_same_integer_answer,
};
