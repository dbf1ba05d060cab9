/* copy_cmc.c: task of copying random words. */
#include "data/copy.h"

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const lg_key key = lg_text_task_key(d, x);
    lg_text_write(source, "Copy:");
    lg_text_task_write_symbols(d, key, x->length, source);
    lg_text_task_write_symbols(d, key, x->length, target);
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    (void)d;
    return lg_copy_is_asked(&source, "Copy :", r->length) && lg_read_text(&target, source) && lg_read_ended(&target);
}

const lg_text_task lg_text_task_copy_cmc = {
    LG_COPY_TASK,
    .name = "copy_cmc",
    .summary = "n words, copied",
    .formula = "Copy: 7 K b [SEP] 7 K b </s>\n"
               "7 K b -> 7 K b\n"
               "w62 a -> w62 a\n"
               "Words are uniform in the alphabet.\n" LG_COPY_EXAMPLES,
    .options = lg_copy_options,
    .defaults = lg_copy_defaults,
    .words = lg_copy_words,
    .alphabet = lg_alphabet_option,
    .bound = lg_copy_bound,
    .compose = compose,
    .check = check,
};
