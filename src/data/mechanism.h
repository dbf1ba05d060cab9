/* mechanism.h: code shared by data sets that each test one mechanism of a model. Their vocabulary has several kinds of
 * symbols. Their sequences are written token by token; some tokens are answers, the others are given. */
#ifndef LG_DATA_MECHANISM_H
#define LG_DATA_MECHANISM_H

#include "data/data.h"

/* A kind of symbols: "k0", "k1", ... */
typedef struct lg_symbol_kind {
    const char *letter; /* NULL: end of the list */
    int count;
} lg_symbol_kind;
/* Makes one vocabulary with all kinds in order. A target follows its source in one sequence. */
bool lg_mechanism_open(lg_dataset *d, const lg_symbol_kind *kinds, lg_error *err);

/* A record being written: one sequence of the source followed by the target. */
typedef struct lg_token_sequence {
    lg_record *r;
    int at; /* next token */
} lg_token_sequence;
lg_token_sequence lg_sequence_begin(lg_record *r, int length, lg_record_size z);
void lg_sequence_put(lg_token_sequence *s, int token, bool answer);

/* For `check`, which reads records from the beginning: returns the next token minus `first` if it is in first .. first
 * + count - 1. -1: another token, the end, or learned and counted flags that differ from `answer`. */
int lg_sequence_next(const lg_record *r, int *at, int first, int count, bool answer);

#endif
