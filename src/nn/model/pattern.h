/* pattern.h: patterns of blocks with different attention. A choice is the set of entries that a block's attention uses;
 * a pattern assigns a choice to each block and repeats over the depth. A model without a pattern has one choice, that
 * of block 0. */
#ifndef LG_NN_PATTERN_H
#define LG_NN_PATTERN_H

#include "nn/axes/chosen.h"
#include "nn/model/settings.h"

enum { LG_CHOICES_MAX = 8, LG_PERIOD_MAX = 64 }; /* largest number of different choices, and of items in a list */

typedef struct lg_block_choice {
    lg_chosen_encoding encoding[2]; /* encodings of the stream that the head reads and of a source stream */
    lg_chosen_mask mask;            /* mask of the stream that the head reads */
    lg_chosen_scale scale;
    lg_chosen_attention_function attention_function;
} lg_block_choice;

typedef struct lg_pattern {
    int longest; /* length of the longest list in the pattern, and the axis of that list */
    const char *longest_axis;
    int count; /* number of different choices; 1: all blocks are alike */
    lg_block_choice choices[LG_CHOICES_MAX];
    int period;                      /* block i has choice of[i % period] */
    unsigned char of[LG_BLOCKS_MAX]; /* LG_CHOICES_MAX: too many choices, rejected by lg_pattern_check */
    bool unread;                     /* a list of encodings has no effect, since each stream has its own encoding */
    bool others_read[2];             /* in a pattern reduced to one choice: did a removed choice read positions? */
} lg_pattern;

static inline int lg_pattern_choice(const lg_pattern *p, int block) {
    return p->of[block % p->period];
}
/* Removes choices that no block uses in a model with this many blocks. */
void lg_pattern_trim(lg_pattern *p, int blocks);
/* Fails if a list is longer than the model is deep, or if there are too many different blocks. */
bool lg_pattern_check(const lg_pattern *p, int blocks, lg_error *err);
/* The first block that has a choice. */
static inline int lg_pattern_first(const lg_pattern *p, int choice) {
    int block = 0;
    while (p->of[block] != choice) block++;
    return block;
}
/* The first mask that is not causal; NULL: none. */
const lg_chosen_mask *lg_pattern_open_mask(const lg_pattern *p);
/* Are the masks of all blocks causal? */
bool lg_pattern_is_causal(const lg_pattern *p);

#endif
