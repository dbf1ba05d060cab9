/* enwik8.c: the corpus enwik8: the first 100,000,000 bytes of a dump of the English Wikipedia. */
#include <math.h>

#include "data/corpus.h"

typedef struct enwik8 {
    lg_corpus_file corpus;
    bool newlines;
} enwik8;

static const lg_option options[] = {
    LG_CORPUS_FILE("100000000"),
    {.name = "data.newlines",
     .type = LG_BOOL,
     .fallback = "true",
     .help = "keep newlines as tokens; false: drop them, as the Transformer-XL code does",
     .at = offsetof(enwik8, newlines)},
    LG_TEXT_CONTEXT,
    {0},
};

static bool open_enwik8(lg_dataset *d, lg_error *err) {
    return lg_corpus_open_file(d, !((const enwik8 *)d->own)->newlines, err);
}

static const lg_data_methods methods = {LG_TEXT_METHODS, .open = open_enwik8, .spelled = lg_corpus_is_spelled};

const lg_data lg_data_enwik8 = {
    .name = "enwik8",
    .summary = "the first 100 MB of a dump of the English Wikipedia, as bytes",
    .formula = "The first 90 % of the bytes are the training split, the next 5 % the validation split, the last\n"
               "5 % the test split, as published. Tokens are the bytes that occur in the file: 205 of 256.\n"
               "The code of Transformer-XL drops newlines, which leaves 204 tokens (data.newlines: false).\n"
               "Records are made as in data/text: the record of length 3 at offset 1 of \"abcdef\" is b -> c d e.\n"
               "Evaluation scores the same part of the text at every record length, as in data/text.",
    .source = "Hutter 2006, the Hutter Prize",
    .options = options,
    .own_bytes = LG_OWN(enwik8),
    .defaults = lg_text_defaults,
    .chance = NAN,
    .methods = &methods,
};
