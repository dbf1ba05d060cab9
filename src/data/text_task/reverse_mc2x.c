/* reverse_mc2x.c: task of reversing random words and writing the result twice. */
#include "data/copy.h"

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const lg_key list = lg_text_task_key(d, x);
    lg_text_write(source, "Reverse:");
    lg_copy_write_list(d, list, x->length, source);
    lg_copy_write_reversed(d, list, x->length, target);
    lg_text_write(target, "[NEXT]");
    lg_copy_write_reversed(d, list, x->length, target);
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    (void)d;
    return lg_copy_is_asked(&source, "Reverse :", r->length) && lg_copy_is_reversed(&target, source) &&
           lg_read_words(&target, "[NEXT]") && lg_copy_is_reversed(&target, source) && lg_read_ended(&target);
}

const lg_text_task lg_text_task_reverse_mc2x = {
    LG_COPY_TASK,
    .name = "reverse_mc2x",
    .summary = "n words, reversed twice",
    .formula = "Reverse: a 4 [SEP] 4 a [NEXT] 4 a </s>\n"
               "a 4 -> 4 a [NEXT] 4 a\n"
               "w62 -> w62 [NEXT] w62\n"
               "Words are uniform in the alphabet.\n" LG_COPY_EXAMPLES,
    .options = lg_copy_options,
    .defaults = lg_copy_defaults,
    .words = lg_reverse_words,
    .alphabet = lg_alphabet_option,
    .bound = lg_copy_bound_twice,
    .compose = compose,
    .check = check,
};
