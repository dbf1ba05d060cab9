/* parity_text.c: task of deciding whether the number of ones is even. The question is in words; parity_check is the
 * same task without words. */
#include "data/reasoning.h"

#include <stdio.h>
#include <string.h>

static const char *const words[] = {"Is", "the", "number",      "of", "1's", "even",   "in",  "sequence",
                                    "[",  ",",   "]",           "?",  "The", "answer", "is",  "Yes",
                                    "No", ".",   LG_STEP_WORDS, ":",  "=",   "**",     "par", NULL};

static int64_t alphabet(const lg_dataset *d) {
    (void)d;
    return 2;
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 * length + 11, 5};
}

static int draw_bit(lg_random *r) {
    return (int)lg_draw_between(r, 0, 1);
}

/* ---- steps: bits from left to right ---- */

typedef struct bits {
    lg_random rest; /* generates the remaining bits */
    int left;       /* number of remaining bits */
    int bit, before, parity;
} bits;

static bool next_bit(void *bits_of) {
    bits *x = bits_of;
    if (x->left == 0) return false;
    x->left--;
    x->bit = draw_bit(&x->rest);
    x->before = x->parity;
    x->parity ^= x->bit;
    return true;
}

static void write_input(const void *bits_of, lg_text_writer *w) {
    const bits *x = bits_of;
    lg_text_write_integer(w, x->bit);
}

static void write_computation(const void *bits_of, lg_text_writer *w) {
    const bits *x = bits_of;
    char text[32];
    snprintf(text, sizeof text, "%d ** par = %d ** %d", x->bit, x->bit, x->before);
    lg_text_write(w, text);
}

static void write_output(const void *bits_of, lg_text_writer *w) {
    const bits *x = bits_of;
    lg_text_write_integer(w, x->parity);
}

static void write_parity(const void *bits_of, lg_text_writer *w) {
    const bits *x = bits_of;
    lg_text_write(w, "par:");
    lg_text_write_integer(w, x->parity);
}

static void write_rest(const void *bits_of, lg_text_writer *w) {
    const bits *x = bits_of;
    lg_random r = x->rest;
    lg_text_write(w, "[");
    for (int i = 0; i < x->left; i++) {
        if (i > 0) lg_text_append(w, ",");
        lg_text_write_integer(w, draw_bit(&r));
    }
    lg_text_write(w, "]");
}

static int count_tokens(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s) {
    const int tokens[LG_PARTS] = {length, 7 * length, length, 3 * length, 2 * length + (length - 1) * (length - 1)};
    (void)d, (void)s;
    return tokens[part];
}

static const lg_steps steps = {.next = next_bit,
                               .write = {write_input, write_computation, write_output, write_parity, write_rest},
                               .tokens = count_tokens};

/* ---- records ---- */

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_text_task_key(d, x));
    bits steps_of = {.rest = r, .left = x->length};
    int ones = 0;
    lg_text_write(source, "Is the number of 1's even in the sequence [");
    for (int i = 0; i < x->length; i++) {
        const int bit = draw_bit(&r);
        if (i > 0) lg_text_append(source, ",");
        lg_text_write_integer(source, bit);
        ones += bit;
    }
    lg_text_write(source, "] ?");
    lg_text_task_write_steps(d, &steps_of, target);
    lg_text_write(target, ones % 2 == 0 ? "The answer is Yes." : "The answer is No.");
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    bool even = true;
    (void)d;
    if (!lg_read_words(&source, "Is the number of 1's even in the sequence [")) return false;
    for (int i = 0; i < r->length; i++) {
        if (i > 0 && !lg_read_words(&source, ",")) return false;
        const char *bit = lg_read_word(&source);
        if (strcmp(bit, "0") && strcmp(bit, "1")) return false;
        if (*bit == '1') even = !even;
    }
    return lg_read_words(&source, "] ?") && lg_read_ended(&source) &&
           lg_read_words(&target, even ? "The answer is Yes ." : "The answer is No .") && lg_read_ended(&target);
}

static bool check_bit(const lg_step_text *step, int bit, int before) {
    const int parity = bit == before ? 0 : 1;
    return lg_step_says(step, LG_PART_INPUT, "%d", bit) &&
           lg_step_says(step, LG_PART_COMPUTATION, "%d ** par = %d ** %d", bit, bit, before) &&
           lg_step_says(step, LG_PART_OUTPUT, "%d", parity) &&
           lg_step_says(step, LG_PART_VARIABLES, "par : %d", parity);
}

static bool check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *target_steps) {
    lg_step_text step;
    int parity = 0;
    (void)d;
    lg_read_words(&source, "Is the number of 1's even in the sequence [");
    source.count -= 2; /* skips "] ?" */
    for (int i = 0; i < r->length; i++) {
        const int bit = *lg_read_word(&source) - '0';
        lg_read_words(&source, ",");
        if (!lg_read_step(target_steps, &step) || !check_bit(&step, bit, parity) ||
            !lg_step_has(&step, LG_PART_REST, "[", source, "]"))
            return false;
        parity = bit == parity ? 0 : 1;
    }
    return true;
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), LG_SCRATCHPAD_OPTION, {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("4..8", "4..16", "1250")};

const lg_text_task lg_text_task_parity_text = {
    .name = "parity_text",
    .summary = "whether the number of ones among n bits is even; the question is in words",
    .formula = "Is the number of 1's even in the sequence [ 1, 0, 0, 1, 1 ] ? The answer is No. </s>\n"
               "1, 1, 1, 0 -> No\n"
               "1, 0, 1, 0 -> Yes\n"
               "Bits are fair.\n" LG_SCRATCHPAD_FORMULA(
                   "[ 0, 1 ]",
                   "in 0 comp 0 ** par = 0 ** 0 out 0 [ par: 0 ] re [ 1 ] # in 1\n"
                   "comp 1 ** par = 1 ** 0 out 1 [ par: 1 ] re [ ] . Thus, The answer is No.",
                   "11111") LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .own_bytes = LG_OWN(lg_text_task_settings),
    .defaults = defaults,
    .chance = 0.5,
    .methods = &lg_text_task_methods,
    .words = words,
    .between = " ",
    .alphabet = alphabet,
    .bound = bound,
    .compose = compose,
    .check = check,
    .steps = &steps,
    .check_steps = check_steps,
    .same_answer = lg_same_words_answer,
};
