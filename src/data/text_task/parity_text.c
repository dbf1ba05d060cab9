/* parity_text.c: is the number of ones even? Asked in words; parity_check asks without. */
#include "data/reasoning.h"

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

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_random r = lg_random_from(lg_text_task_key(d, x));
    int64_t ones = 0;
    lg_text_write(source, "Is the number of 1's even in the sequence [");
    for (int i = 0; i < x->length; i++) {
        const int64_t bit = lg_draw_between(&r, 0, 1);
        if (i > 0) lg_text_append(source, ",");
        lg_text_write_integer(source, bit);
        ones += bit;
    }
    lg_text_write(source, "] ?");
    lg_text_write(target, ones % 2 == 0 ? "The answer is Yes." : "The answer is No.");
}

static bool judge(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
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

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("4..8", "4..16", "1250")};

const lg_text_task lg_text_task_parity_text = {
    .name = "parity_text",
    .summary = "is the number of ones even among n bits? in words",
    .formula = "Is the number of 1's even in the sequence [ 1, 0, 0, 1, 1 ] ? The answer is No. </s>\n"
               "1, 1, 1, 0 -> No\n"
               "1, 0, 1, 0 -> Yes\n"
               "Each bit is 0 or 1 with the same probability.\n" LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .defaults = defaults,
    .chance = 0.5,
    .methods = &lg_text_task_methods,
    .words = words,
    .between = " ",
    .alphabet = alphabet,
    .bound = bound,
    .compose = compose,
    .judge = judge,
    .same_answer = lg_same_words_answer,
};
