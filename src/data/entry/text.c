/* text.c: the user's own text, in bytes, characters or words. Training reads the first part of the text at random
 * offsets. Testing reads windows from the last part, or from another file. */
#include <math.h>

#include "data/own_text.h"

static const lg_option options[] = {LG_OPTIONS_OWN_TEXT, LG_TEXT_CONTEXT, {0}};
static const lg_data_methods methods = {LG_TEXT_METHODS, LG_OWN_TEXT_METHODS, .open = lg_own_text_open};

const lg_data lg_data_text = {
    .name = "text",
    .summary = "text from your own file, as bytes, characters or words",
    .formula = "The test split is the last data.test_fraction of the file. If data.validation_fraction is not 0,\n"
               "the validation split precedes the test split. The rest is the training split.\n"
               "data.test_file (with data.test_fraction: 0) and data.validation_file are separate files.\n"
               "data.tokens are bytes, characters, or words between blanks. With words, each line ends with <eos>.\n"
               "Characters and words that do not occur in the training split are <unk>.\n"
               "A record of length L has L + 1 tokens: the first is the source, the others are the targets, each\n"
               "predicted from all tokens before it. With data.context C the source has C tokens.\n"
               "training: records start at uniform offsets; at offset 1 of \"abcdef\", the record of length 3 is\n"
               "b -> c d e. With curriculum: segments, each record continues the previous record.\n"
               "evaluation: at every length, the scored targets S are the last M of the split (eval.targets).\n"
               "The last window ends at the end of S; earlier windows step back by s = eval.stride (0: the\n"
               "shortest length). Each window scores its last s targets; the first window scores the rest of S.\n"
               "\"abcdefg\", M = 3, L = 3, s = 2: b -> c d e scores e, d -> e f g scores f and g.\n"
               "s = L: windows do not overlap.",
    .source = "your own file",
    .options = options,
    .own_bytes = LG_OWN(lg_own_text),
    .defaults = lg_text_defaults,
    .chance = NAN,
    .methods = &methods,
};
