/* ref_attention.c: the reference for multi-head attention with every term of the master equation of positional
 * encodings (kernel.h), and for position scores of pairs without Toeplitz structure. It processes each head of each
 * sequence alone. The backward pass first computes the gradients e[i,j] of all scaled scores, and then each other
 * gradient as a plain sum over e. Vaswani et al. 2017; the terms u, w, r: Dai et al., "Transformer-XL", 2019. */
#include "kernel/cache.h"
#include "kernel/ref.h"

#include <math.h>
#include <string.h>

/* Column 0 of head h in row `row` of an array with H*D columns; NULL if the array is absent. */
static real *head_row(lg_view x, int H, int D, ptrdiff_t row, int h) {
    return x.data ? (real *)x.data + row * H * D + (ptrdiff_t)h * D : NULL;
}

static double dot(const real *x, const real *y, int D) {
    double total = 0;
    for (int d = 0; d < D; d++) total += (double)x[d] * y[d];
    return total;
}

size_t lg_ref_attention_scratch(const lg_kernels *set, const lg_attention *a, bool backward) {
    const size_t rows = cache_scratch(a->cached, a->T, a->H, a->D);
    return (backward ? (size_t)a->Q * a->T : (size_t)a->T) * sizeof(double) + rows * sizeof(real);
}

void lg_ref_append(const lg_kernels *set, const lg_append *a) {
    const real *row = a->rows.data;
    real *head = a->cache.data;
    for (int s = 0; s < a->S; s++, row += (ptrdiff_t)a->Q * a->H * a->D) {
        for (int h = 0; h < a->H; h++, head += cache_head(a->layout, a->T, a->D)) {
            for (int t = 0; t < a->Q; t++) {
                const real *from = row + ((ptrdiff_t)t * a->H + h) * a->D;
                cache_write(cache_token(head, a->layout, a->keys, a->D, a->first + t), from, a->D);
            }
        }
    }
}

/* Index of query i in an array [S, H, LG_PAD(Q)]. */
static ptrdiff_t query_place(int H, int Q, int s, int h, int i) {
    return ((ptrdiff_t)s * H + h) * LG_PAD(Q) + i;
}

/* The row of query i among those of all sequences; i counts from a->first. */
static ptrdiff_t query_row(const lg_attention *a, int s, int i) {
    return (ptrdiff_t)s * a->Q + i;
}

/* The row of `table` for the class of query i and key j; NULL if there is no table. */
static real *class_row(const lg_attention *a, lg_view table, int s, int i, int j) {
    if (!table.data) return NULL;
    const int32_t *classes = (const int32_t *)a->classes.data + s * a->class_sequence;
    return (real *)table.data + (ptrdiff_t)classes[j * a->class_key + a->first + i] * a->D;
}

static double logit(const lg_attention *a, int s, int h, int i, int j) {
    int H = a->H, D = a->D, T = a->T, token = a->first + i;
    const real *pair = class_row(a, a->pair_keys, s, i, j);
    const real *q = head_row(a->q, H, D, query_row(a, s, i), h), *k = head_row(a->k, H, D, lg_first_key(a, s) + j, h);
    const real *u = head_row(a->u, H, D, 0, h), *w = head_row(a->w, H, D, 0, h);
    const real *r = head_row(a->r, H, D, j - token + T - 1, h);
    const real *extra = a->extra.data, *bias = a->bias.data, *slope = a->slope.data;
    double score = dot(q, k, D);
    if (u) score += dot(u, k, D);
    if (r) score += dot(q, r, D);
    if (r && w) score += dot(w, r, D);
    if (pair) score += dot(q, pair, D);
    if (pair && u) score += dot(u, pair, D);
    if (extra) score += extra[lg_pair_place(s, H, h, T, a->Q, j, i)];
    score *= ((const real *)a->scale.data)[token];
    if (bias) bias += s * a->bias_sequence + h * a->bias_head + j * a->bias_key;
    if (bias) score += (slope ? slope[h] : 1) * (double)bias[token];
    return score;
}

static bool sees(const lg_attention *a, int i, int j) {
    return ref_sees(a->key_begin, a->key_end, a->prefix, a->T, a->first + i, j);
}

/* p[j] = P[h,i,j] for all j, 0 if hidden; also sets log_sum. */
static void softmax_row(const lg_attention *a, int s, int h, int i, double *p) {
    real *log_sum = a->log_sum.data;
    const lg_keys keys = lg_span_keys(a, s);
    double largest = -INFINITY, total = 0;
    for (int j = 0; j < a->T; j++) p[j] = 0;
    for (int j = keys.begin; j < keys.end; j++) {
        if (sees(a, i, j)) largest = fmax(largest, p[j] = logit(a, s, h, i, j));
    }
    for (int j = keys.begin; j < keys.end; j++) {
        if (sees(a, i, j)) total += p[j] = a->linear ? p[j] : exp(p[j] - largest);
    }
    for (int j = keys.begin; j < keys.end; j++) {
        if (sees(a, i, j) && total > 0) p[j] /= total;
    }
    if (log_sum) log_sum[query_place(a->H, a->Q, s, h, i)] = total > 0 ? largest + log(total) : LG_LOG_OF_NONE;
}

/* Clears the padded lanes of one head in a key-major array. */
static void clear_lanes(real *x, int s, int H, int h, int T, int Q) {
    for (int j = 0; j < T; j++)
        for (int i = Q; i < LG_PAD(Q); i++) x[lg_pair_place(s, H, h, T, Q, j, i)] = 0;
}

/* P[h,i,j] from the saved arrays; 0 for hidden keys, whose elements are undefined. */
static double kept(const lg_attention *a, int s, int h, int j, int i) {
    const real *exp_scores = a->exp_scores.data, *inv_row_sum = a->inv_row_sum.data;
    const lg_keys keys = lg_span_keys(a, s);
    if (j < keys.begin || j >= keys.end || !sees(a, i, j)) return 0;
    return fabs((double)exp_scores[lg_pair_place(s, a->H, h, a->T, a->Q, j, i)]) *
           inv_row_sum[((ptrdiff_t)s * a->H + h) * LG_PAD(a->Q) + i];
}

/* m[h,i,j], from the sign of the saved weight. */
static double kept_mask(const lg_attention *a, int s, int h, int j, int i) {
    return ref_kept_mask(&a->dropout, ((const real *)a->exp_scores.data)[lg_pair_place(s, a->H, h, a->T, a->Q, j, i)]);
}

/* Multiplies P of query i by m; saves P if the backward pass needs it. */
static void drop_row(const lg_attention *a, int s, int h, int i, double *p) {
    real *exp_scores = a->exp_scores.data;
    for (int j = 0; j < a->T; j++) {
        const double mask = ref_weight_mask(&a->dropout, s, a->H, h, a->first + i, j);
        if (exp_scores) exp_scores[lg_pair_place(s, a->H, h, a->T, a->Q, j, i)] = mask > 0 ? p[j] : -p[j];
        p[j] *= mask;
    }
}

static void attend(const lg_attention *a, int s, int h) {
    int H = a->H, D = a->D;
    const lg_keys keys = lg_span_keys(a, s);
    double *p = a->scratch.data;
    real *inv_row_sum = a->inv_row_sum.data;
    for (int i = 0; inv_row_sum && i < LG_PAD(a->Q); i++) inv_row_sum[((ptrdiff_t)s * H + h) * LG_PAD(a->Q) + i] = 1;
    for (int i = 0; i < a->Q; i++) {
        softmax_row(a, s, h, i, p);
        drop_row(a, s, h, i, p);
        real *o = head_row(a->o, H, D, query_row(a, s, i), h);
        for (int d = 0; d < D; d++) {
            double total = 0;
            for (int j = keys.begin; j < keys.end; j++) {
                const real *pair = class_row(a, a->pair_values, s, i, j);
                double v = head_row(a->v, H, D, lg_first_key(a, s) + j, h)[d];
                total += p[j] * (v + (pair ? pair[d] : 0));
            }
            o[d] = total;
        }
    }
}

void lg_ref_attention(const lg_kernels *set, const lg_attention *a) {
    for (int s = 0; s < a->S; s++) {
        int32_t span[2];
        const lg_attention one = a->cached ? cache_attention(a, s, (lg_keys){0, a->T}, span) : *a;
        for (int h = a->head_begin; h < lg_head_end(a); h++) attend(&one, a->cached ? 0 : s, h);
    }
}

void lg_ref_attention_logits(const lg_kernels *set, const lg_attention *a, lg_view logits) {
    real *out = logits.data;
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++) {
            clear_lanes(out, s, a->H, h, a->T, a->Q);
            for (int j = 0; j < a->T; j++)
                for (int i = 0; i < a->Q; i++) out[lg_pair_place(s, a->H, h, a->T, a->Q, j, i)] = logit(a, s, h, i, j);
        }
}

/* The factor f in the gradient of a logit, f * (g - mean). Here g is the gradient of P, and mean is the sum of P g over
 * keys. f is P or, in linear attention, the inverse of the sum of logits. */
static double slope(const lg_attention *a, int s, int h, int j, int i) {
    const double weight = kept(a, s, h, j, i);
    return a->linear && weight > 0 ? weight / logit(a, s, h, i, j) : weight;
}

/* Computes e[i*T+j] for one head of one sequence. If `scaled` is true, e is the gradient of q[i].k[j], before scale and
 * bias; else e is the gradient of the logits. */
static void score_gradient(const lg_attention *a, int s, int h, bool scaled, double *e) {
    int H = a->H, D = a->D, T = a->T;
    const lg_keys keys = lg_span_keys(a, s);
    const real *scale = a->scale.data;
    for (int i = 0; i < a->Q; i++) {
        const real *d_o = head_row(a->d_o, H, D, query_row(a, s, i), h);
        double *row = e + (size_t)i * T, mean = 0;
        if (a->d_log_sum.data) mean = -((const real *)a->d_log_sum.data)[query_place(H, a->Q, s, h, i)];
        for (int j = 0; j < T; j++) row[j] = 0;
        for (int j = keys.begin; j < keys.end; j++) {
            const real *pair = class_row(a, a->pair_values, s, i, j);
            row[j] = dot(d_o, head_row(a->v, H, D, lg_first_key(a, s) + j, h), D) + (pair ? dot(d_o, pair, D) : 0);
            row[j] *= kept_mask(a, s, h, j, i);
            mean += kept(a, s, h, j, i) * row[j];
        }
        const double factor = scaled ? scale[a->first + i] : 1;
        for (int j = keys.begin; j < keys.end; j++) row[j] = factor * slope(a, s, h, j, i) * (row[j] - mean);
    }
}

static void put(real *x, double value, bool accumulate) {
    *x = accumulate ? *x + value : value;
}

static void query_gradient(const lg_attention *a, int s, int h, const double *e) {
    int H = a->H, D = a->D, T = a->T;
    const lg_keys keys = lg_span_keys(a, s);
    for (int i = 0; i < a->Q; i++) {
        for (int d = 0; d < D; d++) {
            double total = 0;
            for (int j = keys.begin; j < keys.end; j++) {
                const real *r = head_row(a->r, H, D, j - (a->first + i) + T - 1, h);
                const real *pair = class_row(a, a->pair_keys, s, i, j);
                double k = head_row(a->k, H, D, lg_first_key(a, s) + j, h)[d];
                total += e[(size_t)i * T + j] * (k + (r ? r[d] : 0) + (pair ? pair[d] : 0));
            }
            put(&head_row(a->dq, H, D, query_row(a, s, i), h)[d], total, a->dq_accumulate);
        }
    }
}

static void key_gradient(const lg_attention *a, int s, int h, const double *e) {
    int H = a->H, D = a->D, T = a->T;
    const real *u = head_row(a->u, H, D, 0, h);
    for (int j = 0; j < T; j++) {
        for (int d = 0; d < D; d++) {
            double dk = 0, dv = 0;
            for (int i = 0; i < a->Q; i++) {
                double q = head_row(a->q, H, D, query_row(a, s, i), h)[d];
                double d_o = head_row(a->d_o, H, D, query_row(a, s, i), h)[d];
                dk += e[(size_t)i * T + j] * (q + (u ? u[d] : 0));
                dv += kept_mask(a, s, h, j, i) * kept(a, s, h, j, i) * d_o;
            }
            put(&head_row(a->dk, H, D, lg_first_key(a, s) + j, h)[d], dk, a->dk_accumulate);
            put(&head_row(a->dv, H, D, lg_first_key(a, s) + j, h)[d], dv, a->dv_accumulate);
        }
    }
}

/* Adds to du, dw and dr, which are summed over sequences. */
static void shared_gradient(const lg_attention *a, int s, int h, const double *e) {
    int H = a->H, D = a->D, T = a->T;
    const lg_keys keys = lg_span_keys(a, s);
    const real *w = head_row(a->w, H, D, 0, h);
    for (int d = 0; d < D; d++) {
        double du = 0, dw = 0;
        for (int i = 0; (a->du.data || a->dw.data) && i < a->Q; i++) {
            for (int j = keys.begin; j < keys.end; j++) {
                const real *r = head_row(a->r, H, D, j - (a->first + i) + T - 1, h);
                const real *pair = class_row(a, a->pair_keys, s, i, j);
                double k = head_row(a->k, H, D, lg_first_key(a, s) + j, h)[d];
                du += e[(size_t)i * T + j] * (k + (pair ? pair[d] : 0));
                dw += e[(size_t)i * T + j] * (r ? r[d] : 0);
            }
        }
        if (a->du.data) head_row(a->du, H, D, 0, h)[d] += du;
        if (a->dw.data) head_row(a->dw, H, D, 0, h)[d] += dw;
        for (int offset = 1 - T; a->dr.data && offset < T; offset++) {
            double dr = 0;
            for (int i = 0; i < a->Q; i++) {
                int j = a->first + i + offset;
                if (j < 0 || j >= T) continue;
                double q = head_row(a->q, H, D, query_row(a, s, i), h)[d];
                dr += e[(size_t)i * T + j] * (q + (w ? w[d] : 0));
            }
            head_row(a->dr, H, D, offset + T - 1, h)[d] += dr;
        }
    }
}

/* Adds to the gradients of pair_keys and pair_values. */
static void class_gradient(const lg_attention *a, int s, int h, const double *e) {
    const lg_keys keys = lg_span_keys(a, s);
    const real *u = head_row(a->u, a->H, a->D, 0, h);
    for (int i = 0; i < a->Q; i++) {
        const real *q = head_row(a->q, a->H, a->D, query_row(a, s, i), h);
        const real *d_o = head_row(a->d_o, a->H, a->D, query_row(a, s, i), h);
        for (int j = keys.begin; j < keys.end; j++) {
            real *dkey = class_row(a, a->dpair_keys, s, i, j), *dvalue = class_row(a, a->dpair_values, s, i, j);
            for (int d = 0; dkey && d < a->D; d++) dkey[d] += e[(size_t)i * a->T + j] * ((double)q[d] + (u ? u[d] : 0));
            const double weight = kept_mask(a, s, h, j, i) * kept(a, s, h, j, i);
            for (int d = 0; dvalue && d < a->D; d++) dvalue[d] += weight * d_o[d];
        }
    }
}

static void extra_gradient(const lg_attention *a, int s, int h, const double *e) {
    real *dextra = a->dextra.data;
    clear_lanes(dextra, s, a->H, h, a->T, a->Q);
    for (int j = 0; j < a->T; j++)
        for (int i = 0; i < a->Q; i++) dextra[lg_pair_place(s, a->H, h, a->T, a->Q, j, i)] = e[(size_t)i * a->T + j];
}

/* Adds to dbias. Here e is the gradient of the logits. Pairs with the same offset share an element if the bias is
 * Toeplitz. */
static void bias_gradient(const lg_attention *a, int s, int h, const double *e) {
    const real *slopes = a->slope.data;
    const double slope = slopes ? slopes[h] : 1;
    real *dbias = (real *)a->dbias.data + s * a->bias_sequence + h * a->bias_head + a->first;
    for (int j = 0; j < a->T; j++)
        for (int i = 0; i < a->Q; i++) dbias[j * a->bias_key + i] += slope * e[(size_t)i * a->T + j];
}

void lg_ref_attention_backward(const lg_kernels *set, const lg_attention *a) {
    double *e = a->scratch.data;
    for (int s = 0; s < a->S; s++) {
        for (int h = a->head_begin; h < lg_head_end(a); h++) {
            if (a->dbias.data) {
                score_gradient(a, s, h, false, e);
                bias_gradient(a, s, h, e);
            }
            score_gradient(a, s, h, true, e);
            query_gradient(a, s, h, e);
            key_gradient(a, s, h, e);
            shared_gradient(a, s, h, e);
            if (a->dpair_keys.data || a->dpair_values.data) class_gradient(a, s, h, e);
            if (a->dextra.data) extra_gradient(a, s, h, e);
        }
    }
}

/* The row of r for row i of the queries and key j. */
static ptrdiff_t pair_row(const lg_pair_scores *a, int j, int i) {
    return ((const int32_t *)a->index.data)[(size_t)j * LG_PAD(a->T) + a->first + i];
}

void lg_ref_pair_scores(const lg_kernels *set, const lg_pair_scores *a) {
    int H = a->H, D = a->D, T = a->T;
    real *extra = a->extra.data;
    for (int s = 0; s < a->S; s++) {
        for (int h = 0; h < H; h++) {
            const real *w = head_row(a->w, H, D, 0, h);
            clear_lanes(extra, s, H, h, T, a->Q);
            for (int j = 0; j < T; j++) {
                for (int i = 0; i < a->Q; i++) {
                    const real *r = head_row(a->r, H, D, pair_row(a, j, i), h);
                    double score = dot(head_row(a->q, H, D, (ptrdiff_t)s * a->Q + i, h), r, D);
                    extra[lg_pair_place(s, H, h, T, a->Q, j, i)] = w ? score + dot(w, r, D) : score;
                }
            }
        }
    }
}

static void pair_scores_backward_query(const lg_pair_scores *a, int s, int h, int i) {
    int H = a->H, D = a->D, T = a->T;
    const real *dextra = a->dextra.data, *q = head_row(a->q, H, D, (ptrdiff_t)s * a->Q + i, h);
    const real *w = head_row(a->w, H, D, 0, h);
    real *dq = head_row(a->dq, H, D, (ptrdiff_t)s * a->Q + i, h), *dw = head_row(a->dw, H, D, 0, h);
    for (int d = 0; d < D; d++) {
        double total = 0;
        for (int j = 0; j < T; j++) {
            double g = dextra[lg_pair_place(s, H, h, T, a->Q, j, i)];
            total += g * head_row(a->r, H, D, pair_row(a, j, i), h)[d];
            head_row(a->dr, H, D, pair_row(a, j, i), h)[d] += g * (q[d] + (w ? w[d] : 0));
        }
        put(&dq[d], total, a->dq_accumulate);
        if (dw) dw[d] += total;
    }
}

void lg_ref_pair_scores_backward(const lg_kernels *set, const lg_pair_scores *a) {
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int i = 0; i < a->Q; i++) pair_scores_backward_query(a, s, h, i);
}

static double sink_logit(const lg_attention *a, int h) {
    return a->sink.data ? (double)((const real *)a->sink.data)[h] : 0;
}

void lg_ref_attention_sink(const lg_kernels *set, const lg_attention *a) {
    real *log_sum = a->log_sum.data, *inv_row_sum = a->inv_row_sum.data;
    for (int s = 0; s < a->S; s++)
        for (int h = a->head_begin; h < lg_head_end(a); h++)
            for (int i = 0; i < a->Q; i++) {
                const ptrdiff_t place = query_place(a->H, a->Q, s, h, i);
                const double over = log_sum[place] - sink_logit(a, h), share = 1 / (1 + exp(-over));
                real *o = head_row(a->o, a->H, a->D, query_row(a, s, i), h);
                for (int d = 0; d < a->D; d++) o[d] *= (real)share;
                if (inv_row_sum) inv_row_sum[place] *= (real)share;
                log_sum[place] = (real)(sink_logit(a, h) + fmax(over, 0) + log1p(exp(-fabs(over))));
            }
}

/* The weight of the sink is exp(sink - log_sum), and its value is 0. */
void lg_ref_attention_sink_backward(const lg_kernels *set, const lg_attention *a) {
    const real *log_sum = a->log_sum.data, *d_log_sum = a->d_log_sum.data;
    for (int s = 0; s < a->S; s++)
        for (int h = a->head_begin; a->dsink.data && h < lg_head_end(a); h++) {
            double sum = 0;
            for (int i = 0; i < a->Q; i++) {
                const ptrdiff_t place = query_place(a->H, a->Q, s, h, i), row = query_row(a, s, i);
                const double mean = dot(head_row(a->o, a->H, a->D, row, h), head_row(a->d_o, a->H, a->D, row, h), a->D);
                sum += exp(sink_logit(a, h) - log_sum[place]) * ((d_log_sum ? (double)d_log_sum[place] : 0) - mean);
            }
            ((real *)a->dsink.data)[h] += (real)sum;
        }
}

/* Joins one query of one head of two attentions. */
static void join_query(const lg_joined *a, int s, int i, int h) {
    const ptrdiff_t place = query_place(a->H, a->Q, s, h, i), row = (ptrdiff_t)s * a->Q + i;
    const double gap = (double)((const real *)a->log_b.data)[place] - ((const real *)a->log_a.data)[place];
    const real *x = head_row(a->a, a->H, a->D, row, h), *y = head_row(a->b, a->H, a->D, row, h);
    const real share = 1 / (1 + exp(gap));
    real *o = head_row(a->o, a->H, a->D, row, h);
    for (int d = 0; d < a->D; d++) o[d] = y[d] + share * ((double)x[d] - y[d]);
    ((real *)a->share.data)[place] = share;
}

void lg_ref_join(const lg_kernels *set, const lg_joined *a) {
    for (int s = 0; s < a->S; s++)
        for (int i = 0; i < a->Q; i++)
            for (int h = 0; h < a->H; h++) join_query(a, s, i, h);
}

static void join_query_backward(const lg_joined *a, int s, int i, int h) {
    const ptrdiff_t place = query_place(a->H, a->Q, s, h, i), row = (ptrdiff_t)s * a->Q + i;
    const real *x = head_row(a->a, a->H, a->D, row, h), *y = head_row(a->b, a->H, a->D, row, h);
    const real *d_o = head_row(a->d_o, a->H, a->D, row, h);
    real *da = head_row(a->da, a->H, a->D, row, h), *db = head_row(a->db, a->H, a->D, row, h);
    const double share = ((const real *)a->share.data)[place];
    double product = 0;
    for (int d = 0; d < a->D; d++) {
        product += d_o[d] * ((double)x[d] - y[d]);
        if (da) put(&da[d], share * d_o[d], a->da_accumulate);
        if (db) put(&db[d], (1 - share) * d_o[d], a->db_accumulate);
    }
    product *= share * (1 - share);
    if (a->dlog_a.data) ((real *)a->dlog_a.data)[place] = product;
    if (a->dlog_b.data) ((real *)a->dlog_b.data)[place] = -product;
}

void lg_ref_join_backward(const lg_kernels *set, const lg_joined *a) {
    const size_t bytes = (size_t)a->S * (size_t)a->H * LG_PAD(a->Q) * sizeof(real);
    if (a->dlog_a.data) memset(a->dlog_a.data, 0, bytes);
    if (a->dlog_b.data) memset(a->dlog_b.data, 0, bytes);
    for (int s = 0; s < a->S; s++)
        for (int i = 0; i < a->Q; i++)
            for (int h = 0; h < a->H; h++) join_query_backward(a, s, i, h);
}
