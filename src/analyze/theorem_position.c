/* theorem_position.c: theorem 1: the first layer of a decoder without positional encoding can write the absolute
 * position of each token into the residual stream. This requires <bos> and the causal mask. */
#include <math.h>
#include <stdlib.h>

#include "analyze/theorem.h"
#include "api/theorem.h"

/* Values of coordinate TIME, [tokens] each: after the attention of layer 1, and after the whole layer. */
typedef struct reading {
    double *attended, *layer;
} reading;

/* The model and the buffers of the claims about one model. */
typedef struct session {
    const lg_theorem_proof *p;
    lg_theorem_model m;
    int N;
    int32_t *ids;         /* [N] */
    double *streams;      /* [2, N, width]: residual stream after the attention of layer 1, and after layer 1 */
    double *memory;       /* storage for the readings and `wanted`, [2, N] each */
    reading first, other; /* `first`: with the tokens and queries of the first claim; `other`: with other tokens and
                             queries */
    double *wanted;
} session;

static void close_session(session *s) {
    lg_theorem_free(&s->m);
    free(s->ids);
    free(s->streams);
    free(s->memory);
}

static reading reading_at(const session *s, size_t i) {
    double *at = s->memory + i * 2 * (size_t)s->N;
    return (reading){at, at + s->N};
}

static bool open_session(session *s, const lg_theorem_proof *p, const char *block, bool causal) {
    const size_t N = (size_t)p->options.length;
    *s = (session){.p = p, .N = p->options.length};
    s->ids = malloc(N * sizeof *s->ids);
    s->streams = malloc(2 * N * (size_t)p->options.width * sizeof *s->streams);
    s->memory = malloc(3 * 2 * N * sizeof *s->memory);
    if (!s->ids || !s->streams || !s->memory) return lg_fail(p->err, LG_FAILED, "out of memory: %zu tokens", N);
    if (!lg_theorem_open(&s->m, p, block, causal)) return false;
    s->first = reading_at(s, 0);
    s->other = reading_at(s, 1);
    s->wanted = reading_at(s, 2).attended;
    lg_theorem_write_tokens(&s->m, LG_TOKENS_DIFFER);
    lg_theorem_write_counting(&s->m, s->m.epsilon > 0 ? LG_OTHERS_SILENT : LG_OTHERS_WRITE);
    lg_theorem_write_table(&s->m, LG_COORDINATE_TIME, lg_theorem_time);
    return true;
}

/* Runs the model on the tokens s->ids and reads coordinate TIME. */
static bool read_coordinate(session *s, reading to) {
    double *attended = s->streams, *layer = s->streams + (size_t)s->N * (size_t)s->m.width;
    const lg_look looks[] = {{0, "attention", attended}, {1, "hidden", layer}};
    if (!lg_theorem_look(&s->m, s->ids, s->N, looks, 2, s->p->err)) return false;
    for (int t = 0; t < s->N; t++) {
        to.attended[t] = attended[t * s->m.width + LG_COORDINATE_TIME];
        to.layer[t] = layer[t * s->m.width + LG_COORDINATE_TIME];
    }
    return true;
}

/* Without norms, the weights of the table (lg_theorem_write_table) are integers. With norms they are rounded, and more
 * digits cancel in their sum. */
static const lg_theorem_bound same_bits = {0, 0, 0}, one_rounding = {1e-12, 1e-6, 0}, of_table = {1e-9, 1e-3, 2},
                              of_table_behind_norms = {4e-9, 4e-3, 2};

static lg_theorem_bound bound_of(const session *s) {
    return s->m.epsilon > 0 ? of_table_behind_norms : of_table;
}

static void claim_rows(const session *s, lg_theorem_claim c, lg_theorem_bound bound) {
    c.block = s->m.block;
    c.columns = (size_t)s->N;
    lg_theorem_claim_numbers(s->p, c, bound);
}

/* Claims that coordinate TIME is 1/t after the attention of layer 1 and t after the layer. */
static bool claim_position(session *s) {
    lg_theorem_claim c = {.rows = 1, .found = s->first.attended, .wanted = s->wanted};
    lg_theorem_draw_tokens(&s->m, 0, s->ids, s->N);
    if (!read_coordinate(s, s->first)) return false;
    for (int t = 0; t < s->N; t++) s->wanted[t] = 1.0 / (t + 1);
    c.name = "reciprocal";
    c.text = "coordinate 3 is 1/t after the attention of layer 1";
    claim_rows(s, c, one_rounding);
    for (int t = 0; t < s->N; t++) s->wanted[t] = t + 1;
    c.found = s->first.layer;
    c.name = "position";
    c.text = "coordinate 3 is t after layer 1";
    c.headline = true;
    claim_rows(s, c, bound_of(s));
    return true;
}

/* Claims that the result does not depend on the tokens after <bos> or on the queries. With norms this holds only
 * approximately, because the content of different tokens has only nearly the same norm. The queries of models with
 * norms are 0. */
static bool claim_independence(session *s) {
    const bool norms = s->m.epsilon > 0;
    lg_theorem_claim c = {.rows = 1, .found = s->other.layer, .wanted = s->first.layer};
    lg_theorem_draw_tokens(&s->m, 1, s->ids, s->N);
    if (!read_coordinate(s, s->other)) return false;
    c.name = "tokens";
    c.text = "other tokens after <bos> give the same numbers";
    claim_rows(s, c, norms ? of_table_behind_norms : same_bits);
    if (norms) return true;
    lg_theorem_draw_queries(&s->m, 1);
    if (!read_coordinate(s, s->other)) return false;
    c.name = "queries";
    c.text = "another W_Q gives the same numbers";
    claim_rows(s, c, same_bits);
    return true;
}

/* Claims that coordinate TIME is the same for all tokens: `u` (0 or 1/N) after attention and, after the layer, `u` plus
 * the constant that the table adds for such `u`. */
static bool claim_constant(session *s, double u, const char *name, const char *text) {
    const lg_theorem_model *m = &s->m;
    const double norm = lg_theorem_norm(m, 1 + lg_theorem_content(m) + u * u);
    const double sum = lg_theorem_table_end(m, LG_COORDINATE_TIME, lg_theorem_time) / norm;
    if (!read_coordinate(s, s->other)) return false;
    for (int t = 0; t < s->N; t++) {
        s->wanted[t] = u;
        s->wanted[s->N + t] = u + sum;
    }
    const lg_theorem_claim c = {.name = name, .text = text, .rows = 2, .found = s->other.attended, .wanted = s->wanted};
    claim_rows(s, c, bound_of(s));
    return true;
}

static bool claim_needs_bos(session *s) {
    lg_theorem_draw_tokens(&s->m, 0, s->ids, s->N);
    s->ids[0] = s->ids[s->N - 1];
    return claim_constant(s, 0, "without_bos",
                          "without <bos>, coordinate 3 is 0 after attention, and the same for all t after layer 1");
}

static bool claim_needs_mask(session *s) {
    lg_theorem_draw_tokens(&s->m, 0, s->ids, s->N);
    return claim_constant(s, 1.0 / s->N, "without_mask",
                          "without causal mask, coordinate 3 is 1/N after attention, and N for all t after layer 1");
}

static bool prove_with(const lg_theorem_proof *p, const char *block) {
    session s;
    bool good = open_session(&s, p, block, true) && claim_position(&s) && claim_independence(&s) && claim_needs_bos(&s);
    close_session(&s);
    if (!good) return false;
    good = open_session(&s, p, block, false) && claim_needs_mask(&s);
    close_session(&s);
    return good;
}

static bool prove(const lg_theorem_proof *p) {
    return prove_with(p, "no_norm") && prove_with(p, "pre_norm");
}

const lg_theorem lg_theorem_position = {
    .info =
        {
            .title = "a first layer without positional encoding can recover absolute positions",
            .statement =
                "There are weights with which the first layer of a decoder without positional encoding writes\n"
                "the position t of each token into its residual stream, if the first token is <bos>.\n"
                "Every token has a 1 in coordinate 1; only <bos> has a 1 in coordinate 2. All keys are equal, so\n"
                "attention is the mean over the t visible tokens; the value of <bos> is 1 and all others are 0,\n"
                "so coordinate 3 becomes 1/t. A feed-forward network of N ReLU units maps 1/t to t. Without\n"
                "<bos> or without the causal mask, coordinate 3 is the same for all tokens. With RMS norms before\n"
                "the sublayers (pre_norm), it also works if all token vectors have the same norm.",
            .source = "Kazemnejad et al. 2023, theorem 1, appendix C",
            .shortest = 2,
        },
    .prove = prove,
};
