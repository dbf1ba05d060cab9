/* bpe.h: byte-pair encoding of words as published by subword-nmt (Sennrich, Haddow & Birch 2016): a list of merges,
 * made of a training corpus, and the rule by which they take a word apart. */
#ifndef LG_DATA_BPE_H
#define LG_DATA_BPE_H

#include "base/arena.h"
#include "data/pieces.h"

typedef struct lg_bpe lg_bpe;

/* The merges of a file of codes, `size` bytes followed by a 0: "#version: 0.2", then two symbols a line, separated by a
 * blank, the most frequent merge first. Without the first line they are of version 0.1. `name` is that of the file, in
 * messages. NULL on failure: LG_USAGE. */
lg_bpe *lg_bpe_read(const char *text, size_t size, const char *name, lg_error *err);
void lg_bpe_free(lg_bpe *b);
/* Is this a file of codes? It is one if its first line begins so, or has two symbols. */
bool lg_bpe_is_codes(const char *text);

#define LG_BPE_JOINER "@@" /* ends a piece that its word goes on after */

/* Adds the pieces of a text of UTF-8, whose words are separated by blanks. */
bool lg_bpe_split(const lg_bpe *b, const char *text, size_t size, lg_pieces *out, lg_error *err);

#endif
