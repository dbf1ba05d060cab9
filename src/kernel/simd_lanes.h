/* simd_lanes.h: the part of attention that is written in lanes of queries. simd_attention.h includes this file once for
 * each width of a block: L(name) is vname, for blocks of a full vector, and hname, for what half a vector can hold. */

typedef L(vec_type) L(lanes);
typedef L(mask) L(lanes_mask);

/* ---- the loops over keys ---------------------------------------------------------------------------------------- */

/* sum[key] += columns[d] * x[key][d] over d, for consecutive keys. */
TEMPLATE void L(dots)(int keys, int D, L(lanes) sum[KEYS], const real *columns, const real *x, ptrdiff_t stride) {
    for (int d = 0; d < D; d++) {
        const L(lanes) column = L(load)(columns + d * BLOCK);
        UNROLL for (int k = 0; k < keys; k++) sum[k] = L(fma)(column, L(splat)(x[k * stride + d]), sum[k]);
    }
}

/* The vectors of consecutive keys in one row of the table of offsets, which is given at the first key. */
TEMPLATE void L(table_keys)(int keys, L(lanes) offsets[KEYS], const real *table) {
#ifdef LG_WINDOWS
    if (keys == KEYS) {
        const real *last = table - (KEYS - 1);
        const L(lanes) low = L(load)(last);
        const hvec high = hload(last + sizeof low / sizeof(real));
        UNROLL for (int k = 0; k < KEYS; k++) offsets[k] = L(window)(low, high, KEYS - 1 - k);
        return;
    }
#endif
    UNROLL for (int k = 0; k < keys; k++) offsets[k] = L(load)(table - k);
}

/* dots with the table, which is given at the first key and the first query. */
TEMPLATE void L(dots_table)(int keys, int D, L(lanes) sum[KEYS], const real *columns, const real *table,
                            ptrdiff_t stride) {
    for (int d = 0; d < D; d++) {
        const L(lanes) column = L(load)(columns + d * BLOCK);
        L(lanes) offsets[KEYS];
        L(table_keys)(keys, offsets, table + d * stride);
        UNROLL for (int k = 0; k < keys; k++) sum[k] = L(fma)(column, offsets[k], sum[k]);
    }
}

/* sum[d] += weights[key] * x[key][d] over `keys` keys. ragged: there are fewer columns than sums, and the sums beyond
 * them are meaningless. normalising: weights are first multiplied by inverse, in place, and are 0 in lanes that are no
 * query. */
TEMPLATE void L(mix)(bool ragged, bool normalising, int keys, L(lanes) sum[HL], real *weights, ptrdiff_t weights_stride,
                     L(lanes) inverse, unsigned present, const real *x, ptrdiff_t stride, int columns) {
    int column[HL];
    UNROLL for (int d = 0; d < HL; d++) column[d] = ragged ? smaller(d, columns - 1) : d;
    for (int k = 0; k < keys; k++, weights += weights_stride, x += stride) {
        L(lanes) weight = L(load)(weights);
        if (normalising) {
            weight = L(keep)(weight * inverse, present);
            L(store)(weights, weight);
        }
        UNROLL for (int d = 0; d < HL; d++) sum[d] = L(fma)(weight, L(splat)(x[column[d]]), sum[d]);
    }
}

TEMPLATE void L(mix_table_keys)(int keys, L(lanes) sum[HL], const real *weights, const real *table, ptrdiff_t stride) {
    L(lanes) weight[KEYS];
    UNROLL for (int k = 0; k < keys; k++) weight[k] = L(load)(weights + k * BLOCK);
    UNROLL for (int d = 0; d < HL; d++) {
        L(lanes) offsets[KEYS];
        L(table_keys)(keys, offsets, table + d * stride);
        UNROLL for (int k = 0; k < keys; k++) sum[d] = L(fma)(weight[k], offsets[k], sum[d]);
    }
}

/* mix with the table. */
TEMPLATE void L(mix_table)(int keys, L(lanes) sum[HL], const real *weights, const real *table, ptrdiff_t stride) {
    int k = 0;
    for (; k + KEYS <= keys; k += KEYS) L(mix_table_keys)(KEYS, sum, weights + k * BLOCK, table - k, stride);
    for (; k < keys; k++) L(mix_table_keys)(1, sum, weights + k * BLOCK, table - k, stride);
}

/* ---- forward ---------------------------------------------------------------------------------------------------- */

/* Powers of `count` vectors; step by step for all of them, so that none waits for another's last step. */
TEMPLATE void L(powers)(int count, L(lanes) * x) {
#ifdef LG_DOUBLE
    UNROLL for (int i = 0; i < count; i++) {
        L(lanes) y = x[i];
        for (int l = 0; l < (int)(sizeof y / sizeof(real)); l++) y[l] = exp(y[l]);
        x[i] = y;
    }
#else
    L(lanes) n[POWER_KEYS], p[POWER_KEYS];
    UNROLL for (int i = 0; i < count; i++) n[i] = L(nearest)(x[i]);
    UNROLL for (int i = 0; i < count; i++) x[i] -= n[i];
    UNROLL for (int i = 0; i < count; i++) p[i] = L(splat)(lg_power_coefficients[0]);
    UNROLL for (int c = 1; c < 6; c++) {
        UNROLL for (int i = 0; i < count; i++) p[i] = L(fma)(p[i], x[i], L(splat)(lg_power_coefficients[c]));
    }
    UNROLL for (int i = 0; i < count; i++) p[i] = L(fma)(p[i], x[i], L(splat)(1));
    UNROLL for (int i = 0; i < count; i++) x[i] = L(scale)(p[i], n[i]);
#endif
}

/* Logits of consecutive keys from j on, in the base of powers; their maximum so far. */
TEMPLATE L(lanes) L(logit_keys)(int keys, int D, const head *x, const block *b, int j, real *logits, ptrdiff_t stride,
                                L(lanes) top, L(lanes) scale) {
    L(lanes) sum[KEYS];
    UNROLL for (int k = 0; k < keys; k++) sum[k] = (L(lanes)){0};
    L(dots)(keys, D, sum, x->columns, x->k + j * x->stride, x->stride);
    if (x->r) {
        const real *table = x->table + (x->T - 1 - j + b->first);
        L(dots_table)(keys, D, sum, x->position_columns, table, x->table_stride);
    }
    if (x->extra) {
        const real *extra = x->extra + j * x->pad + b->first;
        UNROLL for (int k = 0; k < keys; k++) sum[k] = L(fma)(L(load)(extra + k * x->pad), scale, sum[k]);
    }
    if (x->bias) {
        const real *bias = x->bias + j * x->a->bias_key + b->first;
        const L(lanes) log = L(splat)(LG_POWER_LOG);
        UNROLL for (int k = 0; k < keys; k++) sum[k] = L(fma)(L(load)(bias + k * x->a->bias_key), log, sum[k]);
    }
    if (j < b->all_begin || j + keys > b->all_end) {
        const L(lanes_mask) low = *(const L(lanes_mask) *)b->low, high = *(const L(lanes_mask) *)b->high;
        UNROLL for (int k = 0; k < keys; k++) {
            const L(lanes_mask) seen = (low <= (whole)(j + k)) & (high > (whole)(j + k));
            sum[k] = L(select)(seen, sum[k], L(splat)(-INFINITY));
        }
    }
    UNROLL for (int k = 0; k < keys; k++) {
        top = L(max)(top, sum[k]);
        L(store)(logits + k * stride, sum[k]);
    }
    return top;
}

/* Logits of consecutive keys become powers, which are added to total. */
TEMPLATE L(lanes) L(power_keys)(int keys, real *logits, ptrdiff_t stride, L(lanes) top, L(lanes) total) {
    L(lanes) p[POWER_KEYS];
    UNROLL for (int k = 0; k < keys; k++) p[k] = L(load)(logits + k * stride) - top;
    L(powers)(keys, p);
    UNROLL for (int k = 0; k < keys; k++) {
        total += p[k];
        L(store)(logits + k * stride, p[k]);
    }
    return total;
}

/* P of the block, but for the division by the sums; returns their inverses, 0 for a query that sees no key. */
TEMPLATE L(lanes) L(weights)(int D, const head *x, const block *b, real *p, ptrdiff_t stride) {
    const L(lanes) scale = L(load_first)((const real *)x->a->scale.data + b->first, b->live) * LG_POWER_LOG;
    L(lanes) top = L(splat)(LG_LOWEST), total = {0};
    real *at = p;
    int j = b->begin;
    for (; j + KEYS <= b->end; j += KEYS, at += KEYS * stride) {
        top = L(logit_keys)(KEYS, D, x, b, j, at, stride, top, scale);
    }
    for (; j < b->end; j++, at += stride) top = L(logit_keys)(1, D, x, b, j, at, stride, top, scale);
    for (j = b->begin, at = p; j + POWER_KEYS <= b->end; j += POWER_KEYS, at += POWER_KEYS * stride) {
        total = L(power_keys)(POWER_KEYS, at, stride, top, total);
    }
    for (; j < b->end; j++, at += stride) total = L(power_keys)(1, at, stride, top, total);
    return L(select)(total == 0, total, 1 / total);
}

/* Zeros for the block's pairs with the keys begin..end-1. */
TEMPLATE void L(clear_keys)(const head *x, const block *b, real *pairs, int begin, int end) {
    for (int j = begin; j < end; j++) L(store)(pairs + j * x->pad + b->first, (L(lanes)){0});
}

TEMPLATE void L(attend_block)(int D, bool ragged, const head *x, const block *b) {
    const int width = sizeof(L(lanes)) / sizeof(real), keys = b->end - b->begin;
    const real *scale = (const real *)x->a->scale.data + b->first;
    load_block(width / HL, D, x, b, x->q, x->u, scale, LG_POWER_LOG, NULL, NULL, x->columns);
    if (x->r) load_block(width / HL, D, x, b, x->q, x->w, scale, LG_POWER_LOG, NULL, NULL, x->position_columns);
    const ptrdiff_t stride = x->prob ? x->pad : BLOCK;
    real *p = x->prob ? x->prob + b->begin * stride + b->first : x->scores;
    const L(lanes) inverse = L(weights)(D, x, b, p, stride);
    const unsigned present = (1u << b->live) - 1;
    for (int c = 0; c < D; c += HL) {
        L(lanes) sum[HL] = {{0}};
        const real *v = x->v + b->begin * x->stride + c;
        if (c == 0)
            L(mix)(ragged, true, keys, sum, p, stride, inverse, present, v, x->stride, D);
        else
            L(mix)(ragged, false, keys, sum, p, stride, inverse, present, v, x->stride, D - c);
        UNROLL for (int half = 0; half < width / HL; half++) {
            hvec square[HL];
            UNROLL for (int d = 0; d < HL; d++) square[d] = L(half)(sum[d], half);
            htranspose(square);
            store_square(square, x->o + (b->first + half * HL) * x->stride + c, x->stride, b->live - half * HL, D - c,
                         false);
        }
    }
    if (!x->prob) return;
    L(clear_keys)(x, b, x->prob, 0, b->begin);
    L(clear_keys)(x, b, x->prob, b->end, x->T);
}

/* ---- backward --------------------------------------------------------------------------------------------------- */

/* Gradients of the logits of consecutive keys from j on: P * (d_o.v - mean). */
TEMPLATE void L(logit_gradient_keys)(int keys, int D, const head *x, const block *b, int j, real *gradient,
                                     L(lanes) mean, L(lanes) scale) {
    L(lanes) sum[KEYS];
    UNROLL for (int k = 0; k < keys; k++) sum[k] = -mean;
    L(dots)(keys, D, sum, x->columns, x->v + j * x->stride, x->stride);
    const real *p = x->prob + j * x->pad + b->first;
    UNROLL for (int k = 0; k < keys; k++) {
        sum[k] *= L(load)(p + k * x->pad);
        L(store)(gradient + k * BLOCK, sum[k]);
    }
    if (!x->dextra) return;
    real *dextra = x->dextra + j * x->pad + b->first;
    UNROLL for (int k = 0; k < keys; k++) L(store)(dextra + k * x->pad, sum[k] * scale);
}

/* Half of sums by columns becomes rows, times scale; the sum of the rows is added to `total`, if there is one. */
TEMPLATE void L(scaled_rows)(hvec square[HL], const L(lanes) sum[HL], int half, L(lanes) scale, real *total,
                             int columns) {
    UNROLL for (int d = 0; d < HL; d++) square[d] = L(half)(sum[d] * scale, half);
    htranspose(square);
    if (!total) return;
    hvec all = square[0];
    UNROLL for (int l = 1; l < HL; l++) all += square[l];
    hstore_first(total, hload_first(total, columns) + all, columns);
}

/* gradient: of the logits, at key b->begin. */
TEMPLATE void L(query_gradient)(int D, bool ragged, const head *x, const block *b, real *gradient, L(lanes) scale) {
    const int halves = (int)(sizeof(L(lanes)) / sizeof(hvec)), keys = b->end - b->begin;
    for (int c = 0; c < D; c += HL) {
        L(lanes) sum[HL] = {{0}}, position[HL] = {{0}};
        const real *k = x->k + b->begin * x->stride + c;
        L(mix)(ragged, false, keys, sum, gradient, BLOCK, scale, 0, k, x->stride, D - c);
        if (x->r) {
            const real *table = x->table + c * x->table_stride + (x->T - 1 - b->begin + b->first);
            L(mix_table)(keys, position, gradient, table, x->table_stride);
        }
        UNROLL for (int half = 0; half < halves; half++) {
            hvec square[HL];
            real *dq = x->dq + (b->first + half * HL) * x->stride + c;
            L(scaled_rows)(square, sum, half, scale, x->du ? x->du + c : NULL, D - c);
            store_square(square, dq, x->stride, b->live - half * HL, D - c, x->a->dq_accumulate);
            if (!x->r) continue;
            L(scaled_rows)(square, position, half, scale, x->dw ? x->dw + c : NULL, D - c);
            store_square(square, dq, x->stride, b->live - half * HL, D - c, true);
        }
    }
}

TEMPLATE void L(backward_block)(int D, bool ragged, const head *x, const block *b) {
    const int halves = (int)(sizeof(L(lanes)) / sizeof(hvec)), keys = b->end - b->begin;
    const real *scale = (const real *)x->a->scale.data + b->first;
    load_block(halves, D, x, b, x->d_o, NULL, NULL, 1, NULL, x->d_pairs, x->columns);
    load_block(halves, D, x, b, x->q, x->u, scale, 1, NULL, x->pairs, NULL);
    if (x->r) load_block(halves, D, x, b, x->q, x->w, scale, 1, x->position_rows, NULL, NULL);
    hvec means[VL / HL];
    UNROLL for (int half = 0; half < halves; half++) means[half] = mean_gradient(D, x, b, half);
    const L(lanes) mean = L(join)(means), lane_scale = L(load_first)(scale, b->live);
    real *gradient = x->scores + KEYS * BLOCK; /* KEYS keys of zeros before it and after it */
    int j = b->begin;
    for (; j + KEYS <= b->end; j += KEYS) {
        L(logit_gradient_keys)(KEYS, D, x, b, j, gradient + (j - b->begin) * BLOCK, mean, lane_scale);
    }
    for (; j < b->end; j++) {
        L(logit_gradient_keys)(1, D, x, b, j, gradient + (j - b->begin) * BLOCK, mean, lane_scale);
    }
    if (x->dextra) {
        L(clear_keys)(x, b, x->dextra, 0, b->begin);
        L(clear_keys)(x, b, x->dextra, b->end, x->T);
    }
    L(query_gradient)(D, ragged, x, b, gradient, lane_scale);
    const bool later = b->first > 0 || x->a->low.data || x->a->high.data; /* dk and dv have been written */
    outer(D, x, x->dv, x->a->dv_accumulate || later, x->prob + b->first, x->pad, x->d_pairs, b);
    outer(D, x, x->dk, x->a->dk_accumulate || later, gradient - b->begin * BLOCK, BLOCK, x->pairs, b);
    if (!x->dr) return;
    for (int k = 0; k < KEYS; k++) {
        L(store)(x->scores + k * BLOCK, (L(lanes)){0});
        L(store)(gradient + (keys + k) * BLOCK, (L(lanes)){0});
    }
    offset_gradient(D, x, gradient - b->begin * BLOCK, b);
}
