/* scene.h: a scene is the input of a rule's check: a description, the model for one choice of its block pattern and,
 * for rules about each stream or sublayer, the current stream or sublayer. */
#ifndef LG_RULES_SCENE_H
#define LG_RULES_SCENE_H

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"
#include "train/description.h"

typedef struct lg_scene {
    const lg_description *d;
    const lg_model *m;        /* drafted (nn/model/model.h); all its blocks are alike, except for LG_OF_MODEL rules */
    const lg_positional *p;   /* placement of the current stream; by default the stream that the head reads */
    const lg_sublayer *layer; /* the current sublayer of model.order, or any */
} lg_scene;

/* True if model.order contains a sublayer with attention. */
bool lg_scene_order_attends(const lg_scene *s);
/* Returns a stream whose position sampler produces distances but no positions; NULL if there is none. */
const lg_positional *lg_scene_distances_alone(const lg_scene *s);

/* lg_scene_choice_unread: is there a choice of the pattern that no block with attention uses? lg_scene_scales_ignored:
 * do the attention functions of all choices ignore the scale? */
bool lg_scene_choice_unread(const lg_scene *s);
bool lg_scene_scales_ignored(const lg_scene *s);

/* Functions for models whose blocks differ:
 * - lg_scene_shares_unlike: do blocks with different choices share parameters?
 * - lg_scene_differing_axis: if two blocks share parameters but have different choices, the axis on which the first two
 *   such blocks differ; otherwise the axis on which the first two choices differ.
 * - lg_scene_scales_differ: does any choice have a different scale from the first choice?
 * - lg_scene_embedded_in_some: an encoding that is added to embeddings but that not all choices have; NULL: none. */
const char *lg_scene_differing_axis(const lg_scene *s);
bool lg_scene_shares_unlike(const lg_scene *s);
bool lg_scene_scales_differ(const lg_scene *s);
const lg_encoding *lg_scene_embedded_in_some(const lg_scene *s);

#endif
