/* description.h: a model as a config describes it, before it is made: the choice on each axis with its options, and the
 * settings that belong to no entry. config/describe.h makes it from text. */
#ifndef LG_NN_DESCRIPTION_H
#define LG_NN_DESCRIPTION_H

#include "nn/axes/chosen.h"
#include "nn/model/pattern.h"
#include "nn/model/settings.h"

/* How tokens are placed, and the keys of these choices: "encoding", or "encoder.encoding". */
typedef struct lg_placing {
    const char *encoding_key, *positions_key;
    lg_chosen_encoding encoding;
    lg_chosen_position_sampler sampler;
} lg_placing;

enum {
    LG_PLACING_OWN,     /* of the stream that the head reads */
    LG_PLACING_SOURCES, /* of one beside it; no keys: as the other */
    LG_PLACING_CROSS,   /* of both, in cross-attention; no keys: it has no encoding */
    LG_PLACINGS
};

/* The first members of a description, and of a model that is made of one. */
#define LG_MODEL_DESCRIPTION                                                                                           \
    lg_model_settings settings;                                                                                        \
    lg_own sublayers[LG_SUBLAYERS]; /* options of each, in the order of lg_sublayers */                                \
    lg_chosen_architecture architecture;                                                                               \
    lg_placing placings[LG_PLACINGS]; /* of the first choice */                                                        \
    lg_chosen_mask mask;              /* likewise */                                                                   \
    lg_chosen_scale scale;            /* likewise */                                                                   \
    lg_chosen_attention_function attention_function; /* likewise */                                                    \
    lg_pattern pattern;                                                                                                \
    lg_chosen_projection projection;                                                                                   \
    lg_chosen_residual residual;                                                                                       \
    lg_chosen_block block;                                                                                             \
    lg_chosen_norm norm;                                                                                               \
    lg_chosen_mixer mixer;                                                                                             \
    lg_chosen_initialisation initialisation;                                                                           \
    lg_chosen_head head;                                                                                               \
    lg_chosen_cell cell;    /* read where architecture->cells */                                                       \
    lg_chosen_store store;  /* likewise */                                                                             \
    bool tested_with_memory /* blocks keep rows in tests (eval.memory) */

typedef struct lg_model_description {
    LG_MODEL_DESCRIPTION;
} lg_model_description;

/* Makes the members above those of the pattern's first choice. */
void lg_describe_first(lg_model_description *d);
/* Makes all blocks alike: as those of one choice of the pattern. */
void lg_describe_alike(lg_model_description *d, int choice);

#endif
