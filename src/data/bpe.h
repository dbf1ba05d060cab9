/* bpe.h: byte-pair encoding of words as in subword-nmt (Sennrich, Haddow & Birch 2016): a list of merges learned from a
 * training corpus, and the rule that splits a word with them. */
#ifndef LG_DATA_BPE_H
#define LG_DATA_BPE_H

#include "base/arena.h"
#include "data/pieces.h"

typedef struct lg_bpe lg_bpe;

/* Reads the merges of a codes file, given as `size` bytes followed by a 0. The first line of the file is "#version:
 * 0.2". Every other line has two symbols separated by a blank, with the most frequent merge first. If the first line is
 * missing, the version is 0.1. `name` is the file name for messages. Returns NULL with LG_USAGE if the text is
 * invalid. */
lg_bpe *lg_bpe_read(const char *text, size_t size, const char *name, lg_error *err);
void lg_bpe_free(lg_bpe *b);
/* Is this a codes file? Its first line must be a version line or have two symbols. */
bool lg_bpe_is_codes(const char *text);

#define LG_BPE_JOINER "@@" /* ends each piece of a word except the last */

/* Adds the pieces of a UTF-8 text whose words are separated by blanks. */
bool lg_bpe_split(const lg_bpe *b, const char *text, size_t size, lg_pieces *out, lg_error *err);

#endif
