/* parts.h: for ops that process sequences one by one if visible keys differ between sequences. The functions return
 * part `part` of `parts` equal parts of an input, a gradient or a saved array. */
#ifndef LG_GRAPH_PARTS_H
#define LG_GRAPH_PARTS_H

#include "graph/graph.h"

/* The number of parts. visible: intervals of keys, or a table of intervals; NULL: all keys are visible. */
static inline int lg_visibility_parts(const lg_tensor *visible) {
    return visible ? lg_table_copies(visible) : 1;
}

static inline lg_view lg_value_part(const lg_frame *f, const lg_tensor *y, int i, int parts, int part) {
    return lg_part_of(y->in[i], lg_value(f, y->in[i]), parts, part);
}

static inline lg_view lg_gradient_part(const lg_frame *f, const lg_tensor *y, int i, int parts, int part) {
    return lg_part_of(y->in[i], lg_gradient(f, y->in[i]), parts, part);
}

static inline lg_view lg_saved_part(const lg_frame *f, const lg_tensor *y, int i, int parts, int part) {
    return lg_view_at(lg_saved(f, y, i), (size_t)part * (y->saved_bytes[i] / (size_t)parts));
}

#endif
