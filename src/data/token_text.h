/* token_text.h: text of files as one stream of tokens for each split: bytes, characters or words. */
#ifndef LG_DATA_TOKEN_TEXT_H
#define LG_DATA_TOKEN_TEXT_H

#include "base/file_view.h"
#include "data/data.h"

/* Tokens of a split: ids below 256 as bytes, or any ids. */
typedef struct lg_token_run {
    const uint8_t *bytes;
    const int32_t *ids; /* NULL: the bytes are the ids */
    size_t size;
} lg_token_run;

#define LG_TEXT_SPLITS (LG_SPLIT_VALIDATION + 1)

typedef struct lg_token_text {
    lg_token_run splits[LG_TEXT_SPLITS];
    lg_vocabulary vocabulary;
    lg_file_view files[LG_TEXT_SPLITS]; /* of the splits that have one */
    void *made[LG_TEXT_SPLITS];         /* tokens that are not those of the file as they are */
    int shortest[LG_TEXT_SPLITS];       /* lengths at which a split is evaluated, of those that it has windows of: */
    int longest[LG_TEXT_SPLITS];        /* the shortest one and the longest; 0: none */
} lg_token_text;

/* What the files of a text are, and how they are read. */
typedef struct lg_text_form {
    const char *option; /* names the training file, or its folder */
    lg_unit unit;
    bool occurring;     /* bytes: only those that occur in any split are tokens, in order of value; else all 256 are */
    bool no_newlines;   /* bytes, with `occurring`: newlines are no tokens */
    bool line_ends;     /* words: a line ends with <eos> */
    int64_t least;      /* characters and words: uses of each that there is */
    int64_t most;       /* the same: how many there are; 0: all */
    size_t size;        /* bytes that the training file must have; 0: any */
    const char *advice; /* where it has another size */
    struct lg_text_file {
        const char *label, *path; /* in messages and records; path NULL: a part of the training file */
        double fraction;          /* of that: its end; that of the test split is behind that of the validation split */
    } files[LG_TEXT_SPLITS];
} lg_text_form;

/* Reads the files, and sets vocabularies, unit, and how many test tokens are unknown in *d. What was read must be
 * freed, also after a failure. */
bool lg_token_text_open(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_error *err);
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
size_t lg_unit_name(lg_unit unit, const char *text, char out[LG_CHARACTER_NAME]); /* of bytes or characters */
/* What such a word stands for, into `out`; how many bytes. */
size_t lg_character_of_name(const char *name, char out[LG_CHARACTER_NAME]);

#endif
