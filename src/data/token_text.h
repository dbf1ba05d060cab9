/* token_text.h: text files as one token stream per split: bytes, characters or words. */
#ifndef LG_DATA_TOKEN_TEXT_H
#define LG_DATA_TOKEN_TEXT_H

#include "base/file_view.h"
#include "data/data.h"

/* Tokens of a split: ids below 256 as bytes, or arbitrary ids. */
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
    void *made[LG_TEXT_SPLITS];         /* tokens that differ from the file's bytes */
    int shortest[LG_TEXT_SPLITS];       /* shortest length at which each split is evaluated */
    int longest[LG_TEXT_SPLITS];        /* longest length at which the split has a window; 0: none */
    bool score_whole_windows; /* default stride of windows: their length (no overlap); false: the shortest length */
} lg_token_text;

/* The files of a text, and how they are split into tokens. */
typedef struct lg_text_form {
    const char *option; /* the option that names the training file or its folder */
    lg_unit unit;
    bool occurring;     /* bytes: tokens are only the bytes that occur in some split, by value; else all 256 */
    bool no_newlines;   /* bytes, with `occurring`: newlines are not tokens */
    bool line_ends;     /* words: each line ends with <eos> */
    int64_t least;      /* characters and words: minimum uses of each */
    int64_t most;       /* characters and words: maximum number; 0: no limit */
    size_t size;        /* required bytes of the training file; 0: any */
    const char *advice; /* for messages if the size differs */
    struct lg_text_file {
        const char *label, *path; /* in messages and records; path NULL: a part of the training file */
        double fraction;          /* share of the training file, at its end; validation precedes test */
    } files[LG_TEXT_SPLITS];
} lg_text_form;

/* Reads the files and sets vocabularies, unit and the number of unknown test tokens in *d. Call lg_token_text_free even
 * after failure. */
bool lg_token_text_open(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_error *err);
void lg_token_text_free(lg_token_text *t);

static inline int32_t lg_token_at(const lg_token_run *r, size_t i) {
    return r->ids ? r->ids[i] : r->bytes[i];
}

/* Writes the word for the character that begins at `text`: itself, or, for control characters, blanks, backslashes and
 * single non-ASCII bytes, an escape as in C. Returns the number of bytes read. */
enum { LG_CHARACTER_NAME = 8 };
size_t lg_character_name(const char *text, char out[LG_CHARACTER_NAME]);
/* Writes the word for a single byte, in the same way. */
void lg_byte_name(unsigned char byte, char out[LG_CHARACTER_NAME]);
size_t lg_unit_name(lg_unit unit, const char *text, char out[LG_CHARACTER_NAME]); /* for a byte or character */
/* Writes the bytes that a word of these functions stands for, and returns their number. */
size_t lg_character_of_name(const char *name, char out[LG_CHARACTER_NAME]);

#endif
