/* bpe.h: byte-pair encoding of words as in subword-nmt (Sennrich, Haddow & Birch 2016): a list of merges learned from a
 * training corpus, and the rule that splits a word with them. */
#ifndef LG_DATA_BPE_H
#define LG_DATA_BPE_H

#include "base/arena.h"
#include "data/pieces.h"

typedef struct lg_bpe lg_bpe;

/* Reads the merges of a codes file: `size` bytes followed by a 0. The file has a line "#version: 0.2", then two symbols
 * per line separated by a blank, the most frequent merge first. Without the first line, the version is 0.1. `name` is
 * the file name for messages. NULL: fails with LG_USAGE. */
lg_bpe *lg_bpe_read(const char *text, size_t size, const char *name, lg_error *err);
void lg_bpe_free(lg_bpe *b);
/* True if this is a codes file: its first line is a version line or has two symbols. */
bool lg_bpe_is_codes(const char *text);

#define LG_BPE_JOINER "@@" /* ends each piece of a word except the last */

/* Adds the pieces of a UTF-8 text whose words are separated by blanks. */
bool lg_bpe_split(const lg_bpe *b, const char *text, size_t size, lg_pieces *out, lg_error *err);

#endif
