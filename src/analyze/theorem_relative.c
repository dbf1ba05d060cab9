/* theorem_relative.c: theorem 2: if the first layer writes positions, attention in later layers can be relative: a
 * score is a function of the content plus a function of the distance. One extension is exact with norms: if the first
 * layer writes cos and sin of an angle instead of the position, all rows have the same norm, and a score is the cosine
 * of a difference of angles. */
#include <math.h>
#include <stdlib.h>

#include "analyze/theorem.h"
#include "api/theorem.h"

#define TURN 6.283185307179586476925 /* 2 pi: N tokens are one full turn */

static double cosine(int t, int N) {
    return cos(TURN * t / N);
}

static double sine(int t, int N) {
    return sin(TURN * t / N);
}

/* The model and the buffers of the claims about one model. Matrices of pairs are [N, N] by query and key; NaN if the
 * key is after the query. */
typedef struct session {
    const lg_theorem_proof *p;
    lg_theorem_model m;
    int N;
    int32_t *ids;                     /* [N] */
    double *hidden, *queries, *keys;  /* [N, width]: input of layer 2, its queries and its keys */
    double *weights;                  /* [heads, N, N]: attention weights of layer 2 */
    double *found, *wanted, *content; /* matrices of pairs */
    double *memory;                   /* storage for all arrays except ids */
} session;

static void close_session(session *s) {
    lg_theorem_free(&s->m);
    free(s->ids);
    free(s->memory);
}

static bool open_session(session *s, const lg_theorem_proof *p, const char *block) {
    const size_t N = (size_t)p->options.length, rows = N * (size_t)p->options.width;
    *s = (session){.p = p, .N = p->options.length};
    s->ids = malloc(N * sizeof *s->ids);
    s->memory = malloc((3 * rows + (3 + (size_t)p->options.heads) * N * N) * sizeof *s->memory);
    if (!s->ids || !s->memory) return lg_fail(p->err, LG_FAILED, "out of memory: pairs of %zu tokens", N);
    s->hidden = s->memory;
    s->queries = s->hidden + rows;
    s->keys = s->queries + rows;
    s->found = s->keys + rows;
    s->wanted = s->found + N * N;
    s->content = s->wanted + N * N;
    s->weights = s->content + N * N;
    return lg_theorem_open(&s->m, p, block, true);
}

/* Runs the model on the tokens s->ids. */
static bool read_attention(session *s, int tokens) {
    const lg_look looks[] = {
        {1, "hidden", s->hidden}, {1, "queries", s->queries}, {1, "keys", s->keys}, {1, "weights", s->weights}};
    return lg_theorem_look(&s->m, s->ids, tokens, looks, 4, s->p->err);
}

/* ---- matrices of pairs ---- */

/* Computes the matrix of pairs <q_t, k_i> of T tokens. q, k: rows of `columns` numbers, `stride` apart. */
static void multiply_pairs(const double *q, const double *k, int stride, int columns, int T, double *out) {
    for (int t = 0; t < T; t++)
        for (int i = 0; i < T; i++) {
            double sum = i > t ? NAN : 0;
            for (int c = 0; c < columns; c++) sum += q[t * stride + c] * k[i * stride + c];
            *out++ = sum;
        }
}

/* Computes the scores of head 1 in layer 2. */
static void read_scores(const session *s, int T, double *out) {
    multiply_pairs(s->queries, s->keys, s->m.width, s->m.head_width, T, out);
}

/* Computes the content term of the scores in double, for a model without norms: columns 2 and above of the queries and
 * keys of head 1, from the input of layer 2. */
static bool read_content(const session *s) {
    const int D = s->m.head_width, width = s->m.width, N = s->N;
    const lg_theorem_matrix maps[] = {lg_theorem_matrix_of(&s->m, 1, "attention.query"),
                                      lg_theorem_matrix_of(&s->m, 1, "attention.key")};
    double *both = calloc(2 * (size_t)N * (size_t)D, sizeof *both), *at = both;
    if (!both) return lg_fail(s->p->err, LG_FAILED, "out of memory: content of %d tokens", N);
    for (int map = 0; map < 2; map++)
        for (int t = 0; t < N; t++, at += D)
            for (int c = 2; c < D; c++)
                for (int row = 0; row < width; row++)
                    at[c] +=
                        s->hidden[t * width + row] * (double)maps[map].at[(size_t)row * maps[map].columns + (size_t)c];
    multiply_pairs(both, both + (size_t)N * (size_t)D, D, D, N, s->content);
    free(both);
    return true;
}

/* Replaces each row of scores by its softmax. */
static void normalise_rows(double *scores, int T) {
    for (int t = 0; t < T; t++) {
        double *row = scores + (size_t)t * (size_t)T, top = row[0], sum = 0;
        for (int i = 1; i <= t; i++) top = fmax(top, row[i]);
        for (int i = 0; i <= t; i++) sum += row[i] = exp(row[i] - top);
        for (int i = 0; i <= t; i++) row[i] /= sum;
    }
}

/* ---- claims ---- */

static const lg_theorem_bound of_scores = {1e-9, 1e-3, 2}, of_angles = {1e-9, 5e-4, 1};

static void claim_pairs(const session *s, lg_theorem_claim c, int tokens, lg_theorem_bound bound) {
    c.block = s->m.block;
    c.rows = c.columns = (size_t)tokens;
    c.wanted = s->wanted;
    if (!c.found) c.found = s->found;
    lg_theorem_claim_numbers(s->p, c, bound);
}

/* Claims that the attention weights of head 1 are the softmax of the scores s->wanted. Overwrites s->wanted. */
static void claim_weights(const session *s, lg_theorem_claim c, lg_theorem_bound bound) {
    normalise_rows(s->wanted, s->N);
    c.found = s->weights;
    claim_pairs(s, c, s->N, bound);
}

/* Writes weights with which layer 1 writes the position of each token into coordinate TIME. */
static void write_positions(const session *s, lg_theorem_tokens tokens, lg_theorem_others others) {
    lg_theorem_write_tokens(&s->m, tokens);
    lg_theorem_write_counting(&s->m, others);
    lg_theorem_write_table(&s->m, LG_COORDINATE_TIME, lg_theorem_time);
}

static void want_distances(const session *s) {
    for (int t = 0; t < s->N; t++)
        for (int i = 0; i < s->N; i++) s->wanted[t * s->N + i] = i > t ? NAN : s->content[t * s->N + i] - (t - i);
}

/* Claims that scores are content minus distance, for arbitrary content and arbitrary other weights of layer 1. */
static bool claim_sum(session *s) {
    write_positions(s, LG_TOKENS_DIFFER, LG_OTHERS_WRITE);
    lg_theorem_write_distance(&s->m, LG_COORDINATE_SINE);
    lg_theorem_draw_tokens(&s->m, 0, s->ids, s->N);
    if (!read_attention(s, s->N) || !read_content(s)) return false;
    want_distances(s);
    read_scores(s, s->N, s->found);
    claim_pairs(s, (lg_theorem_claim){.name = "scores", .text = "scores of layer 2 are content minus distance"}, s->N,
                of_scores);
    claim_weights(
        s, (lg_theorem_claim){.name = "weights", .text = "attention of layer 2 is softmax of content minus distance"},
        of_scores);
    return true;
}

/* Claims that, if all tokens have equal content, scores depend only on the distance. */
static bool claim_distance(session *s) {
    const int N = s->N;
    write_positions(s, LG_TOKENS_ALIKE, LG_OTHERS_SILENT);
    lg_theorem_draw_tokens(&s->m, 0, s->ids, N);
    if (!read_attention(s, N)) return false;
    read_scores(s, N, s->found);
    for (int t = 0; t < N; t++)
        for (int i = 0; i < N; i++)
            s->wanted[t * N + i] = t == 0 || i == 0 || i > t ? NAN : s->found[(t - 1) * N + i - 1];
    claim_pairs(
        s, (lg_theorem_claim){.name = "toeplitz", .text = "with equal content, scores depend only on the distance"}, N,
        of_scores);
    for (int i = 0; i < N * N; i++) s->content[i] = 0;
    want_distances(s);
    const lg_theorem_claim c = {
        .name = "alibi", .text = "with equal content, attention is that of an ALiBi head of slope 1", .headline = true};
    claim_weights(s, c, of_scores);
    return true;
}

/* Inserts `more` other tokens after <bos> in s->ids; the tokens after them move to the right. */
static void insert_tokens(session *s, int more) {
    const int tokens = s->N - more;
    for (int t = tokens - 1; t >= 1; t--) s->ids[t + more] = s->ids[t];
    lg_theorem_draw_tokens(&s->m, 2, s->ids, more + 1);
}

static bool claim_shift(session *s) {
    const int more = s->N / 4, tokens = s->N - more, N = s->N;
    write_positions(s, LG_TOKENS_DIFFER, LG_OTHERS_SILENT);
    lg_theorem_write_distance(&s->m, LG_COORDINATE_CONTENT);
    lg_theorem_draw_tokens(&s->m, 0, s->ids, tokens);
    if (!read_attention(s, tokens)) return false;
    read_scores(s, tokens, s->wanted);
    insert_tokens(s, more);
    if (!read_attention(s, N)) return false;
    read_scores(s, N, s->content);
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < tokens; i++) {
            s->found[t * tokens + i] = s->content[(t + more) * N + i + more];
            if (i == 0) s->wanted[t * tokens] = NAN; /* <bos> does not move */
        }
    claim_pairs(
        s, (lg_theorem_claim){.name = "shift", .text = "tokens inserted after <bos> do not change the other scores"},
        tokens, of_scores);
    return true;
}

static bool prove_without_norms(const lg_theorem_proof *p) {
    session s;
    const bool good = open_session(&s, p, "no_norm") && claim_sum(&s) && claim_distance(&s) && claim_shift(&s);
    close_session(&s);
    return good;
}

/* Claims that scores are cosines of angle differences, divided by `norm` squared. The norm divides every row by `norm`,
 * whatever the token and the position. */
static bool claim_angle(session *s) {
    const int N = s->N;
    const double norm = lg_theorem_norm(&s->m, 2 + lg_theorem_content(&s->m));
    lg_theorem_write_tokens(&s->m, LG_TOKENS_DIFFER);
    lg_theorem_write_counting(&s->m, LG_OTHERS_SILENT);
    lg_theorem_write_table(&s->m, LG_COORDINATE_TIME, cosine);
    lg_theorem_write_table(&s->m, LG_COORDINATE_SINE, sine);
    lg_theorem_write_angle(&s->m);
    lg_theorem_draw_tokens(&s->m, 0, s->ids, N);
    if (!read_attention(s, N)) return false;
    read_scores(s, N, s->found);
    for (int t = 0; t < N; t++)
        for (int i = 0; i < N; i++) s->wanted[t * N + i] = i > t ? NAN : cosine(t - i, N) / (norm * norm);
    const lg_theorem_claim c = {
        .name = "angle", .text = "scores of layer 2 are cos(2 pi (t-i)/N)/c^2 for any content", .headline = true};
    claim_pairs(s, c, N, of_angles);
    claim_weights(
        s, (lg_theorem_claim){.name = "angle_weights", .text = "attention of layer 2 is softmax of these scores"},
        of_angles);
    return true;
}

static bool prove(const lg_theorem_proof *p) {
    session s;
    if (!prove_without_norms(p)) return false;
    const bool good = open_session(&s, p, "pre_norm") && claim_angle(&s);
    close_session(&s);
    return good;
}

const lg_theorem lg_theorem_relative = {
    .info =
        {
            .title = "later layers without positional encoding can attend by relative position",
            .statement =
                "With the position t in coordinate 3, scores of any later layer can be a function of content\n"
                "plus a function of the distance: the first two columns of W_Q and W_K give queries (1, -t, ...)\n"
                "and keys (i, 1, ...), whose product is content - (t - i). So a decoder without positional\n"
                "encoding can do what ALiBi does. After RMS norms this is only approximately relative, since t\n"
                "grows; if the first layer writes cos and sin of an angle instead, all rows have the same norm,\n"
                "and scores are cos(2 pi (t - i)/N)/c^2, exactly relative (our addition).",
            .source = "Kazemnejad et al. 2023, theorem 2, appendix C",
            .shortest = 4,
        },
    .prove = prove,
};
