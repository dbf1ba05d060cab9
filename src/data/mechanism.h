/* mechanism.h: code shared by data sets that each test one mechanism of a model. Their vocabulary has several kinds of
 * symbols. Their sequences are written token by token. Some tokens are answers; all others are given. */
#ifndef LG_DATA_MECHANISM_H
#define LG_DATA_MECHANISM_H

#include "data/data.h"

/* A kind of symbols. Kind "k" has the symbols "k0", "k1", ... */
typedef struct lg_symbol_kind {
    const char *letter; /* NULL: end of the list */
    int count;
} lg_symbol_kind;
/* Creates one vocabulary that contains all kinds in order. Source and target of a record form one sequence. */
bool lg_mechanism_open(lg_dataset *d, const lg_symbol_kind *kinds, lg_error *err);

/* A record being written: one sequence, in which the target follows the source. */
typedef struct lg_token_sequence {
    lg_record *r;
    int at; /* index of the next token */
} lg_token_sequence;
lg_token_sequence lg_sequence_begin(lg_record *r, int length, lg_record_size z);
void lg_sequence_put(lg_token_sequence *s, int token, bool answer);

/* For `check`, which reads a record from the beginning. If the next token is in first .. first + count - 1, returns the
 * token minus `first`. Returns -1 for any other token, at the end, or if the learned and counted flags differ from
 * `answer`. */
int lg_sequence_next(const lg_record *r, int *at, int first, int count, bool answer);

#endif
