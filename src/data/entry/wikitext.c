/* wikitext.c: the corpora WikiText-2 and WikiText-103: articles of the English Wikipedia. */
#include <math.h>

#include "data/corpus.h"

static bool open_wikitext(lg_dataset *d, lg_error *err) {
    static const lg_corpus_folder corpus = {.labels = {[LG_SPLIT_TRAIN] = "data.folder/wiki.train.tokens",
                                                       [LG_SPLIT_TEST] = "data.folder/wiki.test.tokens",
                                                       [LG_SPLIT_VALIDATION] = "data.folder/wiki.valid.tokens"}};
    return lg_corpus_open_folder(d, &corpus, err);
}

static const lg_option options[] = {LG_CORPUS_FOLDER, LG_TEXT_CONTEXT, {0}};
static const lg_data_methods methods = {LG_TEXT_METHODS, .open = open_wikitext};

const lg_data lg_data_wikitext = {
    .name = "wikitext",
    .summary = "WikiText-2 or WikiText-103: good articles of the English Wikipedia, as words",
    .formula = "data.folder holds wiki.train.tokens, wiki.valid.tokens and wiki.test.tokens. Tokens are the words\n"
               "between blanks, and <eos> at the end of each line; the files themselves have <unk> for rare words.\n"
               "The vocabulary has 267,735 tokens in WikiText-103 and 33,278 in WikiText-2.\n"
               "Records are made as in data/text: at offset 1 of \"a b c d e f\", the record of length 3 is\n"
               "b -> c d e.\n"
               "Evaluation scores the same part of the text at every record length, as in data/text.",
    .source = "Merity et al. 2017, section 4",
    .options = options,
    .own_bytes = LG_OWN(lg_corpus_settings),
    .defaults = lg_words_defaults,
    .chance = NAN,
    .methods = &methods,
};
