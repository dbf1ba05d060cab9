/* reference_model.h: a second implementation of the encoder of Ruoss et al. 2023, for tests. It is plain C in double
 * precision that processes one sequence at a time, written from the formulas of the paper. It shares only the
 * parameters with the library, and reads them by name. Tests provide the tokens, their positions and the dropout key.
 * It supports all kinds of blocks, and softmax attention to all keys. */
#ifndef TEST_STRAIGHT_H
#define TEST_STRAIGHT_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/key.h"
#include "train/train.h"

enum { STRAIGHT_BLOCKS = 3, STRAIGHT_TOKENS = 20, STRAIGHT_COLUMNS = 32 };

typedef double straight_rows[STRAIGHT_TOKENS][STRAIGHT_COLUMNS];

typedef struct straight {
    const lg_trainer *trainer;
    const char *encoding, *residual, *block, *norm, *mixer;
    const char *embedding_norm, *head_scale, *channels; /* "none" if the model has none */
    bool attention_norm, hidden_norm;                   /* extra norms of NormFormer */
    bool shared, step_signal;                           /* all blocks share parameters; block numbers are added */
    double position_factor;
    bool tied;
    double epsilon, embedding_factor, head_factor;
    int width, heads, blocks, feed_forward, classes;
    int T, first, outputs;                                              /* tokens; first output; number of outputs */
    double position[STRAIGHT_BLOCKS][STRAIGHT_TOKENS];                  /* position of token t */
    double distance[STRAIGHT_BLOCKS][STRAIGHT_TOKENS][STRAIGHT_TOKENS]; /* of query t and key s; replaces s - t */
    double rate, weight_rate; /* rates of dropout of activations and of attention weights; 0: off */
    lg_key key;
    uint32_t sequence; /* index in the dropout stream */
    uint32_t sites;    /* number of dropout sites of the pass so far */
} straight;

/* A parameter of a block, or of the model (block < 0); NULL if there is none. */
static inline const real *straight_find(const straight *s, int block, const char *name) {
    char full[64];
    if (block < 0)
        snprintf(full, sizeof full, "%s", name);
    else
        snprintf(full, sizeof full, "block.%d.%s", s->shared ? 0 : block, name);
    for (size_t i = 0; i < lg_trainer_arrays(s->trainer); i++)
        if (!strcmp(lg_trainer_array(s->trainer, i).name, full)) return lg_trainer_array(s->trainer, i).value;
    return NULL;
}

static inline const real *straight_parameter(const straight *s, int block, const char *name) {
    const real *found = straight_find(s, block, name);
    if (!found) fail_msg("there is no parameter %s", name);
    return found;
}

/* y = x W + bias, W [K,N]; bias may be NULL. */
static inline void straight_linear(int rows, straight_rows x, const real *w, const real *bias, int K, int N,
                                   straight_rows y) {
    straight_rows out;
    for (int t = 0; t < rows; t++)
        for (int n = 0; n < N; n++) {
            out[t][n] = bias ? (double)bias[n] : 0;
            for (int k = 0; k < K; k++) out[t][n] += x[t][k] * (double)w[k * N + n];
        }
    memcpy(y, out, sizeof out[0] * (size_t)rows);
}

/* Applies dropout. Each dropout site has its own random bits: element (t, c) of the sequence uses number c % 8 of a
 * block of eight 16-bit numbers, and is dropped if that number is below rate * 65536. Kept elements are divided by the
 * probability of being kept. */
static inline void straight_drop(straight *s, straight_rows x) {
    if (s->rate == 0) return;
    const uint32_t threshold = (uint32_t)lround(s->rate * 65536), words = (uint32_t)(s->width + 15) / 16;
    for (int t = 0; t < s->T; t++)
        for (int c = 0; c < s->width; c++) {
            const uint32_t block = ((uint32_t)t * words + (uint32_t)c / 16) * 2 + (uint32_t)c % 16 / 8;
            uint32_t bits[4];
            lg_key_block(s->key, (uint32_t[]){block, s->sequence, s->sites, 0}, bits);
            const uint32_t number = c % 8 < 4 ? bits[c % 8] & 0xffff : bits[c % 8 - 4] >> 16;
            x[t][c] = number < threshold ? 0 : x[t][c] * 65536 / (65536 - threshold);
        }
    s->sites++;
}

/* Sets h to h + dropout(o), or to the variant of s->residual, where o is the output of sublayer `number` of a block.
 * bottom: the input of the block, if this is its last sublayer; otherwise NULL. */
static inline void straight_add(straight *s, int block, int number, straight_rows bottom, straight_rows h,
                                straight_rows o) {
    char name[32];
    snprintf(name, sizeof name, "residual%d.scale", number);
    const real *w = straight_find(s, block, name);
    const bool rezero = !strcmp(s->residual, "rezero"), of_all = strcmp(s->channels, "feed_forward");
    const bool channel = !strcmp(s->residual, "channel") && (of_all || number == 2);
    const bool scalar = bottom && !strcmp(s->residual, "scalar"), b2t = bottom && !strcmp(s->residual, "b2t");
    const double alpha = !strcmp(s->residual, "deepnorm") ? pow(2 * s->blocks, 0.25) : 1;
    const double so = scalar ? pow(s->width, -0.2) : 1, sr = scalar ? s->blocks / 12.0 : b2t;
    if ((rezero || channel) != !!w) fail_msg("%s: %s %s", s->residual, name, w ? "is there" : "is missing");
    straight_drop(s, o);
    for (int t = 0; t < s->T; t++)
        for (int c = 0; c < s->width; c++) {
            const double x = h[t][c] * alpha * (channel ? (double)w[c] : 1), f = o[t][c] * (rezero ? (double)w[0] : 1);
            h[t][c] = so * (x + f) + (bottom ? sr * bottom[t][c] : 0);
        }
}

/* Sets y to norm(h), for rows of N columns. */
static inline void straight_norm(const straight *s, int block, const char *name, int N, straight_rows h,
                                 straight_rows y) {
    char word[32];
    snprintf(word, sizeof word, "%s.scale", name);
    const real *scale = straight_parameter(s, block, word);
    snprintf(word, sizeof word, "%s.offset", name);
    const real *offset = straight_find(s, block, word);
    for (int t = 0; t < s->T; t++) {
        double mean = 0, variance = 0;
        for (int c = 0; c < N && !strcmp(s->norm, "layer_norm"); c++) mean += h[t][c] / N;
        for (int c = 0; c < N; c++) variance += (h[t][c] - mean) * (h[t][c] - mean) / N;
        for (int c = 0; c < N; c++) {
            y[t][c] = (h[t][c] - mean) / sqrt(variance + s->epsilon) * (double)scale[c];
            if (offset) y[t][c] += (double)offset[c];
        }
    }
}

/* The sinusoidal encoding of position p: sines in the first half, cosines in the second. */
static inline void straight_sinusoid(double p, int width, double *out) {
    for (int i = 0; i < width / 2; i++) {
        out[i] = sin(p * pow(10000, -2.0 * i / width));
        out[width / 2 + i] = cos(p * pow(10000, -2.0 * i / width));
    }
}

/* Rotates pairs of adjacent columns of each head. */
static inline void straight_rotate(const straight *s, int block, straight_rows x) {
    const int D = s->width / s->heads;
    for (int t = 0; t < s->T; t++)
        for (int c = 0; c < s->width; c += 2) {
            const double angle = s->position[block][t] * pow(10000, -(double)(c % D) / D);
            const double a = x[t][c], b = x[t][c + 1];
            x[t][c] = a * cos(angle) - b * sin(angle);
            x[t][c + 1] = b * cos(angle) + a * sin(angle);
        }
}

/* Slopes of linear biases for 1, 2, 3, 4 and 8 heads, as exponents of 1/2. */
static inline double straight_slope(int head, int heads) {
    static const double exponents[9][8] = {
        [1] = {8}, [2] = {4, 8}, [3] = {4, 8, 2}, [4] = {2, 4, 6, 8}, [8] = {1, 2, 3, 4, 5, 6, 7, 8}};
    return pow(0.5, exponents[heads][head]);
}

/* The vector that `shaw` adds to keys or values for a distance, which is clipped to -4..4. */
static inline const real *straight_vector(const straight *s, int block, const char *name, double distance) {
    const double clipped = fmax(-4, fmin(4, distance));
    return straight_parameter(s, block, name) + (4 + (int)clipped) * (s->width / s->heads);
}

/* The attention logit of one query and key, scaled and with bias. */
static inline double straight_score(const straight *s, int block, int head, int t, int key, straight_rows q,
                                    straight_rows k) {
    const int D = s->width / s->heads, from = head * D;
    const double distance = s->distance[block][t][key];
    double sum = 0;
    for (int c = from; c < from + D; c++) sum += q[t][c] * k[key][c];
    if (!strcmp(s->encoding, "relative")) {
        straight_rows r;
        const real *u = straight_parameter(s, block, "attention.content_bias"),
                   *v = straight_parameter(s, block, "attention.position_bias"),
                   *map = straight_parameter(s, block, "attention.relative");
        straight_sinusoid(distance, s->width, r[0]);
        straight_linear(1, r, map, NULL, s->width, s->width, r);
        for (int c = from; c < from + D; c++) sum += (double)u[c] * k[key][c] + (q[t][c] + (double)v[c]) * r[0][c];
    }
    if (!strcmp(s->encoding, "shaw")) {
        const real *vector = straight_vector(s, block, "attention.distance_keys", distance);
        for (int c = 0; c < D; c++) sum += q[t][from + c] * (double)vector[c];
    }
    sum /= sqrt(D);
    if (!strcmp(s->encoding, "alibi"))
        sum += straight_slope(head, s->heads) * (distance > 0 ? -distance : distance < 0 ? distance + 0.5 : 0);
    return sum;
}

/* The dropout factor of the attention weight of query t and a key. A block of four random words serves 16 keys, four
 * keys per word. Key i of a word uses a 16-bit number: its high byte is byte i of the word, counted from the most
 * significant byte, and its low byte is byte (i + 1) mod 4. */
static inline double straight_weight_drop(const straight *s, int head, int t, int key) {
    if (s->weight_rate == 0) return 1;
    const uint32_t threshold = (uint32_t)lround(s->weight_rate * 65536), group = (uint32_t)(key / 16 * s->heads + head);
    uint32_t bits[4];
    lg_key_block(s->key, (uint32_t[]){(uint32_t)t, s->sequence, s->sites, group}, bits);
    const uint32_t word = bits[key / 4 % 4];
    const uint8_t byte[] = {(uint8_t)(word >> 24), (uint8_t)(word >> 16), (uint8_t)(word >> 8), (uint8_t)word};
    const uint32_t number = (uint32_t)byte[key % 4] << 8 | byte[(key + 1) % 4];
    return number < threshold ? 0 : 65536.0 / (65536 - threshold);
}

static inline void straight_attend(const straight *s, int block, int head, straight_rows q, straight_rows k,
                                   straight_rows v, straight_rows out) {
    const int D = s->width / s->heads;
    for (int t = 0; t < s->T; t++) {
        double weight[STRAIGHT_TOKENS], sum = 0;
        for (int key = 0; key < s->T; key++) sum += weight[key] = exp(straight_score(s, block, head, t, key, q, k));
        for (int key = 0; key < s->T; key++) weight[key] *= straight_weight_drop(s, head, t, key);
        for (int c = head * D; c < (head + 1) * D; c++) {
            out[t][c] = 0;
            for (int key = 0; key < s->T; key++) out[t][c] += weight[key] / sum * v[key][c];
        }
        for (int key = 0; key < s->T && !strcmp(s->encoding, "shaw"); key++) {
            const real *vector = straight_vector(s, block, "attention.distance_values", s->distance[block][t][key]);
            for (int c = 0; c < D; c++) out[t][head * D + c] += weight[key] / sum * (double)vector[c];
        }
    }
}

/* Multiplies the columns of each head by the head's factor, if `here` is the place at which the model has these
 * factors. */
static inline void straight_scale_heads(const straight *s, int block, const char *here, straight_rows x) {
    if (strcmp(s->head_scale, here)) return;
    const real *scale = straight_parameter(s, block, "attention.head_scale");
    for (int t = 0; t < s->T; t++)
        for (int c = 0; c < s->width; c++) x[t][c] *= (double)scale[c / (s->width / s->heads)];
}

static inline void straight_attention(straight *s, int block, straight_rows h, straight_rows out) {
    straight_rows q, k, v, mixed;
    const int N = s->width;
    straight_linear(s->T, h, straight_parameter(s, block, "attention.query"), NULL, N, N, q);
    straight_linear(s->T, h, straight_parameter(s, block, "attention.key"), NULL, N, N, k);
    straight_linear(s->T, h, straight_parameter(s, block, "attention.value"), NULL, N, N, v);
    if (!strcmp(s->encoding, "rope")) {
        straight_rotate(s, block, q);
        straight_rotate(s, block, k);
    }
    for (int head = 0; head < s->heads; head++) straight_attend(s, block, head, q, k, v, mixed);
    s->sites += s->weight_rate > 0;
    straight_scale_heads(s, block, "heads", mixed);
    straight_linear(s->T, mixed, straight_parameter(s, block, "attention.output"), NULL, N, N, out);
    straight_scale_heads(s, block, "output", out);
    if (s->attention_norm) straight_norm(s, block, "attention.norm", N, out, out);
}

/* Applies the linear map `name`. Its parameters are name.weight and name.bias or, without a bias, `name` itself. */
static inline void straight_map(const straight *s, int block, const char *name, straight_rows x, int K, int N,
                                straight_rows y) {
    char weight[32], bias[32];
    snprintf(weight, sizeof weight, "%s.weight", name);
    snprintf(bias, sizeof bias, "%s.bias", name);
    const real *b = straight_find(s, block, bias);
    straight_linear(s->T, x, straight_parameter(s, block, b ? weight : name), b, K, N, y);
}

/* The activation function of the mixer or of its gate. */
static inline double straight_activation(const char *mixer, double x) {
    if (!strcmp(mixer, "relu") || !strcmp(mixer, "reglu")) return x > 0 ? x : 0;
    if (!strcmp(mixer, "gelu") || !strcmp(mixer, "geglu")) return x * (1 + erf(x / sqrt(2))) / 2;
    if (!strcmp(mixer, "gelu_tanh")) return x * (1 + tanh(sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))) / 2;
    if (!strcmp(mixer, "swish") || !strcmp(mixer, "swiglu")) return x / (1 + exp(-x));
    if (!strcmp(mixer, "squared_relu")) return x > 0 ? x * x : 0;
    if (!strcmp(mixer, "glu")) return 1 / (1 + exp(-x));
    if (strcmp(mixer, "bilinear")) fail_msg("the reference model has no mixer %s", mixer);
    return x;
}

static inline void straight_feed_forward(straight *s, int block, straight_rows z, straight_rows out) {
    const int F = s->feed_forward;
    const bool gated = strstr(s->mixer, "glu") || !strcmp(s->mixer, "bilinear");
    straight_rows f, gate;
    straight_map(s, block, "feed_forward.1", z, s->width, F, f);
    if (gated) straight_map(s, block, "feed_forward.gate", z, s->width, F, gate);
    for (int t = 0; t < s->T; t++)
        for (int c = 0; c < F; c++)
            f[t][c] =
                gated ? straight_activation(s->mixer, gate[t][c]) * f[t][c] : straight_activation(s->mixer, f[t][c]);
    if (s->hidden_norm) straight_norm(s, block, "feed_forward.norm", F, f, f);
    straight_map(s, block, "feed_forward.2", f, F, s->width, out);
}

/* Adds a sublayer's output, times the factor of `rezero`, to the sum of all updates of the residual stream. */
static inline void straight_collect(const straight *s, int block, int number, straight_rows o, straight_rows sum) {
    char name[32];
    snprintf(name, sizeof name, "residual%d.scale", number);
    const bool rezero = !strcmp(s->residual, "rezero");
    const double factor = rezero ? (double)straight_parameter(s, block, name)[0] : 1;
    for (int t = 0; t < s->T; t++)
        for (int c = 0; c < s->width; c++) sum[t][c] += factor * o[t][c];
}

/* Runs one block and replaces h by its output. Its updates of h are also added to sum. */
static inline void straight_block(straight *s, int block, straight_rows h, straight_rows sum) {
    const bool primer = !strcmp(s->block, "primer"), pre = primer || !strcmp(s->block, "pre_norm"),
               post = !strcmp(s->block, "post_norm") || !strcmp(s->block, "dual_norm");
    straight_rows bottom, x, o;
    memcpy(bottom, h, sizeof bottom);
    for (int number = 1; number <= 2; number++) {
        char norm[16];
        const bool behind = primer && number == 2, before = pre && !behind;
        snprintf(norm, sizeof norm, "norm%d", number);
        if (before) straight_norm(s, block, norm, s->width, h, x);
        (number == 1 ? straight_attention : straight_feed_forward)(s, block, before ? x : h, o);
        if (behind) straight_norm(s, block, norm, s->width, o, o);
        straight_add(s, block, number, number == 2 ? bottom : NULL, h, o); /* also applies dropout to o */
        straight_collect(s, block, number, o, sum);
        if (post) straight_norm(s, block, norm, s->width, h, h); /* the next residual starts from the norm's output */
    }
}

/* Logits of one row. */
static inline void straight_head(const straight *s, const double *h, double *logits) {
    const real *table = straight_parameter(s, -1, "embedding.weight"), *bias = straight_find(s, -1, "readout.bias");
    const real *weight = straight_find(s, -1, bias ? "readout.weight" : "readout");
    for (int c = 0; c < s->classes; c++) {
        logits[c] = bias ? (double)bias[c] : 0;
        for (int k = 0; k < s->width; k++)
            logits[c] += s->tied ? s->head_factor * h[k] * (double)table[c * s->width + k]
                                 : h[k] * (double)weight[k * s->classes + c];
    }
}

static inline void straight_sum(const straight *s, straight_rows h, straight_rows more) {
    for (int t = 0; t < s->T; t++)
        for (int c = 0; c < s->width; c++) h[t][c] += more[t][c];
}

/* Embeds tokens. Applies dropout at the embedding only if the encoding is additive. `positions` receives the vectors
 * that the encoding adds. */
static inline void straight_embed(straight *s, const int32_t *ids, straight_rows h, straight_rows positions) {
    const bool waves = !strcmp(s->encoding, "sinusoid"), learned = !strcmp(s->encoding, "learned");
    const real *table = straight_parameter(s, -1, "embedding.weight");
    for (int t = 0; t < s->T; t++) {
        double added[STRAIGHT_COLUMNS] = {0};
        const int p = (int)s->position[0][t];
        if (waves) straight_sinusoid(s->position[0][t], s->width, added);
        for (int c = 0; c < s->width; c++) {
            if (learned) added[c] = (double)straight_parameter(s, -1, "embedding.position")[p * s->width + c];
            h[t][c] = s->embedding_factor * (double)table[ids[t] * s->width + c];
            positions[t][c] = s->position_factor * added[c];
        }
    }
    if (!strcmp(s->embedding_norm, "before_positions")) straight_norm(s, -1, "embedding.norm", s->width, h, h);
    straight_sum(s, h, positions);
    if (!strcmp(s->embedding_norm, "after_positions")) straight_norm(s, -1, "embedding.norm", s->width, h, h);
    if (waves || learned) straight_drop(s, h);
}

/* Adds the encoding of the block's number, counted from 1, and from the second block on also the encoding of
 * positions. */
static inline void straight_number(const straight *s, int block, straight_rows positions, straight_rows h) {
    straight_rows number;
    for (int t = 0; t < s->T; t++) straight_sinusoid(block + 1, s->width, number[t]);
    straight_sum(s, h, number);
    if (block > 0) straight_sum(s, h, positions);
}

/* Computes the logits [outputs, classes] of one sequence. */
static inline void straight_forward(straight *s, const int32_t *ids, double *logits) {
    straight_rows h, positions, sum;
    s->sites = 0;
    straight_embed(s, ids, h, positions);
    memcpy(sum, h, sizeof sum);
    for (int i = 0; i < s->blocks; i++) {
        if (s->step_signal) straight_number(s, i, positions, h);
        straight_block(s, i, h, sum);
    }
    if (!strcmp(s->block, "pre_norm") || !strcmp(s->block, "primer")) straight_norm(s, -1, "norm", s->width, h, h);
    if (!strcmp(s->block, "dual_norm")) {
        straight_norm(s, -1, "norm", s->width, sum, sum);
        straight_sum(s, h, sum);
    }
    for (int j = 0; j < s->outputs; j++) straight_head(s, h[s->first + j], logits + j * s->classes);
}

/* Loss of one row of logits, in nats, and the predicted class: the lowest index among ties. */
static inline double straight_loss(const double *logits, int classes, int target, int *best) {
    double sum = 0;
    *best = 0;
    for (int c = 0; c < classes; c++) {
        sum += exp(logits[c]);
        if (logits[c] > logits[*best]) *best = c;
    }
    return log(sum) - logits[target];
}

#endif
