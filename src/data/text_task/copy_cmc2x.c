/* copy_cmc2x.c: task of copying random words twice. */
#include "data/copy.h"

static const char *const words[] = {"[SEP]", "Copy", ":", "[NEXT]", NULL};

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const lg_key key = lg_text_task_key(d, x);
    lg_text_write(source, "Copy:");
    lg_text_task_write_symbols(d, key, x->length, source);
    lg_text_task_write_symbols(d, key, x->length, target);
    lg_text_write(target, "[NEXT]");
    lg_text_task_write_symbols(d, key, x->length, target);
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    (void)d;
    return lg_copy_is_asked(&source, "Copy :", r->length) && lg_read_text(&target, source) &&
           lg_read_words(&target, "[NEXT]") && lg_read_text(&target, source) && lg_read_ended(&target);
}

const lg_text_task lg_text_task_copy_cmc2x = {
    LG_COPY_TASK,
    .name = "copy_cmc2x",
    .summary = "n words, copied twice",
    .formula = "Copy: 7 K b [SEP] 7 K b [NEXT] 7 K b </s>\n"
               "7 K b -> 7 K b [NEXT] 7 K b\n"
               "w62 -> w62 [NEXT] w62\n"
               "Words are uniform in the alphabet.\n" LG_COPY_EXAMPLES,
    .options = lg_copy_options,
    .defaults = lg_copy_defaults,
    .words = words,
    .alphabet = lg_alphabet_option,
    .bound = lg_copy_bound_twice,
    .compose = compose,
    .check = check,
};
