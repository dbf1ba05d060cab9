/* token_text.h: text of files as one stream of tokens for each split: bytes, characters or words. */
#ifndef LG_DATA_TOKEN_TEXT_H
#define LG_DATA_TOKEN_TEXT_H

#include "data/data.h"

/* Tokens of a split: bytes, or ids. */
typedef struct lg_token_run {
    const uint8_t *bytes;
    const int32_t *ids; /* NULL: the bytes are the ids */
    size_t size;
} lg_token_run;

#define LG_TEXT_SPLITS (LG_SPLIT_VALIDATION + 1)

typedef struct lg_token_text {
    lg_token_run splits[LG_TEXT_SPLITS];
    lg_vocabulary vocabulary;
    uint8_t *files[LG_DATA_FILES]; /* [file_count] */
    size_t file_count;
    int32_t *ids[LG_TEXT_SPLITS];
} lg_token_text;

#define LG_TOKEN_TEXT_OPTIONS                                                                                          \
    {"data.file", LG_TEXT, "", 0, 0, NULL, "file of the text"},                                                        \
        {"data.test_fraction", LG_REAL, "0.1", 0, 0.999999, NULL,                                                      \
         "fraction of the text, its end, that is not trained but tested on; 0 where there is data.test_file"},         \
        {.name = "data.validation_fraction",                                                                           \
         .type = LG_REAL,                                                                                              \
         .fallback = "0",                                                                                              \
         .max = 0.999999,                                                                                              \
         .help = "fraction of the text, before its end, to validate on (eval.validation)",                             \
         .since = "0.2.0"},                                                                                            \
        {.name = "data.validation_file",                                                                               \
         .type = LG_TEXT,                                                                                              \
         .fallback = "",                                                                                               \
         .help = "another file to validate on",                                                                        \
         .since = "0.2.0"},                                                                                            \
        {.name = "data.test_file",                                                                                     \
         .type = LG_TEXT,                                                                                              \
         .fallback = "",                                                                                               \
         .help = "another file to test on, in place of the end of data.file; also for a model that is trained",                                                   \
         .since = "0.2.0"},                                                                                            \
        {.name = "data.tokens",                                                                                        \
         .type = LG_NAME,                                                                                              \
         .fallback = "bytes",                                                                                          \
         .choices = "bytes characters words",                                                                          \
         .help = "what a token is: a byte, a character of UTF-8, or a word between blanks",                            \
         .since = "0.2.0"},                                                                                            \
        {.name = "data.least_uses",                                                                                    \
         .type = LG_INT,                                                                                               \
         .fallback = "1",                                                                                              \
         .min = 1,                                                                                                     \
         .max = 1 << 30,                                                                                               \
         .help = "characters and words that the training split has less often are <unk>",                              \
         .since = "0.2.0"},                                                                                            \
        {.name = "data.vocabulary",                                                                                    \
         .type = LG_INT,                                                                                               \
         .fallback = "0",                                                                                              \
         .max = 1 << 24,                                                                                               \
         .help = "characters or words that there are at most, the most frequent ones; others are <unk> (0: all)",      \
         .since = "0.2.0"},                                                                                            \
    {                                                                                                                  \
        .name = "data.line_ends", .type = LG_BOOL, .fallback = "true",                                                 \
        .help = "words: a line ends with the token <eos>", .since = "0.2.0"                                            \
    }

/* Reads the files that the options name, and sets vocabularies, unit, and how many test tokens are unknown in *d. What
 * was read must be freed, also after a failure. */
bool lg_token_text_open(lg_token_text *t, lg_dataset *d, lg_error *err);
void lg_token_text_free(lg_token_text *t);

static inline int32_t lg_token_at(const lg_token_run *r, size_t i) {
    return r->ids ? r->ids[i] : r->bytes[i];
}

/* How a byte, or a character that begins at `text`, is written as a word of a vocabulary: as it is, or, where it is a
 * control character, a blank, a backslash, or no ASCII and alone, as in C. Returns its bytes. */
enum { LG_CHARACTER_NAME = 8 };
size_t lg_character_name(const char *text, char out[LG_CHARACTER_NAME]);
/* The same of a single byte. */
void lg_byte_name(unsigned char byte, char out[LG_CHARACTER_NAME]);
/* What such a word stands for, into `out`; how many bytes. */
size_t lg_character_of_name(const char *name, char out[LG_CHARACTER_NAME]);

#endif
