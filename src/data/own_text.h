/* own_text.h: the options of entries that read the user's own text file, and how they open it. */
#ifndef LG_DATA_OWN_TEXT_H
#define LG_DATA_OWN_TEXT_H

#include "data/text_stream.h"

typedef struct lg_own_text {
    lg_text_settings common;
    const char *file, *test_file, *validation_file;
    double test_fraction, validation_fraction;
    enum { LG_TOKENS_BYTES, LG_TOKENS_CHARACTERS, LG_TOKENS_WORDS } tokens;
    int least_uses, vocabulary;
    bool line_ends;
} lg_own_text;
#define LG_OPTIONS_OWN_TEXT                                                                                            \
    {"data.file", LG_TEXT, "", 0, 0, NULL, "text file", .at = offsetof(lg_own_text, file)},                            \
        {"data.test_fraction",                                                                                         \
         LG_REAL,                                                                                                      \
         "0.1",                                                                                                        \
         0,                                                                                                            \
         0.999999,                                                                                                     \
         NULL,                                                                                                         \
         "fraction of the text, at its end, used for testing; set it to 0 if you set data.test_file",                  \
         .at = offsetof(lg_own_text, test_fraction)},                                                                  \
        {.name = "data.validation_fraction",                                                                           \
         .type = LG_REAL,                                                                                              \
         .fallback = "0",                                                                                              \
         .max = 0.999999,                                                                                              \
         .help = "fraction of the text, before the test split, used for validation (eval.validation)",                 \
         .at = offsetof(lg_own_text, validation_fraction)},                                                            \
        {.name = "data.validation_file",                                                                               \
         .type = LG_TEXT,                                                                                              \
         .fallback = "",                                                                                               \
         .help = "separate validation file",                                                                           \
         .at = offsetof(lg_own_text, validation_file)},                                                                \
        {.name = "data.test_file",                                                                                     \
         .type = LG_TEXT,                                                                                              \
         .fallback = "",                                                                                               \
         .help = "separate test file, in place of the end of data.file; may be set when a trained "                    \
                 "model is evaluated",                                                                                 \
         .at = offsetof(lg_own_text, test_file)},                                                                      \
        {.name = "data.tokens",                                                                                        \
         .type = LG_NAME,                                                                                              \
         .fallback = "bytes",                                                                                          \
         .choices = "bytes characters words",                                                                          \
         .help = "unit of a token: a byte, a UTF-8 character, or a word between blanks",                               \
         .at = offsetof(lg_own_text, tokens)},                                                                         \
        {.name = "data.least_uses",                                                                                    \
         .type = LG_INT,                                                                                               \
         .fallback = "1",                                                                                              \
         .min = 1,                                                                                                     \
         .max = 1 << 30,                                                                                               \
         .help = "characters and words that occur fewer than N times in the training split become "                    \
                 "<unk>",                                                                                              \
         .at = offsetof(lg_own_text, least_uses)},                                                                     \
        {.name = "data.vocabulary",                                                                                    \
         .type = LG_INT,                                                                                               \
         .fallback = "0",                                                                                              \
         .max = 1 << 24,                                                                                               \
         .help = "keep only the N most frequent characters or words; others become <unk>; "                            \
                 "0: all",                                                                                             \
         .at = offsetof(lg_own_text, vocabulary)},                                                                     \
    {                                                                                                                  \
        .name = "data.line_ends", .type = LG_BOOL, .fallback = "true",                                                 \
        .help = "words: end every line with the token <eos>", .at = offsetof(lg_own_text, line_ends)                   \
    }

/* Methods of entries whose options are an lg_own_text: see lg_data_methods. */
bool lg_own_text_open(lg_dataset *d, lg_error *err);
bool lg_own_text_is_spelled(const void *own);
#define LG_OWN_TEXT_METHODS                                                                                            \
    .test_files = "data.test_file",                                                                                    \
    .validation_option = "--data.validation_fraction 0.05, --data.validation_file FILE",                               \
    .spelled = lg_own_text_is_spelled

#endif
