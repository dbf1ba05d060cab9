/* copy_rdc.c: one word several times, replaced by another one: pairs of words are what is counted off. */
#include "data/copy.h"

#include <string.h>

static const char *const words[] = {"[SEP]", "Replace", "with", "in", NULL};
enum { FIRST = 5 }; /* of the words that are replaced */

/* The most words k with k (k - 1) <= N ordered pairs, N examples of a length: (1 + sqrt(1 + 4 N)) / 2, rounded down. */
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

static lg_record_size size(int length) {
    return (lg_record_size){FIRST + length, length};
}

static void compose(const lg_dataset *d, lg_split split, int length, int64_t index, lg_text_writer *source,
                    lg_text_writer *target) {
    const int64_t others = lg_text_task_alphabet(d) - 1, pair = lg_text_task_example(d, split, length, index);
    const int64_t a = pair / others, b = pair % others;
    const char *old = lg_text_task_symbol(d, a), *new = lg_text_task_symbol(d, b < a ? b : b + 1);
    lg_text_write(source, "Replace");
    lg_text_write(source, old);
    lg_text_write(source, "with");
    lg_text_write(source, new);
    lg_text_write(source, "in");
    lg_text_write_repeated(source, old, length);
    lg_text_write_repeated(target, new, length);
}

static bool judge(const lg_dataset *d, const lg_record *r) {
    const char *old = lg_word_at(d, r->source, 1), *new = lg_word_at(d, r->source, 3);
    return !strcmp(lg_word_at(d, r->source, 0), "Replace") && !strcmp(lg_word_at(d, r->source, 2), "with") &&
           !strcmp(lg_word_at(d, r->source, 4), "in") && lg_is_symbol(old) && lg_is_symbol(new) && strcmp(old, new) &&
           lg_copy_is_repeated(d, r->source + FIRST, r->length, old) &&
           lg_copy_is_repeated(d, r->target, r->length, new);
}

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS, {0}};

const lg_text_task lg_text_task_copy_rdc = {
    .name = "copy_rdc",
    .summary = "one word repeated n times, replaced by another",
    .formula = "Replace 6 with 7 in 6 6 6 6 [SEP] 7 7 7 7 </s>\n"
               "6 6 6 6 -> 7 7 7 7\n"
               "a a -> b b\n"
               "Examples of a length are all ordered pairs of the first k words of the alphabet,\n"
               "k = floor((1 + sqrt(1 + 4 N)) / 2), N = data.examples divided by the lengths. A test example\n"
               "is any of these pairs, each at most once.\n" LG_COPY_EXAMPLES,
    .source = LG_COPY_SOURCE,
    .options = options,
    .defaults = lg_copy_defaults,
    .chance = 0,
    .methods = &lg_text_task_methods,
    .words = words,
    .separator = "[SEP]",
    .alphabet = alphabet,
    .examples = examples,
    .size = size,
    .compose = compose,
    .judge = judge,
};
