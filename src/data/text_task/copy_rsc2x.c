/* copy_rsc2x.c: task of copying a repeated word, twice. */
#include "data/copy.h"

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 + length, 2 * length};
}

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const char *word = lg_text_task_symbol(d, lg_text_task_number(d, x));
    lg_text_write(source, "Copy:");
    lg_text_write_repeated(source, word, x->length);
    lg_text_write_repeated(target, word, 2 * x->length);
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    (void)d;
    if (!lg_copy_is_asked(&source, "Copy :", r->length)) return false;
    const char *word = lg_read_next(&source);
    return lg_copy_is_repeated(&source, word, r->length) && lg_copy_is_repeated(&target, word, 2 * r->length) &&
           lg_read_ended(&target);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("500"), LG_ALPHABET_OPTION("6052"), {0}};

const lg_text_task lg_text_task_copy_rsc2x = {
    LG_COPY_TASK,
    .name = "copy_rsc2x",
    .summary = "one word repeated n times, copied twice",
    .formula = "Copy: q q [SEP] q q q q </s>\n"
               "q q -> q q q q\n"
               "w99 -> w99 w99\n"
               "Example i of a length repeats word i mod A of the alphabet of A words. The first N examples are\n"
               "shuffled and divided between training and validation; N = (1 + data.validation) data.examples /\n"
               "(number of lengths). Test examples are sampled from the same N examples without "
               "replacement.\n" LG_COPY_EXAMPLES,
    .options = options,
    .defaults = lg_copy_defaults,
    .words = lg_copy_words,
    .alphabet = lg_alphabet_option,
    .examples = lg_text_task_bucket,
    .bound = bound,
    .compose = compose,
    .check = check,
};
