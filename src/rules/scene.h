/* scene.h: a scene is what a rule is checked against: a description, the model for one choice of its pattern and, for
 * rules about each stream or sublayer, the current one. */
#ifndef LG_RULES_SCENE_H
#define LG_RULES_SCENE_H

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"
#include "train/description.h"

typedef struct lg_scene {
    const lg_description *d;
    const lg_model *m;        /* drafted (nn/model/model.h); all its blocks are alike, except for LG_OF_MODEL rules */
    const lg_positional *p;   /* of the stream that the head reads, or the current stream */
    const lg_sublayer *layer; /* the current sublayer of model.order, or any */
} lg_scene;

/* Does a sublayer of the order attend? */
bool lg_scene_order_attends(const lg_scene *s);
/* A stream whose sampler has only distances; NULL: both have positions. */
const lg_positional *lg_scene_distances_alone(const lg_scene *s);

/* Is some choice used by no block that attends? Do all choices train factors in place of a scale? */
bool lg_scene_choice_unread(const lg_scene *s);
bool lg_scene_scales_trained(const lg_scene *s);

/* For models whose blocks differ: the axis that differs between the first two choices or, if blocks share parameters,
 * between the first two such blocks; whether blocks with different choices share parameters; whether some choice has
 * a scale that differs from the first; an encoding added to embeddings that not all choices have. */
const char *lg_scene_differing_axis(const lg_scene *s);
bool lg_scene_shares_unlike(const lg_scene *s);
bool lg_scene_scales_differ(const lg_scene *s);
const lg_encoding *lg_scene_embedded_in_some(const lg_scene *s);

#endif
