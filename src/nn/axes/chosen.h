/* chosen.h: the choice on each axis of a model: an entry with its options. Files that read the members of an entry
 * include the header of its axis. */
#ifndef LG_NN_CHOSEN_H
#define LG_NN_CHOSEN_H

#include "base/entry.h"

typedef struct lg_architecture lg_architecture;
typedef LG_CHOSEN(lg_architecture) lg_chosen_architecture;
typedef struct lg_attention_function lg_attention_function;
typedef LG_CHOSEN(lg_attention_function) lg_chosen_attention_function;
typedef struct lg_block lg_block;
typedef LG_CHOSEN(lg_block) lg_chosen_block;
typedef struct lg_cell lg_cell;
typedef LG_CHOSEN(lg_cell) lg_chosen_cell;
typedef struct lg_encoding lg_encoding;
typedef LG_CHOSEN(lg_encoding) lg_chosen_encoding;
typedef struct lg_head lg_head;
typedef LG_CHOSEN(lg_head) lg_chosen_head;
typedef struct lg_initialisation lg_initialisation;
typedef LG_CHOSEN(lg_initialisation) lg_chosen_initialisation;
typedef struct lg_mask lg_mask;
typedef LG_CHOSEN(lg_mask) lg_chosen_mask;
typedef struct lg_mixer lg_mixer;
typedef LG_CHOSEN(lg_mixer) lg_chosen_mixer;
typedef struct lg_norm lg_norm;
typedef LG_CHOSEN(lg_norm) lg_chosen_norm;
typedef struct lg_position_sampler lg_position_sampler;
typedef LG_CHOSEN(lg_position_sampler) lg_chosen_position_sampler;
typedef struct lg_projection lg_projection;
typedef LG_CHOSEN(lg_projection) lg_chosen_projection;
typedef struct lg_residual lg_residual;
typedef LG_CHOSEN(lg_residual) lg_chosen_residual;
typedef struct lg_scale lg_scale;
typedef LG_CHOSEN(lg_scale) lg_chosen_scale;
typedef struct lg_store lg_store;
typedef LG_CHOSEN(lg_store) lg_chosen_store;

/* Sublayers have numbers instead of one chosen entry, since a block may have several sublayers (nn/axes/sublayer.h). */
enum {
#define SUBLAYER(name) LG_SUBLAYER_##name,
#include "nn/axes/sublayers.def"
#undef SUBLAYER
    LG_SUBLAYERS
};

#endif
