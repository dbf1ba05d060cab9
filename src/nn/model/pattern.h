/* pattern.h: blocks whose attention differs. A choice is what attention of a block is made of; a pattern says which
 * choice each block has, and repeats to the depth. What a model has without a pattern is its first choice, that of
 * block 0. */
#ifndef LG_NN_PATTERN_H
#define LG_NN_PATTERN_H

#include "nn/axes/chosen.h"
#include "nn/model/settings.h"

enum { LG_CHOICES_MAX = 8, LG_PERIOD_MAX = 64 }; /* different choices; items of a list */

typedef struct lg_block_choice {
    lg_chosen_encoding encoding[2]; /* of the stream that the head reads, and of one of sources */
    lg_chosen_mask mask;            /* of the former */
    lg_chosen_scale scale;
    lg_chosen_attention_function attention_function;
} lg_block_choice;

typedef struct lg_pattern {
    int longest; /* blocks of the longest list that it is made of, and the axis of this list */
    const char *longest_axis;
    int count; /* of different choices; 1: all blocks are alike */
    lg_block_choice choices[LG_CHOICES_MAX];
    int period; /* block i has choice of[i % period]; LG_CHOICES_MAX: one too many, which the check refuses */
    unsigned char of[LG_BLOCKS_MAX];
    bool unread;         /* a list of encodings that no stream has, as each has one of its own */
    bool others_read[2]; /* of a pattern of one choice that stands for one of several: another one reads positions */
} lg_pattern;

static inline int lg_pattern_choice(const lg_pattern *p, int block) {
    return p->of[block % p->period];
}
/* Leaves out what no block of so many has. */
void lg_pattern_trim(lg_pattern *p, int blocks);
/* Is no list longer than the model is deep, and are there no more different blocks than can be? Fails in words. */
bool lg_pattern_check(const lg_pattern *p, int blocks, lg_error *err);
/* The first block that has a choice. */
static inline int lg_pattern_first(const lg_pattern *p, int choice) {
    int block = 0;
    while (p->of[block] != choice) block++;
    return block;
}
/* The first mask under which queries see later keys; NULL: there is none. */
const lg_chosen_mask *lg_pattern_open_mask(const lg_pattern *p);
/* Does no query of any block see a later key? */
bool lg_pattern_is_causal(const lg_pattern *p);

#endif
