/* simd_visibility.h: the attention mask of a vector of queries, for kernels that process keys one by one. */
#ifndef LG_KERNEL_SIMD_VISIBILITY_H
#define LG_KERNEL_SIMD_VISIBILITY_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* The keys that each query of a vector sees. Lanes past the last query see none. */
typedef struct visibility {
    vmask begin, end;   /* intervals of keys that each query sees; the prefix is not included */
    int lowest, beyond; /* smallest begin; largest end, but at most keys.end */
    int prefix;
    lg_keys keys; /* keys within the span */
} visibility;

/* The visibility of `live` queries from token `first` on. */
TEMPLATE visibility visibility_open(lg_view key_begin, lg_view key_end, int prefix, lg_keys keys, int T, int first,
                                    int live) {
    const int32_t *begins = key_begin.data, *ends = key_end.data;
    visibility x = {.lowest = T, .prefix = prefix, .keys = keys};
    for (int l = 0; l < VL; l++) {
        const int i = first + l;
        const int begin = l < live && begins ? begins[i] : 0, end = l >= live ? 0 : ends ? ends[i] : T;
        x.begin[l] = begin, x.end[l] = end;
        if (l < live && begin < x.lowest) x.lowest = begin;
        if (end > x.beyond) x.beyond = end;
    }
    if (x.beyond > keys.end) x.beyond = keys.end;
    return x;
}

/* Mask of the queries that see key j, which must be within the span. */
TEMPLATE vmask visibility_of(const visibility *x, int j) {
    const vmask early = x->end > (lane_int)j;
    return j < x->prefix ? early : early & (x->begin <= (lane_int)j);
}

/* Whether some query may see key j; j must be below `beyond`. */
TEMPLATE bool any_visible(const visibility *x, int j) {
    return j >= x->keys.begin && (j < x->prefix || j >= x->lowest);
}

#endif
