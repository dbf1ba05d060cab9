/* kernel.h: the table of kernels: functions on arrays, without allocation or state. Ops access tensor data only through
 * this table and never dereference a view, so that another device can implement the same table.
 *
 * Every kernel is called with its own table, `set`. A device that needs a context (a handle, replicas, work memory)
 * keeps it in a struct that begins with the table. CPU kernels need none.
 *
 * Shapes: S sequences of T tokens make M = S*T rows; H heads of D columns make a row of H*D. All matrices are row-major
 * without gaps unless stated otherwise. Arrays are aligned to 64 bytes.
 *
 * The comment of each kernel gives its formula. "(+)=" means: add if `accumulate` is true, else overwrite. Each output
 * element is summed in an order that does not depend on the number of rows or sequences computed together, so a
 * sequence gives the same bits in a batch of 1 and of 100.
 *
 * lg_kernels_ref (ref.c) is the reference in plain C. The vector tables start as a copy of it and replace some
 * kernels. */
#ifndef LG_KERNEL_KERNEL_H
#define LG_KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/key.h"
#include "base/real.h"
#include "formula/formula.h"
#include "kernel/view.h"

/* y[M,N] (+)= act( x[M,K] w[K,N] + bias[N] ). w is packed (see pack). x may be converted (see to_bf16_pairs). bias may
 * be absent. act is LG_LINEAR or, if `accumulate` is false, LG_RELU. */
struct lg_linear {
    int M, K, N;
    int stride; /* elements between rows of y, if y has only some columns of a map (see panel); 0: N */
    lg_view x, w, bias, y;
    lg_activation act;
    bool accumulate;
};

/* dw[K,N] += x[M,K]^T dy[M,N]. x and dy may be converted (see to_bf16_pairs). If dw, x and dy are small, an element of
 * dw is one chain of additions over all rows; otherwise it is the sum of chains over LG_WEIGHT_ROWS rows each (in
 * bfloat16: over LG_WEIGHT_ROWS rows of pairs). The kernel set "amx" instead adds one sequence after another;
 * lg_kernels.bfloat16 describes the order within a sequence. T: rows of a sequence; 0: all rows are one sequence. */
#define LG_WEIGHT_ROWS 256
typedef struct lg_linear_weight {
    int M, K, N, T;
    lg_view dw, x, dy;
} lg_linear_weight;

/* z = norm( h + drop(o) ), row by row. Without o: z = norm(h).
 *   norm(s) = gamma * xhat + beta   without beta: gamma * xhat
 *   xhat = (s - mean) * rstd,   rstd = 1/sqrt(variance + epsilon)   with the population variance (Ba et al. 2016)
 *   rms: xhat = s * rstd,   rstd = 1/sqrt(mean(s^2) + epsilon)   (Zhang & Sennrich 2019)
 *   drop(o) = bit ? o*keep_scale : 0   without bits: o */
typedef struct lg_add_norm {
    int M, N;
    bool rms;
    real epsilon, keep_scale;
    lg_view h, o;        /* [M,N] */
    lg_view bits;        /* [M, LG_MASK_WORDS(N)] of uint16; absent: no dropout */
    lg_view gamma, beta; /* [N] */
    lg_view z;           /* forward: out [M,N] */
    lg_view xhat, rstd;  /* forward: out [M,N], [M], for the backward pass; absent: not kept. May alias o or h. */
    /* backward only */
    lg_view dz;      /* in [M,N] */
    lg_view dh, d_o; /* out [M,N]; d_o is absent if o is absent */
    bool dh_accumulate, do_accumulate;
    lg_view dgamma, dbeta; /* += [N]; dbeta is absent if beta is absent */
} lg_add_norm;

/* Rotary embedding: rotates `pairs` pairs of columns of each head, pair i of token t by angle (t,i), and copies the
 * remaining columns. A pair (a, b) becomes (a cos - b sin, b cos + a sin); `inverse` rotates by the opposite angle, as
 * the backward pass does. */
typedef struct lg_rotation {
    lg_view y, x;         /* [S,T,H,D] */
    lg_view cosine, sine; /* [T,pairs] */
    int S, T, H, D, pairs;
    bool halves; /* pairs (i, pairs + i) instead of (2i, 2i + 1) */
    bool inverse, accumulate;
} lg_rotation;

/* A cache of keys, or of values, of earlier tokens (a KV cache), stored by head, so that each head is one contiguous
 * stream. Keys of LG_LANES tokens are interleaved, so that logits are vector sums without shuffles. Keys are
 * [S, H, R / LG_LANES, D, LG_LANES], values [S, H, R, D]; R is LG_PAD(T) or, in a ring, the number of its rows. append
 * writes rows [S*Q, H*D] of tokens first..first+Q-1 into a cache of T tokens.
 *   If layout.bf16 is true, a token has D/2 elements in place of D. Each element is a pair of bfloat16: of a key,
 * columns 2c (low 16 bits) and 2c + 1; of a value, columns c (low) and D/2 + c. D must be a multiple of
 * LG_BF16_COLUMNS, so that half a head is whole vectors. Kernels convert the numbers to float when they read them. */
#define LG_BF16_COLUMNS 32
typedef struct lg_append {
    int S, T, H, D;
    int Q, first;
    lg_cache_layout layout;
    bool keys; /* else values */
    lg_view cache, rows;
} lg_append;

/* Inverted dropout of attention weights: the weight of query i and key j is multiplied by m[h,i,j], which is keep_scale
 * if the weight is kept, else 0. A weight is kept if and only if its 16-bit random number >= threshold. Threshold 0: no
 * dropout, and the other members are not read. The number is a pure function of the random key, the site, the sequence,
 * the head, and the token indices of query and key, so it does not depend on padding or on other sequences. Philox with
 * counter {i, sequence + s, site, (j/16) H + h} and `key` yields four 32-bit words; the number is the high half of word
 * j%16/4, rotated left by 8 (j%4) bits.
 * So the numbers of neighbouring weights overlap: the low byte of a number is the high byte of the next number. The
 * rate has 16 bits of precision, but a low byte matters only if the high byte equals the high byte of the threshold.
 * Neighbours are therefore almost independent: at rate 0.1 their correlation is 0.002. */
typedef struct lg_weight_dropout {
    lg_key key;
    uint32_t site, sequence; /* sequence: index of the first sequence */
    uint16_t threshold;
    real keep_scale;
} lg_weight_dropout;

/* Multi-head attention of S sequences, each attending to itself; the master equation of positional encodings:
 *   l[h,i,j] = scale[i] * ( (q[i]+u[h]).(k[j]+pair_keys[c]) + (q[i]+w[h]).r[h, j-i] + extra[h,j,i] )
 *              + slope[h] bias[h,j,i],   c = classes[j,i]
 *   P = softmax of l over the visible j;   o[i] = sum_j m[h,i,j] P[h,i,j] (v[j]+pair_values[c]),   m: dropout
 * j is the key, one of T tokens. i is the query, one of the Q tokens first..first+Q-1: usually all tokens, fewer if
 * rows are pruned. Absent terms are 0.
 * Queries are tokens of the keys' timeline, or of another timeline of any length (cross-attention). In cross-attention
 * r, extra and classes are absent and the bias is dense.
 * Arrays indexed by query have Q rows or lanes, and query i is row i - first. Terms that depend only on position are
 * indexed by i.
 * If a query sees no key, its output is 0 and it has no gradient. The same may happen if all its visible logits are
 * below -8e29 in float (LG_LOWEST, vec.h).
 *   linear: P = l[h,i,j] / sum over visible j of l, for l = scale[i] q[i].k[j], which may not be negative. There are no
 *   other terms of l, no pair_values and no sink; log_sum is undefined. exp_scores holds P or l. */
typedef struct lg_attention {
    int S, T, H, D;
    bool linear;
    int Q, first;
    int head_begin, head_end; /* the heads to compute; head_end 0: all */
    lg_view q, o;             /* [S*Q, H*D] */
    lg_view k, v;             /* [S*T, H*D], or `cached` */
    bool shared;              /* k and v are [T, H*D], the same for all sequences, without span; dk and dv are += */
    int cached; /* heads of k and v if they are caches (lg_append), forward only and without P; 0: k and v are rows.
                 * Head h reads head h/(H/cached) of a cache (grouped keys and values, Ainslie et al. 2023) */
    lg_cache_layout layout; /* of the cache; it must keep all keys that a query sees */
    lg_view scale;          /* [tokens of the queries' timeline]; usually 1/sqrt(D) for every query */
    lg_view u, w;           /* [H*D]: content bias and position bias (u and v of Transformer-XL) */
    lg_view r;              /* [2T-1, H*D]: the vector of offset j-i is in row (j-i) + T-1 */
    lg_view extra;          /* [S, H, T, LG_PAD(Q)], key-major: element (s,h,j,i) */
    lg_view bias; /* element (h,j,i) is at bias[h*bias_head + j*bias_key + i]; LG_LANES elements are readable after the
                   * last i. Toeplitz: bias_key = -1, and data points at offset i-j = 0 of head 0. */
    ptrdiff_t bias_head, bias_key;
    ptrdiff_t bias_sequence; /* elements between the biases of consecutive sequences; 0: all sequences share one bias */
    lg_view slope; /* [H]: factor of the bias of each head; absent: 1. If bias_head is 0, all heads share one bias. */
    /* pair_keys and pair_values [C, D]: vectors added to the key and the value of a pair by its class, in all heads
     * (Shaw et al. 2018). classes (int32) is needed with either: the class of (j,i), one of 0..C-1, is at
     * classes[j*class_key + i]. Toeplitz classes have the layout of a Toeplitz bias. */
    lg_view pair_keys, pair_values, classes;
    int C;
    ptrdiff_t class_key, class_sequence; /* class_sequence: like bias_sequence */
    lg_view key_begin, key_end; /* int32, indexed like scale: query i sees keys key_begin[i] <= j < key_end[i]; absent:
                                 * all keys */
    int prefix;                 /* with key_begin: query i also sees keys j < prefix, if j < key_end[i] */
    /* int32 [S,2] = {at, length}, for sequences padded to one length: queries of a sequence see only keys
     * at <= j < at + length; absent: all. Keys outside the span are not read and have no gradient. A sequence gives the
     * same bits for any padding, provided that queries outside its span have no gradient. */
    lg_view span;
    lg_weight_dropout dropout;
    /* exp_scores [S, H, T, LG_PAD(Q)], key-major, is kept for the backward pass; if it is absent, extra memory is O(T).
     * Elements of padded lanes and of masked pairs are undefined, so kernels need not write the many masked pairs of
     * a window. If exp_scores exists, so does inv_row_sum [S, H, LG_PAD(Q)]:
     *   P[s,h,i,j] = exp_scores[s,h,j,i] * inv_row_sum[s,h,i]
     * A kernel can store P and ones in the two arrays, or exponentials and the inverses of their sums. With dropout,
     * exp_scores is negative for dropped weights, so that the backward pass need not draw them again. */
    lg_view exp_scores, inv_row_sum;
    /* [S, H, LG_PAD(Q)]: log of the sum of exp(l) over visible keys, LG_LOG_OF_NONE if no key is visible; absent: not
     * needed. log_sum is needed to join o with attention of the same queries to other keys (lg_joined). */
    lg_view log_sum;
    lg_view sink;    /* [H], for attention_sink; absent: zeros */
    lg_view scratch; /* attention_scratch(a) bytes */
    /* backward only; q, k, v, o, exp_scores, inv_row_sum as in the forward pass */
    lg_view d_o;        /* in [S*Q, H*D] */
    lg_view d_log_sum;  /* in, shaped like log_sum; absent: log_sum has no reader */
    lg_view dq, dk, dv; /* out: dq [S*Q, H*D]; dk and dv in the layout of k and v */
    bool dq_accumulate, dk_accumulate, dv_accumulate;
    lg_view du, dw; /* += [H*D] */
    lg_view dr;     /* += [2T-1, H*D] */
    lg_view dextra; /* overwritten, shaped like extra; padded lanes are set to 0 */
    lg_view dbias;  /* += like bias, at the same addresses: the gradient of the logit times slope, summed over the pairs
                     * that share an element; absent: bias is constant */
    lg_view dpair_keys, dpair_values; /* += [C, D] */
    lg_view dsink;                    /* += [H] */
} lg_attention;

/* log_sum of a query that sees no key: far below any sum of logits, but finite. */
#define LG_LOG_OF_NONE ((real)-1e30)

/* Joins two attentions, a and b, of the same queries into one softmax over all keys. a and b have different keys and
 * separate softmaxes. The logarithms of their sums of exponentials (log_sum of lg_attention) give the shares:
 *   share[s,h,i] = 1 / (1 + exp(log_b - log_a));   o[i] = share a[i] + (1 - share) b[i], head by head
 *   da (+)= share d_o;  db (+)= (1 - share) d_o;  dlog_a = share (1 - share) d_o.(a - b);  dlog_b = -dlog_a */
typedef struct lg_joined {
    int S, Q, H, D;
    lg_view a, b, o;      /* [S*Q, H*D] */
    lg_view log_a, log_b; /* [S, H, LG_PAD(Q)], like share; padded lanes are neither read nor written */
    lg_view share;        /* forward: out; backward: in */
    /* backward only */
    lg_view d_o, da, db;
    bool da_accumulate, db_accumulate;
    lg_view dlog_a, dlog_b; /* out; padded lanes are set to 0 */
} lg_joined;

/* Normalizes each head to unit length and multiplies it by a factor of the head, for M rows of H heads of D columns:
 *   y[m,h] = |factor[h]| x[m,h] / sqrt(x[m,h].x[m,h] + 1e-6)
 * If factor is absent, factors are 1 and dfactor is absent, too. Gradients are added to dfactor. */
#define LG_UNIT_EPSILON 1e-6
typedef struct lg_unit_heads {
    int M, H, D;
    lg_view x, factor, y; /* [M, H*D], [H], [M, H*D] */
    lg_view dy, dx;       /* backward only: in, out (+)= */
    bool accumulate;
    lg_view dfactor;
} lg_unit_heads;

/* Attention of every query to the few stored keys of its head that have the largest products with the query (Wu et al.
 * 2022): `chosen` of M keys. The M keys are the last M of the sequence's `size` rows. The earlier key wins ties.
 *   P = softmax of q[i].key[j] over the chosen j;   o[i] = sum_j P[h,i,j] value[j]
 * Stored rows and the choice are constants: only queries have gradients. */
typedef struct lg_retrieval {
    int S, Q, H, D;
    int M, size, chosen;
    lg_view q, o;         /* [S*Q, H*D] */
    lg_view keys, values; /* [S, size, H*D] */
    lg_view index;        /* out, int32 [S*Q, H, chosen]: indices among the M keys, ascending */
    lg_view weight;       /* out [S*Q, H, chosen]: P of these keys */
    lg_view log_sum;      /* as in lg_attention; absent: not needed */
    lg_view scratch;      /* D * LG_LANES reals */
    /* backward only; keys, values, index and weight as in the forward pass */
    lg_view d_o, d_log_sum; /* in; d_log_sum absent: log_sum has no reader */
    lg_view dq;             /* (+)= */
    bool dq_accumulate;
} lg_retrieval;

/* One past the last head to compute. */
static inline int lg_head_end(const lg_attention *a) {
    return a->head_end > 0 ? a->head_end : a->H;
}

/* The row of k where the keys of sequence s begin. */
static inline ptrdiff_t lg_first_key(const lg_attention *a, int s) {
    return a->shared ? 0 : (ptrdiff_t)s * a->T;
}

/* The keys, out of T, within the span of sequence s: begin..end-1. */
typedef struct lg_keys {
    int begin, end;
} lg_keys;
static inline lg_keys lg_keys_within(lg_view spans, int s, int T) {
    if (!spans.data) return (lg_keys){0, T};
    const int32_t *span = (const int32_t *)spans.data + 2 * s;
    const int begin = span[0] < 0 ? 0 : span[0] < T ? span[0] : T, most = T - begin;
    return (lg_keys){begin, begin + (span[1] < 0 ? 0 : span[1] < most ? span[1] : most)};
}
static inline lg_keys lg_span_keys(const lg_attention *a, int s) {
    return lg_keys_within(a->span, s, a->T);
}

/* Geometric attention (Csordas et al. 2022, "The Neural Data Router"). A scan goes outward from the query, nearest keys
 * first and, at equal distance, the right key first. The weight of a key is the probability that the scan stops at it.
 * A query never sees itself.
 *   l[h,i,j] = alpha (q[i]+c[h]).k[j] + beta * D[h,i,j] + gamma,   D = right[i,h] if j > i, left[i,h] if j < i
 *   P = sigmoid(l), but 0 if j = i or j is hidden;  A[i,j] = P[i,j] * prod over k before j in the scan (1 - P[i,k])
 *   normalise: A is divided by the sum of its row or, if that is less than 1e-12, by 1e-12
 *   o[i] = sum_j m[h,i,j] A[i,j] v[j],   m: dropout */
typedef struct lg_geometric {
    int S, T, H, D;
    int Q, first; /* the queries, as in lg_attention */
    bool normalise;
    lg_view q, o;               /* [S*Q, H*D] */
    lg_view k, v;               /* [S*T, H*D], or caches as in lg_attention */
    int cached;                 /* as in lg_attention */
    lg_cache_layout layout;     /* as in lg_attention */
    lg_view direction;          /* [S*Q, 2H]: columns 0..H-1 right, H..2H-1 left */
    lg_view c;                  /* [H*D] */
    lg_view alpha, beta, gamma; /* [1] */
    lg_view key_begin, key_end; /* as in lg_attention */
    int prefix;                 /* as in lg_attention */
    lg_view stop;               /* [S, H, T, LG_PAD(Q)], key-major: P kept for the backward pass; absent: not kept */
    lg_view prob;               /* A before normalization, shaped like stop; negative if dropped, like exp_scores */
    lg_weight_dropout dropout;
    lg_view scratch; /* geometric_scratch(a) bytes */
    /* backward only */
    lg_view d_o;
    lg_view dq, dk, dv, ddirection;
    bool dq_accumulate, dk_accumulate, dv_accumulate, ddirection_accumulate;
    lg_view dc, dalpha, dbeta, dgamma; /* += */
} lg_geometric;

/* Position scores for pairs without Toeplitz structure: extra[s,h,j,i] = (q[i]+w[h]) . r[h, index[j,i]], for queries as
 * in lg_attention. index is int32 [T, LG_PAD(T)], key-major; its elements are row numbers of r [R, H*D]. */
typedef struct lg_pair_scores {
    int S, T, H, D, R;
    int Q, first;
    lg_view q, w, r, index; /* q [S*Q, H*D]; w may be absent */
    lg_view extra;          /* out, [S, H, T, LG_PAD(Q)]; padded lanes 0 */
    lg_view dextra;         /* backward: in */
    lg_view dq;             /* (+)= */
    bool dq_accumulate;
    lg_view dw, dr; /* += */
} lg_pair_scores;

/* Scores of real-valued distances p[j] - p[i] (Dai et al. 2019): (q[i]+w[h]) . r[h](p[j] - p[i]). Here r is the
 * sinusoid of the distance, [sin | cos] of N/2 frequencies each, times the head's columns of map. No sinusoid per pair
 * is needed: the projected query is rotated by the angles of its own position and then multiplied by the sinusoid of
 * each key. For queries as in lg_attention, with row t of `angles` = [sin | cos] of the position of token t:
 *   c[h,i] = map[:,h] (q[i]+w[h]) = [c_s | c_c];   extra[h,j,i] = [c_s cos + c_c sin | c_c cos - c_s sin] . angles[j]
 * with cos and sin of token first + i. */
typedef struct lg_sinusoid_scores {
    int S, T, H, D, N;
    int Q, first;
    lg_view q, w, map; /* q [S*Q, H*D], w [H*D], map [N, H*D] */
    lg_view angles;    /* [T,N] */
    lg_view extra;     /* out, [S, H, T, LG_PAD(Q)]; padded lanes 0 */
    lg_view scratch;   /* sinusoid_scratch(a) bytes */
    lg_view dextra;    /* backward: in */
    lg_view dq;        /* (+)= */
    bool dq_accumulate;
    lg_view dw, dmap; /* += */
} lg_sinusoid_scores;

/* Scores of contextual positions (Golovneva et al. 2024): the distance of a key is the sum of the gates of all keys
 * from this key up to the query; gates depend on content. Queries and visible keys are as in lg_attention:
 *   g[h,i,j] = sigmoid(q[i].k[j] / sqrt(D));   p[h,i,j] = min(P, sum over k >= j of g[h,i,k])
 *   extra[h,j,i] = ((1 - w) q[i].e[f] + w q[i].e[f+1]) / scale[i],   f = floor(p) and w = p - f
 * Hidden keys have no gate, and extra is 0 for them. extra is also 0 where scale is 0: a log-n scale is 0 if a query
 * sees one key. */
typedef struct lg_contextual_scores {
    int S, T, H, D, P; /* P >= 1: the largest position */
    int Q, first;
    lg_view q, k;                            /* as in lg_attention */
    int cached;                              /* as in lg_attention, forward only */
    lg_cache_layout layout;                  /* as in lg_attention */
    lg_view e;                               /* [P+1, D]: position vectors, shared by heads */
    lg_view scale, key_begin, key_end, span; /* as in lg_attention; scale absent: 1 */
    int prefix;                              /* as in lg_attention */
    lg_view extra;                           /* out [S, H, T, LG_PAD(Q)]; padded lanes 0 */
    lg_view scratch;                         /* contextual_scratch(a) bytes */
    lg_view dextra;                          /* backward: in */
    lg_view dq, dk;                          /* (+)= */
    bool dq_accumulate, dk_accumulate;
    lg_view de; /* += [P+1, D] */
} lg_contextual_scores;

/* The forgetting term of scores (Lin et al. 2025): the weight of a key is multiplied by the gates of all tokens after
 * the key, up to and including the query's token. For queries as in lg_attention, on the timeline of the keys:
 *   extra[h,j,i] = sum over j < u <= i of gate[u,h] / scale[i];   0 where j >= i, and where scale is 0
 * Sums start at the query, so that near keys keep full precision however many tokens there are. */
typedef struct lg_forget_scores {
    int S, T, H;
    int Q, first;
    lg_view gate;   /* logarithms of gates, [S*T, H], or a cache of values (lg_append) of H heads of one column */
    bool cached;    /* gate is a cache; forward only */
    lg_view scale;  /* [T] */
    lg_view extra;  /* out [S, H, T, LG_PAD(Q)]; padded lanes 0 */
    lg_view dextra; /* backward: in */
    lg_view dgate;  /* (+)= */
    bool accumulate;
    lg_view scratch; /* 2 * Q reals */
} lg_forget_scores;

/* The term that clipped distances (ReRoPE, Su 2023) add to products of rotated queries and keys (lg_rotation). Queries
 * and visible keys are as in lg_attention. Let d = position[i] - position[j], turn(x, a) the rotation of x by angles a
 * (lg_rotation), a[t] the angles of token t, and b the angles of the width. Then
 *   extra[h,j,i] = turn(q[i], b - a[i]) . turn(k[j], -a[j]) - q[i].k[j]    where d > width
 *                = turn(q[i], -b - a[i]) . turn(k[j], -a[j]) - q[i].k[j]   where d < -width
 *                = 0, exactly, elsewhere, and for hidden keys
 * If q and k were already rotated by w p (frequencies w, position p), with a = w p and b = w width, then q.k + extra is
 * the product at distance +-width. */
typedef struct lg_clipped_scores {
    int S, T, H, D, pairs;
    int Q, first;
    real width;
    bool halves;                      /* as in lg_rotation */
    lg_view q, k;                     /* as in lg_attention */
    int cached;                       /* as in lg_attention, forward only */
    lg_cache_layout layout;           /* as in lg_attention */
    lg_view position;                 /* [T] */
    lg_view cosine, sine;             /* [T+1, pairs]: of angles a in rows 0..T-1, of angles b in row T */
    lg_view key_begin, key_end, span; /* as in lg_attention */
    int prefix;                       /* as in lg_attention */
    lg_view extra;                    /* out [S, H, T, LG_PAD(Q)]; padded lanes 0 */
    lg_view scratch;                  /* clipped_scratch(a) bytes */
    lg_view dextra;                   /* backward: in */
    lg_view dq, dk;                   /* (+)= */
    bool dq_accumulate, dk_accumulate;
} lg_clipped_scores;

/* loss[r] = -log softmax(x[r,:])[target[r]], in nats; best[r] = argmax of x[r,:], the lowest index at ties. Backward:
 *   dx[r,:] (+)= factor * weight[r] * (softmax(x[r,:]) - onehot(target[r]))
 * dx may be x if it is overwritten. A row of weight 0 has loss 0 and gradient 0, exactly, and its target is not read.
 * If `rest` is above 0, the target is smoothed: probability q[n] is `rest` for each class n except the target; the
 * target has the remainder.
 *   loss[r] = -sum_n q[n] log softmax(x[r,:])[n] + z (log sum exp x[r,:])^2
 *   dx[r,n] (+)= factor * weight[r] * ((1 + 2 z log sum exp x[r,:]) softmax(x[r,:])[n] - q[n]) */
typedef struct lg_cross_entropy {
    int M, N;
    lg_view x;          /* [M,N] */
    lg_view target;     /* int32 [M] */
    lg_view weight;     /* [M]; absent: 1 */
    lg_view loss, best; /* forward: out [M], int32 [M]; best may be absent */
    lg_view dx;         /* backward: out [M,N] */
    bool accumulate;
    real factor; /* common to all rows */
    real rest;   /* probability of each other class, if the target is smoothed; 0: not smoothed */
    real z;      /* factor of the squared log sum exp; 0: no penalty */
} lg_cross_entropy;

/* A trained bias from a lookup table: y[h,p] = table[h, index[p]];  dtable[h, index[p]] += dy[h,p]. A place p is an
 * element of the bias of one head, in any layout. */
typedef struct lg_bias_lookup {
    int H, R;                /* heads; table entries per head */
    size_t P;                /* places */
    lg_view y, table, index; /* [H,P], [H,R], int32 [P] */
    lg_view dy, dtable;      /* backward only */
} lg_bias_lookup;

/* Multiplies each head of each query by a gain of its token: y[s,t,h,:] = gain[h,first+t] x[s,t,h,:]. */
typedef struct lg_head_gain {
    int S, T, H, D;
    int first, stride;     /* first: token of row 0; stride: elements per row of gains */
    lg_view y, x, gain;    /* [S,T,H,D] twice, [H,stride] */
    lg_view dy, dx, dgain; /* backward only: dx (+)=, dgain += */
    bool accumulate;
} lg_head_gain;

/* Values of a formula, computed in double: y[h,p] = formula(place[p], head = h). The formula's first operand is the
 * place, its second is the head; `fixed` has the values of the other operands. Parameters are in the formula's order,
 * each [H], [H,count], [count] or [1]. scratch: formula_scratch bytes. */
typedef struct lg_formula_table {
    const lg_formula *formula;
    int H;
    size_t P;
    const double *fixed; /* [operands] */
    lg_view y, place;    /* [H,P], [P] */
    /* Positions of `queries` queries and of P / columns keys; absent: the formula does not read them. Present only if
     * places are pairs of a query and a key (lg_formula_bias): a row of `columns` places for each key. */
    lg_view query, key;
    int queries, columns;
    lg_view parameter[LG_FORMULA_PARAMETERS];
    lg_view dy, dparameter[LG_FORMULA_PARAMETERS]; /* backward only */
    lg_view scratch;
} lg_formula_table;

/* A dense bias: the product of a vector of the query's token and a vector of the key's token, in rows of LG_PAD(T)
 * queries:
 *   y[h,j,i] = scale x[lead+i, hD..] . z[lead+j, hD..] + base[h,j,i]
 * If `apart` is set (TUPE), the row and column of the first token have other values: y[h,j,0] = a[h] for all keys j,
 * and y[h,0,i] = b[h] for all other queries i. If lead is 1, a = scale x[0] . z[0] and b = scale x[1] . z[1]. If lead
 * is 0, (a, b) = own. Gradients of x, z, base and own are accumulated. */
typedef struct lg_bias_product {
    int H, D, T, lead;
    real scale;
    bool apart;
    lg_view y, x, z, base, own;      /* y and base [H,T,LG_PAD(T)], x and z [lead+T,H*D], own [2,H]; base, own: optional
                                      * */
    lg_view dy, dx, dz, dbase, down; /* backward only */
} lg_bias_product;
/* A bias that a small network computes from each distance divided by the longest possible distance (FIRE, Li et al.
 * 2023). For key j and query i with positions p and distances t >= 0:
 *   x = ln(|c| t[j,i] + 1) / (ln(|c| max(|p[i]|, |p[j]|, |m| threshold) + 1) + epsilon)
 *   y[h,j,i] = b2[h] + sum over f of w2[f,h] max(0, w1[f] x + b1[f])
 * Padded lanes are 0. */
typedef struct lg_interpolated_bias {
    int T, H, F; /* tokens, heads, hidden units */
    double threshold, epsilon;
    lg_view y, distance, position;      /* [H, T, LG_PAD(T)], [T, LG_PAD(T)], [T] */
    lg_view c, m, w1, b1, w2, b2;       /* [1], [1], [F], [F], [F,H], [H] */
    lg_view dy;                         /* backward: in */
    lg_view dc, dm, dw1, db1, dw2, db2; /* += */
    lg_view scratch;                    /* backward: interpolated_scratch(l) bytes */
} lg_interpolated_bias;

/* y[r, c] (+)= x[r, c] for `rows` rows of `columns` contiguous elements; rows are y_stride and x_stride elements apart.
 * Stride 0 repeats one row. */
typedef struct lg_copy {
    int rows, columns;
    ptrdiff_t y_stride, x_stride;
    lg_view y, x;
    bool accumulate;
} lg_copy;

/* Moves rows by an index, sequence by sequence. index is int32 [S,C]; values outside 0..T-1, such as -1, mean no row.
 *   gather:  few[s,c,:] (+)= all[s, index[s,c], :], or 0 if there is no row
 *   scatter: all[s, index[s,c], :] (+)= few[s,c,:], summed in the order of c; other rows are 0 */
typedef struct lg_move_rows {
    int S, T, C, N;
    lg_view all, few, index; /* [S,T,N], [S,C,N] */
    bool accumulate;
} lg_move_rows;

/* Lists, in ascending order, the rows whose id is in a cluster first..end-1 and whose weight is not 0. */
typedef struct lg_cluster_rows {
    int M, first, end;
    int each, stride;     /* ids are in groups that begin `stride` ids apart; only the first `each` ids of a group are
                           * used. each 0: all ids are used */
    lg_view id;           /* int32 [M] */
    lg_view weight;       /* [M]; absent: all are 1 */
    lg_view rows, within; /* out, int32 [M], filled up to the returned count: the row, and the row's id minus `first`;
                           * `within` may be absent */
} lg_cluster_rows;

/* Convolutions along the tokens of each sequence, with K taps and H groups of neighbouring columns, for R rows of y:
 *   depthwise_convolution: y[s,t,c] = sum_j w[j, c H / N] x[s, t+lead+j-before, c]
 *   dynamic_convolution:   y[s,t,c] = sum_j w[s,t,j, c H / N] x[s, t+lead+j-before, c]
 * Rows of x before row `begin` and after row T-1 count as zeros. The backward pass ignores `begin`. */
typedef struct lg_convolution {
    int S, T, R, N, K, H, before, lead, begin;
    lg_view x, w, y; /* x [S,T,N]; w [K,H] (depthwise) or [S,R,K,H] (dynamic); y [S,R,N] */
    /* backward only */
    lg_view dy, dx; /* dx (+)= ; absent: not needed */
    bool accumulate;
    lg_view dw;         /* depthwise +=, dynamic (+)= ; absent: not needed */
    bool dw_accumulate; /* dynamic convolution only */
} lg_convolution;

/* Softmax over the taps of the weights of a convolution: w[s,t,j,h] = exp(x[s,t,j,h]) / sum_i exp(x[s,t,i,h]) for S
 * sequences of R rows. Row t is token first+t, and its tap j reads token first+t+j-before. If `cut` is true and that
 * token is outside begin..end-1, or outside the sequence's span {at, length}, the tap has weight 0; the remaining
 * weights sum to 1. */
typedef struct lg_tap_softmax {
    int S, R, K, H;
    bool alike; /* x and dx are [K,H], shared by all rows */
    bool cut;
    int first, before, begin, end;
    lg_view span; /* int32 [S,2]; absent: no padding */
    lg_view x, w; /* [S,R,K,H] */
    /* backward only */
    lg_view dw, dx; /* in; (+)= */
    bool accumulate;
} lg_tap_softmax;

enum { LG_EXPERTS_MAX = 256 };

/* Assigns each token to one of E experts, or to none (-1), by its logits, in each sequence separately.
 *   greedy:   the expert of the highest logit, the first one at ties. An expert has C slots. Tokens take
 *             them in order; tokens that find no free slot get no expert
 *   balanced: each expert gets T/E tokens, rounded up for T mod E experts and down for the others. The result
 *             has the highest sum of logits of all such assignments */
typedef struct lg_route {
    int S, T, E, C; /* C 0: no limit */
    bool balanced;
    lg_view logits, expert; /* logits [S,T,E]; expert: out, int32 [S,T] */
    lg_view scratch;        /* route_scratch bytes */
} lg_route;

/* Gate weight of a token for its expert: y[r] = softmax(logits[r,:])[expert[r]], or sigmoid(logits[r,expert[r]]). For
 * unassigned tokens y is 0, and logits have no gradient. */
typedef struct lg_gate {
    int M, E;
    bool sigmoid;
    lg_view logits, expert, y; /* [M,E], int32 [M], [M] */
    lg_view dy, dlogits;       /* backward only; (+)= */
    bool accumulate;
} lg_gate;

/* A loss of each sequence of T tokens, smallest if experts get equal shares (Fedus et al. 2021, section 2.2):
 *   y[s] = balance E sum_e f_e P_e + z mean_t lse_t^2
 *   f_e: share of tokens that chose expert e, a constant;  P_e: mean of softmax(logits)[e];
 *   lse: log sum exp of a token's logits
 *   backward: dlogits (+)= factor dy/dlogits */
typedef struct lg_balance {
    int S, T, E;
    double balance, z;
    lg_view logits, choice, y; /* [S,T,E], int32 [S,T], [S] */
    lg_view dlogits;
    real factor;
    bool accumulate;
} lg_balance;

/* Linear maps along the tokens of each sequence: y[s,t,c] = bias[e,t] + sum over j of w[e,t,j] x[s,j,c], where e is the
 * group of N/E neighbouring columns that contains c. If `causal` is true, the sum is over j <= t. Matrices are [R,R];
 * only their first T rows and columns are read. */
typedef struct lg_token_map {
    int S, T, N, E, R;
    bool causal;
    lg_view x, w, bias, y; /* [S,T,N], [E,R,R], [E,R], [S,T,N] */
    lg_view dy, dx;        /* backward only; dx (+)=, absent: not needed */
    bool accumulate;
    lg_view dw, dbias; /* += */
} lg_token_map;

/* One time step of an LSTM for M sequences (Hochreiter & Schmidhuber 1997; with forget gate: Gers et al. 2000). A row
 * of z has four parts of K columns, z = i g f o: input gate i, candidate g, forget gate f, output gate o.
 *   lstm_cell:    c = sigmoid(f + 1) before + sigmoid(i) tanh(g)
 *   lstm_hidden:  h = sigmoid(o) tanh(c)
 * lstm_hidden_backward writes the columns of dz for o, lstm_cell_backward those for i, g and f. */
typedef struct lg_lstm {
    int M, K;
    lg_view z;      /* [M,4K] */
    lg_view before; /* [M,K]: c of the previous step */
    lg_view c, h;   /* [M,K] */
    lg_view gates;  /* kept for the backward pass; absent: not kept. lstm_cell: out [M,3K], the columns of
                     * sigmoid(i), tanh(g) and sigmoid(f+1); lstm_hidden: out [M,2K], those of sigmoid(o) and tanh(c) */
    /* backward only; before and gates as in the forward pass */
    lg_view dh;          /* in */
    lg_view dc, dbefore; /* lstm_cell_backward: in dc, out dbefore; lstm_hidden_backward: out dc */
    lg_view dz;          /* out [M,4K] */
    bool dc_accumulate, dbefore_accumulate;
} lg_lstm;

/* One time step of the external memory of a recurrent network, for S sequences. A memory has K parts of `cells` cells
 * of C columns each. Actions with probabilities p move the cells. Each step computes `after` from `before`, and reads
 * cell 0 of `after`. Before the first step the memory counts as zeros, and `before` is not read.
 *
 * stack (Joulin & Mikolov 2015): p = push pop noop, and v is pushed:
 *   after[i] = push before[i-1] + pop before[i+1] + noop before[i],  before[-1] = v, i < cells
 * A memory is [S,K,cells+3,C], starting at cell -1. `at` cells of `before` may be nonzero, and the two cells after them
 * are 0; in `after`, `at` + 1 cells may be nonzero, if there is room.
 *
 * tape (Delétang et al. 2023): rings whose head is at cell 0, p = stay left right jump_left jump_right:
 *   m = before, but v in cell 0
 *   after[i] = p0 m[i] + p1 m[i+1] + p2 m[i-1] + p3 m[i+n] + p4 m[i-n],  cells modulo `cells`
 * A memory is [S,K,cells,C]. n counts the ids of the sequence before its first id >= `marker`.
 *
 * Both stack and tape write v into `before`, where the backward pass reads it. The backward pass reads the gradient of
 * `after` from dafter (zero if `last` is true) and adds the gradient of the reading to dafter in place. Then it writes
 * the gradient of `before` to dbefore. dafter and dbefore have the layout of a memory. */
typedef struct lg_store_step {
    int S, K, C, cells;
    int at;         /* number of earlier steps */
    lg_view p, v;   /* p [S,3K] (stack) or [S,5K] (tape); v [S,K*C] */
    lg_view before; /* a memory; v is written into it */
    lg_view after;  /* out */
    lg_view read;   /* out [S,K*C] */
    lg_view ids;    /* tape only: int32 [S,T] */
    int T, marker;  /* tape only */
    /* backward only; p and before as in the forward pass */
    bool last;
    lg_view dread; /* in [S,K*C] */
    lg_view dafter, dbefore;
    lg_view dp, dv; /* out */
    bool dp_accumulate, dv_accumulate;
} lg_store_step;

/* Time step t = 1, 2, ... of a nondeterministic stack, which holds the weights of all runs of a pushdown automaton with
 * Q states and Y symbols (DuSell & Chiang 2020). A configuration qx is a state q and a top symbol x; there are E = QY
 * configurations. The weights of transitions are push [E,E], pop [E,Q] and replace [E,E], in this order.
 * gamma[i->t][qx->ry] is the total weight of all runs from configuration qx at time i to configuration ry at time t
 * that end with y on top, directly above the x of time i:
 *   gamma[t-1->t][qx->ry]  = push[qx->ry]
 *   gamma[i->t][qx->ry]   += sum_sz gamma[i->t-1][qx->sz] replace[sz->ry]
 *                          + sum_{i<k<t-1} sum_usz gamma[i->k][qx->uy] gamma[k->t-1][uy->sz] pop[sz->r],   i < t-1
 *   alpha[t][ry] = sum_{i<t} sum_qx alpha[i][qx] gamma[i->t][qx->ry],  alpha[0][0] = 1 and else 0
 *   reading = v / (sum(v) + 0.001), v = alpha[t], or its sums over states
 * A sequence's memory holds gamma and alpha of all times, in the order of lg_nd_gamma and lg_nd_alpha. */
typedef struct lg_nd_stack {
    int S, T, t;         /* T: time steps that the memory has room for */
    int states, symbols; /* Q, Y */
    bool reads_states;   /* v is alpha[t] */
    lg_view weights;     /* [S,2EE+EQ] */
    lg_view memory;      /* [S,lg_nd_numbers] */
    lg_view reading;     /* out [S,E], or [S,Y] */
    lg_view scratch;     /* 2 E Q LG_PAD(T) elements */
    /* backward only, from the last step to the first */
    lg_view dreading; /* in */
    lg_view dmemory;  /* gradients of the memory, to which all later steps have added; zeros before the backward pass of
                       * the last step */
    lg_view dweights; /* out */
    bool dweights_accumulate;
} lg_nd_stack;
#define LG_ND_EPSILON 0.001
/* gamma[i->t][qx->ry] is element lg_nd_gamma(E, t) + (ry E + qx) LG_PAD(t) + i of a sequence's memory; elements i >= t
 * of a row are 0. */
static inline size_t lg_nd_gamma(int E, int t) {
    const size_t full = (size_t)(t - 1) / LG_LANES, rest = (size_t)(t - 1) % LG_LANES;
    return (size_t)E * E * LG_LANES * (LG_LANES * full * (full + 1) / 2 + rest * (full + 1));
}
/* alpha[t][qx] is element lg_nd_alpha(E, T) + qx LG_PAD(T + 1) + t. */
static inline size_t lg_nd_alpha(int E, int T) {
    return lg_nd_gamma(E, T + 1);
}
static inline size_t lg_nd_numbers(int E, int T) {
    return lg_nd_alpha(E, T) + (size_t)E * LG_PAD(T + 1);
}

/* One step of Adam (Kingma & Ba 2015), epsilon outside the root:
 *   g = gradient * factor;  m = b1 m + (1-b1) g;  v = b2 v + (1-b2) g^2
 *   p -= rate * (m / (1-b1^t)) / (sqrt(v / (1-b2^t)) + epsilon) + rate * decay * p */
typedef struct lg_adam {
    size_t n;
    lg_view p, m, v, g;
    double factor, rate, beta1, beta2, epsilon, decay;
    double gradient_decay; /* above 0: g = gradient * factor + gradient_decay * p */
    int64_t t;             /* 1 for the first step */
} lg_adam;

/* One step of Adafactor (Shazeer & Stern 2018) for a parameter of S matrices [M,N]. Let g = gradient * factor,
 * h = g^2 + epsilon and b = beta2. In matrix s,
 *   rows[s,m] = b rows[s,m] + (1-b) mean of h over n;  columns[s,n] = b columns[s,n] + (1-b) mean of h over m
 *   V = rows[s,m] columns[s,n] / mean of rows[s,:];   for a vector (`rows` is absent): v = b v + (1-b) h, V = v
 *   u = g / sqrt(V);  u /= max(1, rms(u) / clip) unless clip is 0;  a = rate * (scaled ? max(smallest, rms(p)) : 1)
 *   step = a u, or if m is present: step = m = beta1 m + (1-beta1) a u;  p -= step + a * decay * p
 * rms is over all elements of the parameter. g is overwritten. */
typedef struct lg_adafactor {
    int S, M, N;
    lg_view p, g, rows, columns, v, m;
    double factor, rate, beta1, beta2, epsilon, clip, smallest, decay;
    bool scaled;
} lg_adafactor;

struct lg_kernels {
    const char *name; /* "ref", "portable", "avx2", "avx512", "amx", "neon" */
    const char *help; /* one line for `lengthen doctor` */
    /* Columns per panel of packed weights; 0: linear maps cannot be split by columns. If n is a multiple of panel, a
     * linear map can compute only the columns from n on: it then reads w from byte pack_size(K, n, false) on, and these
     * columns have the same bits. */
    int panel;

#define KERNEL(result, name, ...) result (*name)(const struct lg_kernels *set, __VA_ARGS__);
#include "kernel/kernels.def"

    /* Conversion of rows to the form that linear maps read. NULL: linear maps read plain rows. Else `to_bf16_pairs`
     * makes two forms of reals [S,T,N], each of bf16_pairs_size bytes: `product` for x of `linear`, and `weight` for x
     * and dy of `linear_weight`. A form that is not needed is absent. */
    size_t (*bf16_pairs_size)(const struct lg_kernels *set, int S, int T, int N, bool weight);
    void (*to_bf16_pairs)(const struct lg_kernels *set, lg_view product, lg_view weight, lg_view x, int S, int T,
                          int N);

    /* The same set with linear maps in bfloat16; NULL in the double build. Both factors of a product are rounded to 8
     * bits of mantissa (to nearest, ties to even; subnormal numbers become 0). Sums are in float32 and take two
     * products at a time: an element is a chain over pairs of k (for linear_weight: of rows), which adds x[k+1] w[k+1],
     * then x[k] w[k], starting from the bias (or 0); an odd last factor is paired with 0.
     * All sets give the same bits, with three exceptions: sets without fused multiply-add, if numbers are subnormal;
     * linear_weight of many rows in the set ref, which has no chains of LG_WEIGHT_ROWS; and amx.
     * amx sums as lg_kernels_ref_tiles does, by blocks of LG_TILE_DEPTH k (or rows of a sequence). A block is the chain
     * over its even k plus the chain over its odd k, both starting from 0. An element is the chain of its blocks,
     * starting from the bias (or 0), or from the y or dw that it is added to. amx also multiplies this way in attention
     * if heads have a multiple of 32 columns, keys are not cached, weights are not dropped, and there are no r, extra,
     * classes of pairs or prefix. */
    const struct lg_kernels *bfloat16;
    /* In a bfloat16 set: the set that it was derived from, for linear maps that stay in float32; else NULL. */
    const struct lg_kernels *full;
    /* In a bfloat16 set with a matrix unit: multiplies registers `times` times, to measure peak speed, and returns the
     * number of multiply-adds. */
    double (*multiply_registers)(int times);
};

extern const lg_kernels lg_kernels_ref;
#define LG_TILE_DEPTH 32
#ifndef LG_DOUBLE
extern const lg_kernels lg_kernels_ref_tiles; /* lg_kernels_ref in bfloat16, with the summation order of tiles */
#endif

/* The kernel sets in this build that this processor supports, the best first; ends with NULL. */
const lg_kernels *const *lg_kernels_all(void);
/* Returns the set `name`, or the best one if name is NULL or empty. NULL if it is not available. */
const lg_kernels *lg_kernels_find(const char *name);

/* Returns the set named by the environment variable LENGTHEN_KERNELS, or the best one. NULL on failure. */
const lg_kernels *lg_kernels_select(lg_error *err);
/* The name of the set that defines the bits of a model's results. amx gives the bits of avx512, except in bfloat16. */
const char *lg_kernels_bits(const lg_kernels *set, bool bfloat16);
/* Writes the names of all available sets, the best first, separated by commas. Cuts them to `size` bytes. Returns
 * names. */
const char *lg_kernels_names(char *names, size_t size);

#endif
