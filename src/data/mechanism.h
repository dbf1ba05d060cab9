/* mechanism.h: what data sets share that need one mechanism of a model each: symbols of several kinds in one
 * vocabulary, and sequences written token by token, in which some tokens are answers and the others are given. */
#ifndef LG_DATA_MECHANISM_H
#define LG_DATA_MECHANISM_H

#include "data/data.h"

/* Symbols of a kind: "k0" ... */
typedef struct lg_symbol_kind {
    const char *letter; /* NULL: there are no more kinds */
    int count;
} lg_symbol_kind;
/* One vocabulary of all kinds, one after another; targets follow sources at once. */
bool lg_mechanism_open(lg_dataset *d, const lg_symbol_kind *kinds, lg_error *err);

/* A record while it is written or read: a sequence that begins with the source and goes on with the target. */
typedef struct lg_token_sequence {
    lg_record *r;
    int at; /* the next token */
} lg_token_sequence;
lg_token_sequence lg_sequence_begin(lg_record *r, int length, lg_record_size z);
void lg_sequence_put(lg_token_sequence *s, int token, bool answer);

/* For judges, which read records from the beginning: the next token, of `count` kinds from `first` on, less `first`. -1
 * where it is another one, or none, or whether it is learned and counted is not what `answer` says. */
int lg_sequence_next(const lg_record *r, int *at, int first, int count, bool answer);

#endif
