/* description.h: the description of a model, which config/describe.h makes from a config before the model is created:
 * the chosen entry of each axis with its options, and the settings that belong to no entry. */
#ifndef LG_NN_DESCRIPTION_H
#define LG_NN_DESCRIPTION_H

#include "nn/axes/chosen.h"
#include "nn/model/pattern.h"
#include "nn/model/settings.h"

/* The encoding and position sampler of a stream, with their config keys: "encoding", or "encoder.encoding". */
typedef struct lg_placing {
    const char *encoding_key, *positions_key;
    lg_chosen_encoding encoding;
    lg_chosen_position_sampler sampler;
} lg_placing;

enum {
    LG_PLACING_OWN,     /* the stream that the head reads */
    LG_PLACING_SOURCES, /* the source stream; if its config keys are NULL, it is placed like LG_PLACING_OWN */
    LG_PLACING_CROSS,   /* both streams, in cross-attention; if the config keys are NULL, it has no encoding */
    LG_PLACINGS
};

/* The first members of a description and of lg_model. */
#define LG_MODEL_DESCRIPTION                                                                                           \
    lg_model_settings settings;                                                                                        \
    lg_own sublayers[LG_SUBLAYERS]; /* options of each, in the order of lg_sublayers */                                \
    lg_chosen_architecture architecture;                                                                               \
    lg_placing placings[LG_PLACINGS]; /* this and the next three members: the pattern's first choice */                \
    lg_chosen_mask mask;                                                                                               \
    lg_chosen_scale scale;                                                                                             \
    lg_chosen_attention_function attention_function;                                                                   \
    lg_pattern pattern;                                                                                                \
    lg_chosen_projection projection;                                                                                   \
    lg_chosen_residual residual;                                                                                       \
    lg_chosen_block block;                                                                                             \
    lg_chosen_norm norm;                                                                                               \
    lg_chosen_mixer mixer;                                                                                             \
    lg_chosen_initialisation initialisation;                                                                           \
    lg_chosen_head head;                                                                                               \
    lg_chosen_cell cell; /* this and the store are used only if architecture.entry->cells */                           \
    lg_chosen_store store;                                                                                             \
    bool tested_with_memory /* blocks keep memory rows in evaluation (eval.memory) */

typedef struct lg_model_description {
    LG_MODEL_DESCRIPTION;
} lg_model_description;

/* Sets encodings, mask, scale and attention function to the pattern's first choice. */
void lg_describe_first(lg_model_description *d);
/* Assigns the same choice of the pattern to all blocks. */
void lg_describe_alike(lg_model_description *d, int choice);

#endif
