/* text8.c: the corpus text8: 100,000,000 letters and blanks of the English Wikipedia. */
#include <math.h>

#include "data/corpus.h"

static bool open_text8(lg_dataset *d, lg_error *err) {
    return lg_corpus_open_file(d, false, err);
}

static const lg_option options[] = {LG_CORPUS_FILE("100000000"), LG_TEXT_CONTEXT, {0}};
static const lg_data_methods methods = {LG_TEXT_METHODS, .open = open_text8, .spelled = lg_corpus_is_spelled};

const lg_data lg_data_text8 = {
    .name = "text8",
    .summary = "100 MB of the English Wikipedia as lower-case letters and spaces",
    .formula = "The first 90 % of the bytes are the training split, the next 5 % the validation split, the last\n"
               "5 % the test split, as published. Tokens are the bytes of the file: a to z and the space.\n"
               "Records are as in data: text: \"abcdef\", L = 3, offset 1: b -> c d e.\n"
               "Evaluation scores the same targets at every length, as in data: text.",
    .source = "Mahoney 2006, Large Text Compression Benchmark",
    .options = options,
    .own_bytes = LG_OWN(lg_corpus_file),
    .defaults = lg_text_defaults,
    .chance = NAN,
    .methods = &methods,
};
