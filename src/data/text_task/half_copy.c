/* half_copy.c: task of copying the third quarter of a list of distinct words. */
#include "data/copy.h"

#include <string.h>

#include "base/permutation.h"

static int longest(const lg_dataset *d) {
    return (int)lg_alphabet_option(d);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return (lg_record_size){2 + length, length / 2 / 2};
}

/* Writes words first .. first + count - 1 of the list. */
static void write_words(const lg_dataset *d, lg_key list, int first, int count, lg_text_writer *w) {
    const uint64_t size = (uint64_t)lg_text_task_alphabet(d);
    for (int i = first; i < first + count; i++)
        lg_text_write(w, lg_text_task_symbol(d, (int64_t)lg_permutation(list, size, (uint64_t)i)));
}

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const lg_key list = lg_text_task_key(d, x);
    lg_text_write(source, "Copy:");
    write_words(d, list, 0, x->length, source);
    write_words(d, list, x->length / 2, x->length / 2 / 2, target);
}

static bool all_different(lg_text_reader x) {
    while (!lg_read_ended(&x)) {
        const char *word = lg_read_word(&x);
        for (lg_text_reader y = x; !lg_read_ended(&y);)
            if (!strcmp(lg_read_word(&y), word)) return false;
    }
    return true;
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    const int half = r->length / 2;
    (void)d;
    if (!lg_copy_is_asked(&source, "Copy :", r->length) || !all_different(source)) return false;
    source.at += half;
    source.count = source.at + half / 2;
    return lg_read_text(&target, source) && lg_read_ended(&target);
}

static const lg_entry_default defaults[] = {{"architecture", "decoder"}, {"curriculum", "epochs"},
                                            {"metric", "exact_match"},   {"curriculum.lengths", "4..20:2"},
                                            {"eval.lengths", "4..40:2"}, {0}};

const lg_text_task lg_text_task_half_copy = {
    LG_COPY_TASK,
    .name = "half_copy",
    .summary = "n different words; the third quarter is copied",
    .formula = "Copy: 7 K b a [SEP] b </s>\n"
               "7 K b a -> b\n"
               "7 K b a q 4 Z 1 -> q 4\n"
               "The source has n words (n is even), sampled from the alphabet without replacement. With h = n / 2,\n"
               "the target is the floor(h / 2) words that follow the first h words.\n" LG_COPY_EXAMPLES,
    .options = lg_copy_options,
    .defaults = defaults,
    .words = lg_copy_words,
    .alphabet = lg_alphabet_option,
    .longest = longest,
    .step = 2,
    .bound = bound,
    .compose = compose,
    .check = check,
};
