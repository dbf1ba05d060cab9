/* copy_rsc.c: one word several times: what is to be copied is how often. */
#include "data/copy.h"

static void compose(const lg_dataset *d, lg_split split, int length, int64_t index, lg_text_writer *source,
                    lg_text_writer *target) {
    const char *word = lg_text_task_symbol(d, lg_text_task_example(d, split, length, index));
    lg_text_write(source, "Copy:");
    lg_text_write_repeated(source, word, length);
    lg_text_write_repeated(target, word, length);
}

static bool judge(const lg_dataset *d, const lg_record *r) {
    const char *word = lg_word_at(d, r->source, LG_COPY_FIRST);
    return lg_copy_is_asked(d, r) && lg_copy_is_repeated(d, r->source + LG_COPY_FIRST, r->length, word) &&
           lg_copy_is_repeated(d, r->target, r->length, word);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS, LG_ALPHABET_OPTION("6052"), {0}};

const lg_text_task lg_text_task_copy_rsc = {
    .name = "copy_rsc",
    .summary = "one word repeated n times, copied",
    .formula = "Copy: q q q [SEP] q q q </s>\n"
               "q q q -> q q q\n"
               "w99 w99 -> w99 w99\n"
               "Example i of a length has word i of the alphabet, modulo its size. A test example is any of\n"
               "as many as there are to train on, each at most once.\n" LG_COPY_EXAMPLES,
    .source = LG_COPY_SOURCE,
    .options = options,
    .defaults = lg_copy_defaults,
    .chance = 0,
    .methods = &lg_text_task_methods,
    .words = lg_copy_words,
    .separator = "[SEP]",
    .alphabet = lg_alphabet_option,
    .examples = lg_text_task_bucket,
    .size = lg_copy_size,
    .compose = compose,
    .judge = judge,
};
