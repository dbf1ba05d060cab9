/* text8.c: the corpus text8: 100,000,000 letters and spaces from the English Wikipedia. */
#include <math.h>

#include "data/corpus.h"

static bool open_text8(lg_dataset *d, lg_error *err) {
    return lg_corpus_open_file(d, false, err);
}

static const lg_option options[] = {LG_CORPUS_FILE("100000000"), LG_TEXT_CONTEXT, {0}};
static const lg_data_methods methods = {LG_TEXT_METHODS, .open = open_text8, .spelled = lg_corpus_is_spelled};

const lg_data lg_data_text8 = {
    .name = "text8",
    .summary = "100 MB of English Wikipedia text, reduced to lower-case letters and spaces",
    .formula = "As published, the first 90 % of the bytes are for training, the next 5 % for validation, and the\n"
               "last 5 % for testing. Each byte is a token: a to z or a space.\n"
               "Records are made as in data/text: the record of length 3 at offset 1 of \"abcdef\" is b -> c d e.\n"
               "Evaluation scores the same part of the text at every record length, as in data/text.",
    .source = "Mahoney 2006, Large Text Compression Benchmark",
    .options = options,
    .own_bytes = LG_OWN(lg_corpus_file),
    .defaults = lg_text_defaults,
    .chance = NAN,
    .methods = &methods,
};
