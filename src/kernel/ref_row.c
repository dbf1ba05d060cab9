/* ref_row.c: reference kernels of rows: look-ups, selections, dropout, normalization, rotary embedding, cross-entropy.
 * Formulas in kernel.h. Layer normalization: Ba et al. 2016. Rotary embedding: Su et al., "RoFormer", 2021. */
#include "kernel/ref.h"

#include <math.h>
#include <string.h>

void lg_ref_lookup(const lg_kernels *set, lg_view y, lg_view table, lg_view ids, int M, int N, real scale) {
    real *out = y.data;
    const real *rows = table.data;
    const int32_t *id = ids.data;
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) out[(size_t)r * N + c] = scale * rows[(size_t)id[r] * N + c];
}

void lg_ref_lookup_backward(const lg_kernels *set, lg_view dtable, lg_view dy, lg_view ids, int M, int N, real scale) {
    real *rows = dtable.data;
    const real *gradient = dy.data;
    const int32_t *id = ids.data;
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) rows[(size_t)id[r] * N + c] += scale * gradient[(size_t)r * N + c];
}

void lg_ref_add_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view a, int S, int T, int N) {
    real *out = y.data;
    const real *in = x.data, *row = a.data;
    size_t n = (size_t)T * N;
    for (int s = 0; s < S; s++)
        for (size_t e = 0; e < n; e++) out[s * n + e] = in[s * n + e] + row[e];
}

void lg_ref_add_rows_backward(const lg_kernels *set, lg_view da, lg_view dy, int S, int T, int N) {
    real *out = da.data;
    const real *gradient = dy.data;
    size_t n = (size_t)T * N;
    for (size_t e = 0; e < n; e++) {
        double total = 0;
        for (int s = 0; s < S; s++) total += gradient[s * n + e];
        out[e] += total;
    }
}

void lg_ref_select_rows(const lg_kernels *set, lg_view y, lg_view x, int S, int T, int N, int first, int count) {
    real *out = y.data;
    const real *in = x.data;
    size_t chosen = (size_t)count * N;
    for (int s = 0; s < S; s++) memcpy(out + s * chosen, in + ((size_t)s * T + first) * N, chosen * sizeof(real));
}

void lg_ref_select_rows_backward(const lg_kernels *set, lg_view dx, lg_view dy, int S, int T, int N, int first,
                                 int count, bool accumulate) {
    const size_t all = (size_t)T * N, before = (size_t)first * N, chosen = (size_t)count * N;
    for (int s = 0; s < S; s++) {
        real *out = (real *)dx.data + s * all, *to = out + before;
        const real *gradient = (const real *)dy.data + s * chosen;
        if (accumulate) {
            for (size_t e = 0; e < chosen; e++) to[e] += gradient[e];
            continue;
        }
        memset(out, 0, before * sizeof(real));
        memcpy(to, gradient, chosen * sizeof(real));
        memset(to + chosen, 0, (all - before - chosen) * sizeof(real));
    }
}

/* The 16-bit random number of column c of token t of a sequence, as defined in kernel.h. */
static uint16_t dropout_number(lg_key key, uint32_t site, uint32_t sequence, int t, int N, int c) {
    uint32_t block = ((uint32_t)t * LG_MASK_WORDS(N) + c / 16) * 2 + c % 16 / 8;
    uint32_t words[4];
    lg_key_block(key, (uint32_t[4]){block, sequence, site, 0}, words);
    int e = c % 8;
    return e < 4 ? words[e] & 0xffff : words[e - 4] >> 16;
}

void lg_ref_dropout_bits(const lg_kernels *set, lg_view bits, lg_key key, uint32_t site, uint32_t sequence, int token,
                         int S, int T, int N, uint16_t threshold) {
    uint16_t *out = bits.data;
    int words = LG_MASK_WORDS(N);
    memset(out, 0, (size_t)S * T * words * sizeof *out);
    for (int s = 0; s < S; s++)
        for (int t = 0; t < T; t++)
            for (int c = 0; c < N; c++)
                if (dropout_number(key, site, sequence + s, token + t, N, c) >= threshold)
                    out[((size_t)s * T + t) * words + c / 16] |= 1u << c % 16;
}

void lg_ref_jitter(const lg_kernels *set, lg_view y, lg_view x, lg_key key, uint32_t site, uint32_t sequence, int token,
                   int S, int T, int N, real width, bool accumulate) {
    real *out = y.data;
    for (int r = 0; r < S * T; r++)
        for (int c = 0; c < N; c++) {
            const uint16_t number = dropout_number(key, site, sequence + r / T, token + r % T, N, c);
            const double u = (number + 0.5) / 65536;
            const size_t i = (size_t)r * N + c;
            out[i] = (accumulate ? out[i] : 0) + ((const real *)x.data)[i] * (1 + width * (2 * u - 1));
        }
}

/* x after dropout; bits: dropout mask of the row, or NULL without dropout. */
static double dropped(double x, const uint16_t *bits, int c, double keep_scale) {
    if (!bits) return x;
    return bits[c / 16] >> c % 16 & 1 ? x * keep_scale : 0;
}

static const uint16_t *mask_row(lg_view bits, int r, int N) {
    return bits.data ? (const uint16_t *)bits.data + (size_t)r * LG_MASK_WORDS(N) : NULL;
}

void lg_ref_dropout(const lg_kernels *set, lg_view y, lg_view x, lg_view bits, int M, int N, real keep_scale,
                    bool accumulate) {
    real *out = y.data;
    const real *in = x.data;
    for (int r = 0; r < M; r++) {
        for (int c = 0; c < N; c++) {
            size_t e = (size_t)r * N + c;
            double kept = dropped(in[e], mask_row(bits, r, N), c, keep_scale);
            out[e] = accumulate ? out[e] + kept : kept;
        }
    }
}

/* Element c of row r of h + drop(o). */
static double norm_input(const lg_add_norm *a, int r, int c) {
    const real *h = a->h.data, *o = a->o.data;
    size_t e = (size_t)r * a->N + c;
    return o ? h[e] + dropped(o[e], mask_row(a->bits, r, a->N), c, a->keep_scale) : h[e];
}

/* xhat may alias h or o: each element is read for the last time just before it is written. */
void lg_ref_add_norm(const lg_kernels *set, const lg_add_norm *a) {
    const real *gamma = a->gamma.data, *beta = a->beta.data;
    real *z = a->z.data, *xhat = a->xhat.data, *kept_rstd = a->rstd.data;
    int N = a->N;
    for (int r = 0; r < a->M; r++) {
        double mean = 0, variance = 0;
        for (int c = 0; c < N && !a->rms; c++) mean += norm_input(a, r, c) / N;
        for (int c = 0; c < N; c++) variance += pow(norm_input(a, r, c) - mean, 2) / N;
        double rstd = 1 / sqrt(variance + a->epsilon);
        for (int c = 0; c < N; c++) {
            double normal = (norm_input(a, r, c) - mean) * rstd;
            if (xhat) xhat[(size_t)r * N + c] = normal;
            z[(size_t)r * N + c] = gamma[c] * normal + (beta ? beta[c] : 0);
        }
        if (kept_rstd) kept_rstd[r] = rstd;
    }
}

/* The backward pass of one row, with g = gamma * dz:
 *   ds = rstd * (g - mean(g) - xhat * mean(g * xhat));   rms: without mean(g) */
static void add_norm_backward_row(const lg_add_norm *a, int r) {
    int N = a->N;
    const real *gamma = a->gamma.data, *dz = (const real *)a->dz.data + (size_t)r * N;
    const real *xhat = (const real *)a->xhat.data + (size_t)r * N;
    real *dh = (real *)a->dh.data + (size_t)r * N;
    real *d_o = a->d_o.data ? (real *)a->d_o.data + (size_t)r * N : NULL;
    double rstd = ((const real *)a->rstd.data)[r], mean = 0, slope = 0;
    for (int c = 0; c < N; c++) {
        double g = (double)gamma[c] * dz[c];
        mean += a->rms ? 0 : g / N;
        slope += g * xhat[c] / N;
    }
    for (int c = 0; c < N; c++) {
        double ds = rstd * ((double)gamma[c] * dz[c] - mean - xhat[c] * slope);
        dh[c] = a->dh_accumulate ? dh[c] + ds : ds;
        if (!d_o) continue;
        double through = dropped(ds, mask_row(a->bits, r, N), c, a->keep_scale);
        d_o[c] = a->do_accumulate ? d_o[c] + through : through;
    }
}

void lg_ref_add_norm_backward(const lg_kernels *set, const lg_add_norm *a) {
    const real *dz = a->dz.data, *xhat = a->xhat.data;
    real *dgamma = a->dgamma.data, *dbeta = a->dbeta.data;
    for (int c = 0; c < a->N; c++) {
        double gamma_total = 0, beta_total = 0;
        for (int r = 0; r < a->M; r++) {
            size_t e = (size_t)r * a->N + c;
            gamma_total += (double)dz[e] * xhat[e];
            beta_total += dz[e];
        }
        dgamma[c] += gamma_total;
        if (dbeta) dbeta[c] += beta_total;
    }
    for (int r = 0; r < a->M; r++) add_norm_backward_row(a, r);
}

/* Rotates the D columns of one head in one row. cosine and sine are the token's rows of the tables. */
static void rotate_head(const lg_rotation *a, real *y, const real *x, const real *cosine, const real *sine) {
    for (int i = 0; i < a->pairs; i++) {
        int first = a->halves ? i : 2 * i, second = a->halves ? a->pairs + i : 2 * i + 1;
        double x0 = x[first], x1 = x[second], cos_i = cosine[i], sin_i = a->inverse ? -sine[i] : sine[i];
        double y0 = x0 * cos_i - x1 * sin_i, y1 = x1 * cos_i + x0 * sin_i;
        y[first] = a->accumulate ? y[first] + y0 : y0;
        y[second] = a->accumulate ? y[second] + y1 : y1;
    }
    for (int c = 2 * a->pairs; c < a->D; c++) y[c] = a->accumulate ? y[c] + x[c] : x[c];
}

void lg_ref_rotate(const lg_kernels *set, const lg_rotation *a) {
    for (int s = 0; s < a->S; s++) {
        for (int t = 0; t < a->T; t++) {
            const real *cosine = (const real *)a->cosine.data + (size_t)t * a->pairs;
            const real *sine = (const real *)a->sine.data + (size_t)t * a->pairs;
            for (int h = 0; h < a->H; h++) {
                size_t at = (((size_t)s * a->T + t) * a->H + h) * a->D;
                rotate_head(a, (real *)a->y.data + at, (const real *)a->x.data + at, cosine, sine);
            }
        }
    }
}

static int argmax(const real *x, int N) {
    int best = 0;
    for (int n = 1; n < N; n++)
        if (x[n] > x[best]) best = n;
    return best;
}

/* log(sum(exp(x))) without overflow. */
static double log_sum_exp(const real *x, int N) {
    double largest = x[argmax(x, N)], total = 0;
    for (int n = 0; n < N; n++) total += exp(x[n] - largest);
    return largest + log(total);
}

void lg_ref_log_softmax(const lg_kernels *set, lg_view x, lg_view shift, int M, int N) {
    real *row = x.data;
    for (int r = 0; r < M; r++, row += N) {
        const double largest = row[argmax(row, N)]; /* subtracted for accuracy with large logits */
        for (int n = 0; n < N; n++) row[n] -= largest;
        const double add = (shift.data ? (double)((const real *)shift.data)[r] : 0) - log_sum_exp(row, N);
        for (int n = 0; n < N; n++) row[n] += add;
    }
}

static double row_weight(const lg_cross_entropy *a, int r) {
    return a->weight.data ? ((const real *)a->weight.data)[r] : 1;
}

/* The target probability q of class n. */
static double truth_of(const lg_cross_entropy *a, int n, int truth) {
    return n == truth ? 1 - (a->N - 1) * (double)a->rest : (double)a->rest;
}

static double row_loss(const lg_cross_entropy *a, const real *row, int truth) {
    const double total = log_sum_exp(row, a->N);
    double loss = total - row[truth];
    if (a->rest > 0) {
        loss = 0;
        for (int n = 0; n < a->N; n++) loss += truth_of(a, n, truth) * (total - row[n]);
    }
    return loss + a->z * total * total;
}

void lg_ref_cross_entropy(const lg_kernels *set, const lg_cross_entropy *a) {
    real *out = a->loss.data;
    int32_t *guess = a->best.data;
    const int32_t *truth = a->target.data;
    for (int r = 0; r < a->M; r++) {
        const real *row = (const real *)a->x.data + (size_t)r * a->N;
        out[r] = row_weight(a, r) == 0 ? 0 : row_loss(a, row, truth[r]);
        if (guess) guess[r] = argmax(row, a->N);
    }
}

void lg_ref_cross_entropy_backward(const lg_kernels *set, const lg_cross_entropy *a) {
    const int32_t *truth = a->target.data;
    for (int r = 0; r < a->M; r++) {
        const real *row = (const real *)a->x.data + (size_t)r * a->N;
        real *out = (real *)a->dx.data + (size_t)r * a->N;
        const double weight = a->factor * row_weight(a, r), total = weight == 0 ? 0 : log_sum_exp(row, a->N);
        for (int n = 0; n < a->N; n++) {
            const double p = weight == 0 ? 0 : (1 + 2 * a->z * total) * exp(row[n] - total);
            const double dx = weight == 0 ? 0 : weight * (p - truth_of(a, n, truth[r]));
            out[n] = a->accumulate ? out[n] + dx : dx;
        }
    }
}
