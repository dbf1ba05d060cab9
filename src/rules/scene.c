/* scene.c: see scene.h. */
#include "rules/scene.h"

#include <string.h>

#include "nn/axes/attention_function.h"
#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/order.h"

static bool block_attends(const lg_model *m, int block) {
    for (int i = m->order.begins[block]; i < m->order.begins[block + 1]; i++)
        if (m->order.places[i].sublayer->attends) return true;
    return false;
}

bool lg_scene_order_attends(const lg_scene *s) {
    for (int block = 0; block < s->m->blocks; block++)
        if (block_attends(s->m, block)) return true;
    return false;
}

const lg_positional *lg_scene_distances_alone(const lg_scene *s) {
    for (int i = 0; i < 2; i++)
        if (!s->m->positional[i]->sampler.entry->positions) return s->m->positional[i];
    return NULL;
}

/* ---- patterns ---- */

static const char *differing_axis(const lg_block_choice *a, const lg_block_choice *b) {
    if (memcmp(a->encoding, b->encoding, sizeof a->encoding)) return "encoding";
    if (memcmp(&a->mask, &b->mask, sizeof a->mask)) return "mask";
    return memcmp(&a->scale, &b->scale, sizeof a->scale) ? "scale" : "attention";
}

/* Finds two blocks that share parameters but have different choices; false: there are none. */
static bool find_shared(const lg_model *m, int *a, int *b) {
    const lg_pattern *p = &m->pattern;
    for (*b = 1; *b < m->blocks; ++*b)
        for (*a = 0; *a < *b; ++*a)
            if (m->sets[*a] == m->sets[*b] && lg_pattern_choice(p, *a) != lg_pattern_choice(p, *b)) return true;
    return false;
}

bool lg_scene_shares_unlike(const lg_scene *s) {
    int a, b;
    return find_shared(s->m, &a, &b);
}

const char *lg_scene_differing_axis(const lg_scene *s) {
    const lg_pattern *p = &s->m->pattern;
    int a, b;
    if (!find_shared(s->m, &a, &b)) return differing_axis(&p->choices[0], &p->choices[1]);
    return differing_axis(&p->choices[lg_pattern_choice(p, a)], &p->choices[lg_pattern_choice(p, b)]);
}

/* True if attention is the same with both choices, which may still differ in the mask. The mask is not compared,
 * because sublayers without attention read it as well; encoding, scale and attention function are read only by
 * attention. */
static bool attends_alike(const lg_block_choice *a, const lg_block_choice *b) {
    return !memcmp(a->encoding, b->encoding, sizeof a->encoding) && !memcmp(&a->scale, &b->scale, sizeof a->scale) &&
           !memcmp(&a->attention_function, &b->attention_function, sizeof a->attention_function);
}

/* True if a block with attention uses the encoding, scale and attention function of this choice. */
static bool is_read(const lg_model *m, int choice) {
    const lg_pattern *p = &m->pattern;
    for (int block = 0; block < m->blocks; block++)
        if (block_attends(m, block) && attends_alike(&p->choices[lg_pattern_choice(p, block)], &p->choices[choice]))
            return true;
    return false;
}

bool lg_scene_choice_unread(const lg_scene *s) {
    for (int i = 0; i < s->m->pattern.count; i++)
        if (!is_read(s->m, i)) return true;
    return false;
}

bool lg_scene_scales_ignored(const lg_scene *s) {
    for (int i = 0; i < s->m->pattern.count; i++)
        if (!s->m->pattern.choices[i].attention_function.entry->own_scale) return false;
    return true;
}

bool lg_scene_scales_differ(const lg_scene *s) {
    const lg_pattern *p = &s->m->pattern;
    for (int i = 1; i < p->count; i++)
        if (memcmp(&p->choices[i].scale, &s->m->scale, sizeof s->m->scale)) return true;
    return false;
}

const lg_encoding *lg_scene_embedded_in_some(const lg_scene *s) {
    const lg_pattern *p = &s->m->pattern;
    for (int i = 1; i < p->count; i++)
        for (int stream = 0; stream < 2; stream++) {
            const lg_chosen_encoding *a = &p->choices[0].encoding[stream], *b = &p->choices[i].encoding[stream];
            if (!memcmp(a, b, sizeof *a)) continue;
            if (a->entry->embed || b->entry->embed) return a->entry->embed ? a->entry : b->entry;
        }
    return NULL;
}
