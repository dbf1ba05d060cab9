/* penn_treebank.c: the corpus Penn Treebank as prepared by Mikolov. */
#include <math.h>

#include "data/corpus.h"

static bool open_penn_treebank(lg_dataset *d, lg_error *err) {
    static const lg_corpus_folder corpus = {.labels = {[LG_SPLIT_TRAIN] = "data.folder/ptb.train.txt",
                                                       [LG_SPLIT_TEST] = "data.folder/ptb.test.txt",
                                                       [LG_SPLIT_VALIDATION] = "data.folder/ptb.valid.txt"}};
    return lg_corpus_open_folder(d, &corpus, err);
}

static const lg_option options[] = {LG_CORPUS_FOLDER, LG_TEXT_CONTEXT, {0}};
static const lg_data_methods methods = {LG_TEXT_METHODS, .open = open_penn_treebank};

const lg_data lg_data_penn_treebank = {
    .name = "penn_treebank",
    .summary = "Wall Street Journal text of the Penn Treebank as prepared by Mikolov et al., as "
               "words",
    .formula = "data.folder holds ptb.train.txt, ptb.valid.txt and ptb.test.txt. Tokens are the words between\n"
               "blanks, and <eos> at the end of each line. The vocabulary has 10,000 tokens, in lower case, with N\n"
               "for numbers and <unk> for rare words.\n"
               "Records are made as in data/text: at offset 1 of \"a b c d e f\", the record of length 3 is\n"
               "b -> c d e.\n"
               "Evaluation scores the same part of the text at every record length, as in data/text.",
    .source = "Mikolov et al. 2010, section 3",
    .options = options,
    .own_bytes = LG_OWN(lg_corpus_settings),
    .defaults = lg_words_defaults,
    .chance = NAN,
    .methods = &methods,
};
