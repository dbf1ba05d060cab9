/* token_text.h: text files as one token stream per split: bytes, characters or words. */
#ifndef LG_DATA_TOKEN_TEXT_H
#define LG_DATA_TOKEN_TEXT_H

#include "base/file_view.h"
#include "data/data.h"

/* The tokens of a split. They are stored as bytes if all ids are below 256, otherwise as integers. */
typedef struct lg_token_run {
    const uint8_t *bytes;
    const int32_t *ids; /* NULL: the bytes are the ids */
    size_t size;
} lg_token_run;

#define LG_TEXT_SPLITS (LG_SPLIT_VALIDATION + 1)

typedef struct lg_token_text {
    lg_token_run splits[LG_TEXT_SPLITS];
    lg_vocabulary vocabulary;
    lg_file_view files[LG_TEXT_SPLITS]; /* of splits with their own file */
    void *made[LG_TEXT_SPLITS];         /* tokens of a split, if they are not the bytes of its file */
    int shortest[LG_TEXT_SPLITS];       /* shortest length at which each split is evaluated */
    int longest[LG_TEXT_SPLITS];        /* longest length at which the split has a window; 0: none */
    /* Default stride of evaluation windows. true: the length, so windows do not overlap; false: the shortest length. */
    bool score_whole_windows;
} lg_token_text;

/* The files of a text, and how they are split into tokens. */
typedef struct lg_text_form {
    const char *option; /* the option that names the training file or its folder */
    lg_unit unit;
    bool occurring;     /* bytes: only bytes that occur in some split are tokens, in ascending order; false: all 256 */
    bool no_newlines;   /* bytes, with `occurring`: newlines are not tokens */
    bool line_ends;     /* words: each line ends with <eos> */
    int64_t least;      /* characters and words: minimum number of occurrences of each */
    int64_t most;       /* characters and words: maximum size of the vocabulary; 0: no limit */
    size_t size;        /* required size of the training file in bytes; 0: any */
    const char *advice; /* for the message if the size is not the required one */
    struct lg_text_file {
        /* label: name in messages and lg_data_file.option. path: NULL if the split is a part of the training file. */
        const char *label, *path;
        double fraction; /* fraction of the training file, at its end; the validation part precedes the test part */
    } files[LG_TEXT_SPLITS];
} lg_text_form;

/* Reads the files. Sets the vocabularies, the unit and the number of unknown test tokens in *d. Call lg_token_text_free
 * even after a failure. */
bool lg_token_text_open(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_error *err);
void lg_token_text_free(lg_token_text *t);

static inline int32_t lg_token_at(const lg_token_run *r, size_t i) {
    return r->ids ? r->ids[i] : r->bytes[i];
}

/* Writes the word for the character that begins at `text`. The word is the character itself. For control characters,
 * blanks, backslashes and single non-ASCII bytes, it is an escape as in C. Returns the number of bytes read. */
enum { LG_CHARACTER_NAME = 8 };
size_t lg_character_name(const char *text, char out[LG_CHARACTER_NAME]);
/* Writes the word for a single byte, like lg_character_name. */
void lg_byte_name(unsigned char byte, char out[LG_CHARACTER_NAME]);
size_t lg_unit_name(lg_unit unit, const char *text, char out[LG_CHARACTER_NAME]); /* for a byte or character */
/* Writes the bytes for which a word of these functions stands, and returns their number. */
size_t lg_character_of_name(const char *name, char out[LG_CHARACTER_NAME]);

#endif
