/* copy_rdc.c: task of replacing all copies of a repeated word by another word. An example is an ordered pair of
 * words. */
#include "data/copy.h"

#include <string.h>

static const char *const words[] = {"[SEP]", "Replace", "with", "in", NULL};

/* The size of the alphabet for N examples of a length: the largest k with k (k - 1) <= N ordered pairs. This is
 * floor((1 + sqrt(1 + 4 N)) / 2). */
static int64_t alphabet(const lg_dataset *d) {
    const int64_t examples = lg_text_task_bucket(d);
    int64_t k = 2;
    while (k * (k + 1) <= examples) k++;
    return k;
}

static int64_t examples(const lg_dataset *d) {
    const int64_t k = alphabet(d);
    return k * (k - 1);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){5 + length, length};
}

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const int64_t others = lg_text_task_alphabet(d) - 1, pair = lg_text_task_number(d, x);
    const int64_t a = pair / others, b = pair % others;
    const char *old = lg_text_task_symbol(d, a), *new = lg_text_task_symbol(d, b < a ? b : b + 1);
    lg_text_write(source, "Replace");
    lg_text_write(source, old);
    lg_text_write(source, "with");
    lg_text_write(source, new);
    lg_text_write(source, "in");
    lg_text_write_repeated(source, old, x->length);
    lg_text_write_repeated(target, new, x->length);
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    (void)d;
    if (!lg_read_words(&source, "Replace")) return false;
    const char *old = lg_read_word(&source), *with = lg_read_word(&source), *new = lg_read_word(&source);
    return !strcmp(with, "with") && lg_read_words(&source, "in") && lg_is_symbol(old) && lg_is_symbol(new) &&
           strcmp(old, new) && lg_copy_is_repeated(&source, old, r->length) && lg_read_ended(&source) &&
           lg_copy_is_repeated(&target, new, r->length) && lg_read_ended(&target);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("500"), {0}};

const lg_text_task lg_text_task_copy_rdc = {
    LG_COPY_TASK,
    .name = "copy_rdc",
    .summary = "one word repeated n times, replaced by another word",
    .formula = "Replace 6 with 7 in 6 6 6 6 [SEP] 7 7 7 7 </s>\n"
               "6 6 6 6 -> 7 7 7 7\n"
               "a a -> b b\n"
               "The examples of a length are all ordered pairs of the first k words of the alphabet, in a random\n"
               "order. k = floor((1 + sqrt(1 + 4 N)) / 2), N = (1 + data.validation) data.examples / (number of\n"
               "lengths). Test examples are sampled from these pairs without replacement.\n" LG_COPY_EXAMPLES,
    .options = options,
    .defaults = lg_copy_defaults,
    .words = words,
    .alphabet = alphabet,
    .examples = examples,
    .bound = bound,
    .compose = compose,
    .check = check,
};
