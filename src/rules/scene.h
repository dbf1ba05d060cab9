/* scene.h: what a rule is judged of: a description, and the model of one choice of its pattern, with one part of it to
 * look at where the rule is about each. */
#ifndef LG_RULES_SCENE_H
#define LG_RULES_SCENE_H

#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"
#include "train/description.h"

typedef struct lg_scene {
    const lg_description *d;
    const lg_model *m;        /* drafted (nn/model/model.h); all its blocks are alike, but of a rule about patterns */
    const lg_positional *p;   /* of the stream that the head reads, unless the rule is about each stream */
    const lg_sublayer *layer; /* of model.order, where the rule is about each; else any */
} lg_scene;

/* Does a sublayer of the order attend? */
bool lg_scene_order_attends(const lg_scene *s);
/* The stream of two whose sampler has distances alone; NULL: both have positions. */
const lg_positional *lg_scene_distances_alone(const lg_scene *s);

/* Has no block with one of the choices a sublayer that attends? Do all choices train factors in place of a scale? */
bool lg_scene_choice_unread(const lg_scene *s);
bool lg_scene_scales_trained(const lg_scene *s);

/* Of a model whose blocks differ: the axis in which its first two choices do, or the first two that share parameters;
 * does one have another scale than the first; the encoding that is added to embeddings, if not all choices have it. */
const char *lg_scene_differing_axis(const lg_scene *s);
bool lg_scene_shares_unlike(const lg_scene *s);
bool lg_scene_scales_differ(const lg_scene *s);
const lg_encoding *lg_scene_embedded_in_some(const lg_scene *s);

#endif
