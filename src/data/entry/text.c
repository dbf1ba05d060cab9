/* text.c: the user's own text, in bytes, characters or words. Training reads the first part at random offsets; testing
 * reads the last part, or another file, in windows. */
#include <math.h>

#include "data/text_stream.h"

typedef struct text {
    lg_text_settings common;
    const char *file, *test_file, *validation_file;
    double test_fraction, validation_fraction;
    enum { BYTES, CHARACTERS, WORDS } tokens;
    int least_uses, vocabulary;
    bool line_ends;
} text;

static const lg_option options[] = {
    {"data.file", LG_TEXT, "", 0, 0, NULL, "text file", .at = offsetof(text, file)},
    {"data.test_fraction", LG_REAL, "0.1", 0, 0.999999, NULL,
     "fraction of the text, at its end, used for testing; 0 with data.test_file", .at = offsetof(text, test_fraction)},
    {.name = "data.validation_fraction",
     .type = LG_REAL,
     .fallback = "0",
     .max = 0.999999,
     .help = "fraction of the text, before the test split, used for validation (eval.validation)",
     .at = offsetof(text, validation_fraction)},
    {.name = "data.validation_file",
     .type = LG_TEXT,
     .fallback = "",
     .help = "separate validation file",
     .at = offsetof(text, validation_file)},
    {.name = "data.test_file",
     .type = LG_TEXT,
     .fallback = "",
     .help = "separate test file, in place of the end of data.file; may be set when a trained "
             "model is evaluated",
     .at = offsetof(text, test_file)},
    {.name = "data.tokens",
     .type = LG_NAME,
     .fallback = "bytes",
     .choices = "bytes characters words",
     .help = "unit of a token: a byte, a UTF-8 character, or a word between blanks",
     .at = offsetof(text, tokens)},
    {.name = "data.least_uses",
     .type = LG_INT,
     .fallback = "1",
     .min = 1,
     .max = 1 << 30,
     .help = "characters and words that occur fewer than N times in the training split become "
             "<unk>",
     .at = offsetof(text, least_uses)},
    {.name = "data.vocabulary",
     .type = LG_INT,
     .fallback = "0",
     .max = 1 << 24,
     .help = "keep only the N most frequent characters or words; others become <unk>; "
             "0: all",
     .at = offsetof(text, vocabulary)},
    {.name = "data.line_ends",
     .type = LG_BOOL,
     .fallback = "true",
     .help = "words: end every line with the token <eos>",
     .at = offsetof(text, line_ends)},
    LG_TEXT_CONTEXT,
    {0},
};

/* A separate file, or a part of the training file. */
static struct lg_text_file file_of(const char *option, const char *path, double fraction) {
    return (struct lg_text_file){option, *path == '\0' ? NULL : path, fraction};
}

static bool open_text(lg_dataset *d, lg_error *err) {
    static const lg_unit units[] = {[BYTES] = LG_UNIT_BYTE, [CHARACTERS] = LG_UNIT_CHARACTER, [WORDS] = LG_UNIT_WORD};
    const text *x = d->own;
    const lg_text_form form = {
        .option = "data.file",
        .unit = units[x->tokens],
        .line_ends = x->line_ends,
        .least = x->least_uses,
        .most = x->vocabulary,
        .files = {[LG_SPLIT_TRAIN] = {"data.file", x->file, 0},
                  [LG_SPLIT_TEST] = file_of("data.test_file", x->test_file, x->test_fraction),
                  [LG_SPLIT_VALIDATION] = file_of("data.validation_file", x->validation_file, x->validation_fraction)}};
    if (lg_text_stream_open(d, &form, err)) return true;
    return err->code == LG_USAGE ? lg_blame(err, "data.file data.test_fraction data.tokens") : false;
}

static bool is_spelled(const void *own) {
    return ((const text *)own)->tokens != WORDS;
}

static const lg_data_methods methods = {LG_TEXT_METHODS, .test_files = "data.test_file",
                                        .validation_option =
                                            "--data.validation_fraction 0.05, --data.validation_file FILE",
                                        .open = open_text, .spelled = is_spelled};

const lg_data lg_data_text = {
    .name = "text",
    .summary = "text from your own file, as bytes, characters or words",
    .formula = "The test split is the last data.test_fraction of the file. The validation split, if\n"
               "data.validation_fraction is not 0, precedes it; all before that is the training split.\n"
               "data.test_file (with data.test_fraction: 0) and data.validation_file are separate files.\n"
               "data.tokens are bytes, characters, or words between blanks, where a line ends with <eos>.\n"
               "Characters and words that do not occur in the training split are <unk>.\n"
               "A record of length L has L + 1 tokens: the first is the source, the others are the targets, each\n"
               "predicted from all tokens before it. With data.context C the source has C tokens.\n"
               "training: records start at uniform offsets. \"abcdef\", L = 3, offset 1: b -> c d e;\n"
               "with curriculum: segments, each record continues the one before\n"
               "evaluation: the last M targets of the split, S, are scored at every length (eval.targets).\n"
               "The last window ends at the end of S; earlier ones step back by s = eval.stride (0: the shortest\n"
               "length). Each scores its last s targets, the first one the rest of S. \"abcdefg\", M = 3,\n"
               "L = 3, s = 2: b -> c d e scores e, d -> e f g scores f and g. s = L: windows do not overlap.",
    .source = "your own file",
    .options = options,
    .own_bytes = LG_OWN(text),
    .defaults = lg_text_defaults,
    .chance = NAN,
    .methods = &methods,
};
